/* the numerical model behind the mechanism: entries, functions of them, constraints, elements,
 * matrix
 *
 * Positions live in one array of entries: three for every node (a point or a unit vector), one for
 * every coordinate. Entries that can move are variables and have a place in the linear system; the
 * others (ground, the third axis of planar models) keep their value. Forces and products are summed
 * over all entries, without questions; only what belongs to variables is gathered for the solver.
 */
#ifndef MBS_CORE_H
#define MBS_CORE_H

#include "arena.h"
#include "linear.h"
#include "mbs/builder.h"
#include "mbs/expression.h"
#include "mbs/model.h"
#include "mbs/simulation.h"

/* the larger of two sizes; what is not a number is larger than all numbers, and stays */
static inline double mbs_larger(double a, double b) {
    return a >= b || a != a ? a : b;
}

/* where a local matrix goes: local entries, those that are variables, their places in the matrix */
typedef struct mbs_stencil {
    int count;
    int active_count;
    const int *entry;  /* count: numbers in the array of entries */
    const int *active; /* active_count: local numbers */
    const int *to;     /* active_count: entry[active[]] */
    const int *map;    /* active_count^2: place of (row a, column b); the dump where not stored */
} mbs_stencil;

/* a material point or vector of a body: weighted sum of nodes */
typedef struct mbs_form {
    int count;
    int node[4]; /* first entry of the node */
    double weight[4];
} mbs_form;

/* s x_k . x_l, with k and l local numbers of nodes */
typedef struct mbs_pair {
    int k, l;
    double s;
} mbs_pair;

typedef enum mbs_function_kind {
    MBS_QUADRATIC, /* f = sum s x_k.x_l + sum c q - constant */
    MBS_LENGTH,    /* f = sqrt(sum s x_k.x_l) - constant */
    MBS_TURN /* f = cos(theta) A - sin(theta) B with A, B as in the first, theta the last entry */
} mbs_function_kind;

/* a scalar function of the entries with constant structure: constraint, spring length, output */
typedef struct mbs_function {
    mbs_function_kind kind;
    int node_count, pair_count, second_count, linear_count;
    const int *node; /* first entries */
    /* points are taken relative to the first one where the function does not mind being moved: far
     * from the origin squares of coordinates would cost digits. Per node: 1 to subtract, 0 not */
    int reference; /* local number of that node, or -1 */
    const double *relative;
    const mbs_pair *pair;
    const mbs_pair *second; /* B of a turn */
    const double *coefficient;
    double constant;
    int is_distance;     /* s |x_1 - x_0|^2 - constant: the most frequent one */
    mbs_stencil stencil; /* three entries per node, then the linear ones, then theta */
    const int *hessian;  /* quadratic: 6 places in the matrix for every pair */
} mbs_function;

enum { MBS_LOCAL_MAX = 48 }; /* entries of one function or element */

typedef struct mbs_constraint {
    mbs_function function;
    int drive;       /* number of the signal it follows, or -1 */
    int jacobian;    /* where its row starts in the array of all rows; active entries only */
    int owner;       /* number of the name of the body or joint it belongs to */
    double weight;   /* s: penalty times h^2/4 */
    int is_constant; /* its row never changes: part of the base of the matrix */
} mbs_constraint;

/* what elements need beside positions and velocities */
typedef struct mbs_moment {
    double t;
    double h;              /* > 0: internal states follow the trapezoidal rule; 0: they are held */
    const double *signal;  /* values of the signals */
    double *variable;      /* variables of expressions: t, x, v, inputs */
    const double *history; /* internal states: z_n + h/2 z'_n */
    double *state;         /* internal states */
    const double *acceleration; /* of the entries, for inertia that turns; may be NULL */
    const double *slope;        /* derivatives of the signals with respect to one input */
    const mbs_jet *jet;         /* variables of expressions, seeded with that input */
    int failed;                 /* set by an element that cannot answer */
} mbs_moment;

enum { MBS_VARIABLE_T, MBS_VARIABLE_X, MBS_VARIABLE_V, MBS_VARIABLE_INPUT };

