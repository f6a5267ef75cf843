/* the data type a parameter asks for: a built-in name, an integer in fixed-point words, or an
 * object of the workspace (alias, numeric type, fixdt) that leads to one of these.
 *
 * Fixed-point types of up to 52 bits are types like any other (base/fixed.h); one with more becomes
 * double, and a warning says so, because values are then neither rounded nor limited to its grid */
#include "engine/engine.h"

#include "base/fixed.h"
#include "blockdiagram/expression.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MOST_ALIASES 8

typedef bd_fixed fixed_point;

static bool plain_integer(const fixed_point *f, int *type) {
    if (f->slope != 1.0 || f->bias != 0.0)
        return false;
    switch (f->bits) {
    case 8:
        *type = f->is_signed ? BD_INT8 : BD_UINT8;
        return true;
    case 16:
        *type = f->is_signed ? BD_INT16 : BD_UINT16;
        return true;
    case 32:
        *type = f->is_signed ? BD_INT32 : BD_UINT32;
        return true;
    default:
        return false;
    }
}

/* files before OutDataTypeStr keep slope and bias of a type apart; [] is [1 0] */
static bd_status apply_old_scaling(bd_block *block, const char *name, fixed_point *f) {
    const double *numbers;
    size_t count = 0;
    const char *group = bd_block_text(block, "ConRadixGroup");
    if (strncmp(name, "OutDataType", 11) != 0 || !bd_block_text(block, "OutScaling"))
        return BD_OK;
    bd_status status = bd_block_numbers(block, "OutScaling", &numbers, &count);
    if (status == BD_OK && count > 0)
        f->slope = numbers[0];
    if (status == BD_OK && count > 1)
        f->bias = numbers[1];
    if (group && strncasecmp(group, "Best", 4) == 0)
        f->slope = 0.5; /* as many fraction bits as the value allows: no integer */
    return status;
}

static bd_status take_fixed_point(bd_block *block, const char *name, const char *text,
                                  const fixed_point *f, int *type) {
    if (plain_integer(f, type))
        return BD_OK;
    *type = bd_fixed_type(f);
    if (*type != BD_INHERITED)
        return BD_OK;
    *type = BD_DOUBLE;
    if (!block->engine->fixed_point_told)
        bd_block_warn(block,
                      "%.*s: the fixed-point type '%.100s' is computed in double, without its "
                      "rounding and limits",
                      (int)strcspn(name, "|"), name, text);
    block->engine->fixed_point_told = true;
    return BD_OK;
}

/* a number within a name, where n is a minus and p a point: Sp1 is 0.1, En4 is -4 */
static bool read_name_number(const char **at, double *number) {
    char digits[40], *end;
    size_t n = 0;
    for (; **at && **at != '_' && n + 1 < sizeof digits; ++*at)
        digits[n++] = (char)(**at == 'n' ? '-' : **at == 'p' ? '.' : **at);
    digits[n] = '\0';
    *number = strtod(digits, &end);
    return n > 0 && *end == '\0' && isfinite(*number);
}

/* what follows the bits: _E an exponent of two, _F a factor of it, _S a slope, _B a bias */
static bool read_scaling(const char *at, fixed_point *f) {
    while (*at == '_' && at[1]) {
        const char what = at[1];
        double number = 0.0;
        at += 2;
        if (!read_name_number(&at, &number))
            return false;
        if (what == 'E')
            f->slope *= exp2(number);
        else if (what == 'F' || what == 'S')
            f->slope *= number;
        else if (what == 'B')
            f->bias = number;
        else
            return false;
    }
    return *at == '\0' && f->slope > 0.0 && isfinite(f->slope);
}

/* sfix(16), uint(8), ufix16_En4 and kin; fixdt(…) is an expression and does not come here */
static bool read_old_name(const char *text, fixed_point *f) {
    char sign = 0;
    int bits = 0, used = 0;
    *f = (fixed_point){.slope = 1.0};
    if (sscanf(text, "%cint(%d)", &sign, &bits) != 2 &&
        sscanf(text, "%cfix(%d)", &sign, &bits) != 2 &&
        (sscanf(text, "%cfix%d%n", &sign, &bits, &used) != 2 || !read_scaling(text + used, f)))
        return false;
    f->is_signed = sign == 's';
    f->bits = bits;
    return (sign == 's' || sign == 'u') && bits >= 1 && bits <= 128;
}

static double field_number(const bd_value *object, const char *name, double otherwise) {
    const bd_value *field = bd_value_field(object, name);
    return field && bd_value_is_number_like(field) && field->count == 1 ? bd_value_real_at(field, 0)
                                                                        : otherwise;
}

/* the text of a field of the object, into text; false if there is none */
static bool field_text(const bd_value *object, const char *name, char *text, size_t capacity) {
    const bd_value *field = bd_value_field(object, name);
    char *copy = NULL;
    bd_error error = {0};
    if (!field || !bd_value_is_text(field) || bd_value_text(field, name, &copy, &error) != BD_OK)
        return false;
    snprintf(text, capacity, "%s", copy);
    free(copy);
    return *text != '\0';
}

static bd_status read_text(bd_block *block, const char *name, const char *text, int depth,
                           int *type);

static bd_status unsupported(bd_block *block, const char *name, const char *text) {
    return bd_block_fail(block, BD_UNSUPPORTED, "%s: the data type '%.100s' is not supported", name,
                         text);
}

