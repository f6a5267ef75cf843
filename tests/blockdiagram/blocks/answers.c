/* see answers.h */
#define _POSIX_C_SOURCE 200809L
#include "answers.h"
#include "bd_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 6, MOST = 32, LENGTH = 400 };

typedef struct answer_case {
    char type[80];
    char names[MOST][LENGTH], values[MOST][LENGTH], inputs[MOST][LENGTH];
    int parameter_count, input_count;
} answer_case;

/* inputs that a block may not expect, and what they are. "bus" is one of two elements */
static const char *const odd[][2] = {{"-7", "double"},
                                     {"[1 2 3]", "double [3]"},
                                     {"[1;2]", "double [2]"},
                                     {"[1 2;3 4]", "double [2x2]"},
                                     {"ones(2,3,2)", "double [2x3x2]"},
                                     {"1+2i", "double complex"},
                                     {"single(2.5)", "single"},
                                     {"int8(100)", "int8"},
                                     {"true", "logical"},
                                     {"\"text\"", "string"},
                                     {"bus", "bus"}};
enum { ODD = sizeof odd / sizeof *odd };

/* ---- reading a case ---- */

static const char *next_word(const char *c, char *word, size_t capacity) {
    size_t used = 0;
    bool quoted = false;
    for (c += strspn(c, " "); *c && (quoted || *c != ' '); c++) {
        if (*c == '\'')
            quoted = !quoted;
        else if (used + 1 < capacity)
            word[used++] = (char)(*c == '`' ? '\'' : *c);
    }
    word[used] = '\0';
    return c;
}

static void read_inputs(const char *c, answer_case *a) {
    while (*c && a->input_count < MOST) {
        const char *end = strstr(c, " | ");
        const size_t length = end ? (size_t)(end - c) : strlen(c);
        snprintf(a->inputs[a->input_count++], LENGTH, "%.*s", (int)length, c);
        c += length + (end ? 3 : 0);
    }
}

static bool read_case(const char *line, answer_case *a) {
    char head[2000], word[LENGTH];
    const char *arrow = strstr(line, " <-");
    *a = (answer_case){.type = ""};
    if (!arrow)
        return false;
    snprintf(head, sizeof head, "%.*s", (int)(arrow - line), line);
    const char *c = next_word(head, a->type, sizeof a->type);
    while (c = next_word(c, word, sizeof word), word[0] && a->parameter_count < MOST) {
        char *value = strchr(word, '=');
        if (!value)
            return false;
        *value++ = '\0';
        snprintf(a->names[a->parameter_count], LENGTH, "%s", word);
        snprintf(a->values[a->parameter_count++], LENGTH, "%s", value);
    }
    read_inputs(arrow + 3 + strspn(arrow + 3, " "), a);
    return a->type[0] != '\0';
}

void answers_kind(const char *line, char *kind, size_t size) {
    answer_case a;
    read_case(line, &a);
    snprintf(kind, size, "%s %d", a.type, a.input_count);
}

/* ---- its model ---- */

static void add_constant(bd_test_model *m, const char *name, const char *value) {
    const bool words = value[0] == '"';
    if (strcmp(value, "bus") == 0) {
        bd_test_add(m, "Constant", "first", "Value", "1");
        bd_test_add(m, "Constant", "second", "Value", "int8(2)");
        bd_test_add(m, "BusCreator", name, "Inputs", "2");
        bd_test_wire(m, "first", name);
        bd_test_wire(m, "second", (char[]){name[0], name[1], name[2], '/', '2', '\0'});
    } else
        bd_test_add(m, words ? "StringConstant" : "Constant", name, words ? "String" : "Value",
                    value);
}

