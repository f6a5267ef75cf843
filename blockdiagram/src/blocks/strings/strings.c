/* String Constant, String Concatenate, String Compare, String Length */
#include "blocks/strings/strings.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "blocks/elements.h"
#include "blocks/families.h"

/* no elements: nobody looks into it but the blocks of this room */
static const bd_bus string_bus = {.name = "string", .size = BD_STRING_ROOM, .alignment = 8};

bd_status bd_port_set_string(bd_port *port) {
    BD_TRY(bd_port_set_bus(port, &string_bus));
    return bd_port_set_width(port, 1);
}

bd_status bd_string_limit(bd_block *block, size_t *most) {
    const char *text = bd_block_text(block, "OutDataTypeStr");
    *most = BD_STRING_ROOM - 1;
    if (!text || strcmp(text, "string") == 0)
        return BD_OK;
    char *end = NULL;
    const long length = strncmp(text, "stringtype(", 11) == 0 ? strtol(text + 11, &end, 10) : -1;
    if (!end || strcmp(end, ")") != 0 || length < 0)
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "OutDataTypeStr '%.60s' is neither string nor stringtype(N)", text);
    if (length >= BD_STRING_ROOM)
        return bd_block_fail(block, BD_UNSUPPORTED, "strings have at most %d characters here",
                             BD_STRING_ROOM - 1);
    *most = length > 0 ? (size_t)length : *most;
    return BD_OK;
}

bd_status bd_string_output(bd_block *block, const char *text, size_t most) {
    const size_t length = strlen(text);
    if (length > most)
        return bd_block_fail(block, BD_BLOCK_FAILED,
                             "a string of %zu characters does not fit its type, which has %zu",
                             length, most);
    char *to = block->outputs->data;
    memcpy(to, text, length);
    memset(to + length, 0, BD_STRING_ROOM - length);
    return BD_OK;
}

bd_status bd_string_parameter(bd_block *block, const char *name, const char **text) {
    const bd_value *value;
    bd_error error = {0};
    char *made = NULL;
    BD_TRY(bd_block_value(block, name, &value));
    if (bd_value_text(value, name, &made, &error) != BD_OK)
        return bd_block_fail(block, BD_BAD_PARAMETER, "%s is no string", name);
    const size_t length = strlen(made);
    char *copy = bd_block_alloc(block, length + 1);
    bool plain = true;
    for (size_t i = 0; i < length; i++)
        plain = plain && (unsigned char)made[i] < 128;
    if (copy)
        memcpy(copy, made, length + 1);
    free(made);
    if (!copy)
        return bd_block_no_memory(block);
    if (!plain)
        return bd_block_fail(block, BD_UNSUPPORTED, "%s has characters beyond ASCII", name);
    if (length >= BD_STRING_ROOM)
        return bd_block_fail(block, BD_UNSUPPORTED, "strings have at most %d characters here",
                             BD_STRING_ROOM - 1);
    *text = copy;
    return BD_OK;
}

typedef struct strings {
    const char *text;
    size_t most, compared; /* compared 0: all of both */
    bool any_case;
} strings;

static bd_status all_strings(bd_block *block) {
    for (int i = 0; i < block->input_count; i++)
        BD_TRY(bd_port_set_string(&block->inputs[i]));
    for (int i = 0; i < block->output_count; i++)
        BD_TRY(bd_port_set_string(&block->outputs[i]));
    return BD_OK;
}

/* ---- String Constant ---- */

static bd_status setup_constant(bd_block *block) {
    BD_TRY(bd_setup_ports(block, sizeof(strings), 0, 1));
    strings *s = block->data;
    BD_TRY(bd_string_limit(block, &s->most));
    BD_TRY(bd_string_parameter(block, "String", &s->text));
    return bd_block_set_sample_time(block, BD_CONSTANT);
}

static bd_status outputs_constant(bd_block *block) {
    const strings *s = block->data;
    return bd_string_output(block, s->text, s->most);
}

BD_BLOCK_TYPE(constant, "StringConstant", .setup = setup_constant, .propagate = all_strings,
              .outputs = outputs_constant, .accepts_bus = true);

/* ---- String Concatenate ---- */

static bd_status setup_concatenate(bd_block *block) {
    long inputs = 2;
    if (bd_block_text(block, "Inputs"))
        BD_TRY(bd_block_whole(block, "Inputs", 2, 512, &inputs));
    BD_TRY(bd_setup_ports(block, sizeof(strings), (int)inputs, 1));
    return bd_string_limit(block, &((strings *)block->data)->most);
}

