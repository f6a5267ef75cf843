/* coupled slaves with steps of their own: published errors, any ratio of steps, orders, known
 * signals, units, members that cannot be repeated
 *
 * Quarter car, force against velocity, as other masters were measured; the errors of the settings
 * here were computed independently, with inputs that are exact polynomials. */
#include "linear_slave.h"
#include "mr_test.h"
#include "multirate/coupled.h"
#include "probe_slave.h"

#include <math.h>
#include <string.h>

static const double mc = 400.0, mw = 40.0, kc = 15000.0, kw = 150000.0, dc = 1000.0, road = 0.1;
static linear_system whole, chassis, wheel;
static const mr_connection car[2] = {MR_CONNECTION(0, 0, 1, 0), MR_CONNECTION(1, 0, 0, 0)};

static void make_car(void) {
    const double A[4][4] = {{0, 1, 0, 0},
                            {-kc / mc, -dc / mc, kc / mc, dc / mc},
                            {0, 0, 0, 1},
                            {kc / mw, dc / mw, -(kc + kw) / mw, -dc / mw}};
    whole = (linear_system){.states = 4, .c = {[3] = kw * road / mw}};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            whole.A[i][j] = A[i][j];
    chassis = (linear_system){.states = 2, .inputs = 1, .outputs = 2};
    chassis.A[0][1] = 1.0;
    chassis.B[1][0] = 1.0 / mc;
    chassis.C[0][1] = chassis.C[1][0] = 1.0;
    wheel = (linear_system){.states = 3, .inputs = 1, .outputs = 1};
    wheel.A[0][1] = 1.0;
    wheel.A[1][0] = -(kc + kw) / mw;
    wheel.A[1][1] = -dc / mw;
    wheel.A[1][2] = kc / mw;
    wheel.B[1][0] = dc / mw;
    wheel.c[1] = kw * road / mw;
    wheel.B[2][0] = 1.0;
    wheel.C[0][0] = kc;
    wheel.C[0][1] = dc;
    wheel.C[0][2] = -kc;
    wheel.D[0][0] = -dc;
}

/* a member takes the system that its configuration names by number */
static const linear_system *systems[4];
static mr_status open_numbered(const char *configuration, mr_message *message, void **made) {
    linear_next(systems[configuration[0] - '0']);
    return linear_type.open("", message, made);
}

static mr_slave_type numbered(void) {
    mr_slave_type type = linear_type;
    type.open = open_numbered;
    return type;
}

static mr_coupled *open_car(const mr_coupled_config *config, const mr_slave_type *type,
                            double step_chassis, double step_wheel) {
    make_car();
    systems[0] = &chassis;
    systems[1] = &wheel;
    const mr_coupled_member members[2] = {{type, "0", "chassis", step_chassis},
                                          {type, "1", "wheel", step_wheel}};
    mr_message message = {""};
    mr_coupled *coupled = NULL;
    CU_ASSERT_EQUAL_FATAL(mr_coupled_open(config, members, 2, car, 2, &coupled, &message), MR_OK);
    return coupled;
}

/* relative error of the chassis position over 4 s, at every 10 ms */
static double error_of(mr_coupled *coupled) {
    double deviation = 0.0, square = 0.0;
    CU_ASSERT_EQUAL_FATAL(mr_coupled_start(coupled, 0.0), MR_OK);
    for (int n = 10; n <= 4000; n += 10) {
        double exact[LINEAR_MOST];
        CU_ASSERT_EQUAL_FATAL(mr_coupled_advance(coupled, n * 1e-3), MR_OK);
        linear_solution(&whole, n * 1e-3, exact);
        const double d = mr_coupled_outputs(coupled, 0)[1] - exact[0];
        deviation += d * d;
        square += exact[0] * exact[0];
    }
    mr_coupled_close(coupled);
    return sqrt(deviation / square);
}

static mr_coupled_config setting(mr_iteration iteration, int order, bool graded) {
    mr_coupled_config config;
    mr_coupled_default_own_steps(&config);
    config.iteration = iteration;
    config.prediction.order = order;
    config.graded_start = graded;
    return config;
}

