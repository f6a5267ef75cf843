/* many members: against the map that is built up from weights, and against runs */
#include "mr_test.h"

#include "analysis/many.h"
#include "analysis/seen_slave.h"
#include "analysis/test_systems.h"

#include "multirate/predictor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* a pair as two members; what one tells the other hears, signal by signal */
static int connect(const an_pair *pair, an_member *members, mr_connection *connections) {
    int count = 0;
    members[0] = (an_member){
        .system = pair->master, .method = an_method_find("exact"), .step = 0.1, .name = "master"};
    members[1] = (an_member){
        .system = pair->slave, .method = an_method_find("exact"), .step = 0.1, .name = "slave"};
    for (int i = 0; i < pair->slave.inputs; i++)
        connections[count++] = (mr_connection)MR_CONNECTION(0, i, 1, i);
    for (int i = 0; i < pair->master.inputs; i++)
        connections[count++] = (mr_connection)MR_CONNECTION(1, i, 0, i);
    return count;
}

static void make_pair(an_pair *pair) {
    an_oscillators oscillators;
    mr_message message = {""};
    CU_ASSERT_TRUE_FATAL(an_oscillators_named(&oscillators, "oscillators"));
    CU_ASSERT_EQUAL_FATAL(
        an_oscillators_make(&oscillators, AN_DISPLACEMENT_DISPLACEMENT, pair, &message), MR_OK);
}

/* Jacobi of both kinds, orders 0 to 3, several steps: the parallel map of a pair */
static void test_jacobi_is_the_parallel_map(void) {
    an_pair pair;
    make_pair(&pair);
    an_member members[2];
    mr_connection connections[8];
    an_many many = {.members = members, .member_count = 2, .connections = connections};
    many.connection_count = connect(&pair, members, connections);
    for (int own = 0; own < 2; own++)
        for (int order = 0; order <= 3; order++)
            for (int k = 0; k < 4; k++) {
                const double H = 0.05 * pow(2.0, k);
                an_coupling coupling;
                an_stability expected, found;
                mr_message message = {""};
                char text[100];
                an_coupling_default(&coupling);
                coupling.step = coupling.slave_step = H;
                coupling.config.to_slave.order = coupling.config.to_master.order = order;
                CU_ASSERT_EQUAL_FATAL(an_stability_find(&expected, &pair, &coupling, &message),
                                      MR_OK);
                if (own)
                    mr_coupled_default_own_steps(&many.config);
                else
                    mr_coupled_default(&many.config);
                snprintf(text, sizeof text, "iteration=jacobi order=%d%s", order,
                         own ? "" : " passes=1");
                CU_ASSERT_EQUAL_FATAL(mr_coupled_parse(&many.config, text, &message), MR_OK);
                many.config.step = members[0].step = members[1].step = H;
                CU_ASSERT_EQUAL(an_many_stability(&found, &many, 1e-6, &message), MR_OK);
                CU_ASSERT_STRING_EQUAL(message.text, "");
                CU_ASSERT_DOUBLE_EQUAL(found.radius, expected.radius, 1e-7 * expected.radius);
                CU_ASSERT_EQUAL(found.stable, expected.stable);
            }
    an_pair_free(&pair);
}

/* repeated passes to the end are the implicit map */
static void test_passes_are_the_implicit_map(void) {
    an_pair pair;
    make_pair(&pair);
    an_member members[2];
    mr_connection connections[8];
    an_many many = {.members = members, .member_count = 2, .connections = connections};
    many.connection_count = connect(&pair, members, connections);
    for (int order = 1; order <= 3; order++)
        for (int newton = 0; newton < 2; newton++) {
            an_coupling coupling;
            an_stability expected, found;
            mr_message message = {""};
            char text[100];
            an_coupling_default(&coupling);
            coupling.scheme = AN_IMPLICIT;
            coupling.step = coupling.slave_step = 0.1;
            coupling.config.to_slave.order = coupling.config.to_master.order = order;
            CU_ASSERT_EQUAL_FATAL(an_stability_find(&expected, &pair, &coupling, &message), MR_OK);
            mr_coupled_default(&many.config);
            snprintf(text, sizeof text, "order=%d passes=60 step=0.1%s", order,
                     newton ? " iteration=interface_jacobian" : "");
            CU_ASSERT_EQUAL_FATAL(mr_coupled_parse(&many.config, text, &message), MR_OK);
            CU_ASSERT_EQUAL(an_many_stability(&found, &many, 1e-6, &message), MR_OK);
            CU_ASSERT_STRING_EQUAL(message.text, "");
            CU_ASSERT_DOUBLE_EQUAL(found.radius, expected.radius, 1e-6);
        }
    an_pair_free(&pair);
}

