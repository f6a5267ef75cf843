/* a system that is open: its slaves, its start and its steps */
#define _POSIX_C_SOURCE 200809L
#include "run.h"

#include "common/memory.h"
#include "common/sentence.h"
#include "read.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool sy_remark_add(sy_run *run, const char *format, ...) {
    CM_SENTENCE(sentence, 600, format);
    return sy_add_text(&run->remarks, &run->remark_count, sentence);
}

static mr_status read_tables(sy_run *run, mr_message *message) {
    const sy_system *s = run->system;
    run->tables = calloc((size_t)s->table_count + 1, sizeof *run->tables);
    if (!run->tables)
        return mr_no_memory(message);
    for (int t = 0; t < s->table_count; t++) {
        const bool beside = s->tables[t][0] != '/' && strcmp(s->folder, ".") != 0;
        char path[4096];
        snprintf(path, sizeof path, "%s%s%s", beside ? s->folder : "", beside ? "/" : "",
                 s->tables[t]);
        MR_TRY(sy_table_read(path, &run->tables[t], message));
        run->table_count++;
    }
    return MR_OK;
}

/* interface models that members ask for; those of coupling=model are chosen at the start */
static mr_status add_models(sy_run *run, mr_message *message) {
    const sy_system *s = run->system;
    for (int m = 0; m < s->member_count; m++) {
        const char *model = s->members[m].model;
        const bool no = model && (strcmp(model, "no") == 0 || strcmp(model, "false") == 0);
        const bool yes = model && (strcmp(model, "yes") == 0 || strcmp(model, "true") == 0);
        if (no)
            mr_coupled_refuse_model(run->coupled, run->parts[m].place);
        if (!model || no)
            continue;
        const mr_status status =
            mr_coupled_use_model(run->coupled, run->parts[m].place, yes ? "" : model);
        if (status != MR_OK) {
            char where[300];
            sy_place_text(run, s->members[m].line, where, sizeof where);
            mr_message_set(message, "%s%.500s", where, mr_coupled_error(run->coupled));
            return status;
        }
    }
    return MR_OK;
}

static mr_status open_members(sy_run *run, mr_message *message) {
    const sy_system *s = run->system;
    mr_coupled_member *members = calloc((size_t)s->member_count + 1, sizeof *members);
    if (!members)
        return mr_no_memory(message);
    for (int m = 0; m < s->member_count; m++)
        members[run->parts[m].place] =
            (mr_coupled_member){.type = mr_plugin_type(run->parts[m].plugin),
                                .configuration = run->parts[m].configuration,
                                .name = s->members[m].name,
                                .step = run->parts[m].step};
    if (run->config.own_steps)
        run->config.step = 0.0; /* told to each */
    run->config.stop = isnan(run->times.stop) ? INFINITY : run->times.stop;
    mr_status status =
        mr_coupled_open(&run->config, members, s->member_count, NULL, 0, &run->coupled, message);
    free(members);
    if (status == MR_ERR_UNSUPPORTED && s->joint_count > 0 && run->config.most_iterations > 1) {
        const mr_message why = *message;
        mr_message_set(message, "%.400s; a joint of 'method: explicit' does without", why.text);
    }
    for (int m = 0; m < s->member_count && status == MR_OK; m++)
        if (s->members[m].follows) {
            status = mr_coupled_follow(run->coupled, run->parts[m].place);
            if (status != MR_OK)
                mr_message_set(message, "%.400s", mr_coupled_error(run->coupled));
        }
    return status;
}

void sy_close(sy_run *run) {
    if (!run)
        return;
    mr_coupled_close(run->coupled);
    for (int m = 0; m < run->system->member_count; m++) {
        mr_plugin_unload(run->parts[m].plugin);
        fmu_description_free(run->parts[m].fmu);
        free(run->parts[m].configuration);
    }
    free(run->parts);
    for (int c = 0; c < run->column_count; c++)
        free(run->columns[c].name);
    free(run->columns);
    for (int t = 0; t < run->table_count; t++)
        sy_table_free(run->tables[t]);
    CM_FREE(run->tables, run->series, run->wires, run->predictions);
    CM_FREE_LIST(run->remarks, run->remark_count);
    free(run);
}

static mr_status open_all(sy_run *run, const char *coupling, mr_message *message) {
    MR_TRY(mr_coupled_parse(&run->config, run->system->coupling, message));
    MR_TRY(mr_coupled_parse(&run->config, coupling, message));
    MR_TRY(read_tables(run, message));
    MR_TRY(sy_prepare_members(run, message));
    MR_TRY(sy_order_members(run, message));
    MR_TRY(open_members(run, message));
    MR_TRY(sy_wire(run, message));
    return add_models(run, message);
}

mr_status sy_open(const sy_system *s, const char *coupling, sy_run **opened, mr_message *message) {
    sy_run *run = calloc(1, sizeof *run);
    *opened = NULL;
    if (run)
        run->parts = calloc((size_t)s->member_count + 1, sizeof *run->parts);
    if (!run || !run->parts) {
        free(run);
        return mr_no_memory(message);
    }
    run->system = s;
    mr_coupled_default_own_steps(&run->config);
    if (s->joint_count > 0) { /* all members make common steps; explicit joints once */
        run->config.own_steps = false;
        run->config.most_iterations = 1;
        for (int i = 0; i < s->joint_count; i++)
            if (!sy_joint_steps_once(&s->joints[i]))
                run->config.most_iterations = 10;
    }
    const mr_status status = open_all(run, coupling, message);
    if (status != MR_OK) {
        sy_close(run);
        return status;
    }
    *opened = run;
    return MR_OK;
}

