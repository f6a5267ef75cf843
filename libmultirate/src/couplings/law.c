/* the force that a velocity makes (law.h) */
#include "law.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* how fast misses are forgotten; part of the tangent's, squared, that a law may have; points that a
 * law has at least; part of the range in which a point takes the place of another */
static const double FORGET = 0.95, BETTER = 0.25, LEAST = 4.0, NEAR = 1e-4;

/* part of the largest velocity that is none */
static const double STANDSTILL = 0.01;

/* between points a and b */
static double between(const mr_law *law, int a, int b, double x) {
    const double width = law->at[b] - law->at[a], s = (x - law->at[a]) / width;
    const double rise = (law->force[b] - law->force[a]) / width, r = 1.0 - s;
    const double d0 = law->slope[a], d1 = law->slope[b];
    if (rise * d0 >= 0.0 && rise * d1 >= 0.0 && rise != 0.0)
        return law->force[a] +
               width * rise * (rise * s * s + d0 * s * r) / (rise + (d0 + d1 - 2.0 * rise) * s * r);
    return law->force[a] + width * s * (rise * s * (3.0 - 2.0 * s) + r * (d0 * r - d1 * s));
}

static double inside(const mr_law *law, double x) {
    int b = 1;
    while (b < (int)law->count - 1 && law->at[b] < x)
        b++;
    return between(law, b - 1, b, x);
}

/* beyond the end that is nearer to standstill than the other a force does as on the other side;
 * beyond both it goes on as a straight line */
static double beyond(const mr_law *law, int end, int other, double x) {
    const double x0 = law->at[end], x1 = law->at[other];
    const bool past = x0 * x1 <= 0.0; /* standstill */
    if (!(past && fabs(x1) > fabs(x0)) && !(fabs(x0) < STANDSTILL * fabs(x1)))
        return law->force[end] + law->slope[end] * (x - x0);
    const double seen = fabs(x) < fabs(x1) ? -x : x1;
    return law->force[end] - inside(law, seen) + inside(law, past ? -x0 : x0) +
           law->slope[other] * (x + seen);
}

static double force_at(const mr_law *law, double x) {
    const int last = (int)law->count - 1;
    if (x <= law->at[0])
        return beyond(law, 0, last, x);
    return x >= law->at[last] ? beyond(law, last, 0, x) : inside(law, x);
}

double mr_law_change(const mr_law *law, double C, double from, double to) {
    return law && law->holds > 0.0 ? force_at(law, to) - force_at(law, from) : -C * (to - from);
}

double mr_law_fastest(const mr_law *law, double C) {
    double most = fabs(C);
    for (int i = 0; law && law->holds > 0.0 && i < (int)law->count; i++)
        most = fmax(most, fabs(law->slope[i]));
    return most;
}

static void take_out(mr_law *law, int at) {
    double *const rows[] = {law->at, law->force, law->slope};
    const size_t after = (size_t)((int)law->count - 1 - at);
    for (int r = 0; r < 3; r++)
        memmove(rows[r] + at, rows[r] + at + 1, after * sizeof(double));
    law->count -= 1.0;
}

/* the point that the others tell best gives way */
static void make_room(mr_law *law) {
    int least = 1;
    double harm = INFINITY;
    for (int i = 1; i < (int)law->count - 1; i++) {
        const double off = fabs(law->force[i] - between(law, i - 1, i + 1, law->at[i])) *
                           (law->at[i + 1] - law->at[i - 1]);
        if (off < harm) {
            harm = off;
            least = i;
        }
    }
    take_out(law, least);
}

static void put_in(mr_law *law, const double *point) {
    int k = 0;
    const int count = (int)law->count;
    const double near = count > 1 ? NEAR * (law->at[count - 1] - law->at[0]) : 0.0;
    while (k < count && law->at[k] < point[0] - near)
        k++;
    if (k == count || law->at[k] > point[0] + near) {
        double *const rows[] = {law->at, law->force, law->slope};
        for (int r = 0; r < 3; r++)
            memmove(rows[r] + k + 1, rows[r] + k, (size_t)(count - k) * sizeof(double));
        law->count += 1.0;
    }
    law->at[k] = point[0];
    law->force[k] = point[1];
    law->slope[k] = point[2];
}

void mr_law_note(mr_law *law, double velocity, double force, double slope) {
    const double point[3] = {velocity, force, slope}, *last = law->last;
    if (!isfinite(velocity) || !isfinite(force) || !isfinite(slope))
        return;
    /* beyond what was seen the law is a tangent, too */
    if (law->count > 1.0 && velocity > law->at[0] && velocity < law->at[(int)law->count - 1]) {
        const double tangent = force - last[1] - last[2] * (velocity - last[0]);
        const double missed = force - force_at(law, velocity);
        law->tangent = FORGET * law->tangent + tangent * tangent;
        law->missed = FORGET * law->missed + missed * missed;
    }
    if (law->count >= MR_LAW_POINTS)
        make_room(law);
    put_in(law, point);
    memcpy(law->last, point, sizeof point);
    law->holds = law->count >= LEAST && law->missed < BETTER * law->tangent ? 1.0 : 0.0;
}