/* what the whole does: two masses of 1 on springs of 1 with one between have no growth; a negative
 * spring has sqrt(k) */
static void test_whole_is_that_of_the_pair(void) {
    an_pair pair;
    make_pair(&pair);
    an_member members[2];
    mr_connection connections[8];
    double growth = NAN;
    an_many many = {.members = members, .member_count = 2, .connections = connections};
    many.connection_count = connect(&pair, members, connections);
    CU_ASSERT_EQUAL(an_many_whole(&many, &growth), MR_OK);
    CU_ASSERT_DOUBLE_EQUAL(growth, 0.0, 1e-9);
    /* 1/s alone: x' = 2 x, heard by a member that tells nothing that matters */
    an_system grows;
    CU_ASSERT_TRUE_FATAL(an_system_make(&grows, 1, 1, 1));
    grows.A[0] = 2.0;
    grows.C[0] = 1.0;
    members[0].system = members[1].system = grows;
    connections[0] = (mr_connection)MR_CONNECTION(0, 0, 1, 0);
    connections[1] = (mr_connection)MR_CONNECTION(1, 0, 0, 0);
    many.connection_count = 2;
    CU_ASSERT_EQUAL(an_many_whole(&many, &growth), MR_OK);
    CU_ASSERT_DOUBLE_EQUAL(growth, 2.0, 1e-12);
    mr_coupled_default_own_steps(&many.config);
    an_stability found;
    mr_message message = {""};
    CU_ASSERT_EQUAL(an_many_stability(&found, &many, 1e-6, &message), MR_OK);
    CU_ASSERT_DOUBLE_EQUAL(found.growth, 2.0, 1e-6);
    CU_ASSERT_TRUE(found.stable); /* the coupling adds nothing to it */
    an_system_free(&grows);
    an_pair_free(&pair);
}

