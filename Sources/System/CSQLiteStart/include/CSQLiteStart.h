#ifndef COSTER_CSQLITESTART_H
#define COSTER_CSQLITESTART_H

#include <stdbool.h>

/// Keeps SQLite from counting the memory that it uses, of which nothing here asks it.
///
/// The count lies behind one lock for all connections of the process, taken twice for each piece of
/// memory. To be called before the first connection is opened; afterwards it changes nothing.
///
/// Returns whether it counts no more.
///
/// Source: SQLite, "Configuration Options", SQLITE_CONFIG_MEMSTATUS.
bool coster_start_sqlite_without_counts(void);

#endif
