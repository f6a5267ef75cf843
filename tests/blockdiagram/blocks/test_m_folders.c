/* functions that lie neither beside the model nor on its path, and sizes that need more than a call
 * with zeros */
#define _POSIX_C_SOURCE 200809L
#include "m_model.h"

/* a tree: top/startup.m, top/models/m.mdl and what a test adds */
typedef struct tree {
    char top[32], model[64];
    const char *files[6], *folders[6]; /* names below it */
    int file_count, folder_count;
} tree;

typedef struct path {
    char text[128];
} path;

static path path_of(const tree *t, const char *name) {
    path made;
    snprintf(made.text, sizeof made.text, "%s/%s", t->top, name);
    return made;
}

static void tree_folder(tree *t, const char *name) {
    t->folders[t->folder_count++] = name;
    CU_ASSERT_EQUAL_FATAL(mkdir(path_of(t, name).text, 0700), 0);
}

static void tree_file(tree *t, const char *name, const char *text) {
    t->files[t->file_count++] = name;
    FILE *file = fopen(path_of(t, name).text, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs(text, file);
    fclose(file);
}

static void tree_make(tree *t) {
    *t = (tree){.top = "/tmp/bd_m_treeXXXXXX"};
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(t->top));
    tree_folder(t, "models");
    tree_folder(t, "functions");
    tree_folder(t, "others");
    snprintf(t->model, sizeof t->model, "%s/models/m.mdl", t->top);
    tree_file(t, "startup.m", "addpath functions\n");
}

static void tree_remove(tree *t) {
    while (t->file_count > 0)
        unlink(path_of(t, t->files[--t->file_count]).text);
    while (t->folder_count > 0)
        rmdir(path_of(t, t->folders[--t->folder_count]).text);
    rmdir(t->top);
}

static const char calls_twice[] = "function [y, n] = fcn(u, k)\ny = twice(3);\nn = 0;\nend\n";

/* a warning with this in it; NULL: none at all */
static result run_at(const tree *t, const char *script, bd_log *log) {
    const char *text = function_model(script, "", "dataType \"Inherit: Same as Simulink\"\n");
    result r = {0};
    bd_options options = bd_options_default();
    options.log = log;
    r.status =
        bd_diagram_read_memory(text, strlen(text), t->model, NULL, &r.diagram, NULL, &r.error);
    if (r.status == BD_OK)
        r.status = bd_workspace_create("base", NULL, &r.base, &r.error);
    if (r.status == BD_OK)
        r.status = bd_workspace_run(r.base, "k = 0;", "test", NULL, &r.error);
    if (r.status == BD_OK)
        r.status = bd_model_compile(r.diagram, r.base, &options, &r.model, &r.error);
    if (r.status == BD_OK)
        r.status = bd_run_create(r.model, &(bd_run_options){.log = log}, &r.run, &r.error);
    if (r.status == BD_OK)
        r.status = bd_run_complete(r.run, &r.error);
    return r;
}

static void test_functions_of_the_collection_are_found_and_told(void) {
    tree t;
    bd_log log = {0};
    tree_make(&t);
    tree_file(&t, "functions/twice.m", "function y = twice(x)\ny = half_of(4) * x;\n");
    tree_file(&t, "functions/half_of.m", "function y = half_of(x)\ny = x / 2;\n");
    result r = run_at(&t, calls_twice, &log);
    assert_runs(&r);
    CU_ASSERT_EQUAL(last(&r, "y", 0), 6.0);
    CU_ASSERT(is_told(&log, "the function 'twice' is taken from "));
    CU_ASSERT(is_told(&log, "/functions/half_of.m"));
    finish(&r);
    bd_log_free(&log);
    tree_remove(&t);
}

