#include "analysis/joint.h"

#include "analysis/matrix.h"
#include "overlap.h"

#include <math.h>
#include <string.h>

#define NO_EIGENVALUES "the eigenvalues of the joint cannot be found"

enum {
    Z = 5,                                    /* x1 v1 x2 v2, integral of the gap */
    V = MR_JOINT_SAMPLES + MR_JOINT_PAST + 1, /* samples and past of the reaction */
    F = Z + 4                                 /* with the reaction and three derivatives */
};

static const double GAP[Z] = {-1, 0, 1, 0, 0}, RATE[Z] = {0, -1, 0, 1, 0};

void an_joint_default(an_joint *j) {
    *j = (an_joint){.mass = {1, 1},
                    .stiffness = {1, 1},
                    .method = &mr_joint_x2,
                    .order = 1,
                    .step = 0.1,
                    .mu_steps = -1.0,
                    .rate_weight = 1.0,
                    .acceleration_weight = 1.0,
                    .Li = 1.0,
                    .alpha = 1.0};
}

const char *const an_joint_parameters[] = {
    "m1, m2",
    "masses",
    "c1, c2",
    "their springs to the ground",
    "d1, d2",
    "their dampers",
    "mu_steps",
    "time constant of a stabilised method, in steps",
    "rate_weight, acceleration_weight",
    "of the weighted method; that of the gap is 1",
    "cc, dc",
    "spring and damper of spring joints, or between sides that overlap",
    "Lr, Li",
    "real and imaginary part of side 1's eigenvalue, m1 = 1",
    "alpha",
    "all ratios to side 1, of side 2 and of a spring",
    NULL};

/* eq. 3.31 of Li, with m1 = 1 */
static void set_ratios(an_joint *j) {
    const double a = j->alpha, both = 2.0 * a / (1.0 + a); /* reduced mass, 1 if they are alike */
    const double c = j->Lr * j->Lr + j->Li * j->Li, d = -2.0 * j->Lr;
    j->mass[0] = 1.0;
    j->mass[1] = a;
    j->stiffness[0] = c;
    j->stiffness[1] = a * a * a * c;
    j->damping[0] = d;
    j->damping[1] = a * a * d;
    j->joint_stiffness = both * a * a * c;
    j->joint_damping = both * a * d;
}

mr_status an_joint_set(an_joint *j, const char *name, double value, mr_message *message) {
    const struct {
        const char *name;
        double *at;
        bool positive;
    } known[] = {{"m1", &j->mass[0], true},
                 {"m2", &j->mass[1], true},
                 {"c1", &j->stiffness[0], false},
                 {"c2", &j->stiffness[1], false},
                 {"d1", &j->damping[0], false},
                 {"d2", &j->damping[1], false},
                 {"mu_steps", &j->mu_steps, false},
                 {"rate_weight", &j->rate_weight, false},
                 {"acceleration_weight", &j->acceleration_weight, false},
                 {"cc", &j->joint_stiffness, false},
                 {"dc", &j->joint_damping, false},
                 {"step", &j->step, true}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0) {
            if (!(value >= 0.0) || (known[i].positive && value == 0.0) || !isfinite(value)) {
                mr_message_set(message, "%s must %s", name,
                               known[i].positive ? "be positive" : "not be negative");
                return MR_ERR_ARGUMENT;
            }
            *known[i].at = value;
            return MR_OK;
        }
    double *const ratio = strcmp(name, "Lr") == 0      ? &j->Lr
                          : strcmp(name, "Li") == 0    ? &j->Li
                          : strcmp(name, "alpha") == 0 ? &j->alpha
                                                       : NULL;
    if (!ratio || !isfinite(value) || (ratio == &j->alpha && !(value > 0.0))) {
        mr_message_set(
            message,
            ratio ? "%s must be positive" : "a joint has no parameter '%s'; --list has them", name);
        return MR_ERR_ARGUMENT;
    }
    *ratio = value;
    set_ratios(j);
    return MR_OK;
}

