/* joints between members of a system: the map of the master itself against radii of ten digits, and
 * against what runs do */
#include "analysis/joint.h"
#include "analysis/many.h"
#include "mr_test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* a row of masses on springs: forces at its first and last mass in; position, velocity and
 * acceleration of both out */
static void make_row(an_system *s, int masses, const double *mass, const double *spring,
                     const double *damper) {
    const int n = 2 * masses;
    CU_ASSERT_TRUE_FATAL(an_system_make(s, n, 2, 6));
    for (int i = 0; i < masses; i++) {
        s->A[2 * i * n + 2 * i + 1] = 1.0;
        double *row = s->A + (2 * i + 1) * n;
        for (int side = 0; side < 2; side++) { /* to the left and to the right; ends are free */
            const int other = i + (side ? 1 : -1), e = side ? i : i - 1;
            if (other < 0 || other >= masses)
                continue;
            row[2 * i] -= spring[e] / mass[i];
            row[2 * i + 1] -= damper[e] / mass[i];
            row[2 * other] += spring[e] / mass[i];
            row[2 * other + 1] += damper[e] / mass[i];
        }
        /* the last of the lists hold it to the ground */
        row[2 * i] -= spring[masses] / mass[i];
        row[2 * i + 1] -= damper[masses] / mass[i];
    }
    for (int end = 0; end < 2; end++) {
        const int i = end ? masses - 1 : 0;
        s->B[(2 * i + 1) * 2 + end] = 1.0 / mass[i];
        s->C[(3 * end) * n + 2 * i] = s->C[(3 * end + 1) * n + 2 * i + 1] = 1.0;
        for (int k = 0; k < n; k++)
            s->C[(3 * end + 2) * n + k] = s->A[(2 * i + 1) * n + k];
        for (int k = 0; k < 2; k++)
            s->D[(3 * end + 2) * 2 + k] = s->B[(2 * i + 1) * 2 + k];
    }
}

static const int port[2][4] = {{0, 0, 1, 2}, {1, 3, 4, 5}}; /* force, p, v, a of both ends */

static mr_joint_side side_of(int member, int end, bool accelerations) {
    return (mr_joint_side){.member = member,
                           .force = &port[end][0],
                           .position = &port[end][1],
                           .velocity = &port[end][2],
                           .acceleration = accelerations ? &port[end][3] : NULL};
}

typedef struct problem {
    an_member members[4];
    mr_joint joints[3];
    an_many many;
} problem;

/* a row of members, the last mass of each joined to the first of the next */
static void join(problem *p, int members, const mr_joint *like, double H, bool accelerations) {
    for (int j = 0; j + 1 < members; j++) {
        p->joints[j] = *like;
        p->joints[j].size = 1;
        p->joints[j].side[0] = side_of(j, 1, accelerations);
        p->joints[j].side[1] = side_of(j + 1, 0, accelerations);
    }
    p->many = (an_many){.members = p->members,
                        .member_count = members,
                        .joints = p->joints,
                        .joint_count = members - 1};
    mr_coupled_default(&p->many.config);
    if (like->method->samples == 0)
        p->many.config.most_iterations = 1;
    p->many.config.step = H;
}

static void free_problem(problem *p) {
    for (int m = 0; m < p->many.member_count; m++)
        an_system_free(&p->members[m].system);
}

/* the two oscillators of the reference values, by exact steps */
static double radius_of(const mr_joint *like, double Lr, double Li, double alpha,
                        bool accelerations) {
    problem p = {0};
    an_stability found = {.radius = NAN};
    mr_message message = {""};
    const double c = Lr * Lr + Li * Li, d = -2.0 * Lr;
    for (int m = 0; m < 2; m++) {
        const double mass = m ? alpha : 1.0, spring[] = {0.0, m ? pow(alpha, 3) * c : c};
        const double damper[] = {0.0, m ? alpha * alpha * d : d};
        make_row(&p.members[m].system, 1, &mass, spring, damper);
        p.members[m].method = an_method_find("exact");
        p.members[m].step = 1.0;
        p.members[m].name = m ? "second" : "first";
    }
    join(&p, 2, like, 1.0, accelerations);
    CU_ASSERT_EQUAL(an_many_stability(&found, &p.many, 1e-6, &message), MR_OK);
    CU_ASSERT_STRING_EQUAL(message.text, "");
    free_problem(&p);
    return found.radius;
}

