/* slaves that others may integrate: the second, optional symbol of a plug-in
 *
 * A slave integrates itself (multirate/slave.h). Where its motion is one of ordinary differential
 * equations, x' = f(t, x, u) and y = g(t, x, u), and it can tell f, somebody else's solver can do
 * that too: it is then exported as an FMU for Model Exchange. The instance is that of the slave's
 * own table, after initialise(); outputs() tells y of the states that were set last. */
#ifndef MULTIRATE_CONTINUOUS_H
#define MULTIRATE_CONTINUOUS_H

#include "multirate/slave.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mr_continuous_type {
    size_t size; /* sizeof(mr_continuous_type) */

    /* how many states this instance has; MR_ERR_UNSUPPORTED, and a sentence in the message that
     * open() was given, where its motion is no such system */
    mr_status (*count)(const void *instance, int *states);

    /* the states at the time reached */
    mr_status (*get)(void *instance, double *x);

    /* places the instance at t, with these states and inputs */
    mr_status (*set)(void *instance, double t, const double *x, const double *u);

    /* x' there */
    mr_status (*derivatives)(void *instance, double *xdot);
} mr_continuous_type;

/* a plug-in that has it exports it beside mr_slave_plugin */
#define MR_SLAVE_CONTINUOUS_SYMBOL "mr_slave_continuous"
typedef const mr_continuous_type *(*mr_slave_continuous_function)(void);
#define MR_SLAVE_CONTINUOUS(...)                                                                   \
    MR_SLAVE_EXPORT const mr_continuous_type *mr_slave_continuous(void);                           \
    const mr_continuous_type *mr_slave_continuous(void) {                                          \
        static const mr_continuous_type table = {.size = sizeof(mr_continuous_type), __VA_ARGS__}; \
        return &table;                                                                             \
    }

#ifdef __cplusplus
}
#endif
#endif
