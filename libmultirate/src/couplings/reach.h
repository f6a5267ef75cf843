/* how far a slave goes in one step whose reaction to motion is not known
 *
 * What the model carries beside the slave's own motion is right only if the slave is linear, or if
 * it is known what moves in it. Where neither holds, the slave must make the motion itself: its
 * steps become shorter, so that little is carried, and so that its reaction is foreseen from one
 * step to the next. */
#ifndef MR_REACH_H
#define MR_REACH_H

/* part of the accelerations that may be missed */
#define MR_MISSED 0.03

/* of a step that was made, squares by the masses of the coordinates */
typedef struct mr_reach_seen {
    double carried, moved; /* the velocity beside the slave's own, and all of it */
    double missed, felt;   /* accelerations that were not foreseen, and all of them */
} mr_reach_seen;

typedef struct mr_reach {
    double parts; /* of the slave's own step, at least; 1 or less: steps are never shortened */
    double whole; /* s: the slave's own step; 0: it tells none */
    double most;  /* s: the longest step now; 0: no limit */
    mr_reach_seen sums; /* they forget */
    double calm;        /* steps in a row that could have been longer */
    double shorter;     /* steps that were shortened */
    double unknown;     /* the same, while nobody knew what the slave does; 0: it is known by now */
} mr_reach;

#define MR_REACH_SIZE ((int)(sizeof(mr_reach) / sizeof(double)))

/* the slave makes steps of h by itself */
void mr_reach_start(mr_reach *reach, int parts, double h);

/* it has made one of h whose reaction is not known. finest: shorter steps show nothing new */
void mr_reach_shorten(mr_reach *reach, double h, const mr_reach_seen *seen, double finest);

/* it has made one of h whose reaction is known */
void mr_reach_let_go(mr_reach *reach, double h);

/* a step to `end` from t: where the first of its equal parts ends that are short enough */
double mr_reach_end(const mr_reach *reach, double t, double end);

#endif
