/* explicit Runge-Kutta methods with a fixed step: Euler, Heun, Bogacki-Shampine (1989), the
 * classical one (Kutta 1901), Dormand-Prince 5 (1980) and 8 (Prince and Dormand 1981, RK8(7)13M) */
#include "engine/run.h"

#include <math.h>
#include <string.h>

#define MAX_STAGES 13

typedef struct tableau {
    int stages;
    double c[MAX_STAGES];
    double a[MAX_STAGES][MAX_STAGES - 1];
    double b[MAX_STAGES];
} tableau;

typedef struct memory {
    double *x0;
    double *k; /* stage after stage */
} memory;

static const tableau euler = {1, {0}, {{0}}, {1}};
static const tableau heun = {2, {0, 1}, {{0}, {1}}, {0.5, 0.5}};
static const tableau bogacki_shampine = {
    3, {0, 0.5, 0.75}, {{0}, {0.5}, {0, 0.75}}, {2.0 / 9, 1.0 / 3, 4.0 / 9}};
static const tableau dormand_prince_5 = {
    6,
    {0, 0.2, 0.3, 0.8, 8.0 / 9, 1},
    {{0},
     {0.2},
     {3.0 / 40, 9.0 / 40},
     {44.0 / 45, -56.0 / 15, 32.0 / 9},
     {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
     {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656}},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
static const tableau dormand_prince_8 = {
    13,
    {0, 1.0 / 18, 1.0 / 12, 1.0 / 8, 5.0 / 16, 3.0 / 8, 59.0 / 400, 93.0 / 200,
     5490023248.0 / 9719169821, 13.0 / 20, 1201146811.0 / 1299019798, 1, 1},
    {{0},
     {1.0 / 18},
     {1.0 / 48, 1.0 / 16},
     {1.0 / 32, 0, 3.0 / 32},
     {5.0 / 16, 0, -75.0 / 64, 75.0 / 64},
     {3.0 / 80, 0, 0, 3.0 / 16, 3.0 / 20},
     {29443841.0 / 614563906, 0, 0, 77736538.0 / 692538347, -28693883.0 / 1125000000,
      23124283.0 / 1800000000},
     {16016141.0 / 946692911, 0, 0, 61564180.0 / 158732637, 22789713.0 / 633445777,
      545815736.0 / 2771057229, -180193667.0 / 1043307555},
     {39632708.0 / 573591083, 0, 0, -433636366.0 / 683701615, -421739975.0 / 2616292301,
      100302831.0 / 723423059, 790204164.0 / 839813087, 800635310.0 / 3783071287},
     {246121993.0 / 1340847787, 0, 0, -37695042795.0 / 15268766246, -309121744.0 / 1061227803,
      -12992083.0 / 490766935, 6005943493.0 / 2108947869, 393006217.0 / 1396673457,
      123872331.0 / 1001029789},
     {-1028468189.0 / 846180014, 0, 0, 8478235783.0 / 508512852, 1311729495.0 / 1432422823,
      -10304129995.0 / 1701304382, -48777925059.0 / 3047939560, 15336726248.0 / 1032824649,
      -45442868181.0 / 3398467696, 3065993473.0 / 597172653},
     {185892177.0 / 718116043, 0, 0, -3185094517.0 / 667107341, -477755414.0 / 1098053517,
      -703635378.0 / 230739211, 5731566787.0 / 1027545527, 5232866602.0 / 850066563,
      -4093664535.0 / 808688257, 3962137247.0 / 1805957418, 65686358.0 / 487910083},
     {403863854.0 / 491063109, 0, 0, -5068492393.0 / 434740067, -411421997.0 / 543043805,
      652783627.0 / 914296604, 11173962825.0 / 925320556, -13158990841.0 / 6184727034,
      3936647629.0 / 1978049680, -160528059.0 / 685178525, 248638103.0 / 1413531060, 0}},
    {14005451.0 / 335480064, 0, 0, 0, 0, -59238493.0 / 1068277825, 181606767.0 / 758867731,
     561292985.0 / 797845732, -1041891430.0 / 1371343529, 760417239.0 / 1151165299,
     118820643.0 / 751138087, -528747749.0 / 2220607170, 0.25}};

static bd_status create(bd_run *run, void **result) {
    bd_arena *arena = &run->home.arena;
    size_t n = (size_t)run->model->layout.state_count + BD_STATE_GROUP;
    memory *m = bd_arena_alloc(arena, sizeof *m);
    if (!m || !(m->x0 = bd_arena_array(arena, n, sizeof *m->x0)) ||
        !(m->k = bd_arena_array(arena, MAX_STAGES * n, sizeof *m->k)))
        return bd_run_no_memory(run);
    *result = m;
    return BD_OK;
}

static bd_status step_with(bd_run *run, void *solver, double target, double *reached,
                           const tableau *method) {
    const memory *m = solver;
    int n = run->model->layout.state_count;
    double *x = run->x;
    double begin = run->clock.time, h = run->clock.step;
    size_t bytes = (size_t)n * sizeof *x;
    memcpy(m->x0, x, bytes);
    BD_TRY(bd_evaluate_derivatives(run));
    BD_TRY(bd_check_states(run));
    for (int s = 1; s < method->stages; s++) {
        memcpy(m->k + (s - 1) * n, run->dx, bytes);
        memcpy(x, m->x0, bytes);
        for (int j = 0; j < s; j++) {
            double factor = h * method->a[s][j];
            const double *k = m->k + j * n;
            for (int i = 0; factor != 0.0 && i < n; i++)
                x[i] += factor * k[i];
        }
        double time = method->c[s] == 1.0 ? target : begin + method->c[s] * h;
        BD_TRY(bd_evaluate(run, time));
    }
    memcpy(m->k + (method->stages - 1) * n, run->dx, bytes);
    memcpy(x, m->x0, bytes);
    for (int j = 0; j < method->stages; j++) {
        double factor = h * method->b[j];
        const double *k = m->k + j * n;
        for (int i = 0; factor != 0.0 && i < n; i++)
            x[i] += factor * k[i];
    }
    *reached = target;
    return BD_OK;
}

/* a run over all states in groups of BD_STATE_GROUP; vectors are padded to whole groups */
#define FOR_EACH_STATE(i, n)                                                                       \
    for (int group = 0; group < (n); group += BD_STATE_GROUP)                                      \
        for (int i = group; i < group + BD_STATE_GROUP; i++)

/* derivatives into dx before any state moves: the derivative of one state may be another state */
static inline void gather(double *restrict dx, const double *const *rates, int n) {
    FOR_EACH_STATE(i, n)
    dx[i] = *rates[i];
}

static inline bd_status stage(bd_run *run, double time) {
    BD_TRY(bd_evaluate_minor(run, time));
    return bd_evaluate_rates(run);
}

/* one of the two rates in the middle, and the states from which the next one is asked for */
static inline void add_twice(const memory *m, bd_run *run, double reach) {
    double *restrict x = run->x, *restrict sum = m->k, *restrict dx = run->dx;
    const double *restrict x0 = m->x0;
    const int n = run->model->layout.state_count;
    gather(dx, run->rates, n);
    FOR_EACH_STATE(i, n) {
        sum[i] += 2.0 * dx[i];
        x[i] = x0[i] + reach * dx[i];
    }
}

/* the classical method, written out because it is the one that runs in real-time studies */
static bd_status step_ode4(bd_run *run, void *solver, double target, double *reached) {
    const memory *m = solver;
    double *restrict x = run->x, *restrict x0 = m->x0, *restrict sum = m->k;
    double *restrict dx = run->dx;
    const double *const *rates = run->rates;
    int n = run->model->layout.state_count;
    double begin = run->clock.time, h = run->clock.step, half = 0.5 * h;
    double sound = 0.0;
    bd_status status = bd_evaluate_rates(run);
    gather(dx, rates, n);
    FOR_EACH_STATE(i, n) {
        sound += fabs(dx[i]);
        x0[i] = x[i];
        sum[i] = dx[i];
        x[i] += half * dx[i];
    }
    if (!(sound < INFINITY)) {
        memcpy(x, x0, (size_t)n * sizeof *x);
        status = status == BD_OK ? bd_check_states(run) : status;
    }
    BD_TRY(status);
    BD_TRY(stage(run, begin + half));
    add_twice(m, run, half);
    BD_TRY(stage(run, begin + half));
    add_twice(m, run, h);
    BD_TRY(stage(run, target));
    gather(dx, rates, n);
    FOR_EACH_STATE(i, n)
    x[i] = x0[i] + h / 6.0 * (sum[i] + dx[i]);
    *reached = target;
    return BD_OK;
}

#define EXPLICIT_SOLVER(solver, method)                                                            \
    static bd_status step_##solver(bd_run *run, void *memory_, double target, double *reached) {   \
        return step_with(run, memory_, target, reached, &method);                                  \
    }                                                                                              \
    const bd_solver_type bd_solver_##solver = {                                                    \
        .name = #solver, .create = create, .step = step_##solver, .fixed_step = true};

EXPLICIT_SOLVER(ode1, euler)
EXPLICIT_SOLVER(ode2, heun)
EXPLICIT_SOLVER(ode3, bogacki_shampine)
EXPLICIT_SOLVER(ode5, dormand_prince_5)
EXPLICIT_SOLVER(ode8, dormand_prince_8)

const bd_solver_type bd_solver_ode4 = {
    .name = "ode4", .create = create, .step = step_ode4, .fixed_step = true};
