/* the slave contract: all that a simulator must offer to run behind the multirate interface
 *
 * A slave type is a constant table of functions; an instance is an opaque pointer that open() makes
 * and close() frees. The required entries come first; an optional entry may be NULL, and the
 * comment beside it says what is lost then. A plug-in is a shared library that exports the one
 * function mr_slave_plugin(), which returns its table; it includes this header and links to nothing
 * of ours.
 *
 * Two instances of a type know nothing of each other. No function prints, exits or aborts: a
 * failure is a status other than MR_OK and one sentence in the message that open() was given.
 */
#ifndef MULTIRATE_SLAVE_H
#define MULTIRATE_SLAVE_H

#include "multirate/message.h"
#include "multirate/status.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* raised whenever the layout of a struct in this file changes */
#define MR_SLAVE_ABI 4

#define MR_NONE (-1)

/* how a variable changes, which decides what a predictor may assume of it */
typedef enum mr_variability {
    MR_CONTINUOUS, /* a physical quantity: interpolated and extrapolated */
    MR_DISCRETE    /* a command, a switch, a gear: held */
} mr_variability;

/* unit of a variable that is no number: texts and bytes, which pass between slaves of a system as
 * numbers of no meaning to others */
#define MR_TEXT_UNIT  "<text>"
#define MR_BYTES_UNIT "<bytes>"

/* one input or output variable, of one or more scalars */
typedef struct mr_variable {
    const char *name;
    const char *unit; /* "N", "rad/s"; "" if it has none */
    int size;         /* number of scalars, at least 1 */
    /* index, in the same list, of the variable whose time derivative this one is; MR_NONE */
    int rate_of;
    /* of an input: index in the list of outputs of its conjugate, so that the scalar product of the
     * two is the power that enters the slave (force and velocity, torque and speed, pressure and
     * flow), perhaps up to a constant factor; MR_NONE */
    int power_with;
    mr_variability variability;
} mr_variable;

/* an interface coordinate: a second-order chain position → velocity → acceleration among the output
 * scalars (indices into the vector of all output scalars; MR_NONE where there is none).
 * A first-order coordinate (a shaft that tells its speed only) has position MR_NONE. */
typedef struct mr_coordinate {
    int position;
    int velocity;
    int acceleration;
} mr_coordinate;

/* what an open instance has; all pointers stay valid until close() */
typedef struct mr_slave_description {
    const char *title;
    int input_count;
    const mr_variable *inputs;
    int output_count;
    const mr_variable *outputs;
    int coordinate_count; /* 0 where interface_matrices is NULL */
    const mr_coordinate *coordinates;
    /* the table of this very instance, where it can do less than its type (an FMU that does not
     * save its state); it outlives the instance. NULL: the type's own. */
    const struct mr_slave_type *type;
} mr_slave_description;

/* the slave's window on the master: the values of all input scalars at time t, which must lie
 * inside the step being made (or be the start time, in initialise). May be called any number of
 * times. A status other than MR_OK must end the step and be handed back as it is. constant: the
 * inputs are one constant over the whole step, so that the impulse of the step is exact
 * (smoothing). An integrator that keeps the acceleration of its last step, made with another
 * constant, must then renew it with the new inputs at the beginning of the step. */
typedef struct mr_inputs {
    mr_status (*at)(void *context, double t, double *u);
    void *context;
    bool constant;
} mr_inputs;

/* the motion of the slave along a few directions of its own coordinates, in which its interface
 * moves: Y, orthonormal in the masses (Y'M Y = 1) and in accord with all constraints. eta are the
 * coordinates along them, 0 at the time reached. While all else goes on with its velocity, and the
 * inputs are those of the last step, they follow, at a time s after that,
 *     eta'' = acceleration + drift s + input (u - u_last) - stiffness eta - damping (eta' -
 * velocity) and an effort whose conjugate is an interface coordinate changes with eta by its
 * curvature. On a bent path eta are lengths on the path itself (geodesics): centrifugal forces are
 * no stiffness. From one telling to the next the directions keep their sense as far as they can. */
typedef struct mr_directions {
    int room;       /* directions that there is room for, given by who asks */
    int count;      /* how many there are */
    double *input;  /* room x input scalars: Y' dQ/du; 0 for inputs that were not asked for */
    double *output; /* coordinate_count x room: derivatives of the interface coordinates */
    double
        *curvature; /* coordinate_count x room x room: their second derivatives, zero beforehand */
    double *stiffness;    /* room x room */
    double *damping;      /* room x room */
    double *velocity;     /* room: Y'M q' */
    double *acceleration; /* room: Y'M q'' */
    double *drift;        /* room: how fast that changes as all else goes on with its velocity */
} mr_directions;

