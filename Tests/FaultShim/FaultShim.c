#define _GNU_SOURCE
#include "FaultShim.h"

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// The files that faults are for: SQLite's, with their logs.
static const char *const faulty_name = "coster.sqlite";

static struct coster_fault_control *control;

__attribute__((constructor)) static void find_control(void) {
    const char *path = getenv("COSTER_FAULT_SHIM");
    if (path == NULL) return;
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    void *mapped = mmap(
        NULL, sizeof(struct coster_fault_control), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (mapped != MAP_FAILED) control = mapped;
}

static int64_t told(const int64_t *word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }

static int is_faulty(int file) {
    char link[64];
    char path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return strstr(path, faulty_name) != NULL;
}

// Time. The system's own answer, through the system call, which needs no symbol of the library below.

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = (int)syscall(SYS_clock_gettime, clock, time);
    if (result != 0 || control == NULL) return result;
    if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE) return result;
    int64_t offset = told(&control->clock_offset);
    int64_t nanoseconds = time->tv_nsec + offset % 1000 * 1000000;
    time->tv_sec += offset / 1000;
    if (nanoseconds < 0) {
        nanoseconds += 1000000000;
        time->tv_sec -= 1;
    } else if (nanoseconds >= 1000000000) {
        nanoseconds -= 1000000000;
        time->tv_sec += 1;
    }
    time->tv_nsec = nanoseconds;
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    int result = clock_gettime(CLOCK_REALTIME, &now);
    if (result == 0) {
        time->tv_sec = now.tv_sec;
        time->tv_usec = now.tv_nsec / 1000;
    }
    return result;
}

time_t time(time_t *kept) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    if (kept != NULL) *kept = now.tv_sec;
    return now.tv_sec;
}

// Syncs.

static int refuses_sync(int file) {
    if (control == NULL) return 0;
    int64_t delay = told(&control->sync_delay);
    int fails = told(&control->sync_fails) != 0;
    if ((delay == 0 && !fails) || !is_faulty(file)) return 0;
    struct timespec wait = {.tv_sec = delay / 1000, .tv_nsec = delay % 1000 * 1000000};
    if (delay > 0) nanosleep(&wait, NULL);
    if (!fails) return 0;
    __atomic_fetch_add(&control->failed_syncs, 1, __ATOMIC_RELAXED);
    errno = EIO;
    return 1;
}

int fsync(int file) {
    if (refuses_sync(file)) return -1;
    return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file) {
    if (refuses_sync(file)) return -1;
    return (int)syscall(SYS_fdatasync, file);
}

// Room. A write inside a file needs none; what lies behind its end takes from the quota.

/// How much of a write from `offset` there is room for.
static size_t room_for(int file, off_t offset, size_t count) {
    if (control == NULL || told(&control->disk_has_end) == 0 || !is_faulty(file)) return count;
    struct stat status;
    if (fstat(file, &status) != 0) return count;
    int64_t growth = (int64_t)offset + (int64_t)count - (int64_t)status.st_size;
    if (growth <= 0) return count;
    int64_t left = __atomic_sub_fetch(&control->bytes_left, growth, __ATOMIC_RELAXED);
    if (left >= 0) return count;
    int64_t granted = growth + left > 0 ? growth + left : 0;
    __atomic_fetch_add(&control->bytes_left, growth - granted, __ATOMIC_RELAXED);
    __atomic_fetch_add(&control->refused_writes, 1, __ATOMIC_RELAXED);
    // What fits is written, as a disk does.
    int64_t fits = (int64_t)count - growth + granted;
    return fits > 0 ? (size_t)fits : 0;
}

static ssize_t write_at(int file, const void *bytes, size_t count, off_t offset) {
    size_t room = room_for(file, offset, count);
    if (room == 0 && count > 0) {
        errno = ENOSPC;
        return -1;
    }
    return syscall(SYS_pwrite64, file, bytes, room, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    return write_at(file, bytes, count, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    return write_at(file, bytes, count, offset);
}

ssize_t write(int file, const void *bytes, size_t count) {
    size_t room = count;
    if (control != NULL && told(&control->disk_has_end) != 0) {
        off_t offset = lseek(file, 0, SEEK_CUR);
        if (offset >= 0) room = room_for(file, offset, count);
    }
    if (room == 0 && count > 0) {
        errno = ENOSPC;
        return -1;
    }
    return syscall(SYS_write, file, bytes, room);
}

static int grow(int file, off_t length, long call) {
    if (room_for(file, 0, (size_t)length) < (size_t)length) {
        errno = ENOSPC;
        return -1;
    }
    return (int)syscall(call, file, length);
}

int ftruncate(int file, off_t length) { return grow(file, length, SYS_ftruncate); }

int ftruncate64(int file, off64_t length) { return grow(file, length, SYS_ftruncate); }

int fallocate(int file, int mode, off_t offset, off_t length) {
    if (room_for(file, offset, (size_t)length) < (size_t)length) {
        errno = ENOSPC;
        return -1;
    }
    return (int)syscall(SYS_fallocate, file, mode, offset, length);
}

int posix_fallocate(int file, off_t offset, off_t length) {
    return fallocate(file, 0, offset, length) == 0 ? 0 : errno;
}

#endif
