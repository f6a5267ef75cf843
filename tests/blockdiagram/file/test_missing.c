/* what a model lacks is told in one sentence, with the file beside it that sets it */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "blockdiagram/run.h"
#include "mr_test.h"
#include "scratch.h"

static void sentence_of(const char *blocks, char *text, size_t size) {
    bd_error error = {0};
    bd_diagram *diagram = NULL;
    bd_workspace *base = NULL;
    bd_run *run = NULL;
    char model[2000];
    snprintf(model, sizeof model, "Model {\n Name \"m\"\n StopTime \"0\"\n System {\n%s }\n}\n",
             blocks);
    const char *path = scratch_text(scratch_folder(), "m.mdl", model);
    CU_ASSERT_EQUAL_FATAL(bd_diagram_read(path, NULL, &diagram, NULL, &error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("base", NULL, &base, &error), BD_OK);
    CU_ASSERT_NOT_EQUAL(bd_run_compile(diagram, base, NULL, NULL, &run, &error), BD_OK);
    snprintf(text, size, "%s", error.text);
    bd_run_free(run);
    bd_workspace_free(base);
    bd_diagram_free(diagram);
}

#define CONSTANT(name, value)                                                                      \
    "Block {\nBlockType Constant\nName \"" name "\"\nValue \"" value "\"\n}\n"
#define ODD(name) "Block {\nBlockType NeverHeardOf\nName \"" name "\"\nPorts [0, 1]\n}\n"
#define MODULE    "Block {\nBlockType \"S-Function\"\nName \"s\"\nFunctionName \"no_such_sfun\"\n}\n"

static void test_what_is_missing(void) {
    static const struct {
        const char *blocks, *file, *sentence;
    } cases[] = {
        {CONSTANT("a", "K"), "K = 1;\n",
         "; values.m beside the model sets it: try --params values.m"},
        {CONSTANT("a", "K"), "L = 1;\n", "m/a: Value: cannot evaluate 'K'"},
        {CONSTANT("a", "K") CONSTANT("b", "L"), "K = 1;\nL = K;\n",
         "'K' (m/a: Value), 'L' (m/b: Value); values.m beside the model sets them: try --params "
         "values.m"},
        {CONSTANT("a", "K") CONSTANT("b", "L"), "L(2).x = 1;\n",
         "; values.m beside the model sets some of them: try"},
        /* only variables can be set by a file */
        {CONSTANT("a", "K") ODD("o"), "K = 1;\n",
         "1 block cannot be simulated: m/o (NeverHeardOf); there is no variable or function 'K' "
         "(m/a: Value); values.m beside the model sets it: try"},
        {CONSTANT("a", "K") CONSTANT("b", "L") ODD("o") ODD("p") MODULE, "L = 1;\n",
         "; values.m beside the model sets some of them: try"},
        {ODD("o") ODD("p"), "NeverHeardOf = 1;\n", "2 blocks cannot be simulated: m/o, m/p"},
        {CONSTANT("a", "K") CONSTANT("b", "K+1") CONSTANT("c", "[K K]") CONSTANT("d", "L"),
         "x = 1;\n", "'K' (m/a: Value, m/b: Value, m/c: Value), 'L' (m/d: Value)"},
        {CONSTANT("a", "s.x.y"), "s = struct();\n", "; values.m beside the model sets it: try"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[4000];
        (void)scratch_text(scratch_folder(), "values.m", cases[i].file);
        sentence_of(cases[i].blocks, text, sizeof text);
        MR_ASSERT_CONTAINS(text, cases[i].sentence);
        const bool sets = strstr(cases[i].sentence, "beside the model") != NULL;
        CU_ASSERT_EQUAL(strstr(text, "beside the model") != NULL, sets);
    }
}

/* of several files the one that sets most; of equals that whose name is nearest to the model's */
static void test_which_file_is_proposed(void) {
    static const struct {
        const char *files[3][2];
        const char *proposed;
    } cases[] = {
        {{{"values.m", "K = 1;\n"}, {"more.m", "K = 1;\nL = 2;\n"}, {"m.m", "L = 1;\n"}}, "more.m"},
        {{{"values.m", "K = 1;\n"}, {"mine.m", "K = 1;\n"}, {"other.m", "L = 1;\n"}}, "mine.m"},
        {{{"values.m", "K = 1;\n"}, {"last.m", "L = 1;\n"}, {"zero.m", "L = 1;\n"}}, "last.m"},
        /* neither a function, nor a comment, a comparison, a part of a name or a field */
        {{{"values.m", "function K = f()\nK = 1; L = 1;\n"},
          {"mine.m", "% K = 1; L = 2\nKL = 3; s.K = 1;\nif K == 2, end\nL(1)\n"},
          {"other.m", "% this\n K{3} = 1;\n"}},
         "other.m"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[4000], wanted[200], kept[3][4200];
        for (int k = 0; k < 3; k++)
            snprintf(kept[k], sizeof kept[k], "%s",
                     scratch_text(scratch_folder(), cases[i].files[k][0], cases[i].files[k][1]));
        sentence_of(CONSTANT("a", "K") CONSTANT("b", "L"), text, sizeof text);
        snprintf(wanted, sizeof wanted, "; %s beside the model sets ", cases[i].proposed);
        MR_ASSERT_CONTAINS(text, wanted);
        for (int k = 0; k < 3; k++)
            CU_ASSERT_EQUAL(unlink(kept[k]), 0);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_what_is_missing),
        MR_TEST(test_which_file_is_proposed),
    };
    return mr_test_main("file_missing", tests, sizeof tests / sizeof *tests, argc, argv);
}
