/* From Workspace and From File: a recorded signal, interpolated or held, with a rule for times
 * before its first and after its last sample.
 *
 * Jumps (two samples at one time, every sample of a held signal, a repetition) end a step of a
 * variable-step solver; in minor steps the samples beyond the next jump are not looked at */
#include "blocks/sources/samples.h"
#include "blocks/families.h"

#include <stdio.h>
#include <string.h>

typedef enum outside { EXTRAPOLATE, ZERO, HOLD, REPEAT } outside;

typedef struct recorded {
    bd_samples samples;
    bool interpolate, untimed, tell_jumps;
    outside before, after;
} recorded;

/* work: what minor steps must know */
typedef struct memory {
    long segment;   /* sample before, or -1 */
    long limit;     /* last segment before the next jump */
    double origin;  /* time of the present repetition */
    double counted; /* hits so far, if the samples have no times */
} memory;

static bd_status finish_setup(bd_block *block) {
    bd_block_set_work(block, sizeof(memory));
    bd_status status = bd_block_set_inputs(block, 0);
    if (status == BD_OK)
        status = bd_block_set_outputs(block, 1);
    return status == BD_OK ? bd_block_read_sample_time(block, NULL) : status;
}

static bd_status read_workspace(bd_block *block) {
    recorded *r = block->data;
    const bd_value *value;
    bd_status status = bd_block_value(block, "VariableName", &value);
    return status == BD_OK ? bd_samples_from_value(block, value, &r->samples, &r->untimed) : status;
}

static bd_status setup_workspace(bd_block *block) {
    static const char *const rules[] = {"Extrapolation", "Setting to zero", "Holding final value",
                                        "Cyclic repetition", NULL};
    recorded *r = bd_block_alloc(block, sizeof *r);
    if (!r)
        return bd_block_no_memory(block);
    block->data = r;
    int rule = 0;
    bool crossings = false;
    r->interpolate = true;
    bd_status status = bd_block_flag(block, "Interpolate", &r->interpolate);
    if (status == BD_OK)
        status = bd_block_choice(block, "OutputAfterFinalValue", rules, &rule);
    if (status == BD_OK)
        status = bd_block_flag(block, "ZeroCross", &crossings);
    if (status == BD_OK)
        status = read_workspace(block);
    if (status != BD_OK)
        return status;
    r->after = rule == EXTRAPOLATE && !r->interpolate ? HOLD : (outside)rule;
    r->before = r->interpolate ? EXTRAPOLATE : ZERO;
    r->tell_jumps = crossings || !r->interpolate;
    if (r->after == REPEAT && !r->untimed && r->samples.times[0] != 0.0)
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "cyclic repetition needs samples that begin at time 0");
    return finish_setup(block);
}

/* beside the model, else where the program was started */
static bd_status load_file(bd_block *block, bd_workspace *into, bd_error *error) {
    const char *name = bd_block_text(block, "FileName|Filename");
    if (!name || !*name)
        return bd_error_set(error, BD_BAD_PARAMETER, "FileName is empty");
    const char *model = block->node ? block->node->parent->diagram->file : "";
    const char *slash = strrchr(model, '/');
    if (slash && name[0] != '/') {
        char path[4096];
        int length = snprintf(path, sizeof path, "%.*s/%s", (int)(slash - model), model, name);
        if (length > 0 && (size_t)length < sizeof path &&
            bd_workspace_load_mat(into, path, error) == BD_OK)
            return BD_OK;
    }
    return bd_workspace_load_mat(into, name, error);
}

static bd_status read_file(bd_block *block, recorded *r) {
    bd_error error = {0};
    bd_workspace *file = NULL;
    bd_status status = bd_workspace_create("MAT file", NULL, &file, &error);
    if (status == BD_OK)
        status = load_file(block, file, &error);
    const bd_value *value = status == BD_OK ? bd_workspace_value_at(file, 0) : NULL;
    if (status != BD_OK)
        status = bd_block_fail(block, status, "%s", error.text);
    else if (!value)
        status = bd_block_fail(block, BD_BAD_FILE, "the file holds no variable");
    else if (value->type == BD_STRUCT)
        status = bd_samples_from_value(block, value, &r->samples, &r->untimed);
    else
        status = bd_samples_from_rows(block, value, &r->samples);
    bd_workspace_free(file);
    return status;
}

static bd_status setup_file(bd_block *block) {
    static const char *const before[] = {"Linear extrapolation", "Ground value", "Hold first value",
                                         NULL};
    static const char *const after[] = {"Linear extrapolation", "Ground value", "Hold last value",
                                        NULL};
    static const char *const within[] = {"Zero order hold", "Linear interpolation", NULL};
    recorded *r = bd_block_alloc(block, sizeof *r);
    if (!r)
        return bd_block_no_memory(block);
    block->data = r;
    int first = 0, last = 0, interpolate = 1;
    bool crossings = false;
    bd_status status = bd_block_choice(block, "ExtrapolationBeforeFirstDataPoint", before, &first);
    if (status == BD_OK)
        status = bd_block_choice(block, "ExtrapolationAfterLastDataPoint", after, &last);
    if (status == BD_OK)
        status = bd_block_choice(block, "InterpolationWithinTimeRange", within, &interpolate);
    if (status == BD_OK)
        status = bd_block_flag(block, "ZeroCross", &crossings);
    if (status == BD_OK)
        status = read_file(block, r);
    r->before = (outside)first;
    r->after = (outside)last;
    r->interpolate = interpolate == 1;
    r->tell_jumps = crossings || !r->interpolate;
    return status == BD_OK ? finish_setup(block) : status;
}

