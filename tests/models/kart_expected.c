/* prints models/kart_engine/expected.csv: the hand-written drive line, ten rows a second */
#include "kart_oracle.h"

#include <math.h>
#include <stdio.h>

static void print(void *user, const kart_sample *s) {
    (void)user;
    if (lround(s->time * 1e4) % 1000 == 0)
        printf("%.10g,%.10g,%.10g,%.10g,%.10g,%.10g,%.10g\n", s->time, s->engine_speed, s->gear,
               s->drive_torque, s->axle_speed, s->speed, s->pitch);
}

int main(void) {
    char why[512];
    printf("time,engine_speed,gear,drive_torque,axle_speed,speed,pitch\n");
    if (kart_oracle_run(100.0, "scheme=ff order_to_slave=0 order_to_master=1", 10.0, print, NULL,
                        why, (int)sizeof why) == 0)
        return 0;
    fprintf(stderr, "%s\n", why);
    return 1;
}
