/* the list of all predictors */
#include "multirate/predictor.h"

#include <stddef.h>
#include <string.h>

const mr_predictor_type *const mr_predictor_types[] = {
    &mr_predictor_polynomial, &mr_predictor_hold,     &mr_predictor_least_squares,
    &mr_predictor_hermite,    &mr_predictor_selector, NULL,
};

const mr_predictor_type *mr_predictor_find(const char *name) {
    for (const mr_predictor_type *const *type = mr_predictor_types; *type; type++)
        if (strcmp((*type)->name, name) == 0)
            return *type;
    return NULL;
}
