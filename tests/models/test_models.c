/* every model of models/ against its expected.csv, which was computed without the open host */
#include "mr_test.h"

#include "blockdiagram/sfunction.h"
#include "blockdiagram/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_COLUMNS 8
#define MOST_ROWS    1024

typedef struct table {
    int columns, rows;
    char names[MOST_COLUMNS][32];
    double values[MOST_ROWS][MOST_COLUMNS];
} table;

static void read_table(const char *model, table *t) {
    char path[1024], line[512];
    snprintf(path, sizeof path, MR_SOURCE_DIR "/models/%s/expected.csv", model);
    FILE *file = fopen(path, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    *t = (table){0};
    while (fgets(line, sizeof line, file)) {
        int column = 0;
        CU_ASSERT_FATAL(t->rows <= MOST_ROWS); /* with the line of names */
        for (char *word = strtok(line, ",\n"); word && column < MOST_COLUMNS;
             word = strtok(NULL, ",\n"), column++) {
            if (t->columns == 0)
                snprintf(t->names[column], sizeof t->names[column], "%.31s", word);
            else
                t->values[t->rows - 1][column] = strtod(word, NULL);
        }
        if (t->columns == 0)
            t->columns = column;
        t->rows++;
    }
    t->rows--;
    fclose(file);
}

static int find_record(const bd_run *run, const char *name) {
    for (int i = 0; i < bd_run_record_count(run); i++)
        if (strcmp(bd_run_record(run, i)->name, name) == 0)
            return i;
    return -1;
}

/* the model's major steps must contain the times of the table */
static void compare(const char *model, double tolerance) {
    static table expected;
    char path[1024];
    bd_diagram *diagram = NULL;
    bd_run *run = NULL;
    bd_error error = {0};
    bd_options options = bd_options_default();
    static const char *const folders[] = {MR_SOURCE_DIR "/sfun"};
    const bd_search_path search = {folders, 1};
    read_table(model, &expected);
    snprintf(path, sizeof path, MR_SOURCE_DIR "/models/%s/%s.mdl", model, model);
    CU_ASSERT_EQUAL_FATAL(bd_diagram_read(path, &search, &diagram, NULL, &error), BD_OK);
    bd_status status = bd_run_compile(diagram, NULL, &options, NULL, &run, &error);
    if (status == BD_OK)
        status = bd_run_complete(run, &error);
    CU_ASSERT_STRING_EQUAL(error.text, "");
    CU_ASSERT_EQUAL_FATAL(status, BD_OK);
    double worst = 0.0;
    for (int c = 1; c < expected.columns; c++) {
        const int record = find_record(run, expected.names[c]);
        CU_ASSERT_FATAL(record >= 0);
        const size_t count = bd_run_record(run, record)->row_count;
        double scale = 0.0;
        for (int r = 0; r < expected.rows; r++)
            scale = fmax(scale, fabs(expected.values[r][c]));
        size_t at = 0;
        for (int r = 0; r < expected.rows; r++) {
            const double t = expected.values[r][0];
            while (at + 1 < count && bd_run_record_time(run, record, at) < t - 1e-9)
                at++;
            MR_ASSERT_CLOSE(bd_run_record_time(run, record, at), t, 1e-9);
            const double miss =
                fabs(bd_run_record_row(run, record, at)[0] - expected.values[r][c]) / scale;
            worst = fmax(worst, miss);
        }
    }
    printf("(largest deviation %.1e of the range) ", worst);
    MR_ASSERT_CLOSE(worst, 0.0, tolerance);
    bd_run_free(run);
    bd_diagram_free(diagram);
}

/* tolerances: digits of the tables, and the solvers' own tolerances */
static void test_van_der_pol(void) {
    compare("van_der_pol", 1e-11);
}
static void test_thermostat(void) {
    compare("thermostat", 1e-11);
}
static void test_bouncing_ball(void) {
    compare("bouncing_ball", 1e-11);
}
static void test_dc_motor(void) {
    compare("dc_motor", 1e-8);
}
static void test_engine(void) {
    compare("engine", 1e-7);
}

#ifdef MODELS_MUJOCO
/* a MuJoCo model behind the block: what the coupling makes at these steps, see its README */
static void test_inverted_pendulum(void) {
    bd_error error = {0};
    bd_sfunction_set_provider(bd_mx_own_provider());
    (void)bd_sfunction_add_folder(MR_BINARY_DIR "/lib/sfunctions", &error);
    compare("inverted_pendulum", 1e-4);
}

/* hydraulics in the diagram, a crane behind the block: deviation of the pressure, see its README */
static void test_crane(void) {
    bd_error error = {0};
    bd_sfunction_set_provider(bd_mx_own_provider());
    (void)bd_sfunction_add_folder(MR_BINARY_DIR "/lib/sfunctions", &error);
    compare("crane", 5e-3);
}
#endif

static void test_engine_check_values(void) {
    /* 1999.43 rpm at 1.99 s … 3002.79 at 10 s, computed with located events, within 0.1 % */
    static const double t[] = {1.99, 4.99, 7.99, 10.0},
                        rpm[] = {1999.43, 2174.58, 3207.49, 3002.79};
    bd_diagram *diagram = NULL;
    bd_run *run = NULL;
    bd_error error = {0};
    bd_options options = bd_options_default();
    CU_ASSERT_EQUAL_FATAL(
        bd_diagram_read(MR_SOURCE_DIR "/models/engine/engine.mdl", NULL, &diagram, NULL, &error),
        BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_run_compile(diagram, NULL, &options, NULL, &run, &error), BD_OK);
    for (int i = 0; i < 4; i++) {
        CU_ASSERT_EQUAL(bd_run_set_stop_time(run, t[i], &error), BD_OK);
        CU_ASSERT_EQUAL(bd_run_complete(run, &error), BD_OK);
        const int record = find_record(run, "speed_rpm");
        const size_t last = bd_run_record(run, record)->row_count - 1;
        MR_ASSERT_RELATIVE(bd_run_record_row(run, record, last)[0], rpm[i], 1e-3);
    }
    bd_run_free(run);
    bd_diagram_free(diagram);
}

static void test_bouncing_ball_impact_times(void) {
    /* closed form: t1 = (v0 + w)/g with w^2 = v0^2 + 2 g h0, then flights 2 e^k w / g */
    const double g = 9.81, e = 0.8, w = sqrt(15.0 * 15.0 + 2.0 * g * 10.0);
    double impact = (15.0 + w) / g, flight = 2.0 * e * w / g;
    bd_diagram *diagram = NULL;
    bd_run *run = NULL;
    bd_error error = {0};
    bd_options options = bd_options_default();
    CU_ASSERT_EQUAL_FATAL(bd_diagram_read(MR_SOURCE_DIR "/models/bouncing_ball/bouncing_ball.mdl",
                                          NULL, &diagram, NULL, &error),
                          BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_run_compile(diagram, NULL, &options, NULL, &run, &error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_run_complete(run, &error), BD_OK);
    const int record = find_record(run, "v");
    const size_t count = bd_run_record(run, record)->row_count;
    int impacts = 0;
    for (size_t i = 1; i < count; i++)
        if (bd_run_record_row(run, record, i - 1)[0] < 0.0 &&
            bd_run_record_row(run, record, i)[0] > 0.0) {
            MR_ASSERT_CLOSE(bd_run_record_time(run, record, i), impact, 1e-9);
            impact += flight;
            flight *= e;
            impacts++;
        }
    CU_ASSERT_EQUAL(impacts, 6);
    bd_run_free(run);
    bd_diagram_free(diagram);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_van_der_pol),
        MR_TEST(test_thermostat),
        MR_TEST(test_bouncing_ball),
        MR_TEST(test_bouncing_ball_impact_times),
        MR_TEST(test_dc_motor),
        MR_TEST(test_engine),
        MR_TEST(test_engine_check_values),
#ifdef MODELS_MUJOCO
        MR_TEST(test_inverted_pendulum),
        MR_TEST(test_crane),
#endif
    };
    return mr_test_main("models", tests, sizeof tests / sizeof *tests, argc, argv);
}
