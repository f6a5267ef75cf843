/* ways of lines: the corners of the file where it has some, else a way around the blocks */
#include "blockdiagram/sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAD  12.0 /* straight piece in front of a port */
#define NEAR  3.0  /* a line beside a block keeps this distance */
#define CROWD 2000 /* on larger sheets blocks in the way are not looked for */
#define BLOCK 1e5  /* as bad as this many pixels: a line through a block, */
#define COVER 1e4  /* a line on another one, */
#define CROSS 20.0 /* and one across another one */

static bd_point stepped(bd_point p, bd_side side, double length) {
    static const double x[] = {1, 0, -1, 0}, y[] = {0, 1, 0, -1};
    return (bd_point){p.x + length * x[side], p.y + length * y[side]};
}

/* steps "[10, 0; 0, 40]" behind the source; how many, or -1 if they cannot be read */
static int read_corners(const char *text, size_t size, bd_point *points, int room) {
    int count = 0;
    for (size_t i = 0; i < size;) {
        char *end;
        if (!strchr("0123456789.-+", text[i])) {
            i++;
            continue;
        }
        const double x = strtod(text + i, &end);
        i = (size_t)(end - text);
        while (i < size && strchr(", \t", text[i]))
            i++;
        if (i >= size || !strchr("0123456789.-+", text[i]))
            return -1;
        const double y = strtod(text + i, &end);
        if (count == room || end == text + i || !(fabs(x) < 1e6) || !(fabs(y) < 1e6))
            return -1;
        i = (size_t)(end - text);
        points[count++] = (bd_point){x, y};
    }
    return count;
}

/* the text of destination k, and its length; NULL if there is none */
static const char *corners_of(const bd_line *line, size_t k, size_t *size) {
    const char *at = line->corners;
    for (size_t i = 0; at && i < k; i++) {
        at = strchr(at, '|');
        at = at ? at + 1 : NULL;
    }
    *size = at ? strcspn(at, "|") : 0;
    return at;
}

/* corners of the file. Our ports may lie some pixels beside Simulink's, so the last corner goes
 * with the port */
static int written_way(const bd_line *line, size_t k, bd_point from, bd_point to, bool into_side,
                       bd_point *points) {
    size_t size;
    bd_point steps[BD_WAY - 4];
    const char *text = corners_of(line, k, &size);
    const int count = text ? read_corners(text, size, steps, BD_WAY - 4) : -1;
    if (count < 1)
        return 0;
    points[0] = from;
    for (int i = 0; i < count; i++)
        points[i + 1] = (bd_point){points[i].x + steps[i].x, points[i].y + steps[i].y};
    int n = count + 1;
    bd_point *last = &points[n - 1];
    const bool vertical = fabs(steps[count - 1].x) < 0.5;
    if (into_side && vertical && fabs(last->y - to.y) < 12.0)
        last->y = to.y;
    else if (!into_side && !vertical && fabs(last->x - to.x) < 12.0)
        last->x = to.x;
    else if (fabs(last->x - to.x) > 0.5 && fabs(last->y - to.y) > 0.5 && n < BD_WAY - 1) {
        points[n] = into_side ? (bd_point){last->x, to.y} : (bd_point){to.x, last->y};
        n++;
    }
    points[n++] = to;
    return n;
}

/* through a block, or along its edge so close that it looks like the edge */
static bool crosses(const bd_place *p, bd_point a, bd_point b) {
    const bool level = fabs(a.y - b.y) < 0.5;
    const double x = level ? -1.0 : NEAR, y = level ? NEAR : -1.0;
    if (level && fabs(a.x - b.x) < 0.5)
        return false; /* a port may be where the way arrives */
    return fmax(a.x, b.x) > p->left - x && fmin(a.x, b.x) < p->right + x &&
           fmax(a.y, b.y) > p->top - y && fmin(a.y, b.y) < p->bottom + y;
}

