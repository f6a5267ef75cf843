/* engine, converter and gearbox of models/kart_engine written by hand (Runge-Kutta of order four at
 * a fixed step, events at major steps, one step of delay before the block), with libmultirate and
 * the kart behind them: what the model file must give
 */
#ifndef KART_ORACLE_H
#define KART_ORACLE_H

typedef struct kart_sample {
    double time, throttle, engine_speed, engine_torque, gear, ratio, drive_torque, axle_speed,
        speed, pitch;
} kart_sample;

/* runs with the defaults of the model; called for every major step. 0, or -1 with a sentence */
int kart_oracle_run(double fr, const char *options, double t_end,
                    void (*step)(void *user, const kart_sample *sample), void *user, char *why,
                    int size);

#endif
