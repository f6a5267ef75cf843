/* joints between coupled slaves by every method and order, on short runs: each has a known bound of
 * its error against the whole mechanism, and figures that are to stay */
#include "joint_slave.h"
#include "mr_test.h"
#include "multirate/coupled.h"
#include "runs_figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* part of an error, or of a figure, that other compilers may change */
static const double PART = 1e-6, FLOOR = 1e-10;

typedef struct joint_row {
    const char *pair, *method;
    int order;
    double H, most;
    const char *options;
    double mu_steps, stiffness;
    bool project;
    bool silent; /* sides that tell no matrices: what answers to a reaction is measured */
} joint_row;

static const joint_row joints[] = {
    {"two masses", "x2", 0, 0.002, 1e-9, "", 0, 0, false, false},
    {"two masses", "x2", 1, 0.002, 1e-9, "", 0, 0, false, false},
    {"two masses", "x2", 2, 0.002, 1e-9, "", 0, 0, false, false},
    {"two masses", "x1", 0, 0.002, 6e-08, "", 0, 0, false, false},
    {"two masses", "x1", 1, 0.002, 1e-9, "", 0, 0, false, false},
    {"two masses", "explicit", 0, 0.002, 0.0002, "", 0, 0, false, false},
    {"two masses", "explicit", 1, 0.002, 2e-05, "", 0, 0, false, false},
    {"two masses", "baumgarte", 0, 0.002, 5e-05, "", 0, 0, false, false},
    {"two masses", "baumgarte", 1, 0.002, 3e-07, "", 0, 0, false, false},
    {"two masses", "index2", 0, 0.002, 2e-05, "", 0, 0, false, false},
    {"two masses", "weighted", 0, 0.002, 2e-05, "", 0, 0, false, false},
    {"two masses", "weighted", 1, 0.002, 8e-08, "", 0, 0, false, false},
    {"two masses", "projection", 0, 0.002, 2e-05, "", 0, 0, false, false},
    {"two masses", "projection", 1, 0.002, 1e-07, "", 0, 0, false, false},
    {"two masses", "projection", 2, 0.002, 8e-09, "", 0, 0, false, false},
    {"two masses", "x2", 1, 0.002, 1e-9, "", 0, 0, true, false},
    {"two masses", "x1", 1, 0.004, 2e-09, "passes=6", 0, 0, false, false},
    {"two masses", "baumgarte", 1, 0.002, 3e-06, "", 3, 0, false, false},
    {"two masses", "explicit", 1, 0.002, 9e-06, "", 2, 0, false, false},
    {"two masses", "x2", 1, 0.002, 1e-9, "control=on rel_tol=1e-4", 0, 0, false, false},
    {"two masses", "spring", 0, 0.002, 0.003, "", 0, 5000, false, false},
    {"two masses", "spring", 1, 0.002, 0.0002, "", 0, 5000, false, false},
    {"two masses", "spring", 2, 0.002, 8e-06, "", 0, 5000, false, false},
    {"two masses", "spring_d", 0, 0.002, 0.002, "", 0, 5000, false, false},
    {"two masses", "spring_d", 1, 0.002, 6e-05, "", 0, 5000, false, false},
    {"two masses", "spring_d", 2, 0.002, 4e-06, "", 0, 5000, false, false},
    {"two masses", "spring_i", 0, 0.002, 7e-05, "", 0, 5000, false, false},
    {"two masses", "spring_i", 1, 0.002, 6e-08, "", 0, 5000, false, false},
    {"two masses", "spring_i", 2, 0.002, 8e-08, "", 0, 5000, false, false},
    {"pendulum", "x2", 0, 0.004, 1e-9, "", 0, 0, false, false},
    {"pendulum", "x2", 1, 0.004, 1e-9, "", 0, 0, false, false},
    {"pendulum", "x2", 2, 0.004, 1e-9, "", 0, 0, false, false},
    {"pendulum", "x1", 0, 0.004, 1e-9, "", 0, 0, false, false},
    {"pendulum", "x1", 1, 0.004, 1e-9, "", 0, 0, false, false},
    {"pendulum", "explicit", 0, 0.004, 5e-07, "", 0, 0, false, false},
    {"pendulum", "explicit", 1, 0.004, 9e-08, "", 0, 0, false, false},
    {"pendulum", "baumgarte", 0, 0.004, 2e-07, "", 0, 0, false, false},
    {"pendulum", "baumgarte", 1, 0.004, 1e-9, "", 0, 0, false, false},
    {"pendulum", "index2", 0, 0.004, 3e-08, "", 0, 0, false, false},
    {"pendulum", "weighted", 0, 0.004, 8e-08, "", 0, 0, false, false},
    {"pendulum", "weighted", 1, 0.004, 1e-9, "", 0, 0, false, false},
    {"pendulum", "projection", 0, 0.004, 2e-08, "", 0, 0, false, false},
    {"pendulum", "projection", 1, 0.004, 1e-9, "", 0, 0, false, false},
    {"pendulum", "projection", 2, 0.004, 1e-9, "", 0, 0, false, false},
    {"pendulum", "x2", 1, 0.004, 1e-9, "", 0, 0, true, false},
    {"pendulum", "x1", 1, 0.008, 1e-9, "passes=6", 0, 0, false, false},
    {"pendulum", "baumgarte", 1, 0.004, 7e-09, "", 3, 0, false, false},
    {"pendulum", "explicit", 1, 0.004, 7e-08, "", 2, 0, false, false},
    {"pendulum", "x2", 1, 0.004, 1e-9, "control=on rel_tol=1e-4", 0, 0, false, false},
    {"pendulum", "spring", 0, 0.004, 4e-05, "", 0, 5000, false, false},
    {"pendulum", "spring", 1, 0.004, 3e-06, "", 0, 5000, false, false},
    {"pendulum", "spring", 2, 0.004, 6e-07, "", 0, 5000, false, false},
    {"pendulum", "spring_d", 0, 0.004, 2e-05, "", 0, 5000, false, false},
    {"pendulum", "spring_d", 1, 0.004, 2e-06, "", 0, 5000, false, false},
    {"pendulum", "spring_d", 2, 0.004, 3e-07, "", 0, 5000, false, false},
    {"pendulum", "spring_i", 0, 0.004, 2e-06, "", 0, 5000, false, false},
    {"pendulum", "spring_i", 1, 0.004, 2e-08, "", 0, 5000, false, false},
    {"pendulum", "spring_i", 2, 0.004, 2e-08, "", 0, 5000, false, false},
    {"four-bar", "x2", 0, 0.004, 1e-9, "", 0, 0, false, false},
    {"four-bar", "x2", 1, 0.004, 1e-9, "", 0, 0, false, false},
    {"four-bar", "x2", 2, 0.004, 1e-9, "", 0, 0, false, false},
    {"four-bar", "x1", 0, 0.004, 1e-9, "", 0, 0, false, false},
    {"four-bar", "x1", 1, 0.004, 1e-9, "", 0, 0, false, false},
    {"four-bar", "explicit", 0, 0.004, 6e-06, "", 0, 0, false, false},
    {"four-bar", "explicit", 1, 0.004, 5e-07, "", 0, 0, false, false},
    {"four-bar", "baumgarte", 0, 0.004, 2e-06, "", 0, 0, false, false},
    {"four-bar", "baumgarte", 1, 0.004, 2e-08, "", 0, 0, false, false},
    {"four-bar", "index2", 0, 0.004, 4e-07, "", 0, 0, false, false},
    {"four-bar", "weighted", 0, 0.004, 8e-07, "", 0, 0, false, false},
    {"four-bar", "weighted", 1, 0.004, 4e-09, "", 0, 0, false, false},
    {"four-bar", "projection", 0, 0.004, 2e-07, "", 0, 0, false, false},
    {"four-bar", "projection", 1, 0.004, 2e-09, "", 0, 0, false, false},
    {"four-bar", "projection", 2, 0.004, 1e-9, "", 0, 0, false, false},
    {"four-bar", "x2", 1, 0.004, 1e-9, "", 0, 0, true, false},
    {"four-bar", "x1", 1, 0.008, 1e-9, "passes=6", 0, 0, false, false},
    {"four-bar", "baumgarte", 1, 0.004, 2e-07, "", 3, 0, false, false},
    {"four-bar", "explicit", 1, 0.004, 3e-07, "", 2, 0, false, false},
    {"four-bar", "spring", 0, 0.004, 4e-05, "", 0, 5000, false, false},
    {"four-bar", "spring", 1, 0.004, 4e-06, "", 0, 5000, false, false},
    {"four-bar", "spring", 2, 0.004, 2e-06, "", 0, 5000, false, false},
    {"four-bar", "spring_d", 0, 0.004, 3e-05, "", 0, 5000, false, false},
    {"four-bar", "spring_d", 1, 0.004, 2e-06, "", 0, 5000, false, false},
    {"four-bar", "spring_d", 2, 0.004, 4e-07, "", 0, 5000, false, false},
    {"four-bar", "spring_i", 0, 0.004, 2e-06, "", 0, 5000, false, false},
    {"four-bar", "spring_i", 1, 0.004, 4e-08, "", 0, 5000, false, false},
    {"four-bar", "spring_i", 2, 0.004, 4e-08, "", 0, 5000, false, false},
    {"contact", "x2", 0, 0.0002, 1e-9, "", 0, 0, false, false},
    {"contact", "x2", 1, 0.0002, 1e-9, "", 0, 0, false, false},
    {"contact", "x2", 2, 0.0002, 1e-9, "", 0, 0, false, false},
    {"contact", "x1", 0, 0.0002, 1e-9, "", 0, 0, false, false},
    {"contact", "x1", 1, 0.0002, 1e-9, "", 0, 0, false, false},
    {"contact", "explicit", 0, 0.0002, 2e-06, "", 0, 0, false, false},
    {"contact", "explicit", 1, 0.0002, 3e-07, "", 0, 0, false, false},
    {"contact", "baumgarte", 0, 0.0002, 5e-07, "", 0, 0, false, false},
    {"contact", "baumgarte", 1, 0.0002, 1e-9, "", 0, 0, false, false},
    {"contact", "index2", 0, 0.0002, 2e-07, "", 0, 0, false, false},
    {"contact", "weighted", 0, 0.0002, 3e-07, "", 0, 0, false, false},
    {"contact", "weighted", 1, 0.0002, 1e-9, "", 0, 0, false, false},
    {"contact", "projection", 0, 0.0002, 1e-9, "", 0, 0, false, false},
    {"contact", "projection", 1, 0.0002, 1e-9, "", 0, 0, false, false},
    {"contact", "projection", 2, 0.0002, 1e-9, "", 0, 0, false, false},
    {"contact", "x2", 1, 0.0002, 1e-9, "", 0, 0, true, false},
    {"contact", "x1", 1, 0.0004, 1e-9, "passes=6", 0, 0, false, false},
    {"contact", "baumgarte", 1, 0.0002, 1e-9, "", 3, 0, false, false},
    {"contact", "explicit", 1, 0.0002, 3e-07, "", 2, 0, false, false},
    {"contact", "x2", 1, 0.0002, 1e-9, "control=on rel_tol=1e-4", 0, 0, false, false},
    {"contact", "spring", 0, 0.0002, 7e-06, "", 0, 5000, false, false},
    {"contact", "spring", 1, 0.0002, 2e-07, "", 0, 5000, false, false},
    {"contact", "spring", 2, 0.0002, 1e-08, "", 0, 5000, false, false},
    {"contact", "spring_d", 0, 0.0002, 4e-06, "", 0, 5000, false, false},
    {"contact", "spring_d", 1, 0.0002, 7e-08, "", 0, 5000, false, false},
    {"contact", "spring_d", 2, 0.0002, 1e-9, "", 0, 5000, false, false},
    {"contact", "spring_i", 0, 0.0002, 7e-08, "", 0, 5000, false, false},
    {"contact", "spring_i", 1, 0.0002, 1e-9, "", 0, 5000, false, false},
    {"contact", "spring_i", 2, 0.0002, 1e-9, "", 0, 5000, false, false},
    {"two masses", "explicit", 1, 0.002, 2e-05, "", 0, 0, false, true},
    {"pendulum", "explicit", 0, 0.004, 5e-07, "", 0, 0, false, true},
    {"pendulum", "explicit", 1, 0.004, 9e-08, "", 0, 0, false, true},
    {"pendulum", "explicit", 1, 0.004, 1e-9, "", 0, 0, true, true},
    {"pendulum", "x2", 1, 0.004, 1e-9, "", 0, 0, true, true},
    {"four-bar", "explicit", 0, 0.004, 8e-06, "", 0, 0, false, true},
    {"four-bar", "explicit", 1, 0.004, 5e-07, "", 0, 0, false, true},
    {"four-bar", "x2", 1, 0.004, 1e-9, "", 0, 0, true, true},
    {"four-bar", "baumgarte", 1, 0.004, 2e-07, "", 3, 0, false, true},
};

