/* systems that run: the quarter car of two FMUs, tables, other slaves, and what is refused */
#define _POSIX_C_SOURCE 200809L
#include "mr_test.h"
#include "system/system.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double mc = 400.0, mw = 40.0, kc = 15000.0, kw = 150000.0, dc = 1000.0, road = 0.1;

/* one step of the whole car by the classical rule, 100 pieces for a millisecond */
static void exact_step(double *s) {
    const double h = 1e-5;
    for (int n = 0; n < 100; n++) {
        double k[4][4], x[4];
        for (int stage = 0; stage < 4; stage++) {
            for (int i = 0; i < 4; i++)
                x[i] = s[i] + (stage == 0 ? 0.0 : (stage == 3 ? h : 0.5 * h) * k[stage - 1][i]);
            const double F = kc * (x[2] - x[0]) + dc * (x[3] - x[1]);
            k[stage][0] = x[1];
            k[stage][1] = F / mc;
            k[stage][2] = x[3];
            k[stage][3] = (kw * (road - x[2]) - F) / mw;
        }
        for (int i = 0; i < 4; i++)
            s[i] += h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
    }
}

static sy_system *make_car(bool wheel_first) {
    sy_system *s = sy_system_new("car");
    CU_ASSERT_PTR_NOT_NULL_FATAL(s);
    for (int i = 0; i < 2; i++) {
        const bool wheel = (i == 0) == wheel_first;
        sy_member *m = sy_add_member(s, wheel ? "wheel" : "chassis",
                                     wheel ? FMUS "/wheel.fmu" : FMUS "/chassis.fmu");
        CU_ASSERT_PTR_NOT_NULL_FATAL(m);
        m->step = 1e-3;
    }
    CU_ASSERT_PTR_NOT_NULL_FATAL(sy_add_connection(s, "chassis.v", "wheel.v"));
    CU_ASSERT_PTR_NOT_NULL_FATAL(sy_add_connection(s, "wheel.F", "chassis.F"));
    return s;
}

