/* several slaves coupled with one another, without a diagram
 *
 *     mr_coupled_open → mr_coupled_start → mr_coupled_advance … → mr_coupled_close
 *
 * Own steps (explicit): every member makes steps of its own, in any ratio, and its outputs are
 * samples with their times. Who is behind steps next, with the samples of the others interpolated
 * or extrapolated (predictor.h). Nothing is repeated, so every slave can be a member.
 *
 * Exchange steps: where every slave can save and restore its state, an exchange step can be made
 * again with better inputs, until inputs and outputs fit at its end (Jacobi or Gauss-Seidel
 * iteration, or a Newton iteration with the interface Jacobian), and its size can be chosen by
 * comparing one step with two of half the size (Richardson). Within a step the inputs are
 * polynomials through their values at the last exchanges and at the end of the step. Slaves may
 * make any number of steps of their own inside an exchange step. C. Andersson, Methods and Tools
 * for Co-Simulation of Dynamic Systems with the FMI, Lund 2016, ch. 3; P. Li, On the Numerical
 * Stability of Co-Simulation Methods, 2017, ch. 3. */
#ifndef MULTIRATE_COUPLED_H
#define MULTIRATE_COUPLED_H

#include "multirate/config.h"
#include "multirate/interface.h"
#include "multirate/joint.h"
#include "multirate/slave.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum mr_iteration {
    MR_JACOBI,            /* all slaves with the inputs of the last pass */
    MR_GAUSS_SEIDEL,      /* each with what the slaves before it have told in this pass */
    MR_INTERFACE_JACOBIAN /* Newton: converges where the others do not (stiff or algebraic loops) */
} mr_iteration;

/* how the errors of all outputs, each over its tolerance, make one number */
typedef enum mr_error_norm {
    MR_LARGEST_ERROR,     /* the largest: every output keeps its tolerance */
    MR_ROOT_OF_MEAN_ERROR /* root of the mean of their absolute values, and steps up to 1.1 are good
                           * (Andersson 2016, eq. 3.72 as printed): laxer, to compare with */
} mr_error_norm;

/* outputs that depend on inputs at once, in exchange steps that are not repeated */
typedef enum mr_feedthrough {
    MR_FEEDTHROUGH_RAW,       /* as they were told, with extrapolated inputs */
    MR_FEEDTHROUGH_ESTIMATED, /* the same; a controlled step's error knows of it */
    MR_FEEDTHROUGH_CORRECTED  /* with the inputs that belong to them, by what was measured */
} mr_feedthrough;

typedef struct mr_coupled_config {
    bool own_steps; /* members step as they like; false: exchange steps for all */
    mr_iteration iteration;

    /* own steps */
    const mr_scheme *scheme;  /* who goes first: the one that is behind, or whose step ends first */
    mr_prediction prediction; /* of signals; discrete ones are held */
    bool graded_start; /* first steps in pieces H/256, H/256, H/128, …; again after a jump */
    bool parallel;     /* Jacobi: members that begin at the same time step at the same time */
    double stop; /* the last step of a member that can end anywhere ends here; INFINITY: nowhere */

    /* exchange steps */
    int order; /* of the inputs within a step, 0 to 4 */
    mr_feedthrough feedthrough;
    int most_iterations; /* passes over a step; 1: none is repeated (explicit) */
    double tolerance; /* change of the inputs, relative to their largest value, that ends a step */
    double step;      /* of the exchange; the first one if it is controlled. Own steps: that of
                       * members without one; 0: their own */
    bool forward;     /* own steps: all members make common steps whose size is controlled by how
                       * well the samples before have foreseen the new ones; nothing is repeated */
    bool controlled;  /* step size by Richardson's comparison of the outputs, with: */
    double relative_tolerance, absolute_tolerance, least_step, most_step;
    mr_error_norm norm;

    /* forward: the first step (0: a 4096th of the members'), and how much one step may be smaller
     * or larger than the one before */
    double first_step, least_factor, most_factor;

    bool staggered; /* own steps: members that are connected step half a step apart, each with what
                     * the others told in the middle of its step, held: no damping, order 2 */
    bool model; /* own steps: slow members that can get an interface model (mr_coupled_use_model)
                 */
    double most_steps; /* of a member in one stretch, at its pace of late; more are refused */
    double filter; /* own steps: part of a new sample that counts, the rest is the sample before;
                    * 1: all of it */
} mr_coupled_config;

