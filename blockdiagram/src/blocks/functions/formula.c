/* expressions of Fcn and If blocks: what names mean there; compiling and running is common's */
#include "blocks/functions/formula.h"
#include "blockdiagram/expression.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct bd_formula {
    cm_expression expression;
};

/* what the meaning of names needs */
typedef struct scope {
    bd_block *block;
    const char *what; /* the parameter, in messages */
    bd_formula_names names;
    bd_status status; /* of what was told already */
} scope;

static bool refuse(cm_complaint *complaint, const char *why) {
    complaint->why = why;
    return false;
}

/* value of a piece of text that has no inputs in it */
static bool constant(scope *s, const char *from, const char *to, double *number) {
    const size_t length = (size_t)(to - from);
    char *text = malloc(length + 1);
    if (!text) {
        s->status = bd_block_no_memory(s->block);
        return false;
    }
    memcpy(text, from, length);
    text[length] = '\0';
    bd_error error = {0};
    s->status = bd_expression_scalar(text, s->block->scope, number, &error);
    if (s->status != BD_OK)
        bd_block_fail(s->block, s->status, "%s: %s", s->what, error.text);
    free(text);
    return s->status == BD_OK;
}

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && isspace((unsigned char)*at))
        at++;
    return at;
}

/* element of an input: (i) or [i], whole numbers from 1 */
static bool read_element(scope *s, const char **behind, const char *end, cm_instruction *load,
                         cm_complaint *complaint) {
    const char *at = skip_blanks(*behind, end);
    if (at == end || (*at != '(' && *at != '['))
        return true;
    *behind = cm_behind_bracket(at, end);
    if (!*behind)
        return refuse(complaint, "a bracket is not closed");
    double index;
    if (!constant(s, at + 1, *behind - 1, &index))
        return false;
    if (!(index >= 1.0 && index < 1e8) || index != floor(index))
        return refuse(complaint, "an element must be a whole number from 1 on");
    load->element = (int)index - 1;
    return true;
}

/* number of the input that a name means, or -1 */
static int input_named(bd_formula_names names, const char *name, size_t length) {
    if (length == 1 && *name == 'u')
        return 0;
    if (names != BD_NAME_UN || length < 2 || length > 6 || *name != 'u')
        return -1;
    int number = 0;
    for (size_t i = 1; i < length; i++) {
        if (!isdigit((unsigned char)name[i]))
            return -1;
        number = 10 * number + (name[i] - '0');
    }
    return number - 1;
}

/* behind the fields and indices that belong to a name, or NULL */
static const char *behind_name(const char *at, const char *end) {
    for (;;) {
        if (at < end && *at == '(') {
            at = cm_behind_bracket(at, end);
            if (!at)
                return NULL;
        } else if (end - at > 1 && *at == '.' && isalpha((unsigned char)at[1])) {
            at++;
            while (at < end && (isalnum((unsigned char)*at) || *at == '_'))
                at++;
        } else {
            return at;
        }
    }
}

static bool mean(void *context, const char *name, size_t length, const char **behind,
                 const char *end, cm_instruction *load, cm_complaint *complaint) {
    scope *s = context;
    const int input = input_named(s->names, name, length);
    if (input >= 0) {
        *load = (cm_instruction){.operation = CM_VARIABLE, .variable = input};
        return read_element(s, behind, end, load, complaint);
    }
    *behind = behind_name(*behind, end);
    if (!*behind)
        return refuse(complaint, "a bracket is not closed");
    return constant(s, name, *behind, &load->number);
}

bd_status bd_formula_compile(bd_block *block, const char *what, const char *text, size_t length,
                             bd_formula_names names, bd_formula **formula) {
    const cm_language language = {.logic = true,
                                  .dots = true,
                                  .functions = bd_formula_functions,
                                  .function_count = bd_formula_function_count,
                                  .name = mean};
    scope s = {.block = block, .what = what, .names = names};
    cm_expression e;
    cm_complaint complaint;
    if (!cm_expression_compile(&language, &s, text, length, &e, &complaint)) {
        if (complaint.out_of_memory)
            return bd_block_no_memory(block);
        if (!complaint.why)
            return s.status;
        return bd_block_fail(block, BD_BAD_EXPRESSION, "%s: %s at column %d of '%.*s'", what,
                             complaint.why, (int)(complaint.at - text) + 1,
                             length > 300 ? 300 : (int)length, text);
    }
    cm_expression_shorten(&e);
    /* the block's own memory, which ends with it */
    *formula = bd_block_alloc(block, sizeof **formula);
    cm_instruction *code = bd_block_alloc(block, (size_t)e.count * sizeof *code);
    if (*formula && code) {
        memcpy(code, e.code, (size_t)e.count * sizeof *code);
        (*formula)->expression = (cm_expression){.code = code, .count = e.count};
    }
    cm_expression_free(&e);
    return *formula && code ? BD_OK : bd_block_no_memory(block);
}

bd_status bd_formula_check(bd_block *block, const char *what, const bd_formula *formula) {
    for (int i = 0; i < formula->expression.count; i++) {
        const cm_instruction *code = &formula->expression.code[i];
        if (code->operation != CM_VARIABLE && code->right != CM_IS_VARIABLE)
            continue;
        if (code->variable >= block->input_count)
            return bd_block_fail(block, BD_BAD_EXPRESSION, "%s: there is no input %d", what,
                                 code->variable + 1);
        if (code->element >= block->inputs[code->variable].width)
            return bd_block_fail(block, BD_BAD_EXPRESSION, "%s uses element %d but input %d has %d",
                                 what, code->element + 1, code->variable + 1,
                                 block->inputs[code->variable].width);
    }
    return BD_OK;
}

static double load(const void *context, int input, int element) {
    const bd_port *port = &((const bd_block *)context)->inputs[input];
    return port->shape.type == BD_DOUBLE && port->shape.complexity == 0
               ? ((const double *)port->data)[element]
               : bd_port_real(port, element);
}

double bd_formula_evaluate(const bd_formula *formula, const bd_block *block) {
    const bd_port *only = block->inputs;
    if (block->input_count == 1 && only->shape.type == BD_DOUBLE && only->shape.complexity == 0)
        return cm_expression_of_vector(&formula->expression, only->data);
    return cm_expression_value(&formula->expression, load, block);
}

const char *bd_list_item_end(const char *text) {
    int depth = 0;
    for (; *text; text++) {
        if (strchr("([{", *text))
            depth++;
        else if (strchr(")]}", *text))
            depth--;
        else if (*text == ',' && depth <= 0)
            break;
    }
    return text;
}