int sy_remark_count(const sy_run *run) {
    return run->remark_count;
}

const char *sy_remark(const sy_run *run, int index) {
    return run->remarks[index];
}

sy_times sy_run_times(const sy_run *run) {
    return run->times;
}

int sy_column_count(const sy_run *run) {
    return run->column_count;
}

const sy_column *sy_columns(const sy_run *run) {
    return run->columns;
}

int sy_member_count(const sy_run *run) {
    return run->system->member_count;
}

mr_coupled *sy_coupled(const sy_run *run) {
    return run->coupled;
}

const mr_coupled_config *sy_config(const sy_run *run) {
    return &run->config;
}

static mr_status told(const sy_run *run, mr_status status, mr_message *message) {
    if (status != MR_OK)
        mr_message_set(message, "%.500s", mr_coupled_error(run->coupled));
    return status;
}

mr_status sy_start(sy_run *run, double start, mr_message *message) {
    MR_TRY(told(run, mr_coupled_start(run->coupled, start), message));
    return sy_remark_steps(run) ? MR_OK : mr_no_memory(message);
}

mr_status sy_advance(sy_run *run, double t, mr_message *message) {
    return told(run, mr_coupled_advance(run->coupled, t), message);
}

double sy_time(const sy_run *run) {
    return mr_coupled_time(run->coupled);
}

const char *sy_member_name(const sy_run *run, int place) {
    for (int m = 0; m < run->system->member_count; m++)
        if (run->parts[m].place == place)
            return run->system->members[m].name;
    return "?";
}

double sy_imposed_step(const sy_run *run, int place) {
    for (int m = 0; m < run->system->member_count; m++)
        if (run->parts[m].place == place)
            return run->parts[m].step;
    return 0.0;
}

bool sy_follows(const sy_run *run, int place) {
    for (int m = 0; m < run->system->member_count; m++)
        if (run->parts[m].place == place)
            return run->system->members[m].follows;
    return false;
}

const mr_connection *sy_connections(const sy_run *run, int *count) {
    *count = run->wire_count;
    return run->wires;
}

static void tell_energy(const sy_run *run, char *text, size_t size) {
    double worst = MR_DOUBTFUL_BOND;
    for (int b = 0; b < mr_coupled_bond_count(run->coupled); b++) {
        mr_bond_energy e;
        mr_coupled_energy(run->coupled, b, &e);
        const double of_swing = e.swing > 0.0 ? fabs(e.created) / e.swing : 0.0;
        if (!(e.error > worst) && e.drives && of_swing > worst) {
            worst = of_swing;
            snprintf(text, size,
                     "the coupling of %.60s and %.60s has %s, step by step, %.0f %% of the energy "
                     "that passes between them at most, and their motion %s with it, so that "
                     "results are doubtful; smaller steps, a higher order or passes=10 tell",
                     sy_member_name(run, e.flow_member), sy_member_name(run, e.effort_member),
                     e.created > 0.0 ? "made" : "lost", 100.0 * of_swing,
                     e.created > 0.0 ? "grows" : "dies away");
        }
        if (!(e.error > worst))
            continue;
        worst = e.error;
        snprintf(
            text, size,
            "the coupling of %.60s and %.60s has made or lost up to %.0f %% of the energy that "
            "was exchanged, and results are doubtful; smaller steps, or passes=10, tell",
            sy_member_name(run, e.flow_member), sy_member_name(run, e.effort_member),
            100.0 * e.error);
    }
}

/* what the interface model of a member has seen */
static void tell_models(const sy_run *run, char *text, size_t size) {
    for (int m = 0; m < run->system->member_count; m++) {
        mr_statistics s;
        char verdict[MR_VERDICT_SIZE];
        if (!mr_coupled_model(run->coupled, run->parts[m].place, &s) || !mr_statistics_doubtful(&s))
            continue;
        mr_statistics_verdict(&s, verdict, sizeof verdict);
        snprintf(text, size, "interface model of %.60s: %s", run->system->members[m].name, verdict);
        return;
    }
}

void sy_verdict(const sy_run *run, char *text, size_t size) {
    int place, output;
    const double rough = mr_coupled_roughness(run->coupled, &place, &output);
    text[0] = '\0';
    if (rough <= MR_ROUGH) {
        tell_energy(run, text, size);
        if (!*text)
            tell_models(run, text, size);
        return;
    }
    for (int m = 0; m < run->system->member_count; m++) {
        if (run->parts[m].place != place)
            continue;
        mr_slave_description d;
        const mr_slave_type *type;
        int v = 0;
        mr_coupled_describe(run->coupled, place, &d, &type);
        for (; output >= d.outputs[v].size; v++)
            output -= d.outputs[v].size;
        snprintf(
            text, size,
            "'%.60s.%.100s' is rough: %.0f %% of its samples lie off a straight line through "
            "those before by more than it changes. The steps are too large for this signal or "
            "this coupling, and results are doubtful; smaller steps, passes=10, or order=0 where "
            "it jumps, tell",
            run->system->members[m].name, d.outputs[v].name, 100.0 * rough);
    }
}

void sy_values(const sy_run *run, double *values) {
    for (int c = 0; c < run->column_count; c++) {
        if (run->columns[c].member < 0) {
            mr_joint_report report;
            int joint = 0, scalar = run->columns[c].output;
            for (mr_coupled_joint(run->coupled, 0, &report); scalar >= report.size;) {
                scalar -= report.size;
                mr_coupled_joint(run->coupled, ++joint, &report);
            }
            values[c] = report.force[scalar];
            continue;
        }
        values[c] = mr_coupled_outputs(
            run->coupled, run->parts[run->columns[c].member].place)[run->columns[c].output];
    }
}
