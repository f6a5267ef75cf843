/* numbers of a sheet of a workbook, for parameter files */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "value/evaluate.h"
#include "value/functions.h"

/* does a row (or column) of a matrix have a number? */
static bool has_number(const bd_value *data, bool row, size_t at) {
    const size_t rows = data->dims[0], columns = data->dims[1];
    for (size_t k = 0; k < (row ? columns : rows); k++)
        if (!isnan(((const double *)data->re)[row ? at + k * rows : k + at * rows]))
            return true;
    return false;
}

/* without rows and columns around it that have no number */
static const bd_value *trim(bd_calc *calc, const bd_value *data) {
    size_t first[2] = {0, 0}, last[2] = {data->dims[0], data->dims[1]};
    for (int d = 0; d < 2; d++) {
        while (first[d] < last[d] && !has_number(data, d == 0, first[d]))
            first[d]++;
        while (last[d] > first[d] && !has_number(data, d == 0, last[d] - 1))
            last[d]--;
    }
    const size_t rows = last[0] - first[0], columns = last[1] - first[1];
    bd_value *made = bd_calc_matrix(calc, BD_DOUBLE, rows, columns);
    for (size_t k = 0; made && k < rows * columns; k++)
        ((double *)made->re)[k] =
            ((const double *)data->re)[first[0] + k % rows + (first[1] + k / rows) * data->dims[0]];
    return made;
}

/* a row of names with numbers among them may be one of numbers whose first cell is empty */
static bool are_names(const bd_value *names) {
    for (size_t k = 0; k < names->count; k++) {
        const bd_value *name = bd_value_cell_at(names, k);
        char text[40], *end;
        if (!name || name->count == 0 || name->count >= sizeof text)
            continue;
        snprintf(text, sizeof text, "%.*s", (int)name->count, (const char *)name->re);
        (void)strtod(text, &end);
        if (*end == '\0')
            return false;
    }
    return true;
}

/* xlsread(file), xlsread(file, sheet): the numbers; texts only in a row of names above them */
static const bd_value *run_xlsread(bd_calc *calc, bd_call *call) {
    const char *name = bd_calc_string(calc, call->args[0], "the name of the file");
    const bool named = call->count > 1 && bd_value_is_text(call->args[1]);
    const char *sheet = named ? bd_calc_string(calc, call->args[1], "the sheet") : NULL;
    bd_workspace *variables = NULL;
    bd_error error = {0};
    double number = 1.0;

    if (!name || (named && !sheet) ||
        (call->count > 1 && !named && !bd_calc_number(calc, call->args[1], "the sheet", &number)))
        return NULL;
    if (number != 1.0)
        return bd_calc_fail(calc, BD_UNSUPPORTED, "give the name of the sheet, not its number");
    if (bd_workspace_create("table", NULL, &variables, &error) != BD_OK ||
        (sheet && bd_workspace_set_text(variables, "sheet", sheet, &error) != BD_OK)) {
        bd_workspace_free(variables);
        return bd_calc_fail(calc, error.status, "%s", error.text);
    }
    const bd_value *made = NULL;
    if (bd_load_table(calc, variables, name, strlen(name))) {
        const bd_value *names = bd_workspace_find_own(variables, "names");
        made = names && !are_names(names)
                   ? bd_calc_fail(calc, BD_UNSUPPORTED,
                                  "the first row of the sheet begins without a number and has some")
                   : trim(calc, bd_workspace_find_own(variables, "data"));
    }
    bd_workspace_free(variables);
    return made;
}

const bd_function bd_functions_sheet[] = {BD_FUNCTION(xlsread, 1, 2), BD_FUNCTIONS_END};