/* steps 1 : 2 : 3, Gauss-Seidel: the growth of a run itself */
static void test_many_rates(void) {
    an_system s;
    an_member members[3];
    mr_connection connections[3];
    CU_ASSERT_TRUE_FATAL(an_system_make(&s, 1, 1, 1));
    s.A[0] = -1.0;
    s.B[0] = -3.0; /* a ring of three lags: unstable from a gain of 2 on */
    s.C[0] = 1.0;
    for (int m = 0; m < 3; m++) {
        members[m] = (an_member){
            .system = s, .method = an_method_find("exact"), .step = 0.01 * (m + 1), .name = "lag"};
        connections[m] = (mr_connection)MR_CONNECTION(m, 0, (m + 1) % 3, 0);
    }
    an_many many = {
        .members = members, .member_count = 3, .connections = connections, .connection_count = 3};
    mr_coupled_default_own_steps(&many.config);
    an_stability found;
    double whole;
    mr_message message = {""};
    CU_ASSERT_EQUAL(an_many_stability(&found, &many, 1e-6, &message), MR_OK);
    CU_ASSERT_STRING_EQUAL(message.text, "");
    CU_ASSERT_DOUBLE_EQUAL(found.period, 0.06, 1e-12);
    /* (s + 1)^3 = -27: s = -1 + 3 e^(i pi/3), real part 0.5 */
    CU_ASSERT_EQUAL(an_many_whole(&many, &whole), MR_OK);
    CU_ASSERT_DOUBLE_EQUAL(whole, 0.5, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(found.growth, 0.5, 1e-4);
    CU_ASSERT_EQUAL(mr_coupled_parse(&many.config, "order=0", &message), MR_OK);
    CU_ASSERT_EQUAL(an_many_stability(&found, &many, 1e-6, &message), MR_OK);
    CU_ASSERT_TRUE(found.growth > 0.505 && found.growth < 0.62); /* hold is late, and adds to it */
    CU_ASSERT_FALSE(found.stable);
    an_system_free(&s);
}

/* two masses of 1 on springs of 1, F between them. Each computes that force itself from the other's
 * position; held: from its own as it was told, too, so that the whole force is held */
static double radius_of(const char *text, double F, double H, bool held) {
    an_system s;
    an_member members[2];
    const mr_connection connections[4] = {MR_CONNECTION(0, 0, 1, 0), MR_CONNECTION(1, 0, 0, 0),
                                          MR_CONNECTION(0, 0, 0, 1), MR_CONNECTION(1, 0, 1, 1)};
    an_stability found = {.radius = NAN};
    mr_message message = {""};
    CU_ASSERT_TRUE_FATAL(an_system_make(&s, 2, 2, 1));
    s.A[1] = 1.0;
    s.A[2] = held ? -1.0 : -1.0 - F;
    s.B[2] = F;
    s.B[3] = held ? -F : 0.0;
    s.C[0] = 1.0;
    for (int m = 0; m < 2; m++)
        members[m] = (an_member){
            .system = s, .method = an_method_find("exact"), .step = H, .name = "oscillator"};
    an_many many = {.members = members,
                    .member_count = 2,
                    .connections = connections,
                    .connection_count = held ? 4 : 2};
    mr_coupled_default_own_steps(&many.config);
    CU_ASSERT_EQUAL(mr_coupled_parse(&many.config, text, &message), MR_OK);
    CU_ASSERT_EQUAL(an_many_stability(&found, &many, 1e-6, &message), MR_OK);
    CU_ASSERT_STRING_EQUAL(message.text, "");
    an_system_free(&s);
    return found.radius;
}

/* a filter calms dampers and loops, and makes springs worse: own reference values */
static void test_filter(void) {
    static const char hold[] = "iteration=jacobi predictor=hold";
    CU_ASSERT_DOUBLE_EQUAL(radius_of(hold, 10.0, 0.05, true), 1.0124, 5e-5);
    CU_ASSERT_DOUBLE_EQUAL(
        radius_of("iteration=jacobi predictor=hold filter=0.5", 10.0, 0.05, true), 1.0320, 5e-5);
}

/* undamped at every step, as leapfrog is; its own order is that of hold */
static void test_staggered_grids_neither_grow_nor_decay(void) {
    for (int k = 1; k <= 12; k++)
        CU_ASSERT_DOUBLE_EQUAL(radius_of("grids=staggered", 100.0, 0.5 * k, false), 1.0, 1e-10);
}

/* positions one way, the force of a spring of 100 the other, H = 0.02: the matrix of both exact
 * steps has the radius 1.005010411 */
static void test_staggered_forces_are_unstable(void) {
    const double F = 100.0;
    an_system mass, spring;
    an_member members[2];
    const mr_connection connections[2] = {MR_CONNECTION(0, 0, 1, 0), MR_CONNECTION(1, 0, 0, 0)};
    an_stability found = {.radius = NAN};
    mr_message message = {""};
    CU_ASSERT_TRUE_FATAL(an_system_make(&mass, 2, 1, 1));
    CU_ASSERT_TRUE_FATAL(an_system_make(&spring, 2, 1, 1));
    mass.A[1] = spring.A[1] = 1.0;
    mass.A[2] = -1.0;
    spring.A[2] = -1.0 - F;
    mass.B[1] = mass.C[0] = 1.0;
    spring.B[1] = spring.C[0] = F;
    spring.D[0] = -F;
    for (int m = 0; m < 2; m++)
        members[m] = (an_member){.system = m ? spring : mass,
                                 .method = an_method_find("exact"),
                                 .step = 0.02,
                                 .name = "side"};
    an_many many = {
        .members = members, .member_count = 2, .connections = connections, .connection_count = 2};
    mr_coupled_default_own_steps(&many.config);
    CU_ASSERT_EQUAL(mr_coupled_parse(&many.config, "grids=staggered", &message), MR_OK);
    CU_ASSERT_EQUAL(an_many_stability(&found, &many, 1e-6, &message), MR_OK);
    CU_ASSERT_STRING_EQUAL(message.text, "");
    CU_ASSERT_DOUBLE_EQUAL(found.radius, 1.005010411, 1e-9);
    an_system_free(&mass);
    an_system_free(&spring);
}

/* forces held on both sides: each member keeps its own position of the begin of the step, too. With
 * E and g, the exact step and the response to a constant, its step is x -> (E - F g C) x + F g u,
 * and the product of both half-shifted ones has the radius 1.009999917 (eigenvalues of that matrix
 * by another program) */
static void test_staggered_forces_held_on_both_sides_are_unstable(void) {
    const double F = 100.0, H = 0.02;
    const double E[4] = {cos(H), sin(H), -sin(H), cos(H)}, g[2] = {1.0 - cos(H), sin(H)};
    double Phi[4], Gamma[2 * AN_STEP_NODES] = {0.0}, C[2] = {1.0, 0.0}, D[AN_STEP_NODES] = {0.0};
    an_system outside;
    an_stability found = {.radius = NAN};
    mr_message message = {""};
    const mr_connection connections[2] = {MR_CONNECTION(0, 0, 1, 0), MR_CONNECTION(1, 0, 0, 0)};
    for (int i = 0; i < 4; i++)
        Phi[i] = E[i] - F * g[i / 2] * C[i % 2];
    for (int i = 0; i < 2; i++)
        Gamma[i * AN_STEP_NODES + AN_STEP_NODES - 1] = F * g[i];
    const an_realisation map = {.states = 2,
                                .outputs = 1,
                                .channels = AN_STEP_NODES,
                                .Phi = Phi,
                                .Gamma = Gamma,
                                .C = C,
                                .D = D};
    CU_ASSERT_TRUE_FATAL(an_system_make(&outside, 2, 1, 1));
    outside.C[0] = 1.0;
    an_member members[2];
    for (int m = 0; m < 2; m++)
        members[m] = (an_member){.system = outside, .map = &map, .step = H, .name = "side"};
    an_many many = {
        .members = members, .member_count = 2, .connections = connections, .connection_count = 2};
    mr_coupled_default_own_steps(&many.config);
    CU_ASSERT_EQUAL(mr_coupled_parse(&many.config, "grids=staggered", &message), MR_OK);
    CU_ASSERT_EQUAL(an_many_stability(&found, &many, 1e-6, &message), MR_OK);
    CU_ASSERT_STRING_EQUAL(message.text, "");
    CU_ASSERT_DOUBLE_EQUAL(found.radius, 1.009999917, 1e-9);
    an_system_free(&outside);
}

static void test_what_decides_on_the_way_is_refused(void) {
    an_pair pair;
    make_pair(&pair);
    an_member members[2];
    mr_connection connections[8];
    an_many many = {.members = members, .member_count = 2, .connections = connections};
    many.connection_count = connect(&pair, members, connections);
    static const char *const settings[] = {"control=forward", "control=on steps=exchange",
                                           "predictor=selector",
                                           "feedthrough=corrected steps=exchange passes=1"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        an_stability found;
        mr_message message = {""};
        mr_coupled_default_own_steps(&many.config);
        CU_ASSERT_EQUAL(mr_coupled_parse(&many.config, settings[i], &message), MR_OK);
        CU_ASSERT_EQUAL(an_many_stability(&found, &many, 1e-6, &message), MR_ERR_UNSUPPORTED);
        CU_ASSERT_TRUE(message.text[0] != '\0');
    }
    an_pair_free(&pair);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_jacobi_is_the_parallel_map),
        MR_TEST(test_passes_are_the_implicit_map),
        MR_TEST(test_whole_is_that_of_the_pair),
        MR_TEST(test_many_rates),
        MR_TEST(test_filter),
        MR_TEST(test_staggered_grids_neither_grow_nor_decay),
        MR_TEST(test_staggered_forces_are_unstable),
        MR_TEST(test_staggered_forces_held_on_both_sides_are_unstable),
        MR_TEST(test_what_decides_on_the_way_is_refused),
    };
    return mr_test_main("many", tests, sizeof tests / sizeof *tests, argc, argv);
}
