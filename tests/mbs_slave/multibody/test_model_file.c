/* model files: what is understood, and one clear sentence with file and line for every mistake */
#include "mr_test.h"
#include "runs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static mr_status read_model(const char *text, mr_message *message) {
    mbs_model *model = NULL;
    mr_status status = mbs_read_text(text, strlen(text), "car.mbs", NULL, 0, &model, message);
    CU_ASSERT((status == MR_OK) == (model != NULL));
    mbs_model_free(model);
    return status;
}

static void check_refused(const char *text, const char *part) {
    mr_message message = {{0}};
    CU_ASSERT_NOT_EQUAL(read_model(text, &message), MR_OK);
    MR_ASSERT_CONTAINS(message.text, part);
}

#define GOOD                                                                                       \
    "points: {P: [0, 0, 0], Q: [1, 0, 0]}\n"                                                       \
    "vectors: {z: [0, 0, 1]}\n"                                                                    \
    "bodies:\n"                                                                                    \
    "  - {name: a, mass: 2, com: [0, 0, 0], inertia: [0.2, 0.3, 0.25]}\n"                          \
    "  - {name: b, mass: 1, com: [1, 0, 0], inertia: [0.2, 0.3, 0.25]}\n"                          \
    "joints:\n"                                                                                    \
    "  - {name: j, type: revolute, bodies: [a, b], at: Q, axis: z, angle: theta}\n"

static void test_good_model(void) {
    mr_message message = {{0}};
    CU_ASSERT_EQUAL(read_model(GOOD, &message), MR_OK);
    CU_ASSERT_EQUAL(read_model(GOOD "elements: []\noutputs: []\n", &message), MR_OK);
}

