/* prints the expected results of the systems of parts, each computed as one system, without the
 * library, its slaves and its couplings: parts_expected NAME >models/NAME/expected.csv */
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST 400
typedef void (*equations)(double t, const double *x, double *rate);

static void runge_kutta(equations f, int n, double t, double h, double *x) {
    static double k[4][MOST], w[MOST];
    f(t, x, k[0]);
    for (int s = 1; s < 4; s++) {
        const double part = s < 3 ? 0.5 * h : h;
        for (int i = 0; i < n; i++)
            w[i] = x[i] + part * k[s - 1][i];
        f(t + part, w, k[s]);
    }
    for (int i = 0; i < n; i++)
        x[i] += h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
}

static void run(equations f, int n, double *x, double interval, int rows, int pieces,
                void (*print)(double t, const double *x)) {
    print(0.0, x);
    for (int r = 1; r <= rows; r++) {
        for (int i = 0; i < pieces; i++)
            runge_kutta(f, n, (r - 1) * interval + i * (interval / pieces), interval / pieces, x);
        print(r * interval, x);
    }
}

/* --- hydraulic line: Q, V, x, v --- */
static double line_pressure(const double *x) {
    return 1e5 + 1.4e9 / 1e-4 * (x[1] - 1e-3 * x[2]);
}
static void line(double t, const double *x, double *d) {
    const double p = line_pressure(x);
    (void)t;
    d[0] = (1e7 * pow(1e-3 / (1e-3 + x[1]), 1.4) - p - 5e12 * x[0] * fabs(x[0]) - 1e8 * x[0]) / 1e7;
    d[1] = x[0];
    d[2] = x[3];
    d[3] = (1e-3 * (p - 1e5) - 2e5 * x[2] - 500.0 * x[3]) / 50.0;
}
static void print_line(double t, const double *x) {
    printf("%.10g,%.12g,%.12g,%.12g\n", t, line_pressure(x), x[0], x[2]);
}

/* --- chain drive: closed form --- */
static void chain_drive(void) {
    static const int mass[5] = {38, 39, 58, 59, 78};
    const double pi = acos(-1.0), w = 200.0 * sin(pi / 314.0);
    printf("time,drive1.x_last,drive2.x_first,drive2.x_last,drive3.x_first,drive3.x_last\n");
    for (int r = 0; r <= 100; r++) {
        printf("%.10g", 0.02 * r);
        for (int i = 0; i < 5; i++)
            printf(",%.15g", sin(mass[i] * pi / 157.0) * cos(w * 0.02 * r));
        printf("\n");
    }
}

/* --- tensioner: 20 links (x, v), piston x, v, gap Q, V --- */
static double chamber(const double *x) { /* bisection of the law with air */
    const double filling = (x[43] - 1e-4 * x[40]) / 2e-6;
    const double a = 8.21e8 * 1.01, b = 8.21e8 * 0.01 / 1.4 * pow(1e5, 1 / 1.4), c = -1.0 / 1.4;
    double low = 1.0, high = 1e9;
    for (int i = 0; i < 200; i++) {
        const double p = 0.5 * (low + high);
        const double have = (p - 3e5 + b / c * (pow(p, c) - pow(3e5, c))) / a;
        if (have > filling)
            high = p;
        else
            low = p;
    }
    return 0.5 * (low + high);
}
static double link_force(const double *x) {
    return 1e6 * (x[40] - x[19]) + 50.0 * (x[41] - x[39]);
}
static void tensioner(double t, const double *x, double *d) {
    const double p = chamber(x), F = link_force(x);
    (void)t;
    for (int i = 0; i < 20; i++) {
        double force = -1e6 * (x[i] - (i > 0 ? x[i - 1] : 0.0)) -
                       5.0 * (x[20 + i] - (i > 0 ? x[19 + i] : 0.0));
        if (i < 19)
            force += 1e6 * (x[i + 1] - x[i]) + 5.0 * (x[21 + i] - x[20 + i]);
        else
            force += F;
        d[i] = x[20 + i];
        d[20 + i] = force / 0.05;
    }
    d[40] = x[41];
    d[41] = (1e-4 * (p - 1e5) - 1e4 * x[40] - 20.0 * x[41] - F) / 0.1;
    d[42] =
        (3e5 * pow(1.0 / (1.0 + x[43]), 1.4) - p - 1e13 * x[42] * fabs(x[42]) - 1e9 * x[42]) / 1e6;
    d[43] = x[42];
}
static void print_tensioner(double t, const double *x) {
    printf("%.10g,%.12g,%.12g,%.12g,%.12g\n", t, x[19], x[40], chamber(x), link_force(x));
}

