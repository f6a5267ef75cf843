/* what holds for every block: it says which parameter it cannot read, and neither an odd value, an
 * odd input nor an odd new value in a run ends otherwise than well or with a sentence about it */
#include "bd_test.h"
#include "blocks/families.h"
#include "every_block.h"
#include "file/default_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* under the sanitizers each parameter gets every third of the odd values only, each one others */
enum { STEPS = 3, STRIDE = MR_SANITIZED ? 3 : 1 };
static size_t turn;

static bd_test_model *build(const every_case *c, const char *name, const char *value,
                            const char *input) {
    bd_test_model *m = bd_test_model_create("ode4", 0.1, 0.1 * STEPS);
    bd_node *node = bd_system_add(m->diagram->root, c->type, "block", NULL);
    for (int i = 0; c->parameters[i]; i += 2)
        bd_node_set(node, c->parameters[i], c->parameters[i + 1]);
    if (name)
        bd_node_set(node, name, value);
    int count = 0;
    for (const char *next = c->inputs; *next; count++) {
        const int length = (int)strcspn(next, "|");
        char text[100], from[20];
        snprintf(text, sizeof text, "%.*s", length, next);
        snprintf(from, sizeof from, "in%d", count + 1);
        const char *signal = input ? input : text;
        const bool words = signal[0] == '"';
        bd_test_add(m, words ? "StringConstant" : "Constant", from, words ? "String" : "Value",
                    signal);
        next += length + (next[length] == '|');
    }
    if (count > 0)
        bd_node_set_ports(node, BD_PORT_INPUT, count);
    for (int i = 1; i <= count; i++) {
        char from[20], to[20];
        snprintf(from, sizeof from, "in%d", i);
        snprintf(to, sizeof to, "block/%d", i);
        bd_test_wire(m, from, to);
    }
    return m;
}

static void complain(const every_case *c, const char *name, const char *value, const char *what) {
    printf("%s (case %td), %s = %s: %s\n", c->type, c - every_cases, name, value, what);
    CU_FAIL("a block behaves otherwise");
}

/* runs, or is refused with a sentence that has the place */
static bool ends_well(bd_test_model *m) {
    return bd_test_try(m) == BD_OK || strstr(m->error.text, "m/block");
}

static void test_each_block_runs(void) {
    for (size_t k = 0; k < every_case_count; k++) {
        bd_test_model *m = build(&every_cases[k], NULL, NULL, NULL);
        if (bd_test_try(m) != BD_OK)
            complain(&every_cases[k], "nothing", "changed", m->error.text);
        bd_test_model_free(m);
    }
}

/* no variable is called so, and no choice */
static void test_a_parameter_that_means_nothing_is_named(void) {
    for (size_t k = 0; k < every_case_count; k++) {
        const every_case *c = &every_cases[k];
        for (int i = 0; c->parameters[i]; i += 2) {
            bd_test_model *m = build(c, c->parameters[i], "nobody", NULL);
            if (bd_test_try(m) == BD_OK)
                complain(c, c->parameters[i], "nobody", "is not refused");
            else if (!strstr(m->error.text, "m/block: ") ||
                     (!strstr(m->error.text, c->parameters[i]) &&
                      !strstr(m->error.text, "'nobody'")))
                complain(c, c->parameters[i], "nobody", m->error.text);
            else
                CU_PASS("is named");
            bd_test_model_free(m);
        }
    }
}

static const char *const odd_values[] = {
    "[]",    "nan", "inf",           "-7",        "0",           "0.5",   "1e9",  "1e300",
    "1+i",   "'a'", "[1 2 3]",       "[3 2;1 0]", "ones(2,3,2)", "{1,2}", "true", "int8([1 2])",
    "\"s\"", "on",  "struct('a',1)", "@(x) x"};

static void try_values(const every_case *c, const char *name) {
    for (size_t v = turn++ % STRIDE; v < sizeof odd_values / sizeof *odd_values; v += STRIDE) {
        bd_test_model *m = build(c, name, odd_values[v], NULL);
        if (!ends_well(m))
            complain(c, name, odd_values[v], m->error.text);
        bd_test_model_free(m);
    }
}

static void test_odd_values_end_well_or_with_a_sentence(void) {
    for (size_t k = 0; k < every_case_count; k++) {
        const every_case *c = &every_cases[k];
        for (int i = 0; c->parameters[i]; i += 2)
            try_values(c, c->parameters[i]);
        const bool again = k > 0 && strcmp(every_cases[k - 1].type, c->type) == 0;
        for (size_t i = 0; i < bd_default_count && !again; i++)
            if (strcmp(bd_default_table[i].type, c->type) == 0)
                try_values(c, bd_default_table[i].name);
    }
}

