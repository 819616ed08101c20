#include "CSQLiteStart.h"

#include <sqlite3.h>

// In C, since Swift cannot call a function with a variable number of arguments.
bool coster_start_sqlite_without_counts(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK;
}
