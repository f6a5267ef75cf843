/* model files whose words are right and whose meaning is not: one sentence, with file and line */
#include "mr_test.h"
#include "runs.h"

#include <stdio.h>
#include <string.h>

static mr_status read_model(const char *text, mr_message *message) {
    mbs_model *model = NULL;
    const mr_status status = mbs_read_text(text, strlen(text), "car.mbs", NULL, 0, &model, message);
    CU_ASSERT_EQUAL(status == MR_OK, model != NULL);
    mbs_model_free(model);
    return status;
}

static void check_refused(const char *text, const char *part) {
    mr_message message = {{0}};
    const mr_status status = read_model(text, &message);
    if (status != MR_ERR_CONFIG)
        printf("\n    %s\n    expected: %s", text, part);
    CU_ASSERT_EQUAL(status, MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(message.text, part);
}

static void check_good(const char *text) {
    mr_message message = {{0}};
    const mr_status status = read_model(text, &message);
    if (status != MR_OK)
        printf("\n    %s\n    %s", text, message.text);
    CU_ASSERT_EQUAL(status, MR_OK);
}

#define BODY(keys)                                                                                 \
    "points: {P: [0, 0, 0], Q: [1, 0, 0]}\n"                                                       \
    "bodies:\n  - {name: a, mass: 2, com: [0, 0, 0], inertia: [0.2, 0.3, 0.25], " keys "}\n"
#define SHAPE(keys) BODY("shapes: [{" keys "}]")

static void test_colours(void) {
    static const char *const good[] = {BODY("colour: red"), BODY("colour: cyan"),
                                       BODY("colour: '#a0B1c2'"), SHAPE("sphere: 1, colour: grey")};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        check_good(good[i]);
    static const char *const wrong[][2] = {
        {BODY("colour: rad"), "car.mbs:3: \"rad\" is no colour"},
        {BODY("colour: '#a0b1c'"), "\"#a0b1c\" is no colour"},
        {BODY("colour: '#a0b1c23'"), "\"#a0b1c23\" is no colour"},
        {BODY("colour: '#a0b1cg'"), "\"#a0b1cg\" is no colour"},
        {BODY("colour: ''"), "\"\" is no colour"},
        {SHAPE("sphere: 1, colour: Red"), "car.mbs:3: \"Red\" is no colour"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check_refused(wrong[i][0], wrong[i][1]);
}

static void test_shapes(void) {
    static const char *const good[] = {
        SHAPE("sphere: 1"), SHAPE("box: [1, 2, 3], at: [0, 0, 1]"), SHAPE("ellipsoid: [1, 2, 3]"),
        SHAPE("bar: 0.1, from: [0, 0, 0], to: [1, 0, 0]"), BODY("shapes: []")};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        check_good(good[i]);
    static const char *const wrong[][2] = {
        {BODY("shapes: {sphere: 1}"), "car.mbs:3: \"shapes\" must be a list"},
        {SHAPE("at: [0, 0, 0]"), "a shape is one of bar, cylinder, sphere, box, ellipsoid"},
        {SHAPE("sphere: 1, box: [1, 1, 1]"), "a shape is one of bar, cylinder"},
        {SHAPE("sphre: 1"), "unknown key \"sphre\""},
        {SHAPE("sphere: 0"), "the size of a shape must be positive, not 0"},
        {SHAPE("sphere: -2"), "must be positive, not -2"},
        {SHAPE("box: [1, 1, -1]"), "must be positive, not -1"},
        {SHAPE("box: 1"), "expected a list of 3 numbers"},
        {SHAPE("sphere: 1, at: [0, 0]"), "expected [x, y, z]"},
        {SHAPE("bar: 0.1, to: [1, 0, 0]"), "the shape needs \"from\""},
        {SHAPE("bar: 0.1, from: [1, 0, 0]"), "the shape needs \"to\""},
        {SHAPE("bar: 0.1, from: [0, 0, 0], to: [1, 0, 0], at: [0, 0, 0]"),
         "a shape \"bar\" has no \"at\""},
        {SHAPE("sphere: 1, from: [0, 0, 0]"), "a shape \"sphere\" has no \"from\""},
        {SHAPE("box: [1, 1, 1], to: [0, 0, 0]"), "a shape \"box\" has no \"to\""},
        {"points: {P: [0, 0, 0], Q: [1, 0, 0]}\nbodies:\n"
         "  - {name: a, mass: 1, rod: [P, Q], shapes: [{sphere: 1}]}\n",
         "car.mbs:3: the shape needs \"at\""},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check_refused(wrong[i][0], wrong[i][1]);
}

#define TWO                                                                                        \
    "points: {P: [0, 0, 0], Q: [1, 0, 0], O: [0, 0, 0]}\n"                                         \
    "vectors: {x: [1, 0, 0], z: [0, 0, 1], xz: [1, 0, 1]}\n"                                       \
    "bodies:\n"                                                                                    \
    "  - {name: a, mass: 2, com: [0, 0, 0], inertia: [0.2, 0.3, 0.25]}\n"                          \
    "  - {name: b, mass: 1, com: [1, 0, 0], inertia: [0.2, 0.3, 0.25]}\n"                          \
    "joints:\n"
#define JOINT(keys)  TWO "  - {name: j, bodies: [a, b], at: Q, type: " keys "}\n"
#define PLANAR(keys) "planar: yes\n" JOINT(keys)

static void test_joints(void) {
    static const char *const good[] = {PLANAR("revolute"),
                                       PLANAR("revolute, axis: z"),
                                       PLANAR("prismatic, axis: x"),
                                       PLANAR("prismatic, axis: x, reaction: yes"),
                                       PLANAR("fixed, reaction: yes"),
                                       PLANAR("point_on_line, axis: x"),
                                       JOINT("cylindrical, axis: xz"),
                                       JOINT("universal, axis: x, axis2: z"),
                                       JOINT("distance, to: P")};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        check_good(good[i]);
    static const char *const wrong[][2] = {
        {PLANAR("revolute, axis: x"), "car.mbs:8: the axis of joint \"j\" does not fit a planar"},
        {PLANAR("prismatic, axis: z"), "the axis of joint \"j\" does not fit a planar model"},
        {PLANAR("point_on_line, axis: xz"), "the axis of joint \"j\" leaves the plane"},
        {PLANAR("cylindrical, axis: x"), "the joint \"j\" has no meaning in a planar model"},
        {PLANAR("universal, axis: x, axis2: z"), "\"j\" has no meaning in a planar model"},
        {JOINT("universal, axis: x, axis2: y"), "car.mbs:7: unknown vector \"y\""},
        {JOINT("distance, to: Q"), "the distance of joint \"j\" is zero"},
        {JOINT("distance, to: R"), "unknown point \"R\""},
        {TWO "  - {name: j, bodies: [ground, a, b], at: Q, type: revolute, axis: z, angle: t1}\n",
         "the joint \"j\" of more than two bodies has no single coordinate"},
        {TWO "  - {name: j, bodies: [ground, a, b], at: Q, type: prismatic, axis: z, slide: s}\n",
         "the joint \"j\" of more than two bodies has no single coordinate"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check_refused(wrong[i][0], wrong[i][1]);
}

#define TURNING                                                                                    \
    JOINT("revolute, axis: z, angle: theta")                                                       \
    "elements:\n"                                                                                  \
    "  - {name: brace, type: spring, from: a.P, to: b.Q, stiffness: 5}\n"                          \
    "  - {name: air, type: drag, at: b.Q, linear: [1, 1, 1]}\n"                                    \
    "drives: [{name: d, on: theta, value: \"t\"}]\n"
#define OUTPUT(keys) TURNING "outputs: [{" keys "}]\n"

/* every word that a kind of joint has no use for is a mistake */
static void test_words_of_joints(void) {
    static const struct {
        const char *kind, *needs;
        int axes;
        bool to, angle, slide;
    } kinds[] = {{"spherical", "", 0, false, false, false},
                 {"revolute", ", axis: x", 1, false, true, false},
                 {"cylindrical", ", axis: x", 1, false, true, true},
                 {"prismatic", ", axis: x", 1, false, false, true},
                 {"universal", ", axis: x, axis2: z", 2, false, false, false},
                 {"fixed", "", 0, false, false, false},
                 {"point_on_line", ", axis: x", 1, false, false, true},
                 {"point_in_plane", ", axis: x", 1, false, false, false},
                 {"distance", ", to: P", 0, true, false, false}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const struct {
            const char *word;
            bool useful;
        } words[] = {{"axis", kinds[k].axes >= 1},
                     {"axis2", kinds[k].axes == 2},
                     {"to", kinds[k].to},
                     {"angle", kinds[k].angle},
                     {"slide", kinds[k].slide}};
        char keys[200], text[2000], part[200];
        for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
            const char *const word = words[w].word;
            const bool there = strstr(kinds[k].needs, w == 0 ? "axis:" : w == 1 ? "axis2:" : "to:");
            (void)snprintf(keys, sizeof keys, there && w < 3 ? "%s%s" : "%s%s, %s: %s",
                           kinds[k].kind, kinds[k].needs, word,
                           w < 2    ? "z"
                           : w == 2 ? "P"
                                    : "s");
            (void)snprintf(text, sizeof text,
                           TWO "  - {name: j, bodies: [a, b], at: Q, type: %s}\n", keys);
            if (words[w].useful) {
                check_good(text);
                continue;
            }
            if (w < 3)
                (void)snprintf(part, sizeof part, "the joint \"j\" is %s and has no use for \"%s\"",
                               kinds[k].kind, word);
            else
                (void)snprintf(part, sizeof part, "the joint \"j\" has no %s to measure", word);
            check_refused(text, part);
        }
    }
}

#define HINGED JOINT("revolute, axis: z, angle: theta")

/* x and v are those of a law of force: values that are functions of time have none */
static void test_x_and_v(void) {
    static const char *const laws[] = {"type: torsion, on: theta, torque: \"3*%s\"",
                                       "type: spring, from: ground.P, to: b.Q, force: \"3*%s\""};
    static const char *const values[] = {
        "type: force, at: a.P, direction: [1, 0, 0], value: \"3*%s\"",
        "type: torque, on: a, axis: [1, 0, 0], value: \"3*%s\"",
        "type: brake, on: theta, torque: \"3*%s\"",
        "type: brake, on: theta, torque: \"3*%s\", hold: 0.01"};
    for (int k = 0; k < 2; k++) {
        char keys[200], text[2000];
        const char *const name = k == 0 ? "x" : "v";
        for (size_t i = 0; i < sizeof laws / sizeof *laws + sizeof values / sizeof *values; i++) {
            const bool is_law = i < 2;
            (void)snprintf(keys, sizeof keys, is_law ? laws[i] : values[i - 2], name);
            (void)snprintf(text, sizeof text, HINGED "elements: [{name: e, %s}]\n", keys);
            if (is_law)
                check_good(text);
            else
                check_refused(text, "unknown name");
        }
        (void)snprintf(text, sizeof text, HINGED "drives: [{name: d, on: theta, value: \"%s\"}]\n",
                       name);
        check_refused(text, "unknown name");
    }
}

static void test_outputs(void) {
    static const char *const good[] = {OUTPUT("position: brace"), OUTPUT("force: brace"),
                                       OUTPUT("force: d"),        OUTPUT("force: j.x"),
                                       OUTPUT("energy: brace"),   OUTPUT("velocity: a.P.xz")};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        check_good(good[i]);
    static const char *const wrong[][2] = {
        {OUTPUT("position: air"), "car.mbs:12: the element \"air\" has no length"},
        {OUTPUT("slip: brace"), "the element \"brace\" tells no slip"},
        {OUTPUT("force: brace.z"), "\"brace\" has no component \"z\""},
        {OUTPUT("force: d.y"), "\"d\" has no component \"y\""},
        {OUTPUT("force: brace.w"), "unknown joint, element or drive \"brace.w\""},
        {OUTPUT("position: a.P.xz"), "only a velocity or an acceleration is seen along a vector"},
        {OUTPUT("velocity: c.P.xz"), "unknown body in \"c.P.xz\""},
        {OUTPUT("velocity: a.R.xz"), "unknown point in \"a.R.xz\""},
        {OUTPUT("angle: ground.roll"), "unknown body in \"ground.roll\""},
        {OUTPUT("angle: a"), "\"a\" is none of body.roll, body.pitch, body.yaw"},
        {OUTPUT("spin: a.n"), "unknown vector \"n\""},
        {OUTPUT("force: a"), "unknown joint, element or drive \"a\""}, /* bodies have none */
        {OUTPUT("torque: b"), "unknown joint, element or drive \"b\""},
        {OUTPUT("energy: heat"), "unknown energy or element \"heat\""},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check_refused(wrong[i][0], wrong[i][1]);
}

static void test_sections(void) {
    static const char *const wrong[][2] = {
        {TURNING "start: {positions: [theta]}\n",
         "car.mbs:12: positions must be a mapping of paths and values"},
        {TURNING "start: {velocities: 3}\n", "velocities must be a mapping of paths and values"},
        {"points: {P: {repeat: [i, 0, 2]}}\n", "car.mbs:1: a point without \"at\""},
        {"points: {'A<i>': {repeat: [i, 1, 60000], at: [i, 0, 0]},\n"
         "  'B<i>': {repeat: [i, 1, 60000], at: [i, 1, 0]}}\n",
         "car.mbs:2: more than 100000 repeated items"},
        {"points: [P]\n", "points must be a mapping of names and coordinates"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check_refused(wrong[i][0], wrong[i][1]);
    char many[4000] = JOINT("revolute, axis: z, angle: theta") "inputs:\n";
    for (int i = 0; i < 65; i++)
        snprintf(many + strlen(many), sizeof many - strlen(many), "  - {name: u%d}\n", i);
    check_good(many);
    strcat(many, "elements: [{name: e, type: torsion, on: theta, torque: \"u64\"}]\n");
    check_refused(many, "more than 64 inputs");
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {MR_TEST(test_colours), MR_TEST(test_shapes),
                                    MR_TEST(test_joints),  MR_TEST(test_words_of_joints),
                                    MR_TEST(test_x_and_v), MR_TEST(test_outputs),
                                    MR_TEST(test_sections)};
    return mr_test_main("mbs_meaning", tests, sizeof tests / sizeof *tests, argc, argv);
}
