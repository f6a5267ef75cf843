/* a run against what its row says */
#include "rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/expression.h"
#include "mr_test.h"

static void fail(const row *r, const expectation *e, const char *way, const char *what) {
    printf("    line %d (%s): %s\n", e->line, way, what);
    CU_FAIL("a row differs");
    (void)r;
}

static double *numbers(const char *text, const bd_workspace *base, size_t *count) {
    char list[2100];
    double *values = NULL;
    bd_error error = {0};
    snprintf(list, sizeof list, "[%s]", text);
    if (bd_expression_doubles(list, base, &values, count, &error) != BD_OK)
        printf("    %s\n", error.text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(values);
    return values;
}

static bool is_close(double a, double b, double tolerance) {
    return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= tolerance * fmax(1.0, fabs(b));
}

static int find_record(const bd_run *run, const char *name) {
    for (int i = 0; i < bd_run_record_count(run); i++)
        if (strcmp(bd_run_record(run, i)->name, name) == 0)
            return i;
    return -1;
}

/* all values of a record one after the other, or those at some times, as text for messages, too */
typedef struct samples {
    double *values;
    size_t count;
    char text[400];
} samples;

static void add_row_of(samples *s, const bd_run *run, int record, size_t index) {
    int width = bd_run_record(run, record)->width;
    s->values = realloc(s->values, (s->count + (size_t)width + 1) * sizeof(double));
    CU_ASSERT_PTR_NOT_NULL_FATAL(s->values);
    for (int i = 0; i < width; i++)
        s->values[s->count++] = bd_run_record_row(run, record, index)[i];
}

static samples collect(const expectation *e, const bd_run *run, int record,
                       const bd_workspace *base) {
    samples s = {NULL, 0, ""};
    size_t rows = bd_run_record(run, record)->row_count;
    if (e->kind == EXPECT_AT) {
        size_t count = 0;
        double *times = numbers(e->times, base, &count);
        for (size_t k = 0; k < count; k++) {
            size_t found = rows; /* of several rows at one time the last */
            for (size_t i = 0; i < rows; i++)
                if (fabs(bd_run_record_time(run, record, i) - times[k]) < 1e-9)
                    found = i;
            if (found < rows)
                add_row_of(&s, run, record, found);
            else
                printf("    no row at %g\n", times[k]);
        }
        free(times);
    } else {
        for (size_t i = 0; i < rows; i++)
            add_row_of(&s, run, record, i);
        for (size_t i = 0; i < rows && e->kind == EXPECT_TIMES; i++)
            s.values[i] = bd_run_record_time(run, record, i);
        if (e->kind == EXPECT_TIMES)
            s.count = rows;
    }
    for (size_t i = 0, used = 0; i < s.count && used < sizeof s.text - 30; i++)
        used += (size_t)snprintf(s.text + used, sizeof s.text - used, " %.10g", s.values[i]);
    return s;
}

static void check_samples(const expectation *e, const row *r, const char *way, const bd_run *run,
                          int record, const bd_workspace *base) {
    samples s = collect(e, run, record, base);
    size_t count = 0;
    double *wanted = numbers(e->values, base, &count);
    bool good = s.count == count;
    for (size_t i = 0; good && i < count; i++)
        good = is_close(s.values[i], wanted[i], e->tolerance);
    if (!good) {
        char text[1200];
        snprintf(text, sizeof text, "%s is%s, expected%.500s", e->signal, s.text, e->values);
        fail(r, e, way, text);
    }
    free(wanted);
    free(s.values);
}

static void check_formula(const expectation *e, const row *r, const char *way, const bd_run *run,
                          int record, bd_workspace *scope) {
    const bd_record *y = bd_run_record(run, record);
    for (size_t i = 0; i < y->row_count; i++) {
        double t = bd_run_record_time(run, record, i);
        size_t count = 0;
        bd_workspace_set_scalar(scope, "t", t, NULL);
        double *wanted = numbers(e->values, scope, &count);
        bool good = count == (size_t)y->width;
        for (size_t k = 0; good && k < count; k++) {
            double value = bd_run_record_row(run, record, i)[k];
            good = is_close(value, wanted[k], e->tolerance);
            if (!good) {
                char text[300];
                snprintf(text, sizeof text, "%s(%.10g) is %.17g, expected %.17g", e->signal, t,
                         value, wanted[k]);
                fail(r, e, way, text);
            }
        }
        free(wanted);
        if (!good)
            return;
    }
    if (y->row_count < 2)
        fail(r, e, way, "nothing was recorded to compare with the formula");
}

static void check_type(const expectation *e, const row *r, const char *way, const bd_run *run,
                       int record) {
    char shape[100], wanted[64], text[300];
    bd_shape_text(&bd_run_record(run, record)->shape, shape, sizeof shape);
    sscanf(e->values, "%63s", wanted);
    if (strcmp(wanted, "boolean") == 0)
        snprintf(wanted, sizeof wanted, "logical");
    if (strstr(shape, wanted) && (wanted[0] == 'u' || !strstr(shape, "uint")))
        return;
    snprintf(text, sizeof text, "%s is %s, expected %s", e->signal, shape, wanted);
    fail(r, e, way, text);
}

static bool log_has(const bd_log *log, const char *text) {
    for (size_t i = 0; i < log->count; i++)
        if (strstr(log->lines[i], text))
            return true;
    return false;
}

void expectation_check(const expectation *e, const row *r, const char *way, const bd_run *run,
                       const bd_workspace *base, const bd_log *log, const bd_error *error) {
    if (e->kind == EXPECT_REFUSED) {
        if (error->status == BD_OK || !strstr(error->text, e->values))
            fail(r, e, way, error->status == BD_OK ? "was not refused" : error->text);
        return;
    }
    if (e->kind == EXPECT_LOG) {
        if (!log_has(log, e->values))
            fail(r, e, way, "there is no such warning");
        return;
    }
    if (error->status != BD_OK || !run) {
        fail(r, e, way, error->text);
        return;
    }
    int record = find_record(run, e->signal);
    if (record < 0) {
        fail(r, e, way, "there is no such record");
    } else if (e->kind == EXPECT_TYPE) {
        check_type(e, r, way, run, record);
    } else if (e->kind == EXPECT_FORMULA) {
        bd_workspace *scope = NULL;
        CU_ASSERT_EQUAL_FATAL(bd_workspace_create("formula", base, &scope, NULL), BD_OK);
        check_formula(e, r, way, run, record, scope);
        bd_workspace_free(scope);
    } else {
        check_samples(e, r, way, run, record, base);
    }
}