/* which of two is meant only the user knows; two copies are one */
static void test_two_different_functions_are_not_guessed(void) {
    tree t;
    bd_log log = {0};
    tree_make(&t);
    tree_file(&t, "functions/twice.m", "function y = twice(x)\ny = 2 * x;\n");
    tree_file(&t, "others/twice.m", "function y = twice(x)\ny = 2 * x;\n");
    result r = run_at(&t, calls_twice, &log);
    assert_runs(&r);
    CU_ASSERT_EQUAL(last(&r, "y", 0), 6.0);
    finish(&r);
    bd_log_free(&log);
    log = (bd_log){0};
    t.file_count--;
    tree_file(&t, "others/twice.m", "function y = twice(x)\ny = 2.5 * x;\n");
    r = run_at(&t, calls_twice, &log);
    CU_ASSERT_EQUAL(r.status, BD_UNKNOWN_NAME);
    CU_ASSERT_PTR_NOT_NULL(strstr(r.error.text, "there is no variable or function 'twice'"));
    CU_ASSERT(is_told(&log, "'twice' is a function in "));
    finish(&r);
    bd_log_free(&log);
    tree_remove(&t);
}

/* as on a path made of all folders below one: a folder comes before those inside of it */
static void test_a_folder_comes_before_those_inside_of_it(void) {
    tree t;
    bd_log log = {0};
    tree_make(&t);
    tree_folder(&t, "functions/old");
    tree_file(&t, "functions/old/twice.m", "function y = twice(x)\ny = 99;\n");
    tree_file(&t, "functions/twice.m", "function y = twice(x)\ny = 2 * x;\n");
    result r = run_at(&t, calls_twice, &log);
    assert_runs(&r);
    CU_ASSERT_EQUAL(last(&r, "y", 0), 6.0);
    CU_ASSERT(is_told(&log, "/functions/twice.m"));
    finish(&r);
    bd_log_free(&log);
    tree_remove(&t);
}

/* a name that is put together in a branch which only the run comes to */
static void test_functions_that_a_run_is_the_first_to_call_are_found(void) {
    tree t;
    bd_log log = {0};
    tree_make(&t);
    tree_file(&t, "functions/twice.m", "function y = twice(x)\ny = 2 * x;\n");
    result r = run_at(&t,
                      "function [y, n] = fcn(u, k)\ny = 0;\nn = 0;\nif u > 0.45\n"
                      "  name = ['twi' 'ce'];\n  y = feval(name, 3);\nend\nend\n",
                      &log);
    assert_runs(&r);
    CU_ASSERT_EQUAL(last(&r, "y", 0), 6.0);
    CU_ASSERT(is_told(&log, "the function 'twice' is taken from "));
    finish(&r);
    bd_log_free(&log);
    tree_remove(&t);
}

/* the nearest one, and never in place of what is known anyway */
static void test_files_around_replace_nothing(void) {
    tree t;
    bd_log log = {0};
    tree_make(&t);
    tree_file(&t, "functions/cosd.m", "function y = cosd(x)\ny = 77;\n");
    tree_file(&t, "functions/twice.m", "function y = twice(x)\ny = 99;\n");
    tree_folder(&t, "models/mine");
    tree_file(&t, "models/mine/twice.m", "function y = twice(x)\ny = 2 * x;\n");
    result r = run_at(&t, "function [y, n] = fcn(u, k)\ny = twice(3);\nn = cosd(60);\nend\n", &log);
    assert_runs(&r);
    CU_ASSERT_EQUAL(last(&r, "y", 0), 6.0);
    CU_ASSERT_DOUBLE_EQUAL(last(&r, "n", 0), 0.5, 1e-15);
    CU_ASSERT_FALSE(is_told(&log, "cosd"));
    finish(&r);
    bd_log_free(&log);
    /* without anybody to be told nothing is looked for */
    r = run_at(&t, calls_twice, NULL);
    CU_ASSERT_EQUAL(r.status, BD_UNKNOWN_NAME);
    finish(&r);
    tree_remove(&t);
}

/* a name in feval, and what is drawn on the way */
static void test_drawing_gives_handles(void) {
    tree t;
    bd_log log = {0};
    tree_make(&t);
    tree_file(&t, "functions/twice.m",
              "function y = twice(x)\nh = plot(x, x);\nset(gca, 'XLim', [0 1]);\ny = 2 * x;\n");
    result r =
        run_at(&t, "function [y, n] = fcn(u, k)\ny = feval('twice', 4);\nn = 0;\nend\n", &log);
    assert_runs(&r);
    CU_ASSERT_EQUAL(last(&r, "y", 0), 8.0);
    finish(&r);
    bd_log_free(&log);
    tree_remove(&t);
}

