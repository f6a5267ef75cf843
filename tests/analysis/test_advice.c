/* `multirate advise` on systems that it has never seen, against runs of every setting that it
 * chooses from, with the same step of the slave
 *
 * ADVICE_CASES: how many; ADVICE_SEED: other ones; ADVICE_VERBOSE: all of them are told. */
#define _POSIX_C_SOURCE 200809L
#include "analysis/advise.h"
#include "mr_test.h"
#include "unseen.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CASES (MR_SANITIZED ? 1 : 6)

static long number(const char *name, long otherwise) {
    const char *text = getenv(name);
    return text ? atol(text) : otherwise;
}

/* the system as variables of models/unseen/unseen.mdl; false: it is none of the slaves there */
static bool as_settings(const unseen_system *s, double fr, char *text, size_t size) {
    char parameters[1024] = "";
    size_t used = 0;
#define ADD(...) used += (size_t)snprintf(parameters + used, sizeof parameters - used, __VA_ARGS__)
    if (s->masses == 0) {
        ADD("angle=%.17g", s->start[0]);
    } else {
        ADD("N=%d gap=%.17g cubic=%.17g", s->masses, s->spring[0].gap, s->spring[0].cubic);
        for (int i = 0; i < s->masses; i++) {
            const unseen_spring *k = &s->spring[i];
            if (s->springs != s->masses || s->masses > 6 || k->a != i ||
                k->b != (i + 1 < s->masses ? i + 1 : -1))
                return false;
            ADD(" m%d=%.17g k%d=%.17g c%d=%.17g x%d=%.17g", i, s->mass[i], i, k->stiffness, i,
                k->damping, i, s->start[i]);
        }
    }
#undef ADD
    const double p = s->masses > 0 ? s->start[0] : sin(s->start[0]);
    snprintf(text, size,
             "--set fr=%.17g --set base=%.17g --set h=%.17g --set t_end=%.17g --set x1_start=%.17g "
             "--set p_start=%.17g --set \"slave='%s'\" --set \"system='%s'\"",
             fr, s->base, s->step, s->duration, s->master_start, p,
             s->masses > 0 ? "chain.mbs" : "hanging_mass.mbs", parameters);
    return true;
}

/* what the program advises: the options of its first setting, and its slave step */
static bool ask(const char *settings, char *options, size_t size, double *slave_step) {
    char command[4096];
    static char said[1 << 18];
    snprintf(command, sizeof command,
             "\"%s/bin/multirate\" advise \"%s/models/unseen/unseen.mdl\" %s --json 2>/dev/null",
             MR_BINARY_DIR, MR_SOURCE_DIR, settings);
    FILE *pipe = popen(command, "r");
    if (!pipe)
        return false;
    said[fread(said, 1, sizeof said - 1, pipe)] = '\0';
    const int code = pclose(pipe);
    const char *first = strstr(said, "\"settings\"");
    const char *step = first ? strstr(first, "\"slave_step\": ") : NULL;
    const char *setting = first ? strstr(first, "\"setting\": \"") : NULL;
    if (code != 0 || !step || !setting)
        return false;
    *slave_step = strtod(step + 14, NULL);
    setting += 12;
    snprintf(options, size, "%.*s", (int)strcspn(setting, "\""), setting);
    if (strncmp(options, "(as it is)", 10) == 0) /* the model's own */
        snprintf(options, size, "scheme=ff order=1");
    return true;
}

/* the smallest error of all settings with this step of the slave */
static double best_of_all(const unseen_system *s, double fr, const char *path, const char *step,
                          char *which, size_t size) {
    an_pair pair = {.coordinate_count = 1};
    an_question q = {.pair = &pair, .directed = true};
    an_candidate *list = NULL;
    int count = 0;
    mr_message message = {""};
    double best = INFINITY;
    an_coupling_default(&q.coupling);
    CU_ASSERT_EQUAL_FATAL(an_candidates(&q, s->step, &list, &count, &message), MR_OK);
    for (int i = 0; i < count; i++) {
        const double error = unseen_measure(s, fr, list[i].text, path, step).velocity;
        if (error < best) {
            best = error;
            snprintf(which, size, "%s", list[i].text);
        }
    }
    free(list);
    return best;
}

/* straight, stiff, cubic, damped chains; now and then a named system */
static void draw(mr_random *random, unseen_system *s, double *fr) {
    do {
        const int index = mr_random_below(random, 5) == 0 ? mr_random_below(random, UNSEEN_NAMED)
                                                          : 20000 + mr_random_below(random, 50000);
        CU_ASSERT_TRUE_FATAL(unseen_system_at(index, s));
    } while (s->masses > 6);
    *fr = exp(mr_random_uniform(random, log(1.5), log(100.0)));
}

static void test_advice_is_near_the_best_at_the_same_cost(void) {
    const int cases = (int)number("ADVICE_CASES", CASES);
    mr_random random = {(uint64_t)number("ADVICE_SEED", 90210)};
    int near = 0, unstable = 0, smaller = 0, asked = 0;
    char path[64];
    snprintf(path, sizeof path, "/tmp/test_advice_%ld.mbs", (long)getpid());
    while (asked < cases) {
        unseen_system s;
        double fr, step = 0.0;
        char settings[3000], chosen[256], best_text[256] = "";
        draw(&random, &s, &fr);
        if (!as_settings(&s, fr, settings, sizeof settings))
            continue;
        asked++;
        const bool answered = ask(settings, chosen, sizeof chosen, &step);
        CU_ASSERT_TRUE(answered);
        if (!answered)
            continue;
        char imposed[64]; /* equal cost: all with the step that was advised */
        snprintf(imposed, sizeof imposed, "step=%.17g", step);
        smaller += step < 0.999 * s.step;
        CU_ASSERT_TRUE_FATAL(unseen_write(&s, path));
        const double error = unseen_measure(&s, fr, chosen, path, imposed).velocity;
        const double best = best_of_all(&s, fr, path, imposed, best_text, sizeof best_text);
        (void)remove(path);
        /* a thousandth of the signal is nothing that a setting could be blamed for */
        const bool good = error <= 2.0 * best || error <= 1e-3;
        near += good;
        unstable += !(error < 2.0);
        if (!good || getenv("ADVICE_VERBOSE"))
            printf("%s FR %.4g, step %g: %.3g by %s; best %.3g by %s\n", s.name, fr, step, error,
                   chosen, best, best_text);
        (void)fflush(stdout);
    }
    printf("(%d of %d within twice the best, %d unstable, %d with smaller steps) ", near, cases,
           unstable, smaller);
    CU_ASSERT(near * 100 >= 95 * cases - 95);
    CU_ASSERT_EQUAL(unstable, 0);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_advice_is_near_the_best_at_the_same_cost),
    };
    return mr_test_main("analysis_advice", tests, sizeof tests / sizeof *tests, argc, argv);
}