static bd_status propagate(bd_block *block) {
    const recorded *r = block->data;
    bd_shape shape = r->samples.shape;
    int type = BD_INHERITED;
    bd_status status = bd_block_data_type(block, "OutDataTypeStr", &type);
    if (type != BD_INHERITED)
        shape.type = type;
    return status == BD_OK ? bd_port_set_shape(block->outputs, &shape) : status;
}

static bd_status start(bd_block *block) {
    const recorded *r = block->data;
    bd_sample_time time = block->rates->sample_time;
    if (r->untimed && time.period == 0.0)
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "samples without times need a discrete sample time");
    if (!r->untimed)
        block->run_update = NULL;
    return BD_OK;
}

static bd_status initialise(bd_block *block) {
    memory *m = block->work;
    *m = (memory){.segment = -1};
    return BD_OK;
}

static double last_time(const recorded *r) {
    return r->samples.times[r->samples.count - 1];
}

/* chooses segment and repetition for the present major step */
static void choose_segment(const recorded *r, memory *m, double t) {
    double period = r->untimed ? (double)r->samples.count : last_time(r);
    m->origin = 0.0;
    if (r->after == REPEAT && period > 0.0 && bd_time_reached(t, period)) {
        double turns = floor(t / period);
        if (bd_time_reached(t, (turns + 1.0) * period))
            turns += 1.0;
        m->origin = turns * period;
    }
    double inside = t - m->origin;
    if (m->origin > 0.0 && inside < 0.0)
        inside = 0.0; /* the rounding of t */
    m->segment = bd_samples_find(&r->samples, inside);
}

static void tell_next_jump(bd_block *block, const recorded *r, memory *m) {
    const bd_samples *s = &r->samples;
    size_t next = r->interpolate && m->segment >= 0 ? bd_samples_next_jump(s, (size_t)m->segment)
                                                    : (size_t)(m->segment + 1);
    m->limit = (long)(next < s->count ? next : s->count) - 1;
    if (next < s->count) {
        bd_block_add_breakpoint(block, m->origin + s->times[next]);
    } else if (r->after == REPEAT || r->after == ZERO) {
        m->limit = (long)s->count - 2;
        bd_block_add_breakpoint(block, m->origin + last_time(r));
    }
}

static void write_outside(const recorded *r, outside rule, bool late, double t, bd_port *y) {
    const bd_samples *s = &r->samples;
    size_t end = late ? s->count - 1 : 0;
    if (rule == ZERO)
        bd_samples_write_zero(y);
    else if (rule == EXTRAPOLATE && s->count > 1 && r->interpolate)
        bd_samples_write_line(s, late ? s->count - 2 : 0, t, y);
    else
        bd_samples_write_row(s, end, y);
}

static bd_status outputs(bd_block *block) {
    const recorded *r = block->data;
    memory now = *(memory *)block->work;
    double t = r->untimed ? now.counted : bd_time(block);
    if (bd_is_major(block) || block->clock->fixed_step || !r->tell_jumps) {
        choose_segment(r, &now, t);
    } else {
        long found = bd_samples_find(&r->samples, t - now.origin);
        now.segment = now.segment > now.limit || found < now.limit ? found : now.limit;
    }
    if (bd_is_major(block)) {
        if (r->tell_jumps && !r->untimed)
            tell_next_jump(block, r, &now);
        *(memory *)block->work = now;
    }
    const bd_samples *s = &r->samples;
    double inside = t - now.origin;
    bool after_all = now.segment == (long)s->count - 1;
    bool at_last = after_all && bd_time_reached(last_time(r), inside);
    if (now.segment < 0)
        write_outside(r, r->before, false, inside, block->outputs);
    else if (after_all && !at_last)
        write_outside(r, r->after, true, inside, block->outputs);
    else if (r->interpolate && !after_all && !r->untimed)
        bd_samples_write_line(s, (size_t)now.segment, inside, block->outputs);
    else
        bd_samples_write_row(s, (size_t)now.segment, block->outputs);
    return BD_OK;
}

static bd_status update(bd_block *block) {
    ((memory *)block->work)->counted += 1.0;
    return BD_OK;
}

#define RECORDED_TYPE(identifier, type_name, setup_function)                                       \
    static const bd_block_type identifier = {                                                      \
        .name = type_name,                                                                         \
        .setup = setup_function,                                                                   \
        .propagate = propagate,                                                                    \
        .start = start,                                                                            \
        .initialise = initialise,                                                                  \
        .outputs = outputs,                                                                        \
        .update = update,                                                                          \
    }

RECORDED_TYPE(workspace_type, "FromWorkspace", setup_workspace);
RECORDED_TYPE(file_type, "FromFile", setup_file);

const bd_block_type *const bd_blocks_from_workspace[] = {&workspace_type, &file_type, NULL};
