/* small models of text with blocks in M code, run and looked at */
#ifndef TESTS_M_MODEL_H
#define TESTS_M_MODEL_H

#include "bd_test.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct pen {
    char text[20000];
    size_t used;
} pen;

static inline void put(pen *p, const char *format, ...) {
    va_list list;
    va_start(list, format);
    p->used += (size_t)vsnprintf(p->text + p->used, sizeof p->text - p->used, format, list);
    va_end(list);
    CU_ASSERT_FATAL(p->used < sizeof p->text);
}

static inline void line(pen *p, const char *from, int output, const char *to, int input) {
    put(p, "Line {\nSrcBlock \"%s\"\nSrcPort %d\nDstBlock \"%s\"\nDstPort %d\n}\n", from, output,
        to, input);
}

static inline void put_script(pen *p, const char *script) {
    for (; *script; script++)
        put(p, *script == '\n' ? "\\n" : *script == '"' ? "\\\"" : "%c", *script);
}

/* Clock → f(u) → y, n; parameter k. `more` are further properties of the chart, `data` of y */
static inline const char *function_model(const char *script, const char *more, const char *data) {
    static pen p;
    p.used = 0;
    put(&p, "Model {\nName \"m\"\nVersion 7.6\nSolver \"ode4\"\nFixedStep \"0.1\"\nStopTime \"1\"\n"
            "System {\nName \"m\"\nBlock {\nBlockType Clock\nName \"t\"\n}\n"
            "Block {\nBlockType SubSystem\nName \"f\"\nPorts [1, 2]\nSFBlockType \"MATLAB "
            "Function\"\nSystem {\nName \"f\"\n"
            "Block {\nBlockType Inport\nName \"u\"\nPort \"1\"\n}\n"
            "Block {\nBlockType \"S-Function\"\nName \" SFunction \"\nFunctionName \"sf_sfun\"\n"
            "Tag \"Stateflow S-Function m 1\"\nPorts [1, 3]\n}\n"
            "Block {\nBlockType Demux\nName \" Demux \"\nOutputs \"1\"\nPorts [1, 1]\n}\n"
            "Block {\nBlockType Terminator\nName \" Terminator \"\n}\n"
            "Block {\nBlockType Outport\nName \"y\"\nPort \"1\"\n}\n"
            "Block {\nBlockType Outport\nName \"n\"\nPort \"2\"\n}\n");
    line(&p, "u", 1, " SFunction ", 1);
    line(&p, " SFunction ", 1, " Demux ", 1);
    line(&p, " Demux ", 1, " Terminator ", 1);
    line(&p, " SFunction ", 2, "y", 1);
    line(&p, " SFunction ", 3, "n", 1);
    put(&p, "}\n}\nBlock {\nBlockType Outport\nName \"y\"\nPort \"1\"\n}\n"
            "Block {\nBlockType Outport\nName \"n\"\nPort \"2\"\n}\n");
    line(&p, "t", 1, "f", 1);
    line(&p, "f", 1, "y", 1);
    line(&p, "f", 2, "n", 1);
    put(&p,
        "}\n}\nStateflow {\nmachine {\nid 1\nname \"m\"\n}\nchart {\nid 2\nname \"f\"\n"
        "type EML_CHART\ntreeNode [0 3 0 0]\nmachine 1\nfirstData 10\nchartFileNumber 1\n%s}\n"
        "state {\nid 3\nlabelString \"eML_blk_kernel()\"\ntreeNode [2 0 0 0]\nssIdNumber 1\n"
        "type FUNC_STATE\neml {\nisEML 1\nscript \"",
        more);
    put_script(&p, script);
    put(&p, "\"\n}\n}\n");
    static const char *const names[] = {"u", "y", "n", "k"};
    static const char *const scopes[] = {"INPUT", "OUTPUT", "OUTPUT", "PARAMETER"};
    for (int i = 0; i < 4; i++)
        put(&p,
            "data {\nid %d\nssIdNumber %d\nname \"%s\"\nlinkNode [2 %d %d]\nscope %s_DATA\n%s}\n",
            10 + i, 10 + i, names[i], i ? 9 + i : 0, i < 3 ? 11 + i : 0, scopes[i],
            i == 1 ? data : "dataType \"Inherit: Same as Simulink\"\n");
    put(&p, "instance {\nid 30\nname \"f\"\nmachine 1\nchart 2\n}\n}\n");
    return p.text;
}

