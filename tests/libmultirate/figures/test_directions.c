/* the interface model along the directions that multibody slaves tell, on many short runs: each has
 * a known bound of its error against one fine integration of master and slave, and figures that are
 * to stay */
#include "mr_test.h"
#include "problems.h"
#include "runs_figures.h"
#include "unseen.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* part of an error that other compilers may change */
static const double PART = 1e-5, FLOOR = 1e-9;

static void figures_of_run(const char *name, double error, const mr_statistics *statistics) {
    mr_figures_row(name);
    mr_figures_check("velocity", error, PART * error + FLOOR);
    figures_of_counts(&statistics->counts);
    figures_of_energy(&statistics->energy);
    figures_of_model(&statistics->model);
}

typedef struct row {
    int system; /* of unseen.h */
    double ratio, most;
    const char *options;
    double effort, inertia; /* how it tells its directions, as in unseen_lie */
} row;

/* bounds of the master's relative error in velocity */
static const row rows[] = {
    {0, 7, 2e-5, "coupling=model", 1, 1},
    {1, 7, 2e-5, "coupling=model", 1, 1},
    {1, 23, 2e-5, "coupling=model", 1, 1},
    {2, 7, 2e-5, "coupling=model", 1, 1},
    {3, 7, 2e-5, "coupling=model", 1, 1},
    {3, 23, 2e-5, "coupling=model", 1, 1},
    {4, 7, 2e-5, "coupling=model", 1, 1},
    {4, 23, 2e-5, "coupling=model", 1, 1},
    {5, 7, 2e-5, "coupling=model", 1, 1},
    {6, 7, 2e-5, "coupling=model", 1, 1},
    {6, 23, 3e-05, "coupling=model", 1, 1},
    {7, 7, 2e-5, "coupling=model", 1, 1},
    {7, 23, 4e-05, "coupling=model", 1, 1},
    {8, 7, 0.003, "coupling=model", 1, 1},
    {8, 23, 0.005, "coupling=model", 1, 1},
    {9, 3, 2e-5, "coupling=model", 1, 1},
    {10, 3, 2e-5, "coupling=model", 1, 1},
    {11, 3, 2e-5, "coupling=model", 1, 1},
    {12, 3, 2e-5, "coupling=model", 1, 1},
    {12, 23, 2e-5, "coupling=model", 1, 1},
    {13, 3, 2e-5, "coupling=model", 1, 1},
    {14, 3, 2e-5, "coupling=model", 1, 1},
    {14, 23, 2e-5, "coupling=model", 1, 1},
    {15, 3, 2e-5, "coupling=model", 1, 1},
    {16, 3, 2e-5, "coupling=model", 1, 1},
    {17, 3, 2e-5, "coupling=model", 1, 1},
    {18, 3, 2e-5, "coupling=model", 1, 1},
    {19, 3, 2e-5, "coupling=model", 1, 1},
    {20, 3, 2e-5, "coupling=model", 1, 1},
    {5000, 3, 2e-5, "coupling=model", 1, 1},
    {5001, 3, 3e-05, "coupling=model", 1, 1},
    {5001, 23, 2e-5, "coupling=model", 1, 1},
    {5002, 3, 0.002, "coupling=model", 1, 1},
    {0, 5, 2e-5, "coupling=model directions=0", 1, 1},
    {1, 5, 2e-5, "coupling=model directions=0", 1, 1},
    {4, 5, 2e-5, "coupling=model directions=0", 1, 1},
    {6, 5, 2e-5, "coupling=model directions=0", 1, 1},
    {7, 5, 2e-5, "coupling=model directions=0", 1, 1},
    {8, 5, 0.02, "coupling=model directions=0", 1, 1},
    {12, 5, 2e-5, "coupling=model directions=0", 1, 1},
    {13, 5, 2e-5, "coupling=model directions=0", 1, 1},
    {16, 5, 2e-5, "coupling=model directions=0", 1, 1},
    {5000, 5, 2e-5, "coupling=model directions=0", 1, 1},
    {5002, 5, 0.03, "coupling=model directions=0", 1, 1},
    {1, 6, 0.02, "coupling=model directions=1", 1, 1},
    {1, 6, 2e-5, "coupling=model directions=3", 1, 1},
    {1, 6, 0.05, "coupling=model directions=0 hidden_states=0", 1, 1},
    {1, 6, 2e-5, "coupling=model directions=0 hidden_states=4", 1, 1},
    {1, 6, 0.06, "coupling=model directions=0 matrices=identified", 1, 1},
    {1, 6, 2e-5, "coupling=model slave_step=0.0071", 1, 1},
    {1, 6, 2e-5, "coupling=model graded_start=on", 1, 1},
    {1, 6, 2e-5, "coupling=model energy_correction=0.5", 1, 1},
    {1, 6, 2e-5, "coupling=model leak=0.9", 1, 1},
    {1, 6, 2e-5, "coupling=model parallel=on", 1, 1},
    {4, 6, 2e-5, "coupling=model directions=3", 1, 1},
    {4, 6, 0.3, "coupling=model directions=0 hidden_states=0", 1, 1},
    {4, 6, 2e-5, "coupling=model directions=0 hidden_states=4", 1, 1},
    {4, 6, 2e-5, "coupling=model slave_step=0.0071", 1, 1},
    {4, 6, 2e-5, "coupling=model graded_start=on", 1, 1},
    {4, 6, 2e-5, "coupling=model energy_correction=0.5", 1, 1},
    {4, 6, 2e-5, "coupling=model leak=0.9", 1, 1},
    {4, 6, 2e-5, "coupling=model parallel=on", 1, 1},
    {5, 6, 0.05, "coupling=model directions=1", 1, 1},
    {5, 6, 0.006, "coupling=model directions=3", 1, 1},
    {5, 6, 0.07, "coupling=model directions=0 hidden_states=0", 1, 1},
    {5, 6, 0.03, "coupling=model directions=0 hidden_states=4", 1, 1},
    {5, 6, 0.08, "coupling=model directions=0 matrices=identified", 1, 1},
    {5, 6, 2e-5, "coupling=model slave_step=0.0071", 1, 1},
    {5, 6, 2e-5, "coupling=model graded_start=on", 1, 1},
    {5, 6, 2e-5, "coupling=model energy_correction=0.5", 1, 1},
    {5, 6, 2e-5, "coupling=model leak=0.9", 1, 1},
    {5, 6, 2e-5, "coupling=model parallel=on", 1, 1},
    {7, 6, 0.0006, "coupling=model directions=1", 1, 1},
    {7, 6, 2e-5, "coupling=model directions=3", 1, 1},
    {7, 6, 0.005, "coupling=model directions=0 hidden_states=0", 1, 1},
    {7, 6, 2e-5, "coupling=model directions=0 hidden_states=4", 1, 1},
    {7, 6, 0.005, "coupling=model directions=0 matrices=identified", 1, 1},
    {7, 6, 2e-5, "coupling=model slave_step=0.0071", 1, 1},
    {7, 6, 2e-5, "coupling=model graded_start=on", 1, 1},
    {7, 6, 3e-05, "coupling=model energy_correction=0.5", 1, 1},
    {7, 6, 2e-5, "coupling=model leak=0.9", 1, 1},
    {7, 6, 2e-5, "coupling=model parallel=on", 1, 1},
    {8, 6, 0.4, "coupling=model directions=1", 1, 1},
    {8, 6, 0.0008, "coupling=model directions=3", 1, 1},
    {8, 6, 0.2, "coupling=model directions=0 hidden_states=0", 1, 1},
    {8, 6, 0.03, "coupling=model directions=0 hidden_states=4", 1, 1},
    {8, 6, 0.2, "coupling=model directions=0 matrices=identified", 1, 1},
    {8, 6, 0.002, "coupling=model slave_step=0.0071", 1, 1},
    {8, 6, 0.0008, "coupling=model graded_start=on", 1, 1},
    {8, 6, 0.0008, "coupling=model energy_correction=0.5", 1, 1},
    {8, 6, 0.0008, "coupling=model leak=0.9", 1, 1},
    {8, 6, 0.0008, "coupling=model parallel=on", 1, 1},
    {1, 6, 0.003, "coupling=model", 1.2, 1},
    {1, 6, 0.003, "coupling=model", 0.8, 1},
    {1, 6, 0.006, "coupling=model", 1, 1.2},
    {1, 6, 0.008, "coupling=model", 1, 0.8},
    {1, 6, 0.02, "coupling=model", 1, 1.5},
    {6, 6, 0.0004, "coupling=model", 1.2, 1},
    {6, 6, 0.0004, "coupling=model", 0.8, 1},
    {6, 6, 0.0007, "coupling=model", 1, 1.2},
    {6, 6, 0.0006, "coupling=model", 1, 0.8},
    {6, 6, 0.002, "coupling=model", 1, 1.5},
    {8, 6, 0.06, "coupling=model", 1.2, 1},
    {8, 6, 0.06, "coupling=model", 0.8, 1},
    {8, 6, 0.02, "coupling=model", 1, 1.2},
    {8, 6, 0.04, "coupling=model", 1, 0.8},
    {8, 6, 0.2, "coupling=model", 1, 1.5},
};

