/* Bricard's mechanism as an open chain of five rods with joint angles; the loop is closed by
 * Gauss-Newton, the reduced equation m(a) a'' + m'(a) a'^2/2 + V'(a) = 0 in the first angle is
 * integrated with RK4 */
#include "oracles.h"

#include <math.h>
#include <string.h>

enum { RODS = 5, CLOSURE = 6 };

/* the cube: corners and joint axes in the design position */
static const double CORNER[6][3] = {{0, 0, 0},  {1, 0, 0},  {1, -1, 0},
                                    {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
static const double AXIS[6][3] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}};

/* R = R turned about the unit axis n by angle a: R <- R rot(n, a) */
static void turn(double R[3][3], const double n[3], double a) {
    double c = cos(a), s = sin(a), T[3][3], P[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            T[i][j] = (1.0 - c) * n[i] * n[j] + (i == j ? c : 0.0);
    T[0][1] -= s * n[2], T[1][0] += s * n[2];
    T[0][2] += s * n[1], T[2][0] -= s * n[1];
    T[1][2] -= s * n[0], T[2][1] += s * n[0];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            P[i][j] = R[i][0] * T[0][j] + R[i][1] * T[1][j] + R[i][2] * T[2][j];
    memcpy(R, P, sizeof P);
}

static void rotate(const double R[3][3], const double x[3], double y[3]) {
    for (int i = 0; i < 3; i++)
        y[i] = R[i][0] * x[0] + R[i][1] * x[1] + R[i][2] * x[2];
}

typedef struct pose {
    double corner[6][3];
    double R[RODS][3][3];
} pose;

static void place(const double angle[RODS], pose *p) {
    double R[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < 3; k++)
        p->corner[0][k] = CORNER[0][k];
    for (int i = 0; i < RODS; i++) {
        double along[3], moved[3];
        turn(R, AXIS[i], angle[i]);
        memcpy(p->R[i], R, sizeof R);
        for (int k = 0; k < 3; k++)
            along[k] = CORNER[i + 1][k] - CORNER[i][k];
        rotate((const double(*)[3])R, along, moved);
        for (int k = 0; k < 3; k++)
            p->corner[i + 1][k] = p->corner[i][k] + moved[k];
    }
}

/* where the last rod ought to be: its end on P6, its last axis along x */
static void misfit(const double angle[RODS], double f[CLOSURE]) {
    pose p;
    double axis[3];
    place(angle, &p);
    rotate((const double(*)[3])p.R[RODS - 1], AXIS[5], axis);
    for (int k = 0; k < 3; k++) {
        f[k] = p.corner[5][k] - CORNER[5][k];
        f[3 + k] = axis[k] - AXIS[5][k];
    }
}

/* columns of the misfit by central differences */
static void columns(const double angle[RODS], double J[CLOSURE][RODS]) {
    for (int j = 0; j < RODS; j++) {
        double x[RODS], up[CLOSURE], down[CLOSURE];
        memcpy(x, angle, sizeof x);
        x[j] = angle[j] + 1e-6;
        misfit(x, up);
        x[j] = angle[j] - 1e-6;
        misfit(x, down);
        for (int i = 0; i < CLOSURE; i++)
            J[i][j] = (up[i] - down[i]) / 2e-6;
    }
}

/* least squares for the last four angles: J[:,1..4] x = b */
static void solve(double J[CLOSURE][RODS], const double b[CLOSURE], double x[4]) {
    double N[4][5];
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            N[i][j] = 0.0;
            for (int k = 0; k < CLOSURE; k++)
                N[i][j] += J[k][i + 1] * J[k][j + 1];
        }
        N[i][4] = 0.0;
        for (int k = 0; k < CLOSURE; k++)
            N[i][4] += J[k][i + 1] * b[k];
    }
    for (int i = 0; i < 4; i++) {
        int pivot = i;
        for (int r = i + 1; r < 4; r++)
            pivot = fabs(N[r][i]) > fabs(N[pivot][i]) ? r : pivot;
        for (int c = 0; c < 5; c++) {
            double swap = N[i][c];
            N[i][c] = N[pivot][c];
            N[pivot][c] = swap;
        }
        for (int r = i + 1; r < 4; r++) {
            double f = N[r][i] / N[i][i];
            for (int c = i; c < 5; c++)
                N[r][c] -= f * N[i][c];
        }
    }
    for (int i = 3; i >= 0; i--) {
        x[i] = N[i][4];
        for (int j = i + 1; j < 4; j++)
            x[i] -= N[i][j] * x[j];
        x[i] /= N[i][i];
    }
}

