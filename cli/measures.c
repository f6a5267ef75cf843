/* the results of a run as variables, and numbers out of them */
#include "measures.h"

#include "columns.h"

#include "blockdiagram/expression.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

void measures_signal_name(const char *from, char *name, size_t size) {
    snprintf(name, size, "%s%s", isalpha((unsigned char)from[0]) ? "" : "s_", from);
    for (char *p = name; *p; p++)
        if (!isalnum((unsigned char)*p))
            *p = '_';
}

/* every signal as a matrix with a row per major step, and the time beside it */
static bd_status add_signals(bd_workspace *results, const bd_run *run, bd_error *error) {
    columns c;
    const size_t rows = bd_run_time_count(run);
    bd_status status = columns_open(&c, run, NULL, error);
    bd_value **values = calloc((size_t)c.count + 1, sizeof *values);
    if (status == BD_OK && !values)
        status = bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for the results");
    for (int i = 0; status == BD_OK && i <= c.count; i++)
        status = bd_value_create_doubles(rows, i < c.count ? c.signals[i].rows : 1, NULL,
                                         &values[i], error);
    for (size_t k = 0; status == BD_OK && k < rows; k++) {
        size_t at = 0;
        ((double *)values[c.count]->re)[k] = columns_row(&c, k);
        for (int i = 0; i < c.count; i++)
            for (size_t j = 0; j < c.signals[i].rows; j++)
                /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): made above */
                ((double *)values[i]->re)[j * rows + k] = c.values[at++];
    }
    for (int i = 0; values && i <= c.count; i++) {
        char name[BD_MAX_NAME + 1];
        measures_signal_name(i < c.count ? c.signals[i].name : "time", name, sizeof name);
        if (status == BD_OK)
            status = bd_workspace_set(results, name, values[i], error);
        else
            bd_value_free(values[i]);
    }
    free(values);
    columns_close(&c);
    return status;
}

static bd_status add_statistics(bd_workspace *results, const bd_run *run, measured_times times,
                                bd_error *error) {
    const bd_statistics all = bd_run_statistics(run);
    const struct {
        const char *name;
        double number;
    } numbers[] = {{"major_steps", (double)all.major_steps},
                   {"rejected_steps", (double)all.rejected_steps},
                   {"output_evaluations", (double)all.output_evaluations},
                   {"zero_crossings", (double)all.zero_crossings},
                   {"seconds", times.seconds},
                   {"processor_seconds", times.processor_seconds}};
    bd_value *about = NULL;
    bd_status status = bd_value_create_struct(&about, error);
    for (size_t i = 0; status == BD_OK && i < sizeof numbers / sizeof *numbers; i++) {
        bd_value *number = NULL;
        status = bd_value_create_scalar(numbers[i].number, &number, error);
        if (status == BD_OK)
            status = bd_value_field_set(about, 0, numbers[i].name, number, error);
    }
    if (status == BD_OK)
        return bd_workspace_set(results, "run", about, error);
    bd_value_free(about);
    return status;
}

bd_status measures_open(const bd_run *run, const bd_workspace *scope, measured_times times,
                        bd_workspace **results, bd_error *error) {
    BD_TRY(bd_workspace_create("results of the run", scope ? scope : bd_run_workspace(run), results,
                               error));
    BD_TRY(add_signals(*results, run, error));
    return add_statistics(*results, run, times, error);
}

bd_status measure(const bd_workspace *results, const char *label, const char *expression,
                  double *number, bd_error *error) {
    bd_value *value = NULL;
    char what[200];
    snprintf(what, sizeof what, "measure '%.150s'", label);
    bd_status status = bd_expression_evaluate(expression, results, &value, error);
    if (status == BD_OK)
        status = bd_value_scalar(value, what, number, error);
    bd_value_free(value);
    return status;
}