static double car_error(mr_iteration iteration, int order, bool graded, double H) {
    const mr_slave_type type = numbered();
    const mr_coupled_config config = setting(iteration, order, graded);
    return error_of(open_car(&config, &type, H, H));
}

static void test_errors_are_the_known_ones(void) {
    /* Jacobi with hold: what MasterSim, libcosim, Ecos give */
    MR_ASSERT_RELATIVE(car_error(MR_JACOBI, 0, false, 1e-3), 3.3e-3, 0.03);
    MR_ASSERT_RELATIVE(car_error(MR_JACOBI, 1, false, 1e-3), 2.8e-5, 0.2);
    MR_ASSERT_RELATIVE(car_error(MR_JACOBI, 2, false, 1e-3), 1.9e-4, 0.2);
    MR_ASSERT_RELATIVE(car_error(MR_JACOBI, 2, true, 1e-3), 4.5e-6, 0.3);
    CU_ASSERT(car_error(MR_JACOBI, 3, true, 1e-3) < 6e-7);
    /* Gauss-Seidel with hold: MasterSim */
    MR_ASSERT_RELATIVE(car_error(MR_GAUSS_SEIDEL, 0, false, 1e-3), 5.6e-4, 0.1);
    CU_ASSERT(car_error(MR_GAUSS_SEIDEL, 3, true, 1e-3) < 6e-7);
}

/* steps of 2 and 3 ms meet every 6 ms only; samples with their times do not wait for that */
static void test_any_ratio_of_steps(void) {
    const mr_slave_type type = numbered();
    const mr_coupled_config config = setting(MR_GAUSS_SEIDEL, 3, true);
    const double apart = error_of(open_car(&config, &type, 2e-3, 3e-3));
    const double together = error_of(open_car(&config, &type, 6e-3, 6e-3));
    CU_ASSERT(apart < 1e-5);
    CU_ASSERT(apart < 0.1 * together);
    CU_ASSERT(error_of(open_car(&config, &type, 1e-3, 3.14159e-3)) < 1e-5);
    mr_coupled_config fastest = config;
    fastest.scheme = &mr_fastest_first;
    CU_ASSERT(error_of(open_car(&fastest, &type, 2e-3, 3e-3)) < 4e-5);
}

/* error at the end for halved steps: order k of the inputs gives k + 1 */
static void test_orders(void) {
    const mr_slave_type type = numbered();
    for (int order = 1; order <= 3; order++) {
        double error[2];
        for (int level = 0; level < 2; level++) {
            const mr_coupled_config config = setting(MR_JACOBI, order, true);
            const double H = 4e-3 / (1 << level);
            mr_coupled *coupled = open_car(&config, &type, H, H);
            double exact[LINEAR_MOST];
            CU_ASSERT_EQUAL(mr_coupled_start(coupled, 0.0), MR_OK);
            CU_ASSERT_EQUAL(mr_coupled_advance(coupled, 0.4), MR_OK);
            linear_solution(&whole, 0.4, exact);
            error[level] = fabs(mr_coupled_outputs(coupled, 0)[1] - exact[0]);
            mr_coupled_close(coupled);
        }
        CU_ASSERT(log2(error[0] / error[1]) > order + 0.5);
    }
}

/* common steps that only go forward: the error follows the tolerance. (libcosim's ECCO, another
 * control without repeating, was measured with 18 769 steps for 5.0e-4) */
