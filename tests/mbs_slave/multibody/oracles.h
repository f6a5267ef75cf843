/* the benchmark mechanisms computed in another way: minimal coordinates and RK4 */
#ifndef ORACLES_H
#define ORACLES_H

/* A05, the flyball governor: coordinates turn, swing (angle of the rods from the vertical), depth
 * of the slider below the top; y = {turn, swing, depth, and their rates} at time t */
void governor_reference(double t, double y[6]);

/* A04, Bricard's mechanism: joint angles with numerical loop closure; position of the point P3 at
 * time t */
void bricard_reference(double t, double p3[3]);

#endif