typedef struct mbs_power {
    double potential;  /* energy stored */
    double dissipated; /* power lost */
    double supplied;   /* power brought in */
} mbs_power;

typedef struct mbs_element mbs_element;

typedef struct mbs_element_type {
    /* adds the forces on the entries */
    void (*force)(const mbs_element *, mbs_moment *, const double *q, const double *v, double *Q);
    /* adds K = -dQ/dq and C = -dQ/dv, count x count, row by row */
    void (*tangent)(const mbs_element *, mbs_moment *, const double *q, const double *v, double *K,
                    double *C);
    mbs_power (*power)(const mbs_element *, mbs_moment *, const double *q, const double *v);
    /* adds the derivative of the forces with respect to the input that slope and jet are seeded
     * with; NULL: has none */
    void (*input)(const mbs_element *, mbs_moment *, const double *q, const double *v, double *dQ);
    /* internal states at the end of a step and their rates; with h < 0 their steady values */
    void (*states)(const mbs_element *, mbs_moment *, const double *q, const double *v, double *z,
                   double *rate);
    /* values for outputs; NULL: has none */
    void (*report)(const mbs_element *, mbs_moment *, const double *q, const double *v,
                   mbs_quantity, double *y);
    int force_count, slip_count; /* how many values it reports */
} mbs_element_type;

struct mbs_element {
    const mbs_element_type *type;
    const char *name;
    mbs_stencil stencil;
    int state, state_count;
    int symmetric;
    const void *data;
};

/* inertia J r(q) r(q)' of rank one, with r the row of a spin */
typedef struct mbs_rotor {
    int element;
    int row; /* where r starts in the array of all such rows; active entries only */
    double inertia;
} mbs_rotor;

/* an expression of t and inputs */
typedef struct mbs_signal {
    mbs_expression *expression;
    const char *name;
} mbs_signal;

typedef struct mbs_mass_entry {
    int row, column; /* entries */
    double value;
} mbs_mass_entry;

/* how an output is computed */
typedef struct mbs_output {
    mbs_quantity quantity;
    int size;
    int function; /* first of `size` functions, or -1 */
    int element;  /* number of the element, or -1 */
    int body;     /* number of the body, or -1 */
    int item; /* which of the angles or energies; first reaction of a joint; constraint of a drive
               */
    int item_count; /* reactions of a joint; -1: a drive */
    int component;  /* the only one of several values that is asked for, or -1 */
    /* three material vectors, and the axis of a spin; or the point of a motion that is seen along a
     * vector of its body, and that vector */
    const mbs_form *triad;
} mbs_output;

enum { MBS_ROLL, MBS_PITCH, MBS_YAW };
enum { MBS_KINETIC, MBS_POTENTIAL, MBS_DISSIPATED, MBS_SUPPLIED, MBS_BALANCE, MBS_OF_ELEMENT };

struct mbs_model {
    mbs_arena arena;
    const char *title;
    const char **names;
    mbs_integration integration;
    double gravity[3];
    int planar;

    int entry_count, variable_count;
    const int *variable; /* of every entry; variable_count if it is fixed */
    const int *entry;    /* of every variable */
    const double *design,
        *velocity; /* entries in the design position, velocities before projection */

    mbs_constraint *constraints;
    int constraint_count, jacobian_count;
    mbs_constraint *start_positions, *start_velocities; /* conditions of the start only */
    int start_position_count, start_velocity_count;

    mbs_mass_entry *mass;
    int mass_count;
    double *mass_diagonal; /* per entry */
    const double *weight;  /* force of gravity on the entries */

    mbs_element *elements;
    int element_count, state_count;

    mbs_rotor *rotors;
    int rotor_count, rotor_row_count;

    mbs_signal *signals;
    int signal_count;
    int *drives; /* signals that drive constraints */
    int drive_count, drives_use_inputs;

    /* the matrix, compressed columns; base: the part that never changes */
    int nonzeros, symmetric;
    const int *column, *row;
    const double *base;
    int redundant;