static bd_status read_object(bd_block *block, const char *name, const char *text,
                             const bd_value *object, int depth, int *type) {
    char word[160];
    if (bd_value_is_text(object)) {
        char *copy = NULL;
        bd_error error = {0};
        bd_status status = bd_value_text(object, name, &copy, &error);
        if (status == BD_OK)
            status = read_text(block, name, copy, depth + 1, type);
        free(copy);
        return error.text[0] ? bd_block_fail(block, BD_BAD_PARAMETER, "%s", error.text) : status;
    }
    if (object->type != BD_STRUCT || object->count != 1)
        return unsupported(block, name, text);
    if (field_text(object, "BaseType", word, sizeof word))
        return read_text(block, name, word, depth + 1, type);
    if (field_text(object, "DataTypeMode", word, sizeof word) && strncasecmp(word, "Fixed", 5) != 0)
        return read_text(block, name, word, depth + 1, type);
    if (bd_value_field(object, "Elements"))
        return BD_OK; /* a bus: the structure comes with the signal */
    double bits = field_number(object, "WordLength", 16.0);
    double fraction = field_number(object, "FractionLength", 0.0);
    fixed_point f = {.is_signed = field_number(object, "Signed", 1.0) != 0.0,
                     .bits = bits >= 1.0 && bits <= 128.0 ? (int)bits : 0,
                     .slope = field_number(object, "Slope", exp2(-fraction)),
                     .bias = field_number(object, "Bias", 0.0)};
    bd_status status = BD_OK;
    if (field_text(object, "DataTypeMode", word, sizeof word) && strstr(word, "nspecified"))
        status = apply_old_scaling(block, name, &f);
    if (status != BD_OK)
        return status;
    return f.bits ? take_fixed_point(block, name, text, &f, type) : unsupported(block, name, text);
}

/* words, without their blanks, that name no type but a way to find one */
static bool is_rule(const char *plain) {
    static const char *const rules[] = {"Inherit",         "Same",     "auto",
                                        "Allportssame",    "Logical(", "Match",
                                        "Chooseintrinsic", "KeepMSB",  "KeepLSB"};
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (strncasecmp(plain, rules[i], strlen(rules[i])) == 0)
            return true;
    return false;
}

static bd_status read_text(bd_block *block, const char *name, const char *text, int depth,
                           int *type) {
    char plain[160];
    size_t length = 0;
    for (const char *c = text; *c && length + 1 < sizeof plain; c++)
        if (!isspace((unsigned char)*c) && *c != '\'' && *c != '"')
            plain[length++] = *c;
    plain[length] = '\0';
    bd_class class;
    fixed_point f;
    if (length == 0 || is_rule(plain))
        return BD_OK;
    if (bd_class_find(plain, &class) && class <= BD_UINT64) {
        *type = (int)class;
        return BD_OK;
    }
    if (strcasecmp(plain, "boolean") == 0 || strcasecmp(plain, "double") == 0 ||
        strcasecmp(plain, "single") == 0) {
        *type = tolower((unsigned char)*plain) == 'b'   ? BD_LOGICAL
                : tolower((unsigned char)*plain) == 'd' ? BD_DOUBLE
                                                        : BD_SINGLE;
        return BD_OK;
    }
    if (strncmp(plain, "Enum:", 5) == 0) {
        *type = BD_INT32;
        return BD_OK;
    }
    if (strncmp(plain, "Bus:", 4) == 0) /* the structure comes with the signal */
        return BD_OK;
    if (strcmp(plain, "float(double)") == 0 || strcmp(plain, "float(single)") == 0) {
        *type = strstr(plain, "double") ? BD_DOUBLE : BD_SINGLE;
        return BD_OK;
    }
    if (read_old_name(plain, &f)) {
        bool scaled_apart = strstr(plain, "fix(") != NULL;
        bd_status status = scaled_apart ? apply_old_scaling(block, name, &f) : BD_OK;
        return status == BD_OK ? take_fixed_point(block, name, text, &f, type) : status;
    }
    bd_value *object = NULL;
    bd_error error = {0};
    if (depth > MOST_ALIASES ||
        bd_expression_evaluate(text, block->scope, &object, &error) != BD_OK)
        return unsupported(block, name, text);
    bd_status status = read_object(block, name, text, object, depth, type);
    bd_value_free(object);
    return status;
}

bd_status bd_block_data_type(bd_block *block, const char *name, int *type) {
    *type = BD_INHERITED;
    const char *text = bd_block_text(block, name);
    return text ? read_text(block, name, text, 0, type) : BD_OK;
}

bd_status bd_block_type_of(bd_block *block, const char *name, const char *text, int *type) {
    *type = BD_INHERITED;
    return read_text(block, name, text, 0, type);
}

/* since R2009b one text; before, a mode, and a type of its own where the mode says "dialog" */
#define OUT_TYPE                                                                                   \
    "OutDataTypeStr|OutDataTypeMode|OutputDataTypeScalingMode|LogicOutDataTypeMode|DataType"

const char *bd_block_out_rule(const bd_block *block) {
    return bd_block_text(block, OUT_TYPE);
}

bd_status bd_block_out_type(bd_block *block, int *type) {
    const char *rule = bd_block_out_rule(block);
    bool dialog = rule && strcasecmp(rule, "Specify via dialog") == 0;
    if (dialog && !bd_block_text(block, "OutDataType|LogicDataType"))
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "its output type is to be specified, but there is no OutDataType");
    return bd_block_data_type(block, dialog ? "OutDataType|LogicDataType" : OUT_TYPE, type);
}
