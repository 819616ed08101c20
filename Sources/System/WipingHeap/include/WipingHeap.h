#ifndef COSTER_WIPING_HEAP_H
#define COSTER_WIPING_HEAP_H

#include <stdbool.h>

/// From now on every block of memory is overwritten with zeros before it goes back to the heap.
///
/// Swift frees memory as it is: the digits of a card number would lie in the heap until something
/// else takes their place, which on an idle server is never. This file defines `free` and
/// `realloc` for the whole process, its shared libraries included, since the symbols of a program
/// come before those of its libraries. Until this is called they only pass on, so that a command
/// that holds no secret pays nothing.
///
/// Blocks that were freed before are not overwritten; call it before the first secret is read.
void coster_wipe_freed_memory(void);

/// Whether freed memory is overwritten: not before `coster_wipe_freed_memory`, and never under a
/// sanitizer, which needs the heap for itself.
bool coster_wipes_freed_memory(void);

/// Overwrites what returned functions left below this point of the calling thread's stack, as far
/// as `COSTER_WIPED_STACK_BYTES`, and with it the registers in which they computed.
void coster_wipe_stack(void);

/// How far below its caller `coster_wipe_stack` reaches.
#define COSTER_WIPED_STACK_BYTES 65536

/// From now on, whenever the process has been idle for half a second, each of its threads wipes the
/// stack below the place where it waits: there lie the frames of the functions that worked for the
/// last requests. A short text, such as fifteen digits, is in no block of the heap but in them.
///
/// It interrupts each thread with SIGPROF. System calls are begun again where the system can; what
/// it cannot begin again (epoll_wait, nanosleep) returns EINTR, as it may at any time.
///
/// Returns whether the system agreed.
bool coster_wipe_idle_stacks(void);

/// Keeps this process out of core files, and its memory from other processes of the same user:
/// none may trace it, or read its memory or environment under /proc.
///
/// Returns whether the system agreed.
///
/// Source: Linux, prctl(2), PR_SET_DUMPABLE.
bool coster_forbid_dumps(void);

#endif