/* --- crank train: phi, omega of three throws and the flywheel --- */
static void crank_train(double t, const double *x, double *d) {
    const double pi = acos(-1.0), r = 0.043, l = 0.15;
    (void)t;
    for (int i = 0; i < 4; i++) {
        const double *q = x + 2 * i;
        double T = 0.0, J = i < 3 ? 0.03 : 0.25, dJ = 0.0;
        if (i > 0)
            T -= 6.3e4 * (q[0] - q[-2]) + 2.0 * (q[1] - q[-1]);
        if (i < 3)
            T += 6.3e4 * (q[2] - q[0]) + 2.0 * (q[3] - q[1]);
        for (int bank = 0; bank < 2 && i < 3; bank++) {
            const double phi = q[0] + i * (4.0 * pi / 3.0) - bank * pi / 3.0;
            /* way of the piston by numbers: y = r cos + sqrt(l^2 - r^2 sin^2) */
            const double e = 1e-4;
            double y[5];
            for (int k = 0; k < 5; k++) {
                const double a = phi + (k - 2) * e;
                y[k] = r * cos(a) + sqrt(l * l - r * r * sin(a) * sin(a));
            }
            const double first = (y[0] - 8 * y[1] + 8 * y[3] - y[4]) / (12 * e);
            const double second = (-y[0] + 16 * y[1] - 30 * y[2] + 16 * y[3] - y[4]) / (12 * e * e);
            J += 0.6 * first * first;
            dJ += 2.0 * 0.6 * first * second;
            T -= 5.6e-3 * 6e6 * pow((1.0 + cos((phi - 0.3) / 2.0)) / 2.0, 40.0) * first;
        }
        T -= i < 3 ? 0.1 * q[1] : 150.0;
        d[2 * i] = q[1];
        d[2 * i + 1] = (T - 0.5 * dJ * q[1] * q[1]) / J;
    }
}
static void print_crank(double t, const double *x) {
    printf("%.10g,%.12g,%.12g,%.12g,%.12g,%.12g\n", t, x[1], x[5], x[7],
           6.3e4 * (x[2] - x[0]) + 2.0 * (x[3] - x[1]),
           6.3e4 * (x[6] - x[4]) + 2.0 * (x[7] - x[5]));
}

/* --- car: z, vz of the body, its matrix of rotation (9), spin in body axes (3), z, v of wheels ---
 */
static const double corner[4][2] = {{1.2, 0.75}, {1.2, -0.75}, {-1.5, 0.75}, {-1.5, -0.75}};
static double bump(int i, double t) {
    static const double t0[4] = {0.1, 0.15, 0.28, 0.33};
    const double s = (t - t0[i]) / 0.2;
    return s > 0.0 && s < 1.0 ? 0.05 * 0.5 * (1.0 - cos(2.0 * acos(-1.0) * s)) : 0.0;
}
static void corner_motion(const double *x, int i, double *z, double *v) {
    const double *R = x + 2, *w = x + 11, px = corner[i][0], py = corner[i][1];
    *z = x[0] + R[6] * px + R[7] * py;
    /* w x r in body axes, r = (px, py, 0) */
    const double c[3] = {-w[2] * py, w[2] * px, w[0] * py - w[1] * px};
    *v = x[1] + R[6] * c[0] + R[7] * c[1] + R[8] * c[2];
}
static void car(double t, const double *x, double *d) {
    static const double J[3] = {500.0, 2200.0, 2500.0};
    const double *R = x + 2, *w = x + 11;
    double force = 0.0, M[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < 4; i++) {
        double z, v;
        corner_motion(x, i, &z, &v);
        const double F = 2e4 * (z - x[14 + 2 * i]) + 1500.0 * (v - x[15 + 2 * i]);
        d[14 + 2 * i] = x[15 + 2 * i];
        d[15 + 2 * i] = (F + 2e5 * (bump(i, t) - x[14 + 2 * i])) / 40.0;
        force -= F;
        /* torque of -F along world z, in body axes: r x (R^T (0 0 -F)) */
        const double f[3] = {-F * R[6], -F * R[7], -F * R[8]}, px = corner[i][0], py = corner[i][1];
        M[0] += py * f[2];
        M[1] -= px * f[2];
        M[2] += px * f[1] - py * f[0];
    }
    d[0] = x[1];
    d[1] = force / 1400.0;
    for (int r = 0; r < 3; r++) { /* R' = R [w] */
        d[2 + 3 * r] = R[3 * r + 1] * w[2] - R[3 * r + 2] * w[1];
        d[3 + 3 * r] = R[3 * r + 2] * w[0] - R[3 * r] * w[2];
        d[4 + 3 * r] = R[3 * r] * w[1] - R[3 * r + 1] * w[0];
    }
    for (int a = 0; a < 3; a++) {
        const int b = (a + 1) % 3, c = (a + 2) % 3;
        d[11 + a] = (M[a] - (J[c] - J[b]) * w[b] * w[c]) / J[a];
    }
}
static void print_car(double t, const double *x) {
    printf("%.10g", t);
    for (int i = 0; i < 4; i++) {
        double z, v;
        corner_motion(x, i, &z, &v);
        printf(",%.12g", z);
    }
    for (int i = 0; i < 4; i++)
        printf(",%.12g", x[14 + 2 * i]);
    printf("\n");
}

