/* random diagrams, each run in ways that mean the same and must agree to the bit (with an
 * implicit solver to rounding): blocks in another
 * order in the file, part of them in a virtual or atomic subsystem, gains that are not fused,
 * through text and package, and with a state that is saved and restored half way.
 * AGREEMENT_DIAGRAMS=20000 looks further than the daily run, AGREEMENT_SHOW=65 shows a diagram */
#include "emit.h"
#include "random_diagram.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/run.h"
#include "mr_test.h"

#define DIAGRAMS 300

typedef struct outcome {
    bd_run *run;
    bd_diagram *diagram;
    bd_error error;
} outcome;

static void outcome_free(outcome *o) {
    bd_run_free(o->run);
    bd_diagram_free(o->diagram);
}

static outcome run_diagram(bd_diagram *diagram) {
    outcome o = {.diagram = diagram};
    if (diagram && bd_run_compile(diagram, NULL, NULL, NULL, &o.run, &o.error) == BD_OK)
        bd_run_complete(o.run, &o.error);
    return o;
}

static outcome run_bytes(void *bytes, size_t size) {
    bd_diagram *diagram = NULL;
    bd_error error = {0};
    if (bd_diagram_read_memory(bytes, size, "m", NULL, &diagram, NULL, &error) != BD_OK)
        printf("%s\n", error.text);
    free(bytes);
    CU_ASSERT_PTR_NOT_NULL_FATAL(diagram);
    return run_diagram(diagram);
}

static int find_record(const bd_run *run, const char *name) {
    for (int i = 0; i < bd_run_record_count(run); i++)
        if (strcmp(bd_run_record(run, i)->name, name) == 0)
            return i;
    return -1;
}

static bool is_same(double a, double b, double tolerance) {
    return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= tolerance * fmax(1.0, fabs(b));
}

/* an implicit solver eliminates states in their order, which rounds differently */
static double tolerance_of(const bd_run *run) {
    return strcmp(bd_model_solver(bd_run_model(run)), "ode14x") == 0 ? 1e-9 : 0.0;
}

/* the first difference as a sentence; "" if there is none */
static void compare(const bd_run *a, const bd_run *b, char *what, size_t size) {
    *what = '\0';
    double tolerance = tolerance_of(a);
    for (int i = 0; i < bd_run_record_count(a); i++) {
        const bd_record *x = bd_run_record(a, i);
        int k = find_record(b, x->name);
        const bd_record *y = k < 0 ? NULL : bd_run_record(b, k);
        if (!y || y->width != x->width || y->row_count != x->row_count) {
            snprintf(what, size, "%s has %zu rows and %zu", x->name, x->row_count,
                     y ? y->row_count : 0);
            return;
        }
        for (size_t r = 0; r < x->row_count; r++) {
            double t = bd_run_record_time(a, i, r), u = bd_run_record_time(b, k, r);
            for (int w = 0; w < x->width; w++) {
                double v = bd_run_record_row(a, i, r)[w];
                double z = bd_run_record_row(b, k, r)[w];
                if (!is_same(t, u, 0.0) || !is_same(v, z, tolerance)) {
                    snprintf(what, size, "%s(%.17g) is %.17g, and at %.17g %.17g", x->name, t, v, u,
                             z);
                    return;
                }
            }
        }
    }
}

static void agree(const outcome *base, outcome other, const char *way, uint64_t seed) {
    char what[300] = "";
    if ((base->error.status == BD_OK) != (other.error.status == BD_OK))
        snprintf(what, sizeof what, "one failed: %.250s%.20s", other.error.text, base->error.text);
    else if (base->run && other.run)
        compare(base->run, other.run, what, sizeof what);
    if (*what) {
        printf("    seed %llu, %s: %s\n", (unsigned long long)seed, way, what);
        CU_FAIL("two ways differ");
    }
    outcome_free(&other);
}