static void test_mistakes_are_named_with_their_line(void) {
    check_refused("", "car.mbs:1: the file is empty");
    check_refused("just text\n", "car.mbs:1: the model must be a mapping");
    check_refused("title: [\n", "car.mbs:2: ");
    check_refused("colour: red\n", "car.mbs:1: unknown key \"colour\"");
    check_refused(GOOD "bodies: []\n", "car.mbs:8: the key \"bodies\" stands twice");
    check_refused(GOOD "gravity: 9.81\n", "car.mbs:8: expected a list of 3 numbers");
    check_refused(GOOD "planar: maybe\n", "car.mbs:8: expected yes or no");
    check_refused("parameters: {a: 1, b: a*c}\n", "car.mbs:1: unknown name at character 3");
    check_refused("parameters: {a: 1/0}\n", "is not a finite number");
    check_refused("points: {P: [0, 0, x]}\n", "car.mbs:1: unknown name");
    check_refused("points: {P: [0]}\n", "expected a list of 3 numbers");
    check_refused("points: {P: [0, 0, 0], P: [1, 1, 1]}\n", "the point \"P\" is declared twice");
    check_refused("vectors: {n: [0, 0, 0]}\n", "the vector \"n\" has no direction");
    check_refused("bodies:\n  - {name: a, mass: -1, com: [0,0,0], inertia: [1,1,1]}\n",
                  "car.mbs:2: the mass of body \"a\" must be positive, not -1");
    check_refused("bodies:\n  - {name: a, com: [0,0,0], inertia: [1,1,1]}\n",
                  "car.mbs:2: a body without \"mass\"");
    check_refused("bodies:\n  - {mass: 1}\n", "car.mbs:2: a body without \"name\"");
    check_refused(
        "bodies:\n  - {name: a, mass: 1, com: [0,0,0], inertia: [1, 1, 3]}\n",
        "car.mbs:2: the inertia of body \"a\" is negative or breaks the triangle inequality");
    check_refused("bodies:\n  - {name: a, mass: 1, com: [0,0,0], inertia: [-1, 1, 1]}\n",
                  "the inertia of body \"a\"");
    check_refused("bodies:\n  - {name: ground, mass: 1, com: [0,0,0], inertia: [1,1,1]}\n",
                  "is there already");
    check_refused("bodies:\n  - {name: a, mass: 1, rod: [P, Q]}\n",
                  "car.mbs:2: unknown point \"P\"");
    check_refused("points: {P: [1, 1, 1]}\nbodies:\n  - {name: a, mass: 1, rod: [P, P]}\n",
                  "car.mbs:3: the rod \"a\" has no length");
    check_refused(GOOD "  - {name: k, type: revolute, bodies: [a, c], at: Q, axis: z}\n",
                  "car.mbs:8: unknown body \"c\"");
    check_refused(GOOD "  - {name: k, type: revolute, bodies: [a, a], at: Q, axis: z}\n",
                  "joins \"a\" with itself");
    check_refused(GOOD "  - {name: k, type: hinge, bodies: [a, b], at: Q}\n",
                  "car.mbs:8: unknown type \"hinge\" of joint \"k\"");
    check_refused(GOOD "  - {name: k, type: revolute, bodies: [a, b], at: Q}\n",
                  "car.mbs:8: a vector is missing");
    check_refused(GOOD "  - {name: k, type: revolute, bodies: [a, b], at: R, axis: z}\n",
                  "unknown point \"R\"");
    check_refused(GOOD "  - {name: k, type: spherical, bodies: [a, b], at: P, angle: t}\n",
                  "has no angle to measure");
    check_refused(
        GOOD "  - {name: k, type: revolute, bodies: [ground, b], at: Q, axis: z, angle: theta}\n",
        "the coordinate \"theta\" is declared twice");
    check_refused(GOOD "relations: [{name: r, terms: {theta: 1, phi: 2}}]\n",
                  "car.mbs:8: unknown coordinate \"phi\"");
    check_refused(GOOD "drives:\n  - {name: d, on: theta, value: 2*tt}\n",
                  "car.mbs:9: unknown name at character 3");
    check_refused(GOOD "elements:\n  - {name: e, type: rope}\n",
                  "car.mbs:9: unknown type \"rope\" of element \"e\"");
    check_refused(GOOD "elements:\n  - {name: e, type: spring, from: a.P, to: b.X, stiffness: 1}\n",
                  "car.mbs:9: unknown point in \"b.X\"");
    check_refused(GOOD "elements:\n  - {name: e, type: spring, from: a.Q, to: b.Q}\n",
                  "meet in the design position");
    check_refused(GOOD "elements:\n  - {name: e, type: spring, from: a.P, to: b.Q, stifness: 3}\n",
                  "car.mbs:9: unknown key \"stifness\"");
    check_refused(
        GOOD
        "elements:\n  - {name: e, type: tyre, wheel: b, hub: Q, axis: z, radius: 1, stiffness: 1, "
        "nominal_load: 1}\n",
        "the axis of the tyre \"e\" is upright");
    check_refused(GOOD "elements:\n  - {name: e, type: tyre, wheel: b, hub: Q, axis: z}\n",
                  "needs positive radius");
    check_refused(GOOD "outputs:\n  - {name: y, position: c.P}\n",
                  "car.mbs:9: unknown body in \"c.P\"");
    check_refused(GOOD "outputs:\n  - {name: y}\n", "car.mbs:9: an output without position");
    check_refused(GOOD "outputs:\n  - {position: theta, velocity: theta}\n", "not both");
    check_refused(GOOD "outputs:\n  - {force: k}\n",
                  "car.mbs:9: unknown joint, element or drive \"k\"");
    check_refused(GOOD "outputs:\n  - {angle: a.slope}\n", "none of body.roll");
    check_refused(GOOD "start: {velocities: {a.P: 1}}\n", "needs one component");
    check_refused(GOOD "integration: {step: 0}\n", "the step must be positive");
    check_refused(GOOD "integration: {keep_tangent: -1}\n", "how far rows may turn");
    check_refused(GOOD "integration: {solver: magic}\n",
                  "car.mbs:8: the solver is auto, klu or cholmod");
    check_refused(GOOD "inputs: [{name: F}, {name: F}]\n", "the input \"F\" is declared twice");
    check_refused("points: {P: [0, 0, 0]}\n", "nothing in the mechanism");
    check_refused("points: {\"A<i>\": {repeat: [i, 0, 1e9], at: [i, 0, 0]}}\n",
                  "fewer than 100000");
    check_refused("points: {\"A<i/2>\": {repeat: [i, 0, 3], at: [i, 0, 0]}}\n",
                  "is not a whole number");
    check_refused("bodies: [{repeat: [i, 0, 1.5], name: a<i>, mass: 1}]\n",
                  "repeat needs whole numbers");
    check_refused("planar: yes\npoints: {P: [0, 0], Q: [1, 0]}\n"
                  "bodies: [{name: a, mass: 1, rod: [P, Q]}, {name: b, mass: 1, rod: [P, Q]}]\n"
                  "joints: [{name: j, type: revolute, bodies: [a, b], at: P, angle: t}]\n",
                  "make one a rigid body");
}

