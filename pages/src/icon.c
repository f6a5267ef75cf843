/* outlines and contents by block type */
#include "icon.h"
#include "icon_table.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LETTER 0.6 /* of the font's size: how wide a letter is */
#define LARGE  11.0
#define SMALL  7.0

static bool is(const bd_node *node, const char *type) {
    return strcmp(node->type, type) == 0;
}

/* the longest line and how many there are */
static int text_size(const char *text, int *lines) {
    int longest = 0, length = 0;
    *lines = 1;
    for (; *text; text++) {
        if (*text == '\n') {
            (*lines)++;
            length = 0;
        } else if (((unsigned char)*text & 0xc0) != 0x80) {
            length++;
        }
        longest = length > longest ? length : longest;
    }
    return longest;
}

static void write_lines(FILE *out, double x, double y, double size, const char *text, int lines) {
    double at = y - 0.6 * size * (lines - 1) + 0.35 * size;
    for (const char *line = text;; at += 1.2 * size) {
        const size_t length = strcspn(line, "\n");
        fprintf(out, "<text class=\"icon\" x=\"%.4g\" y=\"%.4g\" font-size=\"%.3g\">", x, at, size);
        pg_xml_part(out, line, length);
        fputs("</text>", out);
        if (!line[length])
            return;
        line += length + 1;
    }
}

void pg_icon_text(FILE *out, const bd_place *box, const char *text, const char *words) {
    const double width = box->right - box->left - 6.0, height = box->bottom - box->top - 2.0;
    int lines, longest = text_size(text, &lines);
    if (longest == 0)
        return;
    double size = fmin(fmin(LARGE, width / (LETTER * longest)), height / (1.2 * lines));
    char cut[128];
    if (size < SMALL && words && longest > pg_length(words)) {
        pg_icon_text(out, box, words, NULL);
        return;
    }
    if (size < SMALL && lines == 1) { /* as much as fits */
        const int room = (int)fmax(width / (LETTER * SMALL), 2.0);
        size_t n = 0;
        for (int i = 0; i < room - 1 && text[n] && n < sizeof cut - 12; i++)
            do
                n++;
            while (((unsigned char)text[n] & 0xc0) == 0x80);
        snprintf(cut, sizeof cut, "%.*s…", (int)n, text);
        text = cut;
    }
    write_lines(out, 0.5 * (box->left + box->right), 0.5 * (box->top + box->bottom),
                fmax(size, fmin(SMALL, height)), text, lines);
}

/* above over below, with a line between */
static void draw_fraction(FILE *out, const bd_place *box, const char *above, const char *below) {
    const double middle = 0.5 * (box->top + box->bottom), x = 0.5 * (box->left + box->right);
    const int letters = pg_length(above) > pg_length(below) ? pg_length(above) : pg_length(below);
    const double room = box->right - box->left - 6.0;
    const double size =
        fmin(fmin(LARGE, room / (LETTER * letters)), 0.42 * (box->bottom - box->top));
    const double half = fmin(0.5 * room, 0.5 * LETTER * letters * size + 2.0);
    write_lines(out, x, middle - 0.62 * size, size, above, 1);
    write_lines(out, x, middle + 0.68 * size, size, below, 1);
    fprintf(out, "<path class=\"thin\" d=\"M%.5g %.5gH%.5g\"/>", x - half, middle, x + half);
}

static void curve(FILE *out, const bd_place *box, const char *strong, const char *thin) {
    const double w = box->right - box->left, h = box->bottom - box->top;
    const double inset = 0.12 * fmin(w, h);
    /* paths that touch ports fill the block; others keep away from its edge and stay in a square */
    const bool whole = strncmp(strong, "M0 ", 3) == 0 || strncmp(strong, "M100", 4) == 0;
    const double side = fmin(w, h) - 2.0 * inset;
    const double sx = whole ? w / 100.0 : fmin(w - 2.0 * inset, 1.5 * side) / 100.0,
                 sy = whole ? h / 100.0 : side / 100.0;
    fprintf(out, "<g transform=\"translate(%.5g %.5g) scale(%.4g %.4g)\">",
            0.5 * (box->left + box->right) - 50.0 * sx, 0.5 * (box->top + box->bottom) - 50.0 * sy,
            sx, sy);
    if (thin && *thin)
        fprintf(out, "<path class=\"thin\" vector-effect=\"non-scaling-stroke\" d=\"%s\"/>", thin);
    fprintf(out, "<path class=\"curve\" vector-effect=\"non-scaling-stroke\" d=\"%s\"/></g>",
            strong);
}

