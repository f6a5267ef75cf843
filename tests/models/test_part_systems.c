/* the systems of parts in models/ against their expected.csv, which parts_expected.c computed as
 * one system each; the car of five FMUs with the FMUs as they are exported */
#include "mr_test.h"

#include "system/system.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_COLUMNS 16

static int column_of(const sy_run *run, const char *name) {
    for (int c = 0; c < sy_column_count(run); c++)
        if (strcmp(sy_columns(run)[c].name, name) == 0)
            return c;
    return -1;
}

/* largest deviation of any column, relative to the column's largest value */
static double deviation(const char *description, const char *expected, const char *coupling) {
    char line[1024], path[1024];
    sy_system *system = NULL;
    sy_run *run = NULL;
    mr_message message = {""};
    double largest[MOST_COLUMNS] = {0.0}, worst[MOST_COLUMNS] = {0.0}, all = 0.0;
    int column[MOST_COLUMNS], columns = 0;
    mr_status status = sy_read(description, &system, &message);
    if (status == MR_OK)
        status = sy_open(system, coupling, &run, &message);
    if (status == MR_OK)
        status = sy_start(run, 0.0, &message);
    CU_ASSERT_STRING_EQUAL(message.text, "");
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    double *values = calloc((size_t)sy_column_count(run) + 1, sizeof *values);
    snprintf(path, sizeof path, MR_SOURCE_DIR "/models/%s/expected.csv", expected);
    FILE *file = fopen(path, "r");
    CU_ASSERT_FATAL(file && values && fgets(line, sizeof line, file));
    strtok(line, ",\n");
    for (char *word; (word = strtok(NULL, ",\n")); columns++) {
        column[columns] = column_of(run, word);
        CU_ASSERT_FATAL(column[columns] >= 0 && columns < MOST_COLUMNS);
    }
    while (fgets(line, sizeof line, file)) {
        const double t = strtod(strtok(line, ",\n"), NULL);
        if (t > 0.0)
            CU_ASSERT_EQUAL_FATAL(sy_advance(run, t, &message), MR_OK);
        sy_values(run, values);
        for (int c = 0; c < columns; c++) {
            const double x = strtod(strtok(NULL, ",\n"), NULL);
            largest[c] = fmax(largest[c], fabs(x));
            worst[c] = fmax(worst[c], fabs(x - values[column[c]]));
        }
    }
    for (int c = 0; c < columns; c++)
        all = fmax(all, worst[c] / largest[c]);
    fclose(file);
    free(values);
    sy_close(run);
    sy_system_free(system);
    return all;
}

static double model_deviation(const char *folder, const char *name, const char *coupling) {
    char path[1024];
    snprintf(path, sizeof path, MR_SOURCE_DIR "/models/%s/%s.yaml", folder, name);
    const double worst = deviation(path, folder, coupling);
    printf("\n    %s %s: %.2g ", name, coupling, worst);
    return worst;
}

static void test_hydraulic_line(void) {
    CU_ASSERT(model_deviation("hydraulic_line", "hydraulic_line", "") < 5e-4);
}

static void test_chain_drive(void) {
    CU_ASSERT(model_deviation("chain_drive", "chain_drive", "") < 1e-9);
    /* members in threads: the same bits */
    const double one = model_deviation("chain_drive", "chain_drive", "predictor=hold");
    const double two = model_deviation("chain_drive", "chain_drive", "predictor=hold parallel=on");
    CU_ASSERT_EQUAL(one, two);
}

static void test_tensioner(void) {
    CU_ASSERT(model_deviation("tensioner", "tensioner", "") < 0.012);
}

static void test_crank_train(void) {
    CU_ASSERT(model_deviation("crank_train", "crank_train", "") < 4e-5);
}

static void test_woodpecker(void) {
    /* a second of eleven hits: the printed digits of the angles */
    CU_ASSERT(model_deviation("woodpecker", "woodpecker", "") < 2e-7);
}

static void test_car(void) {
    CU_ASSERT(model_deviation("car_of_fmus", "car_of_slaves", "") < 2e-4);
    char command[2048];
    snprintf(command, sizeof command,
             "MULTIRATE=" MR_BINARY_DIR "/bin/multirate " MR_SOURCE_DIR
             "/models/car_of_fmus/make_fmus " MR_BINARY_DIR "/tests/car_of_fmus >" MR_BINARY_DIR
             "/tests/car_of_fmus.log 2>&1");
    CU_ASSERT_EQUAL_FATAL(system(command), 0);
    const double worst =
        deviation(MR_BINARY_DIR "/tests/car_of_fmus/car_of_fmus.yaml", "car_of_fmus", "");
    printf("\n    of FMUs: %.2g ", worst);
    CU_ASSERT(worst < 2e-3);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_hydraulic_line), MR_TEST(test_chain_drive), MR_TEST(test_tensioner),
        MR_TEST(test_crank_train),    MR_TEST(test_woodpecker),  MR_TEST(test_car),
    };
    return mr_test_main("systems of parts", tests, sizeof tests / sizeof *tests, argc, argv);
}
