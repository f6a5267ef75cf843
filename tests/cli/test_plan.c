/* lists become points, descriptions become cases and runs, templates become text */
#define _GNU_SOURCE
#include "mr_test.h"

#include "study.h"
#include "sweep.h"
#include "template.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- sweeps ---- */

static void begin_sweep(sweep *s, sweep_design design, int samples) {
    bd_error error;
    *s = (sweep){.folder = "nowhere", .design = design, .samples = samples, .seed = 1};
    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("base", NULL, &s->model.base, &error), BD_OK);
}

static void test_grid_runs_the_last_fastest(void) {
    static const char *const expected[] = {"1 sf", "1 ff", "2 sf", "2 ff", "4 sf", "4 ff"};
    char a[32], b[32], both[80];
    sweep s;
    begin_sweep(&s, SWEEP_GRID, 0);
    CU_ASSERT_TRUE(sweep_add_variation(&s, "fr=1:4:3"));
    CU_ASSERT_TRUE(sweep_add_variation(&s, "scheme=sf,ff"));
    CU_ASSERT_TRUE(sweep_plan(&s));
    CU_ASSERT_EQUAL_FATAL(s.count, 6);
    for (int i = 0; i < 6; i++) {
        snprintf(both, sizeof both, "%s %s", sweep_value(&s, i, 0, true, a),
                 sweep_value(&s, i, 1, true, b));
        CU_ASSERT_STRING_EQUAL(both, expected[i]);
    }
    CU_ASSERT_STRING_EQUAL(sweep_value(&s, 1, 1, false, b), "'ff'"); /* as an expression */
    sweep_free(&s);
}

static void test_zip_needs_one_length(void) {
    sweep s;
    begin_sweep(&s, SWEEP_ZIP, 0);
    CU_ASSERT_TRUE(sweep_add_variation(&s, "a=[1:0.5:2]"));
    CU_ASSERT_TRUE(sweep_add_variation(&s, "b={'x','y'}"));
    CU_ASSERT_FALSE(sweep_plan(&s)); /* three and two */
    sweep_free(&s);
}

/* one sample in each of N equal parts, for each variation */
static void test_latin_hypercube_fills_every_part(void) {
    enum { N = 20 };
    bool seen[2][N] = {{false}};
    char buffer[32];
    sweep s;
    begin_sweep(&s, SWEEP_LATIN, N);
    CU_ASSERT_TRUE(sweep_add_variation(&s, "a=0:10"));
    CU_ASSERT_TRUE(sweep_add_variation(&s, "b=1:100:log"));
    CU_ASSERT_TRUE(sweep_plan(&s));
    for (int i = 0; i < N; i++) {
        const double a = atof(sweep_value(&s, i, 0, true, buffer)) / 10.0;
        const double b = log10(atof(sweep_value(&s, i, 1, true, buffer))) / 2.0;
        CU_ASSERT_FATAL(a > 0.0 && a < 1.0 && b > 0.0 && b < 1.0);
        seen[0][(int)(a * N)] = seen[1][(int)(b * N)] = true;
    }
    for (int i = 0; i < N; i++)
        CU_ASSERT_TRUE(seen[0][i] && seen[1][i]);
    sweep_free(&s);
}

/* ---- studies ---- */

static char path[] = "/tmp/test_plan_XXXXXX.yaml";

static bool plan(study *s, const char *text) {
    bd_error error;
    FILE *file = fopen(path, "w");
    *s = (study){.folder = "nowhere"};
    if (!file)
        return false;
    fputs(text, file);
    fclose(file);
    return description_open(&s->file, "study", path) &&
           bd_workspace_create("options", NULL, &s->options, &error) == BD_OK && study_plan(s);
}

static double setting(const study *s, int index, const char *name) {
    return bd_value_real_at(bd_workspace_find_own(s->cases[index].settings, name), 0);
}

static void test_cases_of_the_same_settings_share_a_run(void) {
    study s;
    CU_ASSERT_TRUE_FATAL(plan(&s, "settings: {a: 1, b: 2, word: 'x'}\n"
                                  "references: {first: {keep: [time]}}\n"
                                  "cases:\n"
                                  "- {group: one, row: true, each: {a: [1, 3], b: \"2:3\"}}\n"
                                  "- {group: two, let: {a: 3, b: a}, keep: [x]}\n"
                                  "- {group: never, if: false, let: {a: 9}}\n"
                                  "- {group: some, each: {a: \"1:9\"}, only: \"mod(a, 4) == 0\"}\n"
                                  "weight: a\n"
                                  "run: {model: 'm.mdl'}\n"));
    CU_ASSERT_EQUAL_FATAL(s.count, 1 + 4 + 1 + 2);
    CU_ASSERT_EQUAL(s.reference_count, 1);
    CU_ASSERT_EQUAL(s.rows, 4);
    CU_ASSERT_EQUAL(setting(&s, 2, "b"), 3.0); /* the last list runs fastest */
    CU_ASSERT_EQUAL(setting(&s, 3, "a"), 3.0);
    CU_ASSERT_EQUAL(setting(&s, 5, "b"), 3.0); /* let sees what is before it */
    CU_ASSERT_EQUAL(s.run_count, 6);           /* first = one(1, 2), two = one(3, 3) */
    CU_ASSERT_EQUAL(s.cases[0].run, s.cases[1].run);
    CU_ASSERT_EQUAL(s.cases[4].run, s.cases[5].run);
    CU_ASSERT_EQUAL(s.cases[7].run, 0); /* a = 8 takes longest and goes first */
    CU_ASSERT_EQUAL(s.runs[s.cases[4].run].keep.count, 1);
    study_free(&s);
}