static void table_icon(FILE *out, const bd_node *node, const bd_place *box,
                       const pg_icon_row *row) {
    char above[200], below[200];
    const char *a = bd_node_parameter(node, row->first);
    const char *b = row->kind == PG_POLYNOMIAL ? bd_node_parameter(node, row->second) : NULL;
    switch (row->kind) {
    case PG_TEXT:
        pg_icon_text(out, box, row->first, NULL);
        break;
    case PG_PARAMETER:
        pg_icon_text(out, box, a && *a ? a : row->second, row->second);
        break;
    case PG_FRACTION:
        draw_fraction(out, box, row->first, row->second);
        break;
    case PG_CURVE:
        curve(out, box, row->first, row->second);
        break;
    case PG_POLYNOMIAL:
        if (!a || !pg_polynomial(a, row->more[0], above, sizeof above))
            snprintf(above, sizeof above, "num(%s)", row->more);
        if (!b || !pg_polynomial(b, row->more[0], below, sizeof below))
            snprintf(below, sizeof below, "den(%s)", row->more);
        draw_fraction(out, box, above, below);
        break;
    }
}

/* the signs of a sum or product beside its inputs */
static void signs(FILE *out, const bd_node *node, const bd_place *box) {
    const char *inputs = bd_node_parameter(node, "Inputs");
    const bool product = is(node, "Product");
    const bool written = inputs && strpbrk(inputs, product ? "*/" : "+-");
    const int count = node->ports[BD_PORT_INPUT];
    bd_node copy = *node;
    copy.index = 0;
    bd_place place = *box;
    const bd_sheet sheet = {.system = node->parent, .places = &place};
    int index = 0;
    const char *c = written ? inputs : "";
    if (count <= 1) {
        pg_icon_text(out, box, product ? "∏" : "Σ", NULL);
        return;
    }
    for (; index < count; index++) {
        while (*c && !strchr(product ? "*/" : "+-", *c))
            c++;
        const char *text = product ? *c == '/' ? "÷" : "×" : *c == '-' ? "−" : "+";
        c += *c != '\0';
        bd_side side;
        const bd_end end = {&copy, BD_PORT_INPUT, index};
        const bd_point at = bd_port_place(&sheet, &end, &side);
        const double dx = side == BD_LEFT ? 8 : side == BD_RIGHT ? -8 : 0;
        const double dy = side == BD_UP ? 8 : side == BD_DOWN ? -8 : 0;
        if (product && !strchr(written ? inputs : "", '/'))
            break;
        write_lines(out, at.x + dx * (bd_is_round(node) ? 0.8 : 1.0),
                    at.y + dy * (bd_is_round(node) ? 0.8 : 1.0), bd_is_round(node) ? 9.0 : 11.0,
                    text, 1);
    }
    if (product && index == 0)
        pg_icon_text(out, box, "×", NULL);
}

/* names of the port blocks inside a subsystem */
static void port_names(FILE *out, const bd_node *node, const bd_place *box) {
    int inputs = 0, outputs = 0;
    for (size_t i = 0; i < node->system->block_count; i++) {
        const bd_node *b = node->system->blocks[i];
        const bool input = is(b, "Inport");
        if (!input && !is(b, "Outport"))
            continue;
        int *seen = input ? &inputs : &outputs;
        const char *port = bd_node_parameter(b, "Port");
        const int number = port && atoi(port) > 0 ? atoi(port) : *seen + 1;
        const int count = node->ports[input ? BD_PORT_INPUT : BD_PORT_OUTPUT];
        (*seen)++;
        if (number > count)
            continue;
        const bd_place half = {box->left, box->top, box->right, box->bottom, box->facing};
        const double room = 0.46 * (box->right - box->left);
        const double y = half.top + (half.bottom - half.top) * (2.0 * number - 1) / (2.0 * count);
        const int length = pg_length(b->name);
        const double size = fmin(9.0, room / (LETTER * (length ? length : 1)));
        const bool left = input == (box->facing != BD_LEFT);
        if (size < 4.0 || (box->bottom - box->top) / count < 7.0)
            continue;
        fprintf(out,
                "<text class=\"port\" x=\"%.5g\" y=\"%.5g\" font-size=\"%.3g\" "
                "text-anchor=\"%s\">",
                left ? box->left + 4.0 : box->right - 4.0, y + 0.35 * size, size,
                left ? "start" : "end");
        pg_xml(out, b->name);
        fputs("</text>", out);
    }
}

