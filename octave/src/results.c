/* the records of a simulation as Octave arrays; only copying here */
#include "results.h"

#include <string.h>

mxArray *results_time(const bd_run *run) {
    const size_t count = run ? bd_run_time_count(run) : 0;
    mxArray *time = mxCreateDoubleMatrix((mwSize)count, 1, mxREAL);
    double *to = mxGetPr(time);
    for (size_t i = 0; i < count; i++)
        to[i] = bd_run_time_at(run, i);
    return time;
}

static mxArray *record_time(const bd_run *run, int record, size_t rows) {
    mxArray *time = mxCreateDoubleMatrix((mwSize)rows, 1, mxREAL);
    double *to = mxGetPr(time);
    for (size_t i = 0; i < rows; i++)
        to[i] = bd_run_record_time(run, record, i);
    return time;
}

static mxArray *record_values(const bd_run *run, int record) {
    const bd_record *r = bd_run_record(run, record);
    const bool is_complex = r->shape.type != BD_BUS && r->shape.complexity == 1;
    const size_t parts = is_complex ? 2 : 1;
    const size_t columns = (size_t)r->width / parts;
    mxArray *values = mxCreateDoubleMatrix((mwSize)r->row_count, (mwSize)columns,
                                           is_complex ? mxCOMPLEX : mxREAL);
    double *re = mxGetPr(values), *im = is_complex ? mxGetPi(values) : NULL;
    for (size_t i = 0; i < r->row_count; i++) {
        const double *row = bd_run_record_row(run, record, i);
        for (size_t j = 0; j < columns; j++) {
            re[i + j * r->row_count] = row[j * parts];
            if (im)
                im[i + j * r->row_count] = row[j * parts + 1];
        }
    }
    return values;
}

static mxArray *record_dims(const bd_record *r) {
    const int rank = r->shape.rank > 0 ? r->shape.rank : 0;
    mxArray *dims = mxCreateDoubleMatrix(1, (mwSize)rank, mxREAL);
    for (int i = 0; i < rank; i++)
        mxGetPr(dims)[i] = r->shape.dims[i];
    return dims;
}

static mxArray *element_names(const bd_record *r) {
    const int count = r->element_names ? r->width : 0;
    mxArray *names = mxCreateCellMatrix(1, (mwSize)count);
    for (int i = 0; i < count; i++)
        mxSetCell(names, (mwIndex)i, mxCreateString(r->element_names[i]));
    return names;
}

/* one text for each column of the values: of a complex number that of its real part */
static mxArray *column_texts(const bd_record *r, char *const *texts) {
    const int parts = r->shape.type != BD_BUS && r->shape.complexity == 1 ? 2 : 1;
    const int columns = r->width / parts;
    mxArray *cell = mxCreateCellMatrix(1, (mwSize)columns);
    for (int i = 0; i < columns; i++)
        mxSetCell(cell, (mwIndex)i, mxCreateString(texts ? texts[i * parts] : ""));
    return cell;
}

mxArray *results_records(const bd_run *run, const sg_names *names) {
    static const char *const kinds[] = {
        [BD_RECORD_OUTPORT] = "outport", [BD_RECORD_WORKSPACE] = "workspace",
        [BD_RECORD_SCOPE] = "scope",     [BD_RECORD_FILE] = "file",
        [BD_RECORD_SIGNAL] = "signal",   [BD_RECORD_STATE] = "state",
    };
    static const char *fields[] = {"name", "path",   "kind",  "dims",  "elements",
                                   "time", "values", "units", "labels"};
    const int count = run ? bd_run_record_count(run) : 0;
    mxArray *records =
        mxCreateStructMatrix(1, (mwSize)count, (int)(sizeof fields / sizeof *fields), fields);
    for (int k = 0; k < count; k++) {
        const bd_record *r = bd_run_record(run, k);
        const mwIndex at = (mwIndex)k;
        mxSetField(records, at, "name", mxCreateString(r->name));
        mxSetField(records, at, "path", mxCreateString(r->path));
        mxSetField(records, at, "kind", mxCreateString(kinds[r->kind]));
        mxSetField(records, at, "dims", record_dims(r));
        mxSetField(records, at, "elements", element_names(r));
        mxSetField(records, at, "time", record_time(run, k, r->row_count));
        mxSetField(records, at, "values", record_values(run, k));
        const sg_record_names *told = k < names->count ? &names->records[k] : NULL;
        mxSetField(records, at, "units", column_texts(r, told ? told->units : NULL));
        mxSetField(records, at, "labels", column_texts(r, told ? told->elements : NULL));
    }
    return records;
}

