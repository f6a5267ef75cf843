/* one sheet: lines below, blocks above, names and labels */
#define _POSIX_C_SOURCE 200809L
#include "diagram.h"
#include "assets.h"
#include "compare.h"
#include "icon.h"
#include "text.h"

#include "common/memory.h"
#include "common/words.h"
#include "common/memory_text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct canvas {
    FILE *out;
    bd_sheet sheet;
    const bd_system *before; /* counterpart of the other diagram */
    bool compared, links;
    bool incomplete; /* memory ran out */
    double left, top, right, bottom;
} canvas;

static void grow(canvas *c, double x, double y) {
    c->left = fmin(c->left, x);
    c->right = fmax(c->right, x);
    c->top = fmin(c->top, y);
    c->bottom = fmax(c->bottom, y);
}

/* "blue", "lightBlue", "[0.2, 0.5, 1]" → a colour of CSS; false if it is none, or the usual one */
static bool colour_of(const bd_node *node, char *colour, size_t size) {
    static const cm_pair names[] = {
        {"red", "#f28b82"},       {"green", "#a5d6a7"},     {"blue", "#90b4f5"},
        {"cyan", "#a5e6ee"},      {"magenta", "#e9a7e0"},   {"yellow", "#fff3a0"},
        {"gray", "#c4c8cc"},      {"lightBlue", "#d3e8fb"}, {"orange", "#ffcf99"},
        {"darkGreen", "#8fbf8f"}, {"black", "#565b61"}};
    const char *text = bd_parameters_find(&node->parameters, "BackgroundColor");
    double r, g, b;
    if (!text)
        return false;
    const char *known = cm_other(CM_TABLE(names), text);
    if (known) {
        snprintf(colour, size, "%s", known);
        return true;
    }
    if (sscanf(text, " [%lf%*[, ]%lf%*[, ]%lf", &r, &g, &b) != 3 ||
        !(r >= 0 && r <= 1 && g >= 0 && g <= 1 && b >= 0 && b <= 1) || (r == 1 && g == 1 && b == 1))
        return false;
    snprintf(colour, size, "#%02x%02x%02x", (int)(255 * r), (int)(255 * g), (int)(255 * b));
    return true;
}

/* halo: the ground below the letters, so that lines do not strike them out */
static void draw_name(canvas *c, const bd_node *node, const bd_place *p, bool halo) {
    const char *show = bd_parameters_find(&node->parameters, "ShowName");
    const char *placement = bd_parameters_find(&node->parameters, "NamePlacement");
    const char *location = bd_parameters_find(&node->parameters, "NameLocation");
    const bool above = (placement && strcmp(placement, "alternate") == 0) ||
                       (location && strcmp(location, "top") == 0);
    if (show && strcmp(show, "off") == 0)
        return;
    int lines = 1;
    for (const char *s = node->name; *s; s++)
        lines += *s == '\n';
    const double x = 0.5 * (p->left + p->right);
    double y = above ? p->top - 5.0 - 11.0 * (lines - 1) : p->bottom + 12.0;
    for (const char *line = node->name;; y += 11.0) {
        const size_t length = strcspn(line, "\n");
        fprintf(c->out, "<text class=\"name%s\" x=\"%.6g\" y=\"%.6g\">", halo ? " halo" : "", x, y);
        pg_xml_part(c->out, line, length);
        fputs("</text>", c->out);
        grow(c, x - 2.9 * (double)length, y - 10.0);
        grow(c, x + 2.9 * (double)length, y + 4.0);
        if (!line[length])
            return;
        line += length + 1;
    }
}