/* Cholesky is for elements whose forces have symmetric tangents */
static void test_cholesky_where_tangents_are_symmetric(void) {
    static const struct {
        const char *element;
        bool symmetric;
    } elements[] = {
        {"type: spring, from: a.P, to: b.Q, stiffness: 5", true},
        {"type: spring, from: a.P, to: b.Q, stiffness: 5, damping: 2", false},
        {"type: torsion, on: theta, stiffness: 5, damping: 2", true},
        {"type: brake, on: theta, torque: 3, hold: 0.005", true},
        {"type: brake, on: theta, torque: 3", true},
        {"type: drag, at: b.Q, linear: [4, 4, 4]", true},
        {"type: force, at: b.Q, direction: [0, 1, 0], value: 3", true},
        {"type: force, at: b.Q, direction: [0, 1, 0], value: 3, frame: body", false},
    };
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
        char text[1500];
        mr_message message = {{0}};
        snprintf(text, sizeof text,
                 GOOD "integration: {solver: cholmod}\nelements:\n  - {name: e, %s}\n",
                 elements[i].element);
        const mr_status status = read_model(text, &message);
        if ((status == MR_OK) != elements[i].symmetric)
            printf("\n  %s: %s", elements[i].element, message.text);
        CU_ASSERT_EQUAL(status == MR_OK, elements[i].symmetric);
        if (!elements[i].symmetric)
            MR_ASSERT_CONTAINS(message.text, "is not symmetric; Cholesky cannot be asked for");
    }
}

/* what once was taken for something else, or for nothing, without a word */
static void test_nothing_is_taken_for_something_else(void) {
    check_refused("points: {UO: [0, 0.62]}\n",
                  "car.mbs:1: expected [x, y, z]: only planar models may leave out z");
    check_refused("vectors: {n: [0, 1]}\n", "only planar models may leave out z");
    check_refused("points:\n  A<i>: {repeat: [i, 0, 2], at: [i, 1]}\n",
                  "car.mbs:2: expected [x, y, z]");
    check_refused("points:\n  A<i>: {repeat: [i, 0, 1.5], at: [i, 1, 0]}\n",
                  "repeat needs whole numbers");
    check_refused("bodies:\n  - {name: a, mass: 1, com: [0, 1], inertia: [1, 1, 1]}\n",
                  "car.mbs:2: expected [x, y, z]");
    check_refused("bodies:\n  - {name: a, mass: 1, com: [0, 1, 0], inertia: 1}\n",
                  "only in planar models an inertia is one number");
    check_refused("planar: yes\npoints: {P: [0, 0]}\n"
                  "bodies: [{name: a, mass: 1, particle: P, spin: [0, 0, 1]}]\n",
                  "a particle has no spin");
    check_refused(GOOD "  - {name: k, type: spherical, bodies: [a, b], at: P, axis: z}\n",
                  "the joint \"k\" is spherical and has no use for \"axis\"");
    check_refused(GOOD "  - {name: k, type: revolute, bodies: [a, b], at: P, axis: z, axis2: z}\n",
                  "no use for \"axis2\"");
    check_refused(GOOD "  - {name: k, type: revolute, bodies: [a, b], at: P, axis: z, to: Q}\n",
                  "no use for \"to\"");
    check_refused(GOOD "relations: [{name: r, terms: {theta: 1, theta: 2}}]\n",
                  "\"theta\" stands twice in terms");
    check_refused(GOOD "relations: [{name: r, terms: {theta: 1}, radius: 2}]\n",
                  "has terms, or rack, pinion and radius");
    check_refused(GOOD "relations: [{name: r, rack: theta, pinion: theta, radius: 0}]\n",
                  "the radius of the relation \"r\" is 0");
    check_refused(GOOD "start: {positions: {theta: 1, theta: 2}}\n",
                  "\"theta\" stands twice in positions");
    check_refused(GOOD "integration: {iterations: 2.5}\n", "must be whole numbers");
    check_refused(GOOD "elements: [{name: e, type: torsion, on: theta, stiffness: -3}]\n",
                  "the stiffness of \"e\" must not be negative, but is -3");
    check_refused(GOOD "elements: [{name: e, type: torsion, on: theta, damping: -3}]\n",
                  "the damping of \"e\" must not be negative");
    check_refused(GOOD "elements: [{name: e, type: torsion, on: theta, force: 1, torque: 2}]\n",
                  "a force or a torque, not both");
    check_refused(GOOD
                  "elements: [{name: e, type: brake, on: theta, torque: 1, speed: 1, hold: 1}]\n",
                  "a speed or holds, not both");
    check_refused(GOOD "elements: [{name: e, type: bushing, bodies: [a, b], at: P, stiffness: [1, "
                       "-2, 3]}]\n",
                  "the stiffness of \"e\" must not be negative, but is -2");
    check_refused(GOOD "elements: [{name: e, type: drag, at: a.P, quadratic: -1}]\n",
                  "the quadratic drag of \"e\"");
    check_refused(GOOD "elements: [{name: e, type: force, at: a.P, direction: [0, 0, 0], value: "
                       "1}]\n",
                  "\"e\" has no direction");
    check_refused(GOOD "elements: [{name: e, type: force, at: a.P.x, direction: [0, 0, 1], value: "
                       "1}]\n",
                  "\"a.P.x\" is one component");
    check_refused(GOOD "elements: [{name: e, type: spring, from: a.P.x, to: b.Q, stiffness: 1}]\n",
                  "\"a.P.x\" is one component");
    check_refused("parameters: {t: 3}\n" GOOD, "\"t\" has a meaning in expressions already");
    check_refused("parameters: {F: 3}\n" GOOD "inputs: [{name: F}]\n",
                  "\"F\" is both a parameter and an input");
}

