#include "WipingHeap.h"

#if defined(__linux__)
#include <sys/prctl.h>

bool coster_forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0; }

#else

bool coster_forbid_dumps(void) { return false; }

#endif
