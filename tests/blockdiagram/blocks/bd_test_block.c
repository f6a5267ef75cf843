/* tests of one block, see bd_test.h */
#include "bd_test.h"
#include "blockdiagram/expression.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FIRST_FIXED_POINT 128 /* see blockdiagram/signal.h */

static void add_block(bd_test_model *model, const char *type, bd_texts parameters, int inputs,
                      int outputs) {
    bd_node *node = bd_system_add(model->diagram->root, type, "block", NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(node);
    for (; parameters[0]; parameters += 2)
        bd_node_set(node, parameters[0], parameters[1]);
    bd_node_set_ports(node, BD_PORT_INPUT, inputs);
    bd_node_set_ports(node, BD_PORT_OUTPUT, outputs);
}

static int count_texts(bd_texts texts) {
    int count = 0;
    while (texts[count])
        count++;
    return count;
}

static void connect(bd_test_model *model, int inputs, int outputs) {
    char from[40], to[40];
    for (int i = 1; i <= inputs; i++) {
        snprintf(from, sizeof from, "in%d", i);
        snprintf(to, sizeof to, "block/%d", i);
        bd_test_wire(model, from, to);
    }
    for (int i = 1; i <= outputs; i++) {
        snprintf(from, sizeof from, "block/%d", i);
        snprintf(to, sizeof to, "out%d", i);
        bd_test_tap(model, from, to);
    }
}

static bd_test_model *constant_model(const char *type, bd_texts parameters, bd_texts inputs,
                                     int outputs) {
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 0.0);
    int count = count_texts(inputs);
    for (int i = 0; i < count; i++) {
        char name[40];
        snprintf(name, sizeof name, "in%d", i + 1);
        bd_test_add(model, "Constant", name, "Value", inputs[i]);
    }
    add_block(model, type, parameters, count, outputs);
    connect(model, count, outputs);
    return model;
}

static void report(int line, const char *type, const char *what) {
    printf("line %d: %s: %s\n", line, type, what);
    CU_FAIL("block differs");
}

