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

static void refuses(sy_system *s, const char *coupling, const char *sentence) {
    sy_run *run = NULL;
    mr_message message = {""};
    CU_ASSERT_NOT_EQUAL(sy_open(s, coupling, &run, &message), MR_OK);
    CU_ASSERT_PTR_NULL(run);
    MR_ASSERT_CONTAINS(message.text, sentence);
    sy_system_free(s);
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

/* 400 N on 400 kg over a second, as tables of other programs write it; or why it is none */
static void test_tables_of_many_kinds(void) {
    static const struct {
        const char *text, *sentence;
    } cases[] = {{"time,F\n0,400\n1,400\n", NULL},
                 {"\xEF\xBB\xBFtime,F\r\n0,400\r\n1,400\r\n", NULL},
                 {"t;F\n0;400\n1;400", NULL},
                 {"Time\tF [N]\n0\t400\n1\t400\n", NULL},
                 {"time,F [kN]\n0,0.4\n1,0.4\n", NULL},
                 {"\"time\",\"F\"\n\"0\",\"400\"\n1,400\n", NULL},
                 {"\"time\";\"F\"\n\"0\";\"400\"\n1;400\n", NULL},
                 {"\"time\"\t\"F\"\n0\t400\n1\t400\n", NULL},
                 {" time , F \n 0 , 400 \n\n1,400\n\n", NULL},
                 {"x,F\n0,400\n", ":1: the first column of a table must be called time"},
                 {"time,F,F\n0,400,400\n", ":1: two columns are called 'F'"},
                 {"time,F\n", ":1: the table has no rows"},
                 {"time,F\n0,400\n1\n", ":3: this row has fewer fields than the header"},
                 {"time,F\n0,400,3\n", ":2: this row has more fields than the header"},
                 {"time,F\r\n\r\n0,much\r\n", ":3: here is something that is no number"},
                 {"time,F\n0,\"400\n1,400\n", ":2: here is something that is no number"},
                 {"time,F\n1,400\n0,400\n", ":3: the time goes back"},
                 {"time,F [m]\n0,400\n", "column 'F' is in m and the input in N"},
                 {"time,G\n0,400\n", "has no input 'G'"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char file[] = "/tmp/multirate-table-XXXXXX";
        const int opened = mkstemp(file);
        const size_t size = strlen(cases[i].text);
        CU_ASSERT_FATAL(opened >= 0 && write(opened, cases[i].text, size) == (ssize_t)size);
        close(opened);
        sy_system *s = sy_system_new("one");
        sy_member *m = sy_add_member(s, "chassis", FMUS "/chassis.fmu");
        CU_ASSERT_FATAL(m && sy_add_text(&s->tables, &s->table_count, file) &&
                        sy_add_value(&m->values, &m->value_count, "m", "400", "kg"));
        if (cases[i].sentence) {
            refuses(s, "", cases[i].sentence);
        } else {
            mr_message message = {""};
            double values[2] = {0};
            sy_run *run = open_run(s, "");
            CU_ASSERT_EQUAL(sy_start(run, 0.0, &message), MR_OK);
            CU_ASSERT_EQUAL(sy_advance(run, 1.0, &message), MR_OK);
            sy_values(run, values);
            MR_ASSERT_CLOSE(values[column(run, "v")], 1.0, 1e-9);
            sy_close(run);
            sy_system_free(s);
        }
        unlink(file);
    }
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

static sy_system *car_with(const char *from, const char *to) {
    sy_system *s = make_car(false);
    CU_ASSERT_PTR_NOT_NULL_FATAL(sy_add_connection(s, from, to));
    return s;
}

/* two of the FMU that takes every type, and what else is written */
#define TYPES                                                                                      \
    "members:\n  a: {slave: " FMUS "/types3.fmu, step: 1e-3}\n  b: {slave: " FMUS                  \
    "/types3.fmu, step: 1e-3}\n"

static sy_system *read_text(const char *text) {
    char file[] = "/tmp/multirate-system-XXXXXX";
    sy_system *s = NULL;
    mr_message message = {""};
    const int opened = mkstemp(file);
    CU_ASSERT_FATAL(opened >= 0 && write(opened, text, strlen(text)) == (ssize_t)strlen(text));
    close(opened);
    const mr_status status = sy_read(file, &s, &message);
    unlink(file);
    if (status != MR_OK)
        printf("\n    %s ", message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    return s;
}

/* each member doubles what its array gets (types.c) */
static void test_arrays_are_connected_whole_or_by_elements(void) {
    static const struct {
        const char *connection;
        double is[3];
    } cases[] = {{"a.array_out -> b.array_in", {4.0, 8.0, 12.0}},
                 {"'a.array_out[2] -> b.array_in(1)'", {8.0, 0.0, 0.0}},
                 {"{from: a.array_out, to: b.array_in, factor: 10, offset: 1, predictor: hold}",
                  {42.0, 82.0, 122.0}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1000];
        double values[3] = {0};
        mr_message message = {""};
        snprintf(text, sizeof text,
                 TYPES "connections: [%s]\ninputs: {a.array_in: 1 2 3 }\nrecord: b.array_out\n",
                 cases[i].connection);
        sy_system *s = read_text(text);
        sy_run *run = open_run(s, "");
        CU_ASSERT_EQUAL_FATAL(sy_column_count(run), 3);
        CU_ASSERT_STRING_EQUAL(sy_columns(run)[1].name, "b.array_out[2]");
        CU_ASSERT_EQUAL(sy_start(run, 0.0, &message), MR_OK);
        CU_ASSERT_EQUAL(sy_advance(run, 0.01, &message), MR_OK);
        sy_values(run, values);
        for (int e = 0; e < 3; e++)
            MR_ASSERT_CLOSE(values[e], cases[i].is[e], 1e-12);
        sy_close(run);
        sy_system_free(s);
    }
}

/* a table of an array's elements by other names, and its units */
static void test_columns_of_a_table_find_their_inputs(void) {
    static const struct {
        const char *head, *sentence;
    } cases[] = {
        {"time,a.array_in[2],a.Float64_in", NULL},
        {"time,a.array_in,a.Float64_in", "it is an array: name its elements"},
        {"time,a.text_in,a.Float64_in", "'a.text_in' is a text"},
        {"time,a.nothing,a.Float64_in", "member 'a': the FMU 'Types' has no input 'nothing'"},
        {"time,b.Float64_in,a.Float64_in", "input 'b.Float64_in' is connected already"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char file[] = "/tmp/multirate-table-XXXXXX", rows[200];
        const int opened = mkstemp(file);
        snprintf(rows, sizeof rows, "%s\n0,0,5\n1,10,5\n", cases[i].head);
        CU_ASSERT_FATAL(opened >= 0 && write(opened, rows, strlen(rows)) > 0);
        close(opened);
        sy_system *s = read_text(TYPES "connections: [a.Float64_out -> b.Float64_in]\n"
                                       "record: ['a.array_out[2]', b.Float64_out]\n");
        CU_ASSERT_FATAL(sy_add_text(&s->tables, &s->table_count, file));
        if (cases[i].sentence) {
            refuses(s, "", cases[i].sentence);
        } else {
            double values[2] = {0};
            mr_message message = {""};
            sy_run *run = open_run(s, "");
            CU_ASSERT_EQUAL(sy_start(run, 0.0, &message), MR_OK);
            CU_ASSERT_EQUAL(sy_advance(run, 0.5, &message), MR_OK);
            sy_values(run, values);
            MR_ASSERT_CLOSE(values[0], 2.0 * 5.0, 0.03); /* the ramp, a step of 1 ms late */
            MR_ASSERT_CLOSE(values[1], 5.0, 1e-12);
            sy_close(run);
            sy_system_free(s);
        }
        unlink(file);
    }
}

static void test_what_cannot_be_wired_is_told(void) {
    static const char *const cases[][2] = {
        {"connections: ['a.array_out[4] -> b.Float64_in']\n",
         ":4: member 'a' has no output 'array_out[4]' (did you mean 'array_out'?)"},
        {"connections: ['a.array_out[2 -> b.Float64_in']\n",
         "the FMU 'Types' has no variable 'array_out[2'"},
        {"connections: ['a.array_out(2) -> b.array_in']\n",
         ":4: 'a.array_out(2)' has 1 elements and 'b.array_in' has 3"},
        {"connections: [a.title -> b.Float64_in]\n", ":4: 'a.title' and 'b.Float64_in' cannot be"},
        {"connections: [a.title -> b.bytes_in]\n", ":4: 'a.title' and 'b.bytes_in' cannot be"},
        {"connections: [{from: a.title, to: b.text_in, factor: 2}]\n", "neither has a factor"},
        {"connections: [{from: a.Float64_out, to: b.Float64_in, predictor: holt}]\n",
         ":4: option predictor_to_slave: there is no predictor 'holt' (did you mean 'hold'?)"},
        {"inputs: {a.Float64_in: many}\n", "input 'a.Float64_in': 'many' is no number"},
        {"inputs: {a.Float64_in: inf}\n", "input 'a.Float64_in': 'inf' is no number"},
        {"inputs: {a.Float64_in: 9.81 m}\n", "input 'a.Float64_in': '9.81 m' is no number"},
        {"inputs: {a.Float64_in: 1 2}\n", "input 'a.Float64_in': '1 2' is no number"},
        {"inputs: {a.array_in: 1 b}\n", "input 'a.array_in': '1 b' is no number"},
        {"inputs: {a.text_in: many}\n", "'a.text_in' is a text, and no number"},
        {"inputs: {a.none: 1}\n", "member 'a': the FMU 'Types' has no input 'none'"},
        {"connections: [a.Float64_out -> b.Float64_in]\ninputs: {b.Float64_in: 1}\n",
         "input 'b.Float64_in' is connected, and so has no value of its own"},
        {"record: [a.title]\n", "'a.title' is a text, and no number"},
        {"record: [a.none]\n", "member 'a': the FMU 'Types' has no variable 'none'"},
        {"bonds: [[a.Float64_out, b.Float64_out]]\n", "a power bond needs own steps"},
        {"bonds: [[a.none, b.Float64_out]]\n", "member 'a' has no output 'none'"},
        {"bonds: [[a.Float64_out, b.none]]\n", "member 'b' has no output 'none'"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1000];
        snprintf(text, sizeof text, "%s%s", TYPES, cases[i][0]);
        refuses(read_text(text), "", cases[i][1]);
    }
    refuses(
        read_text("members:\n  a: {slave: " FMUS "/chassis.fmu, set: {m: \"it's \\\"so\\\"\"}}\n"),
        "", ":2: member 'a': a value has both kinds of quotation marks");
    sy_system *s = make_car(false);
    sy_member *m = &s->members[0];
    CU_ASSERT_FATAL(sy_add_value(&m->values, &m->value_count, "m", "400", "m"));
    refuses(s, "", "'m' is given in m, but its unit is kg");
}

/* what a value of a connected input is good for */
static void test_a_value_beside_a_connection_is_remarked(void) {
    sy_system *s = make_car(false);
    sy_member *m = &s->members[0];
    CU_ASSERT_FATAL(sy_add_value(&m->values, &m->value_count, "F", "1", NULL));
    sy_run *run = open_run(s, "");
    bool told = false;
    for (int i = 0; i < sy_remark_count(run); i++)
        told = told || strstr(sy_remark(run, i), "'chassis.F' has a value, and something is "
                                                 "connected to it");
    CU_ASSERT_TRUE(told);
    sy_close(run);
    sy_system_free(s);
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
        MR_TEST(test_tables_of_many_kinds),
        MR_TEST(test_other_slaves),
        MR_TEST(test_rough_signals_are_told),
        MR_TEST(test_energy_is_watched),
        MR_TEST(test_arrays_are_connected_whole_or_by_elements),
        MR_TEST(test_columns_of_a_table_find_their_inputs),
        MR_TEST(test_what_cannot_be_wired_is_told),
        MR_TEST(test_a_value_beside_a_connection_is_remarked),
        MR_TEST(test_refusals),
    };
    return mr_test_main("systems", tests, sizeof tests / sizeof *tests, argc, argv);
}
