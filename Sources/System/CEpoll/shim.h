/* The calls of Linux that wait for many sockets at once. */
#include <sys/epoll.h>