/* what the pointer tells: path, type, link, parameters, differences */
static void draw_title(canvas *c, const bd_node *node) {
    static const char *const dull[] = {"Position", "ZOrder", "UserData", "MaskDisplay", "ShowName"};
    fputs("<title>", c->out);
    pg_xml(c->out, node->path);
    fputs("\n", c->out);
    pg_xml(c->out, node->type);
    if (node->link && node->link->source) {
        fputs(" from ", c->out);
        pg_xml(c->out, node->link->source);
    }
    if (node->obstacle) {
        fputs("\ncannot be run: ", c->out);
        pg_xml(c->out, node->obstacle);
    }
    if (c->compared) {
        char *text = NULL;
        size_t size = 0;
        FILE *memory = open_memstream(&text, &size);
        c->incomplete = c->incomplete || !memory;
        if (memory) {
            (void)pg_block_change(node, c->before, memory);
            if (cm_memory_text_close(memory, &text)) {
                fputs("\n", c->out);
                pg_xml(c->out, text);
            } else {
                c->incomplete = true;
            }
        }
        free(text);
    } else {
        for (size_t i = 0, told = 0; i < node->parameters.count && told < 14; i++) {
            const bd_parameter *p = &node->parameters.items[i];
            bool skip = strlen(p->value) > 80;
            for (size_t k = 0; k < sizeof dull / sizeof *dull; k++)
                skip = skip || strcmp(p->name, dull[k]) == 0;
            if (skip)
                continue;
            fputs("\n", c->out);
            pg_xml(c->out, p->name);
            fputs(" = ", c->out);
            pg_xml(c->out, p->value);
            told++;
        }
        for (size_t i = 0; node->mask && i < node->mask->count && i < 20; i++) {
            fputs("\n", c->out);
            pg_xml(c->out, node->mask->variables[i].name);
            fputs(" = ", c->out);
            pg_xml(c->out, node->mask->variables[i].value);
        }
    }
    fputs("</title>", c->out);
}

static void draw_block(canvas *c, const bd_node *node, const bd_place *p, const char *kind) {
    static const char *const words[] = {"", " added", " changed", " inside"};
    char colour[16];
    const pg_change change = c->compared ? pg_block_change(node, c->before, NULL) : PG_SAME;
    fprintf(c->out, "<g class=\"block%s%s%s%s%s\" data-block=\"", words[change], kind,
            node->system ? " opens" : "", node->commented ? " commented" : "",
            node->mask ? " masked" : "");
    pg_xml(c->out, node->path);
    fputs("\"", c->out);
    if (node->system && c->links && !*kind) {
        fputs(" tabindex=\"0\" data-sheet=\"", c->out);
        pg_xml(c->out, node->path);
        fputs("\"", c->out);
    }
    if (colour_of(node, colour, sizeof colour))
        fprintf(c->out, " style=\"--fill:%s\" fill=\"%s\"", colour, colour);
    fputs(">", c->out);
    draw_title(c, node);
    pg_icon(c->out, node, p);
    if (node->mask && node->system) /* something is below the mask: an arrow in the corner */
        fprintf(c->out, "<path class=\"thin\" d=\"M%g %gv-5m0 5l-2 -2m2 2l2 -2\"/>", p->left + 5.0,
                p->bottom - 2.0);
    if (*kind)
        draw_name(c, node, p, false);
    fputs("</g>\n", c->out);
    grow(c, p->left - 8.0, p->top - 8.0);
    grow(c, p->right + 8.0, p->bottom + 8.0);
}

static void draw_arrow(canvas *c, bd_point tip, bd_point from) {
    const double dx = tip.x - from.x, dy = tip.y - from.y, length = hypot(dx, dy);
    if (length < 0.1)
        return;
    const double x = dx / length, y = dy / length;
    fprintf(c->out, "<path class=\"arrow\" d=\"M%.6g %.6gL%.6g %.6gL%.6g %.6gZ\"/>", tip.x, tip.y,
            tip.x - 6.0 * x - 3.0 * y, tip.y - 6.0 * y + 3.0 * x, tip.x - 6.0 * x + 3.0 * y,
            tip.y - 6.0 * y - 3.0 * x);
}

static void draw_label(canvas *c, const bd_line *line, const bd_point *p, int n) {
    if (!*line->name || n < 2)
        return;
    /* on the first level piece that is long enough, else on the first */
    int at = 1;
    for (int i = n - 1; i >= 1; i--)
        if (fabs(p[i].y - p[i - 1].y) < 1.0 && fabs(p[i].x - p[i - 1].x) > 24.0)
            at = i;
    const double x = 0.5 * (p[at].x + p[at - 1].x), y = 0.5 * (p[at].y + p[at - 1].y) - 4.0;
    fprintf(c->out, "<text class=\"label\" x=\"%.6g\" y=\"%.6g\">", x, y);
    pg_xml(c->out, line->name);
    fputs("</text>", c->out);
}

#define TOGETHER 64 /* branches whose common part is looked for */

