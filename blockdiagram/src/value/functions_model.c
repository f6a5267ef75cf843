/* what parameter files of models use besides mathematics: parameter objects, time series, fixed
 * point types as far as a data type needs them, exist, error */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "value/box.h"
#include "value/evaluate.h"
#include "value/functions.h"
#include "value/library.h"

/* Simulink.Parameter(5): a struct whose Value stands for it in expressions */
static const bd_value *run_parameter(bd_calc *calc, bd_call *call) {
    bd_value *made = bd_calc_struct(calc);
    const bd_value *value = call->count > 0 ? call->args[0] : bd_calc_matrix(calc, BD_DOUBLE, 0, 0);

    if (!made || !value || !bd_calc_set_field(calc, made, 0, "Value", value))
        return NULL;
    bd_box(made)->object = BD_PARAMETER_OBJECT;
    return made;
}

/* Simulink.Variant('A == 1'): its condition stands for it in expressions */
static const bd_value *run_variant(bd_calc *calc, bd_call *call) {
    bd_value *made = bd_calc_struct(calc);
    const bd_value *condition = call->count > 0 ? call->args[0] : bd_calc_text(calc, "", 0);

    if (!made || !condition || !bd_calc_set_field(calc, made, 0, "Condition", condition))
        return NULL;
    bd_box(made)->object = BD_VARIANT_OBJECT;
    return made;
}

/* Simulink.VariantControl('Value', 2, …): a parameter object */
static const bd_value *run_variant_control(bd_calc *calc, bd_call *call) {
    for (size_t k = 0; k + 1 < call->count; k += 2) {
        if (bd_call_is_text(call, k, "Value")) {
            bd_call value = {.args = call->args + k + 1, .count = 1, .wanted = 1};
            return run_parameter(calc, &value);
        }
    }
    bd_call nothing = {.wanted = 1};
    return run_parameter(calc, &nothing);
}

/* other objects of a model only carry their fields */
static const bd_value *run_object(bd_calc *calc, bd_call *call) {
    bd_value *made = bd_calc_struct(calc);

    (void)call;
    if (made)
        bd_box(made)->object = BD_OTHER_OBJECT;
    return made;
}

/* timeseries(data, time): what a From Workspace block reads */
static const bd_value *run_timeseries(bd_calc *calc, bd_call *call) {
    bd_value *made = bd_calc_struct(calc);

    return made && bd_calc_set_field(calc, made, 0, "Time", call->args[1]) &&
                   bd_calc_set_field(calc, made, 0, "Data", call->args[0])
               ? made
               : NULL;
}

static bool set_number(bd_calc *calc, bd_value *made, const char *name, double number) {
    const bd_value *value = bd_calc_scalar(calc, number);

    return value && bd_calc_set_field(calc, made, 0, name, value);
}

/* fixdt(signed, bits), fixdt(signed, bits, fraction), fixdt(signed, bits, slope, bias), fixdt(name)
 */
static const bd_value *run_fixdt(bd_calc *calc, bd_call *call) {
    double numbers[4] = {1.0, 16.0, 0.0, 0.0};
    bd_value *made = bd_calc_struct(calc);

    if (call->count == 1 && call->args[0]->type == BD_CHAR)
        return call->args[0];
    for (size_t k = 0; k < call->count; k++)
        if (!bd_calc_number(calc, call->args[k], "an argument of fixdt", &numbers[k]))
            return NULL;
    const double slope = call->count == 4 ? numbers[2] : exp2(-numbers[2]);
    return made && set_number(calc, made, "Signed", numbers[0] != 0.0) &&
                   set_number(calc, made, "WordLength", numbers[1]) &&
                   set_number(calc, made, "FractionLength",
                              call->count == 4 ? -log2(numbers[2]) : numbers[2]) &&
                   set_number(calc, made, "Slope", slope) &&
                   set_number(calc, made, "Bias", numbers[3])
               ? made
               : NULL;
}