static void test_forward_control(void) {
    const mr_slave_type type = numbered();
    double before = INFINITY;
    for (int i = 0; i < 3; i++) {
        mr_coupled_config config = setting(MR_GAUSS_SEIDEL, 3, true);
        mr_coupled_statistics s;
        config.forward = true;
        config.relative_tolerance = pow(10.0, -3 - i);
        config.absolute_tolerance = 1e-9;
        mr_coupled *coupled = open_car(&config, &type, 0.1, 0.1);
        CU_ASSERT_EQUAL_FATAL(mr_coupled_start(coupled, 0.0), MR_OK);
        CU_ASSERT_EQUAL_FATAL(mr_coupled_advance(coupled, 4.0), MR_OK);
        mr_coupled_get_statistics(coupled, &s);
        CU_ASSERT(s.steps < 600 << i);
        CU_ASSERT(s.largest_step > 10.0 * s.smallest_step);
        const double error = error_of(coupled);
        CU_ASSERT(error < config.relative_tolerance && error < 0.3 * before);
        before = error;
    }
    mr_coupled_config config = setting(MR_GAUSS_SEIDEL, 3, true);
    mr_slave_type stubborn = numbered();
    stubborn.step_to = NULL;
    config.forward = true;
    mr_coupled *coupled = NULL;
    mr_message message = {""};
    const mr_coupled_member member = {&stubborn, "0", "chassis", 0.0};
    CU_ASSERT_EQUAL(mr_coupled_open(&config, &member, 1, NULL, 0, &coupled, &message),
                    MR_ERR_UNSUPPORTED);
    MR_ASSERT_CONTAINS(message.text, "as controlled steps want it");
}

/* when it is asked does not change what is computed */
static void test_reports_change_nothing(void) {
    const mr_slave_type type = numbered();
    const mr_coupled_config config = setting(MR_GAUSS_SEIDEL, 3, true);
    mr_coupled *often = open_car(&config, &type, 2e-3, 3e-3);
    mr_coupled *once = open_car(&config, &type, 2e-3, 3e-3);
    CU_ASSERT_EQUAL(mr_coupled_start(often, 0.0), MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_start(once, 0.0), MR_OK);
    for (int n = 1; n <= 777; n++)
        CU_ASSERT_EQUAL(mr_coupled_advance(often, n * 0.6 / 777), MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_advance(once, 0.6), MR_OK);
    for (int m = 0; m < 2; m++)
        CU_ASSERT_EQUAL(
            memcmp(mr_coupled_outputs(often, m), mr_coupled_outputs(once, m), sizeof(double)), 0);
    mr_coupled_close(often);
    mr_coupled_close(once);
}

static void test_parallel_changes_nothing(void) {
    const mr_slave_type type = numbered();
    mr_coupled_config config = setting(MR_JACOBI, 3, true);
    double y[2];
    for (int parallel = 0; parallel < 2; parallel++) {
        config.parallel = parallel;
        mr_coupled *coupled = open_car(&config, &type, 1e-3, 1e-3);
        CU_ASSERT_EQUAL(mr_coupled_start(coupled, 0.0), MR_OK);
        CU_ASSERT_EQUAL(mr_coupled_advance(coupled, 0.3), MR_OK);
        y[parallel] = mr_coupled_outputs(coupled, 0)[1];
        mr_coupled_close(coupled);
    }
    CU_ASSERT_EQUAL(memcmp(&y[0], &y[1], sizeof y[0]), 0);
}

static double cosine(void *context, double t, bool end, double tolerance) {
    (void)end;
    (void)tolerance;
    return *(const double *)context * cos(t);
}

/* x1' = a cos t; the other one gets 60 x1 - 5 and integrates it */
static void test_known_signals_and_units(void) {
    static double amplitude = 2.0;
    linear_system a = {.states = 1, .inputs = 1, .outputs = 1, .B = {{1.0}}, .C = {{1.0}}};
    systems[0] = systems[1] = &a;
    const mr_slave_type type = numbered();
    const mr_coupled_member members[2] = {{&type, "0", "first", 0.01},
                                          {&type, "1", "second", 0.01}};
    const mr_connection connection = {0, 0, 1, 0, 60.0, -5.0, NULL};
    for (int own = 0; own < 2; own++) {
        mr_coupled_config config;
        mr_coupled *coupled = NULL;
        mr_message message = {""};
        (own ? mr_coupled_default_own_steps : mr_coupled_default)(&config);
        config.step = 0.01;
        config.order = 3;
        CU_ASSERT_EQUAL_FATAL(
            mr_coupled_open(&config, members, 2, &connection, 1, &coupled, &message), MR_OK);
        CU_ASSERT_EQUAL(mr_coupled_set_signal(coupled, 1, 0, cosine, &amplitude), MR_ERR_ARGUMENT);
        CU_ASSERT_EQUAL(mr_coupled_set_signal(coupled, 0, 0, cosine, &amplitude), MR_OK);
        CU_ASSERT_EQUAL(mr_coupled_start(coupled, 0.0), MR_OK);
        CU_ASSERT_EQUAL(mr_coupled_advance(coupled, 1.0), MR_OK);
        MR_ASSERT_CLOSE(mr_coupled_outputs(coupled, 0)[0], 2.0 * sin(1.0), 1e-9);
        MR_ASSERT_CLOSE(mr_coupled_outputs(coupled, 1)[0], 120.0 * (1.0 - cos(1.0)) - 5.0, 1e-6);
        mr_coupled_close(coupled);
    }
}

