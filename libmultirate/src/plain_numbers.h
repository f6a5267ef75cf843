/* numbers in texts have points, whatever the host program does to the locale: while texts are read
 * or written, this thread has the numbers of the locale "C" */
#ifndef MR_PLAIN_NUMBERS_H
#define MR_PLAIN_NUMBERS_H

#include <locale.h>

#if defined(_WIN32)
typedef int mr_plain_numbers;
static inline mr_plain_numbers mr_plain_numbers_begin(void) {
    return 0;
}
static inline void mr_plain_numbers_end(mr_plain_numbers numbers) {
    (void)numbers;
}
#else
#if defined(__APPLE__)
#include <xlocale.h>
#endif

typedef struct mr_plain_numbers {
    locale_t plain, before;
} mr_plain_numbers;

static inline mr_plain_numbers mr_plain_numbers_begin(void) {
    mr_plain_numbers numbers = {.plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0)};
    if (numbers.plain)
        numbers.before = uselocale(numbers.plain);
    return numbers;
}

static inline void mr_plain_numbers_end(mr_plain_numbers numbers) {
    if (!numbers.plain)
        return;
    uselocale(numbers.before);
    freelocale(numbers.plain);
}
#endif

#endif