/* what an item needs, and what excludes each other */
static void test_items_need_what_they_are_made_of(void) {
#define BODY(keys)       "points: {P: [0, 0, 0], Q: [1, 0, 0]}\nbodies: [{name: a, mass: 1, " keys "}]\n"
#define ELEMENT(keys)    GOOD "elements: [{name: e, type: " keys "}]\n"
#define ITEM(list, keys) GOOD list ": [{" keys "}]\n"
    static const char *const cases[][2] = {
        {BODY("rod: [P]"), "expected a list of two names"},
        {BODY("rod: [P, Q], com: [0, 0, 0]"), "a rod or a particle has neither com nor inertia"},
        {BODY("rod: [P, Q], particle: P"), "a rod or a particle has neither com nor inertia"},
        {BODY("com: [0, 0, 0], inertia: [1, 2, 3, 4]"), "an inertia is zz, [xx, yy, zz] or"},
        {BODY("com: [0, 0, 0]"), "a rigid body without \"inertia\""},
        {BODY("inertia: [1, 1, 1]"), "a rigid body without \"com\""},
        {BODY("rotor: z"), "a rigid body without \"com\""},
        {"bodies: [{name: a, com: [0, 0, 0], inertia: [1, 1, 1]}]\n", "a body without \"mass\""},
        {"bodies: [{mass: 1, com: [0, 0, 0], inertia: [1, 1, 1]}]\n", "a body without \"name\""},
        {BODY("com: [0, 0, 0], inertia: [1, 1, 1], shapes: [{box: [1, 1, 1, 1]}]"),
         "a list of 3 numbers"},
        {BODY("com: [0, 0, 0], inertia: [1, 1, 1], shapes: [{box: [1, 1]}]"),
         "a list of 3 numbers"},
        {BODY("com: [0, 0, 0], inertia: [1, 1, 1], shapes: [{box: [1, 1, 0]}]"),
         "must be positive, not 0"},
        {BODY("com: [0, 0, 0], inertia: [1, 1, 1], shapes: [{sphere: -1}]"),
         "must be positive, not -1"},
        {BODY("com: [0, 0, 0], inertia: [1, 1, 1], shapes: [{sphere: 1, box: [1, 1, 1]}]"),
         "a shape is one of bar"},
        {BODY("com: [0, 0, 1e999], inertia: [1, 1, 1]"), "car.mbs:2: "},
        {GOOD "  - {type: revolute, bodies: [a, b], at: P}\n", "a joint without \"name\""},
        {GOOD "  - {name: k, type: revolute, bodies: [a], at: P, axis: z}\n",
         "needs a list of two or more bodies"},
        {GOOD "  - {name: k.l, type: spherical, bodies: [a, b], at: P}\n", "car.mbs:8: "},
        {ITEM("relations", "terms: {theta: 1}"), "a relation without \"name\""},
        {ITEM("relations", "name: r, coordinate: c, terms: {theta: 1}"),
         "a name or makes a coordinate, not both"},
        {ITEM("relations", "coordinate: c"), "the coordinate \"c\" needs terms"},
        {ITEM("relations", "name: r, rack: theta"), "needs terms, or rack, pinion and radius"},
        {ITEM("relations", "name: r, terms: [theta]"),
         "terms must be a mapping of coordinates and coefficients"},
        {ITEM("drives", "on: theta, value: \"1\""), "a drive without \"name\""},
        {ITEM("drives", "name: d, value: \"1\""), "a drive without \"on\""},
        {ITEM("drives", "name: d, on: theta"), "a drive without \"value\""},
        {ITEM("inputs", "unit: N"), "an input without \"name\""},
        {ELEMENT("torsion, stiffness: 3"), "\"e\" without \"on\""},
        {ELEMENT("brake, torque: 3"), "the brake \"e\" needs \"on\" and \"torque\""},
        {ELEMENT("brake, on: theta"), "the brake \"e\" needs \"on\" and \"torque\""},
        {ELEMENT("bushing, bodies: [a], at: P"), "the bushing \"e\" needs a list of two bodies"},
        {ELEMENT("force, direction: [0, 0, 1], value: 1"), "the force \"e\" needs"},
        {ELEMENT("force, at: a.P, direction: [0, 0, 1]"), "the force \"e\" needs"},
        {ELEMENT("force, at: a.P, value: 1"), "the force \"e\" needs"},
        {ELEMENT("force, at: a.P, direction: [0, 0, 1], value: 1, frame: moon"),
         "the frame is world or body, not \"moon\""},
        {ELEMENT("torque, axis: [0, 0, 1], value: 1"), "the torque \"e\" needs"},
        {ELEMENT("torque, on: a, axis: [0, 0, 1]"), "the torque \"e\" needs"},
        {ELEMENT("torque, on: a, value: 1"), "the torque \"e\" needs"},
        {ELEMENT("inertia, inertia: 1"), "the inertia \"e\" without \"on\""},
        {ELEMENT("inertia, on: theta, inertia: -1"), "the inertia \"e\" must not be negative"},
        {GOOD "integration: {position_tolerance: 0}\n", "tolerances must be positive"},
        {GOOD "integration: {constraint_tolerance: -1}\n", "tolerances must be positive"},
        {GOOD "integration: {penalty: 0}\n", "the penalty must be positive, not 0"},
        {GOOD "integration: {iterations: 0}\n", "car.mbs:8: "},
        {GOOD "integration: {halvings: -1}\n", "car.mbs:8: "},
        {GOOD "integration: {halvings: 31}\n", "car.mbs:8: "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_refused(cases[i][0], cases[i][1]);
    char many[1000] = GOOD "relations: [{name: r, terms: {c0: 1";
    for (int i = 1; i < 17; i++)
        snprintf(many + strlen(many), sizeof many - strlen(many), ", c%d: 1", i);
    check_refused(strcat(many, "}}]\n"), "more than 16 terms");
}

/* one of each kind, whole */
static const char WHOLE[] =
    "points: {P: [0, 0, 0], Q: [1, 0, 0], R: [3, 0, 0]}\n"
    "vectors: {z: [0, 0, 1]}\n"
    "bodies:\n"
    "  - {name: a, mass: 2, com: [0, 0, 0], inertia: [0.2, 0.3, 0.25], velocity: [0, 0, 0]}\n"
    "  - {name: b, mass: 1, com: [1, 0, 0], inertia: [0.2, 0.3, 0.25], spin: [0, 0, 0]}\n"
    "  - {name: c, mass: 1, com: [3, 0, 0], inertia: [0.2, 0.3, 0.25]}\n"
    "joints:\n"
    "  - {name: j, type: revolute, bodies: [a, b], at: Q, axis: z, angle: theta}\n"
    "  - {name: k, type: prismatic, bodies: [ground, c], at: R, axis: z, slide: lift, reaction: "
    "yes}\n"
    "relations:\n  - {coordinate: both, terms: {theta: 1, lift: 2}}\n"
    "drives:\n  - {name: d, on: lift, value: \"0\"}\n"
    "inputs:\n  - {name: F, unit: N, discrete: no}\n"
    "elements:\n"
    "  - {name: e1, type: spring, from: a.P, to: c.R, stiffness: 1, damping: 1, force: \"F\"}\n"
    "  - {name: e2, type: torsion, on: theta, stiffness: 1, torque: \"F\"}\n"
    "  - {name: e3, type: brake, on: theta, torque: 3, speed: 1}\n"
    "  - {name: e4, type: bushing, bodies: [a, b], at: P, stiffness: [1, 2, 3]}\n"
    "  - {name: e5, type: force, at: b.Q, direction: [0, 1, 0], value: 3, frame: body}\n"
    "  - {name: e6, type: torque, on: a, reaction: b, axis: [0, 0, 1], value: 3, frame: world}\n"
    "  - {name: e7, type: drag, at: b.Q, linear: [4, 4, 4], quadratic: 1}\n"
    "  - {name: e8, type: inertia, on: theta, inertia: 2}\n"
    "outputs:\n  - {name: y, unit: m, position: a.P.x}\n  - {velocity: theta}\n";

/* the end of the value that begins here: of a flow collection, or of a line */
static const char *end_of_value(const char *at) {
    int depth = 0;
    for (; *at; at++) {
        if (strchr("[{", *at))
            depth++;
        if (depth == 0 && strchr(",}]\n", *at))
            return at;
        if (strchr("]}", *at))
            depth--;
    }
    return at;
}

/* a mapping in place of any value is refused, with the line where it stands */
static void test_no_value_may_be_of_another_kind(void) {
    mr_message message = {{0}};
    const mr_status whole = read_model(WHOLE, &message);
    if (whole != MR_OK)
        printf("\n    %s", message.text);
    CU_ASSERT_EQUAL_FATAL(whole, MR_OK);
    int count = 0, line = 1;
    for (const char *at = WHOLE; *at; at++) {
        line += *at == '\n';
        if (strncmp(at, ": ", 2) != 0)
            continue;
        char text[4000], where[20];
        snprintf(text, sizeof text, "%.*s{wrong: [1]}%s", (int)(at + 2 - WHOLE), WHOLE,
                 end_of_value(at + 2));
        snprintf(where, sizeof where, "car.mbs:%d: ", line);
        const mr_status status = read_model(text, &message);
        if (status != MR_ERR_CONFIG || !strstr(message.text, where))
            printf("\n    %.60s...: %d, %s", at - 10, (int)status, message.text);
        CU_ASSERT_EQUAL(status, MR_ERR_CONFIG);
        MR_ASSERT_CONTAINS(message.text, where);
        count++;
    }
    CU_ASSERT(count > 80);
}

static void test_misspelt_names_are_guessed(void) {
    check_refused(GOOD "gravty: [0, 0, 1]\n", "did you mean \"gravity\"?");
    check_refused(GOOD "elements:\n  - {name: e, type: spring, from: a.P, to: b.Q, stifness: 3}\n",
                  "did you mean \"stiffness\"?");
    check_refused(GOOD "elements:\n  - {name: e, type: sprnig}\n", "did you mean \"spring\"?");
    check_refused(GOOD "  - {name: k, type: revolut, bodies: [a, b], at: Q}\n",
                  "did you mean \"revolute\"?");
    check_refused(GOOD "elements: [{name: e, type: torsion, on: teta}]\n",
                  "unknown coordinate \"teta\"; did you mean \"theta\"?");
    check_refused(GOOD "  - {name: k, type: spherical, bodies: [a, grund], at: Q}\n",
                  "unknown body \"grund\"; did you mean \"ground\"?");
    check_refused(GOOD "elements: [{name: e, type: rope}]\n", "unknown type \"rope\"");
}

static mr_status start_model(const char *text, mr_message *message) {
    mbs_model *model = NULL;
    mbs_simulation *s = NULL;
    mr_status status = mbs_read_text(text, strlen(text), "car.mbs", NULL, 0, &model, message);
    if (status == MR_OK)
        status = mbs_simulation_new(model, &s, message);
    if (status == MR_OK)
        status = mbs_simulation_start(s, 0.0, NULL);
    mbs_simulation_free(s);
    mbs_model_free(model);
    return status;
}

static void check_no_start(const char *text, const char *part) {
    mr_message message = {{0}};
    CU_ASSERT_EQUAL(start_model(text, &message), MR_ERR_SLAVE_INITIALISE);
    MR_ASSERT_CONTAINS(message.text, part);
}

static void test_impossible_starts_are_refused(void) {
    /* a rod of 1 m cannot reach 2 m up */
    check_no_start(
        "title: reach\nplanar: yes\npoints: {P: [0, 0], Q: [1, 0]}\n"
        "bodies: [{name: a, mass: 1, rod: [P, Q]}]\n"
        "joints: [{name: j, type: revolute, bodies: [ground, a], at: P}]\n"
        "start: {positions: {a.Q.y: 2}}\n",
        "reach: the start is inconsistent: \"a\" cannot be assembled (a constraint is open "
        "by");
    /* nor a bead leave its wire: half of the way each, because both count the same */
    check_no_start(
        "title: bead\nplanar: yes\npoints: {P: [0, 0], Q: [1, 0]}\nvectors: {x: [1, 0]}\n"
        "bodies: [{name: a, mass: 1, particle: P}, {name: b, mass: 1, particle: Q}]\n"
        "joints:\n"
        "  - {name: other, type: point_on_line, bodies: [ground, a], at: P, axis: x}\n"
        "  - {name: wire, type: point_on_line, bodies: [ground, b], at: Q, axis: x}\n"
        "start: {positions: {b.Q.y: 1}}\n",
        "\"wire\" cannot be assembled (a constraint is open by 0.5)");
    /* nor have two speeds at once */
    check_no_start("title: speeds\nplanar: yes\npoints: {P: [0, 0], Q: [1, 0], R: [0.5, 0]}\n"
                   "bodies: [{name: a, mass: 1, rod: [P, Q]}]\n"
                   "joints: [{name: j, type: revolute, bodies: [ground, a], at: P}]\n"
                   "start: {velocities: {a.Q.y: 1, a.R.y: 1}}\n",
                   "no velocities meet the constraints");
    /* nor obey two drives that part only in their accelerations */
    check_no_start("title: drives\nplanar: yes\npoints: {P: [0, 0], Q: [1, 0]}\n"
                   "bodies: [{name: a, mass: 1, rod: [P, Q]}]\n"
                   "joints: [{name: j, type: revolute, bodies: [ground, a], at: P, angle: turn}]\n"
                   "drives: [{name: d, on: turn, value: \"t^2\"}, {name: e, on: turn, value: "
                   "\"0\"}]\n",
                   "drives: the start is inconsistent: no accelerations meet the constraints");
    /* of three the one that two stand against */
    check_no_start("title: drives\nplanar: yes\npoints: {P: [0, 0], Q: [1, 0]}\n"
                   "bodies: [{name: a, mass: 1, rod: [P, Q]}]\n"
                   "joints: [{name: j, type: revolute, bodies: [ground, a], at: P, angle: turn}]\n"
                   "drives: [{name: d, on: turn, value: \"0\"}, {name: e, on: turn, value: "
                   "\"3*t^2\"}, {name: f, on: turn, value: \"0*t\"}]\n",
                   "no accelerations meet the constraints (\"e\" is off by 4)");
    /* a thin rod as a full body may turn about itself without inertia */
    check_no_start("title: needle\ngravity: [0, 0, -9.81]\npoints: {P: [0, 0, 0]}\n"
                   "bodies: [{name: a, mass: 1, com: [0.5, 0, 0], inertia: [0, 0.1, 0.1]}]\n"
                   "joints: [{name: j, type: spherical, bodies: [ground, a], at: P}]\n",
                   "the mass matrix is singular");
    /* a free body under gravity finds no rest */
    check_no_start("title: falling\ngravity: [0, 0, -9.81]\n"
                   "bodies: [{name: a, mass: 1, com: [0, 0, 0], inertia: [1, 1, 1]}]\n"
                   "start: {equilibrium: yes}\n",
                   "falling: no static equilibrium");
}

static void test_start_conditions_are_met(void) {
    run r;
    run_open_text(
        &r, "title: crank and slider\nplanar: yes\n"
            "points: {O: [0, 0], A: [0, 1], B: [2, 0]}\n"
            "vectors: {x: [1, 0, 0]}\n"
            "bodies:\n"
            "  - {name: crank, mass: 1, com: [0, 0.5], inertia: 0.1}\n"
            "  - {name: rod, mass: 1, rod: [A, B]}\n"
            "  - {name: slider, mass: 1, particle: B}\n"
            "joints:\n"
            "  - {name: o, type: revolute, bodies: [ground, crank], at: O, angle: turn}\n"
            "  - {name: a, type: revolute, bodies: [crank, rod], at: A}\n"
            "  - {name: b, type: revolute, bodies: [rod, slider], at: B}\n"
            "  - {name: guide, type: point_on_line, bodies: [ground, slider], at: B, axis: x}\n"
            "start: {positions: {turn: 0.5}, velocities: {turn: 3}}\n");
    double turn, rate, b[3], vb[3];
    CU_ASSERT_EQUAL(mbs_model_size(r.model).freedom, 1);
    CU_ASSERT_EQUAL(mbs_simulation_motion(r.simulation, "turn", &turn, &rate, NULL), MR_OK);
    CU_ASSERT_EQUAL(mbs_simulation_motion(r.simulation, "slider.B", b, vb, NULL), MR_OK);
    MR_ASSERT_CLOSE(turn, 0.5, 1e-10);
    MR_ASSERT_CLOSE(rate, 3.0, 1e-9);
    double x = -sin(0.5), y = cos(0.5), s = sqrt(5.0 - y * y);
    MR_ASSERT_CLOSE(b[0], x + s, 1e-9);
    MR_ASSERT_CLOSE(b[1], 0.0, 1e-10);
    MR_ASSERT_CLOSE(vb[0], 3.0 * (-y - y * x / s), 1e-8);
    run_close(&r);
}

static void test_anchors_take_keys_over(void) {
    mr_message message = {{0}};
    CU_ASSERT_EQUAL(
        read_model("planar: yes\npoints: {P: [0, 0], Q: [1, 0]}\nbodies:\n"
                   "  - &a {name: a, mass: 1, particle: P}\n  - {<<: *a, name: b, particle: Q}\n",
                   &message),
        MR_OK);
    check_refused("planar: yes\npoints: {P: [0, 0]}\nbodies:\n"
                  "  - &a {name: a, mass: 1, particle: P, <<: *a}\n",
                  "car.mbs:4: ");
    check_refused(
        "planar: yes\npoints: {P: [0, 0]}\nbodies:\n  - {name: a, mass: 1, particle: P, <<: 3}\n",
        "must be a mapping");
}

static void test_overrides_replace_parameters(void) {
    static const char text[] =
        "parameters: {m: 1, twice: 2*m}\npoints: {P: [0, 0]}\nplanar: yes\n"
        "bodies: [{name: a, mass: twice, particle: P, velocity: [1, 0, 0]}]\n"
        "outputs: [{energy: kinetic}]\n";
    mr_message message = {{0}};
    mbs_model *model;
    mbs_simulation *s;
    const mbs_named wanted[2] = {{"m", 5.0}, {"step", 0.25}};
    CU_ASSERT_EQUAL_FATAL(mbs_read_text(text, strlen(text), "x", wanted, 2, &model, &message),
                          MR_OK);
    CU_ASSERT_EQUAL(mbs_model_integration(model)->step, 0.25);
    CU_ASSERT_EQUAL_FATAL(mbs_simulation_new(model, &s, &message), MR_OK);
    CU_ASSERT_EQUAL(mbs_simulation_start(s, 0.0, NULL), MR_OK);
    double y;
    mbs_simulation_outputs(s, &y);
    MR_ASSERT_CLOSE(y, 5.0, 1e-12);
    mbs_simulation_free(s);
    mbs_model_free(model);
    const mbs_named unknown = {"mass", 5.0};
    CU_ASSERT_EQUAL(mbs_read_text(text, strlen(text), "x", &unknown, 1, &model, &message),
                    MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(message.text, "no parameter \"mass\"");
}

/* every example, cut anywhere or with any byte changed, is read or refused, never more than that */
static void test_damaged_files_do_no_harm(void) {
    static const char *const names[] = {"a03_squeezer", "a05_governor", "double_pendulum"};
    mr_random random = {5};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        char path[512], *text = malloc(100000);
        snprintf(path, sizeof path, "%s/mbs_slave/multibody/examples/%s.mbs", MR_SOURCE_DIR,
                 names[k]);
        FILE *file = fopen(path, "rb");
        CU_ASSERT_PTR_NOT_NULL_FATAL(file);
        CU_ASSERT_PTR_NOT_NULL_FATAL(text);
        size_t size = fread(text, 1, 99999, file);
        fclose(file);
        for (int i = 0; i < 300; i++) {
            mr_message message = {{0}};
            mbs_model *model = NULL;
            size_t at = (size_t)mr_random_below(&random, (int)size), length = i % 2 ? at : size;
            char old = text[at];
            text[at] = (char)(32 + mr_random_below(&random, 95));
            mr_status status = mbs_read_text(text, length, "damaged", NULL, 0, &model, &message);
            CU_ASSERT(status == MR_OK || strncmp(message.text, "damaged", 7) == 0 ||
                      strlen(message.text) > 10);
            mbs_model_free(model);
            text[at] = old;
        }
        free(text);
    }
}

static const mr_test tests[] = {
    MR_TEST(test_good_model),
    MR_TEST(test_mistakes_are_named_with_their_line),
    MR_TEST(test_cholesky_where_tangents_are_symmetric),
    MR_TEST(test_nothing_is_taken_for_something_else),
    MR_TEST(test_items_need_what_they_are_made_of),
    MR_TEST(test_no_value_may_be_of_another_kind),
    MR_TEST(test_misspelt_names_are_guessed),
    MR_TEST(test_impossible_starts_are_refused),
    MR_TEST(test_start_conditions_are_met),
    MR_TEST(test_anchors_take_keys_over),
    MR_TEST(test_overrides_replace_parameters),
    MR_TEST(test_damaged_files_do_no_harm),
};

int main(int argc, char **argv) {
    return mr_test_main("multibody model files", tests, sizeof tests / sizeof *tests, argc, argv);
}
