/* more than two coupled slaves: a chain of three masses between two walls, of which each gets the
 * places of its neighbours. Against the whole chain in closed form; and what must not matter: the
 * order of members and connections, units on the way, steps that others make */
#include "linear_slave.h"
#include "mr_test.h"
#include "multirate/coupled.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 3, CONNECTIONS = 4 };

static const double m[N] = {1.0, 0.4, 2.5}, k[N + 1] = {90.0, 200.0, 120.0, 60.0},
                    c[N] = {0.3, 0.8, 0.1}, start[N] = {0.7, -0.4, 0.2};

/* inputs: places of the left and of the right neighbour, in units of their own: what comes in is
 * factor x + offset. An input that is not connected is a wall: 0 */
typedef struct units {
    double factor[N][2], offset[N][2];
} units;

static linear_system part[N], whole;
static double pushed; /* what comes in at the left of the second mass, beside its neighbour */

static void make(const units *u) {
    whole = (linear_system){.states = 2 * N};
    for (int i = 0; i < N; i++) {
        part[i] = (linear_system){.states = 2,
                                  .inputs = 2,
                                  .outputs = 2,
                                  .A = {{0, 1}, {-(k[i] + k[i + 1]) / m[i], -c[i] / m[i]}},
                                  .C = {{1, 0}, {0, 1}},
                                  .x0 = {start[i], 0.0}};
        for (int s = 0; s < 2; s++) {
            part[i].B[1][s] = k[i + s] / m[i] / u->factor[i][s];
            part[i].c[1] -= part[i].B[1][s] * u->offset[i][s];
            part[i].c[1] += i == 1 && s == 0 ? part[i].B[1][s] * pushed : 0.0;
        }
        whole.x0[2 * i] = start[i];
        whole.A[2 * i][2 * i + 1] = 1.0;
        whole.A[2 * i + 1][2 * i] = part[i].A[1][0];
        whole.A[2 * i + 1][2 * i + 1] = part[i].A[1][1];
        if (i > 0)
            whole.A[2 * i + 1][2 * i - 2] = k[i] / m[i];
        if (i + 1 < N)
            whole.A[2 * i + 1][2 * i + 2] = k[i + 1] / m[i];
    }
}

static mr_status open_numbered(const char *configuration, mr_message *message, void **made) {
    linear_next(&part[configuration[0] - '0']);
    return linear_type.open("", message, made);
}

static const units plain = {.factor = {{1, 1}, {1, 1}, {1, 1}}};

typedef struct setting {
    const char *options;
    units units;
    int member[N];               /* which mass is the first member, … */
    int connection[CONNECTIONS]; /* and which connection comes first */
    double steps[N];             /* of the masses, for own steps */
} setting;

static mr_coupled *open_chain(const setting *s) {
    static mr_slave_type type;
    static const int ways[CONNECTIONS][3] = {{0, 1, 0}, {1, 0, 1}, {1, 2, 0}, {2, 1, 1}};
    mr_coupled_member members[N];
    mr_connection connections[CONNECTIONS];
    mr_coupled_config config;
    mr_message message = {""};
    mr_coupled *coupled = NULL;
    int place[N];
    make(&s->units);
    type = linear_type;
    type.open = open_numbered;
    static const char *const names[N] = {"0", "1", "2"};
    for (int i = 0; i < N; i++) {
        members[i] = (mr_coupled_member){&type, names[s->member[i]], names[s->member[i]],
                                         s->steps[s->member[i]]};
        place[s->member[i]] = i;
    }
    for (int i = 0; i < CONNECTIONS; i++) { /* from, to, which input */
        const int *w = ways[s->connection[i]];
        connections[i] = (mr_connection)MR_CONNECTION(place[w[0]], 0, place[w[1]], w[2]);
        connections[i].factor = s->units.factor[w[1]][w[2]];
        connections[i].offset = s->units.offset[w[1]][w[2]];
    }
    mr_coupled_default(&config);
    if (strstr(s->options, "steps=own"))
        mr_coupled_default_own_steps(&config);
    const mr_status read = mr_coupled_parse(&config, s->options, &message);
    CU_ASSERT_STRING_EQUAL_FATAL(read == MR_OK ? "" : message.text, "");
    const mr_status status =
        mr_coupled_open(&config, members, N, connections, CONNECTIONS, &coupled, &message);
    CU_ASSERT_STRING_EQUAL(status == MR_OK ? "" : message.text, "");
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    return coupled;
}