static void test_slips_of_the_pen_are_refused(void) {
    static const char *const texts[] = {
        "settings: {a: 1}\ncases: [{group: one, let: {b: 1}}]\n",
        "settings: {a: 1}\ncases: [{group: one, each: {a: nowhere}}]\n",
        "settings: {a: 1}\ncases: [{group: one, eech: {a: 1}}]\n",
        "settings: {a: 1}\ncases: [{each: {a: 1}}]\n",
        "settings: {a: 1}\ncases: [{group: one, keep: time}]\n",
        "settings: {a: 1}\ncases: [one]\n",
        "settings: {a: &x [*x]}\ncases: [{group: one}]\n",
        "settings: {a: 1, a: 2}\ncases: [{group: one}]\n",
        "settings: {a: 1}\ncases: []\n",
        "settings: {a: 1}\ncases: [{group: one}]\nprepare: [{do: \"x = \"}]\n",
        "settings: {a: 1}\ncases: [{group: one}]\nprepare: [{if: true, refuse: 'no <%= a'}]\n",
        "settings: {a: 1}\ncases: [{group: one}]\nresults: {a: '%s'}\n",
        "settings: {a: 1}\ncases: [{group: one}]\nresults: {a: '%g%g'}\n",
        "settings: {a: 1}\ncases: [{group: one}]\nresults: {b: '%g'}\n",
        "settings: {a: 1}\ncases: [{group: one}]\nreport: nowhere.html\n",
        "[a, b]\n",
        "{a: [\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        study s;
        CU_ASSERT_FALSE(plan(&s, texts[i]));
        study_free(&s);
    }
}

/* ---- templates ---- */

static void fills(const char *template, const char *expected) {
    bd_error error = {0};
    bd_workspace *w = NULL;
    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("test", NULL, &w, &error), BD_OK);
    (void)bd_workspace_set_scalar(w, "x", 2.5, &error);
    (void)bd_workspace_set_text(w, "name", "it's", &error);
    char *text = template_fill(template, "page", w, &error);
    if (expected) {
        CU_ASSERT_PTR_NOT_NULL_FATAL(text);
        CU_ASSERT_STRING_EQUAL(text, expected);
    } else {
        CU_ASSERT_PTR_NULL(text);
    }
    free(text);
    bd_workspace_free(w);
}

static void test_templates(void) {
    fills("", "");
    fills("no code, 100 % 'quoted'\n", "no code, 100 % 'quoted'\n");
    fills("<%= name %>: <%= 2*x %>!", "it's: 5!");
    fills("<% for i = 1:3 %>\n<%= i %>,\n<% end %>\nend\n", "1,\n2,\n3,\nend\n");
    fills("<% if x > 3 %>large<% else %>small<% end %>", "small");
    fills("<%= sprintf('%.2f', x) %> <% y = x'; % a comment %>text", "2.50 text");
    fills("<%= x' # another %>", "2.5");
    fills("<%= nothing %>", NULL);
    fills("<%= x", NULL);
    fills("<% for i = 1:3 %>", NULL);
}

static void test_a_mistake_names_its_line(void) {
    bd_error error = {0};
    CU_ASSERT_PTR_NULL(
        template_fill("one\n<% y = 1;\ny = 2; %>\n<%= nothing %>\n", "page", NULL, &error));
    MR_ASSERT_CONTAINS(error.text, "page:4");
    MR_ASSERT_CONTAINS(error.text, "nothing");
}

static const mr_test tests[] = {
    MR_TEST(test_grid_runs_the_last_fastest),
    MR_TEST(test_zip_needs_one_length),
    MR_TEST(test_latin_hypercube_fills_every_part),
    MR_TEST(test_cases_of_the_same_settings_share_a_run),
    MR_TEST(test_slips_of_the_pen_are_refused),
    MR_TEST(test_templates),
    MR_TEST(test_a_mistake_names_its_line),
};

int main(int argc, char **argv) {
    const int file = mkstemps(path, 5);
    if (file < 0)
        return 1;
    close(file);
    const int code = mr_test_main("cli plan", tests, sizeof tests / sizeof *tests, argc, argv);
    unlink(path);
    return code;
}
