/* blocks that look into strings: Substring, String Find, String Count, String Contains (Starts
 * With, Ends With), String to ASCII, ASCII to String, String to Enum */
#include "blocks/strings/strings.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "blockdiagram/expression.h"
#include "blocks/elements.h"
#include "blocks/families.h"

enum { CONTAINS, STARTS_WITH, ENDS_WITH };

typedef struct member {
    char name[BD_MAX_NAME + 1];
    double number;
} member;

typedef struct searching {
    size_t most;         /* of the output, if it is a string */
    bool any_case, rest; /* rest: Substring takes all from the index on */
    int how;             /* String Contains */
    member *members;     /* String to Enum */
    size_t member_count;
} searching;

/* where the pattern begins in the text, or NULL; an empty one is at the beginning */
static const char *find(const char *text, const char *pattern, bool any_case) {
    const size_t length = strlen(pattern);
    for (const char *at = text;; at++) {
        if ((any_case ? strncasecmp(at, pattern, length) : strncmp(at, pattern, length)) == 0)
            return at;
        if (!*at)
            return NULL;
    }
}

static bd_status setup_search(bd_block *block) {
    BD_TRY(bd_setup_ports(block, sizeof(searching), 2, 1));
    bool sensitive = true;
    BD_TRY(bd_block_flag(block, "CaseSensitive", &sensitive));
    ((searching *)block->data)->any_case = !sensitive;
    return BD_OK;
}

static bd_status two_strings(bd_block *block) {
    for (int i = 0; i < 2; i++)
        BD_TRY(bd_port_set_string(&block->inputs[i]));
    BD_TRY(bd_port_set_complexity(block->outputs, 0));
    return bd_port_set_width(block->outputs, 1);
}

/* the type that the block names, else the one of its internal rule */
static bd_status whole_number(bd_block *block, int usual) {
    int type;
    BD_TRY(two_strings(block));
    BD_TRY(bd_block_out_type(block, &type));
    return bd_port_set_type(block->outputs, type == BD_INHERITED ? usual : type);
}

static void put(bd_block *block, double value) {
    bd_element_write(block->outputs->data, block->outputs->shape.type, 0, value);
}

/* ---- String Find: from 1; -1 if there is none ---- */

static bd_status propagate_find(bd_block *block) {
    return whole_number(block, BD_INT32);
}

static bd_status outputs_find(bd_block *block) {
    const searching *s = block->data;
    const char *text = bd_string_input(block, 0);
    const char *at = find(text, bd_string_input(block, 1), s->any_case);
    put(block, at ? (double)(at - text + 1) : -1.0);
    return BD_OK;
}

BD_BLOCK_TYPE(string_find, "StringFind", .setup = setup_search, .propagate = propagate_find,
              .outputs = outputs_find, .accepts_bus = true);

/* ---- String Count: occurrences that do not overlap ---- */

static bd_status propagate_count(bd_block *block) {
    return whole_number(block, BD_UINT32);
}

static bd_status outputs_count(bd_block *block) {
    const searching *s = block->data;
    const char *at = bd_string_input(block, 0), *pattern = bd_string_input(block, 1);
    const size_t length = strlen(pattern);
    if (length == 0)
        return bd_block_fail(block, BD_BLOCK_FAILED,
                             "how often an empty string occurs in another is not defined");
    int count = 0;
    for (; (at = find(at, pattern, s->any_case)); at += length)
        count++;
    put(block, count);
    return BD_OK;
}

BD_BLOCK_TYPE(string_count, "StringCount", .setup = setup_search, .propagate = propagate_count,
              .outputs = outputs_count, .accepts_bus = true);

/* ---- String Contains ---- */

static bd_status setup_contains(bd_block *block) {
    static const char *const functions[] = {"Contains", "Starts with", "Ends with", NULL};
    BD_TRY(setup_search(block));
    return bd_block_choice(block, "Function", functions, &((searching *)block->data)->how);
}

static bd_status propagate_contains(bd_block *block) {
    BD_TRY(two_strings(block));
    return bd_port_set_type(block->outputs, BD_LOGICAL);
}