/* A and B of both sides in units of the step: x, H v; the reaction in H^2 / m1 */
static void system_of(const an_joint *j, double A[Z][Z], double B[Z]) {
    const double H = j->step;
    memset(A, 0, Z * sizeof *A);
    memset(B, 0, Z * sizeof *B);
    for (int i = 0; i < 2; i++) {
        A[2 * i][2 * i + 1] = 1.0;
        A[2 * i + 1][2 * i] = -j->stiffness[i] * H * H / j->mass[i];
        A[2 * i + 1][2 * i + 1] = -j->damping[i] * H / j->mass[i];
        B[2 * i + 1] = (i == 0 ? 1.0 : -1.0) * j->mass[0] / j->mass[i];
        A[4][2 * i] = GAP[2 * i];
    }
}

static const double past_x[MR_JOINT_PAST + 1] = {0, -1, -2, -3};

static double weight_of(const mr_joint_weights *w, int v) {
    return v < MR_JOINT_SAMPLES ? w->sample[v] : w->past[v - MR_JOINT_SAMPLES];
}

/* states at the end from those at the begin (Phi) and from each value of the reaction (G): exact
 * for polynomials up to the third power */
static mr_status respond(const an_joint *j, double Phi[Z][Z], double G[Z][V]) {
    double A[Z][Z], B[Z], M[F * F], E[F * F];
    const int pieces = mr_joint_pieces(j->method, j->order);
    const double h = 1.0 / pieces;
    system_of(j, A, B);
    memset(Phi, 0, Z * sizeof *Phi);
    memset(G, 0, Z * sizeof *G);
    for (int i = 0; i < Z; i++)
        Phi[i][i] = 1.0;
    memset(M, 0, sizeof M);
    for (int r = 0; r < Z; r++) {
        for (int c = 0; c < Z; c++)
            M[r * F + c] = A[r][c] * h;
        M[r * F + Z] = B[r] * h;
    }
    for (int k = 0; k < 3; k++)
        M[(Z + k) * F + Z + k + 1] = 1.0; /* derivatives by the piece's own x */
    MR_TRY(an_exponential(M, F, E));
    for (int p = 0; p < pieces; p++) {
        double values[4][V], next[Z][Z + V];
        mr_joint_weights w;
        for (int q = 0; q < 4; q++) {
            mr_joint_value(j->method, j->order, past_x, p, (p + q / 3.0) * h, &w);
            for (int v = 0; v < V; v++)
                values[q][v] = weight_of(&w, v);
        }
        for (int r = 0; r < Z; r++)
            for (int c = 0; c < Z + V; c++) {
                double sum = 0.0;
                for (int k = 0; k < Z; k++)
                    sum += E[r * F + k] * (c < Z ? Phi[k][c] : G[k][c - Z]);
                if (c >= Z) { /* value and derivatives at the begin, by the cubic through four */
                    const double *y[4] = {values[0], values[1], values[2], values[3]};
                    const int v = c - Z;
                    const double d[4] = {
                        y[0][v], (-11 * y[0][v] + 18 * y[1][v] - 9 * y[2][v] + 2 * y[3][v]) / 2,
                        9 * (2 * y[0][v] - 5 * y[1][v] + 4 * y[2][v] - y[3][v]),
                        27 * (-y[0][v] + 3 * y[1][v] - 3 * y[2][v] + y[3][v])};
                    for (int k = 0; k < 4; k++)
                        sum += E[r * F + Z + k] * d[k];
                }
                next[r][c] = sum;
            }
        for (int r = 0; r < Z; r++) {
            memcpy(Phi[r], next[r], sizeof Phi[r]);
            memcpy(G[r], next[r] + Z, sizeof G[r]);
        }
    }
    return MR_OK;
}

typedef struct condition {
    double z[Z], v[V]; /* by the states at the begin, and by values of the reaction */
} condition;

