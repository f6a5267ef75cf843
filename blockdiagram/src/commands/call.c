/* arguments and results of a command */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "commands/commands.h"

#undef bd_order_memory /* the analyzer has another one */
#undef bd_order_fail

bd_status bd_order_memory(bd_order *call) {
    return bd_error_set(call->error, BD_OUT_OF_MEMORY, "out of memory");
}

bd_status bd_order_fail(bd_order *call, const char *identifier, bd_status status,
                        const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    bd_error_set_v(call->error, status, format, arguments);
    va_end(arguments);
    call->models->identifier = identifier;
    return status;
}

bd_status bd_order_identify(bd_order *call, const char *identifier, bd_status status) {
    if (status != BD_OK)
        call->models->identifier = identifier;
    return status;
}

bool bd_order_is_text(const bd_order *call, size_t i) {
    return i < call->count && bd_value_is_text(call->args[i]);
}

bd_status bd_order_value_text(bd_order *call, const bd_value *value, const char *what,
                              const char **text) {
    char *own = NULL;
    if (!value || !bd_value_is_text(value))
        return bd_order_fail(call, "Simulink:Commands:InvalidArgument", BD_BAD_ARGUMENT,
                             "%s must be a text", what);
    BD_TRY(bd_value_text(value, what, &own, call->error));
    *text = bd_arena_copy(call->arena, own);
    free(own);
    return *text ? BD_OK : bd_order_memory(call);
}

bd_status bd_order_text(bd_order *call, size_t i, const char *what, const char **text) {
    return bd_order_value_text(call, i < call->count ? call->args[i] : NULL, what, text);
}

bd_status bd_order_give(bd_order *call, size_t i, bd_value *value) {
    if (i < call->wanted)
        call->results[i] = value;
    else
        bd_value_free(value);
    return BD_OK;
}

bd_status bd_text_value(bd_order *call, const char *text, bd_value **value) {
    return bd_value_create_text(text, value, call->error);
}

bd_status bd_order_give_text(bd_order *call, const char *text) {
    bd_value *value = NULL;
    BD_TRY(bd_text_value(call, text, &value));
    return bd_order_give(call, 0, value);
}

bd_status bd_order_give_if(bd_order *call, bd_status made, bd_value *value) {
    if (made == BD_OK)
        return bd_order_give(call, 0, value);
    bd_value_free(value);
    return made;
}

bd_status bd_order_give_number(bd_order *call, double number) {
    bd_value *value = NULL;
    BD_TRY(bd_value_create_scalar(number, &value, call->error));
    return bd_order_give(call, 0, value);
}

/* parameters whose value is an array of numbers, not a text */
static bool takes_numbers(const char *name) {
    static const char *const names[] = {"Position", "Location", "Points", "FontSize", "Port"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(name, names[i]) == 0)
            return true;
    return false;
}

enum { MOST_NUMBERS = 16 };

static bd_status numbers_text(bd_order *call, const bd_value *value, const char **text) {
    char list[MOST_NUMBERS * 32] = "";
    const bool one = value->count == 1;
    size_t used = (size_t)snprintf(list, sizeof list, "%s", one ? "" : "[");
    for (size_t i = 0; i < value->count; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%.15g", i > 0 ? ", " : "",
                                 bd_value_real_at(value, i));
    snprintf(list + used, sizeof list - used, "%s", one ? "" : "]");
    *text = bd_arena_copy(call->arena, list);
    return *text ? BD_OK : bd_order_memory(call);
}

bd_status bd_order_setting_text(bd_order *call, const char *name, const bd_value *value,
                                const char **text) {
    if (bd_value_is_text(value))
        return bd_order_value_text(call, value, name, text);
    if (value->type == BD_LOGICAL && value->count == 1) {
        *text = bd_value_real_at(value, 0) != 0.0 ? "on" : "off";
        return BD_OK;
    }
    if (bd_value_is_numeric(value) && value->count > 0 && value->count <= MOST_NUMBERS &&
        takes_numbers(name))
        return numbers_text(call, value, text);
    return bd_order_fail(call, "Simulink:Commands:SetParamInvalidValue", BD_BAD_VALUE,
                         "the value of %s must be a text ('5', not 5): it is evaluated when the "
                         "model runs",
                         name);
}

static bool is_skipped(const char *name, const char *const *skip) {
    for (; skip && *skip; skip++)
        if (strcasecmp(*skip, name) == 0)
            return true;
    return false;
}

bd_status bd_order_settings(bd_order *call, size_t first, const char *const *skip,
                            bd_setting **settings, size_t *count) {
    *count = 0;
    *settings = bd_arena_array(call->arena, call->count + 1, sizeof **settings);
    if (!*settings)
        return bd_order_memory(call);
    if (call->count > first && (call->count - first) % 2 != 0)
        return bd_order_fail(call, "Simulink:Commands:InvalidArgument", BD_BAD_ARGUMENT,
                             "parameters come in pairs: name, value");
    for (size_t i = first; i + 1 < call->count; i += 2) {
        const char *name = "", *value = "";
        BD_TRY(bd_order_text(call, i, "the name of a parameter", &name));
        if (is_skipped(name, skip))
            continue;
        BD_TRY(bd_order_setting_text(call, name, call->args[i + 1], &value));
        (*settings)[(*count)++] = (bd_setting){name, value};
    }
    return BD_OK;
}

const bd_value *bd_order_option(const bd_order *call, size_t first, const char *name) {
    const size_t length = strlen(name);
    for (size_t i = first; i + 1 < call->count; i += 2) {
        const bd_value *key = call->args[i];
        if (bd_value_is_text(key) && key->count == length &&
            strncasecmp((const char *)key->re, name, length) == 0)
            return call->args[i + 1];
    }
    return NULL;
}
