#include "talk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/expression.h"
#include "mr_test.h"

static bd_value *last;
static bd_error error;
static char text[20000];

const bd_value *talk(bd_models *models, const char *command, const char *arguments) {
    bd_value **values = NULL;
    size_t count = 0;
    bd_value_free(last);
    last = NULL;
    bd_error_clear(&error);
    if (bd_expression_evaluate_list(arguments, NULL, &values, &count, &error) != BD_OK) {
        printf("%s\n", error.text);
        CU_FAIL_FATAL("the arguments are no list");
    }
    (void)bd_command(models, command, (const bd_value *const *)values, count, &last, 1, &error);
    bd_expression_free_list(values, count);
    return last;
}

const bd_value *must(bd_models *models, const char *command, const char *arguments) {
    talk(models, command, arguments);
    if (error.status != BD_OK)
        printf("%s(%s): %s\n", command, arguments, error.text);
    CU_ASSERT_EQUAL(error.status, BD_OK);
    return last;
}

static void add(const bd_value *value) {
    char *own = NULL;
    if (value && bd_value_text(value, "result", &own, NULL) == BD_OK)
        strncat(text, own, sizeof text - strlen(text) - 1);
    free(own);
}

const char *told(bd_models *models, const char *command, const char *arguments) {
    const bd_value *value = must(models, command, arguments);
    text[0] = '\0';
    for (size_t i = 0; value && value->type == BD_CELL && i < value->count; i++) {
        if (i > 0)
            strcat(text, "|");
        add(bd_value_cell_at(value, i));
    }
    if (value && value->type != BD_CELL)
        add(value);
    return text;
}

double number(bd_models *models, const char *command, const char *arguments) {
    const bd_value *value = must(models, command, arguments);
    return value && value->count > 0 ? bd_value_real_at(value, 0) : -12345.0;
}

const char *with(const char *arguments, double handle) {
    static char filled[1000];
    size_t used = 0;
    for (; *arguments != '\0' && used + 40 < sizeof filled; arguments++)
        if (*arguments == '#')
            used += (size_t)snprintf(filled + used, sizeof filled - used, "%.17g", handle);
        else
            filled[used++] = *arguments;
    filled[used] = '\0';
    return filled;
}

double handle_in(bd_models *models, const char *block, const char *list, const char *field,
                 size_t i) {
    char arguments[300];
    snprintf(arguments, sizeof arguments, "'%s', '%s'", block, list);
    const bd_value *value = bd_value_field(must(models, "get_param", arguments), field);
    CU_ASSERT_FATAL(value && i < value->count);
    return value ? bd_value_real_at(value, i) : 0.0;
}

const char *sentence(void) {
    return error.text;
}

void refused(bd_models *models, const char *command, const char *arguments, const char *part) {
    talk(models, command, arguments);
    CU_ASSERT_NOT_EQUAL(error.status, BD_OK);
    CU_ASSERT_PTR_NULL(last);
    MR_ASSERT_CONTAINS(error.text, part);
    CU_ASSERT_NOT_EQUAL(*bd_models_identifier(models), '\0');
}

void talk_end(void) {
    bd_value_free(last);
    last = NULL;
}
