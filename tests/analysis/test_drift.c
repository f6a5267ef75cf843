/* long time and single steps: damping and frequency that a coupling makes, local orders */
#include "analysis/drift.h"
#include "analysis/test_systems.h"
#include "mr_test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* table 2.3 of Friedrich: consistency orders; the error of one step is one power higher */
static void test_local_orders(void) {
    static const int powers[AN_LOCAL_ORDERS][2] = {{3, 2}, {3, 3}, {3, 3}, {4, 3},
                                                   {4, 4}, {5, 4}, {5, 5}};
    an_local_order found[AN_LOCAL_ORDERS];
    an_local_orders(found);
    for (int i = 0; i < AN_LOCAL_ORDERS; i++) {
        if (lround(found[i].position) != powers[i][0] || lround(found[i].velocity) != powers[i][1])
            printf("\n  %s: %.2f %.2f", found[i].name, found[i].position, found[i].velocity);
        CU_ASSERT_EQUAL(lround(found[i].position), powers[i][0]);
        CU_ASSERT_EQUAL(lround(found[i].velocity), powers[i][1]);
    }
}

static const double wH = 0.0218;

/* two equal oscillators of w = 1, coupled by 100 and a damper */
static mr_status modes_of(an_form form, int order, double damper, an_mode **modes, int *count,
                          bool *stable, mr_message *message) {
    an_oscillators o;
    an_coupling coupling;
    an_pair pair;
    an_stability found;
    CU_ASSERT(an_oscillators_named(&o, "oscillators"));
    CU_ASSERT_EQUAL(an_oscillators_set(&o, "coupling_ratio", 100.0, message), MR_OK);
    CU_ASSERT_EQUAL(an_oscillators_set(&o, "d12", damper, message), MR_OK);
    an_coupling_default(&coupling);
    coupling.step = wH;
    coupling.tolerance = 1e-9;
    coupling.config.to_slave.order = coupling.config.to_master.order = order;
    CU_ASSERT_EQUAL_FATAL(an_oscillators_make(&o, form, &pair, message), MR_OK);
    mr_status status = an_stability_find(&found, &pair, &coupling, message);
    *stable = status == MR_OK && found.stable;
    if (status == MR_OK)
        status = an_modes_find(&pair, &coupling, modes, count, message);
    an_pair_free(&pair);
    return status;
}

static an_mode in_phase(const an_mode *modes, int count) {
    int best = 0;
    for (int i = 1; i < count; i++)
        if (fabs(modes[i].frequency - 1.0) < fabs(modes[best].frequency - 1.0))
            best = i;
    return modes[best];
}

/* the coupling spring is at rest in it, and both get the same force */
static void test_force_force_leaves_the_common_motion_alone(void) {
    for (int order = 0; order < 4; order++) {
        an_mode *modes;
        int count;
        bool stable;
        mr_message message = {""};
        CU_ASSERT_EQUAL_FATAL(
            modes_of(AN_FORCE_FORCE, order, 0.0, &modes, &count, &stable, &message), MR_OK);
        CU_ASSERT(in_phase(modes, count).distance < 1e-12);
        free(modes);
    }
}

static void test_common_motion_at_the_smallest_stable_damper(void) {
    static const struct {
        an_form form;
        int order;
        double damper, damping, frequency, last; /* last digit of the damping */
    } rows[] = {{AN_FORCE_DISPLACEMENT, 0, .82, .2736, .9624, 6e-5},
                {AN_DISPLACEMENT_DISPLACEMENT, 0, .56, .5471, .8382, 6e-5},
                {AN_FORCE_DISPLACEMENT, 1, .06, 8.2e-5, .9951, 6e-7},
                {AN_DISPLACEMENT_DISPLACEMENT, 1, .04, 1.6e-4, .9902, 6e-6}};
    for (int r = 0; r < 4; r++) {
        mr_message message = {""};
        bool stable = false;
        double damper = 0.0;
        an_mode mode = {0};
        for (int i = 0; i < 100 && !stable; i++) {
            an_mode *modes;
            int count;
            damper = 0.02 * i;
            CU_ASSERT_EQUAL_FATAL(
                modes_of(rows[r].form, rows[r].order, damper, &modes, &count, &stable, &message),
                MR_OK);
            mode = in_phase(modes, count);
            free(modes);
        }
        MR_ASSERT_CLOSE(damper, rows[r].damper, 1e-9);
        MR_ASSERT_CLOSE(mode.coupled_damping, rows[r].damping, rows[r].last);
        MR_ASSERT_CLOSE(mode.coupled_frequency, rows[r].frequency, 6e-5);
    }
}

/* the other motion, against one another at sqrt(3): the slave passes zero upwards where the master
 * passes it downwards, so that the section tells the amplitude. That of the whole stays; the
 * coupled one follows the damping that its eigenvalue tells */
static void test_sections_show_the_drift(void) {
    an_oscillators o;
    an_coupling coupling;
    an_pair pair;
    an_section s;
    an_mode *modes;
    int count;
    mr_message message = {""};
    CU_ASSERT(an_oscillators_named(&o, "oscillators"));
    an_coupling_default(&coupling);
    coupling.step = 0.05;
    coupling.config.to_slave.order = coupling.config.to_master.order = 1;
    CU_ASSERT_EQUAL_FATAL(an_oscillators_make(&o, AN_FORCE_DISPLACEMENT, &pair, &message), MR_OK);
    pair.start[0] = 1.0;
    pair.start[2] = -1.0;
    CU_ASSERT_EQUAL_FATAL(an_section_make(&pair, &coupling, 20000, &s, &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(an_modes_find(&pair, &coupling, &modes, &count, &message), MR_OK);
    const int last[2] = {s.count[0] - 1, s.count[1] - 1};
    CU_ASSERT_FATAL(last[0] > 200 && last[1] > 200);
    MR_ASSERT_CLOSE(s.v[1][0], -sqrt(3.0), 3e-3); /* straight lines between steps */
    MR_ASSERT_CLOSE(s.v[1][last[1]], -sqrt(3.0), 3e-3);
    const an_mode *mode = fabs(modes[0].frequency - sqrt(3.0)) < 0.1 ? &modes[0] : &modes[1];
    const double growth = log(s.v[0][last[0]] / s.v[0][0]) / (s.t[0][last[0]] - s.t[0][0]);
    CU_ASSERT(fabs(mode->coupled_damping) > 5e-5);
    MR_ASSERT_CLOSE(growth, -mode->coupled_damping, 5e-6);
    free(modes);
    an_section_free(&s);
    an_pair_free(&pair);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_local_orders),
        MR_TEST(test_force_force_leaves_the_common_motion_alone),
        MR_TEST(test_common_motion_at_the_smallest_stable_damper),
        MR_TEST(test_sections_show_the_drift),
    };
    return mr_test_main("drift", tests, sizeof tests / sizeof *tests, argc, argv);
}