    mr_variable *inputs, *outputs;
    int input_count, output_count, output_width;
    mbs_output *output;
    const struct mbs_reaction *reactions;
    mbs_function *functions; /* of outputs */
    mr_coordinate *coordinates;
    int *coordinate_function;
    int coordinate_count;

    mbs_expression **expressions; /* all that have to be freed */
    int expression_count, expression_room;

    struct mbs_look *look;     /* shapes, for pictures */
    struct mbs_naming *naming; /* coordinates and bodies by name, for mbs_simulation_motion */
};

/* --- function.c --- */
double mbs_function_value(const mbs_function *f, const double *q);
double mbs_function_gradient(const mbs_function *f, const double *q, double *gradient);
/* the gradient of a constraint that is linear, which never changes; false: it is not */
bool mbs_constant_gradient(const mbs_model *m, const mbs_constraint *c, double *gradient);
/* x' f_qq y, and its derivative in the direction d */
double mbs_function_bilinear(const mbs_function *f, const double *q, const double *x,
                             const double *y);
double mbs_function_trilinear(const mbs_function *f, const double *q, const double *d,
                              const double *x, const double *y);
/* adds factor f_qq to a local matrix */
void mbs_function_hessian(const mbs_function *f, const double *q, double factor, double *H);
/* local f_qq x */
void mbs_function_curve(const mbs_function *f, const double *q, const double *x, double *local);

/* --- rotor.c --- */
void mbs_rotor_row(const mbs_element *e, const double *q, double *row);
double mbs_rotor_energy(const mbs_element *e, const double *q, const double *v);

/* --- interface.c --- */
/* dQ: derivative of all forces with respect to one input; jet and slope are scratch */
void mbs_input_forces(const mbs_model *m, mbs_moment *moment, mbs_jet *jet, double *slope,
                      const double *q, const double *v, int input, double *dQ);

/* --- form.c: making functions --- */
typedef struct mbs_draft {
    int node_count, linear_count;
    int node[16];
    double s[2][16][16];
    int linear_entry[MBS_LOCAL_MAX];
    double coefficient[MBS_LOCAL_MAX];
    double constant;
    int has_constant; /* else a constraint keeps the value of the design position */
    int failed;
} mbs_draft;

void mbs_draft_clear(mbs_draft *draft);
/* adds factor (a - b).(c - d); b and d may be NULL; which: 0, or 1 for B of a turn */
void mbs_draft_product(mbs_draft *draft, int which, double factor, const mbs_form *a,
                       const mbs_form *b, const mbs_form *c, const mbs_form *d);
void mbs_draft_linear(mbs_draft *draft, double coefficient, int entry);
void mbs_draft_form(mbs_draft *draft, double coefficient, const mbs_form *form, int axis);
/* is_point: per node of the draft */
int mbs_draft_finish(const mbs_draft *draft, mbs_arena *arena, mbs_function_kind kind, int theta,
                     const int *is_point, mbs_function *function);

/* local copy of the nodes of a function that has some, three numbers each */
static inline void mbs_function_gather(const mbs_function *f, const double *q, double *x) {
    const double *r = q + f->node[f->reference < 0 ? 0 : f->reference];
    int k = 0;
    do {
        const double *p = q + f->node[k];
        double w = f->relative[k];
        x[0] = p[0] - w * r[0], x[1] = p[1] - w * r[1], x[2] = p[2] - w * r[2];
        x += 3;
    } while (++k < f->node_count);
}

static inline void mbs_form_at(const mbs_form *f, const double *q, double x[3]) {
    x[0] = x[1] = x[2] = 0.0;
    for (int i = 0; i < f->count; i++) {
        const double *p = q + f->node[i];
        x[0] += f->weight[i] * p[0];
        x[1] += f->weight[i] * p[1];
        x[2] += f->weight[i] * p[2];
    }
}

static inline void mbs_form_add(const mbs_form *f, const double x[3], double *q) {
    for (int i = 0; i < f->count; i++) {
        double *p = q + f->node[i];
        p[0] += f->weight[i] * x[0];
        p[1] += f->weight[i] * x[1];
        p[2] += f->weight[i] * x[2];
    }
}

#endif