enum { TIMES = 25 };

/* places of the masses at TIMES times; the largest error against the whole */
static double run(const setting *s, double x[TIMES][N]) {
    mr_coupled *coupled = open_chain(s);
    double worst = 0.0;
    CU_ASSERT_EQUAL_FATAL(mr_coupled_start(coupled, 0.0), MR_OK);
    for (int i = 0; i < TIMES; i++) {
        double exact[LINEAR_MOST];
        const double t = 0.04 * (i + 1);
        const mr_status status = mr_coupled_advance(coupled, t);
        if (status != MR_OK)
            printf("\n    %s: %s", s->options, mr_coupled_error(coupled));
        CU_ASSERT_EQUAL_FATAL(status, MR_OK);
        memcpy(exact, whole.x0, sizeof exact);
        linear_solution(&whole, t, exact);
        for (int place = 0; place < N; place++) {
            const int mass = s->member[place];
            x[i][mass] = mr_coupled_outputs(coupled, place)[0];
            worst = fmax(worst, fabs(x[i][mass] - exact[2 * mass]));
        }
    }
    mr_coupled_close(coupled);
    return worst;
}

static double off(double a[TIMES][N], double b[TIMES][N]) {
    double most = 0.0;
    for (int i = 0; i < TIMES; i++)
        for (int j = 0; j < N; j++)
            most = fmax(most, fabs(a[i][j] - b[i][j]));
    return most;
}

static const setting usual = {"", plain, {0, 1, 2}, {0, 1, 2, 3}, {0.004, 0.003, 0.005}};

/* exchange steps: repeated until they agree, so that only the polynomials between are left: of
 * order p they miss a power of p + 1 of the step */
static void test_exchange_steps_have_their_order(void) {
    static const double most[3] = {0.3, 0.013, 0.0018}; /* a little more than there was */
    static const char *const iterations[] = {"jacobi", "gauss_seidel", "interface_jacobian"};
    for (int i = 0; i < 3; i++)
        for (int order = 0; order <= 2; order++) {
            double error[2], x[TIMES][N];
            for (int half = 0; half < 2; half++) {
                char options[200];
                setting s = usual;
                (void)snprintf(
                    options, sizeof options,
                    "steps=exchange iteration=%s order=%d step=%g tolerance=1e-9 passes=60",
                    iterations[i], order, half ? 0.01 : 0.02);
                s.options = options;
                error[half] = run(&s, x);
            }
            const double power = log2(error[0] / error[1]);
            CU_ASSERT(fabs(power - (order + 1.0)) <= 0.35);
            MR_ASSERT_CLOSE(error[1], 0.0, most[order]);
        }
}

static const char *const ways[] = {
    "steps=exchange iteration=jacobi order=1 step=0.01",
    "steps=exchange iteration=interface_jacobian order=2 step=0.01",
    "steps=exchange iteration=interface_jacobian order=0 step=0.02",
    "steps=exchange iteration=jacobi passes=1 order=1 step=0.005 feedthrough=estimated",
    "steps=own iteration=jacobi order=1",
    "steps=own iteration=jacobi order=2 scheme=ff",
};