/* "NAME is 'nobody' but must be one of 'a', 'b'": NULL if the sentence says something else */
static const char *offered(const char *sentence, const char *name) {
    char begin[200];
    snprintf(begin, sizeof begin, "%s is 'nobody' but must be one of ", name);
    const char *at = strstr(sentence, begin);
    return at ? at + strlen(begin) : NULL;
}

static void try_choice(const every_case *c, const char *name, const char *choice) {
    char refused[200];
    bd_test_model *m = build(c, name, choice, NULL);
    snprintf(refused, sizeof refused, "%s is '%s' but must be", name, choice);
    if (!ends_well(m) || strstr(m->error.text, refused))
        complain(c, name, choice, m->error.text);
    else
        CU_PASS("is a choice");
    bd_test_model_free(m);
}

static size_t try_choices(const every_case *c, const char *name) {
    size_t count = 0;
    bd_test_model *m = build(c, name, "nobody", NULL);
    const char *list = bd_test_try(m) == BD_OK ? NULL : offered(m->error.text, name);
    while (list && *list == '\'') {
        char choice[100];
        const size_t length = strcspn(list + 1, "'");
        snprintf(choice, sizeof choice, "%.*s", (int)length, list + 1);
        try_choice(c, name, choice);
        count++;
        list += length + 2;
        list += strspn(list, ", ");
    }
    bd_test_model_free(m);
    return count;
}

/* what the sentence about a wrong choice offers is taken: with it the block runs, or says why not
 */
static void test_each_choice_that_is_offered_is_one(void) {
    size_t count = 0;
    for (size_t k = 0; k < every_case_count; k++) {
        const every_case *c = &every_cases[k];
        for (int i = 0; c->parameters[i]; i += 2)
            count += try_choices(c, c->parameters[i]);
        const bool again = k > 0 && strcmp(every_cases[k - 1].type, c->type) == 0;
        for (size_t i = 0; i < bd_default_count && !again; i++)
            if (strcmp(bd_default_table[i].type, c->type) == 0)
                count += try_choices(c, bd_default_table[i].name);
    }
    CU_ASSERT_TRUE(count > 200); /* the sentences are read */
}

static void test_odd_inputs_end_well_or_with_a_sentence(void) {
    static const char *const inputs[] = {"[]",
                                         "nan",
                                         "-inf",
                                         "-7",
                                         "0.5",
                                         "1+2i",
                                         "[1 2 3]",
                                         "[1;2;3;4]",
                                         "[1 2;3 4]",
                                         "ones(2,3)",
                                         "ones(2,3,2)",
                                         "int8(100)",
                                         "uint32(7)",
                                         "single(2)",
                                         "true",
                                         "[1+i 2]",
                                         "int8([1 2;3 4])",
                                         "\"text\""};
    for (size_t k = 0; k < every_case_count; k++)
        for (size_t v = 0; v < sizeof inputs / sizeof *inputs && *every_cases[k].inputs; v++) {
            bd_test_model *m = build(&every_cases[k], NULL, NULL, inputs[v]);
            /* an empty constant and some shapes are refused where they begin */
            if (!ends_well(m) && !strstr(m->error.text, "m/in"))
                complain(&every_cases[k], "input", inputs[v], m->error.text);
            bd_test_model_free(m);
        }
}

/* the rest of a run; true if it succeeds */
static bool goes_on(bd_test_model *m) {
    while (!bd_run_is_done(m->run))
        if (bd_run_step(m->run, &m->error) != BD_OK)
            return false;
    return bd_run_finish(m->run, &m->error) == BD_OK;
}

