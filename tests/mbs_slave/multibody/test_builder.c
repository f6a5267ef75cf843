/* the builder refuses what is no mechanism: names, every single number, directions, signs; with a
 * sentence that begins with where the item comes from. What it takes are copies */
#include "mbs/model.h"
#include "mbs/simulation.h"
#include "mr_test.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static mr_message message;
static mbs_builder *builder;

static void begin(void) {
    builder = mbs_builder_new(&message);
    CU_ASSERT_PTR_NOT_NULL_FATAL(builder);
    CU_ASSERT_EQUAL(mbs_builder_origin(builder, "model.mbs", 7), MR_OK);
}

static void end(void) {
    mbs_builder_free(builder);
    builder = NULL;
}

static void refused(mr_status status, const char *sentence) {
    CU_ASSERT_EQUAL(status, MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(message.text, sentence);
    CU_ASSERT_EQUAL(strncmp(message.text, "model.mbs:7: ", 13), 0);
    message.text[0] = '\0';
}

static const char *const points[1] = {"body.P"};
static const char *const coordinates[17] = {"s", "s", "s", "s", "s", "s", "s", "s", "s",
                                            "s", "s", "s", "s", "s", "s", "s", "s"};

static int no_force(void *context, double t, int count, const double *x, const double *v,
                    double *force, double *dfdx, double *dfdv) {
    (void)context, (void)t, (void)count, (void)x, (void)v, (void)dfdx, (void)dfdv;
    memset(force, 0, 3 * (size_t)count * sizeof *force);
    return 0;
}

/* an item of each kind by this name, everything else as it should be */
static mr_status add(int kind, const char *name) {
    const double one[3] = {1.0, 1.0, 1.0}, coefficient = 1.0;
    mbs_tyre_data tyre = mbs_tyre_default();
    tyre.name = name;
    tyre.radius = tyre.stiffness = tyre.nominal_load = 1.0;
    switch (kind) {
    case 0:
        return mbs_add_parameter(builder, name, 1.0);
    case 1:
        return mbs_add_point(builder, name, one);
    case 2:
        return mbs_add_vector(builder, name, one);
    case 3:
        return mbs_add_body(builder, &(mbs_body_data){.name = name, .mass = 1.0});
    case 4:
        return mbs_add_joint(builder, &(mbs_joint_data){.name = name});
    case 5:
        return mbs_add_relation(builder, name, 1, coordinates, &coefficient);
    case 6:
        return mbs_add_coordinate(builder, name, 1, coordinates, &coefficient);
    case 7:
        return mbs_add_drive(builder, name, "s", "t");
    case 8:
        return mbs_add_inertia(builder, name, "s", 0.0);
    case 9:
        return mbs_add_input(builder, name, NULL, 0);
    case 10:
        return mbs_add_spring(builder, &(mbs_spring_data){.name = name, .coordinate = "s"});
    case 11:
        return mbs_add_bushing(builder, &(mbs_bushing_data){.name = name});
    case 12:
        return mbs_add_force(builder, &(mbs_force_data){.name = name, .direction = {0, 0, 1}});
    case 13:
        return mbs_add_torque(builder, &(mbs_torque_data){.name = name, .axis = {0, -1, 0}});
    case 14:
        return mbs_add_drag(builder, &(mbs_drag_data){.name = name});
    case 15:
        return mbs_add_tyre(builder, &tyre);
    case 16:
        return mbs_add_callback(builder, name, 1, points, no_force, NULL);
    default:
        return mbs_add_output(builder, name, MBS_POSITION, "s", NULL);
    }
}
enum { KINDS = 18, FIRST_ELEMENT = 10 };

static void test_everything_needs_a_name(void) {
    begin();
    for (int kind = 0; kind < KINDS; kind++) {
        refused(add(kind, NULL), "without a name");
        refused(add(kind, ""), "without a name");
        CU_ASSERT_EQUAL(add(kind, "good"), MR_OK);
        if (kind < FIRST_ELEMENT) {
            refused(add(kind, "a.b"), "contains a dot or a blank");
            refused(add(kind, "a b"), "contains a dot or a blank");
        }
    }
    refused(mbs_add_output(builder, "y", MBS_POSITION, NULL, NULL),
            "an output without a name or a path");
    refused(mbs_add_drive(builder, "d", "s", NULL), "the drive \"d\" has no value");
    refused(add(3, "ground"), "the body \"ground\" is there already");
    end();
}

static const double wrong[3] = {NAN, INFINITY, -INFINITY};

static void test_numbers_are_finite(void) {
    begin();
    for (int w = 0; w < 3; w++) {
        refused(mbs_add_parameter(builder, "p", wrong[w]), "not finite");
        refused(mbs_add_start(builder, MBS_POSITION, "s", wrong[w]), "not finite");
        refused(mbs_add_inertia(builder, "i", "s", wrong[w]), "must not be negative");
        for (int k = 0; k < 16; k++) {
            double numbers[16] = {[0] = 1.0};
            numbers[k] = wrong[w];
            refused(mbs_add_relation(builder, "r", 16, coordinates, numbers), "not finite");
        }
        for (int k = 0; k < 3; k++) {
            double x[3] = {1.0, 1.0, 1.0};
            mbs_bushing_data bushing = {.name = "b"};
            mbs_drag_data drag = {.name = "d"};
            mbs_force_data force = {.name = "f", .direction = {1.0, 1.0, 1.0}};
            mbs_torque_data torque = {.name = "t", .axis = {1.0, 1.0, 1.0}};
            x[k] = force.direction[k] = torque.axis[k] = wrong[w];
            refused(mbs_set_gravity(builder, x), "not finite");
            refused(mbs_add_point(builder, "p", x), "not finite");
            refused(mbs_add_vector(builder, "v", x), "the vector \"v\" has no direction");
            refused(mbs_add_force(builder, &force), "not finite");
            refused(mbs_add_torque(builder, &torque), "not finite");
            drag.linear[k] = wrong[w];
            refused(mbs_add_drag(builder, &drag), "not finite");
            double *const parts[4] = {bushing.stiffness, bushing.damping, bushing.angular_stiffness,
                                      bushing.angular_damping};
            for (int part = 0; part < 4; part++) {
                parts[part][k] = wrong[w];
                refused(mbs_add_bushing(builder, &bushing), "not finite");
                parts[part][k] = 0.0;
            }
        }
        for (int k = 0; k < 12; k++) {
            mbs_body_data body = {.name = "b", .mass = 1.0};
            double *const parts[4] = {body.com, body.velocity, body.spin, body.inertia};
            parts[k / 3 < 3 ? k / 3 : 3][k / 3 < 3 ? k % 3 : k - 9] = wrong[w];
            refused(mbs_add_body(builder, &body), "the body \"b\" has a number that is not finite");
            body = (mbs_body_data){.name = "b", .mass = 1.0};
            body.inertia[k % 6] = wrong[w];
            refused(mbs_add_body(builder, &body), "the body \"b\" has a number that is not finite");
        }
        mbs_spring_data spring = {.name = "s", .brake_speed = wrong[w]};
        refused(mbs_add_spring(builder, &spring), "not finite");
        spring = (mbs_spring_data){.name = "s", .brake_hold = wrong[w]};
        refused(mbs_add_spring(builder, &spring), "not finite");
    }
    end();
}

static void test_signs(void) {
    const double nothing[3] = {0.0, 0.0, 0.0}, along[3] = {0.0, 0.0, -1e-9};
    const double one[17] = {1.0};
    begin();
    refused(mbs_add_body(builder, &(mbs_body_data){.name = "b"}), "must be positive, not 0");
    refused(mbs_add_body(builder, &(mbs_body_data){.name = "b", .mass = -1.0}), "not -1");
    refused(mbs_add_body(builder, &(mbs_body_data){.name = "b", .mass = INFINITY}), "not inf");
    refused(mbs_add_inertia(builder, "i", "s", -1e-9), "must not be negative");
    refused(mbs_add_vector(builder, "v", nothing), "has no direction");
    CU_ASSERT_EQUAL(mbs_add_vector(builder, "v", along), MR_OK);
    refused(mbs_add_force(builder, &(mbs_force_data){.name = "f"}), "\"f\" has no direction");
    refused(mbs_add_torque(builder, &(mbs_torque_data){.name = "t"}), "\"t\" has no direction");
    for (int k = 0; k < 3; k++) {
        mbs_force_data force = {.name = "f"};
        mbs_drag_data drag = {.name = "d"};
        force.direction[k] = -1.0;
        CU_ASSERT_EQUAL(mbs_add_force(builder, &force), MR_OK);
        drag.linear[k] = -1e-9;
        refused(mbs_add_drag(builder, &drag), "the linear drag of \"d\" must not be negative");
    }
    refused(mbs_add_drag(builder, &(mbs_drag_data){.name = "d", .quadratic = -1.0}),
            "the quadratic drag of \"d\" must not be negative, but is -1");
    refused(mbs_add_spring(builder, &(mbs_spring_data){.name = "s", .stiffness = -2.0}),
            "the stiffness of \"s\" must not be negative, but is -2");
    refused(mbs_add_spring(builder, &(mbs_spring_data){.name = "s", .damping = -2.0}),
            "the damping of \"s\" must not be negative, but is -2");
    mbs_spring_data brake = {.name = "s", .coordinate = "s", .brake = "1", .brake_speed = 0.0};
    refused(mbs_add_spring(builder, &brake), "the brake \"s\" needs a positive brake speed");
    brake.brake_speed = 1e-3;
    CU_ASSERT_EQUAL(mbs_add_spring(builder, &brake), MR_OK);
    brake.brake_hold = -1e-3;
    refused(mbs_add_spring(builder, &brake), "cannot hold over a negative way");
    refused(mbs_add_relation(builder, "r", 0, coordinates, one), "needs 1 to 16 coordinates");
    refused(mbs_add_relation(builder, "r", 17, coordinates, one), "needs 1 to 16 coordinates");
    CU_ASSERT_EQUAL(mbs_add_relation(builder, "r", 16, coordinates, one), MR_OK);
    refused(mbs_add_callback(builder, "c", 0, points, no_force, NULL), "needs 1 to 3 points");
    refused(mbs_add_callback(builder, "c", 4, points, no_force, NULL), "needs 1 to 3 points");
    refused(mbs_add_callback(builder, "c", 1, points, NULL, NULL), "and a function");
    refused(mbs_add_start(builder, MBS_ACCELERATION, "s", 1.0), "a position or a velocity");
    CU_ASSERT_EQUAL(mbs_add_start(builder, MBS_VELOCITY, "s", 1.0), MR_OK);
    end();
}

static void test_numbers_of_a_tyre(void) {
    const size_t first = offsetof(mbs_tyre_data, road);
    const int count = (int)((sizeof(mbs_tyre_data) - first) / sizeof(double));
    begin();
    for (int k = 0; k < count; k++)
        for (int w = 0; w < 6; w++) {
            const double values[6] = {NAN, INFINITY, -INFINITY, 0.0, -0.5, 0.5};
            mbs_tyre_data tyre = mbs_tyre_default();
            tyre.name = "t";
            tyre.radius = tyre.stiffness = tyre.nominal_load = 1.0;
            double *const number = (double *)((char *)&tyre + first) + k;
            *number = values[w];
            const bool positive = number == &tyre.radius || number == &tyre.stiffness ||
                                  number == &tyre.nominal_load || number == &tyre.relaxation_x ||
                                  number == &tyre.relaxation_y || number == &tyre.low_speed;
            const bool zero = number == &tyre.damping || number == &tyre.low_speed_damping ||
                              number == &tyre.rolling_resistance;
            const mr_status status = mbs_add_tyre(builder, &tyre);
            if (w < 3)
                refused(status, "has a number that is not finite");
            else if (positive && w < 5)
                refused(status, "needs positive radius, stiffness, nominal load, relaxation");
            else if (zero && w == 4)
                refused(status, "a negative damping or rolling resistance");
            else
                CU_ASSERT_EQUAL(status, MR_OK);
        }
    end();
}

static void test_integration(void) {
    const mbs_integration good = mbs_integration_default();
    mbs_integration i = good;
    begin();
    CU_ASSERT_EQUAL(mbs_set_integration(builder, &good), MR_OK);
#define TRY(member, value, sentence)                                                               \
    i = good;                                                                                      \
    i.member = value;                                                                              \
    refused(mbs_set_integration(builder, &i), sentence)
    TRY(step, 0.0, "the step must be positive, not 0");
    TRY(step, INFINITY, "the step must be positive");
    TRY(step, NAN, "the step must be positive");
    TRY(position_tolerance, 0.0, "tolerances must be positive");
    TRY(constraint_tolerance, 0.0, "tolerances must be positive");
    TRY(penalty, 0.0, "the penalty must be positive");
    TRY(penalty, INFINITY, "the penalty must be positive");
    TRY(keep_tangent, -1e-9, "keep_tangent is how far rows may turn");
    TRY(keep_tangent, INFINITY, "keep_tangent is how far rows may turn");
    TRY(max_iterations, 0, "iterations must be at least 1");
    TRY(max_halvings, -1, "halvings from 0 to 30");
    TRY(max_halvings, 31, "halvings from 0 to 30");
    i = good;
    i.max_iterations = 1;
    i.max_halvings = 0;
    CU_ASSERT_EQUAL(mbs_set_integration(builder, &i), MR_OK);
    i.max_halvings = 30;
    CU_ASSERT_EQUAL(mbs_set_integration(builder, &i), MR_OK);
    end();
}

/* names, points and settings live in memory of the caller that is written over before the build */
static void test_texts_are_copied(void) {
    char name[16] = "ball", point[16] = "P", element[16] = "pull", at[16] = "ball.P",
         value[16] = "3";
    char output[16] = "height", path[16] = "ball.P.z", unit[16] = "m";
    mbs_model *model = NULL;
    mbs_simulation *simulation = NULL;
    double y[3];
    begin();
    CU_ASSERT_EQUAL(mbs_add_point(builder, point, (double[3]){0.0, 0.0, 0.5}), MR_OK);
    const mbs_body_data body = {
        .name = name, .kind = MBS_PARTICLE, .mass = 2.0, .points = {point, NULL}};
    CU_ASSERT_EQUAL(mbs_add_body(builder, &body), MR_OK);
    const mbs_force_data force = {
        .name = element, .at = at, .direction = {0.0, 0.0, 1.0}, .value = value};
    CU_ASSERT_EQUAL(mbs_add_force(builder, &force), MR_OK);
    CU_ASSERT_EQUAL(mbs_add_output(builder, output, MBS_POSITION, path, unit), MR_OK);
    char *const texts[] = {name, point, element, at, value, output, path, unit};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        memset(texts[i], 'x', 15);
    CU_ASSERT_EQUAL_FATAL(mbs_build(builder, &model), MR_OK);
    end();
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_new(model, &simulation, &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_start(simulation, 0.0, NULL), MR_OK);
    for (int i = 0; i < 10; i++)
        CU_ASSERT_EQUAL(mbs_simulation_step(simulation, NULL, 0.01), MR_OK);
    mbs_simulation_outputs(simulation, y);
    /* 3 N on 2 kg for 0.1 s, without gravity: the trapezoidal rule is exact */
    MR_ASSERT_CLOSE(y[0], 0.5 + 0.5 * 1.5 * 0.01, 1e-12);
    CU_ASSERT_STRING_EQUAL(mbs_model_outputs(model)[0].name, "height");
    CU_ASSERT_STRING_EQUAL(mbs_model_outputs(model)[0].unit, "m");
    mbs_simulation_free(simulation);
    mbs_model_free(model);
}

/* a body whose mass lies with the second moments p along three axes that stand on each other,
 * turned anyhow: its inertia is tr(P) 1 - P */
static mr_status build_turned(const double p[3], mr_random *random) {
    double q[4], size = 0.0, P[3][3] = {{0}};
    for (int i = 0; i < 4; i++) {
        q[i] = mr_random_uniform(random, -1.0, 1.0);
        size += q[i] * q[i];
    }
    const double w = q[0] / sqrt(size), x = q[1] / sqrt(size), y = q[2] / sqrt(size),
                 z = q[3] / sqrt(size);
    const double R[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                            {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                            {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                P[i][j] += p[k] * R[i][k] * R[j][k];
    const double trace = P[0][0] + P[1][1] + P[2][2];
    const mbs_body_data body = {.name = "body",
                                .mass = 1.0,
                                .inertia = {trace - P[0][0], trace - P[1][1], trace - P[2][2],
                                            -P[0][1], -P[0][2], -P[1][2]}};
    mbs_model *model = NULL;
    begin();
    CU_ASSERT_EQUAL(mbs_add_body(builder, &body), MR_OK);
    const mr_status status = mbs_build(builder, &model);
    mbs_model_free(model);
    end();
    return status;
}

/* everything that masses can make of it is an inertia, a plate and a needle, too; nothing else is
 */
static void test_inertias(void) {
    static const double good[][3] = {
        {1, 1, 1}, {1, 0.3, 0.1}, {1, 0.2, 0}, {1, 0, 0}, {3, 1e-3, 1e-5}};
    static const double bad[][3] = {
        {1, 1, -0.01}, {1, 0.2, -0.01}, {1, 0, -0.01}, {1, -0.01, -0.01}, {1, -0.3, -0.2}};
    mr_random random = {577215};
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 60; k++) {
            CU_ASSERT_EQUAL(build_turned(good[i], &random), MR_OK);
            refused(build_turned(bad[i], &random),
                    "the inertia of body \"body\" is negative or breaks the triangle inequality");
        }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_everything_needs_a_name),
        MR_TEST(test_numbers_are_finite),
        MR_TEST(test_signs),
        MR_TEST(test_numbers_of_a_tyre),
        MR_TEST(test_integration),
        MR_TEST(test_texts_are_copied),
        MR_TEST(test_inertias),
    };
    return mr_test_main("mbs_builder", tests, sizeof tests / sizeof *tests, argc, argv);
}
