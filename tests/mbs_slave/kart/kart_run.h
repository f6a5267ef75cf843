/* driving the kart of mbs_slave/kart in tests, and its data as a hand calculation needs them */
#ifndef KART_RUN_H
#define KART_RUN_H

#include "mbs/model.h"
#include "mbs/simulation.h"

/* what the driver does at a time: torque, brake, steer */
typedef void (*kart_driver)(const double *numbers, double t, double u[3]);

typedef struct kart_run {
    mr_message message;
    mbs_model *model;
    mbs_simulation *simulation;
    mr_inputs inputs;
    kart_driver driver;
    double numbers[8]; /* of the driver */
} kart_run;

/* opens kart.mbs with other values of parameters, "name=value name=value", and starts it at 0 */
void kart_open(kart_run *run, const char *settings, kart_driver driver, const double *numbers,
               int count);
void kart_close(kart_run *run);
/* steps of h up to t */
void kart_to(kart_run *run, double t, double h);
double kart_output(kart_run *run, const char *name);

/* constant inputs: numbers 0 to 2 */
void kart_steady(const double *numbers, double t, double u[3]);

/* data sheet */
enum { KART_LEFT, KART_RIGHT };
static const double KART_G = 9.81, KART_MASS = 165.0, KART_HEIGHT = 0.25, KART_FRONT = 0.645,
                    KART_REAR = 0.400, KART_BASE = 1.045, KART_TRACK_F = 0.5275, KART_TRACK_R = 0.6,
                    KART_RADIUS = 0.139, KART_TYRE_F = 64500.0, KART_TYRE_R = 61300.0,
                    KART_ROLLING = 0.015, KART_DRAG = 0.42, KART_AXLE = 0.2, KART_WHEEL = 0.018,
                    KART_SPRING_F = 4000.0, KART_SPRING_R = 6000.0, KART_BAR = 1500.0,
                    KART_BRAKES = 200.0, KART_BRAKE_F = 0.58;

#endif
