/* what becomes of small diagrams, against compiled.txt: blocks in execution order with their rates
 * and sizes, messages, results, the linear model. A diagram is in the words of mini.h; see the head
 * of that file for how one is added */
#define _POSIX_C_SOURCE 200809L
#include "kept.h"
#include "mini.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 12, MOST_STATES = 8 };

static void write_numbers(FILE *out, const char *what, const double *values, int count) {
    fprintf(out, "%s", what);
    for (int i = 0; i < count; i++)
        fprintf(out, " %.6g", fabs(values[i]) < 1e-8 ? 0.0 : values[i]);
}

static void write_blocks(FILE *out, const mini *m) {
    const bd_model *model = bd_run_model(m->run);
    for (int i = 0; i < bd_model_block_count(model); i++) {
        const bd_block_info *b = bd_model_block(model, i);
        char rate[80];
        bd_sample_time_text(b->sample_time, rate, sizeof rate);
        fprintf(out, "  %s %s, %s", b->path, b->type, rate);
        if (b->rate_count != 1)
            fprintf(out, " (%d rates)", b->rate_count);
        if (b->continuous_states + b->discrete_states > 0)
            fprintf(out, ", %d+%d states", b->continuous_states, b->discrete_states);
        if (b->zero_crossings > 0)
            fprintf(out, ", %d crossings", b->zero_crossings);
        if (b->depth > 0)
            fprintf(out, ", depth %d", b->depth);
        if (b->algebraic_loop > 0)
            fprintf(out, ", loop %d", b->algebraic_loop);
        fprintf(out, "%s\n", b->called ? ", called" : "");
    }
}

static void write_records(FILE *out, const mini *m) {
    for (int i = 0; i < bd_run_record_count(m->run); i++) {
        const bd_record *r = bd_run_record(m->run, i);
        char shape[100];
        fprintf(out, "  %s (%s) is %s, %zu rows:", r->name, r->path,
                bd_shape_text(&r->shape, shape, sizeof shape), r->row_count);
        const size_t shown = r->row_count < MOST_ROWS ? r->row_count : MOST_ROWS;
        for (size_t k = r->row_count - shown; k < r->row_count; k++) {
            fprintf(out, " %.7g:", bd_run_record_time(m->run, i, k));
            write_numbers(out, "", bd_run_record_row(m->run, i, k), r->width);
            fputs(k + 1 < r->row_count ? ";" : "", out);
        }
        for (int e = 0; e < r->width; e++) {
            bd_origin from;
            if (bd_run_record_origin(m->run, i, e, &from))
                fprintf(out, " <- %d/%d/%d", from.block, from.port, from.element);
        }
        fputs("\n", out);
    }
}

static void write_linear(FILE *out, mini *m) {
    bd_linear_model l = {0};
    bd_error error = {0};
    if (bd_run_linearise_whole(m->run, &l, &error) != BD_OK) {
        fprintf(out, "  not linear: %s\n", error.text);
        return;
    }
    if (l.states > 0 && l.states < MOST_STATES) {
        write_numbers(out, "  A", l.A, l.states * l.states);
        write_numbers(out, " B", l.B, l.states * l.inputs);
        write_numbers(out, " C", l.C, l.outputs * l.states);
        write_numbers(out, " D", l.D, l.outputs * l.inputs);
        write_numbers(out, " x", l.x, l.states);
        write_numbers(out, " dx", l.dx, l.states);
        fputs("\n", out);
    }
    bd_linear_model_free(&l);
}

static void run(FILE *out, mini *m) {
    if (bd_run_start(m->run, &m->error) == BD_OK) {
        while (!bd_run_is_done(m->run) && bd_run_step(m->run, &m->error) == BD_OK)
            continue;
        if (m->error.status == BD_OK)
            write_linear(out, m);
        if (m->error.status == BD_OK)
            bd_run_finish(m->run, &m->error);
    }
    write_records(out, m);
    const bd_statistics s = bd_run_statistics(m->run);
    fprintf(out, "  %lu steps, %lu crossings, %d loops", s.major_steps, s.zero_crossings,
            s.algebraic_loops);
    unsigned long most = 1; /* rounding may need one more or less */
    while (most <= s.loop_iterations)
        most *= 2;
    if (s.loop_iterations > 0)
        fprintf(out, " of less than %lu iterations", most);
    fputs("\n", out);
}

static void answer(FILE *out, const char *text) {
    mini *m = mini_create(text, NULL);
    if (m->run) {
        write_blocks(out, m);
        run(out, m);
    }
    for (size_t i = 0; i < m->log.count; i++)
        fprintf(out, "  says: %s\n", m->log.lines[i]);
    if (m->error.status != BD_OK)
        fprintf(out, "  refused: %s\n", m->error.text);
    mini_free(m);
}

/* a diagram ends at an empty line; what is below it begins with a blank */
static void test_diagrams_become_what_is_written(void) {
    char *text = NULL, *line = NULL, *diagram = NULL;
    size_t size = 0, capacity = 0, length = 0;
    FILE *in = fopen(COMPILED, "r"), *out = open_memstream(&text, &size);
    CU_ASSERT_FATAL(in && out);
    FILE *lines = open_memstream(&diagram, &length);
    CU_ASSERT_PTR_NOT_NULL_FATAL(lines);
    while (getline(&line, &capacity, in) >= 0) {
        if (line[0] == ' ')
            continue;
        fputs(line, out);
        if (line[0] != '\n' && line[0] != '#' && line[0] != '=')
            fputs(line, lines);
        if (line[0] != '\n')
            continue;
        fclose(lines);
        if (length > 0)
            answer(out, diagram);
        free(diagram);
        lines = open_memstream(&diagram, &length);
        CU_ASSERT_PTR_NOT_NULL_FATAL(lines);
    }
    fclose(lines);
    fclose(in);
    fclose(out);
    mr_kept_check(COMPILED, text, "COMPILED_WRITE");
    free(diagram);
    free(line);
    free(text);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_diagrams_become_what_is_written),
    };
    return mr_test_main("blockdiagram_compiled", tests, sizeof tests / sizeof *tests, argc, argv);
}
