/* lines between ports along their ways: what destinations share is written once, then they branch
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "file/write.h"
#include "common/memory.h"

#define TOGETHER                                                                                   \
    200 /* destinations whose ways are looked at together; more are drawn by Simulink */

static void write_end(bd_writer *w, bd_file_item *parent, bool source, bd_end end) {
    static const char *const words[BD_PORT_KINDS] = {
        NULL, NULL, "enable", "trigger", "state", "LConn", "RConn", "ifaction", "Reset"};
    static const char *const packaged[BD_PORT_KINDS] = {
        "in", "out", "enable", "trigger", "state", "lconn", "rconn", "ifaction", "Reset"};
    bd_items *items = &w->items;
    const bool counted = end.kind <= BD_PORT_OUTPUT || end.kind == BD_PORT_LEFT_CONNECTION ||
                         end.kind == BD_PORT_RIGHT_CONNECTION || end.index > 0;
    if (w->package) {
        const char *key = source ? "Src" : "Dst", *sid = bd_write_sid(w, end.block);
        if (counted)
            bd_item_bare(items, parent, key, "%s#%s:%d", sid, packaged[end.kind], end.index + 1);
        else
            bd_item_bare(items, parent, key, "%s#%s", sid, packaged[end.kind]);
        return;
    }
    bd_item_quoted(items, parent, source ? "SrcBlock" : "DstBlock", end.block->name);
    const char *key = source ? "SrcPort" : "DstPort";
    if (!words[end.kind])
        bd_item_bare(items, parent, key, "%d", end.index + 1);
    else if (counted)
        bd_item_bare(items, parent, key, "%s%d", words[end.kind], end.index + 1);
    else
        bd_item_bare(items, parent, key, "%s", words[end.kind]);
}

/* the way to one destination, in whole pixels, and how far it has been written */
typedef struct track {
    bd_end end;
    bd_point points[BD_WAY];
    int count, next; /* the corner ahead */
} track;

typedef struct drawing {
    bd_writer *w;
    bd_text steps;
} drawing;

static void make_track(bd_sheet *sheet, const bd_line *line, size_t k, track *t) {
    t->end = line->destinations[k];
    t->count = bd_way(sheet, line, k, t->points);
    t->next = 1;
    for (int i = 0; i < t->count; i++)
        t->points[i] = (bd_point){rint(t->points[i].x), rint(t->points[i].y)};
}

static bool same(bd_point a, bd_point b) {
    return a.x == b.x && a.y == b.y;
}

/* corners that are here already are behind */
static void pass(track *t, bd_point at) {
    while (t->next < t->count && same(t->points[t->next], at))
        t->next++;
}

/* -1, 0 or 1 along both axes towards the next corner */
static bd_point direction(const track *t, bd_point at) {
    if (t->next >= t->count)
        return (bd_point){0, 0};
    const double x = t->points[t->next].x - at.x, y = t->points[t->next].y - at.y;
    return (bd_point){(x > 0) - (x < 0), (y > 0) - (y < 0)};
}

static void add_step(drawing *d, bd_point from, bd_point to) {
    char text[80];
    snprintf(text, sizeof text, "%s%.0f, %.0f", d->steps.size > 0 ? "; " : "[", to.x - from.x,
             to.y - from.y);
    bd_text_add(&d->steps, text);
}

static void write_steps(drawing *d, bd_file_item *section) {
    if (d->steps.size == 0 && !d->steps.failed)
        return;
    bd_text_add(&d->steps, "]");
    bd_text_put(&d->steps, "", 1);
    const char *text = d->steps.failed ? NULL : bd_arena_copy(d->w->items.arena, d->steps.bytes);
    if (!text)
        d->w->items.failed = true;
    else
        bd_item_bare(&d->w->items, section, "Points", "%s", text);
    d->steps.size = 0;
}

/* how far all tracks go together from here; false if they part, or one of them arrives there */
static bool next_corner(track **tracks, size_t count, bd_point at, bd_point *to) {
    double nearest = HUGE_VAL;
    bool arrives = false;
    for (size_t i = 0; i < count; i++) {
        track *t = tracks[i];
        pass(t, at);
        const bd_point way = direction(t, at);
        if (t->next >= t->count || !same(way, direction(tracks[0], at)) ||
            (way.x != 0 && way.y != 0 && count > 1))
            return false;
        const bd_point corner = t->points[t->next];
        const double length = fabs(corner.x - at.x) + fabs(corner.y - at.y);
        const bool last = t->next == t->count - 1;
        if (length < nearest)
            arrives = last;
        else if (length == nearest)
            arrives = arrives || last;
        if (length < nearest) {
            nearest = length;
            *to = corner;
        }
    }
    return !arrives; /* the last piece into a port is drawn by itself */
}