/* who is named first, and which connection is told first */
static void test_order_does_not_matter(void) {
    static const int members[5][N] = {{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    static const int connections[5][CONNECTIONS] = {
        {1, 0, 3, 2}, {3, 2, 1, 0}, {2, 3, 0, 1}, {0, 2, 1, 3}, {3, 1, 2, 0}};
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        double first[TIMES][N], other[TIMES][N];
        setting s = usual;
        s.options = ways[w];
        (void)run(&s, first);
        for (int i = 0; i < 5; i++) {
            memcpy(s.member, members[i], sizeof s.member);
            memcpy(s.connection, connections[i], sizeof s.connection);
            (void)run(&s, other);
            if (off(first, other) > 1e-9)
                printf("\n    %s, order %d: %g", ways[w], i, off(first, other));
            CU_ASSERT(off(first, other) <= 1e-9);
        }
    }
}

/* units on the way, and where they have their zero */
static void test_units_on_the_way_do_not_matter(void) {
    static const units others[3] = {
        {.factor = {{1, 4}, {-0.5, 2}, {-8, 1}}},
        {.factor = {{1, 1}, {1, 1}, {1, 1}}, .offset = {{0, 3}, {-2, 0.5}, {1, 0}}},
        {.factor = {{1, -4}, {0.5, 2}, {16, 1}}, .offset = {{0, 3}, {-2, 0.5}, {1, 0}}}};
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        double first[TIMES][N], other[TIMES][N];
        setting s = usual;
        s.options = ways[w];
        (void)run(&s, first);
        for (int i = 0; i < 3; i++) {
            s.units = others[i];
            (void)run(&s, other);
            /* repeated steps end a little earlier or later where the sizes of inputs are others */
            const double most = strstr(ways[w], "own") || strstr(ways[w], "passes=1") ? 1e-9 : 2e-4;
            if (off(first, other) > most)
                printf("\n    %s, units %d: %g", ways[w], i, off(first, other));
            CU_ASSERT(off(first, other) <= most);
        }
    }
}

/* a disturbance of an input is what it would be if it came from within; a second one replaces it */
static void test_disturbances(void) {
    double within[TIMES][N], without[TIMES][N];
    setting s = usual;
    s.options = "steps=own iteration=jacobi order=1";
    pushed = 0.25;
    (void)run(&s, within);
    pushed = 0.0;
    mr_coupled *coupled = open_chain(&s);
    mr_slave_description d;
    const mr_slave_type *type = NULL;
    mr_coupled_describe(coupled, 1, &d, &type);
    CU_ASSERT_STRING_EQUAL(d.title, "linear system");
    CU_ASSERT_EQUAL(d.input_count, 2);
    CU_ASSERT_PTR_NOT_NULL(type);
    mr_coupled_disturb(coupled, 1, 0, 9.0);
    mr_coupled_disturb(coupled, 1, 0, 0.25);
    CU_ASSERT_EQUAL_FATAL(mr_coupled_start(coupled, 0.0), MR_OK);
    for (int i = 0; i < TIMES; i++) {
        CU_ASSERT_EQUAL_FATAL(mr_coupled_advance(coupled, 0.04 * (i + 1)), MR_OK);
        for (int j = 0; j < N; j++)
            without[i][j] = mr_coupled_outputs(coupled, j)[0];
    }
    mr_coupled_close(coupled);
    CU_ASSERT(off(within, without) <= 1e-9);
}

/* own steps: error against the whole, with steps that do not fit each other */
static void test_own_steps(void) {
    static const struct {
        const char *options;
        double most;
    } rows[] = {{"steps=own iteration=jacobi order=1", 0.004},
                {"steps=own iteration=gauss_seidel order=1", 0.0028},
                {"steps=own iteration=jacobi order=2", 0.00042},
                {"steps=own iteration=gauss_seidel order=2 scheme=ff", 0.00036},
                {"steps=own iteration=jacobi order=3 parallel=on", 4e-05}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double x[TIMES][N];
        setting s = usual;
        s.options = rows[i].options;
        const double error = run(&s, x);
        MR_ASSERT_CLOSE(error, 0.0, rows[i].most);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_exchange_steps_have_their_order),
        MR_TEST(test_order_does_not_matter),
        MR_TEST(test_units_on_the_way_do_not_matter),
        MR_TEST(test_disturbances),
        MR_TEST(test_own_steps),
    };
    return mr_test_main("coupled_chain", tests, sizeof tests / sizeof *tests, argc, argv);
}