static void test_systems(void) {
    char path[64];
    (void)snprintf(path, sizeof path, "/tmp/test_figures_%ld.mbs", (long)getpid());
    mr_figures_open("tests/libmultirate/figures/directions.txt");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const row *r = &rows[i];
        unseen_system s;
        char name[256];
        CU_ASSERT_FATAL(unseen_system_at(r->system, &s));
        CU_ASSERT_FATAL(unseen_write(&s, path));
        s.duration = 60.0 * s.step;
        unseen_lie(r->effort, r->inertia);
        const unseen_outcome o = unseen_measure(&s, r->ratio, r->options, path, "");
        const int length =
            snprintf(name, sizeof name, "%s, ratio %g, %s", s.name, r->ratio, r->options);
        if (r->effort != 1.0 || r->inertia != 1.0)
            (void)snprintf(name + length, sizeof name - (size_t)length, ", told %g %g", r->effort,
                           r->inertia);
        MR_ASSERT_CLOSE(o.velocity, 0.0, r->most);
        figures_of_run(name, o.velocity, &o.statistics);
        figures_of_heard(o.heard, o.size);
    }
    unseen_lie(1.0, 1.0);
    (void)remove(path);
    mr_figures_close();
}

typedef struct problem_row {
    const char *system;
    double ratio, uneven, most;
    const char *options;
} problem_row;