static void outline(FILE *out, const bd_node *node, const bd_place *p) {
    const double l = p->left, t = p->top, r = p->right, b = p->bottom, w = r - l, h = b - t;
    if (is(node, "Gain") || is(node, "Slider Gain")) {
        const double x = 0.5 * (l + r), y = 0.5 * (t + b);
        const double corners[4][6] = {
            {l, t, r, y, l, b}, {l, t, r, t, x, b}, {r, t, l, y, r, b}, {l, b, r, b, x, t}};
        const double *c = corners[p->facing];
        fprintf(out, "<path class=\"body\" d=\"M%g %gL%g %gL%g %gZ\"/>", c[0], c[1], c[2], c[3],
                c[4], c[5]);
    } else if (bd_is_round(node)) {
        fprintf(out, "<ellipse class=\"body\" cx=\"%g\" cy=\"%g\" rx=\"%g\" ry=\"%g\"/>",
                0.5 * (l + r), 0.5 * (t + b), 0.5 * w, 0.5 * h);
    } else if (is(node, "Mux") || is(node, "Demux") || is(node, "BusCreator") ||
               is(node, "BusSelector")) {
        fprintf(out, "<rect class=\"bar\" x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\"/>", l, t, w,
                h);
    } else if (is(node, "Goto") || is(node, "From")) {
        const double tip = fmin(0.4 * h, 0.3 * w);
        const bool to_right = is(node, "Goto") == (p->facing != BD_LEFT);
        if (to_right)
            fprintf(out, "<path class=\"body\" d=\"M%g %gH%gL%g %gL%g %gH%gZ\"/>", l, t, r - tip, r,
                    0.5 * (t + b), r - tip, b, l);
        else
            fprintf(out, "<path class=\"body\" d=\"M%g %gH%gV%gH%gL%g %gZ\"/>", l + tip, t, r, b,
                    l + tip, l, 0.5 * (t + b));
    } else if (is(node, "Terminator") || is(node, "Ground")) {
        fprintf(out, "<rect class=\"air\" x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\"/>", l, t, w,
                h);
    } else {
        const bool port = is(node, "Inport") || is(node, "Outport");
        fprintf(out,
                "<rect class=\"body\" x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" rx=\"%g\"/>", l,
                t, w, h, port ? 0.5 * fmin(w, h) : 2.0);
    }
}

void pg_icon(FILE *out, const bd_node *node, const bd_place *place) {
    bd_place box = *place;
    outline(out, node, place);
    if (is(node, "Gain") || is(node, "Slider Gain")) { /* room in a triangle */
        const double w = box.right - box.left, h = box.bottom - box.top;
        box.right -= place->facing == BD_RIGHT ? 0.35 * w : 0.0;
        box.left += place->facing == BD_LEFT ? 0.35 * w : 0.0;
        box.bottom -= place->facing == BD_DOWN ? 0.35 * h : 0.0;
        box.top += place->facing == BD_UP ? 0.35 * h : 0.0;
    }
    if (is(node, "Mux") || is(node, "Demux") || is(node, "BusCreator") || is(node, "BusSelector"))
        return;
    if (pg_icon_mask(out, node, &box))
        return;
    if (is(node, "Sum") || is(node, "Product")) {
        signs(out, node, &box);
        return;
    }
    for (size_t i = 0; i < sizeof pg_icons / sizeof *pg_icons; i++)
        if (is(node, pg_icons[i].type)) {
            table_icon(out, node, &box, &pg_icons[i]);
            return;
        }
    if (node->system)
        port_names(out, node, &box);
    else
        pg_icon_text(out, &box, node->mask && *node->mask->type ? node->mask->type : node->type,
                     NULL);
}
