/* PostgreSQL's client library, and the calls of Linux that wait for its sockets. */
#include <errno.h>
#include <libpq-fe.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <time.h>

/* Waits as poll does, but not anew after each signal: an idle server gets one twice a second (see
   coster_wipe_idle_stacks), and would wait for a silent host for ever. */
static inline int coster_poll(struct pollfd *places, nfds_t count, int milliseconds) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long long end = now.tv_sec * 1000LL + now.tv_nsec / 1000000 + milliseconds;
    int left = milliseconds;
    while (1) {
        int found = poll(places, count, left);
        if (found >= 0 || errno != EINTR) return found;
        clock_gettime(CLOCK_MONOTONIC, &now);
        long long rest = end - (now.tv_sec * 1000LL + now.tv_nsec / 1000000);
        left = rest > 0 ? (int)rest : 0;
    }
}
