#define _GNU_SOURCE
#include "WipingHeap.h"

#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// A sanitizer brings its own heap, and would not know a block that went past it.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) \
    || __has_feature(memory_sanitizer)
#define COSTER_HEAP_IS_TAKEN 1
#endif
#endif

#if defined(COSTER_HEAP_IS_TAKEN) || !defined(__GLIBC__)

void coster_wipe_freed_memory(void) {}

bool coster_wipes_freed_memory(void) { return false; }

#else

static atomic_bool is_wiping;

/// The heap's own functions: those of glibc, or of the allocator that an operator preloads. They
/// are looked for, not named, so that a block always goes back where it came from.
static void (*_Atomic heap_free)(void *);
static void *(*_Atomic heap_realloc)(void *, size_t);

/// Whether this thread is looking for them; what is freed meanwhile is kept.
static _Thread_local bool is_looking;

static void find_heap(void) {
    is_looking = true;
    atomic_store(&heap_realloc, (void *(*)(void *, size_t))dlsym(RTLD_NEXT, "realloc"));
    atomic_store(&heap_free, (void (*)(void *))dlsym(RTLD_NEXT, "free"));
    is_looking = false;
}

void coster_wipe_freed_memory(void) { atomic_store(&is_wiping, true); }

bool coster_wipes_freed_memory(void) { return atomic_load(&is_wiping); }

/// What most blocks hold at most; a call to overwrite them would cost more than to do it here.
static const size_t small_bytes = 128;

/// Overwrites all that a block can hold, also what realloc cut off it.
static inline void overwrite(void *block) {
    size_t size = malloc_usable_size(block);
    if (size > small_bytes || size % sizeof(uint64_t) != 0) {
        explicit_bzero(block, size);
        return;
    }
    uint64_t *word = block;
    for (uint64_t *end = word + size / sizeof *word; word < end; word++) {
        *word = 0;
        // As in explicit_bzero: the compiler must believe that somebody reads what is here.
        __asm__ volatile("" : : "r"(word) : "memory");
    }
}

void free(void *block) {
    if (block == NULL) return;
    // The standard's next edition has it, and glibc since 2.33: errno stays as it was.
    void (*give_back)(void *) = atomic_load_explicit(&heap_free, memory_order_relaxed);
    if (give_back == NULL) {
        if (is_looking) return;
        find_heap();
        give_back = atomic_load(&heap_free);
        if (give_back == NULL) return;
    }
    if (atomic_load_explicit(&is_wiping, memory_order_relaxed)) {
        overwrite(block);
    }
    give_back(block);
}

void *realloc(void *block, size_t size) {
    void *(*resize)(void *, size_t) = atomic_load_explicit(&heap_realloc, memory_order_relaxed);
    if (resize == NULL) {
        if (!is_looking) find_heap();
        resize = atomic_load(&heap_realloc);
        if (resize == NULL) {
            errno = ENOMEM;
            return NULL;
        }
    }
    bool passes_on = block == NULL || size == 0;
    if (passes_on || !atomic_load_explicit(&is_wiping, memory_order_relaxed)) {
        if (block != NULL && size == 0) {
            // As glibc does; through our own function, so that the block is overwritten.
            free(block);
            return NULL;
        }
        return resize(block, size);
    }
    size_t room = malloc_usable_size(block);
    if (size <= room && size >= room / 2) {
        explicit_bzero((char *)block + size, room - size);
        return block;
    }
    // The heap would move it and leave the old block as it is.
    void *moved = malloc(size);
    if (moved == NULL) return NULL;
    memcpy(moved, block, size < room ? size : room);
    free(block);
    return moved;
}

void *reallocarray(void *block, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(block, bytes);
}

#endif