/* exchange steps: Gauss-Seidel, order 2, up to 10 passes to 1e-9, step 1 ms, not controlled (1e-4,
 * 1e-6, 1e-9 s, 1 s) */
void mr_coupled_default(mr_coupled_config *config);

/* own steps: Gauss-Seidel, slowest first, third order polynomials, graded start */
void mr_coupled_default_own_steps(mr_coupled_config *config);

/* changes config by "key=value …"; help on the keys, as mr_config_parse and mr_config_options */
mr_status mr_coupled_parse(mr_coupled_config *config, const char *text, mr_message *message);
int mr_coupled_options(char *text, int size);

typedef struct mr_coupled_member {
    const mr_slave_type *type;
    const char *configuration;
    const char *name; /* for sentences; NULL: its number */
    double step;      /* own steps: imposed (needs step_to); 0: that of the configuration */
} mr_coupled_member;

/* a scalar output that goes to a scalar input; an input without one keeps the value it was given */
typedef struct mr_connection {
    int from_member, from_output;
    int to_member, to_input;
    double factor; /* the input is factor * output + offset (other units); 0 stands for 1 */
    double offset;
    const mr_prediction *prediction; /* own steps: of this signal; NULL: the configuration's */
} mr_connection;

/* the scalar among the outputs that is declared as the rate of this one, or MR_NONE */
int mr_declared_rate(const mr_slave_description *description, int output);

/* the plain one: value for value */
#define MR_CONNECTION(from, output, to, input)                                                     \
    { from, output, to, input, 1.0, 0.0, 0 }

typedef struct mr_coupled mr_coupled;

/* opens the members, in the order of Gauss-Seidel. They need save, restore and step_to. On failure
 * *coupled is NULL and message tells why; later failures: mr_coupled_error */
mr_status mr_coupled_open(const mr_coupled_config *config, const mr_coupled_member *members,
                          int member_count, const mr_connection *connections, int connection_count,
                          mr_coupled **coupled, mr_message *message);
void mr_coupled_close(mr_coupled *coupled);

/* after the start: what inputs gain by inputs at once, through outputs (DL, loop_size squared, row
 * by row; connected inputs only), measured at the members by very short steps that are taken back,
 * or by initialising them again. Loops of outputs that are not solved are stable or not by its
 * eigenvalues */
int mr_coupled_loop_size(const mr_coupled *coupled);
mr_status mr_coupled_loop(mr_coupled *coupled, double *DL);

/* other connections instead, before the start: for those who must open members to know their
 * variables */
mr_status mr_coupled_connect(mr_coupled *coupled, const mr_connection *connections, int count);

/* own steps: the member has no motion of its own (a hydraulic node, a spring that others share). It
 * steps, at once, to the time that all members which tell it something have reached. Before the
 * start; it needs step_to */
mr_status mr_coupled_follow(mr_coupled *coupled, int member);

/* own steps: between the member's steps its interface moves on as a small model that the slave
 * tells of itself (interface_matrices or directions), instead of polynomials through its outputs.
 * The others meet that motion at their own steps; the slave makes its own, longer ones behind it.
 * After mr_coupled_connect, before the start. settings: as for mr_config_parse. With the
 * configuration's `model` all members get one that can, and whose sources make shorter steps; at
 * least one must */
mr_status mr_coupled_use_model(mr_coupled *coupled, int member, const char *settings);
/* not this one */
void mr_coupled_refuse_model(mr_coupled *coupled, int member);
/* what the model of a member has done; false: it has none */
bool mr_coupled_model(const mr_coupled *coupled, int member, mr_statistics *statistics);

/* the member's own step or the one that is imposed on it, that of the slave behind a model; 0: it
 * is not known */
double mr_coupled_member_step(const mr_coupled *coupled, int member);

/* own steps, for analysis: from now on this is added to what a connected input is given; 0 ends it
 */
void mr_coupled_disturb(mr_coupled *coupled, int member, int input, double value);

/* value of an input that no output is connected to; before the start, or between steps */
mr_status mr_coupled_set_input(mr_coupled *coupled, int member, int input, double value);

/* value of such an input as a function of time, known in advance (a table, a formula). Where it
 * jumps at t, within the tolerance: at the end of a step the value before the jump is meant, else
 * the one behind it */
typedef double (*mr_signal)(void *context, double t, bool end, double tolerance);
mr_status mr_coupled_set_signal(mr_coupled *coupled, int member, int input, mr_signal signal,
                                void *context);

/* what an open member has, and its table (the instance's own) */
void mr_coupled_describe(const mr_coupled *coupled, int member, mr_slave_description *description,
                         const mr_slave_type **type);