static void retune(const every_case *c, const char *name, const char *from, const char *to) {
    char code[200];
    bd_test_model *m = build(c, name, "p", NULL);
    snprintf(code, sizeof code, "p = %s;", from);
    if (bd_workspace_run(m->base, code, "base", NULL, &m->error) != BD_OK ||
        bd_test_compile(m) != BD_OK) { /* a choice and no number */
        bd_test_model_free(m);
        return;
    }
    CU_ASSERT_EQUAL_FATAL(bd_run_start(m->run, &m->error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_run_step(m->run, &m->error), BD_OK);
    snprintf(code, sizeof code, "p = %s;", to);
    CU_ASSERT_EQUAL_FATAL(bd_workspace_run(m->base, code, "base", NULL, &m->error), BD_OK);
    const bool taken = bd_run_retune(m->run, m->base, &m->error) == BD_OK;
    if (!taken && !strstr(m->error.text, "m/block") && !strstr(m->error.text, "value of 'p' needs"))
        complain(c, name, to, m->error.text);
    else if (!goes_on(m) && (!taken || !strstr(m->error.text, "m/block")))
        complain(c, name, to, m->error.text);
    else
        CU_PASS("goes on");
    bd_test_model_free(m);
}

/* a value that is refused in a run leaves it as it was */
static void test_new_values_in_a_run_end_well_or_with_a_sentence(void) {
    for (size_t k = 0; k < every_case_count; k++)
        for (int i = 0; every_cases[k].parameters[i]; i += 2)
            for (size_t v = turn++ % STRIDE; v < sizeof odd_values / sizeof *odd_values;
                 v += STRIDE)
                if (strcmp(odd_values[v], "on") != 0)
                    retune(&every_cases[k], every_cases[k].parameters[i],
                           every_cases[k].parameters[i + 1], odd_values[v]);
}

typedef struct state {
    size_t size;
    unsigned char *bytes;
} state;

static state save(bd_test_model *m) {
    const state now = {bd_run_state_size(m->run), malloc(bd_run_state_size(m->run))};
    CU_ASSERT_EQUAL(bd_run_save(m->run, now.bytes, now.size, &m->error), BD_OK);
    return now;
}

/* the state at the end of the run is the same again, to the bit, from the middle of it on */
static void test_what_is_saved_in_a_run_brings_it_back(void) {
    for (size_t k = 0; k < every_case_count; k++) {
        bd_test_model *m = build(&every_cases[k], NULL, NULL, NULL);
        CU_ASSERT_EQUAL_FATAL(bd_test_compile(m), BD_OK);
        CU_ASSERT_EQUAL_FATAL(bd_run_start(m->run, &m->error), BD_OK);
        CU_ASSERT_EQUAL_FATAL(bd_run_step(m->run, &m->error), BD_OK);
        const state middle = save(m);
        state ends[2];
        for (int way = 0; way < 2; way++) {
            while (!bd_run_is_done(m->run))
                CU_ASSERT_EQUAL_FATAL(bd_run_step(m->run, &m->error), BD_OK);
            ends[way] = save(m);
            CU_ASSERT_EQUAL(bd_run_restore(m->run, middle.bytes, middle.size, &m->error), BD_OK);
        }
        if (ends[0].size != ends[1].size || memcmp(ends[0].bytes, ends[1].bytes, ends[0].size) != 0)
            complain(&every_cases[k], "nothing", "changed", "another end after restoring");
        free(middle.bytes);
        free(ends[0].bytes);
        free(ends[1].bytes);
        bd_test_model_free(m);
    }
}

/* these need files, code, lines of calls or other blocks, and have tests of their own; the names
 * Checks_… are those of the masks of the same blocks */
static const char *const elsewhere[] = {"If",
                                        "SwitchCase",
                                        "FunctionCallFeedbackLatch",
                                        "FunctionCallGenerator",
                                        "S-Function in M code",
                                        "M-S-Function",
                                        "MATLAB Function",
                                        "MATLABSystem",
                                        "Algebraic Constraint",
                                        "AlgebraicConstraint",
                                        "DataStoreRead",
                                        "DataStoreWrite",
                                        "ParameterWriter",
                                        "StateReader",
                                        "StateWriter",
                                        "ToFile",
                                        "XYGraph",
                                        "Record",
                                        "External Input",
                                        "FromFile",
                                        "FromSpreadsheet",
                                        "Signal Editor",
                                        "StringToEnum",
                                        "LTI System",
                                        NULL};

static bool is_tried(const char *type) {
    for (size_t k = 0; k < every_case_count; k++)
        if (strcmp(every_cases[k].type, type) == 0)
            return true;
    for (int k = 0; elsewhere[k]; k++)
        if (strcmp(elsewhere[k], type) == 0)
            return true;
    return strncmp(type, "Checks_", 7) == 0;
}

#define FAMILY(name) bd_blocks_##name,

static void test_no_type_of_block_is_left_out(void) {
    static const bd_block_type *const *const families[] = {BD_FAMILY_LIST(FAMILY)};
    for (size_t f = 0; f < sizeof families / sizeof *families; f++)
        for (const bd_block_type *const *type = families[f]; *type; type++)
            if (!is_tried((*type)->name)) {
                printf("%s is in no case\n", (*type)->name);
                CU_FAIL("a block without a case");
            }
    CU_PASS("all families");
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_each_block_runs),
        MR_TEST(test_a_parameter_that_means_nothing_is_named),
        MR_TEST(test_odd_values_end_well_or_with_a_sentence),
        MR_TEST(test_each_choice_that_is_offered_is_one),
        MR_TEST(test_odd_inputs_end_well_or_with_a_sentence),
        MR_TEST(test_new_values_in_a_run_end_well_or_with_a_sentence),
        MR_TEST(test_what_is_saved_in_a_run_brings_it_back),
        MR_TEST(test_no_type_of_block_is_left_out),
    };
    return mr_test_main("blocks_every_block", tests, sizeof tests / sizeof *tests, argc, argv);
}