static const joint_part *parts;
static double fine;
static mr_status open_part(const char *configuration, mr_message *message, void **made) {
    joint_next(&parts[configuration[0] - '0'], fine);
    return joint_type.open("", message, made);
}

static joint_pair pair_of(const char *name) {
    return strcmp(name, "pendulum") == 0   ? joint_pendulum()
           : strcmp(name, "four-bar") == 0 ? joint_four_bar(9.81, 0.5)
           : strcmp(name, "contact") == 0  ? joint_soft_contact()
                                           : joint_two_mass();
}

static mr_status open_any(const joint_row *r, const joint_pair *pair, mr_coupled **opened) {
    static const int scalars[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    static mr_slave_type type;
    mr_message message = {""};
    mr_coupled_config config;
    mr_coupled *coupled = NULL;
    type = joint_type;
    type.open = open_part;
    if (r->silent)
        type.interface_matrices = NULL;
    parts = pair->part;
    fine = r->H / 12.0;
    mr_coupled_default(&config);
    const mr_joint_method *method = mr_joint_find(r->method, &message);
    mr_joint joint = {.method = method,
                      .order = r->order,
                      .size = pair->part[0].size,
                      .project = r->project,
                      .mu_steps = r->mu_steps};
    CU_ASSERT_PTR_NOT_NULL_FATAL(method);
    config.step = r->H;
    config.most_iterations = method && method->samples == 0 ? 1 : 3;
    const mr_status read = mr_coupled_parse(&config, r->options, &message);
    CU_ASSERT_STRING_EQUAL_FATAL(read == MR_OK ? "" : message.text, "");
    const mr_coupled_member members[2] = {{&type, "0", "first", 0.0}, {&type, "1", "second", 0.0}};
    CU_ASSERT_EQUAL_FATAL(mr_coupled_open(&config, members, 2, NULL, 0, &coupled, &message), MR_OK);
    const double stiffness[JOINT_MOST] = {r->stiffness, r->stiffness, r->stiffness},
                 damping[JOINT_MOST] = {20.0, 20.0, 20.0};
    joint.stiffness = r->stiffness > 0.0 ? stiffness : NULL;
    joint.damping = damping;
    for (int s = 0; s < 2; s++)
        joint.side[s] = (mr_joint_side){.member = s,
                                        .force = scalars,
                                        .position = scalars,
                                        .velocity = scalars + joint.size,
                                        .acceleration = scalars + 2 * joint.size};
    *opened = coupled;
    return mr_coupled_add_joint(coupled, &joint);
}

static mr_coupled *open_joint(const joint_row *r, const joint_pair *pair) {
    mr_coupled *coupled = NULL;
    const mr_status status = open_any(r, pair, &coupled);
    if (status != MR_OK)
        printf("%s %s: %s\n", r->pair, r->method, mr_coupled_error(coupled));
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    return coupled;
}

/* it is told as it was set */
static void check_told(const mr_coupled *coupled, const joint_row *r, const joint_pair *pair) {
    mr_joint told;
    mr_coupled_joint_settings(coupled, 0, &told);
    CU_ASSERT_PTR_EQUAL(told.method, mr_joint_find(r->method, NULL));
    CU_ASSERT_EQUAL(told.order, r->order);
    CU_ASSERT_EQUAL(told.size, pair->part[0].size);
    CU_ASSERT_EQUAL(told.project, r->project || strcmp(r->method, "projection") == 0);
    CU_ASSERT_EQUAL(told.stiffness != NULL, r->stiffness > 0.0);
    for (int k = 0; told.stiffness && k < told.size; k++) {
        MR_ASSERT_CLOSE(told.stiffness[k], r->stiffness, 0.0);
        MR_ASSERT_CLOSE(told.damping[k], 20.0, 0.0);
    }
    if (r->mu_steps > 0.0)
        MR_ASSERT_CLOSE(told.mu_steps, r->mu_steps, 0.0);
}

static void run_joint(const joint_row *r) {
    const joint_pair pair = pair_of(r->pair);
    const int n = pair.part[0].size;
    double z[2][JOINT_STATE], no[JOINT_MOST] = {0}, y[3 * JOINT_MOST], lambda[JOINT_MOST];
    double worst = 0.0, largest = 0.0;
    char name[256];
    mr_digest motion = {0}, force = {0};
    mr_joint_report report = {0};
    mr_coupled *coupled = open_joint(r, &pair);
    check_told(coupled, r, &pair);
    for (int i = 0; i < 2; i++)
        memcpy(z[i], pair.part[i].z0, sizeof z[i]);
    mr_status status = mr_coupled_start(coupled, 0.0);
    if (status != MR_OK)
        printf("%s %s: %s\n", r->pair, r->method, mr_coupled_error(coupled));
    for (int i = 1; i <= 25 && status == MR_OK; i++) {
        status = mr_coupled_advance(coupled, i * r->H);
        for (int k = 0; k < 20; k++)
            joint_whole_step(&pair, z, r->H / 20, r->stiffness, r->stiffness > 0.0 ? 20.0 : 0.0,
                             lambda);
        pair.part[0].out(&pair.part[0], z[0], no, y);
        mr_coupled_joint(coupled, 0, &report);
        for (int k = 0; k < n; k++) {
            const double told = mr_coupled_outputs(coupled, 0)[k];
            worst = fmax(worst, fabs(told - y[k]));
            largest = fmax(largest, fabs(y[k]));
            mr_digest_add(&motion, told);
            mr_digest_add(&force, report.force[k]);
        }
    }
    CU_ASSERT_EQUAL(status, MR_OK);
    (void)snprintf(name, sizeof name, "%s, %s, order %d, step %g, mu %g, stiffness %g%s%s, %s",
                   r->pair, r->method, r->order, r->H, r->mu_steps, r->stiffness,
                   r->project ? ", projected" : "", r->silent ? ", silent" : "", r->options);
    MR_ASSERT_CLOSE(worst / largest, 0.0, r->most);
    mr_figures_row(name);
    mr_figures_check("error", worst / largest, PART * worst / largest + FLOOR);
    mr_digest_check(&motion, "motion", 1e-9);
    mr_digest_check(&force, "force", PART);
    mr_figures_check("gap", report.largest_gap, PART * report.largest_gap + FLOOR);
    mr_figures_check("rate", report.largest_rate, PART * report.largest_rate + 100.0 * FLOOR);
    figures_of_coupled(coupled);
    mr_coupled_close(coupled);
}

static void test_joints(void) {
    mr_figures_open("tests/libmultirate/figures/joints.txt");
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++)
        run_joint(&joints[i]);
    mr_figures_close();
}

