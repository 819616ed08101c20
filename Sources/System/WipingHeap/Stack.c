#define _GNU_SOURCE
#include "WipingHeap.h"

#include <string.h>

// In a function of its own, and never inlined: its frame lies where those of others were.
__attribute__((noinline)) void coster_wipe_stack(void) {
    char left[COSTER_WIPED_STACK_BYTES];
    explicit_bzero(left, sizeof left);
}

#if defined(__linux__)

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// The one signal that the threads of Swift's pool do not block and that no one sends.
// Source: swift-corelibs-libdispatch, src/queue.c, _dispatch_sigmask.
static const int wiping_signal = SIGPROF;
static const long round_nanoseconds = 500000000;
/// A round in which the process computed less than this much found it idle.
static const long idle_nanoseconds = 50000000;

static void wipe_interrupted(int number) {
    (void)number;
    int kept = errno;
    coster_wipe_stack();
    errno = kept;
}

static long long computed(void) {
    struct timespec time;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) != 0) return 0;
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/// Has each thread wipe the stack below the place where it waits.
static void wipe_all_stacks(void) {
    DIR *threads = opendir("/proc/self/task");
    if (threads == NULL) return;
    pid_t process = getpid();
    for (struct dirent *entry = readdir(threads); entry != NULL; entry = readdir(threads)) {
        int thread = atoi(entry->d_name);
        if (thread > 0) syscall(SYS_tgkill, process, thread, wiping_signal);
    }
    closedir(threads);
}

static void *wipe_when_idle(void *nothing) {
    long long before = computed();
    const struct timespec pause = {0, round_nanoseconds};
    while (true) {
        nanosleep(&pause, NULL);
        long long now = computed();
        if (now - before < idle_nanoseconds) wipe_all_stacks();
        before = now;
    }
    return nothing;
}

bool coster_wipe_idle_stacks(void) {
    struct sigaction action = {0};
    action.sa_handler = wipe_interrupted;
    action.sa_flags = SA_RESTART;
    sigfillset(&action.sa_mask);
    if (sigaction(wiping_signal, &action, NULL) != 0) return false;
    pthread_t thread;
    if (pthread_create(&thread, NULL, wipe_when_idle, NULL) != 0) return false;
    pthread_detach(thread);
    return true;
}

#else

bool coster_wipe_idle_stacks(void) { return false; }

#endif