static bd_status outputs_contains(bd_block *block) {
    const searching *s = block->data;
    const char *text = bd_string_input(block, 0), *pattern = bd_string_input(block, 1);
    const size_t all = strlen(text), part = strlen(pattern);
    if (s->how == CONTAINS || part > all)
        put(block, find(text, pattern, s->any_case) != NULL);
    else {
        const char *at = s->how == STARTS_WITH ? text : text + (all - part);
        put(block, (s->any_case ? strncasecmp : strncmp)(at, pattern, part) == 0);
    }
    return BD_OK;
}

BD_BLOCK_TYPE(contains, "StringContains", .setup = setup_contains, .propagate = propagate_contains,
              .outputs = outputs_contains, .accepts_bus = true);

/* ---- Substring: len characters from number idx on, or all of them ---- */

static bd_status setup_substring(bd_block *block) {
    bool rest = false;
    BD_TRY(bd_block_flag(block, "InheritMaximumLength", &rest));
    if (block->node && block->node->ports_written)
        rest = block->node->ports[BD_PORT_INPUT] == 2;
    BD_TRY(bd_setup_ports(block, sizeof(searching), rest ? 2 : 3, 1));
    searching *s = block->data;
    s->rest = rest;
    s->most = BD_STRING_ROOM - 1;
    return rest ? BD_OK : bd_string_limit(block, &s->most);
}

static bd_status propagate_substring(bd_block *block) {
    BD_TRY(bd_port_set_string(block->inputs));
    for (int i = 1; i < block->input_count; i++) {
        BD_TRY(bd_port_set_width(&block->inputs[i], 1));
        BD_TRY(bd_port_set_complexity(&block->inputs[i], 0));
        if (block->inputs[i].shape.type == BD_BUS)
            return bd_block_fail(block, BD_BAD_SIGNAL, "input %d is no number", i + 1);
    }
    return bd_port_set_string(block->outputs);
}

static double number_at(const bd_block *block, int input) {
    const bd_port *u = &block->inputs[input];
    return bd_element_read(u->data, u->shape.type, 0);
}

static bd_status outputs_substring(bd_block *block) {
    const searching *s = block->data;
    const char *text = bd_string_input(block, 0);
    const long length = (long)strlen(text);
    const long begin = bd_whole(number_at(block, 1), 0, length + 1);
    long count = s->rest ? length : bd_whole(number_at(block, 2), -1, length);
    char part[BD_STRING_ROOM];
    if (begin < 1 || begin > length || count < 0)
        return bd_block_fail(block, BD_BLOCK_FAILED,
                             "%g characters from number %g on are not in a string of %ld",
                             s->rest ? 0.0 : number_at(block, 2), number_at(block, 1), length);
    count = count > length - begin + 1 ? length - begin + 1 : count;
    memcpy(part, text + begin - 1, (size_t)count);
    part[count] = '\0';
    return bd_string_output(block, part, s->most);
}

BD_BLOCK_TYPE(substring, "Substring", .setup = setup_substring, .propagate = propagate_substring,
              .outputs = outputs_substring, .accepts_bus = true);

/* ---- String to ASCII: a vector, zeros behind the end ---- */

static bd_status setup_to_ascii(bd_block *block) {
    long size = 0;
    BD_TRY(bd_setup_ports(block, sizeof(searching), 1, 1));
    BD_TRY(bd_block_whole(block, "OutputVectorSize", 1, BD_STRING_ROOM - 1, &size));
    ((searching *)block->data)->most = (size_t)size;
    return BD_OK;
}

static bd_status propagate_to_ascii(bd_block *block) {
    const searching *s = block->data;
    BD_TRY(bd_port_set_string(block->inputs));
    BD_TRY(bd_port_set_type(block->outputs, BD_UINT8));
    BD_TRY(bd_port_set_complexity(block->outputs, 0));
    return bd_port_set_width(block->outputs, (int)s->most);
}

static bd_status outputs_to_ascii(bd_block *block) {
    const searching *s = block->data;
    const char *text = bd_string_input(block, 0);
    const size_t length = strlen(text);
    if (length > s->most)
        return bd_block_fail(block, BD_BLOCK_FAILED,
                             "a string of %zu characters does not fit OutputVectorSize, %zu",
                             length, s->most);
    memset(block->outputs->data, 0, s->most);
    memcpy(block->outputs->data, text, length);
    return BD_OK;
}

BD_BLOCK_TYPE(to_ascii, "StringToASCII", .setup = setup_to_ascii, .propagate = propagate_to_ascii,
              .outputs = outputs_to_ascii, .accepts_bus = true);

