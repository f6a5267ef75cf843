/* the whole library: its own threads, and slaves in other processes */
#include "services.h"

#include "isolation/isolated_slave.h"
#include "threads/threads.h"

#if defined(_WIN32)
#define THREADS NULL
#else
#define THREADS &mr_thread_errands
#endif

const mr_services mr_services_here = {THREADS, mr_slave_is_isolated};
