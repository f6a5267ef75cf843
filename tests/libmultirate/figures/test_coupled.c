/* coupled slaves with every kind of steps and iteration, on short runs: each has a known
 * bound of its error against the solution of the whole, and figures that are to stay */
#include "linear_slave.h"
#include "mr_test.h"
#include "multirate/coupled.h"
#include "runs_figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* part of an error, or of a figure, that other compilers may change */
static const double PART = 1e-6, FLOOR = 1e-10;

/* --- a quarter car: chassis and wheel, each gets position and velocity of the other, or force
 * against velocity --- */

static const double mc = 400.0, mw = 40.0, kc = 15000.0, kw = 150000.0, dc = 1000.0, road = 0.1;
static linear_system whole, motions[2], power[2];

static void make_car(void) {
    const double A[4][4] = {{0, 1, 0, 0},
                            {-kc / mc, -dc / mc, kc / mc, dc / mc},
                            {0, 0, 0, 1},
                            {kc / mw, dc / mw, -(kc + kw) / mw, -dc / mw}};
    whole = (linear_system){.states = 4, .c = {[3] = kw * road / mw}};
    for (int p = 0; p < 2; p++)
        motions[p] = (linear_system){.states = 2, .inputs = 2, .outputs = 2, .C = {{1, 0}, {0, 1}}};
    motions[1].c[1] = whole.c[3];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            whole.A[i][j] = A[i][j];
            if (i / 2 == j / 2)
                motions[i / 2].A[i % 2][j % 2] = A[i][j];
            else
                motions[i / 2].B[i % 2][j % 2] = A[i][j];
        }
    power[0] = (linear_system){.states = 2, .inputs = 1, .outputs = 2};
    power[0].A[0][1] = 1.0;
    power[0].B[1][0] = 1.0 / mc;
    power[0].C[0][1] = power[0].C[1][0] = 1.0;
    power[1] = (linear_system){.states = 3, .inputs = 1, .outputs = 2};
    power[1].A[0][1] = 1.0;
    power[1].A[1][0] = -(kc + kw) / mw;
    power[1].A[1][1] = -dc / mw;
    power[1].A[1][2] = kc / mw;
    power[1].B[1][0] = dc / mw;
    power[1].c[1] = kw * road / mw;
    power[1].B[2][0] = 1.0;
    power[1].C[0][0] = kc;
    power[1].C[0][1] = dc;
    power[1].C[0][2] = -kc;
    power[1].D[0][0] = -dc;
    power[1].C[1][0] = 1.0;
}

static const linear_system *opening;
static mr_status open_numbered(const char *configuration, mr_message *message, void **made) {
    linear_next(&opening[configuration[0] - '0']);
    return linear_type.open("", message, made);
}

static const mr_connection all_motions[4] = {MR_CONNECTION(1, 0, 0, 0), MR_CONNECTION(1, 1, 0, 1),
                                             MR_CONNECTION(0, 0, 1, 0), MR_CONNECTION(0, 1, 1, 1)};
static const mr_connection bond[2] = {MR_CONNECTION(0, 0, 1, 0), MR_CONNECTION(1, 0, 0, 0)};

typedef struct car_row {
    bool force; /* against velocity */
    double steps[2], most;
    const char *options;
} car_row;

