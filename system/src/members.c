/* members: their plug-ins, and what is told to each
 *
 * An FMU gets as inputs only what is connected or given, so that its other inputs keep their start
 * values; and as outputs those of its own and whatever else somebody wants. */
#define _POSIX_C_SOURCE 200809L
#include "read.h"
#include "run.h"

#include "common/memory_text.h"
#include "common/units.h"
#include "multirate/options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MOST_DESCRIPTION ((size_t)256 << 20)

/* the slave's file is looked for beside the description first */
static char *find_beside(const sy_system *s, const char *slave) {
    struct stat about;
    const size_t room = strlen(s->folder) + strlen(slave) + 2;
    char *path = malloc(room);
    if (!path || slave[0] == '/' || strncmp(slave, "tcp://", 6) == 0 || strcmp(s->folder, ".") == 0)
        return path ? strcpy(path, slave) : NULL;
    for (size_t end = strlen(slave); end > 0; end--) {
        if (slave[end] != '\0' && slave[end] != ' ')
            continue;
        snprintf(path, room, "%s/%.*s", s->folder, (int)end, slave);
        if (stat(path, &about) == 0 && S_ISREG(about.st_mode)) {
            snprintf(path, room, "%s/%s", s->folder, slave);
            return path;
        }
    }
    return strcpy(path, slave);
}

/* what comes out of a package of strangers is theirs, wherever it lies now */
static mr_status load(const sy_system *s, const sy_member *m, mr_plugin **plugin,
                      const char **prefix, mr_message *message) {
    char options[200];
    char *path = find_beside(s, m->slave);
    if (!path)
        return mr_no_memory(message);
    snprintf(options, sizeof options, "%.150s %s", m->process ? m->process : "",
             s->foreign ? "foreign=yes" : "");
    const mr_status status = mr_plugin_load_as(path, m->is_file, options, plugin, prefix, message);
    free(path);
    return status;
}

static mr_status fail(const sy_run *run, const sy_member *m, const char *why, mr_message *message) {
    char where[300] = "";
    if (m->line > 0)
        snprintf(where, sizeof where, "%.200s:%d: ", run->system->path, m->line);
    mr_message_set(message, "%smember '%.60s': %.400s", where, m->name, why);
    return MR_ERR_CONFIG;
}