/* one condition in units of the step. At the end the states are Phi z + G v */
static condition make_condition(const an_joint *j, const mr_joint_row *row, double Phi[Z][Z],
                                double G[Z][V]) {
    double A[Z][Z], B[Z], at_end[Z] = {0};
    condition c = {{0}, {0}};
    const double H = j->step, force = j->mass[0] / (H * H); /* unit of the reaction */
    mr_joint_weights slope, impulse;
    system_of(j, A, B);
    for (int k = 0; k < Z; k++) {
        double acceleration = 0.0;
        for (int i = 0; i < Z; i++)
            acceleration += RATE[i] * A[i][k];
        at_end[k] = row->gap * GAP[k] + row->rate / H * RATE[k] +
                    row->acceleration / (H * H) * acceleration + (k == 4 ? row->integral * H : 0.0);
        c.z[k] = row->begin * GAP[k];
    }
    for (int k = 0; k < Z; k++)
        for (int i = 0; i < Z; i++)
            c.z[k] += at_end[i] * Phi[i][k];
    mr_joint_slope(j->method, j->order, past_x, &slope);
    mr_joint_impulse(j->method, j->order, past_x, &impulse);
    for (int v = 0; v < V; v++) {
        for (int i = 0; i < Z; i++)
            c.v[v] += at_end[i] * G[i][v];
        c.v[v] += force * (row->slope / H * weight_of(&slope, v) +
                           row->impulse * H * weight_of(&impulse, v));
    }
    const int last = j->method->samples - 1;
    for (int i = 0; i < Z; i++)
        c.v[last] += row->acceleration / (H * H) * RATE[i] * B[i];
    c.v[last] += force * row->force;
    return c;
}

static mr_joint_settings settings_of(const an_joint *j) {
    const double mu = j->mu_steps >= 0.0 ? j->mu_steps : j->method->usual_mu;
    return (mr_joint_settings){.mu = mu * j->step,
                               .rate_weight = j->rate_weight,
                               .acceleration_weight = j->acceleration_weight,
                               .stiffness = j->joint_stiffness,
                               .damping = j->joint_damping};
}

/* samples = K [z; past]: V x (Z + past) */
static mr_status solve_samples(const an_joint *j, double Phi[Z][Z], double G[Z][V],
                               double K[MR_JOINT_SAMPLES][Z + MR_JOINT_PAST + 1]) {
    const int n = j->method->samples, columns = Z + MR_JOINT_PAST + 1;
    const mr_joint_settings settings = settings_of(j);
    mr_joint_row rows[MR_JOINT_SAMPLES];
    double J[MR_JOINT_SAMPLES * MR_JOINT_SAMPLES],
        right[MR_JOINT_SAMPLES * (Z + MR_JOINT_PAST + 1)];
    j->method->rows(&settings, rows);
    memset(K, 0, MR_JOINT_SAMPLES * sizeof *K);
    if (j->method->weighted) {
        const double weight[3] = {rows[0].gap, rows[1].rate, rows[2].acceleration};
        for (int level = 0; level < 3; level++) {
            const mr_joint_row row = {
                .gap = level == 0, .rate = level == 1, .acceleration = level == 2};
            const condition c = make_condition(j, &row, Phi, G);
            for (int k = 0; k < columns; k++)
                K[0][k] -=
                    weight[level] * (k < Z ? c.z[k] : c.v[MR_JOINT_SAMPLES + k - Z]) / c.v[0];
        }
        return MR_OK;
    }
    for (int i = 0; i < n; i++) {
        const condition c = make_condition(j, &rows[i], Phi, G);
        for (int k = 0; k < n; k++)
            J[i * n + k] = c.v[k];
        for (int k = 0; k < columns; k++)
            right[i * columns + k] = -(k < Z ? c.z[k] : c.v[MR_JOINT_SAMPLES + k - Z]);
    }
    MR_TRY(an_solve(J, n, right, columns));
    for (int i = 0; i < n; i++)
        memcpy(K[i], right + i * columns, sizeof K[i]);
    return MR_OK;
}

/* the explicit reaction at the begin by the states there */
static void explicit_reaction(const an_joint *j, double k[Z]) {
    const mr_joint_settings settings = settings_of(j);
    const double H = j->step;
    double A[Z][Z], B[Z], gain = 0.0;
    mr_joint_row row;
    system_of(j, A, B);
    j->method->rows(&settings, &row);
    for (int i = 0; i < Z; i++)
        gain += RATE[i] * B[i];
    for (int c = 0; c < Z; c++) {
        double acceleration = 0.0;
        for (int i = 0; i < Z; i++)
            acceleration += RATE[i] * A[i][c];
        k[c] = -(acceleration + row.rate * H * RATE[c] + row.gap * H * H * GAP[c]) / gain;
    }
}