static const car_row cars[] = {
    {true, {0.001, 0.001}, 0.004, "steps=own iteration=jacobi order=0"},
    {true, {0.001, 0.0037}, 0.004, "steps=own iteration=jacobi order=0"},
    {true, {0.0021, 0.001}, 0.003, "steps=own iteration=jacobi order=0"},
    {true, {0.001, 0.001}, 0.0004, "steps=own iteration=jacobi order=1"},
    {true, {0.001, 0.0037}, 0.0009, "steps=own iteration=jacobi order=1"},
    {true, {0.0021, 0.001}, 0.0006, "steps=own iteration=jacobi order=1"},
    {true, {0.001, 0.001}, 1e-05, "steps=own iteration=jacobi order=2"},
    {true, {0.001, 0.0037}, 2e-05, "steps=own iteration=jacobi order=2"},
    {true, {0.0021, 0.001}, 3e-05, "steps=own iteration=jacobi order=2"},
    {true, {0.001, 0.001}, 2e-06, "steps=own iteration=jacobi order=3"},
    {true, {0.001, 0.0037}, 2e-05, "steps=own iteration=jacobi order=3"},
    {true, {0.0021, 0.001}, 2e-06, "steps=own iteration=jacobi order=3"},
    {true, {0.001, 0.001}, 0.002, "steps=own iteration=gauss_seidel order=0"},
    {true, {0.001, 0.0037}, 0.003, "steps=own iteration=gauss_seidel order=0"},
    {true, {0.0021, 0.001}, 0.003, "steps=own iteration=gauss_seidel order=0"},
    {true, {0.001, 0.001}, 0.0004, "steps=own iteration=gauss_seidel order=1"},
    {true, {0.001, 0.0037}, 0.0009, "steps=own iteration=gauss_seidel order=1"},
    {true, {0.0021, 0.001}, 0.0006, "steps=own iteration=gauss_seidel order=1"},
    {true, {0.001, 0.001}, 5e-06, "steps=own iteration=gauss_seidel order=2"},
    {true, {0.001, 0.0037}, 2e-05, "steps=own iteration=gauss_seidel order=2"},
    {true, {0.0021, 0.001}, 3e-05, "steps=own iteration=gauss_seidel order=2"},
    {true, {0.001, 0.001}, 2e-06, "steps=own iteration=gauss_seidel order=3"},
    {true, {0.001, 0.0037}, 2e-05, "steps=own iteration=gauss_seidel order=3"},
    {true, {0.0021, 0.001}, 3e-06, "steps=own iteration=gauss_seidel order=3"},
    {true, {0.001, 0.0023}, 2e-05, "steps=own scheme=ff"},
    {true, {0.001, 0.0023}, 2e-05, "steps=own graded_start=off"},
    {true, {0.001, 0.0023}, 3e-06, "steps=own parallel=on iteration=jacobi"},
    {true, {0.001, 0.0023}, 0.0007, "steps=own predictor=least_squares:1:4"},
    {true, {0.001, 0.0023}, 0.007, "steps=own predictor=hold"},
    {true, {0.001, 0.0023}, 0.004, "steps=own filter=0.7"},
    {true, {0.001, 0.0023}, 2e-05, "steps=own order=2 iteration=jacobi"},
    {true, {0.001, 0.0023}, 0.0003, "steps=own predictor=lin:1"},
    {true, {0.001, 0.0023}, 0.0007, "steps=own predictor=const:1"},
    {true, {0.002, 0.002}, 0.002, "steps=own grids=staggered"},
    {true, {0.002, 0.002}, 3e-06, "steps=own control=forward"},
    {true, {0.002, 0.002}, 3e-05, "steps=own control=forward rel_tol=1e-3"},
    {true,
     {0.002, 0.002},
     7e-08,
     "steps=own control=forward rel_tol=1e-6 least_factor=0.5 most_factor=1.5"},
    {true, {0.002, 0.002}, 4e-06, "steps=own control=forward first_step=1e-5"},
    {true, {0.002, 0.002}, 4e-06, "steps=own control=forward iteration=jacobi order=1"},
    {true, {0, 0}, 0.005, "steps=exchange iteration=jacobi order=0 step=2e-3"},
    {true, {0, 0}, 0.0003, "steps=exchange iteration=jacobi order=1 step=2e-3"},
    {true, {0, 0}, 8e-06, "steps=exchange iteration=jacobi order=2 step=2e-3"},
    {true, {0, 0}, 9e-05, "steps=exchange iteration=jacobi passes=1 order=1 step=1e-3"},
    {true, {0, 0}, 3e-05, "steps=exchange iteration=jacobi control=on rel_tol=1e-5"},
    {true,
     {0, 0},
     8e-05,
     "steps=exchange iteration=jacobi control=on norm=mean rel_tol=1e-4 order=1"},
    {true, {0, 0}, 0.005, "steps=exchange iteration=gauss_seidel order=0 step=2e-3"},
    {true, {0, 0}, 0.0003, "steps=exchange iteration=gauss_seidel order=1 step=2e-3"},
    {true, {0, 0}, 8e-06, "steps=exchange iteration=gauss_seidel order=2 step=2e-3"},
    {true, {0, 0}, 9e-05, "steps=exchange iteration=gauss_seidel passes=1 order=1 step=1e-3"},
    {true, {0, 0}, 3e-05, "steps=exchange iteration=gauss_seidel control=on rel_tol=1e-5"},
    {true,
     {0, 0},
     8e-05,
     "steps=exchange iteration=gauss_seidel control=on norm=mean rel_tol=1e-4 order=1"},
    {true, {0, 0}, 0.005, "steps=exchange iteration=interface_jacobian order=0 step=2e-3"},
    {true, {0, 0}, 0.0003, "steps=exchange iteration=interface_jacobian order=1 step=2e-3"},
    {true, {0, 0}, 8e-06, "steps=exchange iteration=interface_jacobian order=2 step=2e-3"},
    {true, {0, 0}, 3e-05, "steps=exchange iteration=interface_jacobian control=on rel_tol=1e-5"},
    {true,
     {0, 0},
     8e-05,
     "steps=exchange iteration=interface_jacobian control=on norm=mean rel_tol=1e-4 order=1"},
    {true,
     {0, 0},
     9e-05,
     "steps=exchange iteration=jacobi passes=1 feedthrough=raw step=1e-3 order=1"},
    {true,
     {0, 0},
     0.0003,
     "steps=exchange iteration=jacobi passes=1 feedthrough=raw control=on rel_tol=1e-4 order=1"},
    {true,
     {0, 0},
     9e-05,
     "steps=exchange iteration=jacobi passes=1 feedthrough=estimated step=1e-3 order=1"},
    {true,
     {0, 0},
     0.0003,
     "steps=exchange iteration=jacobi passes=1 feedthrough=estimated control=on rel_tol=1e-4 "
     "order=1"},
    {true,
     {0, 0},
     9e-05,
     "steps=exchange iteration=jacobi passes=1 feedthrough=corrected step=1e-3 order=1"},
    {true,
     {0, 0},
     0.0002,
     "steps=exchange iteration=jacobi passes=1 feedthrough=corrected control=on rel_tol=1e-4 "
     "order=1"},
    {false, {0.001, 0.001}, 0.003, "steps=own iteration=jacobi order=0"},
    {false, {0.001, 0.0037}, 0.002, "steps=own iteration=jacobi order=0"},
    {false, {0.0021, 0.001}, 0.002, "steps=own iteration=jacobi order=0"},
    {false, {0.001, 0.001}, 0.0004, "steps=own iteration=jacobi order=1"},
    {false, {0.001, 0.0037}, 0.0009, "steps=own iteration=jacobi order=1"},
    {false, {0.0021, 0.001}, 0.0006, "steps=own iteration=jacobi order=1"},
    {false, {0.001, 0.001}, 5e-06, "steps=own iteration=jacobi order=2"},
    {false, {0.001, 0.0037}, 4e-05, "steps=own iteration=jacobi order=2"},
    {false, {0.0021, 0.001}, 2e-05, "steps=own iteration=jacobi order=2"},
    {false, {0.001, 0.001}, 2e-06, "steps=own iteration=jacobi order=3"},
    {false, {0.001, 0.0037}, 2e-05, "steps=own iteration=jacobi order=3"},
    {false, {0.0021, 0.001}, 3e-06, "steps=own iteration=jacobi order=3"},
    {false, {0.001, 0.001}, 0.002, "steps=own iteration=gauss_seidel order=0"},
    {false, {0.001, 0.0037}, 0.002, "steps=own iteration=gauss_seidel order=0"},
    {false, {0.0021, 0.001}, 0.002, "steps=own iteration=gauss_seidel order=0"},
    {false, {0.001, 0.001}, 0.0004, "steps=own iteration=gauss_seidel order=1"},
    {false, {0.001, 0.0037}, 0.0009, "steps=own iteration=gauss_seidel order=1"},
    {false, {0.0021, 0.001}, 0.0006, "steps=own iteration=gauss_seidel order=1"},
    {false, {0.001, 0.001}, 5e-06, "steps=own iteration=gauss_seidel order=2"},
    {false, {0.001, 0.0037}, 5e-05, "steps=own iteration=gauss_seidel order=2"},
    {false, {0.0021, 0.001}, 2e-05, "steps=own iteration=gauss_seidel order=2"},
    {false, {0.001, 0.001}, 2e-06, "steps=own iteration=gauss_seidel order=3"},
    {false, {0.001, 0.0037}, 2e-05, "steps=own iteration=gauss_seidel order=3"},
    {false, {0.0021, 0.001}, 3e-06, "steps=own iteration=gauss_seidel order=3"},
    {false, {0.001, 0.0023}, 2e-05, "steps=own scheme=ff"},
    {false, {0.001, 0.0023}, 1e-05, "steps=own graded_start=off"},
    {false, {0.001, 0.0023}, 3e-06, "steps=own parallel=on iteration=jacobi"},
    {false, {0.001, 0.0023}, 0.0007, "steps=own predictor=least_squares:1:4"},
    {false, {0.001, 0.0023}, 0.004, "steps=own predictor=hold"},
    {false, {0.001, 0.0023}, 0.004, "steps=own filter=0.7"},
    {false, {0.001, 0.0023}, 5e-06, "steps=own order=2 iteration=jacobi"},
    {false, {0.001, 0.0023}, 0.0003, "steps=own predictor=lin:1"},
    {false, {0.001, 0.0023}, 0.0003, "steps=own predictor=const:1"},
    {false, {0.002, 0.002}, 0.0002, "steps=own grids=staggered"},
    {false, {0.002, 0.002}, 3e-06, "steps=own control=forward"},
    {false, {0.002, 0.002}, 3e-05, "steps=own control=forward rel_tol=1e-3"},
    {false,
     {0.002, 0.002},
     7e-08,
     "steps=own control=forward rel_tol=1e-6 least_factor=0.5 most_factor=1.5"},
    {false, {0.002, 0.002}, 3e-06, "steps=own control=forward first_step=1e-5"},
    {false, {0.002, 0.002}, 6e-06, "steps=own control=forward iteration=jacobi order=1"},
    {false, {0, 0}, 0.005, "steps=exchange iteration=jacobi order=0 step=2e-3"},
    {false, {0, 0}, 0.0003, "steps=exchange iteration=jacobi order=1 step=2e-3"},
    {false, {0, 0}, 6e-06, "steps=exchange iteration=jacobi order=2 step=2e-3"},
    {false, {0, 0}, 0.0001, "steps=exchange iteration=jacobi passes=1 order=1 step=1e-3"},
    {false, {0, 0}, 3e-05, "steps=exchange iteration=jacobi control=on rel_tol=1e-5"},
    {false,
     {0, 0},
     6e-05,
     "steps=exchange iteration=jacobi control=on norm=mean rel_tol=1e-4 order=1"},
    {false, {0, 0}, 0.005, "steps=exchange iteration=gauss_seidel order=0 step=2e-3"},
    {false, {0, 0}, 0.0003, "steps=exchange iteration=gauss_seidel order=1 step=2e-3"},
    {false, {0, 0}, 6e-06, "steps=exchange iteration=gauss_seidel order=2 step=2e-3"},
    {false, {0, 0}, 0.0001, "steps=exchange iteration=gauss_seidel passes=1 order=1 step=1e-3"},
    {false, {0, 0}, 3e-05, "steps=exchange iteration=gauss_seidel control=on rel_tol=1e-5"},
    {false,
     {0, 0},
     6e-05,
     "steps=exchange iteration=gauss_seidel control=on norm=mean rel_tol=1e-4 order=1"},
    {false, {0, 0}, 0.005, "steps=exchange iteration=interface_jacobian order=0 step=2e-3"},
    {false, {0, 0}, 0.0003, "steps=exchange iteration=interface_jacobian order=1 step=2e-3"},
    {false, {0, 0}, 6e-06, "steps=exchange iteration=interface_jacobian order=2 step=2e-3"},
    {false, {0, 0}, 3e-05, "steps=exchange iteration=interface_jacobian control=on rel_tol=1e-5"},
    {false,
     {0, 0},
     6e-05,
     "steps=exchange iteration=interface_jacobian control=on norm=mean rel_tol=1e-4 order=1"},
    {false,
     {0, 0},
     0.0001,
     "steps=exchange iteration=jacobi passes=1 feedthrough=raw step=1e-3 order=1"},
    {false,
     {0, 0},
     9e-05,
     "steps=exchange iteration=jacobi passes=1 feedthrough=raw control=on rel_tol=1e-4 order=1"},
    {false,
     {0, 0},
     0.0001,
     "steps=exchange iteration=jacobi passes=1 feedthrough=estimated step=1e-3 order=1"},
    {false,
     {0, 0},
     9e-05,
     "steps=exchange iteration=jacobi passes=1 feedthrough=estimated control=on rel_tol=1e-4 "
     "order=1"},
    {false,
     {0, 0},
     0.0001,
     "steps=exchange iteration=jacobi passes=1 feedthrough=corrected step=1e-3 order=1"},
    {false,
     {0, 0},
     9e-05,
     "steps=exchange iteration=jacobi passes=1 feedthrough=corrected control=on rel_tol=1e-4 "
     "order=1"},
};