/* how bad it is that two pieces meet */
static double meeting(const bd_piece *p, bd_point a, bd_point b) {
    const bool level = fabs(a.y - b.y) < 0.5, other = fabs(p->a.y - p->b.y) < 0.5;
    const double over_x = fmin(fmax(a.x, b.x), fmax(p->a.x, p->b.x)) -
                          fmax(fmin(a.x, b.x), fmin(p->a.x, p->b.x)),
                 over_y = fmin(fmax(a.y, b.y), fmax(p->a.y, p->b.y)) -
                          fmax(fmin(a.y, b.y), fmin(p->a.y, p->b.y));
    if (level != other)
        return over_x >= 0.0 && over_y >= 0.0 ? CROSS : 0.0;
    return level ? over_x > 1.0 && fabs(a.y - p->a.y) < 4.0 ? COVER : 0.0
           : over_y > 1.0 && fabs(a.x - p->a.x) < 4.0 ? COVER
                                                      : 0.0;
}

/* looked at only until it is as bad as `most` */
static double badness(const bd_sheet *sheet, const bd_line *line, const bd_point *points, int n,
                      double most) {
    double cost = 0.0;
    for (int i = 1; i < n && cost < most; i++) {
        cost += fabs(points[i].x - points[i - 1].x) + fabs(points[i].y - points[i - 1].y) + 5.0;
        for (size_t b = 0; sheet->system->block_count <= CROWD && b < sheet->system->block_count;
             b++)
            cost += crosses(&sheet->places[b], points[i - 1], points[i]) ? BLOCK : 0.0;
        for (size_t k = 0; sheet->piece_count <= 4 * CROWD && k < sheet->piece_count && cost < most;
             k++)
            if (sheet->pieces[k].line != line)
                cost += meeting(&sheet->pieces[k], points[i - 1], points[i]);
    }
    return cost;
}

typedef struct search {
    const bd_sheet *sheet;
    const bd_line *line;
    bd_point from, out, in, to; /* ports, and where their straight pieces end */
    bd_point best[6];
    int count;
    double cost;
} search;

static void try_way(search *s, const bd_point *middle, int n) {
    bd_point all[6] = {s->from};
    for (int i = 0; i < n; i++)
        all[i + 1] = middle[i];
    all[n + 1] = s->to;
    const double cost = badness(s->sheet, s->line, all, n + 2, s->count == 0 ? INFINITY : s->cost);
    if (s->count == 0 || cost < s->cost - 1e-9) {
        memcpy(s->best, all, sizeof all);
        s->count = n + 2;
        s->cost = cost;
    }
}

/* out, up or down, along y, up or down, in; beside lines that are there */
static void try_channel(search *s, double y, double apart) {
    for (int i = 0; i < 3 && (i == 0 || s->cost >= COVER); i++)
        for (int k = 0; k < 3 && (k == 0 || s->cost >= COVER); k++) {
            const double x1 = s->out.x + (s->out.x < s->from.x ? -6.0 : 6.0) * i;
            const double x2 = s->in.x + (s->in.x > s->to.x ? 6.0 : -6.0) * k;
            const bd_point way[4] = {
                {x1, s->from.y}, {x1, y + apart}, {x2, y + apart}, {x2, s->to.y}};
            try_way(s, way, 4);
        }
}

/* edges of blocks are where ways beside them begin; names are below blocks */
static void try_channels(search *s) {
    const size_t n = s->sheet->system->block_count;
    const double low = fmin(s->out.x, s->in.x), high = fmax(s->out.x, s->in.x);
    for (int i = 0; i < 8 && (i == 0 || s->cost >= COVER); i++) {
        for (size_t b = 0; n <= CROWD / 8 && b < n; b++) {
            const bd_place *p = &s->sheet->places[b];
            if (p->right < low - 60.0 || p->left > high + 60.0)
                continue;
            try_channel(s, p->bottom + 22.0, 7.0 * i);
            try_channel(s, p->top - 10.0, -7.0 * i);
        }
        try_channel(s, fmax(s->from.y, s->to.y) + 40.0, 7.0 * i);
        try_channel(s, fmin(s->from.y, s->to.y) - 40.0, -7.0 * i);
    }
}

