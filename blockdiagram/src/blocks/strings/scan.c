/* Scan String: reads a string by a format as that of scanf, one output for each conversion. String
 * to Double and to Single are the same block with the formats "%lf" and "%f". What does not match
 * is 0 or "", and told */
#include "blocks/strings/strings.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blocks/elements.h"
#include "blocks/families.h"

#define MAX_CONVERSIONS 128 /* as documented */

typedef struct conversion {
    const char *before; /* what stands between it and the last one */
    size_t before_length;
    size_t width; /* most characters of it; SIZE_MAX: any */
    char letter;
    int type; /* of the output; BD_BUS: a string */
} conversion;

typedef struct scanning {
    conversion list[MAX_CONVERSIONS];
    int count;
} scanning;

/* h and hh shorten whole numbers; f is single and lf double */
static int type_of(char letter, int shorts, bool is_long) {
    static const int with_sign[] = {BD_INT32, BD_INT16, BD_INT8};
    static const int without[] = {BD_UINT32, BD_UINT16, BD_UINT8};
    if (letter == 's')
        return BD_BUS;
    if (strchr("feEgG", letter))
        return is_long ? BD_DOUBLE : BD_SINGLE;
    return (strchr("di", letter) ? with_sign : without)[shorts > 2 ? 2 : shorts];
}

/* %[width][length]letter */
static bool read_conversion(const char **at, conversion *c) {
    char *end;
    const char *p = *at + 1;
    c->width = SIZE_MAX;
    if (isdigit((unsigned char)*p)) {
        c->width = strtoul(p, &end, 10);
        p = end;
    }
    const int shorts = (int)strspn(p, "h");
    p += shorts;
    const bool is_long = *p == 'l' || *p == 'L';
    p += is_long;
    if (!*p || !strchr("diuoxXfeEgGs", *p) || c->width == 0)
        return false;
    c->letter = *p;
    c->type = type_of(*p, shorts, is_long);
    *at = p + 1;
    return true;
}

static bd_status read_format(bd_block *block, const char *text, scanning *s) {
    const char *before = text;
    while (*text) {
        if (*text != '%' || text[1] == '%') {
            text += *text == '%' ? 2 : 1;
            continue;
        }
        if (s->count == MAX_CONVERSIONS)
            return bd_block_fail(block, BD_BAD_PARAMETER, "Format has more than %d conversions",
                                 MAX_CONVERSIONS);
        conversion *c = &s->list[s->count++];
        c->before = before;
        c->before_length = (size_t)(text - before);
        if (!read_conversion(&text, c))
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "Format has a conversion that is not known: '%.20s'", text);
        before = text;
    }
    return s->count > 0 ? BD_OK
                        : bd_block_fail(block, BD_BAD_PARAMETER, "Format has no conversion");
}

static bd_status setup(bd_block *block) {
    const char *text = strcmp(block->type->name, "StringToSingle") == 0 ? "%f" : "%lf";
    scanning *s = bd_block_alloc(block, sizeof *s);
    if (!s)
        return bd_block_no_memory(block);
    if (strcmp(block->type->name, "ScanString") == 0 || bd_block_written(block, "Format"))
        BD_TRY(bd_string_parameter(block, "Format", &text));
    BD_TRY(read_format(block, text, s));
    block->data = s;
    return bd_setup_ports(block, 0, 1, s->count);
}

static bd_status propagate(bd_block *block) {
    const scanning *s = block->data;
    BD_TRY(bd_port_set_string(block->inputs));
    for (int i = 0; i < s->count; i++) {
        bd_port *y = &block->outputs[i];
        if (s->list[i].type == BD_BUS) {
            BD_TRY(bd_port_set_string(y));
            continue;
        }
        BD_TRY(bd_port_set_type(y, s->list[i].type));
        BD_TRY(bd_port_set_complexity(y, 0));
        BD_TRY(bd_port_set_width(y, 1));
    }
    return BD_OK;
}

/* white space of the format passes any; other characters must be there */
static bool pass(const char **at, const char *plain, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (isspace((unsigned char)plain[i]))
            *at += strspn(*at, " \t\n\r\f\v");
        else if (plain[i] == '%') {
            *at += strspn(*at, " \t\n\r\f\v");
            i++; /* two of them mean one */
            if (*(*at)++ != '%')
                return false;
        } else if (*(*at)++ != plain[i])
            return false;
    }
    return true;
}

/* the number that begins here; whole ones in their base */
static bool read_number(const conversion *c, const char *field, double *value, size_t *used) {
    char *end;
    if (strchr("feEgG", c->letter)) {
        if (strpbrk(field, "xX") == field + 1)
            return false; /* hexadecimal is for C only */
        *value = strtod(field, &end);
    } else {
        const int base = c->letter == 'o'          ? 8
                         : strchr("xX", c->letter) ? 16
                         : c->letter == 'i'        ? 0
                                                   : 10;
        *value = (double)strtoll(field, &end, base);
    }
    *used = (size_t)(end - field);
    return *used > 0;
}

static bool take(bd_block *block, int i, const char **at) {
    const scanning *s = block->data;
    const conversion *c = &s->list[i];
    bd_port *y = &block->outputs[i];
    if (!pass(at, c->before, c->before_length))
        return false;
    *at += strspn(*at, " \t\n\r\f\v");
    char field[BD_STRING_ROOM];
    size_t length = strcspn(*at, " \t\n\r\f\v");
    length = length > c->width ? c->width : length;
    memcpy(field, *at, length);
    field[length] = '\0';
    if (c->type == BD_BUS) {
        memset(y->data, 0, BD_STRING_ROOM);
        memcpy(y->data, field, length);
    } else {
        double value;
        if (!read_number(c, field, &value, &length))
            return false;
        bd_element_write(y->data, y->shape.type, 0, value);
    }
    *at += length;
    return length > 0;
}

static bd_status outputs(bd_block *block) {
    const scanning *s = block->data;
    const char *text = bd_string_input(block, 0), *at = text;
    int done = 0;
    while (done < s->count && take(block, done, &at))
        done++;
    for (int i = done; i < s->count; i++) {
        if (s->list[i].type == BD_BUS)
            memset(block->outputs[i].data, 0, BD_STRING_ROOM);
        else
            bd_element_write(block->outputs[i].data, block->outputs[i].shape.type, 0, 0.0);
    }
    if (done < s->count)
        bd_block_warn(block,
                      "a string does not match the format: output %d and those behind it are %s",
                      done + 1, "0 or empty then");
    return BD_OK;
}

BD_BLOCK_TYPE(scan_string, "ScanString", .setup = setup, .propagate = propagate, .outputs = outputs,
              .accepts_bus = true);
BD_BLOCK_TYPE(to_double, "StringToDouble", .setup = setup, .propagate = propagate,
              .outputs = outputs, .accepts_bus = true);
BD_BLOCK_TYPE(to_single, "StringToSingle", .setup = setup, .propagate = propagate,
              .outputs = outputs, .accepts_bus = true);

const bd_block_type *const bd_blocks_string_scan[] = {&scan_string, &to_double, &to_single, NULL};