static mr_coupled *open_car(const car_row *r) {
    static mr_slave_type type;
    mr_message message = {""};
    mr_coupled_config config;
    mr_coupled *coupled = NULL;
    type = linear_type;
    type.open = open_numbered;
    make_car();
    opening = r->force ? power : motions;
    mr_coupled_default(&config);
    if (strstr(r->options, "steps=own"))
        mr_coupled_default_own_steps(&config);
    const mr_status read = mr_coupled_parse(&config, r->options, &message);
    CU_ASSERT_STRING_EQUAL_FATAL(read == MR_OK ? "" : message.text, "");
    const mr_coupled_member members[2] = {{&type, "0", "chassis", r->steps[0]},
                                          {&type, "1", "wheel", r->steps[1]}};
    const mr_status status = mr_coupled_open(&config, members, 2, r->force ? bond : all_motions,
                                             r->force ? 2 : 4, &coupled, &message);
    CU_ASSERT_STRING_EQUAL(status == MR_OK ? "" : message.text, "");
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    if (r->force && config.own_steps)
        CU_ASSERT_EQUAL(mr_coupled_add_bond(coupled, 0, 0, 1, 0), MR_OK);
    return coupled;
}

static void run_car(const car_row *r) {
    char name[256];
    mr_digest chassis = {0}, wheel = {0};
    double deviation = 0.0, square = 0.0, exact[LINEAR_MOST];
    mr_coupled *coupled = open_car(r);
    const mr_status status = mr_coupled_start(coupled, 0.0);
    CU_ASSERT_EQUAL(status, MR_OK);
    if (status != MR_OK)
        printf("%s: %s\n", r->options, mr_coupled_error(coupled));
    for (int n = 1; n <= 40 && status == MR_OK; n++) {
        const double t = 0.0103 * n;
        CU_ASSERT_EQUAL(mr_coupled_advance(coupled, t), MR_OK);
        linear_solution(&whole, t, exact);
        const double *y[2] = {mr_coupled_outputs(coupled, 0), mr_coupled_outputs(coupled, 1)};
        const double x[2] = {y[0][r->force ? 1 : 0], y[1][r->force ? 1 : 0]};
        deviation += (x[0] - exact[0]) * (x[0] - exact[0]) + (x[1] - exact[2]) * (x[1] - exact[2]);
        square += exact[0] * exact[0] + exact[2] * exact[2];
        mr_digest_add(&chassis, x[0]);
        mr_digest_add(&wheel, x[1]);
    }
    const double error = sqrt(deviation / square);
    (void)snprintf(name, sizeof name, "%s, steps %g and %g, %s", r->force ? "force" : "motion",
                   r->steps[0], r->steps[1], r->options);
    MR_ASSERT_CLOSE(error, 0.0, r->most);
    mr_figures_row(name);
    mr_figures_check("error", error, PART * error + FLOOR);
    mr_digest_check(&chassis, "chassis", 1e-9);
    mr_digest_check(&wheel, "wheel", 1e-9);
    figures_of_coupled(coupled);
    if (mr_coupled_bond_count(coupled) > 0) {
        mr_bond_energy e;
        int member = 0, output = 0;
        mr_coupled_energy(coupled, 0, &e);
        mr_figures_check("created", e.created, PART * e.exchanged);
        mr_figures_check("exchanged", e.exchanged, PART * e.exchanged);
        mr_figures_check("error", e.error, PART);
        mr_figures_check("swing", e.swing, PART * e.exchanged);
        mr_figures_check("roughness", mr_coupled_roughness(coupled, &member, &output), PART);
    }
    mr_coupled_close(coupled);
}

static void test_cars(void) {
    mr_figures_open("tests/libmultirate/figures/coupled.txt");
    for (size_t i = 0; i < sizeof cars / sizeof *cars; i++)
        run_car(&cars[i]);
    mr_figures_close();
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {MR_TEST(test_cars)};
    return mr_test_main("figures_coupled", tests, sizeof tests / sizeof *tests, argc, argv);
}