/* M, AN_JOINT_STATES squared, row by row */
static mr_status joint_map(const an_joint *j, double *M, mr_message *message) {
    double Phi[Z][Z], G[Z][V], K[MR_JOINT_SAMPLES][Z + MR_JOINT_PAST + 1], now[Z];
    const int n = AN_JOINT_STATES;
    const bool is_explicit = j->method->samples == 0;
    if (j->order < 0 || j->order > j->method->most_order) {
        mr_message_set(message, "method '%s' has orders 0 to %d", j->method->name,
                       j->method->most_order);
        return MR_ERR_ARGUMENT;
    }
    if (j->method->copies)
        return an_overlap_map(j, M, message);
    mr_status status = respond(j, Phi, G);
    if (status == MR_OK && !is_explicit)
        status = solve_samples(j, Phi, G, K);
    if (is_explicit)
        explicit_reaction(j, now);
    memset(M, 0, (size_t)(n * n) * sizeof *M);
    for (int c = 0; c < n && status == MR_OK; c++) {
        /* the reaction of the past begins with the present one; an explicit one is new */
        double s[Z] = {0}, value[V] = {0};
        if (c < 4)
            s[c] = 1.0;
        else
            value[MR_JOINT_SAMPLES + c - 4 + is_explicit] = 1.0;
        for (int k = 0; k < Z && is_explicit; k++)
            value[MR_JOINT_SAMPLES] += now[k] * s[k];
        for (int i = 0; i < j->method->samples; i++)
            for (int k = 0; k < Z + MR_JOINT_PAST + 1; k++)
                value[i] += K[i][k] * (k < Z ? s[k] : value[MR_JOINT_SAMPLES + k - Z]);
        double z[Z] = {0};
        for (int r = 0; r < Z; r++) {
            for (int k = 0; k < Z; k++)
                z[r] += Phi[r][k] * s[k];
            for (int v = 0; v < V; v++)
                z[r] += G[r][v] * value[v];
        }
        if (j->method->projects)
            for (int k = 0; k < 2; k++) {
                const double mean =
                    (j->mass[0] * z[k] + j->mass[1] * z[k + 2]) / (j->mass[0] + j->mass[1]);
                z[k] = z[k + 2] = mean;
            }
        for (int r = 0; r < 4; r++)
            M[r * n + c] = z[r];
        M[4 * n + c] = is_explicit ? value[MR_JOINT_SAMPLES] : value[j->method->samples - 1];
        for (int r = 5; r < n; r++)
            M[r * n + c] =
                is_explicit ? value[MR_JOINT_SAMPLES + r - 4] : value[MR_JOINT_SAMPLES + r - 5];
    }
    return an_blame(status, MR_ERR_ARGUMENT, message,
                    "the joint's conditions do not determine its reaction");
}

mr_status an_joint_radius(const an_joint *j, double *radius, mr_message *message) {
    double M[AN_JOINT_STATES * AN_JOINT_STATES];
    MR_TRY(joint_map(j, M, message));
    return an_blame(an_spectral_radius(M, AN_JOINT_STATES, radius), MR_ERR_ARGUMENT, message,
                    NO_EIGENVALUES);
}

mr_status an_joint_root(const an_joint *joint, double *root, mr_message *message) {
    enum { N = AN_JOINT_STATES };
    double M[N * N], real[N], imaginary[N];
    an_joint j = *joint;
    for (int i = 0; i < 2; i++)
        j.stiffness[i] = j.damping[i] = 0.0; /* all that is left at a vanishing step */
    j.joint_stiffness = j.joint_damping = 0.0;
    const int motions = j.method->copies ? 4 : 2; /* both together, or each by itself */
    MR_TRY(joint_map(&j, M, message));
    MR_TRY(an_blame(an_eigenvalues(M, N, real, imaginary, NULL), MR_ERR_ARGUMENT, message,
                    NO_EIGENVALUES));
    for (int motion = 0; motion < motions; motion++) {
        int nearest = 0;
        for (int i = 1; i < N; i++)
            if (hypot(real[i] - 1.0, imaginary[i]) < hypot(real[nearest] - 1.0, imaginary[nearest]))
                nearest = i;
        real[nearest] = imaginary[nearest] = 0.0;
    }
    *root = 0.0;
    for (int i = 0; i < N; i++) {
        const double size = hypot(real[i], imaginary[i]);
        if (size > fabs(*root))
            *root = fabs(imaginary[i]) <= 1e-9 * size && real[i] < 0.0 ? -size : size;
    }
    return MR_OK;
}
