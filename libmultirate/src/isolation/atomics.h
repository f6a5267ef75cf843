/* the few atomic operations that isolation needs, where stdatomic.h may be missing (Visual Studio)
 */
#ifndef MR_ATOMICS_H
#define MR_ATOMICS_H

/* slaves can have processes of their own */
#if defined(__linux__) || defined(_WIN32)
#define MR_CAN_ISOLATE
#endif

#if defined(_MSC_VER)
#include <intrin.h>

typedef volatile long mr_atomic;
#define mr_atomic_load(word)         ((unsigned)_InterlockedOr(word, 0))
#define mr_atomic_acquire(word)      mr_atomic_load(word)
#define mr_atomic_store(word, value) ((void)_InterlockedExchange(word, (long)(value)))
#define mr_atomic_swap(word, value)  ((unsigned)_InterlockedExchange(word, (long)(value)))
#else
#include <stdatomic.h>

typedef atomic_uint mr_atomic;
#define mr_atomic_load(word)         atomic_load(word)
#define mr_atomic_acquire(word)      atomic_load_explicit(word, memory_order_acquire)
#define mr_atomic_store(word, value) atomic_store(word, (unsigned)(value))
#define mr_atomic_swap(word, value)  atomic_exchange(word, (unsigned)(value))
#endif

#endif