/* of problems.h; uneven: part by which the master's steps vary */
static const problem_row problem_rows[] = {
    {"two efforts", 3, 0, 2e-5, "coupling=model"},
    {"two efforts", 3, 0.3, 2e-5, "coupling=model directions=0"},
    {"two efforts", 11, 0, 2e-5, "coupling=model"},
    {"two efforts", 11, 0.3, 2e-5, "coupling=model directions=0"},
    {"two efforts", 6, 0.3, 2e-5, "coupling=model break_loop=off"},
    {"two efforts", 6, 0.3, 2e-5, "coupling=model slave_step=0.0071"},
    {"two efforts", 6, 0.3, 2e-5, "coupling=model graded_start=on"},
    {"two efforts", 6, 0.3, 0.04, "coupling=model directions=1"},
    {"two efforts", 6, 0.3, 0.08, "coupling=model directions=0 hidden_states=0"},
    {"two efforts", 6, 0.3, 0.08, "coupling=model directions=0 matrices=identified"},
    {"two efforts", 6, 0.3, 2e-5, "coupling=model directions=0 hidden_states=2"},
    {"slider-crank", 3, 0, 0.0002, "coupling=model"},
    {"slider-crank", 3, 0.3, 0.0002, "coupling=model directions=0"},
    {"slider-crank", 11, 0, 0.002, "coupling=model"},
    {"slider-crank", 11, 0.3, 0.001, "coupling=model directions=0"},
    {"slider-crank", 6, 0.3, 0.0003, "coupling=model break_loop=off"},
    {"slider-crank", 6, 0.3, 0.0002, "coupling=model slave_step=0.0071"},
    {"slider-crank", 6, 0.3, 0.0004, "coupling=model graded_start=on"},
    {"slider-crank", 6, 0.3, 0.003, "coupling=model directions=1"},
    {"slider-crank", 6, 0.3, 0.04, "coupling=model directions=0 hidden_states=0"},
    {"slider-crank", 6, 0.3, 0.03, "coupling=model directions=0 matrices=identified"},
    {"slider-crank", 6, 0.3, 0.0003, "coupling=model directions=0 hidden_states=2"},
    {"rotor", 3, 0, 0.0005, "coupling=model"},
    {"rotor", 3, 0.3, 2e-5, "coupling=model directions=0"},
    {"rotor", 11, 0, 0.005, "coupling=model"},
    {"rotor", 11, 0.3, 2e-5, "coupling=model directions=0"},
    {"rotor", 6, 0.3, 0.002, "coupling=model break_loop=off"},
    {"rotor", 6, 0.3, 0.0009, "coupling=model slave_step=0.0071"},
    {"rotor", 6, 0.3, 0.002, "coupling=model graded_start=on"},
    {"rotor", 6, 0.3, 0.002, "coupling=model directions=1"},
    {"rotor", 6, 0.3, 0.07, "coupling=model directions=0 hidden_states=0"},
    {"rotor", 6, 0.3, 0.07, "coupling=model directions=0 matrices=identified"},
    {"rotor", 6, 0.3, 2e-5, "coupling=model directions=0 hidden_states=2"},
    {"two efforts, kick", 3, 0, 0.006, "coupling=model"},
    {"two efforts, kick", 3, 0.3, 0.007, "coupling=model directions=0"},
    {"two efforts, kick", 11, 0, 0.003, "coupling=model"},
    {"two efforts, kick", 11, 0.3, 0.004, "coupling=model directions=0"},
    {"two efforts, kick", 6, 0.3, 0.004, "coupling=model break_loop=off"},
    {"two efforts, kick", 6, 0.3, 0.004, "coupling=model slave_step=0.0071"},
    {"two efforts, kick", 6, 0.3, 0.004, "coupling=model graded_start=on"},
    {"two efforts, kick", 6, 0.3, 0.04, "coupling=model directions=1"},
    {"two efforts, kick", 6, 0.3, 0.07, "coupling=model directions=0 hidden_states=0"},
    {"two efforts, kick", 6, 0.3, 0.07, "coupling=model directions=0 matrices=identified"},
    {"two efforts, kick", 6, 0.3, 0.004, "coupling=model directions=0 hidden_states=2"},
};