typedef struct mr_slave_type {
    int abi;             /* MR_SLAVE_ABI */
    size_t size;         /* sizeof(mr_slave_type) */
    const char *name;    /* "two_mass" */
    const char *summary; /* one line for the user */
    const char *options; /* help on the configuration string, one option per line */

    /* --- required --- */

    /* makes an instance from a configuration text ("key=value key=value …" by habit, or a file
     * name). message lives as long as the instance and takes the sentence of every later failure.
     * On failure *instance is NULL and nothing has to be closed. */
    mr_status (*open)(const char *configuration, mr_message *message, void **instance);

    void (*describe)(const void *instance, mr_slave_description *description);

    /* brings the instance to its start at t0, with the inputs that the master has there; may be
     * called again later to start anew (fast restart). The outputs are those at t0 afterwards. */
    mr_status (*initialise)(void *instance, double t0, const mr_inputs *inputs);

    /* advances one step of the slave's own choice and tells the time reached. MR_ERR_STOPPED: the
     * slave has ended its simulation at *t; its last outputs are read, and the run ends there */
    mr_status (*step)(void *instance, const mr_inputs *inputs, double *t);

    /* all output scalars at the time reached */
    mr_status (*outputs)(void *instance, double *y);

    void (*close)(void *instance);

    /* --- optional: NULL where the slave cannot --- */

    /* size of the step that the next step() will make. Without it fastest-first needs step_to or
     * the option slave_step, because nobody can know whether the next step would pass the master.
     */
    mr_status (*next_step)(const void *instance, double *h);

    /* one step that ends at t_limit or, if the slave's own step is shorter, before. Without it
     * there is no graded start and no step size imposed from outside. */
    mr_status (*step_to)(void *instance, const mr_inputs *inputs, double t_limit, double *t);

    /* time derivatives of all output scalars at the time reached. Without it Hermite prediction
     * works only for outputs whose rate is an output too (rate_of). */
    mr_status (*rates)(void *instance, double *ydot);

    /* derivatives of the accelerations a of the interface coordinates, from the last step:
     * Au = da/du (coordinate_count × all input scalars), Ap = da/dp, Av = da/dv (coordinate_count ×
     * coordinate_count), row by row. Without it the interface model identifies Au from past steps.
     */
    mr_status (*interface_matrices)(void *instance, double *Au, double *Ap, double *Av);

    /* the whole state of the instance into *state (made there if *state is NULL, overwritten
     * otherwise), back from it, and its memory freed. Without them there is no iterated coupling,
     * no Richardson step control and no saved operating point. All three or none. */
    mr_status (*save)(const void *instance, void **state);
    mr_status (*restore)(void *instance, const void *state);
    void (*free_state)(void *state);

    /* bytes of a saved state that is one block of memory without pointers: it may be written to a
     * file and restored by another instance of the same plug-in and configuration. Without it
     * states do not outlive the process. */
    size_t (*state_size)(const void *instance);

    /* directions at the time reached, for inputs that are efforts and a coming step of about h.
     * Their span should hold the instant's answer M^-1 b of each effort b (then the coupling makes
     * no energy) and that of the implicit step, T^-1 b, T^-1 M T^-1 b … with its own factor. They
     * stay until asked for anew. aim: the next step, of size h and with constant inputs u, is to
     * end at eta, eta' along these directions, plus what its own rule makes of the reaction of all
     * else. The slave moves its state along them, before or afterwards, so that it gets there;
     * forces along them that are not linear are the business of who aims. Without them the
     * interface model knows only what interface_matrices tell: all that moves behind the interface
     * is then held still, and what the slave's step does not resolve may make energy. Both or none.
     */
    mr_status (*directions)(void *instance, double h, const bool *efforts, mr_directions *told);
    mr_status (*aim)(void *instance, double h, const double *u, const double *eta,
                     const double *eta_rate);

    /* the state at the time reached is moved at once, along what each input that is an effort does:
     * positions by M^-1 b shift, velocities by M^-1 b kick (b: generalised force of the input; both
     * hold all input scalars), in accord with all constraints. kick is an impulse. The outputs are
     * those of the new state afterwards. Without it joints do not project the slave's state. */
    mr_status (*push)(void *instance, const double *shift, const double *kick);
} mr_slave_type;

/* the table of a slave of this version: its name, summary, options and functions */
#define MR_SLAVE_VERSION .abi = MR_SLAVE_ABI, .size = sizeof(mr_slave_type)
#define MR_SLAVE_TABLE(identifier, ...)                                                            \
    const mr_slave_type identifier = {MR_SLAVE_VERSION, __VA_ARGS__}
/* the same for one file */
#define MR_SLAVE_TYPE(...) static MR_SLAVE_TABLE(__VA_ARGS__)

/* the one symbol of a plug-in */
#define MR_SLAVE_PLUGIN_SYMBOL "mr_slave_plugin"
#if defined(_WIN32)
#define MR_SLAVE_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define MR_SLAVE_EXPORT __attribute__((visibility("default")))
#else
#define MR_SLAVE_EXPORT
#endif
typedef const mr_slave_type *(*mr_slave_plugin_function)(void);

/* helpers for both sides, in the header so that a plug-in needs no library */
static inline int mr_variables_width(const mr_variable *variables, int count) {
    int width = 0;
    for (int i = 0; i < count; i++)
        width += variables[i].size;
    return width;
}

static inline mr_status mr_inputs_at(const mr_inputs *inputs, double t, double *u) {
    return inputs->at(inputs->context, t, u);
}

#ifdef __cplusplus
}
#endif
#endif