/* three cubics and, as two further outputs, the rates of the last two */
static void cubics(double t, double impulse, double *y) {
    (void)impulse;
    y[0] = 1.0 + t - 0.5 * t * t * t;
    y[1] = t * t * t;
    y[2] = 1.0 - 2.0 * t * t * t;
    y[3] = 3.0 * t * t;
    y[4] = -6.0 * t * t;
}

static void rates_of_cubics(double t, double impulse, double *ydot) {
    (void)impulse;
    ydot[0] = 1.0 - 1.5 * t * t;
    ydot[1] = 3.0 * t * t;
    ydot[2] = -6.0 * t * t;
    ydot[3] = 6.0 * t;
    ydot[4] = -12.0 * t;
}

static void hear_cubics(void *context, double from, double end, double t, const double *u) {
    double y[5];
    (void)from;
    (void)end;
    cubics(t, 0.0, y);
    /* two samples with their rates say all of a cubic; the first step has one of them */
    if (t > 0.5)
        for (int i = 0; i < 3; i++)
            *(double *)context = fmax(*(double *)context, fabs(u[i] - y[i == 0 ? 2 : i - 1]));
}

static probe *probes[2];
static mr_status open_probe(const char *configuration, mr_message *message, void **made) {
    probe_next(probes[configuration[0] - '0']);
    return probe_type.open("", message, made);
}

/* each of three signals of a link has its own rate: one told aside, two that are outputs */
static void test_signals_with_rates_keep_their_own(void) {
    static const mr_variable outputs[] = {
        {.name = "n", .unit = "", .size = 1, .rate_of = MR_NONE, .power_with = MR_NONE},
        {.name = "p", .unit = "m", .size = 2, .rate_of = MR_NONE, .power_with = MR_NONE},
        {.name = "v", .unit = "m/s", .size = 2, .rate_of = 1, .power_with = MR_NONE}};
    double worst = 0.0;
    probe source = {.output_list = outputs,
                    .output_list_count = 3,
                    .h = 0.25,
                    .signals = cubics,
                    .rates = rates_of_cubics};
    probe sink = {.inputs = 3, .outputs = 1, .h = 0.1, .hear = hear_cubics, .context = &worst};
    probes[0] = &source;
    probes[1] = &sink;
    mr_slave_type type = probe_type;
    type.open = open_probe;
    const mr_coupled_member members[2] = {{&type, "0", "source", 0.25}, {&type, "1", "sink", 0.1}};
    const mr_connection wires[3] = {MR_CONNECTION(0, 2, 1, 0), MR_CONNECTION(0, 0, 1, 1),
                                    MR_CONNECTION(0, 1, 1, 2)};
    mr_coupled_config config = setting(MR_JACOBI, 3, false);
    config.prediction.type = &mr_predictor_hermite;
    mr_message message = {""};
    mr_coupled *coupled = NULL;
    CU_ASSERT_EQUAL_FATAL(mr_coupled_open(&config, members, 2, wires, 3, &coupled, &message),
                          MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_start(coupled, 0.0), MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_advance(coupled, 2.0), MR_OK);
    CU_ASSERT(sink.steps > 10);
    MR_ASSERT_CLOSE(worst, 0.0, 1e-11);
    mr_coupled_close(coupled);
    /* without any source of rates the signal is named */
    type.rates = NULL;
    CU_ASSERT_EQUAL(mr_coupled_open(&config, members, 2, wires, 3, &coupled, &message),
                    MR_ERR_UNSUPPORTED);
    MR_ASSERT_CONTAINS(message.text, "needs the rate of change of 'n'");
}

