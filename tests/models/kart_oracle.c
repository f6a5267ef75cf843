/* the drive line of the kart, after Crossley and Cook (1991) for the engine and Kotwicki (1982) for
 * the shape of the converter's characteristic; numbers as in models/kart_engine/kart_defaults.m */
#include "kart_oracle.h"

#include "multirate/multirate.h"

#include <math.h>
#include <stdio.h>

enum { PRESSURE, CRANK, STROKE, SPEED, RATIO, RATIO_RATE, STATES };

static const double h1 = 1e-4, pi = 3.14159265358979323846;
static const double ratios[] = {0.0, 3.6, 2.8, 2.25};

typedef struct drive {
    double x[STATES];
    double burning, delayed; /* charge in combustion, and the one after it */
    double half_turn;        /* sin of the crank angle at the last major step */
    int gear, ticks;
    double axle_speed;
} drive;

static double line(const double *at, const double *value, int count, double t) {
    int i = 1;
    while (i < count - 1 && t >= at[i])
        i++;
    return value[i - 1] + (value[i] - value[i - 1]) * (t - at[i - 1]) / (at[i] - at[i - 1]);
}

static double throttle_at(double t) {
    static const double at[] = {0, 0.5, 2.5, 5, 7.8, 8.8, 9.6, 10};
    static const double angle[] = {5, 5, 13.2, 14.3, 18, 19, 10, 10};
    return line(at, angle, 8, t);
}

static double torque_of(const drive *d, double N) {
    const double A = 14.6, s = 15.0, m = d->burning;
    return -181.3 + 379.36 * m + 21.91 * A - 0.85 * A * A + 0.26 * s - 0.0028 * s * s + 0.027 * N -
           0.000107 * N * N + 0.00048 * N * s + 2.55 * s * m - 0.05 * s * s * m;
}

static double pump_torque(double wp, double wt) {
    return 7e-4 * (wp * wp + 0.65 * wp * wt - 1.65 * wt * wt);
}

static double drive_torque(const drive *d, const double *x) {
    const double wp = fmax(x[SPEED], 10.0), wt = x[RATIO] * d->axle_speed;
    const double gain = wt < 0.88 * wp ? 1.0 + 0.7 * (1.0 - wt / (0.88 * wp)) : 1.0;
    return 0.96 * x[RATIO] * gain * pump_torque(wp, wt);
}

static void rates(const drive *d, double t, const double *x, double *dx) {
    const double th = throttle_at(t), P = x[PRESSURE], N = x[SPEED];
    const double area = 2.821 - 0.05231 * th + 0.10299 * th * th - 0.00063 * th * th * th;
    const double r = P <= 1.0 ? P : 1.0 / P;
    const double flow = r >= 0.5 ? 2.0 * sqrt(r - r * r) : 1.0;
    const double in = area * flow * (P < 1.0 ? 1.0 : P > 1.0 ? -1.0 : 0.0);
    const double out = -0.366 + 0.08979 * N * P - 0.0337 * N * P * P + 0.0001 * N * N * P;
    dx[PRESSURE] = 0.41328 * (in - out);
    dx[CRANK] = N;
    dx[STROKE] = out;
    dx[SPEED] = (torque_of(d, N) - pump_torque(fmax(N, 10.0), x[RATIO] * d->axle_speed)) / 0.14;
    dx[RATIO] = x[RATIO_RATE];
    dx[RATIO_RATE] = 36.0 * (ratios[d->gear] - x[RATIO]) - 12.0 * x[RATIO_RATE];
}

/* half a turn: the stroke's charge comes in, the one before it burns */
static void look_for_event(drive *d) {
    const double now = sin(d->x[CRANK]), before = d->half_turn;
    d->half_turn = now;
    if (!((before < 0.0 && now >= 0.0) || (before > 0.0 && now <= 0.0)))
        return;
    d->burning = d->delayed;
    d->delayed = d->x[STROKE];
    d->x[STROKE] = 0.0;
}