static bd_status outputs_concatenate(bd_block *block) {
    const strings *s = block->data;
    char text[BD_STRING_ROOM];
    size_t used = 0;
    for (int i = 0; i < block->input_count; i++) {
        const char *part = bd_string_input(block, i);
        const size_t length = strlen(part);
        if (used + length > s->most)
            return bd_block_fail(block, BD_BLOCK_FAILED,
                                 "the strings together do not fit the type, which has %zu "
                                 "characters",
                                 s->most);
        memcpy(text + used, part, length);
        used += length;
    }
    text[used] = '\0';
    return bd_string_output(block, text, s->most);
}

BD_BLOCK_TYPE(concatenate, "StringConcatenate", .setup = setup_concatenate,
              .propagate = all_strings, .outputs = outputs_concatenate, .accepts_bus = true);

/* ---- String Compare ---- */

/* the documentation does not name the parameter: the one about characters, 1 if there is none */
static bd_status read_compared(bd_block *block, size_t *compared) {
    const bd_parameters *all = block->node ? &block->node->parameters : NULL;
    long count = 1;
    const char *name = NULL;
    for (size_t i = 0; all && i < all->count; i++)
        if (strstr(all->items[i].name, "Char") || strcmp(all->items[i].name, "N") == 0)
            name = all->items[i].name;
    if (name)
        BD_TRY(bd_block_whole(block, name, 1, 100000, &count));
    else
        bd_block_warn(block, "compares the first character: no number of characters is written");
    *compared = (size_t)count;
    return BD_OK;
}

static bd_status setup_compare(bd_block *block) {
    static const char *const options[] = {"Entire string", "First N characters", NULL};
    int option = 0;
    bool sensitive = true;
    BD_TRY(bd_setup_ports(block, sizeof(strings), 2, 1));
    strings *s = block->data;
    BD_TRY(bd_block_flag(block, "CaseSensitive", &sensitive));
    BD_TRY(bd_block_choice(block, "CompareOption", options, &option));
    s->any_case = !sensitive;
    return option == 1 ? read_compared(block, &s->compared) : BD_OK;
}

static bd_status propagate_compare(bd_block *block) {
    for (int i = 0; i < 2; i++)
        BD_TRY(bd_port_set_string(&block->inputs[i]));
    BD_TRY(bd_port_set_type(block->outputs, BD_LOGICAL));
    BD_TRY(bd_port_set_complexity(block->outputs, 0));
    return bd_port_set_width(block->outputs, 1);
}

static bd_status outputs_compare(bd_block *block) {
    const strings *s = block->data;
    const char *a = bd_string_input(block, 0), *b = bd_string_input(block, 1);
    const size_t n = s->compared ? s->compared : BD_STRING_ROOM;
    const int order = s->any_case ? strncasecmp(a, b, n) : strncmp(a, b, n);
    bd_element_write(block->outputs->data, BD_LOGICAL, 0, order == 0);
    return BD_OK;
}

BD_BLOCK_TYPE(compare, "StringCompare", .setup = setup_compare, .propagate = propagate_compare,
              .outputs = outputs_compare, .accepts_bus = true);

/* ---- String Length ---- */

static bd_status setup_length(bd_block *block) {
    return bd_setup_ports(block, 0, 1, 1);
}

static bd_status propagate_length(bd_block *block) {
    int type;
    BD_TRY(bd_port_set_string(block->inputs));
    BD_TRY(bd_block_out_type(block, &type));
    /* the internal rule takes the type that holds every length */
    BD_TRY(bd_port_set_type(block->outputs, type == BD_INHERITED ? BD_UINT32 : type));
    BD_TRY(bd_port_set_complexity(block->outputs, 0));
    return bd_port_set_width(block->outputs, 1);
}

static bd_status outputs_length(bd_block *block) {
    bd_element_write(block->outputs->data, block->outputs->shape.type, 0,
                     (double)strlen(bd_string_input(block, 0)));
    return BD_OK;
}

BD_BLOCK_TYPE(length, "StringLength", .setup = setup_length, .propagate = propagate_length,
              .outputs = outputs_length, .accepts_bus = true);

const bd_block_type *const bd_blocks_strings[] = {&constant, &concatenate, &compare, &length, NULL};
