/* several signals out of a file: spreadsheets as CSV, scenarios of a Signal Editor */
#include "mini.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define RUN       "set SolverName FixedStepDiscrete\nset FixedStep 0.5\nset StopTime 4\n"
#define SCENARIOS MR_SOURCE_DIR "/tests/data/models/parts/scenarios.mat"

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs(text, file);
    fclose(file);
}

static void check(const mini *m, const char *name, const double *values) {
    CU_ASSERT_EQUAL_FATAL(mini_rows(m, name), 9);
    for (size_t i = 0; i < 9; i++)
        MR_ASSERT_CLOSE(mini_value(m, name, i), values[i], 1e-12);
}

static void refused(const char *text, const char *sentence) {
    mini *m = mini_create(text, NULL);
    CU_ASSERT_NOT_EQUAL(m->error.status, BD_OK);
    MR_ASSERT_CONTAINS(m->error.text, sentence);
    mini_free(m);
}

static void test_spreadsheet(void) {
    const char *path = MR_BINARY_DIR "/test_spreadsheet.csv";
    static const char *const tables[] = {
        "time,a,\"b c\"\n0,1,10\n1,3,20\n2,5,50\n",
        "\xEF\xBB\xBFtime;a;b\r\n0;1;10\r\n\r\n1;3;20\r\n2;5;50\r\n",
        "0\t1\t10\n1\t3\t20\n2\t5\t50\n",
    };
    for (size_t i = 0; i < 3; i++) {
        char text[1000];
        write_text(path, tables[i]);
        snprintf(text, sizeof text,
                 RUN "FromSpreadsheet s FileName='%s' SampleTime=0.5\nOutport a\nOutport b\n"
                     "s:1 -> a\ns:2 -> b\n",
                 path);
        mini *m = mini_run(text, NULL);
        check(m, "a", (const double[]){1, 2, 3, 4, 5, 6, 7, 8, 9});
        check(m, "b", (const double[]){10, 15, 20, 35, 50, 65, 80, 95, 110});
        mini_free(m);
        snprintf(text, sizeof text,
                 RUN "FromSpreadsheet s FileName='%s' SampleTime=0.5 "
                     "InterpolationWithinTimeRange='Zero order hold' "
                     "ExtrapolationAfterLastDataPoint='Ground value'\nOutport a\ns:1 -> a\n",
                 path);
        m = mini_run(text, NULL);
        check(m, "a", (const double[]){1, 1, 3, 3, 5, 0, 0, 0, 0});
        mini_free(m);
    }
    write_text(path, "time,a\n0,1\n1,x\n");
    refused("FromSpreadsheet s FileName='" MR_BINARY_DIR "/test_spreadsheet.csv'\n",
            "line 3: 'x' is no number");
    write_text(path, "time,a\n");
    refused("FromSpreadsheet s FileName='" MR_BINARY_DIR "/test_spreadsheet.csv'\n",
            "there are no numbers");
    unlink(path);
    refused("FromSpreadsheet s FileName=none.csv\n", "m/s: 'none.csv' cannot be read");
    refused("FromSpreadsheet s FileName=none.xls\n", "save the sheet as CSV");
}

static void test_signal_editor(void) {
    mini *m = mini_run(RUN "'Signal Editor' s FileName='" SCENARIOS "' ActiveScenario=Day "
                           "SampleTime=0.5 Interpolate=on OutputAfterFinalValue='Holding final "
                           "value'\nOutport a\nOutport b\ns:1 -> a\ns:2 -> b\n",
                       NULL);
    check(m, "a", (const double[]){0, 1, 2, 3, 4, 4, 4, 4, 4});
    check(m, "b", (const double[]){5, 5, 7, 7, 7, 7, 7, 7, 7});
    mini_free(m);
    m = mini_run(RUN "'Signal Editor' s FileName='" SCENARIOS "' ActiveScenario=Both "
                     "SampleTime=0.5\nOutport a\ns -> a\n",
                 NULL);
    check(m, "a", (const double[]){1, 1, 1, 1, 3, 0, 0, 0, 0});
    mini_free(m);
    refused("'Signal Editor' s FileName='" SCENARIOS "' ActiveScenario=Night\n",
            "m/s: the scenario 'Night' is not among what can be read");
    refused("'Signal Editor' s FileName=none.mat ActiveScenario=Night\n", "none.mat");
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_spreadsheet),
        MR_TEST(test_signal_editor),
    };
    return mr_test_main("blockdiagram_tables_of_samples", tests, sizeof tests / sizeof *tests, argc,
                        argv);
}
