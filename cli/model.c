/* reading, compiling and writing the results of a model */
#define _GNU_SOURCE
#include "model.h"

#include "blockdiagram/output.h"
#include "blockdiagram/sfunction.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void program_folder(char *folder, int size) {
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = '\0';
    snprintf(folder, (size_t)size, "%s", path);
}

static void find_folder(const char *installed, const char *source, char *folder, int size) {
    char program[PATH_MAX];
    program_folder(program, sizeof program);
    snprintf(folder, (size_t)size, "%s/../share/multirate/%s", program, installed);
    if (access(folder, R_OK) != 0)
        snprintf(folder, (size_t)size, "%s", source);
}

void models_folder(char *folder, int size) {
    find_folder("models", MR_MODELS_FOLDER, folder, size);
}

void simulink_folder(char *folder, int size) {
    find_folder("simulink", MR_SIMULINK_FOLDER, folder, size);
}

void model_prepare(void) {
    static const char *const places[] = {"/../lib/sfunctions", "/../lib/multirate/sfunctions",
                                         "/../" MR_LIBDIR "/multirate/sfunctions"};
    char folder[PATH_MAX], place[PATH_MAX + 64];
    bd_error error;
    bd_sfunction_set_provider(bd_mx_own_provider());
    program_folder(folder, sizeof folder);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(place, sizeof place, "%s%s", folder, places[i]);
        (void)bd_sfunction_add_folder(place, &error); /* a folder that is not there is no matter */
    }
}

bd_status model_read(model *m, const char *path, const text_list *parameter_files,
                     const text_list *settings, const text_list *folders, bd_error *error) {
    *m = (model){0};
    char own[PATH_MAX];
    text_list all = {0};
    for (int i = 0; folders && i < folders->count; i++)
        text_list_add(&all, folders->items[i]);
    simulink_folder(own, sizeof own);
    text_list_add(&all, own);
    const bd_search_path search = {all.items, (size_t)all.count};
    bd_status status = bd_workspace_create("base workspace", NULL, &m->base, error);
    for (int i = 0; status == BD_OK && parameter_files && i < parameter_files->count; i++)
        status = bd_workspace_run_file(m->base, parameter_files->items[i], error);
    for (int i = 0; status == BD_OK && settings && i < settings->count; i++)
        status = bd_workspace_assign(m->base, settings->items[i], error);
    if (status == BD_OK)
        status = bd_diagram_read(path, &search, &m->diagram, &m->log, error);
    text_list_free(&all);
    return status;
}

bd_status model_compile(model *m, bd_options *options, bd_error *error) {
    options->log = &m->log;
    return bd_simulation_create(m->diagram, m->base, options, &m->simulation, error);
}

void model_close(model *m) {
    bd_simulation_free(m->simulation);
    bd_diagram_free(m->diagram);
    bd_workspace_free(m->base);
    bd_log_free(&m->log);
    *m = (model){0};
}

/* records of a model as columns; one whose times are not those of the major steps is held between
 * its own samples */
typedef struct column_set {
    const bd_simulation *simulation;
    int count;
    char **names;
    int *records;
    size_t *rows; /* next row of each record */
    bd_output_signal *signals;
    size_t width;
    double *values;
} column_set;

static void free_columns(column_set *set) {
    for (int i = 0; set->names && i < set->count; i++)
        free(set->names[i]);
    free(set->names);
    free(set->signals);
    free(set->records);
    free(set->rows);
    free(set->values);
}

static char *own_copy(const char *text) {
    char *copy = malloc(strlen(text) + 32);
    if (copy)
        strcpy(copy, text);
    return copy;
}

/* names must differ: a name that is taken gets a number */
static void make_unique(column_set *set, int index) {
    char *name = set->names[index];
    const size_t length = strlen(name);
    int number = 1;
    for (int i = 0; i < index; i++)
        if (strcmp(set->signals[i].name, name) == 0) {
            snprintf(name + length, 32, "_%d", ++number);
            i = -1;
        }
}

static bd_status collect_columns(const bd_simulation *simulation, column_set *set,
                                 bd_error *error) {
    const int all = bd_simulation_record_count(simulation);
    *set = (column_set){.simulation = simulation};
    set->names = calloc((size_t)all + 1, sizeof *set->names);
    set->records = calloc((size_t)all + 1, sizeof *set->records);
    set->rows = calloc((size_t)all + 1, sizeof *set->rows);
    set->signals = calloc((size_t)all + 1, sizeof *set->signals);
    if (!set->names || !set->records || !set->rows || !set->signals)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for the results");
    for (int r = 0; r < all; r++) {
        const bd_record *record = bd_simulation_record(simulation, r);
        if (record->width < 1)
            continue;
        const int i = set->count;
        set->names[i] = own_copy(record->name);
        if (!set->names[i])
            return bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for the results");
        set->signals[i] = (bd_output_signal){set->names[i], (size_t)record->width, 1};
        make_unique(set, i);
        set->records[i] = r;
        set->width += (size_t)record->width;
        set->count++;
    }
    set->values = calloc(set->width + 1, sizeof *set->values);
    return set->values ? BD_OK
                       : bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for the results");
}

static void fill_row(column_set *set, double t) {
    size_t at = 0;
    for (int i = 0; i < set->count; i++) {
        const bd_record *record = bd_simulation_record(set->simulation, set->records[i]);
        while (set->rows[i] < record->row_count &&
               bd_simulation_record_time(set->simulation, set->records[i], set->rows[i]) <= t) {
            memcpy(set->values + at,
                   bd_simulation_record_row(set->simulation, set->records[i], set->rows[i]),
                   (size_t)record->width * sizeof *set->values);
            set->rows[i]++;
        }
        at += (size_t)record->width;
    }
}

bd_status model_write(const model *m, const char *path, bd_error *error) {
    column_set set;
    bd_output *output = NULL;
    bd_status status = collect_columns(m->simulation, &set, error);
    if (status == BD_OK)
        status = bd_output_open(path, bd_output_format_of(path), set.signals, (size_t)set.count,
                                &output, error);
    const size_t rows = bd_simulation_time_count(m->simulation);
    for (size_t i = 0; status == BD_OK && i < rows; i++) {
        const double t = bd_simulation_time_at(m->simulation, i);
        fill_row(&set, t);
        status = bd_output_row(output, t, set.values, error);
    }
    bd_error close_error;
    const bd_status closed = bd_output_close(output, &close_error);
    if (status == BD_OK && closed != BD_OK) {
        *error = close_error;
        status = closed;
    }
    free_columns(&set);
    return status;
}