typedef struct result {
    bd_diagram *diagram;
    bd_workspace *base;
    bd_model *model;
    bd_run *run;
    bd_error error;
    bd_status status;
} result;

/* what M code has printed */
static char printed[4000];
static inline void keep_print(void *user, const char *text, size_t length) {
    (void)user;
    const size_t used = strlen(printed), room = sizeof printed - used - 1;
    memcpy(printed + used, text, length < room ? length : room);
    printed[used + (length < room ? length : room)] = '\0';
}

/* with what is told about the model and the run */
static inline result run_logged(const char *text, const char *name, const char *variables,
                                bd_log *log) {
    result r = {0};
    printed[0] = '\0';
    bd_options options = bd_options_default();
    options.log = log;
    r.status = bd_diagram_read_memory(text, strlen(text), name, NULL, &r.diagram, NULL, &r.error);
    if (r.status == BD_OK)
        r.status = bd_workspace_create("base", NULL, &r.base, &r.error);
    if (r.status == BD_OK)
        r.status = bd_workspace_run(r.base, variables, "test", NULL, &r.error);
    if (r.status == BD_OK)
        r.status = bd_model_compile(r.diagram, r.base, &options, &r.model, &r.error);
    if (r.status == BD_OK)
        r.status = bd_run_create(r.model, &(bd_run_options){.print = keep_print, .log = log},
                                 &r.run, &r.error);
    if (r.status == BD_OK)
        r.status = bd_run_complete(r.run, &r.error);
    return r;
}

static inline result run_text(const char *text, const char *name, const char *variables) {
    return run_logged(text, name, variables, NULL);
}

static inline bool is_told(const bd_log *log, const char *sentence) {
    for (size_t k = 0; k < log->count; k++)
        if (strstr(log->lines[k], sentence))
            return true;
    return false;
}

static inline void finish(result *r) {
    bd_run_free(r->run);
    bd_model_free(r->model);
    bd_workspace_free(r->base);
    bd_diagram_free(r->diagram);
}

/* element of an output at the last time */
static inline double last(const result *r, const char *name, int element) {
    for (int k = 0; k < bd_run_record_count(r->run); k++) {
        const bd_record *record = bd_run_record(r->run, k);
        if (strcmp(record->name, name) == 0)
            return bd_run_record_row(r->run, k, record->row_count - 1)[element];
    }
    CU_FAIL("no such output");
    return NAN;
}

static inline void assert_runs(const result *r) {
    if (r->status != BD_OK)
        puts(r->error.text);
    CU_ASSERT_EQUAL_FATAL(r->status, BD_OK);
}

/* a folder of its own with files; the model is read as if it stood there */
typedef struct place {
    char folder[32], model[64], files[4][80];
    int count;
} place;

static inline void place_make(place *here) {
    *here = (place){.folder = "/tmp/bd_m_codeXXXXXX"};
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(here->folder));
    snprintf(here->model, sizeof here->model, "%s/m.mdl", here->folder);
}

static inline void place_add(place *here, const char *name, const char *text) {
    CU_ASSERT_FATAL(here->count < 4);
    char path[80];
    snprintf(path, sizeof path, "%s/%s", here->folder, name);
    memcpy(here->files[here->count++], path, sizeof path);
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs(text, file);
    fclose(file);
}

static inline void place_remove(const place *here) {
    for (int k = 0; k < here->count; k++)
        unlink(here->files[k]);
    rmdir(here->folder);
}

#endif