/* runs to the middle, saves, goes on, comes back and goes on again */
static outcome run_restored(bd_diagram *diagram, size_t steps) {
    outcome o = {.diagram = diagram};
    if (bd_run_compile(diagram, NULL, NULL, NULL, &o.run, &o.error) != BD_OK)
        return o;
    bd_status status = bd_run_start(o.run, &o.error);
    for (size_t i = 0; i < steps / 2 && status == BD_OK; i++)
        status = bd_run_step(o.run, &o.error);
    size_t size = bd_run_state_size(o.run);
    void *bytes = malloc(size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
    CU_ASSERT_EQUAL(bd_run_save(o.run, bytes, size, NULL), BD_OK);
    double time = bd_run_time(o.run);
    for (int i = 0; i < 5 && status == BD_OK && !bd_run_is_done(o.run); i++)
        status = bd_run_step(o.run, &o.error);
    if (status == BD_OK) {
        CU_ASSERT_EQUAL(bd_run_restore(o.run, bytes, size, NULL), BD_OK);
        bd_run_forget_records(o.run, time);
    }
    free(bytes);
    while (status == BD_OK && !bd_run_is_done(o.run))
        status = bd_run_step(o.run, &o.error);
    bd_run_finish(o.run, NULL);
    return o;
}

static const plan_form flat = {.first = 0, .last = -1};

static uint64_t diagrams(void) {
    const char *wish = getenv("AGREEMENT_DIAGRAMS");
    return wish ? strtoull(wish, NULL, 10) : DIAGRAMS;
}

/* calls a way for every plan that runs at all; most must */
static void for_each_plan(void (*try)(const plan *, const outcome *, uint64_t)) {
    static plan p;
    uint64_t ran = 0, all = diagrams();
    for (uint64_t seed = 1; seed <= all; seed++) {
        plan_make(&p, seed);
        outcome base = run_diagram(plan_build(&p, &flat));
        ran += base.error.status == BD_OK;
        if (base.error.status != BD_OK && getenv("AGREEMENT_DIAGRAMS"))
            printf("    seed %llu: %s\n", (unsigned long long)seed, base.error.text);
        try(&p, &base, seed);
        outcome_free(&base);
    }
    if (ran < all * 9 / 10)
        printf("    only %llu of %llu run\n", (unsigned long long)ran, (unsigned long long)all);
    CU_ASSERT(ran >= all * 9 / 10);
}

static void try_order(const plan *p, const outcome *base, uint64_t seed) {
    plan_form form = flat;
    form.shuffle = seed * 2 + 1;
    agree(base, run_diagram(plan_build(p, &form)), "another order", seed);
}

static void test_order_of_blocks_and_lines_does_not_matter(void) {
    for_each_plan(try_order);
}

static void try_nested(const plan *p, const outcome *base, uint64_t seed) {
    plan_form form = flat;
    if (plan_find_interval(p, seed, false, &form.first, &form.last))
        agree(base, run_diagram(plan_build(p, &form)), "in a virtual subsystem", seed);
    form.atomic = true;
    if (plan_find_interval(p, seed, true, &form.first, &form.last))
        agree(base, run_diagram(plan_build(p, &form)), "in an atomic subsystem", seed);
}

static void test_a_part_may_be_in_a_subsystem(void) {
    for_each_plan(try_nested);
}

static void try_unfused(const plan *p, const outcome *base, uint64_t seed) {
    plan_form form = flat;
    form.gains_multiply = true;
    agree(base, run_diagram(plan_build(p, &form)), "gains as products", seed);
}

static void test_fused_chains_compute_what_single_blocks_do(void) {
    for_each_plan(try_unfused);
}

static void try_files(const plan *p, const outcome *base, uint64_t seed) {
    size_t size = 0;
    bd_diagram *diagram = plan_build(p, &flat);
    char *text = emit_text(diagram, "8.5", &size);
    agree(base, run_bytes(text, size), "as text", seed);
    void *bytes = emit_package(diagram, &size);
    agree(base, run_bytes(bytes, size), "as a package", seed);
    CU_ASSERT_EQUAL_FATAL(bd_diagram_write_memory(diagram, &text, &size, NULL), BD_OK);
    agree(base, run_bytes(text, size), "as the product writes it", seed);
    bd_diagram_free(diagram);
}

static void test_files_say_the_same(void) {
    for_each_plan(try_files);
}

static void try_restored(const plan *p, const outcome *base, uint64_t seed) {
    if (base->error.status != BD_OK)
        return;
    size_t steps = bd_run_time_count(base->run);
    agree(base, run_restored(plan_build(p, &flat), steps), "restored half way", seed);
}

static void test_a_saved_state_goes_on_the_same(void) {
    for_each_plan(try_restored);
}

/* AGREEMENT_SHOW=65: the diagram of that seed as text */
static void show_diagram(void) {
    static plan p;
    size_t size = 0;
    plan_make(&p, strtoull(getenv("AGREEMENT_SHOW"), NULL, 10));
    bd_diagram *diagram = plan_build(&p, &flat);
    char *text = emit_text(diagram, "8.5", &size);
    fputs(text, stdout);
    free(text);
    bd_diagram_free(diagram);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_order_of_blocks_and_lines_does_not_matter),
        MR_TEST(test_a_part_may_be_in_a_subsystem),
        MR_TEST(test_fused_chains_compute_what_single_blocks_do),
        MR_TEST(test_files_say_the_same),
        MR_TEST(test_a_saved_state_goes_on_the_same),
    };
    static const mr_test shown[] = {MR_TEST(show_diagram)};
    if (getenv("AGREEMENT_SHOW"))
        return mr_test_main("net_agreement", shown, 1, 1, argv);
    return mr_test_main("net_agreement", tests, sizeof tests / sizeof tests[0], argc, argv);
}