/* fi(v, signed, bits, fraction): the number on that grid, as a double */
static const bd_value *run_fi(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    double numbers[3] = {1.0, 16.0, 0.0};
    const double *values;

    if (!bd_calc_reals(calc, x, "the value", &values))
        return NULL;
    if (call->count != 4)
        return bd_calc_convert(calc, x, BD_DOUBLE);
    for (size_t k = 0; k < 3; k++)
        if (!bd_calc_number(calc, call->args[k + 1], "an argument of fi", &numbers[k]))
            return NULL;
    const bool is_signed = numbers[0] != 0.0;
    const double high = exp2(numbers[1] - is_signed) - 1.0;
    const double low = is_signed ? -high - 1.0 : 0.0;
    bd_value *made = bd_calc_like(calc, BD_DOUBLE, x, false);
    for (size_t k = 0; made && k < x->count; k++) {
        const double scaled = round(values[k] * exp2(numbers[2]));
        ((double *)made->re)[k] = fmin(fmax(scaled, low), high) * exp2(-numbers[2]);
    }
    return made;
}

/* a function in M code; its name may end with .m */
static bool is_function(bd_calc *calc, const char *name) {
    const size_t length = strlen(name);
    const size_t stem = length > 2 && strcmp(name + length - 2, ".m") == 0 ? length - 2 : length;
    char word[BD_MAX_NAME + 1];
    bd_user_function found;

    if (stem > BD_MAX_NAME)
        return false;
    snprintf(word, sizeof word, "%.*s", (int)stem, name);
    return bd_user_function_find(calc, word, &found);
}

/* a name with a suffix or a folder, and no field of a variable */
static bool looks_like_file(const bd_calc *calc, const char *name) {
    const size_t length = strcspn(name, ".");
    char word[BD_MAX_NAME + 1];

    if (strchr(name, '/') || !name[length] || length > BD_MAX_NAME)
        return strchr(name, '/') != NULL;
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    return !bd_workspace_find(calc->scope, word);
}

/* exist('x', 'file') in code that may not look at files, of a name that is no function */
static const bd_value *unseen(bd_calc *calc, const char *name) {
    return bd_calc_fail(calc, BD_UNSUPPORTED,
                        "whether there is a file or folder '%.200s' cannot be seen here", name);
}

/* exist('x') or exist('x', 'var'): 1 for a variable, 5 for a function, 2 for one in M code or a
 * file, 7 for a folder, else 0 */
static const bd_value *run_exist(bd_calc *calc, bd_call *call) {
    const char *name = bd_calc_string(calc, call->args[0], "the name");

    if (!name)
        return NULL;
    const bool any = call->count < 2;
    const bool file = bd_call_is_text(call, 1, "file"), folder = bd_call_is_text(call, 1, "dir");
    double kind = 0.0;
    if ((any || bd_call_is_text(call, 1, "var")) && bd_workspace_find(calc->scope, name))
        kind = 1.0;
    else if ((any || bd_call_is_text(call, 1, "builtin")) && bd_function_find(name))
        kind = 5.0;
    else if ((any || file) && is_function(calc, name))
        kind = 2.0;
    else if (file || folder || (any && looks_like_file(calc, name))) {
        const int found = bd_find_plain(calc, name);
        if (found < 0)
            return unseen(calc, name);
        kind = found == 2 && !folder ? 2.0 : found == 7 ? 7.0 : 0.0;
    }
    return calc->status == BD_OK ? bd_calc_scalar(calc, kind) : NULL;
}

/* s = load('file'): the variables as fields */
static const bd_value *run_load(bd_calc *calc, bd_call *call) {
    const char *name = bd_calc_string(calc, call->args[0], "the name of the file");
    bd_value *made = bd_calc_struct(calc);
    bd_workspace *variables = NULL;
    bd_error error = {0};

    if (!name || !made)
        return NULL;
    if (bd_workspace_create("file", NULL, &variables, &error) != BD_OK)
        return bd_calc_fail(calc, error.status, "%s", error.text);
    bool good = bd_load(calc, variables, name, strlen(name));
    for (size_t k = 0; good && k < bd_workspace_count(variables); k++) {
        good = bd_calc_set_field(calc, made, 0, bd_workspace_name_at(variables, k),
                                 bd_workspace_value_at(variables, k));
    }
    bd_workspace_free(variables);
    return good ? made : NULL;
}

