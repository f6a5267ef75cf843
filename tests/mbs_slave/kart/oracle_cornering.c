/* steady cornering: seven equations (three of the vehicle, four spins) by Newton's iteration with
 * differences, wheel loads by fixed-point iteration around it
 *
 * Tyres: the magic formula of the data sheet. Roll: level parallel wishbones put the roll axis on
 * the road and keep the wheels upright in the chassis, so the springs carry the roll moment of the
 * whole kart, and that of its spinning wheels, which the bend turns round: (m a h + J w r) /
 * (stiffness - m g h). */
#include "oracle_cornering.h"

#include "kart_run.h"

#include <math.h>
#include <string.h>

enum { UNKNOWNS = 7 }; /* torque, side speed, yaw rate, spins */

static const double UNSPRUNG_F = 3.6, UNSPRUNG_R = 4.6; /* per wheel: wheel, upright, half arms */

static double magic(double D, double C, double K, double E, double x) {
    double b = K / (C * D) * x;
    return D * sin(C * atan(b - E * (b - atan(b))));
}

static void tyre(int is_front, double load, double kappa, double alpha, double *fx, double *fy) {
    double dfz = (load - 896.0) / 896.0, D = 1.5 * load;
    double Kx = load * (20.0 + dfz) * exp(-0.5 * dfz);
    double Ky = (is_front ? 34.1 : 37.6) * 896.0 * sin(2.0 * atan(load / (1.6 * 896.0)));
    *fx = magic(0.9 * load, 2.3, Kx, 0.95, kappa) * cos(atan(14.0 * alpha));
    *fy = magic(D, is_front ? 2.13 : 2.3, Ky, is_front ? 0.8 : 0.9, alpha) *
          cos(0.6 * atan(12.0 * kappa));
}

static double loaded_radius(const cornering *c, int i) {
    return KART_RADIUS - c->load[i] / (i < 2 ? KART_TYRE_F : KART_TYRE_R);
}

/* what is left of the balances at x */
static void balances(cornering *c, const double x[UNKNOWNS], double left[UNKNOWNS]) {
    c->torque = x[0];
    c->side_speed = x[1];
    c->yaw_rate = x[2];
    memcpy(c->spin, x + 3, sizeof c->spin);
    double v = c->speed, u = c->side_speed, r = c->yaw_rate, total = sqrt(v * v + u * u);
    double Fx = -KART_DRAG * total * v, Fy = -KART_DRAG * total * u, Mz = 0.0, drive[4] = {0};
    for (int i = 0; i < 4; i++) {
        double px = i < 2 ? c->front : -c->rear, py = i < 2 ? KART_TRACK_F : KART_TRACK_R;
        double delta = i < 2 ? c->steer[i] : 0.0, cd = cos(delta), sd = sin(delta);
        py = i % 2 ? -py : py;
        double hx = v - r * py, hy = u + r * px, radius = loaded_radius(c, i);
        double along = cd * hx + sd * hy, across = -sd * hx + cd * hy;
        double fx, fy;
        tyre(i < 2, c->load[i], (c->spin[i] * radius - along) / along, -across / along, &fx, &fy);
        c->fx[i] = fx;
        c->fy[i] = fy;
        double gx = cd * fx - sd * fy, gy = sd * fx + cd * fy;
        Fx += gx;
        Fy += gy;
        Mz += px * gy - py * gx;
        drive[i] = fx * radius + KART_ROLLING * KART_RADIUS * c->load[i];
    }
    c->lateral = v * r;
    left[0] = Fx + KART_MASS * u * r;
    left[1] = Fy - KART_MASS * v * r;
    left[2] = Mz;
    left[3] = drive[0];
    left[4] = drive[1];
    left[5] = drive[2] + drive[3] - c->torque;
    left[6] = c->solid_axle ? 1e3 * (c->spin[2] - c->spin[3]) : drive[2] - drive[3];
}

static int eliminate(double A[UNKNOWNS][UNKNOWNS + 1]) {
    for (int k = 0; k < UNKNOWNS; k++) {
        int best = k;
        for (int i = k + 1; i < UNKNOWNS; i++)
            best = fabs(A[i][k]) > fabs(A[best][k]) ? i : best;
        if (A[best][k] == 0.0)
            return 0;
        for (int j = 0; j <= UNKNOWNS; j++) {
            double keep = A[k][j];
            A[k][j] = A[best][j];
            A[best][j] = keep;
        }
        for (int i = 0; i < UNKNOWNS; i++) {
            double factor = A[i][k] / A[k][k];
            for (int j = k; i != k && j <= UNKNOWNS; j++)
                A[i][j] -= factor * A[k][j];
        }
    }
    return 1;
}