static sy_run *open_run(const sy_system *s, const char *coupling) {
    sy_run *run = NULL;
    mr_message message = {""};
    const mr_status status = sy_open(s, coupling, &run, &message);
    if (status != MR_OK)
        printf("\n    %s ", message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    return run;
}

static int column(const sy_run *run, const char *name) {
    for (int c = 0; c < sy_column_count(run); c++)
        if (strcmp(sy_columns(run)[c].name, name) == 0)
            return c;
    return -1;
}

/* relative error of the chassis' position at every ms */
static double car_error(const sy_system *s, const char *coupling) {
    sy_run *run = open_run(s, coupling);
    mr_message message = {""};
    const int x = column(run, "chassis.x");
    CU_ASSERT_FATAL(x >= 0 && sy_column_count(run) == 4);
    CU_ASSERT_EQUAL_FATAL(sy_start(run, 0.0, &message), MR_OK);
    double exact[4] = {0}, deviation = 0.0, square = 0.0, values[4];
    for (int n = 1; n <= 4000; n++) {
        CU_ASSERT_EQUAL_FATAL(sy_advance(run, n * 1e-3, &message), MR_OK);
        sy_values(run, values);
        exact_step(exact);
        deviation += (values[x] - exact[0]) * (values[x] - exact[0]);
        square += exact[0] * exact[0];
    }
    sy_close(run);
    return sqrt(deviation / square);
}

/* the setting that nobody has to choose, with FMUs that take first derivatives only */
static void test_quarter_car_of_two_fmus(void) {
    sy_system *s = make_car(false);
    const double error = car_error(s, "");
    printf("\n    error %.2g ", error);
    CU_ASSERT(error < 1e-6);
    MR_ASSERT_RELATIVE(car_error(s, "iteration=jacobi order=0 graded_start=off"), 3.3e-3, 0.03);
    CU_ASSERT(car_error(s, "passes=10 order=2") < 1e-6);
    CU_ASSERT(car_error(s, "iteration=interface_jacobian order=2") < 1e-6);
    CU_ASSERT(car_error(s, "control=on") < 1e-6);
    sy_system_free(s);
}

/* the wheel's force depends on the velocity at once, so the wheel steps behind the chassis */
static void test_members_are_ordered_by_structure(void) {
    sy_system *first = make_car(true), *second = make_car(false);
    const double a = car_error(first, ""), b = car_error(second, "");
    CU_ASSERT_EQUAL(memcmp(&a, &b, sizeof a), 0);
    sy_system_free(first);
    sy_system_free(second);
}

static void test_isolated_members_give_the_same(void) {
    sy_system *plain = make_car(false), *isolated = make_car(false);
    free(isolated->members[1].slave);
    isolated->members[1].slave = strdup(FMUS "/wheel.fmu isolate=yes");
    double y[2][4];
    for (int i = 0; i < 2; i++) {
        mr_message message = {""};
        sy_run *run = open_run(i ? isolated : plain, "iteration=jacobi");
        CU_ASSERT_EQUAL(sy_start(run, 0.0, &message), MR_OK);
        CU_ASSERT_EQUAL(sy_advance(run, 0.1, &message), MR_OK);
        sy_values(run, y[i]);
        sy_close(run);
    }
    CU_ASSERT_EQUAL(memcmp(y[0], y[1], sizeof y[0]), 0);
    sy_system_free(plain);
    sy_system_free(isolated);
}

/* v' = F / m with a force from a table: a ramp, a jump, a constant */
static void test_table(void) {
    char file[] = "/tmp/multirate-table-XXXXXX";
    const int opened = mkstemp(file);
    static const char rows[] = "time,F\n0,0\n1,400\n1,-800\n3,-800\n";
    CU_ASSERT_FATAL(opened >= 0 && write(opened, rows, sizeof rows - 1) > 0);
    close(opened);
    sy_system *s = sy_system_new("one");
    sy_member *m = sy_add_member(s, "chassis", FMUS "/chassis.fmu");
    CU_ASSERT_FATAL(m && sy_add_text(&s->tables, &s->table_count, file) &&
                    sy_add_value(&m->values, &m->value_count, "m", "0.2", "t"));
    sy_run *run = open_run(s, "");
    mr_message message = {""};
    double values[2];
    CU_ASSERT_EQUAL(sy_start(run, 0.0, &message), MR_OK);
    CU_ASSERT_EQUAL(sy_advance(run, 2.0, &message), MR_OK);
    sy_values(run, values); /* 200 kg: 1 m/s after the ramp, 4 m/s2 less from there on */
    MR_ASSERT_CLOSE(values[column(run, "v")], -3.0, 1e-9);
    CU_ASSERT_STRING_EQUAL(sy_columns(run)[0].unit, "m/s");
    sy_close(run);
    sy_system_free(s);
    unlink(file);
}

/* another kind of slave, at its own step: two_mass takes a displacement */
static void test_other_slaves(void) {
    sy_system *s = sy_system_new("mixed");
    sy_member *a = sy_add_member(s, "chassis", FMUS "/chassis.fmu");
    sy_member *b = a ? sy_add_member(s, "masses", "two_mass") : NULL;
    CU_ASSERT_FATAL(b && sy_add_value(&b->values, &b->value_count, "fr", "40", NULL) &&
                    sy_add_connection(s, "chassis.x", "masses.x1") &&
                    sy_add_value(&s->inputs, &s->input_count, "chassis.F", "400", NULL));
    sy_run *run = open_run(s, "");
    mr_message message = {""};
    double values[16];
    CU_ASSERT_EQUAL(sy_start(run, 0.0, &message), MR_OK);
    CU_ASSERT_EQUAL(sy_advance(run, 1.0, &message), MR_OK);
    sy_values(run, values);
    MR_ASSERT_CLOSE(values[column(run, "chassis.x")], 0.5, 1e-9);
    CU_ASSERT(column(run, "masses.x2") >= 0);
    sy_close(run);
    sy_system_free(s);
}

/* a chassis of 5 kg at the damper's end: 5 ms are unstable, and 1 ms are not */
static void test_rough_signals_are_told(void) {
    for (int i = 0; i < 2; i++) {
        sy_system *s = make_car(false);
        char verdict[600];
        mr_message message = {""};
        s->members[0].step = s->members[1].step = i ? 1e-3 : 5e-3;
        CU_ASSERT(sy_add_value(&s->members[0].values, &s->members[0].value_count, "m", "5", NULL));
        sy_run *run = open_run(s, "");
        CU_ASSERT_EQUAL(sy_start(run, 0.0, &message), MR_OK);
        CU_ASSERT_EQUAL(sy_advance(run, 1.0, &message), MR_OK);
        sy_verdict(run, verdict, sizeof verdict);
        if (i == 0) {
            MR_ASSERT_CONTAINS(verdict, "'wheel.F' is rough");
            CU_ASSERT_EQUAL(sy_advance(run, 4.0, &message), MR_ERR_NOT_FINITE);
            MR_ASSERT_CONTAINS(message.text, "has diverged");
        } else
            CU_ASSERT_STRING_EQUAL(verdict, "");
        sy_close(run);
        sy_system_free(s);
    }
}

static void refuses_bond(sy_system *s) {
    sy_run *run = NULL;
    mr_message message = {""};
    CU_ASSERT_NOT_EQUAL(sy_open(s, "", &run, &message), MR_OK);
    MR_ASSERT_CONTAINS(message.text, "bond [chassis.x, wheel.F]: a power bond needs");
    sy_system_free(s);
}

/* force times velocity is power, as their units tell: 50 ms make half of it, 1 ms next to nothing
 */
static void test_energy_is_watched(void) {
    for (int i = 0; i < 2; i++) {
        sy_system *s = make_car(false);
        char verdict[600];
        mr_message message = {""};
        mr_bond_energy energy;
        s->members[0].step = s->members[1].step = i ? 1e-3 : 0.05;
        sy_run *run = open_run(s, "");
        CU_ASSERT_EQUAL_FATAL(mr_coupled_bond_count(sy_coupled(run)), 1);
        CU_ASSERT_EQUAL(sy_start(run, 0.0, &message), MR_OK);
        CU_ASSERT_EQUAL(sy_advance(run, 4.0, &message), MR_OK);
        sy_verdict(run, verdict, sizeof verdict);
        mr_coupled_energy(sy_coupled(run), 0, &energy);
        if (i == 0) {
            MR_ASSERT_CONTAINS(verdict, "the coupling of chassis and wheel has made or lost");
            CU_ASSERT(energy.error > 0.2);
        } else {
            CU_ASSERT_STRING_EQUAL(verdict, "");
            CU_ASSERT(energy.error < 1e-3);
            CU_ASSERT(fabs(energy.created) < 1e-3 * energy.exchanged);
            CU_ASSERT(energy.exchanged > 10.0); /* J: the damper's alone are 75 */
        }
        sy_close(run);
        sy_system_free(s);
    }
    sy_system *s = make_car(false);
    CU_ASSERT(sy_add_value(&s->bonds, &s->bond_count, "chassis.x", "wheel.F", NULL));
    refuses_bond(s);
}

static void refuses(sy_system *s, const char *coupling, const char *sentence) {
    sy_run *run = NULL;
    mr_message message = {""};
    CU_ASSERT_NOT_EQUAL(sy_open(s, coupling, &run, &message), MR_OK);
    CU_ASSERT_PTR_NULL(run);
    MR_ASSERT_CONTAINS(message.text, sentence);
    sy_system_free(s);
}

static sy_system *car_with(const char *from, const char *to) {
    sy_system *s = make_car(false);
    CU_ASSERT_PTR_NOT_NULL_FATAL(sy_add_connection(s, from, to));
    return s;
}

static void test_refusals(void) {
    refuses(car_with("chassis.w", "wheel.v"), "", "has no variable 'w'");
    refuses(car_with("chassis.v", "wheel.speed"), "", "has no input 'speed'");
    refuses(car_with("chasis.v", "wheel.v"), "", "'chasis.v' begins with no member's name");
    refuses(car_with("chassis.v", "wheel.v"), "", "'wheel.v' is connected already");
    refuses(make_car(false), "ordr=3", "unknown option 'ordr'");
    sy_system *s = sy_system_new("units");
    CU_ASSERT_FATAL(sy_add_member(s, "chassis", FMUS "/chassis.fmu") &&
                    sy_add_member(s, "wheel", FMUS "/wheel.fmu") &&
                    sy_add_connection(s, "chassis.x", "wheel.v"));
    refuses(s, "", "'chassis.x' is in m and 'wheel.v' in m/s, which is another quantity");
    s = sy_system_new("absent");
    CU_ASSERT_FATAL(sy_add_member(s, "a", "absent.fmu") != NULL);
    refuses(s, "", "member 'a': there is no slave 'absent.fmu'");
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_quarter_car_of_two_fmus),
        MR_TEST(test_members_are_ordered_by_structure),
        MR_TEST(test_isolated_members_give_the_same),
        MR_TEST(test_table),
        MR_TEST(test_other_slaves),
        MR_TEST(test_rough_signals_are_told),
        MR_TEST(test_energy_is_watched),
        MR_TEST(test_refusals),
    };
    return mr_test_main("systems", tests, sizeof tests / sizeof *tests, argc, argv);
}
