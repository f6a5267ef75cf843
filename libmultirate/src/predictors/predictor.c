/* the list of all predictors */
#include "multirate/predictor.h"

#include <stddef.h>
#include <string.h>

const mr_predictor_type *const mr_predictor_types[] = {
    &mr_predictor_polynomial,    &mr_predictor_hold,        &mr_predictor_least_squares,
    &mr_predictor_hermite,       &mr_predictor_selector,    &mr_predictor_const,
    &mr_predictor_const_hermite, &mr_predictor_lin,         &mr_predictor_lin_hermite,
    &mr_predictor_quad_hermite,  &mr_predictor_const22_opt, &mr_predictor_const23_opt,
    &mr_predictor_lin22_opt,     &mr_predictor_lin23_opt,   NULL,
};

const mr_predictor_type *mr_predictor_find(const char *name) {
    for (const mr_predictor_type *const *type = mr_predictor_types; *type; type++)
        if (strcmp((*type)->name, name) == 0)
            return *type;
    return NULL;
}
