/* joints in systems: the examples against their whole, and what is refused
 *
 * expected.csv beside each example is made of the whole mechanism by classical Runge-Kutta steps
 * (tests/libmultirate/joint_slave.c); the multibody slaves have order 2. */
#define _POSIX_C_SOURCE 200809L
#include "mr_test.h"
#include "system/system.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static double value_of(const sy_run *run, const double *values, const char *name) {
    for (int c = 0; c < sy_column_count(run); c++)
        if (strcmp(sy_columns(run)[c].name, name) == 0)
            return values[c];
    printf("\n  there is no column '%s'", name);
    return NAN;
}

typedef struct sort {
    const char *folder, *member, *joint;
    int size;
    double position, force; /* tolerances: of the slaves' own steps; of the reaction, relative */
} sort;

/* largest deviation of positions, and of the reaction relative to its largest value */
static void follow(const sort *e, const char *coupling, double *position, double *force) {
    static const char *const names[] = {"x", "y", "phi"};
    char path[600], line[600], name[100];
    sy_system *s = NULL;
    sy_run *run = NULL;
    mr_message message = {""};
    double values[64], most = 0.0;
    *position = *force = 0.0;
    snprintf(path, sizeof path, MODELS "/joints/%s/%s.yaml", e->folder, e->folder);
    mr_status status = sy_read(path, &s, &message);
    if (status == MR_OK)
        status = sy_open(s, coupling, &run, &message);
    snprintf(path, sizeof path, MODELS "/joints/%s/expected.csv", e->folder);
    FILE *file = fopen(path, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT(fgets(line, sizeof line, file) != NULL);
    for (int row = 0; status == MR_OK && fgets(line, sizeof line, file); row++) {
        char *at = line;
        const double t = strtod(at, &at);
        status = row == 0 ? sy_start(run, 0.0, &message) : sy_advance(run, t, &message);
        if (status != MR_OK)
            break;
        sy_values(run, values);
        for (int i = 0; i < 2 * e->size; i++) {
            const double is = strtod(at + 1, &at);
            if (i < e->size)
                snprintf(name, sizeof name, "%s.%s", e->member, names[i]);
            else
                snprintf(name, sizeof name, e->size > 1 ? "%s.force[%d]" : "%s.force", e->joint,
                         i - e->size + 1);
            const double miss = fabs(value_of(run, values, name) - is);
            double *worst = i < e->size ? position : force;
            *worst = miss > *worst ? miss : *worst; /* NaN never gets in: the sum tells */
            CU_ASSERT(isfinite(miss));
            most = i < e->size ? most : fmax(most, fabs(is));
        }
    }
    if (status != MR_OK)
        printf("\n  %s", message.text);
    CU_ASSERT_EQUAL(status, MR_OK);
    *force /= most;
    fclose(file);
    sy_close(run);
    sy_system_free(s);
}

static void test_examples_move_as_their_whole(void) {
    static const sort examples[] = {{"double_pendulum", "first", "middle", 2, 1e-6, 5e-3},
                                    {"four_bar", "left", "weld", 3, 1e-6, 5e-2},
                                    {"soft_contact", "light", "weld", 1, 5e-6, 5e-3}};
    for (int i = 0; i < 3; i++) {
        double position, force;
        follow(&examples[i], "", &position, &force);
        if (!(position < examples[i].position && force < examples[i].force))
            printf("\n  %s: positions %.2g, reaction %.2g", examples[i].folder, position, force);
        CU_ASSERT(position < examples[i].position);
        CU_ASSERT(force < examples[i].force);
    }
}

/* error of the second link's angle at 1 s, H = 2 ms; -0.894258576599: the whole, by Runge-Kutta */
static double angle_error(int order, const char *step) {
    sy_system *s = NULL;
    sy_run *run = NULL;
    mr_message message = {""};
    double y[64], error = NAN;
    CU_ASSERT_EQUAL_FATAL(
        sy_read(MODELS "/joints/double_pendulum/double_pendulum.yaml", &s, &message), MR_OK);
    s->joints[0].order = order;
    for (int m = 0; m < 2; m++)
        CU_ASSERT(
            sy_add_value(&s->members[m].values, &s->members[m].value_count, "step", step, NULL));
    if (sy_open(s, "step=2e-3", &run, &message) == MR_OK && sy_start(run, 0.0, &message) == MR_OK &&
        sy_advance(run, 1.0, &message) == MR_OK) {
        sy_values(run, y);
        error = atan2(value_of(run, y, "second.far_y") - value_of(run, y, "second.y"),
                      value_of(run, y, "second.far_x") - value_of(run, y, "second.x")) +
                0.894258576599;
    } else
        printf("\n  %s", message.text);
    sy_close(run);
    sy_system_free(s);
    return error;
}

/* order 2, that of the slaves. Constants jump within a step: a slave that kept its acceleration
 * over the jump would lose half of its impulse, and have 7e-4 and order 1 */
static void test_the_slaves_own_error_is_all_that_is_left(void) {
    MR_ASSERT_CLOSE(angle_error(1, "2e-4"), 5.0e-7, 5e-9);
    MR_ASSERT_CLOSE(angle_error(1, "1e-4"), 1.24e-7, 3e-9);
    const double coarse = fabs(angle_error(0, "2e-4")), fine = fabs(angle_error(0, "1e-4"));
    CU_ASSERT(coarse < 5e-7 && coarse / fine > 3.5);
}

/* a kart cut at its axle, against the kart with the drive's inertia and torque built in */
static void test_kart_and_its_drive_turn_as_one(void) {
    static const char *const names[] = {"kart.speed", "kart.axle_speed", "kart.yaw"};
    static const double tolerance[] = {2e-4, 1e-3, 1e-5}; /* of the kart's own step: 6e-5, 5e-4 */
    char line[300];
    sy_system *s = NULL;
    sy_run *run = NULL;
    mr_message message = {""};
    double values[64], worst[3] = {0.0};
    mr_status status = sy_read(MODELS "/joints/kart_drive/kart_drive.yaml", &s, &message);
    if (status == MR_OK)
        status = sy_open(s, "", &run, &message);
    FILE *file = fopen(MODELS "/joints/kart_drive/expected.csv", "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT(fgets(line, sizeof line, file) != NULL);
    for (int row = 0; status == MR_OK && fgets(line, sizeof line, file); row++) {
        char *at = line;
        const double t = strtod(at, &at);
        status = row == 0 ? sy_start(run, 0.0, &message) : sy_advance(run, t, &message);
        if (status == MR_OK)
            sy_values(run, values);
        for (int i = 0; status == MR_OK && i < 3; i++) {
            const double miss = fabs(value_of(run, values, names[i]) - strtod(at + 1, &at));
            CU_ASSERT(isfinite(miss));
            worst[i] = fmax(worst[i], miss);
        }
    }
    if (status != MR_OK)
        printf("\n  %s", message.text);
    CU_ASSERT_EQUAL(status, MR_OK);
    for (int i = 0; i < 3; i++)
        CU_ASSERT(worst[i] < tolerance[i]);
    fclose(file);
    mr_joint_report report;
    mr_coupled_joint(sy_coupled(run), 0, &report);
    CU_ASSERT(report.largest_gap < 1e-10 && report.largest_rate < 1e-7);
    sy_close(run);
    sy_system_free(s);
}

/* --- what is refused, and how --- */

static const char good[] =
    "stop: 0.1\n"
    "members: {a: " MODELS "/joints/double_pendulum/pinned_link.mbs, b: " MODELS
    "/joints/double_pendulum/free_link.mbs}\n"
    "joints:\n"
    "  j:\n"
    "    first: {member: a, force: [fx, fy], position: [x, y]}\n"
    "    second: {member: b, force: [fx, fy], position: [x, y]}\n";

/* the text with one word exchanged; the sentence of who refuses it */
static mr_status opened(const char *word, const char *other, const char *more,
                        mr_message *message) {
    char path[] = "/tmp/jointsXXXXXX", text[3000];
    const char *at = strstr(good, word);
    snprintf(text, sizeof text, "%.*s%s%s%s", (int)(at - good), good, other, at + strlen(word),
             more);
    const int file = mkstemp(path);
    CU_ASSERT_FATAL(file >= 0);
    CU_ASSERT_EQUAL((size_t)write(file, text, strlen(text)), strlen(text));
    close(file);
    sy_system *s = NULL;
    sy_run *run = NULL;
    mr_status status = sy_read(path, &s, message);
    if (status == MR_OK)
        status = sy_open(s, "", &run, message);
    if (status == MR_OK)
        status = sy_start(run, 0.0, message);
    sy_close(run);
    sy_system_free(s);
    unlink(path);
    return status;
}

static void test_mistakes_are_named(void) {
    static const struct {
        const char *word, *other, *more, *told;
    } mistakes[] = {
        {"position: [x, y]}\n    second", "position: [x, z]}\n    second", "",
         "member 'a' has no output 'z'"},
        {"position: [x, y]}\n    second", "position: [x]}\n    second", "",
         "has 1 positions and 2 forces"},
        {"force: [fx, fy], position: [x, y]}\n    second", "force: fx, position: x}\n    second",
         "", "has 1 coordinates there and 'b' 2"},
        {"member: a", "member: c", "", "there is no member 'c'"},
        {"member: b", "member: a", "", "it joins a member with itself"},
        {"  j:", "  j:", "    method: x3\n", "there is no joint method 'x3'"},
        {"  j:", "  j:", "    method: x2\n    order: 5\n", "orders 0 to 2"},
        {"  j:", "  j:", "    stiffness: 3\n", "is rigid and has no stiffness"},
        {"  j:", "  j:", "    method: spring_d\n", "a spring needs its stiffness"},
        {"  j:", "  j:", "    project: maybe\n", "project is 'yes' or 'no'"},
        {"  j:", "  j:", "    offset: [1, 2, 3]\n", "offset must be one number or 2"},
        {"  j:", "  j:", "    offset: [0.1, 0]\n", "positions of coordinate 1 differ by -0.1"},
        {"  j:", "  j:", "    wrong: 1\n", "there is no key 'wrong'"},
        {"  j:", "  j:", "coupling: steps=own\n", "needs exchange steps"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        mr_message message = {""};
        CU_ASSERT_NOT_EQUAL(opened(mistakes[i].word, mistakes[i].other, mistakes[i].more, &message),
                            MR_OK);
        if (!strstr(message.text, mistakes[i].told))
            printf("\n  %s", message.text);
        CU_ASSERT_PTR_NOT_NULL(strstr(message.text, mistakes[i].told));
    }
    mr_message message = {""};
    CU_ASSERT_EQUAL(opened("  j:", "  j:", "    offset: start\n", &message), MR_OK);
    CU_ASSERT_EQUAL(opened("  j:", "  j:", "    method: explicit\n", &message), MR_OK);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_examples_move_as_their_whole),
        MR_TEST(test_the_slaves_own_error_is_all_that_is_left),
        MR_TEST(test_kart_and_its_drive_turn_as_one),
        MR_TEST(test_mistakes_are_named),
    };
    return mr_test_main("joints in systems", tests, sizeof tests / sizeof *tests, argc, argv);
}
