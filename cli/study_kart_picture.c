/* the kart from the side, drawn from its motion: moving (SVG that a browser animates), and as a
 * sequence of stills. Pitch and heave are larger than they are, or one would not see them */
#include "study_kart.h"
#include "study_report.h"

#include <math.h>
#include <stdio.h>

#define SCALE      230.0 /* pixels per metre */
#define LARGER     5.0
#define FRAMES     200
#define COM_HEIGHT 0.25 /* of the design, m */
#define AXLE       0.135
#define FRONT      0.645
#define REAR       (-0.400)
#define RADIUS     0.139
#define STILLS     8

/* what is on the springs, about the centre of mass, y downwards */
static void draw_chassis(FILE *file) {
    fprintf(file,
            "<path d='M-130,38 L205,38 L222,20 L222,8 L150,20 L-100,20 L-130,8z' fill='#c33'/>"
            "<path d='M-60,22 L-92,-62 L-70,-66 L-36,14 L30,18 L30,24z' fill='#444'/>"
            "<path d='M-66,-52 Q-40,-78 -22,-40 L-4,6 L70,10 L112,26 L108,34 L40,26 L-40,22z' "
            "fill='#2a5db0'/><path d='M-42,-46 L34,-30 L36,-22 L-34,-26z' fill='#3b74cf'/>"
            "<circle cx='-48' cy='-84' r='22' fill='#eee' stroke='#555' stroke-width='3'/>"
            "<path d='M-46,-92 h22 v10 h-22z' fill='#333'/>"
            "<path d='M30,-42 L48,-12 M44,-20 L96,22' stroke='#222' stroke-width='5' "
            "fill='none'/>"
            "<rect x='-118' y='-12' width='34' height='28' fill='#777'/>");
}

/* about the hub; the spokes show how it turns */
static void draw_wheel(FILE *file) {
    fprintf(file,
            "<circle r='%.1f' fill='#222'/><circle r='%.1f' fill='#bbb'/>"
            "<path d='M-15,0 H15 M0,-15 V15' stroke='#444' stroke-width='5'/>",
            RADIUS * SCALE, 0.55 * RADIUS * SCALE);
}

static double row_time(const kart_motion *m, int frame) {
    const double end = m->rows[(m->count - 1) * (size_t)m->width];
    return end * frame / FRAMES;
}

static double lift(const double *row, const double *first) {
    return -LARGER * SCALE * (row[KART_Z] - first[KART_Z]);
}

/* one list of values for an animation, from a formula of a row; kind: of a transform, else NULL */
static void write_values(FILE *file, const kart_motion *m, const char *attribute, const char *kind,
                         double (*value)(const double *row, const double *first)) {
    const double end = row_time(m, FRAMES);
    fprintf(file, kind ? "<animateTransform attributeName='%s' " : "<animate attributeName='%s' ",
            attribute);
    if (kind)
        fprintf(file, "type='%s' ", kind);
    fprintf(file, "dur='%gs' repeatCount='indefinite' values='", end);
    for (int i = 0; i <= FRAMES; i++)
        fprintf(file, "%s%s%.2f", i ? ";" : "", kind && kind[0] == 't' ? "0 " : "",
                value(kart_row_at(m, row_time(m, i)), m->rows));
    fprintf(file, "'/>\n");
}

static double turned(const double *row, const double *first) {
    (void)first;
    return LARGER * row[KART_PITCH];
}
static double rolled(const double *row, const double *first) {
    return (row[KART_X] - first[KART_X]) / AXLE * 57.29577951308232;
}
static double passed(const double *row, const double *first) {
    return (row[KART_X] - first[KART_X]) * SCALE;
}
static double speed_bar(const double *row, const double *first) {
    (void)first;
    return 8.0 * fmax(row[KART_SPEED], 0.0);
}
static double throttle_bar(const double *row, const double *first) {
    (void)first;
    return 8.0 * fmax(row[KART_THROTTLE], 0.0);
}
static double trace_y(const double *row, const double *first) {
    (void)first;
    return 420.0 - 30.0 * row[KART_PITCH];
}

static void draw_moving_wheel(FILE *file, const kart_motion *m, double x, double y) {
    fprintf(file, "<g transform='translate(%.1f %.1f)'><g>", x, y);
    draw_wheel(file);
    write_values(file, m, "transform", "rotate", rolled);
    fprintf(file, "</g></g>\n");
}

/* a number for each gear, of which one is to be seen */
static void draw_gears(FILE *file, const kart_motion *m) {
    for (int gear = 1; gear <= 4; gear++) {
        fprintf(file,
                "<text x='620' y='130' font-size='64' font-weight='bold' opacity='0'>%d<animate "
                "attributeName='opacity' calcMode='discrete' dur='%gs' repeatCount='indefinite' "
                "values='",
                gear, row_time(m, FRAMES));
        for (int i = 0; i <= FRAMES; i++)
            fprintf(file, "%s%d", i ? ";" : "",
                    lround(kart_row_at(m, row_time(m, i))[KART_GEAR]) == gear);
        fprintf(file, "'/></text>\n");
    }
    fprintf(file, "<text x='600' y='60'>gear</text>\n");
}

