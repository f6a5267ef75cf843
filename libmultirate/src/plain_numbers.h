/* numbers in texts have points, whatever the host program does to the locale: while texts are read
 * or written, this thread has the numbers of the locale "C" */
#ifndef MR_PLAIN_NUMBERS_H
#define MR_PLAIN_NUMBERS_H

#include "multirate/options.h"

#include <locale.h>

#if defined(_WIN32)
#include <stdio.h>

typedef struct mr_plain_numbers {
    int per_thread;
    char before[128];
} mr_plain_numbers;

static inline mr_plain_numbers mr_plain_numbers_begin(void) {
    mr_plain_numbers numbers;
    numbers.per_thread = _configthreadlocale(_ENABLE_PER_THREAD_LOCALE);
    const char *name = setlocale(LC_NUMERIC, NULL);
    snprintf(numbers.before, sizeof numbers.before, "%s", name ? name : "C");
    setlocale(LC_NUMERIC, "C");
    return numbers;
}

static inline void mr_plain_numbers_end(mr_plain_numbers numbers) {
    setlocale(LC_NUMERIC, numbers.before);
    _configthreadlocale(numbers.per_thread);
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

/* options of a text, read so */
static inline mr_status mr_plain_options_read(const char *text, const mr_option_rule *rules,
                                              int count, void *object, mr_message *message) {
    const mr_plain_numbers numbers = mr_plain_numbers_begin();
    const mr_status status = mr_options_read(text, rules, count, object, message);
    mr_plain_numbers_end(numbers);
    return status;
}

#endif