static void set_number(mxArray *info, const char *name, double number) {
    mxAddField(info, name);
    mxSetField(info, 0, name, mxCreateDoubleScalar(number));
}

static void set_text(mxArray *info, const char *name, const char *text) {
    mxAddField(info, name);
    mxSetField(info, 0, name, mxCreateString(text));
}

static void set_lines(mxArray *info, const char *name, const bd_log *log) {
    mxArray *lines = mxCreateCellMatrix((mwSize)log->count, 1);
    for (size_t i = 0; i < log->count; i++)
        mxSetCell(lines, (mwIndex)i, mxCreateString(log->lines[i]));
    mxAddField(info, name);
    mxSetField(info, 0, name, lines);
}

mxArray *results_info(const bd_run *run, const run_outcome *outcome) {
    mxArray *info = mxCreateStructMatrix(1, 1, 0, NULL);
    set_text(info, "status", outcome->status);
    set_text(info, "message", outcome->message);
    set_lines(info, "warnings", outcome->warnings);
    set_lines(info, "skipped", outcome->skipped);
    if (!run)
        return info;
    const bd_statistics s = bd_run_statistics(run);
    set_number(info, "time", bd_run_time(run));
    set_text(info, "solver", bd_model_solver(bd_run_model(run)));
    set_number(info, "steps", (double)s.major_steps);
    set_number(info, "rejected_steps", (double)s.rejected_steps);
    set_number(info, "output_evaluations", (double)s.output_evaluations);
    set_number(info, "derivative_evaluations", (double)s.derivative_evaluations);
    set_number(info, "zero_crossings", (double)s.zero_crossings);
    set_number(info, "blocks", s.blocks);
    set_number(info, "continuous_states", s.continuous_states);
    set_number(info, "discrete_states", s.discrete_states);
    set_number(info, "algebraic_loops", s.algebraic_loops);
    set_number(info, "wall_s", outcome->seconds);
    return info;
}

static mxArray *matrix(const double *rows_first, int rows, int columns) {
    mxArray *array = mxCreateDoubleMatrix((mwSize)rows, (mwSize)columns, mxREAL);
    double *to = mxGetPr(array);
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < columns; k++)
            to[i + k * rows] = rows_first[i * columns + k];
    return array;
}

void results_add_linear(mxArray *info, const bd_linear_model *l) {
    static const char *fields[] = {"A", "B", "C", "D", "x", "dx", "u", "y"};
    mxArray *linear = mxCreateStructMatrix(1, 1, 8, fields);
    mxSetField(linear, 0, "A", matrix(l->A, l->states, l->states));
    mxSetField(linear, 0, "B", matrix(l->B, l->states, l->inputs));
    mxSetField(linear, 0, "C", matrix(l->C, l->outputs, l->states));
    mxSetField(linear, 0, "D", matrix(l->D, l->outputs, l->inputs));
    mxSetField(linear, 0, "x", matrix(l->x, l->states, 1));
    mxSetField(linear, 0, "dx", matrix(l->dx, l->states, 1));
    mxSetField(linear, 0, "u", matrix(l->u, l->inputs, 1));
    mxSetField(linear, 0, "y", matrix(l->y, l->outputs, 1));
    mxAddField(info, "linear");
    mxSetField(info, 0, "linear", linear);
}