/* orders up to the one beyond which the method is unstable at any step; the usual one where none is
 * asked for; and other names */
static void test_orders_of_methods(void) {
    static const struct {
        const char *name, *alias;
        int usual, most;
        double stiffness;
    } methods[] = {{"explicit", "e", 1, 1, 0},       {"x2", "extended", 1, 2, 0},
                   {"x1", "extended_1", 1, 1, 0},    {"spring", "o", 1, 2, 5000},
                   {"spring_d", "d", 1, 2, 5000},    {"spring_i", "i", 1, 2, 5000},
                   {"baumgarte", "index1", 1, 2, 0}, {"index2", "baumgarte2", 0, 0, 0},
                   {"weighted", "w", 1, 2, 0},       {"projection", "j", 1, 2, 0},
                   {"overlap", "copy", 1, 1, 0}};
    const joint_pair pair = pair_of("two masses");
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        mr_message message = {""};
        const mr_joint_method *method = mr_joint_find(methods[i].name, &message);
        CU_ASSERT_PTR_NOT_NULL_FATAL(method);
        CU_ASSERT_PTR_EQUAL(mr_joint_find(methods[i].alias, &message), method);
        CU_ASSERT_STRING_EQUAL(method->name, methods[i].name);
        if (strcmp(methods[i].name, "overlap") == 0) /* its sides are others: test_overlap.c */
            continue;
        for (int order = -1; order <= 3; order++) {
            const joint_row row = {.pair = "two masses",
                                   .method = methods[i].name,
                                   .order = order < 0 ? MR_NONE : order,
                                   .H = 0.002,
                                   .options = "",
                                   .stiffness = methods[i].stiffness};
            mr_coupled *coupled = NULL;
            const mr_status status = open_any(&row, &pair, &coupled);
            CU_ASSERT_EQUAL(status == MR_OK, order <= methods[i].most);
            if (status == MR_OK) {
                mr_joint told;
                mr_coupled_joint_settings(coupled, 0, &told);
                CU_ASSERT_EQUAL(told.order, order < 0 ? methods[i].usual : order);
            } else {
                char sentence[100];
                (void)snprintf(sentence, sizeof sentence, "has orders 0 to %d, not %d",
                               methods[i].most, order);
                MR_ASSERT_CONTAINS(mr_coupled_error(coupled), sentence);
            }
            mr_coupled_close(coupled);
        }
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {MR_TEST(test_joints), MR_TEST(test_orders_of_methods)};
    return mr_test_main("figures_joints", tests, sizeof tests / sizeof *tests, argc, argv);
}