static bool ends_with(const char *text, const char *end) {
    const size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static mr_status describe_fmu(const char *path, bool exchange, fmu_description **description,
                              mr_message *message) {
    fmu_archive *archive;
    char *text = NULL;
    size_t size = 0;
    MR_TRY(fmu_archive_open(path, &archive, message));
    mr_status status =
        fmu_archive_read(archive, "modelDescription.xml", MOST_DESCRIPTION, &text, &size, message);
    if (status == MR_OK && !text) {
        mr_message_set(message, "'%.300s' is no FMU: it has no modelDescription.xml", path);
        status = MR_ERR_SLAVE_OPEN;
    }
    if (status == MR_OK)
        status = fmu_description_read(path, text, size, exchange, description, message);
    free(text);
    fmu_archive_close(archive);
    return status;
}

int sy_fmu_variable(const fmu_description *fmu, const char *name) {
    const int found = fmu_description_find(fmu, name);
    const size_t length = strlen(name);
    if (found >= 0 || length < 3 || (name[length - 1] != ']' && name[length - 1] != ')'))
        return found;
    const char *open = strrchr(name, name[length - 1] == ']' ? '[' : '(');
    if (!open || open == name)
        return -1;
    char *base = strndup(name, (size_t)(open - name));
    const int index = base ? fmu_description_find(fmu, base) : -1;
    free(base);
    return index >= 0 && fmu->variables[index].dimension_count > 0 ? index : -1;
}

/* " key='value'", quoted so that it is read again as it is */
static mr_status put_option(const sy_run *run, const sy_member *m, FILE *out, const char *key,
                            const char *value, mr_message *message) {
    const char quote = strchr(value, '\'') ? '"' : '\'';
    if (strchr(value, '\'') && strchr(value, '"'))
        return fail(run, m, "a value has both kinds of quotation marks", message);
    return fprintf(out, " %s=%c%s%c", key, quote, value, quote) > 0 ? MR_OK : mr_no_memory(message);
}

/* the end of options that were put: they are added to the text, unless something failed */
static mr_status close_options(FILE *out, char **options, mr_status status, char **text,
                               mr_message *message) {
    const bool whole = out && cm_memory_text_close(out, options);
    if (status == MR_OK && (!whole || !sy_append(text, *options)))
        status = mr_no_memory(message);
    free(*options);
    return status;
}

static mr_status add_option(const sy_run *run, const sy_member *m, char **text, const char *key,
                            const char *value, mr_message *message) {
    char *options = NULL;
    size_t size;
    FILE *out = open_memstream(&options, &size);
    const mr_status status = out ? put_option(run, m, out, key, value, message) : MR_OK;
    return close_options(out, &options, status, text, message);
}

static mr_status put_pair(const sy_run *run, const sy_member *m, FILE *out, const char *key,
                          const char *name, const char *value, mr_message *message) {
    const size_t room = strlen(name) + strlen(value) + 2;
    char *pair = malloc(room);
    if (!pair)
        return mr_no_memory(message);
    snprintf(pair, room, "%s=%s", name, value);
    const mr_status status = put_option(run, m, out, key, pair, message);
    free(pair);
    return status;
}

/* is a variable of member m among these texts "member.variable"? Then it is marked */
static mr_status mark(const sy_run *run, int m, const char *text, bool *marks, bool input,
                      mr_message *message) {
    const char *name;
    if (sy_find_member(run->system, text, &name) != m)
        return MR_OK;
    const fmu_description *fmu = run->parts[m].fmu;
    const int v = sy_fmu_variable(fmu, name);
    if (v >= 0) {
        marks[v] = true;
        return MR_OK;
    }
    char words[140], why[400];
    fmu_description_suggest(fmu, name, words, sizeof words);
    snprintf(why, sizeof why, "the FMU '%.100s' has no %s '%.100s'%s", fmu->model_name,
             input ? "input" : "variable", name, words);
    return fail(run, &run->system->members[m], why, message);
}

static mr_status mark_names(const sy_run *run, int m, const sy_joint_side *side,
                            const sy_names *names, bool *marks, bool input, mr_message *message) {
    for (int i = 0; i < names->count; i++) {
        char text[600];
        snprintf(text, sizeof text, "%.200s.%.390s", side->member, names->items[i]);
        MR_TRY(mark(run, m, text, marks, input, message));
    }
    return MR_OK;
}

static mr_status mark_outputs(const sy_run *run, int m, bool *marks, mr_message *message) {
    const sy_system *s = run->system;
    const fmu_description *fmu = run->parts[m].fmu;
    for (int v = 0; v < fmu->variable_count && s->record_count == 0; v++)
        marks[v] = fmu->variables[v].causality == FMU_OUTPUT && !fmu->variables[v].is_alias &&
                   (fmu->variables[v].kind == FMU_CLOCK || fmu->variables[v].is_clocked
                        ? fmu_description_ticks(fmu) && (fmu->variables[v].kind < FMU_STRING ||
                                                         fmu->variables[v].kind == FMU_CLOCK)
                        : fmu->variables[v].kind < FMU_STRING) &&
                   !fmu->variables[v].negated;
    for (int k = 0; k < s->connection_count; k++)
        MR_TRY(mark(run, m, s->connections[k].from, marks, false, message));
    for (int k = 0; k < 2 * s->joint_count; k++) {
        const sy_joint_side *side = &s->joints[k / 2].side[k % 2];
        MR_TRY(mark_names(run, m, side, &side->position, marks, false, message));
        MR_TRY(mark_names(run, m, side, &side->velocity, marks, false, message));
        MR_TRY(mark_names(run, m, side, &side->acceleration, marks, false, message));
    }
    for (int k = 0; k < s->record_count; k++)
        MR_TRY(mark(run, m, s->records[k], marks, false, message));
    return MR_OK;
}

static mr_status mark_inputs(const sy_run *run, int m, bool *marks, mr_message *message) {
    const sy_system *s = run->system;
    for (int k = 0; k < s->connection_count; k++)
        MR_TRY(mark(run, m, s->connections[k].to, marks, true, message));
    for (int k = 0; k < 2 * s->joint_count; k++) {
        const sy_joint_side *side = &s->joints[k / 2].side[k % 2];
        MR_TRY(mark_names(run, m, side, &side->force, marks, true, message));
    }
    for (int k = 0; k < s->input_count; k++)
        MR_TRY(mark(run, m, s->inputs[k].name, marks, true, message));
    for (int t = 0; t < run->table_count; t++)
        for (int c = 0; c < run->tables[t]->columns; c++) {
            const char *name = run->tables[t]->names[c];
            const int v = s->member_count == 1 ? sy_fmu_variable(run->parts[m].fmu, name) : -1;
            if (v >= 0)
                marks[v] = true;
            else
                MR_TRY(mark(run, m, name, marks, true, message));
            for (int i = 0; i < s->alias_count; i++)
                if (strcmp(s->aliases[i].name, name) == 0)
                    MR_TRY(mark(run, m, s->aliases[i].value, marks, true, message));
        }
    return MR_OK;
}

/* an alias is another name of a variable that may be chosen once */
static mr_status list(const sy_run *run, int m, const bool *marks, const char *key, FILE *out,
                      mr_message *message) {
    const fmu_description *fmu = run->parts[m].fmu;
    char plural[16];
    snprintf(plural, sizeof plural, "%ss", key);
    MR_TRY(put_option(run, &run->system->members[m], out, plural, "", message));
    for (int v = 0; v < fmu->variable_count; v++)
        if (marks[v])
            MR_TRY(put_option(run, &run->system->members[m], out, key, fmu->variables[v].name,
                              message));
    return MR_OK;
}

/* in the unit of the variable */
static mr_status converted(const sy_run *run, int m, const sy_value *v, int index, char *text,
                           size_t size, mr_message *message) {
    const sy_member *member = &run->system->members[m];
    const fmu_description *fmu = run->parts[m].fmu;
    const char *unit = fmu_variable_unit(fmu, &fmu->variables[index]);
    double factor, offset, number;
    char why[400];
    snprintf(text, size, "%s", v->value);
    if (!v->unit)
        return MR_OK;
    switch (cm_units_compare(v->unit, unit, &factor, &offset)) {
    case CM_UNITS_CONVERT:
        if (!sy_number(v->value, &number))
            break;
        snprintf(text, size, "%.17g", factor * number + offset);
        return MR_OK;
    case CM_UNITS_DIFFERENT:
        snprintf(why, sizeof why, "'%.100s' is given in %.30s, but its unit is %.30s", v->name,
                 v->unit, unit);
        return fail(run, member, why, message);
    case CM_UNITS_SAME:
    case CM_UNITS_UNKNOWN:
        break;
    }
    return MR_OK;
}

/* is a text or are bytes among what is connected? */
static bool passes_texts(const fmu_description *fmu, const bool *marks) {
    for (int v = 0; v < fmu->variable_count; v++)
        if (marks[v] &&
            (fmu->variables[v].kind == FMU_STRING || fmu->variables[v].kind == FMU_BINARY))
            return true;
    return false;
}

static bool has_option(const char *text, const char *key) {
    mr_option option;
    mr_status status = MR_OK; /* what is misspelt is told by the slave */
    mr_message misspelt = {""};
    while (mr_option_next(&text, &option, &status, &misspelt))
        if (strcmp(option.key, key) == 0)
            return true;
    return false;
}

/* a second choice beside that of the system would contradict it */
static mr_status refuse_choices(const sy_run *run, const sy_member *member, mr_message *message) {
    static const char *const keys[] = {"input", "inputs", "output", "outputs"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (has_option(member->configuration, keys[i])) {
            char why[200];
            snprintf(why, sizeof why,
                     "'%s' is no setting of a member: its inputs and outputs are those that are "
                     "connected, given and recorded ('record')",
                     keys[i]);
            return fail(run, member, why, message);
        }
    return MR_OK;
}

/* the variables that are chosen; marks: room for one each */
static mr_status put_choices(const sy_run *run, int m, bool *marks, FILE *out,
                             mr_message *message) {
    const fmu_description *fmu = run->parts[m].fmu;
    MR_TRY(mark_inputs(run, m, marks, message));
    bool texts = passes_texts(fmu, marks);
    MR_TRY(list(run, m, marks, "input", out, message));
    memset(marks, 0, (size_t)fmu->variable_count * sizeof *marks);
    MR_TRY(mark_outputs(run, m, marks, message));
    MR_TRY(list(run, m, marks, "output", out, message));
    texts = texts || passes_texts(fmu, marks);
    return texts ? put_option(run, &run->system->members[m], out, "texts", "on", message) : MR_OK;
}

static mr_status put_value(const sy_run *run, int m, const sy_value *v, FILE *out,
                           mr_message *message) {
    const int index = fmu_description_find(run->parts[m].fmu, v->name);
    const size_t room = strlen(v->value) + 64;
    mr_status status = MR_OK;
    char *text = malloc(room);
    if (!text)
        return mr_no_memory(message);
    snprintf(text, room, "%s", v->value);
    if (index >= 0)
        status = converted(run, m, v, index, text, room, message);
    if (status == MR_OK)
        status = put_pair(run, &run->system->members[m], out, "set", v->name, text, message);
    free(text);
    return status;
}

static mr_status put_settings(const sy_run *run, int m, FILE *out, mr_message *message) {
    const sy_member *member = &run->system->members[m];
    bool *marks = calloc((size_t)run->parts[m].fmu->variable_count + 1, sizeof *marks);
    const mr_status status =
        marks ? put_choices(run, m, marks, out, message) : mr_no_memory(message);
    free(marks);
    MR_TRY(status);
    for (int i = 0; i < member->value_count; i++)
        MR_TRY(put_value(run, m, &member->values[i], out, message));
    const double step = member->step > 0.0      ? member->step
                        : run->config.own_steps ? run->config.step
                                                : 0.0;
    char number[64];
    snprintf(number, sizeof number, "%.17g", step);
    return step > 0.0 ? put_option(run, member, out, "step", number, message) : MR_OK;
}

/* composed at once: an FMU may have so many variables that adding one by one takes for ever */
static mr_status configure_fmu(sy_run *run, int m, mr_message *message) {
    char *options = NULL;
    size_t size;
    MR_TRY(refuse_choices(run, &run->system->members[m], message));
    FILE *out = open_memstream(&options, &size);
    const mr_status status = out ? put_settings(run, m, out, message) : MR_OK;
    return close_options(out, &options, status, &run->parts[m].configuration, message);
}

static mr_status configure(sy_run *run, int m, mr_message *message) {
    sy_part *part = &run->parts[m];
    const sy_member *member = &run->system->members[m];
    const char *prefix = "";
    mr_message why = {""};
    mr_status status = load(run->system, member, &part->plugin, &prefix, &why);
    if (status != MR_OK)
        return fail(run, member, why.text, message);
    part->configuration = strdup(prefix);
    if (!part->configuration)
        return mr_no_memory(message);
    if (ends_with(mr_plugin_file(part->plugin), ".fmu")) {
        const bool exchange = strstr(member->configuration, "interface=me") ||
                              strstr(member->configuration, "interface='me'");
        status = describe_fmu(mr_plugin_file(part->plugin), exchange, &part->fmu, &why);
        if (status != MR_OK)
            return fail(run, member, why.text, message);
        MR_TRY(configure_fmu(run, m, message));
    } else {
        for (int i = 0; i < member->value_count; i++)
            MR_TRY(add_option(run, member, &part->configuration, member->values[i].name,
                              member->values[i].value, message));
        part->step = member->step > 0.0      ? member->step
                     : run->config.own_steps ? run->config.step
                                             : 0.0;
    }
    return sy_append(&part->configuration, member->configuration) ? MR_OK : mr_no_memory(message);
}

bool sy_member_has_input(const sy_system *system, int m, const char *name) {
    const sy_member *member = &system->members[m];
    const char *prefix = "";
    mr_message why = {""};
    mr_plugin *plugin = NULL;
    void *slave = NULL;
    char *given = NULL;
    bool found = false;
    if (load(system, member, &plugin, &prefix, &why) == MR_OK &&
        !ends_with(mr_plugin_file(plugin), ".fmu") && (given = strdup(prefix)) &&
        sy_append(&given, member->configuration) &&
        mr_plugin_type(plugin)->open(given, &why, &slave) == MR_OK) {
        mr_slave_description d = {0};
        mr_plugin_type(plugin)->describe(slave, &d);
        for (int i = 0; i < d.input_count; i++)
            found = found || strcmp(d.inputs[i].name, name) == 0;
        (d.type ? d.type : mr_plugin_type(plugin))->close(slave);
    }
    free(given);
    mr_plugin_unload(plugin);
    return found;
}

double sy_member_step(const sy_run *run, int m) {
    const fmu_description *fmu = run->parts[m].fmu;
    double step = run->system->members[m].step;
    if (step == 0.0)
        step = run->common_step;
    if (fmu && step == 0.0) {
        step = fmu->step_size > 0.0 ? fmu->step_size : fmu->fixed_internal_step;
        if (step == 0.0 && fmu->has_stop)
            step = 1e-3 * (fmu->stop_time - (fmu->has_start ? fmu->start_time : 0.0));
        if (!(step > 0.0) || !isfinite(step))
            step = 1e-3; /* as the slave chooses */
    }
    return step;
}

/* what the description does not tell, the FMUs do */
static void find_times(sy_run *run) {
    const sy_system *s = run->system;
    run->times = (sy_times){s->start, s->stop, s->interval};
    run->common_step = run->config.step;
    double step = INFINITY;
    for (int m = 0; m < s->member_count; m++) {
        const fmu_description *fmu = run->parts[m].fmu;
        if (fmu && isnan(run->times.start) && fmu->has_start && isfinite(fmu->start_time))
            run->times.start = fmu->start_time;
        if (fmu && isnan(s->stop) && fmu->has_stop && isfinite(fmu->stop_time))
            run->times.stop =
                isnan(run->times.stop) ? fmu->stop_time : fmax(run->times.stop, fmu->stop_time);
        const double own = sy_member_step(run, m);
        if (own > 0.0)
            step = fmin(step, own);
    }
    if (isnan(run->times.start))
        run->times.start = 0.0;
    if (isnan(run->times.interval) && isfinite(step))
        run->times.interval = step;
}

/* an FMU may refuse to go on beyond the end of its default experiment unless it is told of a later
 * one */
static mr_status tell_stop(const sy_run *run, int m, mr_message *message) {
    const fmu_description *fmu = run->parts[m].fmu;
    const sy_member *member = &run->system->members[m];
    char number[40];
    if (!fmu || !fmu->has_stop || !(run->times.stop > fmu->stop_time) ||
        has_option(member->configuration, "stop"))
        return MR_OK;
    snprintf(number, sizeof number, "%.17g", run->times.stop);
    return add_option(run, member, &run->parts[m].configuration, "stop", number, message);
}

mr_status sy_prepare_members(sy_run *run, mr_message *message) {
    for (int m = 0; m < run->system->member_count; m++)
        MR_TRY(configure(run, m, message));
    find_times(run);
    for (int m = 0; m < run->system->member_count; m++)
        MR_TRY(tell_stop(run, m, message));
    return MR_OK;
}