static void decide(drive *d, double t) {
    static const double at[] = {5, 15, 30};
    static const double up[][3] = {{0}, {85, 114, 150}, {135, 157, 200}, {1e6, 1e6, 1e6}};
    static const double down[][3] = {{0}, {-1, -1, -1}, {55, 75, 100}, {95, 120, 150}};
    const double th = throttle_at(t);
    int shift = 0;
    if (d->ticks >= 10)
        shift = (d->axle_speed > line(at, up[d->gear], 3, th)) -
                (d->axle_speed < line(at, down[d->gear], 3, th));
    d->gear += shift;
    d->ticks = shift ? 0 : d->ticks + 1;
}

static void integrate(drive *d, double t) {
    double a[STATES], b[STATES], c[STATES], e[STATES], y[STATES];
    rates(d, t, d->x, a);
    for (int i = 0; i < STATES; i++)
        y[i] = d->x[i] + 0.5 * h1 * a[i];
    rates(d, t + 0.5 * h1, y, b);
    for (int i = 0; i < STATES; i++)
        y[i] = d->x[i] + 0.5 * h1 * b[i];
    rates(d, t + 0.5 * h1, y, c);
    for (int i = 0; i < STATES; i++)
        y[i] = d->x[i] + h1 * c[i];
    rates(d, t + h1, y, e);
    for (int i = 0; i < STATES; i++)
        d->x[i] += h1 / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + e[i]);
}

static mr_status run(mr_interface *kart, double t_end,
                     void (*step)(void *user, const kart_sample *sample), void *user) {
    drive d = {.x = {0.32, 1e-9, 0.0, 165.3, 3.6, 0.0},
               .burning = 0.09,
               .delayed = 0.09,
               .gear = 1,
               .ticks = 10};
    double y1[3] = {0}, u1[3], before = 0.0;
    mr_status status = MR_OK;
    const long steps = lround(t_end / h1);
    for (long n = 0; n <= steps && status == MR_OK; n++) {
        const double t = (double)n * h1;
        if (n == 0)
            status = mr_interface_start(kart, before, y1);
        if (status == MR_OK)
            status = mr_interface_exchange(kart, before, y1, MR_MAJOR, u1);
        d.axle_speed = u1[0];
        if (n == 0)
            d.half_turn = sin(d.x[CRANK]);
        else
            look_for_event(&d);
        if (n % 1000 == 0)
            decide(&d, t);
        y1[0] = drive_torque(&d, d.x);
        before = t;
        const kart_sample sample = {.time = t,
                                    .throttle = throttle_at(t),
                                    .engine_speed = d.x[SPEED] * 30.0 / pi,
                                    .engine_torque = torque_of(&d, d.x[SPEED]),
                                    .gear = d.gear,
                                    .ratio = d.x[RATIO],
                                    .drive_torque = y1[0],
                                    .axle_speed = u1[0],
                                    .speed = u1[1],
                                    .pitch = u1[2] * 180.0 / pi};
        step(user, &sample);
        integrate(&d, t);
    }
    return status;
}

int kart_oracle_run(double fr, const char *options, double t_end,
                    void (*step)(void *user, const kart_sample *sample), void *user, char *why,
                    int size) {
    mr_config config;
    mr_message message;
    mr_plugin *plugin = NULL;
    mr_interface *kart = NULL;
    const char *prefix = "";
    char configuration[4096], all[1024];
    mr_message_clear(&message);
    mr_config_default(&config);
    snprintf(all, sizeof all, "inputs=drive_torque+brake+steer outputs=axle_speed+speed+pitch %s",
             options);
    mr_status status = mr_config_parse(&config, all, &message);
    if (status == MR_OK)
        status = mr_plugin_load("kart.mbs", &plugin, &prefix, &message);
    if (status == MR_OK) {
        snprintf(configuration, sizeof configuration, "%sstep=%.17g v0=6", prefix, fr * h1);
        status = mr_interface_open(&config, mr_plugin_type(plugin), configuration, &kart, &message);
    }
    if (status == MR_OK) {
        status = run(kart, t_end, step, user);
        snprintf(message.text, sizeof message.text, "%s", mr_interface_error(kart));
    }
    snprintf(why, (size_t)size, "%s", message.text);
    mr_interface_close(kart);
    mr_plugin_unload(plugin);
    return status == MR_OK ? 0 : -1;
}
