/* expressions of any kind: evaluated as one, as a list, and searched for unknown names; arrays that
 * model files store; what has a value must be equal to a copy of itself */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/expression.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char setup[] = "a = [1 2 3]; m = [1 2;3 4]; z = 3+4i; t = 'text'; c = {1,'two',[3 4]};"
                            "s.x = 5; s.in.v = [8 9]; r(2).v = 2; n = int8([1 -2]); k = 2;"
                            "p = Simulink.Parameter(4); l = [true false]; e = [];";

static bd_workspace *scope(void) {
    static bd_workspace *made;
    bd_error error = {0};

    if (!made && (bd_workspace_create("base", NULL, &made, &error) != BD_OK ||
                  bd_workspace_run(made, setup, "setup", NULL, &error) != BD_OK))
        abort();
    return made;
}

/* NaN is not equal to itself, so only the shape is compared */
static void check(const bd_value *value) {
    bd_error error = {0};
    bd_value *copy;
    char text[256];

    if (bd_value_copy(value, &copy, &error) != BD_OK)
        abort();
    if (copy->count != value->count || copy->rank != value->rank)
        abort();
    bd_value_size_text(value, text, sizeof text);
    bd_value_free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    bd_error error = {0};
    bd_value *value;
    bd_value **values;
    size_t count;
    char name[64];

    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    if (bd_expression_evaluate(text, scope(), &value, &error) == BD_OK)
        check(value);
    else if (value || error.text[0] == '\0')
        abort();
    bd_value_free(value);
    bd_error_clear(&error);
    /* the same bytes as a stored array */
    if (bd_is_stored_value(text)) {
        if (bd_value_read_stored(text, &value, &error) == BD_OK)
            check(value);
        else if (value || error.text[0] == '\0')
            abort();
        bd_value_free(value);
        bd_error_clear(&error);
    }
    if (bd_expression_evaluate_list(text, scope(), &values, &count, &error) != BD_OK &&
        (values || error.text[0] == '\0'))
        abort();
    bd_expression_free_list(values, count);
    bd_expression_find_unknown(text, scope(), name, sizeof name);
    free(text);
    return 0;
}
