/* Coverage is written when a process ends by exit(). Slave hosts and workers of a farm end by _exit(), so that
 * nothing of a slave runs any more; in the instrumented build alone they write their counts first. */
#include <unistd.h>

void __gcov_dump(void);
_Noreturn void __real__exit(int code);
_Noreturn void __wrap__exit(int code);

_Noreturn void __wrap__exit(int code) {
    __gcov_dump();
    __real__exit(code);
}
