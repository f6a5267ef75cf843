/* steady cornering of a four-wheeled vehicle in minimal coordinates, independent of the multibody
 * code: forces in the road plane, quasi-static wheel loads */
#ifndef ORACLE_CORNERING_H
#define ORACLE_CORNERING_H

typedef struct cornering {
    /* given */
    double front, rear; /* axles from the centre of mass */
    double steer[2];    /* road wheels, left and right; to the left is positive */
    int solid_axle;     /* else a differential */
    double speed;       /* forward */
    /* found */
    double torque;                         /* that keeps the speed */
    double side_speed, yaw_rate, lateral;  /* lateral acceleration */
    double spin[4], load[4], fx[4], fy[4]; /* fl fr rl rr */
    double roll;                           /* to the right is positive */
} cornering;

/* 0 if it does not converge */
int cornering_solve(cornering *c);

/* road wheels for a steering wheel angle: pitman arm, tie rods, steering arms */
void cornering_steer(double wheel, double front, double steer[2]);

#endif