/* --- crane: angle of the boom and of the rope, their rates, pressure, opening of the valve --- */
static double cylinder_length(double theta, double *derivative) {
    const double dx = 1.2 * cos(theta) - 0.3, dy = 1.2 * sin(theta) + 1.0, l = hypot(dx, dy);
    *derivative = (-dx * 1.2 * sin(theta) + dy * 1.2 * cos(theta)) / l;
    return l;
}
static double crane_start(void) { /* pressure that holds it */
    double arm;
    (void)cylinder_length(0.5, &arm);
    return 9.81 * 4.0 * cos(0.5) * (300.0 / 2.0 + 500.0) / arm / 5e-3;
}
static void crane(double t, const double *x, double *d) {
    const double L = 4.0, r = 2.0, M = 500.0, m = 300.0, g = 9.81, drag = 50.0;
    const double th = x[0], ph = x[1], w = x[2], q = x[3];
    double arm;
    (void)cylinder_length(th, &arm);
    const double sn = sin(ph - th), cs = cos(ph - th);
    const double vx = -L * w * sin(th) + r * q * cos(ph), vy = L * w * cos(th) + r * q * sin(ph);
    /* Lagrange: [J + M L^2, M L r sin; M L r sin, M r^2] */
    const double f1 = -m * g * L / 2.0 * cos(th) - M * g * L * cos(th) + 5e-3 * x[4] * arm -
                      M * L * r * q * q * cs - drag * (-vx * L * sin(th) + vy * L * cos(th));
    const double f2 = -M * g * r * sin(ph) + M * L * r * w * w * cs -
                      drag * (vx * r * cos(ph) + vy * r * sin(ph));
    const double a = m * L * L / 3.0 + M * L * L, b = M * L * r * sn, c = M * r * r;
    const double u = t > 0.5 && t < 2.5 ? 1.0 : 0.0;
    d[0] = w;
    d[1] = q;
    d[2] = (f1 * c - f2 * b) / (a * c - b * b);
    d[3] = (a * f2 - b * f1) / (a * c - b * b);
    d[4] = 1e9 / 2e-3 * (1.4e-7 * x[5] * sqrt(2e7 - x[4]) - 2e-12 * x[4] - 5e-3 * arm * w);
    d[5] = (u - x[5]) / 0.1;
}
static void print_crane(double t, const double *x) {
    double arm;
    printf("%.10g,%.12g,%.12g,%.12g,%.12g\n", t, x[4], cylinder_length(x[0], &arm), x[0] - 0.5,
           4.0 * cos(x[0]) + 2.0 * sin(x[1]));
}

int main(int argc, char **argv) {
    static double x[MOST];
    const char *name = argc > 1 ? argv[1] : "";
    if (strcmp(name, "hydraulic_line") == 0) {
        printf("time,node.p,line.Q,cylinder.x\n");
        run(line, 4, x, 0.002, 100, 400, print_line);
    } else if (strcmp(name, "chain_drive") == 0) {
        chain_drive();
    } else if (strcmp(name, "tensioner") == 0) {
        printf("time,chain.x_last,piston.x,chamber.p,link.F\n");
        for (int i = 0; i < 20; i++)
            x[i] = 1e-3 * sin((i + 1) * acos(-1.0) / 41.0);
        run(tensioner, 44, x, 0.0005, 100, 1000, print_tensioner);
    } else if (strcmp(name, "crank_train") == 0) {
        printf("time,throw1.omega,throw3.omega,flywheel.omega,shaft12.F,shaft34.F\n");
        for (int i = 0; i < 4; i++)
            x[2 * i + 1] = 200.0;
        run(crank_train, 8, x, 0.001, 100, 500, print_crank);
    } else if (strcmp(name, "car_of_fmus") == 0) {
        printf("time,body.z1,body.z2,body.z3,body.z4,wheel1.z,wheel2.z,wheel3.z,wheel4.z\n");
        x[2] = x[6] = x[10] = 1.0;
        run(car, 22, x, 0.01, 100, 200, print_car);
    } else if (strcmp(name, "crane") == 0) {
        printf("time,p,x,theta,hook\n");
        x[0] = 0.5;
        x[4] = crane_start();
        run(crane, 6, x, 0.05, 100, 5000, print_crane);
    } else {
        fprintf(stderr, "usage: parts_expected "
                        "hydraulic_line|chain_drive|tensioner|crank_train|car_of_fmus|crane\n");
        return 2;
    }
    return 0;
}