static problem problem_of(const problem_row *r) {
    problem s = strcmp(r->system, "slider-crank") == 0 ? problem_slider_crank(r->ratio, 0.01)
                : strcmp(r->system, "rotor") == 0      ? problem_rotor()
                                                       : problem_two_efforts(r->ratio, 0.01, 0.0);
    if (strcmp(r->system, "two efforts, kick") == 0)
        s.kick = 200.0;
    s.fr = r->ratio;
    return s;
}

static void test_problems(void) {
    mr_figures_open("tests/libmultirate/figures/problems.txt");
    for (size_t i = 0; i < sizeof problem_rows / sizeof *problem_rows; i++) {
        const problem_row *r = &problem_rows[i];
        const problem s = problem_of(r);
        char name[256];
        mr_statistics statistics;
        const double error = problem_error(&s, r->options, r->uneven, &statistics);
        (void)snprintf(name, sizeof name, "%s, ratio %g, uneven %g, %s", r->system, r->ratio,
                       r->uneven, r->options);
        MR_ASSERT_CLOSE(error, 0.0, r->most);
        figures_of_run(name, error, &statistics);
    }
    mr_figures_close();
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_systems),
        MR_TEST(test_problems),
    };
    return mr_test_main("figures_directions", tests, sizeof tests / sizeof *tests, argc, argv);
}
