/// What a fault shim does to the process that it was loaded into (LD_PRELOAD), as told by a file
/// that both sides map: `COSTER_FAULT_SHIM` names it. Every field is one 64-bit word.
///
/// For tests on Linux alone; no program of ours is linked with it.
#ifndef COSTER_FAULT_SHIM_H
#define COSTER_FAULT_SHIM_H

#include <stdint.h>

struct coster_fault_control {
    /// Milliseconds added to the clock that tells the time of day.
    int64_t clock_offset;
    /// Whether what is synced does not reach the disk.
    int64_t sync_fails;
    /// Whether the disk has an end.
    int64_t disk_has_end;
    /// By how many bytes files may still grow then.
    int64_t bytes_left;
    /// How many milliseconds longer a sync takes.
    int64_t sync_delay;
    /// How many syncs failed.
    int64_t failed_syncs;
    /// How many writes were refused or cut short.
    int64_t refused_writes;
};

#endif