/* one constant after the other, every 0.1 s */
static void add_sequence(bd_test_model *m, const char *name, const char *list) {
    char texts[STEPS][LENGTH], part[40], number[20];
    int count = 0;
    for (const char *c = list; count < STEPS;) {
        const char *end = strstr(c, ";;");
        snprintf(texts[count++], LENGTH, "%.*s", end ? (int)(end - c) : (int)strlen(c), c);
        if (!end)
            break;
        c = end + 2;
    }
    if (count == 1) {
        add_constant(m, name, texts[0]);
        return;
    }
    snprintf(part, sizeof part, "%s of", name);
    snprintf(number, sizeof number, "%d", count - 1);
    bd_test_add(m, "Counter Limited", part, "uplimit", number, "tsamp", "0.1");
    snprintf(number, sizeof number, "%d", count);
    bd_test_add(m, "MultiPortSwitch", name, "Inputs", number, "DataPortOrder",
                "Zero-based contiguous");
    bd_test_wire(m, part, name);
    for (int i = 0; i < count; i++) {
        char to[40];
        snprintf(part, sizeof part, "%s at %d", name, i + 1);
        snprintf(to, sizeof to, "%s/%d", name, i + 2);
        bd_test_add(m, "Constant", part, "Value", texts[i]);
        bd_test_wire(m, part, to);
    }
}