static void close_to(const mr_joint *like, double is, double reference, double tolerance) {
    if (!(fabs(is - reference) <= tolerance) || getenv("VERBOSE"))
        printf("\n  %s %d: %.10f instead of %.10f", like->method->name, like->order, is, reference);
    CU_ASSERT(fabs(is - reference) <= tolerance);
}

/* the table of test_joint.c, where the method sets no states */
static void test_two_oscillators_have_the_known_radii(void) {
    static const struct {
        const mr_joint_method *method;
        int order;
        double radius[3];
    } table[] = {
        {&mr_joint_baumgarte, 0, {1.1939468453, .9822542774, 1.0449641612}},
        {&mr_joint_baumgarte, 1, {.5586084325, .9809106161, .9907710421}},
        {&mr_joint_baumgarte, 2, {.4834093913, .9834835705, .9770547226}},
        {&mr_joint_weighted, 0, {.6337660582, .9629296523, 1.0726808606}},
        {&mr_joint_weighted, 1, {.5895942486, .9833544229, .9781715587}},
        {&mr_joint_weighted, 2, {.4954544066, 1.0536504572, 1.0725006271}},
        {&mr_joint_x2, 0, {.4155264403, .9834673745, 1}},
        {&mr_joint_x2, 1, {.6472952957, .9932707079, 1}},
        {&mr_joint_x2, 2, {.7024742038, .9946096157, 1}},
        {&mr_joint_x1, 0, {.4484712057, .9832169217, 1.4835890292}},
        {&mr_joint_x1, 1, {.4354824904, .9834721068, 1}},
    };
    static const double at[3][3] = {{-0.5, 2.0, 2.0}, {-0.01, 0.5, 2.0}, {0.0, 1.0, 10.0}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        for (int k = 0; k < 3; k++) {
            const mr_joint like = {
                .method = table[i].method, .order = table[i].order, .mu_steps = 1.0};
            close_to(&like, radius_of(&like, at[k][0], at[k][1], at[k][2], true),
                     table[i].radius[k], 1e-7);
        }
}

static void test_springs_and_explicit_joints(void) {
    static const mr_joint_method *const methods[] = {&mr_joint_spring, &mr_joint_spring_d,
                                                     &mr_joint_spring_i, &mr_joint_explicit};
    for (int m = 0; m < 4; m++)
        for (int order = 0; order <= methods[m]->offered_order; order++) {
            an_joint j;
            mr_message message = {""};
            double radius = NAN;
            an_joint_default(&j);
            j.step = 1.0;
            j.method = methods[m];
            j.order = order;
            CU_ASSERT_EQUAL(an_joint_set(&j, "Lr", -0.05, &message), MR_OK);
            CU_ASSERT_EQUAL(an_joint_set(&j, "Li", 0.2, &message), MR_OK);
            CU_ASSERT_EQUAL(an_joint_set(&j, "alpha", 2.0, &message), MR_OK);
            j.joint_stiffness = 100.0 * j.stiffness[0];
            j.joint_damping = 10.0 * j.damping[0];
            CU_ASSERT_EQUAL(an_joint_radius(&j, &radius, &message), MR_OK);
            const mr_joint like = {.method = methods[m],
                                   .order = order,
                                   .stiffness = methods[m]->spring ? &j.joint_stiffness : NULL,
                                   .damping = methods[m]->spring ? &j.joint_damping : NULL};
            close_to(&like, radius_of(&like, -0.05, 0.2, 2.0, true), radius, 1e-7);
        }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {MR_TEST(test_two_oscillators_have_the_known_radii),
                                    MR_TEST(test_springs_and_explicit_joints)};
    return mr_test_main("many_joints", tests, sizeof tests / sizeof *tests, argc, argv);
}
