/* PostgreSQL's client library, and the two calls of Linux that wait for its sockets. */
#include <libpq-fe.h>
#include <poll.h>
#include <sys/eventfd.h>