static void draw_trace(FILE *file, const kart_motion *m) {
    const double end = row_time(m, FRAMES);
    fprintf(file, "<line x1='40' y1='420' x2='760' y2='420' stroke='#ccc'/>"
                  "<text x='40' y='372'>pitch</text>\n<polyline fill='none' stroke='#2a5db0' "
                  "stroke-width='1.5' points='");
    for (int i = 0; i <= 4 * FRAMES; i++) {
        const double t = end * i / (4 * FRAMES);
        fprintf(file, "%.1f,%.1f ", 40.0 + 720.0 * t / end, trace_y(kart_row_at(m, t), NULL));
    }
    fprintf(file,
            "'/>\n<circle r='5' fill='#c33' cx='40' cy='420'><animate attributeName='cx' dur='%gs' "
            "repeatCount='indefinite' values='40;760'/>",
            end);
    write_values(file, m, "cy", NULL, trace_y);
    fprintf(file, "</circle>\n");
}

static void begin_svg(FILE *file, int width, int height) {
    fprintf(file,
            "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d %d' "
            "font-family='Helvetica,sans-serif' font-size='14' fill='#222'>\n"
            "<rect width='100%%' height='100%%' fill='white'/>\n",
            width, height, width, height);
}

bool kart_draw_animation(const kart_motion *m, const char *folder, const char *name) {
    const double x = 300.0, ground = 320.0, com = ground - COM_HEIGHT * SCALE;
    char path[64];
    snprintf(path, sizeof path, "%s.svg", name);
    FILE *file = report_open(folder, path);
    if (!file)
        return false;
    begin_svg(file, 800, 520);
    fprintf(file,
            "<line x1='0' y1='%g' x2='800' y2='%g' stroke='#888' stroke-width='3'/>"
            "<line x1='0' y1='%g' x2='800' y2='%g' stroke='#bbb' stroke-width='8' "
            "stroke-dasharray='60 170'>",
            ground, ground, ground + 12, ground + 12);
    write_values(file, m, "stroke-dashoffset", NULL, passed);
    fprintf(file, "</line>\n<g transform='translate(%.1f %.1f)'><g>", x, com);
    write_values(file, m, "transform", "translate", lift);
    fprintf(file, "<g>");
    draw_chassis(file);
    write_values(file, m, "transform", "rotate", turned);
    fprintf(file, "</g></g></g>\n");
    draw_moving_wheel(file, m, x + FRONT * SCALE, ground - AXLE * SCALE);
    draw_moving_wheel(file, m, x + REAR * SCALE, ground - AXLE * SCALE);
    fprintf(file, "<text x='40' y='35'>speed</text><rect x='110' y='24' height='12' width='0' "
                  "fill='#2a5db0'>");
    write_values(file, m, "width", NULL, speed_bar);
    fprintf(file, "</rect>\n<text x='40' y='60'>throttle</text><rect x='110' y='49' height='12' "
                  "width='0' fill='#c33'>");
    write_values(file, m, "width", NULL, throttle_bar);
    fprintf(file, "</rect>\n");
    draw_gears(file, m);
    draw_trace(file, m);
    fprintf(file, "</svg>\n");
    return report_close(file, folder, path);
}

/* times of the stills: around the gear changes, if there are two, else evenly */
static void choose_times(const kart_motion *m, double *times) {
    const double end = row_time(m, FRAMES);
    double shift[2] = {0.0, 0.0};
    int shifts = 0;
    for (size_t i = 1; i < m->count && shifts < 2; i++)
        if (m->rows[i * (size_t)m->width + KART_GEAR] !=
            m->rows[(i - 1) * (size_t)m->width + KART_GEAR])
            shift[shifts++] = m->rows[i * (size_t)m->width];
    const double around[STILLS] = {
        0.0,      0.5 * shift[0], shift[0], shift[0] + 0.3, 0.5 * (shift[0] + shift[1]),
        shift[1], shift[1] + 0.3, end};
    for (int i = 0; i < STILLS; i++)
        times[i] = shifts == 2 ? around[i] : end * i / (STILLS - 1);
}

bool kart_draw_sequence(const kart_motion *m, const char *folder, const char *name) {
    char path[64];
    double times[STILLS];
    snprintf(path, sizeof path, "%s.svg", name);
    FILE *file = report_open(folder, path);
    if (!file)
        return false;
    choose_times(m, times);
    begin_svg(file, 1100, 440);
    for (int i = 0; i < STILLS; i++) {
        const double *row = kart_row_at(m, times[i] + 1e-9);
        const int line = i / 4;
        const double x = 275.0 * (i % 4), y = 220.0 * line, ground = y + 190.0;
        fprintf(file,
                "<text x='%.0f' y='%.0f' font-size='12'>%.2f s, gear %.0f, %.1f m/s, pitch "
                "%.2f°</text><line x1='%.0f' y1='%.0f' x2='%.0f' y2='%.0f' stroke='#888'/>"
                "<g transform='translate(%.1f %.1f) scale(0.6)'>",
                x + 10, y + 20, row[KART_TIME], row[KART_GEAR], row[KART_SPEED], row[KART_PITCH], x,
                ground, x + 265, ground, x + 110, ground);
        fprintf(file, "<g transform='translate(0 %.2f) rotate(%.2f)'>",
                -COM_HEIGHT * SCALE + lift(row, m->rows), turned(row, NULL));
        draw_chassis(file);
        fprintf(file, "</g>");
        for (int front = 0; front < 2; front++) {
            fprintf(file, "<g transform='translate(%.1f %.1f) rotate(%.1f)'>",
                    (front ? FRONT : REAR) * SCALE, -AXLE * SCALE,
                    fmod(rolled(row, m->rows), 360.0));
            draw_wheel(file);
            fprintf(file, "</g>");
        }
        fprintf(file, "</g>\n");
    }
    fprintf(file, "</svg>\n");
    return report_close(file, folder, path);
}