static void test_steps_are_positive_numbers(void) {
    const mr_slave_type type = numbered();
    static const double wrong[] = {-1.0, INFINITY, NAN};
    linear_system a = {.states = 1, .inputs = 1, .outputs = 1, .B = {{1.0}}, .C = {{1.0}}};
    systems[0] = &a;
    for (int i = 0; i < 3; i++) {
        const mr_coupled_member member = {&type, "0", "first", wrong[i]};
        mr_coupled_config config;
        mr_coupled *coupled = NULL;
        mr_message message = {""};
        mr_coupled_default_own_steps(&config);
        CU_ASSERT_EQUAL(mr_coupled_open(&config, &member, 1, NULL, 0, &coupled, &message),
                        MR_ERR_CONFIG);
        MR_ASSERT_CONTAINS(message.text, "first: its step must be positive");
        CU_ASSERT_PTR_NULL(coupled);
    }
}

/* no save, no step_to: a member all the same, on its own grid, past the time that was asked for */
static void test_members_that_cannot_be_repeated(void) {
    mr_slave_type plain = numbered();
    plain.save = NULL;
    plain.restore = NULL;
    plain.free_state = NULL;
    plain.step_to = NULL;
    mr_coupled_config config = setting(MR_GAUSS_SEIDEL, 3, true);
    mr_coupled *coupled = open_car(&config, &plain, 0.0, 0.0); /* its steps are 1 s */
    CU_ASSERT_EQUAL(mr_coupled_start(coupled, 0.0), MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_advance(coupled, 0.5), MR_OK);
    MR_ASSERT_CLOSE(mr_coupled_time(coupled), 0.5, 0.0);
    mr_coupled_statistics s;
    mr_coupled_get_statistics(coupled, &s);
    CU_ASSERT_EQUAL(s.member_steps, 2);
    mr_coupled_close(coupled);

    const mr_coupled_member imposed[1] = {{&plain, "0", "chassis", 1e-3}};
    mr_message message = {""};
    CU_ASSERT_EQUAL(mr_coupled_open(&config, imposed, 1, NULL, 0, &coupled, &message),
                    MR_ERR_UNSUPPORTED);
    MR_ASSERT_CONTAINS(message.text, "chassis (slave 'linear') cannot make steps of a given size");
}

/* the last step ends where the run ends, and not behind it */
static void test_stop(void) {
    const mr_slave_type type = numbered();
    mr_coupled_config config = setting(MR_GAUSS_SEIDEL, 3, true);
    config.stop = 0.25;
    double exact[LINEAR_MOST];
    mr_coupled *coupled = open_car(&config, &type, 3e-3, 7e-3);
    CU_ASSERT_EQUAL(mr_coupled_start(coupled, 0.0), MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_advance(coupled, 0.25), MR_OK);
    linear_solution(&whole, 0.25, exact);
    MR_ASSERT_CLOSE(mr_coupled_outputs(coupled, 0)[1], exact[0], 1e-4);
    mr_coupled_close(coupled);
}

static linear_system gain(double g, double offset) {
    linear_system s = {.states = 1, .inputs = 1, .outputs = 1};
    s.C[0][0] = 1.0;
    s.x0[0] = offset;
    s.D[0][0] = g;
    return s;
}

