/* Compose String (numbers and strings by a format as that of printf), To String */
#include "blocks/strings/strings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "blocks/elements.h"
#include "blocks/families.h"

#define MAX_PARTS 64

/* a piece of the format: plain text, or one conversion */
typedef struct piece {
    char text[48]; /* of a conversion, as snprintf takes it */
    const char *plain;
    size_t plain_length;
    char letter; /* of the conversion; 0: plain text */
} piece;

typedef struct format {
    piece pieces[MAX_PARTS];
    int count, inputs;
    size_t most;
} format;

/* "%[flags][width][.precision]letter" with the length that our argument needs */
static bool read_conversion(const char **at, piece *p) {
    const char *begin = *at, *c = begin + 1;
    c += strspn(c, "-+ #0");
    c += strspn(c, "0123456789");
    if (*c == '.')
        c += 1 + strspn(c + 1, "0123456789");
    const size_t length = (size_t)(c - begin);
    c += strspn(c, "hl");
    if (!*c || !strchr("diufeEgGxXos", *c) || length > 30)
        return false;
    p->letter = *c;
    const char *size = strchr("diuxXo", *c) ? "ll" : "";
    snprintf(p->text, sizeof p->text, "%.*s%s%c", (int)length, begin, size, *c);
    *at = c + 1;
    return true;
}

static bd_status read_format(bd_block *block, const char *text, format *f) {
    while (*text) {
        if (f->count == MAX_PARTS)
            return bd_block_fail(block, BD_UNSUPPORTED, "Format has more than %d parts", MAX_PARTS);
        piece *p = &f->pieces[f->count++];
        if (*text == '%' && text[1] == '%') {
            p->plain = text + 1;
            p->plain_length = 1;
            text += 2;
        } else if (*text == '%') {
            if (!read_conversion(&text, p))
                return bd_block_fail(block, BD_BAD_PARAMETER,
                                     "Format has a conversion that is not known: '%.20s'", text);
            f->inputs++;
        } else {
            p->plain = text;
            p->plain_length = strcspn(text, "%");
            text += p->plain_length;
        }
    }
    return BD_OK;
}

static bd_status setup_compose(bd_block *block) {
    const char *text;
    format *f = bd_block_alloc(block, sizeof *f);
    if (!f)
        return bd_block_no_memory(block);
    BD_TRY(bd_string_parameter(block, "Format", &text));
    BD_TRY(read_format(block, text, f));
    BD_TRY(bd_string_limit(block, &f->most));
    BD_TRY(bd_setup_ports(block, 0, f->inputs, 1));
    block->data = f;
    return BD_OK;
}

static bd_status propagate_compose(bd_block *block) {
    const format *f = block->data;
    int input = 0;
    for (int i = 0; i < f->count; i++) {
        const piece *p = &f->pieces[i];
        if (!p->letter)
            continue;
        bd_port *u = &block->inputs[input++];
        BD_TRY(p->letter == 's' ? bd_port_set_string(u) : bd_port_set_width(u, 1));
        if (p->letter != 's')
            BD_TRY(bd_port_set_complexity(u, 0));
        if (p->letter != 's' && u->shape.type == BD_BUS)
            return bd_block_fail(block, BD_BAD_SIGNAL, "input %d is a string, but its format is %s",
                                 input, p->text);
    }
    return bd_port_set_string(block->outputs);
}

static int write_piece(const bd_block *block, const piece *p, int input, char *to, size_t room) {
    const bd_port *u = &block->inputs[input];
    if (p->letter == 's')
        return snprintf(to, room, p->text, (const char *)u->data);
    const double value = bd_element_read(u->data, u->shape.type, 0);
    if (strchr("feEgG", p->letter))
        return snprintf(to, room, p->text, value);
    return snprintf(to, room, p->text, (long long)bd_whole(value, -(1L << 62), 1L << 62));
}

static bd_status outputs_compose(bd_block *block) {
    const format *f = block->data;
    char text[BD_STRING_ROOM];
    size_t used = 0;
    int input = 0;
    for (int i = 0; i < f->count; i++) {
        const piece *p = &f->pieces[i];
        const size_t room = sizeof text - used;
        const int n = p->letter
                          ? write_piece(block, p, input++, text + used, room)
                          : snprintf(text + used, room, "%.*s", (int)p->plain_length, p->plain);
        if (n < 0 || (size_t)n >= room || used + (size_t)n > f->most)
            return bd_block_fail(block, BD_BLOCK_FAILED,
                                 "what is composed does not fit the type, which has %zu characters",
                                 f->most);
        used += (size_t)n;
    }
    text[used] = '\0';
    return bd_string_output(block, text, f->most);
}

BD_BLOCK_TYPE(compose, "ComposeString", .setup = setup_compose, .propagate = propagate_compose,
              .outputs = outputs_compose, .accepts_bus = true);

/* ---- To String: truths and whole numbers ---- */

static bd_status setup_one(bd_block *block) {
    return bd_setup_ports(block, 0, 1, 1);
}

static bd_status propagate_to_string(bd_block *block) {
    BD_TRY(bd_port_set_width(block->inputs, 1));
    BD_TRY(bd_port_set_complexity(block->inputs, 0));
    if (block->inputs->shape.type == BD_BUS)
        return bd_block_fail(block, BD_BAD_SIGNAL, "the input is no number");
    return bd_port_set_string(block->outputs);
}

static bd_status outputs_to_string(bd_block *block) {
    const bd_port *u = block->inputs;
    const double value = bd_element_read(u->data, u->shape.type, 0);
    char text[64];
    if (u->shape.type == BD_LOGICAL)
        snprintf(text, sizeof text, "%s", value != 0.0 ? "true" : "false");
    else if (value == floor(value) && fabs(value) < 1e15)
        snprintf(text, sizeof text, "%.0f", value);
    else
        return bd_block_fail(block, BD_UNSUPPORTED,
                             "how %g is written is not known here: use Compose String", value);
    return bd_string_output(block, text, BD_STRING_ROOM - 1);
}

BD_BLOCK_TYPE(to_string, "ToString", .setup = setup_one, .propagate = propagate_to_string,
              .outputs = outputs_to_string, .accepts_bus = true);

const bd_block_type *const bd_blocks_string_numbers[] = {&compose, &to_string, NULL};
