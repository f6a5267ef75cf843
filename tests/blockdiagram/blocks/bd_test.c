/* see bd_test.h */
#include "bd_test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bd_test_model *bd_test_model_create(const char *solver, double step, double stop_time) {
    bd_test_model *model = calloc(1, sizeof *model);
    CU_ASSERT_PTR_NOT_NULL_FATAL(model);
    model->diagram = bd_diagram_create("m");
    CU_ASSERT_PTR_NOT_NULL_FATAL(model->diagram);
    char text[40];
    bd_diagram_set(model->diagram, "SolverName", solver);
    bd_diagram_set(model->diagram, "Solver", solver);
    snprintf(text, sizeof text, "%.17g", stop_time);
    bd_diagram_set(model->diagram, "StopTime", text);
    snprintf(text, sizeof text, "%.17g", step);
    bd_diagram_set(model->diagram, "FixedStep", step > 0.0 ? text : "auto");
    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("base", NULL, &model->base, &model->error), BD_OK);
    return model;
}

void bd_test_model_free(bd_test_model *model) {
    bd_run_free(model->run);
    bd_diagram_free(model->diagram);
    bd_workspace_free(model->base);
    bd_log_free(&model->log);
    free(model);
}

/* "name/2" into name and number */
static int split(const char *text, char *name, size_t capacity) {
    const char *slash = strrchr(text, '/');
    size_t length = slash ? (size_t)(slash - text) : strlen(text);
    snprintf(name, capacity, "%.*s", (int)length, text);
    return slash ? atoi(slash + 1) : 1;
}

void bd_test_wire_in(bd_test_model *model, bd_system *system, const char *from, const char *to) {
    char source[100], destination[100];
    int output = split(from, source, sizeof source);
    int input = split(to, destination, sizeof destination);
    bd_status status = bd_system_connect(system, source, output, destination, input, &model->error);
    if (status != BD_OK)
        printf("cannot wire %s to %s: %s\n", from, to, model->error.text);
    CU_ASSERT_EQUAL_FATAL(status, BD_OK);
}

void bd_test_wire(bd_test_model *model, const char *from, const char *to) {
    bd_test_wire_in(model, model->diagram->root, from, to);
}

void bd_test_tap(bd_test_model *model, const char *from, const char *name) {
    int count = 0;
    for (size_t i = 0; i < model->diagram->root->block_count; i++)
        count += strcmp(model->diagram->root->blocks[i]->type, "Outport") == 0;
    char number[20];
    snprintf(number, sizeof number, "%d", count + 1);
    bd_test_add(model, "Outport", name, "Port", number);
    bd_test_wire(model, from, name);
}

bd_status bd_test_compile(bd_test_model *model) {
    if (model->run)
        return BD_OK;
    bd_options options = bd_options_default();
    options.log = &model->log;
    return bd_run_compile(model->diagram, model->base, &options, NULL, &model->run, &model->error);
}

bd_status bd_test_try(bd_test_model *model) {
    bd_status status = bd_test_compile(model);
    return status == BD_OK ? bd_run_complete(model->run, &model->error) : status;
}

void bd_test_run(bd_test_model *model) {
    bd_status status = bd_test_try(model);
    if (status != BD_OK)
        printf("%s\n", model->error.text);
    CU_ASSERT_EQUAL_FATAL(status, BD_OK);
}

const bd_record *bd_test_record(const bd_test_model *model, const char *name, int *number) {
    int count = bd_run_record_count(model->run);
    for (int i = 0; i < count; i++) {
        const bd_record *record = bd_run_record(model->run, i);
        if (strcmp(record->name, name) == 0) {
            *number = i;
            return record;
        }
    }
    printf("no record %s\n", name);
    CU_FAIL_FATAL("no record");
    return NULL;
}

size_t bd_test_rows(const bd_test_model *model, const char *name) {
    int number = 0;
    return bd_test_record(model, name, &number)->row_count;
}

double bd_test_time(const bd_test_model *model, const char *name, size_t row) {
    int number = 0;
    bd_test_record(model, name, &number);
    return bd_run_record_time(model->run, number, row);
}

double bd_test_value(const bd_test_model *model, const char *name, size_t row, int element) {
    int number = 0;
    const bd_record *record = bd_test_record(model, name, &number);
    if (row >= record->row_count || element >= record->width) {
        printf("%s has %zu rows of %d\n", name, record->row_count, record->width);
        CU_FAIL_FATAL("no such row or element");
    }
    return bd_run_record_row(model->run, number, row)[element];
}

double bd_test_last(const bd_test_model *model, const char *name, int element) {
    return bd_test_value(model, name, bd_test_rows(model, name) - 1, element);
}

double bd_test_at(const bd_test_model *model, const char *name, double time, int element) {
    for (size_t row = bd_test_rows(model, name); row-- > 0;)
        if (fabs(bd_test_time(model, name, row) - time) < 1e-9)
            return bd_test_value(model, name, row, element);
    printf("%s has no row at %g\n", name, time);
    CU_FAIL("no such time");
    return NAN;
}

bd_test_model *bd_test_run_source(const char *solver, double step, double stop, const char *type,
                                  bd_texts parameters, const char *setup) {
    bd_test_model *m = bd_test_model_create(solver, step, stop);
    if (setup)
        CU_ASSERT_EQUAL_FATAL(bd_workspace_run(m->base, setup, "setup", NULL, &m->error), BD_OK);
    bd_node *node = bd_system_add(m->diagram->root, type, "s", NULL);
    for (; parameters[0]; parameters += 2)
        bd_node_set(node, parameters[0], parameters[1]);
    bd_test_tap(m, "s", "y");
    bd_test_run(m);
    return m;
}

double bd_test_integral(double stop, const char *type, bd_texts parameters, const char *setup) {
    bd_test_model *m = bd_test_model_create("ode45", 0.0, stop);
    if (setup)
        CU_ASSERT_EQUAL_FATAL(bd_workspace_run(m->base, setup, "setup", NULL, &m->error), BD_OK);
    bd_node *node = bd_system_add(m->diagram->root, type, "s", NULL);
    for (; parameters[0]; parameters += 2)
        bd_node_set(node, parameters[0], parameters[1]);
    bd_test_add(m, "Integrator", "x");
    bd_test_wire(m, "s", "x");
    bd_test_tap(m, "x", "y");
    bd_diagram_set(m->diagram, "RelTol", "1e-10");
    bd_diagram_set(m->diagram, "AbsTol", "1e-12");
    bd_test_run(m);
    double value = bd_test_last(m, "y", 0);
    bd_test_model_free(m);
    return value;
}