/* y1 = 1 + 3 y2, y2 = 4 - 2 y1: rounds of initialisations diverge, Newton does not */
static void test_algebraic_loop_at_the_start(void) {
    const linear_system a = gain(3.0, 1.0), b = gain(-2.0, 4.0), c = gain(1.0, 1.0),
                        d = gain(1.0, 1.0);
    const mr_slave_type type = numbered();
    const mr_coupled_member members[2] = {{&type, "0", "a", 0.1}, {&type, "1", "b", 0.1}};
    const mr_connection loop[2] = {MR_CONNECTION(1, 0, 0, 0), MR_CONNECTION(0, 0, 1, 0)};
    const mr_coupled_config config = setting(MR_GAUSS_SEIDEL, 0, false);
    mr_coupled *coupled = NULL;
    mr_message message = {""};
    mr_coupled_statistics s;
    systems[0] = &a;
    systems[1] = &b;
    CU_ASSERT_EQUAL_FATAL(mr_coupled_open(&config, members, 2, loop, 2, &coupled, &message), MR_OK);
    CU_ASSERT_EQUAL(mr_coupled_start(coupled, 0.0), MR_OK);
    mr_coupled_get_statistics(coupled, &s);
    CU_ASSERT(s.start_fits);
    MR_ASSERT_CLOSE(mr_coupled_outputs(coupled, 0)[0], 13.0 / 7.0, 1e-9);
    MR_ASSERT_CLOSE(mr_coupled_outputs(coupled, 1)[0], 2.0 / 7.0, 1e-9);
    mr_coupled_close(coupled);

    /* y1 = 1 + y2, y2 = 1 + y1 has no solution, and is told so */
    systems[0] = &c;
    systems[1] = &d;
    CU_ASSERT_EQUAL_FATAL(mr_coupled_open(&config, members, 2, loop, 2, &coupled, &message), MR_OK);
    CU_ASSERT_NOT_EQUAL(mr_coupled_start(coupled, 0.0), MR_OK);
    MR_ASSERT_CONTAINS(mr_coupled_error(coupled), "algebraic loop without a solution");
    mr_coupled_close(coupled);
}

static void test_settings_as_text(void) {
    mr_coupled_config config;
    mr_message message = {""};
    mr_coupled_default_own_steps(&config);
    CU_ASSERT_EQUAL(
        mr_coupled_parse(&config, "iteration=jacobi predictor=hold scheme=ff step=0.01", &message),
        MR_OK);
    CU_ASSERT(config.own_steps);
    CU_ASSERT_EQUAL(config.iteration, MR_JACOBI);
    CU_ASSERT_PTR_EQUAL(config.prediction.type, &mr_predictor_hold);
    CU_ASSERT_EQUAL(config.prediction.order, 0);
    CU_ASSERT_PTR_EQUAL(config.scheme, &mr_fastest_first);
    CU_ASSERT_EQUAL(mr_coupled_parse(&config, "passes=5 order=2", &message), MR_OK);
    CU_ASSERT(!config.own_steps);
    CU_ASSERT_EQUAL(config.order, 2);
    CU_ASSERT_EQUAL(mr_coupled_parse(&config, "order=7", &message), MR_ERR_CONFIG);
    CU_ASSERT_EQUAL(mr_coupled_parse(&config, "passe=5", &message), MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(message.text, "unknown option 'passe'");
    char help[4096];
    CU_ASSERT(mr_coupled_options(help, (int)sizeof help) < (int)sizeof help);
    MR_ASSERT_CONTAINS(help, "graded_start");
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_errors_are_the_known_ones),
        MR_TEST(test_any_ratio_of_steps),
        MR_TEST(test_orders),
        MR_TEST(test_forward_control),
        MR_TEST(test_reports_change_nothing),
        MR_TEST(test_parallel_changes_nothing),
        MR_TEST(test_known_signals_and_units),
        MR_TEST(test_signals_with_rates_keep_their_own),
        MR_TEST(test_steps_are_positive_numbers),
        MR_TEST(test_members_that_cannot_be_repeated),
        MR_TEST(test_stop),
        MR_TEST(test_algebraic_loop_at_the_start),
        MR_TEST(test_settings_as_text),
    };
    return mr_test_main("coupled, own steps", tests, sizeof tests / sizeof *tests, argc, argv);
}