/* ---- ASCII to String: up to the first zero ---- */

static bd_status setup_from_ascii(bd_block *block) {
    return bd_setup_ports(block, 0, 1, 1);
}

static bd_status propagate_from_ascii(bd_block *block) {
    BD_TRY(bd_port_set_type(block->inputs, BD_UINT8));
    BD_TRY(bd_port_set_complexity(block->inputs, 0));
    return bd_port_set_string(block->outputs);
}

static bd_status outputs_from_ascii(bd_block *block) {
    const unsigned char *from = block->inputs->data;
    const int count = bd_shape_width(&block->inputs->shape);
    char text[BD_STRING_ROOM];
    int n = 0;
    for (; n < count && from[n] != 0; n++) {
        if (from[n] > 127)
            return bd_block_fail(block, BD_BLOCK_FAILED, "element %d is %d, which is not ASCII",
                                 n + 1, from[n]);
        if (n == BD_STRING_ROOM - 1)
            return bd_block_fail(block, BD_UNSUPPORTED, "strings have at most %d characters here",
                                 BD_STRING_ROOM - 1);
        text[n] = (char)from[n];
    }
    text[n] = '\0';
    return bd_string_output(block, text, BD_STRING_ROOM - 1);
}

BD_BLOCK_TYPE(from_ascii, "ASCIIToString", .setup = setup_from_ascii,
              .propagate = propagate_from_ascii, .outputs = outputs_from_ascii,
              .accepts_bus = true);

/* ---- String to Enum: the number that the enumeration gives this name ---- */

/* names and numbers of the structure that an enumeration is in the workspace */
static bd_status take_members(bd_block *block, const bd_value *names) {
    searching *s = block->data;
    s->members = bd_block_alloc(block, (names->field_count + 1) * sizeof *s->members);
    if (!s->members)
        return bd_block_no_memory(block);
    for (size_t i = 0; i < names->field_count; i++) {
        member *m = &s->members[s->member_count++];
        snprintf(m->name, sizeof m->name, "%s", names->field_names[i]);
        bd_error error = {0};
        const bd_value *number = bd_value_field(names, m->name);
        if (!number || bd_value_scalar(number, m->name, &m->number, &error) != BD_OK)
            return bd_block_fail(block, BD_BAD_PARAMETER, "'%s' is no number of an enumeration",
                                 m->name);
    }
    return BD_OK;
}

static bd_status setup_to_enum(bd_block *block) {
    BD_TRY(bd_setup_ports(block, sizeof(searching), 1, 1));
    const char *text = bd_block_text(block, "OutDataTypeStr");
    bd_error error = {0};
    bd_value *names = NULL;
    if (!text || strncmp(text, "Enum:", 5) != 0)
        return bd_block_fail(block, BD_BAD_PARAMETER, "OutDataTypeStr names no enumeration");
    text += 5 + strspn(text + 5, " ");
    if (bd_expression_evaluate(text, block->scope, &names, &error) != BD_OK ||
        names->type != BD_STRUCT) {
        bd_value_free(names);
        return bd_block_fail(block, BD_BAD_PARAMETER, "there is no enumeration '%.60s'", text);
    }
    const bd_status status = take_members(block, names);
    bd_value_free(names);
    return status;
}

static bd_status propagate_to_enum(bd_block *block) {
    BD_TRY(bd_port_set_string(block->inputs));
    BD_TRY(bd_port_set_type(block->outputs, BD_INT32));
    BD_TRY(bd_port_set_complexity(block->outputs, 0));
    return bd_port_set_width(block->outputs, 1);
}

static bd_status outputs_to_enum(bd_block *block) {
    const searching *s = block->data;
    const char *name = bd_string_input(block, 0);
    for (size_t i = 0; i < s->member_count; i++)
        if (strcmp(s->members[i].name, name) == 0) {
            put(block, s->members[i].number);
            return BD_OK;
        }
    return bd_block_fail(block, BD_BLOCK_FAILED, "the enumeration has no name '%.60s'", name);
}

BD_BLOCK_TYPE(to_enum, "StringToEnum", .setup = setup_to_enum, .propagate = propagate_to_enum,
              .outputs = outputs_to_enum, .accepts_bus = true);

const bd_block_type *const bd_blocks_string_search[] = {
    &string_find, &string_count, &contains, &substring, &to_ascii, &from_ascii, &to_enum, NULL};