/* the instance of a member, for who looks into it and then runs nothing any more; and its inputs as
 * the start has left them */
void *mr_coupled_instance(const mr_coupled *coupled, int member);
const double *mr_coupled_inputs(const mr_coupled *coupled, int member);

/* initialises all members at t0, again and again until inputs and outputs fit */
mr_status mr_coupled_start(mr_coupled *coupled, double t0);

/* up to t_end. Exchange steps: the last one is shortened to end there. Own steps: until no member
 * is behind it; outputs there are interpolated where a member has passed it. MR_ERR_STOPPED: a
 * member has ended its simulation, at mr_coupled_time */
mr_status mr_coupled_advance(mr_coupled *coupled, double t_end);

double mr_coupled_time(const mr_coupled *coupled);

/* outputs of a member at the present time; valid until the next call */
const double *mr_coupled_outputs(const mr_coupled *coupled, int member);

typedef struct mr_coupled_statistics {
    int64_t steps;        /* exchange steps accepted */
    int64_t rejected;     /* repeated with a smaller size */
    int64_t passes;       /* over all members, those of rejected and compared steps included */
    int64_t unconverged;  /* steps that ended at most_iterations */
    int64_t jacobians;    /* interface Jacobians computed */
    int64_t member_steps; /* steps of members */
    int64_t exceeded;     /* forward: steps whose error was larger than the tolerance */
    int64_t jumps;        /* own steps: jumps of signals that were detected */
    int64_t start_rounds; /* initialisations of all members until inputs and outputs fitted */
    bool start_fits;      /* they did */
    double smallest_step, largest_step;
} mr_coupled_statistics;
void mr_coupled_get_statistics(const mr_coupled *coupled, mr_coupled_statistics *statistics);

/* own steps: flow (velocity) of one member and effort (force) of another, each connected with the
 * other; their product is power. After mr_coupled_connect, before the start */
mr_status mr_coupled_add_bond(mr_coupled *coupled, int flow_member, int flow, int effort_member,
                              int effort);
int mr_coupled_bond_count(const mr_coupled *coupled);

typedef struct mr_bond_energy {
    int flow_member, flow, effort_member, effort;
    double created;   /* made (or lost) by the coupling so far: work that one side saw less the
                       * other's */
    double exchanged; /* sum of all work, either way */
    double error;     /* |created| / exchanged, the largest so far */
    double swing; /* largest part of the work that has passed one way; what is made in silence on
                   * an undamped motion is small against all work to and fro, not against this */
    bool drives;  /* the swing has grown or shrunk with what was made or lost, all the time: it
                   * is the coupling that feeds or damps the motion */
} mr_bond_energy;
void mr_coupled_energy(const mr_coupled *coupled, int bond, mr_bond_energy *energy);

/* a joint between two members (joint.h); exchange steps. After mr_coupled_connect, before the
 * start: its inputs must be free, and are its own from then on. The names are copied */
mr_status mr_coupled_add_joint(mr_coupled *coupled, const mr_joint *joint);
int mr_coupled_joint_count(const mr_coupled *coupled);
void mr_coupled_joint(const mr_coupled *coupled, int joint, mr_joint_report *report);
/* what it was added as, with the usual values where none were given, without sides and offset; the
 * ports of a side, one for each coordinate */
void mr_coupled_joint_settings(const mr_coupled *coupled, int joint, mr_joint *settings);
const mr_joint_port *mr_coupled_joint_ports(const mr_coupled *coupled, int joint, int side);
/* what its next steps go on from: values of the reaction at the last exchanges, newest first, one
 * for each coordinate. Returns how many exchanges, at most MR_JOINT_PAST + 1 */
int mr_coupled_joint_past(const mr_coupled *coupled, int joint, const double **values);

/* an error above this makes results doubtful, and so does what was made over the swing where it
 * drives the motion */
#define MR_DOUBTFUL_BOND 0.1

/* own steps: the worst signal between members. Part of its samples that a straight line through the
 * two before would have missed by more than the signal changed: near 0 where steps resolve the
 * signal, a large part where they do not or where the coupling is unstable. 0: none, or too few
 * samples to tell */
double mr_coupled_roughness(const mr_coupled *coupled, int *member, int *output);

/* more than this part is a reason to doubt the results */
#define MR_ROUGH 0.3

const char *mr_coupled_error(const mr_coupled *coupled);

#ifdef __cplusplus
}
#endif
#endif