static void draw_line(canvas *c, const bd_line *line, bd_point (*ways)[BD_WAY], int *counts) {
    const size_t n = line->destination_count;
    fputs("<g class=\"line\"><title>", c->out);
    pg_xml(c->out, line->source.block->name);
    if (*line->name) {
        fputs(": ", c->out);
        pg_xml(c->out, line->name);
    }
    fputs("</title>", c->out);
    for (size_t k = 0; k < n; k++) {
        const size_t slot = k < TOGETHER ? k : TOGETHER - 1;
        bd_point *p = ways[slot];
        const int count = counts[slot] = bd_way(&c->sheet, line, k, p);
        const bool changed = c->compared && pg_line_changed(line, k, c->before);
        fprintf(c->out, "<path class=\"wire%s\" d=\"", changed ? " rewired" : "");
        for (int i = 0; i < count; i++) {
            fprintf(c->out, "%s%.6g %.6g", i ? "L" : "M", p[i].x, p[i].y);
            grow(c, p[i].x, p[i].y);
        }
        fputs("\"/>", c->out);
        if (count > 1)
            draw_arrow(c, p[count - 1], p[count - 2]);
        bd_point best = {0.0, 0.0}, point;
        double farthest = 0.0, length;
        for (size_t j = 0; j < slot; j++)
            if (bd_branch(ways[j], counts[j], p, count, &point, &length) && length > farthest) {
                farthest = length;
                best = point;
            }
        if (farthest > 0.0)
            fprintf(c->out, "<circle class=\"dot\" cx=\"%.6g\" cy=\"%.6g\" r=\"2.4\"/>", best.x,
                    best.y);
    }
    if (n > 0)
        draw_label(c, line, ways[0], counts[0]);
    fputs("</g>\n", c->out);
}

/* a small dot at every port */
static void draw_pins(canvas *c) {
    const bd_system *s = c->sheet.system;
    for (size_t i = 0; i < s->block_count; i++) {
        bd_node *node = s->blocks[i];
        for (int kind = BD_PORT_INPUT; kind <= BD_PORT_OUTPUT; kind++)
            for (int k = 0; k < node->ports[kind] && k < 200; k++) {
                const bd_end end = {node, (bd_port_kind)kind, k};
                bd_side side;
                const bd_point p = bd_port_place(&c->sheet, &end, &side);
                fprintf(c->out, "<circle class=\"pin\" cx=\"%.6g\" cy=\"%.6g\" r=\"1.6\"/>", p.x,
                        p.y);
            }
    }
}

static void draw_removed(canvas *c) {
    for (size_t i = 0; c->before && i < c->before->block_count; i++) {
        const bd_node *node = c->before->blocks[i];
        bd_place place;
        if (bd_system_find(c->sheet.system, node->name))
            continue;
        if (!bd_written_place(node, &place))
            place =
                (bd_place){c->left, c->bottom + 10.0, c->left + 60.0, c->bottom + 40.0, BD_RIGHT};
        const bool compared = c->compared;
        c->compared = false;
        draw_block(c, node, &place, " removed");
        c->compared = compared;
    }
}

/* the length of what is shown from here on: tags of rich text are not, some of them end a line */
static size_t skip_tag(const char *text, bool *line_ends) {
    const size_t length = *text == '<' ? strcspn(text, ">") : 0;
    if (length == 0 || text[length] != '>' ||
        !(isalpha((unsigned char)text[1]) || text[1] == '/' || text[1] == '!'))
        return 0;
    *line_ends = strncasecmp(text, "</p", 3) == 0 || strncasecmp(text, "<br", 3) == 0;
    return length + 1;
}

