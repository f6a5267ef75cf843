/* blocks that record their inputs: Scope and its kin, Display, To Workspace, To File, XY Graph. The
 * engine keeps the records; here stands what is recorded, how often and how long */
#include "blocks/families.h"
#include "blocks/elements.h"

#include <stdio.h>
#include <string.h>

#define MAX_INPUTS 10000

typedef struct sink {
    const char *name; /* of the record */
    const char *file; /* of To File, else NULL */
    bd_record_kind kind;
    int decimation;
    double limit;
} sink;

static bd_status setup_sink(bd_block *block, int inputs) {
    BD_TRY(bd_setup_ports(block, sizeof(sink), inputs, 0));
    sink *s = block->data;
    s->name = block->node ? block->node->name : "";
    s->kind = BD_RECORD_SCOPE;
    s->decimation = 1;
    s->limit = INFINITY;
    return BD_OK;
}

static bd_status propagate(bd_block *block) {
    (void)block; /* takes what comes */
    return BD_OK;
}

static bd_status read_decimation(bd_block *block, sink *s) {
    long decimation = 1;
    if (bd_block_text(block, "Decimation"))
        BD_TRY(bd_block_whole(block, "Decimation", 1, 1000000000, &decimation));
    s->decimation = (int)decimation;
    return BD_OK;
}

static bd_status read_limit(bd_block *block, const char *name, sink *s) {
    if (!bd_block_text(block, name))
        return BD_OK;
    BD_TRY(bd_block_scalar(block, name, &s->limit));
    if (!(s->limit >= 1.0))
        return bd_block_fail(block, BD_BAD_PARAMETER, "%s must be at least 1", name);
    s->limit = floor(s->limit);
    return BD_OK;
}

static bd_status start(bd_block *block) {
    const sink *s = block->data;
    for (int i = 0; i < block->input_count; i++) {
        char numbered[256];
        snprintf(numbered, sizeof numbered, "%.200s_%d", s->name, i + 1);
        bd_log_request request = {.name = block->input_count == 1 ? s->name : numbered,
                                  .file = s->file,
                                  .kind = s->kind,
                                  .input = i,
                                  .decimation = s->decimation,
                                  .limit = s->limit};
        BD_TRY(bd_block_log_input(block, &request));
    }
    return BD_OK;
}

static int port_count(const bd_block *block, int otherwise) {
    return block->node && block->node->ports_written ? block->node->ports[BD_PORT_INPUT]
                                                     : otherwise;
}

/* ---- Scope: a picture elsewhere, the recorded inputs here ---- */

static bd_status setup_scope(bd_block *block) {
    long count = 1;
    bool floating, saves, limits;
    const char *ports = bd_block_text(block, "NumInputPorts");
    if (ports)
        BD_TRY(bd_block_whole(block, "NumInputPorts", 0, MAX_INPUTS, &count));
    BD_TRY(bd_option(block, "Floating", &floating));
    BD_TRY(setup_sink(block, floating ? 0 : port_count(block, (int)count)));
    sink *s = block->data;
    BD_TRY(bd_option(block, "SaveToWorkspace|DataLogging", &saves));
    BD_TRY(bd_option(block, "LimitDataPoints|DataLoggingLimitDataPoints", &limits));
    if (saves && bd_block_text(block, "SaveName"))
        s->name = bd_block_text(block, "SaveName");
    if (limits)
        BD_TRY(read_limit(block, "MaxDataPoints|DataLoggingMaxPoints", s));
    BD_TRY(read_decimation(block, s));
    return bd_block_read_sample_time(block, NULL);
}

/* ---- Display: what it would show at each time ---- */

static bd_status setup_display(bd_block *block) {
    bool floating;
    BD_TRY(bd_option(block, "Floating", &floating));
    BD_TRY(setup_sink(block, floating ? 0 : 1));
    return bd_block_read_sample_time(block, NULL);
}

/* ---- To Workspace, To File ---- */

static bd_status setup_workspace(bd_block *block) {
    static const char *const formats[] = {
        "Array",      "Matrix",  "Structure", "Structure With Time", "StructureWithTime",
        "Timeseries", "Dataset", NULL};
    int format = 0;
    BD_TRY(setup_sink(block, 1));
    sink *s = block->data;
    s->kind = BD_RECORD_WORKSPACE;
    if (bd_block_text(block, "VariableName"))
        s->name = bd_block_text(block, "VariableName");
    BD_TRY(bd_block_choice(block, "SaveFormat", formats, &format));
    BD_TRY(read_limit(block, "MaxDataPoints|Buffer", s));
    BD_TRY(read_decimation(block, s));
    return bd_block_read_sample_time(block, NULL);
}

static bd_status setup_file(bd_block *block) {
    BD_TRY(setup_sink(block, 1));
    sink *s = block->data;
    if (bd_block_text(block, "MatrixName"))
        s->name = bd_block_text(block, "MatrixName");
    s->kind = BD_RECORD_FILE;
    s->file = bd_block_text(block, "Filename|FileName");
    if (!s->file || !*s->file)
        return bd_block_fail(block, BD_BAD_PARAMETER, "Filename is empty");
    BD_TRY(read_decimation(block, s));
    return bd_block_read_sample_time(block, NULL);
}

/* ---- XY Graph: both inputs ---- */

static bd_status setup_graph(bd_block *block) {
    BD_TRY(setup_sink(block, port_count(block, 2)));
    return bd_block_read_sample_time(block, bd_block_text(block, "st") ? "st" : NULL);
}

#define SINK(text, setup_function)                                                                 \
    {                                                                                              \
        .name = text, .setup = setup_function, .propagate = propagate, .start = start,             \
        .accepts_bus = true, .variable = bd_variable_inputs,                                       \
    }

static const bd_block_type types[] = {
    SINK("Scope", setup_scope),           SINK("SignalViewerScope", setup_scope),
    SINK("FloatingScope", setup_scope),   SINK("Display", setup_display),
    SINK("ToWorkspace", setup_workspace), SINK("ToFile", setup_file),
    SINK("XY Graph", setup_graph),        SINK("XYGraph", setup_graph),
    SINK("Record", setup_graph),
};

const bd_block_type *const bd_blocks_sinks[] = {&types[0], &types[1], &types[2], &types[3],
                                                &types[4], &types[5], &types[6], &types[7],
                                                &types[8], NULL};