/* the common way of all tracks from `at` on, as steps; returns where it ends */
static bd_point write_common(drawing *d, track **tracks, size_t count, bd_point at) {
    bd_point from = at, before = {0, 0}, to = at;
    while (next_corner(tracks, count, at, &to)) {
        const bd_point way = {(to.x > at.x) - (to.x < at.x), (to.y > at.y) - (to.y < at.y)};
        /* pieces in one direction are one step */
        if (!same(from, at) && !same(way, before)) {
            add_step(d, from, at);
            from = at;
        }
        before = way;
        at = to;
    }
    if (!same(from, at))
        add_step(d, from, at);
    return at;
}

static void write_group(drawing *d, bd_file_item *section, track **tracks, size_t count,
                        bd_point at);

/* puts those that leave in the direction of the first together, at the front; returns their number
 */
static size_t gather(track **tracks, size_t count, bd_point at) {
    size_t together = 1;
    for (size_t i = 1; i < count; i++)
        if (same(direction(tracks[i], at), direction(tracks[0], at))) {
            track *t = tracks[i];
            memmove(&tracks[together + 1], &tracks[together], (i - together) * sizeof *tracks);
            tracks[together++] = t;
        }
    return together;
}

/* at most three branches at a point: what is more branches a little farther on. alone: the tracks
 * never part, because blocks lie on top of each other, and each is a branch of its own */
static void write_branches(drawing *d, bd_file_item *section, track **tracks, size_t count,
                           bd_point at, bool alone) {
    bd_items *items = &d->w->items;
    size_t groups = 0, done = 0;
    for (size_t i = 0; i < count; i++)
        pass(tracks[i], at);
    for (size_t i = 0; i < count; groups++)
        i += alone ? 1 : gather(tracks + i, count - i, at);
    if (groups == 1) {
        alone = true;
        groups = count;
    }
    for (int number = 1; done < count; number++) {
        const size_t together = alone ? 1 : gather(tracks + done, count - done, at);
        bd_file_item *branch = bd_item_section(items, section, "Branch");
        if (d->w->release->objects)
            bd_item_bare(items, branch, "ZOrder", "%d", number);
        if (number == 3 && groups > 3) {
            bd_item_bare(items, branch, "Points", "[0, 5]");
            write_branches(d, branch, tracks + done, count - done, at, alone);
            return;
        }
        write_group(d, branch, tracks + done, together, at);
        done += together;
    }
}

static void write_group(drawing *d, bd_file_item *section, track **tracks, size_t count,
                        bd_point at) {
    at = write_common(d, tracks, count, at);
    if (count > 1 && d->steps.size == 0)
        add_step(d, at, at); /* a point to branch at */
    write_steps(d, section);
    if (count == 1)
        write_end(d->w, section, false, tracks[0]->end);
    else
        write_branches(d, section, tracks, count, at, false);
}

/* without ways: Simulink draws them */
static void write_plain(bd_writer *w, bd_file_item *section, const bd_line *line) {
    for (size_t i = 0; i < line->destination_count; i++)
        write_end(w, bd_item_section(&w->items, section, "Branch"), false, line->destinations[i]);
}

static bd_status write_ways(bd_writer *w, bd_file_item *section, bd_sheet *sheet,
                            const bd_line *line) {
    const size_t count = line->destination_count;
    track *tracks = calloc(count, sizeof *tracks), **order = calloc(count, sizeof *order);
    drawing d = {.w = w};
    const bool good = tracks && order;
    for (size_t i = 0; good && i < count; i++) {
        make_track(sheet, line, i, &tracks[i]);
        order[i] = &tracks[i];
    }
    if (good)
        write_group(&d, section, order, count, tracks[0].points[0]);
    CM_FREE(d.steps.bytes, tracks, order);
    return good ? BD_OK : bd_error_set(w->error, BD_OUT_OF_MEMORY, "out of memory for a line");
}

static bd_status write_line(bd_writer *w, bd_file_item *parent, bd_sheet *sheet,
                            const bd_line *line, size_t number) {
    bd_items *items = &w->items;
    bd_file_item *section = bd_item_section(items, parent, "Line");
    if (line->source.kind == BD_PORT_LEFT_CONNECTION ||
        line->source.kind == BD_PORT_RIGHT_CONNECTION)
        bd_item_quoted(items, section, "LineType", "Connection");
    if (*line->name != '\0')
        bd_item_quoted(items, section, "Name", line->name);
    if (w->release->objects)
        bd_item_bare(items, section, "ZOrder", "%zu", number);
    if (*line->name != '\0')
        bd_item_bare(items, section, "Labels", "[0, 0]");
    write_end(w, section, true, line->source);
    if (line->destination_count == 0)
        return BD_OK;
    if (line->destination_count <= TOGETHER)
        return write_ways(w, section, sheet, line);
    write_plain(w, section, line);
    return BD_OK;
}

bd_status bd_write_lines(bd_writer *w, bd_file_item *parent, bd_sheet *sheet) {
    for (size_t i = 0; i < sheet->system->line_count; i++)
        BD_TRY(write_line(w, parent, sheet, &sheet->system->lines[i], i + 1));
    return BD_OK;
}