/* one letter of rich text: &amp; is one */
static char letter(const char **text, bool rich) {
    static const struct {
        const char *name;
        char letter;
    } names[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&nbsp;", ' '}};
    for (size_t i = 0; rich && i < sizeof names / sizeof *names; i++)
        if (strncmp(*text, names[i].name, strlen(names[i].name)) == 0) {
            *text += strlen(names[i].name);
            return names[i].letter;
        }
    return *(*text)++;
}

/* a remark on the sheet, line by line from its upper left corner (older files: the middle of its
 * top) */
static void draw_annotation(canvas *c, const bd_parameters *annotation) {
    const char *text = bd_parameters_find(annotation, "Name");
    const char *position = bd_parameters_find(annotation, "Position");
    double p[4];
    if (!text || !*text)
        text = bd_parameters_find(annotation, "Text");
    const int told =
        position ? sscanf(position, " [%lf%*[, ]%lf%*[, ]%lf%*[, ]%lf", &p[0], &p[1], &p[2], &p[3])
                 : 0;
    if (!text || told < 2 || !(fabs(p[0]) < 1e6) || !(fabs(p[1]) < 1e6))
        return;
    const bool rich = strncmp(text, "<!", 2) == 0 || strncasecmp(text, "<html", 5) == 0;
    double y = p[1] + 11.0;
    while (*text) {
        char line[400];
        size_t used = 0;
        bool ends = false;
        while (*text && !ends) {
            const size_t tag = rich ? skip_tag(text, &ends) : 0;
            if (tag > 0)
                text += tag;
            else if (*text == '\n') {
                ends = true;
                text++;
            } else {
                const char one = letter(&text, rich);
                if (used + 1 < sizeof line)
                    line[used++] = one;
            }
        }
        line[used] = '\0';
        if (used == 0 || strspn(line, " \t\r") == used)
            continue;
        fprintf(c->out, "<text class=\"remark%s\" x=\"%.6g\" y=\"%.6g\">",
                told == 4 ? "" : " middle", p[0], y);
        pg_xml(c->out, line);
        fputs("</text>\n", c->out);
        grow(c, told == 4 ? p[0] : p[0] - 2.9 * (double)used, y - 10.0);
        grow(c, p[0] + (told == 4 ? 5.8 : 2.9) * (double)used, y + 4.0);
        y += 13.0;
    }
}

static void draw_content(canvas *c) {
    const bd_system *s = c->sheet.system;
    bd_point ways[TOGETHER][BD_WAY];
    int counts[TOGETHER];
    fputs("<g class=\"lines\">\n", c->out);
    for (size_t i = 0; i < s->line_count; i++)
        draw_line(c, &s->lines[i], ways, counts);
    draw_pins(c);
    fputs("</g>\n", c->out);
    for (size_t i = 0; i < s->block_count; i++)
        draw_block(c, s->blocks[i], &c->sheet.places[i], "");
    for (size_t i = 0; i < s->annotation_count; i++)
        draw_annotation(c, &s->annotations[i]);
    for (int pass = 0; pass < 2; pass++) /* nothing covers a name */
        for (size_t i = 0; i < s->block_count; i++)
            draw_name(c, s->blocks[i], &c->sheet.places[i], pass == 0);
    if (c->compared)
        draw_removed(c);
}

bd_status pg_sheet_svg(FILE *out, const bd_system *system, const bd_diagram *other, bool links,
                       bd_error *error) {
    char *text = NULL;
    size_t size = 0;
    canvas c = {.out = open_memstream(&text, &size),
                .before = pg_counterpart(system, other),
                .compared = other != NULL,
                .links = links,
                .left = 1e9,
                .top = 1e9,
                .right = -1e9,
                .bottom = -1e9};
    if (!c.out || !bd_sheet_make(&c.sheet, system)) {
        if (c.out)
            fclose(c.out);
        free(text);
        return bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory to draw the diagram");
    }
    draw_content(&c);
    if (!cm_memory_text_close(c.out, &text) || c.incomplete) {
        bd_sheet_free(&c.sheet);
        free(text);
        return bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory to draw the diagram");
    }
    if (system->block_count == 0)
        c.left = c.top = 0.0, c.right = c.bottom = 100.0;
    const double width = c.right - c.left + 24.0, height = c.bottom - c.top + 24.0;
    fprintf(out,
            "<svg class=\"diagram\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%.6g %.6g %.6g "
            "%.6g\" width=\"%.6g\" height=\"%.6g\">\n",
            c.left - 12.0, c.top - 12.0, width, height, width, height);
    if (!links) {
        fputs("<style>", out);
        pg_asset_write(out, &pg_asset_diagram_css);
        fprintf(out,
                "</style>\n<rect x=\"%.6g\" y=\"%.6g\" width=\"%.6g\" height=\"%.6g\" "
                "fill=\"#ffffff\"/>\n",
                c.left - 12.0, c.top - 12.0, width, height);
    }
    fwrite(text, 1, size, out);
    fputs("</svg>\n", out);
    bd_sheet_free(&c.sheet);
    free(text);
    return BD_OK;
}

bd_status pg_draw_system(FILE *out, const bd_diagram *diagram, const bd_system *system,
                         const bd_diagram *other, bd_error *error) {
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", out);
    return pg_sheet_svg(out, system ? system : diagram->root, other, false, error);
}

bool pg_systems_list(pg_systems *list, const bd_system *root) {
    const bd_system **items = cm_one_more(list->items, (size_t)list->count, sizeof *items);
    if (!items)
        return false;
    list->items = items;
    list->items[list->count++] = root;
    for (size_t i = 0; i < root->block_count; i++)
        if (root->blocks[i]->system && !pg_systems_list(list, root->blocks[i]->system))
            return false;
    return true;
}

void pg_systems_free(pg_systems *list) {
    free(list->items);
    *list = (pg_systems){0};
}