static const bd_value *run_error(bd_calc *calc, bd_call *call) {
    if (call->args[0]->type == BD_STRUCT)
        return bd_function_call(calc, bd_function_find("rethrow"), call);
    const char *format = bd_calc_string(calc, call->args[0], "the message");
    /* an identifier comes before the message */
    const bool has_identifier =
        format && call->count > 1 && strchr(format, ':') && !strpbrk(format, " %");
    const size_t from = has_identifier ? 1 : 0;
    format = !format ? NULL : bd_calc_string(calc, call->args[from], "the message");
    const bd_value *text =
        !format ? NULL
                : bd_text_format(calc, format, call->args + from + 1, call->count - from - 1);
    const char *message = !text ? NULL : bd_calc_string(calc, text, "the message");
    if (has_identifier && message) {
        const char *identifier = bd_calc_string(calc, call->args[0], "the identifier");
        snprintf(calc->identifier, sizeof calc->identifier, "%.79s", identifier ? identifier : "");
    }
    return !message ? NULL : bd_calc_refuse(calc, "%s", message);
}

/* those of a model are structures in its workspace: each name is an int32 */
static bool is_names_of_numbers(const bd_value *value) {
    bool good = value && value->type == BD_STRUCT && value->count == 1 && value->field_count > 0;
    for (size_t k = 0; good && k < value->field_count; k++)
        good = value->children[k] && value->children[k]->type == BD_INT32;
    return good;
}

/* is there an enumeration of this name? */
static const bd_value *run_is_enumeration(bd_calc *calc, bd_call *call) {
    const char *name = bd_calc_string(calc, call->args[0], "the name");

    if (!name)
        return NULL;
    return bd_calc_logical(calc, bd_library_enumeration(calc, name) ||
                                     is_names_of_numbers(bd_workspace_find(calc->scope, name)));
}

/* which system: scripts ask in order to choose folders and libraries */
static const bd_value *run_system(bd_calc *calc, bd_call *call) {
    return bd_calc_logical(calc, call->code != 0);
}

const bd_function bd_functions_model[] = {
    BD_VARIANT("ispc", 0, 0, run_system, 0),
    BD_VARIANT("ismac", 0, 0, run_system, 0),
    BD_VARIANT("isunix", 0, 0, run_system, 1),
    BD_VARIANT("isdeployed", 0, 0, run_system, 0),
    BD_VARIANT("Simulink.data.isSupportedEnumClass", 1, 1, run_is_enumeration, 0),
    BD_VARIANT("Simulink.Parameter", 0, 1, run_parameter, 0),
    BD_VARIANT("mpt.Parameter", 0, 1, run_parameter, 0),
    BD_VARIANT("Simulink.Variant", 0, 1, run_variant, 0),
    BD_VARIANT("Simulink.VariantControl", 0, BD_ANY, run_variant_control, 0),
    BD_VARIANT("Simulink.Signal", 0, 0, run_object, 0),
    BD_VARIANT("mpt.Signal", 0, 0, run_object, 0),
    BD_VARIANT("Simulink.Bus", 0, 0, run_object, 0),
    BD_VARIANT("Simulink.BusElement", 0, 0, run_object, 0),
    BD_VARIANT("Simulink.AliasType", 0, 1, run_object, 0),
    BD_VARIANT("Simulink.NumericType", 0, 0, run_object, 0),
    BD_FUNCTION(timeseries, 2, 2),
    BD_FUNCTION(fixdt, 1, 4),
    BD_FUNCTION(fi, 1, 4),
    BD_FUNCTION(exist, 1, 2),
    BD_FUNCTION(load, 1, 1),
    BD_VARIADIC(error, 1),
    BD_FUNCTIONS_END};