/* closes the loop for the first angle; the others come in as a guess */
static void close_loop(double angle[RODS]) {
    for (int k = 0; k < 20; k++) {
        double f[CLOSURE], J[CLOSURE][RODS], x[4], size = 0.0;
        misfit(angle, f);
        columns(angle, J);
        solve(J, f, x);
        for (int i = 0; i < 4; i++) {
            angle[i + 1] -= x[i];
            size = fmax(size, fabs(x[i]));
        }
        if (size < 1e-13)
            return;
    }
}

/* reduced mass and potential energy at a closed pose */
static void reduce(const double angle[RODS], double *mass, double *potential) {
    const double across = (1.0 + 0.01) / 12.0, about = 0.02 / 12.0;
    double J[CLOSURE][RODS], b[CLOSURE], rest[4], rate[RODS], w[3] = {0, 0, 0}, v[3] = {0, 0, 0};
    pose p;
    place(angle, &p);
    columns(angle, J);
    for (int i = 0; i < CLOSURE; i++)
        b[i] = -J[i][0];
    solve(J, b, rest);
    rate[0] = 1.0;
    memcpy(rate + 1, rest, sizeof rest);
    *mass = *potential = 0.0;
    for (int i = 0; i < RODS; i++) {
        double axis[3], e[3], turn_rate = 0.0, w2 = 0.0, v2 = 0.0, vc[3];
        rotate((const double(*)[3])p.R[i], AXIS[i], axis);
        for (int k = 0; k < 3; k++) {
            w[k] += rate[i] * axis[k];
            e[k] = p.corner[i + 1][k] - p.corner[i][k];
        }
        for (int k = 0; k < 3; k++) {
            int l = (k + 1) % 3, m = (k + 2) % 3;
            double swing = w[l] * e[m] - w[m] * e[l];
            vc[k] = v[k] + 0.5 * swing;
            v[k] += swing;
            turn_rate += w[k] * e[k];
            w2 += w[k] * w[k];
            v2 += vc[k] * vc[k];
        }
        *mass += v2 + across * (w2 - turn_rate * turn_rate) + about * turn_rate * turn_rate;
        *potential += 9.81 * (p.corner[i][1] + 0.5 * e[1]);
    }
}

/* acceleration of the first angle; m' and V' by central differences along the closed loop */
static double acceleration(double angle[RODS], double first, double rate) {
    double up[RODS], down[RODS], m, V, m_up, m_down, V_up, V_down;
    const double d = 1e-4;
    angle[0] = first;
    close_loop(angle);
    memcpy(up, angle, sizeof up);
    memcpy(down, angle, sizeof down);
    up[0] += d;
    down[0] -= d;
    close_loop(up);
    close_loop(down);
    reduce(angle, &m, &V);
    reduce(up, &m_up, &V_up);
    reduce(down, &m_down, &V_down);
    return -(0.5 * (m_up - m_down) / (2.0 * d) * rate * rate + (V_up - V_down) / (2.0 * d)) / m;
}

void bricard_reference(double t, double p3[3]) {
    double angle[RODS] = {0.0}, a = 0.0, rate = 0.0;
    long steps = lround(t / 5e-3);
    double h = steps > 0 ? t / (double)steps : 0.0;
    for (long i = 0; i < steps; i++) {
        double a1 = acceleration(angle, a, rate), r1 = rate;
        double r2 = rate + 0.5 * h * a1, a2 = acceleration(angle, a + 0.5 * h * r1, r2);
        double r3 = rate + 0.5 * h * a2, a3 = acceleration(angle, a + 0.5 * h * r2, r3);
        double r4 = rate + h * a3, a4 = acceleration(angle, a + h * r3, r4);
        a += h / 6.0 * (r1 + 2.0 * r2 + 2.0 * r3 + r4);
        rate += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
    }
    angle[0] = a;
    close_loop(angle);
    pose p;
    place(angle, &p);
    memcpy(p3, p.corner[2], 3 * sizeof *p3);
}