/* a table of zeros does not rise, a matrix of zeros has no inverse */
static void test_sizes_where_zeros_fail(void) {
    tree t;
    tree_make(&t);
    result r = run_at(&t,
                      "function [y, n] = fcn(u, k)\n"
                      "y = interp1([u u + k + 1 u + 3], [1 2 3], u + [0.5 1]);\n"
                      "n = 1 / error_at_zero(u + 1);\nend\n"
                      "function v = error_at_zero(w)\nv = w;\nend\n",
                      NULL);
    assert_runs(&r);
    CU_ASSERT_DOUBLE_EQUAL(last(&r, "y", 0), 1.5, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(last(&r, "y", 1), 2.0, 1e-12);
    finish(&r);
    r = run_at(&t,
               "function [y, n] = fcn(u, k)\nif u == 0, error('nothing'); end\n"
               "y = [u; 2 * u];\nn = 1;\nend\n",
               NULL);
    /* the size is known, and the code fails where it must: at t = 0 */
    CU_ASSERT_NOT_EQUAL(r.status, BD_OK);
    CU_ASSERT_PTR_NOT_NULL(strstr(r.error.text, "nothing"));
    CU_ASSERT_PTR_NULL(strstr(r.error.text, "cannot be found"));
    finish(&r);
    tree_remove(&t);
}

/* the code of a mask may be a script, which lies where those of callbacks do */
static void test_masks_run_scripts(void) {
    static const char text[] =
        "Model {\nName \"m\"\nSolver \"FixedStepDiscrete\"\nFixedStep \"1\"\nStopTime \"1\"\n"
        "System {\nBlock {\nBlockType SubSystem\nName \"s\"\nPorts [0, 1]\n"
        "MaskVariables \"a=@1;\"\nMaskValueString \"4\"\nMaskPromptString \"a\"\n"
        "MaskStyleString \"edit\"\nMaskInitialization \"prepare\"\nSystem {\n"
        "Block {\nBlockType Constant\nName \"c\"\nValue \"b\"\n}\n"
        "Block {\nBlockType Outport\nName \"o\"\n}\n"
        "Line {\nSrcBlock \"c\"\nSrcPort 1\nDstBlock \"o\"\nDstPort 1\n}\n}\n}\n"
        "Block {\nBlockType Outport\nName \"y\"\n}\n"
        "Line {\nSrcBlock \"s\"\nSrcPort 1\nDstBlock \"y\"\nDstPort 1\n}\n}\n}\n";
    tree t;
    tree_make(&t);
    tree_file(&t, "models/prepare.m", "if a == 4\n  b = 10*a + 2;\nend\n");
    result r = {0};
    r.status =
        bd_diagram_read_memory(text, sizeof text - 1, t.model, NULL, &r.diagram, NULL, &r.error);
    if (r.status == BD_OK)
        r.status = bd_run_compile(r.diagram, NULL, NULL, NULL, &r.run, &r.error);
    if (r.status == BD_OK)
        r.status = bd_run_complete(r.run, &r.error);
    assert_runs(&r);
    CU_ASSERT_EQUAL(last(&r, "y", 0), 42.0);
    finish(&r);
    tree_remove(&t);
}

int main(int argc, char **argv) {
    const mr_test tests[] = {MR_TEST(test_functions_of_the_collection_are_found_and_told),
                             MR_TEST(test_two_different_functions_are_not_guessed),
                             MR_TEST(test_a_folder_comes_before_those_inside_of_it),
                             MR_TEST(test_functions_that_a_run_is_the_first_to_call_are_found),
                             MR_TEST(test_files_around_replace_nothing),
                             MR_TEST(test_masks_run_scripts),
                             MR_TEST(test_drawing_gives_handles),
                             MR_TEST(test_sizes_where_zeros_fail)};
    return mr_test_main("m_folders", tests, sizeof tests / sizeof *tests, argc, argv);
}