static bd_value *evaluate(const bd_test_model *model, const char *text) {
    bd_value *value = NULL;
    bd_error error = {0};
    if (bd_expression_evaluate(text, model->base, &value, &error) != BD_OK)
        printf("%s\n", error.text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(value);
    return value;
}

static bool is_close(double a, double b) {
    return (isnan(a) && isnan(b)) || a == b || fabs(a - b) <= 1e-12 * fmax(fabs(a), fabs(b)) ||
           fabs(a - b) < 1e-15;
}

/* dimensions without orientation fit rows and columns */
static bool same_dims(const bd_shape *shape, const bd_value *value) {
    if (shape->rank == 1)
        return bd_value_is_vector(value) && (size_t)shape->dims[0] == value->count;
    for (int i = 0; i < shape->rank || i < value->rank; i++) {
        size_t wanted = i < value->rank ? value->dims[i] : 1;
        if ((i < shape->rank ? (size_t)shape->dims[i] : 1) != wanted)
            return false;
    }
    return true;
}

static void compare_output(int line, const char *type, const bd_test_model *model, int output,
                           const char *expected) {
    char name[40], text[200];
    int number = 0;
    snprintf(name, sizeof name, "out%d", output + 1);
    const bd_record *record = bd_test_record(model, name, &number);
    bd_value *value = evaluate(model, expected);
    bool is_complex = value->im != NULL;
    /* values of a fixed-point type are doubles on its grid */
    int class = record->shape.type >= FIRST_FIXED_POINT ? BD_DOUBLE : record->shape.type;
    if (class != (int)value->type || !same_dims(&record->shape, value) ||
        record->shape.complexity != is_complex) {
        char shape[100];
        snprintf(text, sizeof text, "output %d is %s, not like %.60s", output + 1,
                 bd_shape_text(&record->shape, shape, sizeof shape), expected);
        report(line, type, text);
    } else {
        const double *row = bd_run_record_row(model->run, number, 0);
        for (size_t i = 0; i < value->count; i++) {
            size_t at = is_complex ? 2 * i : i;
            bool close = is_close(row[at], bd_value_real_at(value, i)) &&
                         (!is_complex || is_close(row[at + 1], bd_value_imag_at(value, i)));
            if (close)
                continue;
            snprintf(text, sizeof text, "output %d element %zu is %.17g, not as in %.60s",
                     output + 1, i + 1, row[at], expected);
            report(line, type, text);
        }
    }
    bd_value_free(value);
}

void bd_test_check_block(int line, const char *type, bd_texts parameters, bd_texts inputs,
                         bd_texts outputs) {
    int count = count_texts(outputs);
    bd_test_model *model = constant_model(type, parameters, inputs, count);
    if (bd_test_try(model) != BD_OK) {
        report(line, type, model->error.text);
    } else {
        CU_PASS("runs");
        for (int i = 0; i < count; i++)
            compare_output(line, type, model, i, outputs[i]);
    }
    bd_test_model_free(model);
}

void bd_test_check_failure(int line, const char *type, bd_texts parameters, bd_texts inputs,
                           const char *text) {
    bd_test_model *model = constant_model(type, parameters, inputs, 0);
    if (bd_test_try(model) == BD_OK)
        report(line, type, "was not refused");
    else if (!strstr(model->error.text, text) || !strstr(model->error.text, "m/block"))
        report(line, type, model->error.text);
    else
        CU_PASS("is refused");
    bd_test_model_free(model);
}

/* ---- sequences ---- */

static void step_through(int line, const char *type, bd_test_model *model, const bd_value *inputs,
                         const bd_value *outputs) {
    size_t rows = inputs->dims[0], steps = inputs->dims[1];
    bd_status status = bd_run_start(model->run, &model->error);
    for (size_t k = 0; k < steps && status == BD_OK; k++) {
        for (size_t i = 0; i < rows && status == BD_OK; i++) {
            double u = bd_value_real_at(inputs, i + k * rows);
            status = bd_run_set_input(model->run, (int)i, &u, 1, &model->error);
        }
        if (status == BD_OK)
            status = bd_run_step(model->run, &model->error);
    }
    if (status == BD_OK)
        status = bd_run_finish(model->run, &model->error);
    if (status != BD_OK) {
        report(line, type, model->error.text);
        return;
    }
    for (size_t i = 0; i < outputs->dims[0]; i++)
        for (size_t k = 0; k < steps; k++) {
            char name[40], text[120];
            snprintf(name, sizeof name, "out%zu", i + 1);
            double wanted = bd_value_real_at(outputs, i + k * outputs->dims[0]);
            double is = bd_test_value(model, name, k, 0);
            if (is_close(is, wanted))
                continue;
            snprintf(text, sizeof text, "output %zu at step %zu is %.17g, not %.17g", i + 1, k, is,
                     wanted);
            report(line, type, text);
        }
}

void bd_test_check_sequence(int line, const char *type, bd_texts parameters, const char *inputs,
                            const char *outputs) {
    bd_test_model *model = bd_test_model_create("FixedStepDiscrete", 1.0, 1000.0);
    bd_value *u = evaluate(model, inputs), *y = evaluate(model, outputs);
    int input_count = (int)u->dims[0], output_count = (int)y->dims[0];
    CU_ASSERT_EQUAL_FATAL(u->dims[1], y->dims[1]);
    for (int i = 1; i <= input_count; i++) {
        char name[40], number[20];
        snprintf(name, sizeof name, "in%d", i);
        snprintf(number, sizeof number, "%d", i);
        bd_test_add(model, "Inport", name, "Port", number, "SampleTime", "1");
    }
    add_block(model, type, parameters, input_count, output_count);
    connect(model, input_count, output_count);
    if (bd_test_compile(model) == BD_OK) {
        CU_PASS("compiles");
        step_through(line, type, model, u, y);
    } else {
        report(line, type, model->error.text);
    }
    bd_value_free(u);
    bd_value_free(y);
    bd_test_model_free(model);
}