/* port `other` (from 0) has this input instead. The number of outputs may follow from parameters */
static bd_test_model *build(const answer_case *a, int other, const char *instead, int outputs) {
    bd_test_model *m = bd_test_model_create("ode4", 0.1, 0.1 * (instead ? 2 : STEPS - 1));
    bd_node *node = bd_system_add(m->diagram->root, a->type, "block", NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(node);
    for (int i = 0; i < a->parameter_count; i++)
        bd_node_set(node, a->names[i], a->values[i]);
    if (a->input_count > 0)
        bd_node_set_ports(node, BD_PORT_INPUT, a->input_count);
    for (int i = 0; i < a->input_count; i++) {
        char from[20], to[20];
        snprintf(from, sizeof from, "in%d", i + 1);
        snprintf(to, sizeof to, "block/%d", i + 1);
        add_sequence(m, from, i == other ? instead : a->inputs[i]);
        bd_test_wire(m, from, to);
    }
    const int most = node ? node->ports[BD_PORT_OUTPUT] : 0;
    for (int i = 1; i <= (outputs < most ? outputs : most); i++) {
        char from[20], to[20];
        snprintf(from, sizeof from, "block/%d", i);
        snprintf(to, sizeof to, "out%d", i);
        bd_test_tap(m, from, to);
    }
    return m;
}

/* runs; the status is in its error */
static bd_test_model *run(const answer_case *a, int other, const char *instead) {
    bd_test_model *m = NULL;
    for (int outputs = MOST; outputs >= 0; outputs--) {
        m = build(a, other, instead, outputs);
        m->error.status = bd_test_try(m);
        int port = 0;
        const char *none = strstr(m->error.text, "a line begins at output ");
        if (!none || sscanf(none, "a line begins at output %d", &port) != 1 || outputs == 0)
            break;
        outputs = port;
        bd_test_model_free(m);
    }
    return m;
}

/* ---- what it says ---- */

static void write_number(FILE *out, double value) {
    if (isnan(value)) /* whose sign says nothing */
        fputs(" nan", out);
    else
        fprintf(out, " %.9g", fabs(value) < 1e-13 ? 0.0 : value);
}

static void write_row(FILE *out, const bd_test_model *m, int record, size_t row) {
    const double *values = bd_run_record_row(m->run, record, row);
    const int width = bd_run_record(m->run, record)->width;
    fputs(width > 1 ? " (" : "", out);
    for (int i = 0; i < width; i++)
        write_number(out, values[i]);
    fputs(width > 1 ? " )" : "", out);
}

static bool same_rows(const bd_test_model *m, int record, size_t a, size_t b) {
    const int width = bd_run_record(m->run, record)->width;
    for (int i = 0; i < width; i++) {
        const double x = bd_run_record_row(m->run, record, a)[i];
        const double y = bd_run_record_row(m->run, record, b)[i];
        if (x != y && !(isnan(x) && isnan(y)))
            return false;
    }
    return true;
}

static void write_rows(FILE *out, const bd_test_model *m, int record) {
    size_t last = bd_run_record(m->run, record)->row_count;
    const size_t count = last;
    while (last > 1 && same_rows(m, record, last - 2, last - 1))
        last--;
    for (size_t row = 0; row < last; row++)
        write_row(out, m, record, row);
    fputs(last < count ? " and so on\n" : "\n", out);
}

static void write_records(FILE *out, const bd_test_model *m) {
    for (int i = 0; i < bd_run_record_count(m->run); i++) {
        char shape[100];
        const bd_record *record = bd_run_record(m->run, i);
        bd_shape_text(&record->shape, shape, sizeof shape);
        fprintf(out, "  %s %s:", shape, record->name);
        write_rows(out, m, i);
    }
}

/* of the outputs, if the input is of this one */
static void write_shapes(FILE *out, const bd_test_model *m, const char *input) {
    for (int i = 0; i < bd_run_record_count(m->run); i++) {
        char shape[100];
        bd_shape_text(&bd_run_record(m->run, i)->shape, shape, sizeof shape);
        fprintf(out, "%s %s", i ? "," : "", strcmp(shape, input) == 0 ? "the same" : shape);
    }
    fputs(bd_run_record_count(m->run) == 0 ? " taken" : "", out);
}

static void write_sizes(FILE *out, const bd_test_model *m) {
    const bd_model *model = bd_run_model(m->run);
    for (int i = 0; i < bd_model_block_count(model); i++) {
        const bd_block_info *block = bd_model_block(model, i);
        char rate[80];
        if (strcmp(block->path, "m/block") != 0)
            continue;
        bd_sample_time_text(block->sample_time, rate, sizeof rate);
        if (strcmp(rate, "0.1") == 0 && block->rate_count == 1 && block->continuous_states == 0 &&
            block->discrete_states == 0 && block->zero_crossings == 0)
            continue;
        fprintf(out, "  %s (%d rates), %d+%d states, %d crossings\n", rate, block->rate_count,
                block->continuous_states, block->discrete_states, block->zero_crossings);
    }
}

static void write_moving(FILE *out, const answer_case *a) {
    bd_test_model *m = run(a, -1, NULL);
    if (m->run) {
        write_sizes(out, m);
        write_records(out, m);
    }
    for (size_t i = 0; i < m->log.count; i++)
        fprintf(out, "  says: %s\n", m->log.lines[i]);
    if (m->error.status != BD_OK)
        fprintf(out, "  refused: %s\n", m->error.text);
    bd_test_model_free(m);
}

/* kinds of inputs with the same answer in one line */
static void write_kinds(FILE *out, const answer_case *a, int port) {
    char *texts[ODD] = {NULL};
    for (int k = 0; k < ODD; k++) {
        size_t size = 0;
        FILE *text = open_memstream(&texts[k], &size);
        CU_ASSERT_PTR_NOT_NULL_FATAL(text);
        bd_test_model *m = run(a, port, odd[k][0]);
        const char *what = NULL;
        if (m->error.status == BD_OK)
            write_shapes(text, m, odd[k][1]);
        else if ((what = strstr(m->error.text, " but output"))) /* which follows from the input */
            fprintf(text, " %.*s", (int)(what - m->error.text), m->error.text);
        else
            fprintf(text, " %s", m->error.text);
        fclose(text);
        bd_test_model_free(m);
    }
    for (int k = 0; k < ODD; k++) {
        if (!texts[k])
            continue;
        fprintf(out, "  in%d %s", port + 1, odd[k][0]);
        for (int j = k + 1; j < ODD; j++)
            if (texts[j] && strcmp(texts[j], texts[k]) == 0) {
                fprintf(out, ", %s", odd[j][0]);
                free(texts[j]);
                texts[j] = NULL;
            }
        fprintf(out, " ->%s\n", texts[k]);
        free(texts[k]);
        texts[k] = NULL;
    }
}

bool answers_write(FILE *out, const char *line, bool kinds) {
    answer_case a;
    if (!read_case(line, &a))
        return false;
    write_moving(out, &a);
    for (int port = 0; kinds && port < a.input_count; port++)
        write_kinds(out, &a, port);
    return true;
}
