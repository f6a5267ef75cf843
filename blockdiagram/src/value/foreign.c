/* functions of another interpreter in whose program the language runs, for names that nobody here
 * knows */
#include "value/foreign.h"

#include "value/functions.h"

static const bd_foreign *others;

void bd_language_set_foreign(const bd_foreign *foreign) {
    others = foreign;
}

bool bd_foreign_knows(const char *name) {
    return others && others->knows(others->user, name);
}

bool bd_foreign_call(bd_calc *calc, const char *name, const bd_values *arguments, size_t wanted,
                     bd_values *list) {
    bd_value *results[BD_MAX_OUTPUTS] = {0};
    bd_error error;
    size_t count = wanted;

    if (wanted > BD_MAX_OUTPUTS)
        return bd_calc_refuse(calc, "'%s' is asked for too many results", name) != NULL;
    const bd_status status = others->call(others->user, name, arguments->items, arguments->count,
                                          results, &count, &error);
    if (status != BD_OK)
        return bd_calc_fail(calc, status, "%s: %s", name, error.text) != NULL;
    bool good = true;
    for (size_t k = 0; k < count; k++)
        good = bd_values_add(calc, list, bd_calc_keep(calc, results[k])) && good;
    return good;
}