static int solve_plane(cornering *c) {
    double x[UNKNOWNS] = {c->torque, c->side_speed, c->yaw_rate};
    memcpy(x + 3, c->spin, sizeof c->spin);
    for (int k = 0; k < 50; k++) {
        double left[UNKNOWNS], moved[UNKNOWNS], A[UNKNOWNS][UNKNOWNS + 1], size = 0.0;
        balances(c, x, left);
        for (int j = 0; j < UNKNOWNS; j++) {
            double y[UNKNOWNS], d = 1e-6 * (1.0 + fabs(x[j]));
            memcpy(y, x, sizeof y);
            y[j] += d;
            balances(c, y, moved);
            for (int i = 0; i < UNKNOWNS; i++)
                A[i][j] = (moved[i] - left[i]) / d;
        }
        for (int i = 0; i < UNKNOWNS; i++)
            A[i][UNKNOWNS] = -left[i];
        if (!eliminate(A))
            return 0;
        for (int i = 0; i < UNKNOWNS; i++) {
            double d = A[i][UNKNOWNS] / A[i][i];
            /* spins stay on the near side of the peak of the tyre */
            if (i >= 3)
                d = fmax(-0.01 * x[i], fmin(0.01 * x[i], d));
            x[i] += d;
            size = fmax(size, fabs(d));
        }
        balances(c, x, left);
        if (size < 1e-10)
            return 1;
    }
    return 0;
}

static double in_series(double a, double b) {
    return a * b / (a + b);
}

static void find_loads(cornering *c) {
    double base = c->front + c->rear, v = c->speed, u = c->side_speed;
    double push = KART_DRAG * sqrt(v * v + u * u) * v - KART_MASS * u * c->yaw_rate;
    double weight = KART_MASS * KART_G, front = weight * c->rear / base;
    double give = 0.5 / KART_SPRING_F + 0.5 / KART_TYRE_F + 0.5 / KART_SPRING_R + 0.5 / KART_TYRE_R;
    for (int k = 0; k < 5; k++) {
        /* drag lifts the nose, which moves the centre of mass back over the wheels */
        double nose = (weight * c->rear / base - front) * give / base;
        double back = KART_ROLLING * KART_RADIUS + nose * (KART_HEIGHT - 0.1325);
        front = (weight * (c->rear - back) - push * KART_HEIGHT) / base;
    }
    double axle[2] = {front, weight - front};
    double track[2] = {KART_TRACK_F, KART_TRACK_R},
           unsprung[2] = {2.0 * UNSPRUNG_F, 2.0 * UNSPRUNG_R};
    /* in roll the bar is twisted from both ends */
    double stiff[2] = {2.0 * track[0] * track[0] *
                           in_series(KART_SPRING_F + 2.0 * KART_BAR, KART_TYRE_F),
                       2.0 * track[1] * track[1] * in_series(KART_SPRING_R, KART_TYRE_R)};
    double low = 0.1325, sprung = KART_MASS - unsprung[0] - unsprung[1];
    double height = (KART_MASS * KART_HEIGHT - (unsprung[0] + unsprung[1]) * low) / sprung;
    double spins =
        KART_WHEEL * (c->spin[0] + c->spin[1]) + 0.5 * KART_AXLE * (c->spin[2] + c->spin[3]);
    c->roll = (KART_MASS * c->lateral * KART_HEIGHT + spins * c->yaw_rate) /
              (stiff[0] + stiff[1] - sprung * KART_G * height);
    for (int i = 0; i < 2; i++) {
        double transfer = stiff[i] * c->roll / (2.0 * track[i]);
        c->load[2 * i] = 0.5 * axle[i] - transfer;
        c->load[2 * i + 1] = 0.5 * axle[i] + transfer;
    }
}

int cornering_solve(cornering *c) {
    c->torque = 10.0;
    c->side_speed = 0.0;
    c->yaw_rate = c->speed * 0.5 * (c->steer[0] + c->steer[1]) / (c->front + c->rear);
    for (int i = 0; i < 4; i++)
        c->spin[i] = c->speed / 0.132;
    c->lateral = 0.0;
    for (int k = 0; k < 60; k++) {
        double before = c->yaw_rate;
        find_loads(c);
        if (!solve_plane(c))
            return 0;
        if (k > 3 && fabs(c->yaw_rate - before) < 1e-12)
            return 1;
    }
    return 0;
}

/* the linkage in the design position: the pitman arm turns about the leaning column, the steering
 * arm about the upright kingpin, the tie rod keeps its length */
void cornering_steer(double wheel, double front, double steer[2]) {
    const double arm = 0.08, lean = 0.7, base = KART_BASE, tie = 0.36;
    double kingpin = KART_TRACK_F - 0.1, end = kingpin - arm * kingpin / base, half = end - tie;
    double xa = front - arm;
    for (int i = 0; i < 2; i++) {
        double side = i ? -1.0 : 1.0;
        /* arm from the column: (-cos lean, 0, -sin lean) arm, and side*half along y */
        double c = cos(wheel), s = sin(wheel);
        /* rotation about e = (-sin lean, 0, cos lean) of p = -arm f + side half y, f x-z normal */
        double f = -arm * c - side * half * s, y = -arm * s + side * half * c;
        double px = xa + arm * cos(lean) + f * cos(lean), pz = arm * sin(lean) + f * sin(lean);
        double delta = wheel;
        for (int k = 0; k < 50; k++) {
            double cd = cos(delta), sd = sin(delta);
            double ax = -arm, ay = side * (end - kingpin);
            double tx = front + cd * ax - sd * ay, ty = side * kingpin + sd * ax + cd * ay;
            double g = (tx - px) * (tx - px) + (ty - y) * (ty - y) + pz * pz - tie * tie;
            double slope =
                2.0 * ((tx - px) * (-sd * ax - cd * ay) + (ty - y) * (cd * ax - sd * ay));
            delta -= g / slope;
        }
        steer[i] = delta;
    }
}