static int own_way(const bd_sheet *sheet, const bd_line *line, bd_point from, bd_side out,
                   bd_point to, bd_side in, double share, bd_point *points) {
    search s = {.sheet = sheet, .line = line, .from = from, .to = to};
    s.out = stepped(from, out, LEAD);
    s.in = stepped(to, in, LEAD);
    if (fabs(from.y - to.y) < 0.5 && out == BD_RIGHT && in == BD_LEFT && to.x > from.x)
        try_way(&s, NULL, 0);
    if (out == BD_RIGHT && in == BD_LEFT && to.x > from.x + LEAD) {
        const double gap = to.x - from.x;
        const double at[] = {share,       gap - LEAD,  0.5 * gap,       LEAD,
                             share - 7.0, share + 7.0, share + 14.0,    share - 14.0,
                             LEAD + 7.0,  LEAD + 14.0, gap - LEAD - 7.0};
        for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
            const double x = from.x + fmax(4.0, fmin(at[i], gap - 4.0));
            const bd_point way[2] = {{x, from.y}, {x, to.y}};
            try_way(&s, way, 2);
        }
    }
    if ((in == BD_UP || in == BD_DOWN) && (out == BD_RIGHT || out == BD_LEFT)) {
        const bool right_side = in == BD_UP ? from.y < to.y - 2.0 : from.y > to.y + 2.0;
        const bool ahead = out == BD_RIGHT ? to.x > from.x + 2.0 : to.x < from.x - 2.0;
        const bd_point corner = {to.x, from.y};
        if (right_side && ahead)
            try_way(&s, &corner, 1);
        const bd_point around[3] = {s.out, {s.out.x, s.in.y}, s.in};
        try_way(&s, around, 3);
    }
    if (s.count == 0 || s.cost >= COVER)
        try_channels(&s);
    memcpy(points, s.best, (size_t)s.count * sizeof *points);
    return s.count;
}

/* branches leave a line together: not farther than the nearest destination */
static double shared_share(const bd_sheet *sheet, const bd_line *line, bd_point from) {
    double gap = 1e9;
    for (size_t i = 0; i < line->destination_count && i < 100; i++) {
        bd_side side;
        const bd_point to = bd_port_place(sheet, &line->destinations[i], &side);
        if (to.x > from.x + LEAD)
            gap = fmin(gap, to.x - from.x);
    }
    return 0.5 * gap;
}

/* without room for it the way is only not looked at by later ones */
static void remember(bd_sheet *sheet, const bd_line *line, const bd_point *points, int n) {
    const size_t wanted = sheet->piece_count + (size_t)n;
    if (wanted > sheet->piece_room) {
        bd_piece *pieces = realloc(sheet->pieces, 2 * wanted * sizeof *pieces);
        if (!pieces)
            return;
        sheet->pieces = pieces;
        sheet->piece_room = 2 * wanted;
    }
    for (int i = 1; i < n; i++)
        sheet->pieces[sheet->piece_count++] = (bd_piece){points[i - 1], points[i], line};
}

int bd_way(bd_sheet *sheet, const bd_line *line, size_t k, bd_point *points) {
    bd_side out, in;
    const bd_point from = bd_port_place(sheet, &line->source, &out);
    const bd_point to = bd_port_place(sheet, &line->destinations[k], &in);
    int n = written_way(line, k, from, to, in == BD_LEFT || in == BD_RIGHT, points);
    if (n == 0)
        n = own_way(sheet, line, from, out, to, in, shared_share(sheet, line, from), points);
    for (int i = 0; i < n; i++)
        points[i] = (bd_point){floor(points[i].x + 0.5), floor(points[i].y + 0.5)};
    remember(sheet, line, points, n);
    return n;
}

bool bd_branch(const bd_point *a, int na, const bd_point *b, int nb, bd_point *point,
               double *length) {
    double way = 0.0;
    for (int i = 0; i + 1 < na && i + 1 < nb; i++) {
        const double ax = a[i + 1].x - a[i].x, ay = a[i + 1].y - a[i].y;
        const double bx = b[i + 1].x - b[i].x, by = b[i + 1].y - b[i].y;
        const double la = hypot(ax, ay), lb = hypot(bx, by);
        *point = a[i];
        *length = way;
        if (la < 0.5 || lb < 0.5 || fabs(ax * by - ay * bx) > 1e-6 * la * lb ||
            ax * bx + ay * by <= 0.0)
            return way > 0.0;
        way += fmin(la, lb);
        *point = la < lb ? a[i + 1] : b[i + 1];
        *length = way;
        if (fabs(la - lb) > 0.5)
            return true;
    }
    return false;
}
