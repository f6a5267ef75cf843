/* writing SSP: the description, and the FMUs in its resources */
#define _POSIX_C_SOURCE 200809L
#include "run.h"
#include "ssp.h"

#include "read.h"
#include "common/units.h"
#include "common/xml_text.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

static void escape(FILE *out, const char *text) {
    for (; *text; text++) {
        const char *entity = *text == '\n' ? "&#10;" : cm_xml_entity(*text);
        if (entity)
            fputs(entity, out);
        else
            fputc(*text, out);
    }
}

/* " name=\"value\"" */
void sy_xml_write_attribute(FILE *out, const char *name, const char *value) {
    fprintf(out, " %s=\"", name);
    escape(out, value);
    fputc('"', out);
}

static const char *real_kind(const mr_variable *v) {
    if (sy_is_text(v))
        return strcmp(v->unit, MR_TEXT_UNIT) == 0 ? "String" : "Binary";
    return v->variability == MR_DISCRETE ? "Integer" : "Real";
}

static void write_connectors(FILE *out, const sy_run *run, int m) {
    const mr_slave_type *type;
    mr_slave_description d;
    mr_coupled_describe(run->coupled, run->parts[m].place, &d, &type);
    fprintf(out, "        <ssd:Connectors>\n");
    for (int input = 1; input >= 0; input--)
        for (int v = 0; v < (input ? d.input_count : d.output_count); v++) {
            const mr_variable *variable = &(input ? d.inputs : d.outputs)[v];
            fprintf(out, "          <ssd:Connector");
            sy_xml_write_attribute(out, "name", variable->name);
            sy_xml_write_attribute(out, "kind", input ? "input" : "output");
            fprintf(out, "><ssc:%s", real_kind(variable));
            if (variable->unit && *variable->unit && variable->variability != MR_DISCRETE)
                sy_xml_write_attribute(out, "unit", variable->unit);
            fprintf(out, "/></ssd:Connector>\n");
        }
    fprintf(out, "        </ssd:Connectors>\n");
}

static void write_parameters(FILE *out, const sy_member *m) {
    if (m->value_count == 0)
        return;
    fprintf(out, "        <ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>"
                 "<ssv:ParameterSet version=\"1.0\"");
    sy_xml_write_attribute(out, "name", m->name);
    fprintf(out, "><ssv:Parameters>\n");
    for (int i = 0; i < m->value_count; i++) {
        double number;
        fprintf(out, "          <ssv:Parameter");
        sy_xml_write_attribute(out, "name", m->values[i].name);
        fprintf(out, "><ssv:%s", sy_number(m->values[i].value, &number) ? "Real" : "String");
        sy_xml_write_attribute(out, "value", m->values[i].value);
        if (m->values[i].unit)
            sy_xml_write_attribute(out, "unit", m->values[i].unit);
        fprintf(out, "/></ssv:Parameter>\n");
    }
    fprintf(out, "        </ssv:Parameters></ssv:ParameterSet></ssd:ParameterValues>"
                 "</ssd:ParameterBinding></ssd:ParameterBindings>\n");
}

static void write_component(FILE *out, const sy_run *run, int m) {
    const sy_member *member = &run->system->members[m];
    char number[40];
    fprintf(out, "      <ssd:Component");
    sy_xml_write_attribute(out, "name", member->name);
    fprintf(out, " type=\"application/x-fmu-sharedlibrary\" source=\"resources/%d.fmu\">\n", m + 1);
    write_connectors(out, run, m);
    write_parameters(out, member);
    if (member->step > 0.0 || *member->configuration || member->follows || member->model) {
        fprintf(out, "        <ssd:Annotations><ssc:Annotation type=\"multirate\"><Multirate");
        snprintf(number, sizeof number, "%.17g", member->step);
        if (member->step > 0.0)
            sy_xml_write_attribute(out, "step", number);
        if (*member->configuration)
            sy_xml_write_attribute(out, "config", member->configuration);
        if (member->follows)
            sy_xml_write_attribute(out, "follows", "yes");
        if (member->model)
            sy_xml_write_attribute(out, "model", member->model);
        fprintf(out, "/></ssc:Annotation></ssd:Annotations>\n");
    }
    fprintf(out, "      </ssd:Component>\n");
}

static void write_connection(FILE *out, const sy_run *run, const sy_connection *k) {
    const sy_system *s = run->system;
    const char *from, *to;
    const int a = sy_find_member(s, k->from, &from), b = sy_find_member(s, k->to, &to);
    fprintf(out, "      <ssd:Connection");
    sy_xml_write_attribute(out, "startElement", s->members[a].name);
    sy_xml_write_attribute(out, "startConnector", from);
    sy_xml_write_attribute(out, "endElement", s->members[b].name);
    sy_xml_write_attribute(out, "endConnector", to);
    if (k->factor == 0.0) {
        fprintf(out, "/>\n");
        return;
    }
    fprintf(out,
            " suppressUnitConversion=\"%s\"><ssc:LinearTransformation factor=\"%.17g\" "
            "offset=\"%.17g\"/></ssd:Connection>\n",
            k->units_too ? "false" : "true", k->factor, k->offset);
}

static bool is_first(const sy_run *run, int member, bool input, int variable, const char *unit) {
    for (int m = 0; m <= member; m++) {
        const mr_slave_type *type;
        mr_slave_description d;
        mr_coupled_describe(run->coupled, run->parts[m].place, &d, &type);
        for (int k = 0; k < 2; k++) {
            const int count = k == 0 ? d.input_count : d.output_count;
            for (int v = 0; v < count; v++) {
                if (m == member && (k == 0) == input && v == variable)
                    return true;
                const char *other = (k == 0 ? d.inputs : d.outputs)[v].unit;
                if (other && strcmp(other, unit) == 0)
                    return false;
            }
        }
    }
    return true;
}

static void write_unit(FILE *out, const char *name) {
    static const char *const bases[CM_BASES] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};
    cm_unit unit;
    const bool known = cm_unit_read(name, &unit);
    fprintf(out, "    <ssc:Unit");
    sy_xml_write_attribute(out, "name", name);
    fprintf(out, "><ssc:BaseUnit");
    for (int i = 0; known && i < CM_BASES; i++)
        if (unit.exponent[i] != 0)
            fprintf(out, " %s=\"%d\"", bases[i], unit.exponent[i]);
    if (known && unit.factor != 1.0)
        fprintf(out, " factor=\"%.17g\"", unit.factor);
    if (known && unit.offset != 0.0)
        fprintf(out, " offset=\"%.17g\"", unit.offset);
    fprintf(out, "/></ssc:Unit>\n");
}

/* every unit that a connector has, once */
static void write_units(FILE *out, const sy_run *run) {
    fprintf(out, "  <ssd:Units>\n");
    for (int m = 0; m < run->system->member_count; m++) {
        const mr_slave_type *type;
        mr_slave_description d;
        mr_coupled_describe(run->coupled, run->parts[m].place, &d, &type);
        for (int k = 0; k < 2; k++)
            for (int v = 0; v < (k == 0 ? d.input_count : d.output_count); v++) {
                const char *unit = (k == 0 ? d.inputs : d.outputs)[v].unit;
                if (unit && *unit && !sy_is_text(&(k == 0 ? d.inputs : d.outputs)[v]) &&
                    is_first(run, m, k == 0, v, unit))
                    write_unit(out, unit);
            }
    }
    fprintf(out, "  </ssd:Units>\n");
}

static void write_description(FILE *out, const sy_run *run) {
    const sy_system *s = run->system;
    fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ssd:SystemStructureDescription "
                 "xmlns:ssd=\"http://ssp-standard.org/SSP1/SystemStructureDescription\" "
                 "xmlns:ssc=\"http://ssp-standard.org/SSP1/SystemStructureCommon\" "
                 "xmlns:ssv=\"http://ssp-standard.org/SSP1/SystemStructureParameterValues\" "
                 "version=\"1.0\"");
    sy_xml_write_attribute(out, "name", s->name);
    fprintf(out, ">\n  <ssd:System");
    sy_xml_write_attribute(out, "name", s->name);
    fprintf(out, ">\n    <ssd:Elements>\n");
    for (int m = 0; m < s->member_count; m++)
        write_component(out, run, m);
    fprintf(out, "    </ssd:Elements>\n    <ssd:Connections>\n");
    for (int k = 0; k < s->connection_count; k++)
        write_connection(out, run, &s->connections[k]);
    fprintf(out, "    </ssd:Connections>\n  </ssd:System>\n");
    write_units(out, run);
    fprintf(out, "  <ssd:DefaultExperiment startTime=\"%.17g\"", run->times.start);
    if (!isnan(run->times.stop))
        fprintf(out, " stopTime=\"%.17g\"", run->times.stop);
    fprintf(out, "/>\n");
    if (*s->coupling || s->joint_count > 0) {
        fprintf(out, "  <ssd:Annotations><ssc:Annotation type=\"multirate\"><Multirate");
        if (*s->coupling)
            sy_xml_write_attribute(out, "coupling", s->coupling);
        fprintf(out, ">");
        sy_ssp_write_joints(out, s);
        fprintf(out, "</Multirate></ssc:Annotation></ssd:Annotations>\n");
    }
    fprintf(out, "</ssd:SystemStructureDescription>\n");
}

static mr_status check(const sy_run *run, mr_message *message) {
    const sy_system *s = run->system;
    for (int m = 0; m < s->member_count; m++)
        if (!run->parts[m].fmu) {
            mr_message_set(
                message,
                "member '%.80s' is no FMU, and an SSP holds FMUs: `multirate export-fmu` "
                "makes one of it",
                s->members[m].name);
            return MR_ERR_UNSUPPORTED;
        }
    for (int k = 0; k < s->connection_count; k++)
        if (s->connections[k].predictor) {
            mr_message_set(message,
                           "a connection has a predictor of its own, which SSP cannot hold");
            return MR_ERR_UNSUPPORTED;
        }
    if (s->input_count + s->table_count > 0) {
        mr_message_set(message, "values of inputs over time (inputs, table) are no part of an SSP");
        return MR_ERR_UNSUPPORTED;
    }
    return MR_OK;
}

/* why a package was not written; zip is NULL if it could not be begun, and then there is a code */
static void explain(zip_t *zip, int code, const char *path, mr_message *message) {
    zip_error_t begin;
    zip_error_init_with_code(&begin, code);
    zip_error_t *error = zip ? zip_get_error(zip) : &begin;
    const char *why = code == ZIP_ER_EXISTS ? "it is there already"
                      : zip_error_system_type(error) == ZIP_ET_SYS
                          ? strerror(zip_error_code_system(error))
                          : zip_error_strerror(error);
    mr_message_set(message, "'%.300s' cannot be written: %.200s", path, why);
    zip_error_fini(&begin);
}

mr_status sy_write_ssp(const sy_run *run, const char *path, mr_message *message) {
    MR_TRY(check(run, message));
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return mr_no_memory(message);
    write_description(out, run);
    if (fclose(out) != 0) {
        free(text);
        return mr_no_memory(message);
    }
    int code = 0;
    zip_t *zip = zip_open(path, ZIP_CREATE | ZIP_EXCL, &code);
    bool good = zip != NULL;
    for (int m = -1; good && m < run->system->member_count; m++) {
        char name[40];
        snprintf(name, sizeof name, m < 0 ? "SystemStructure.ssd" : "resources/%d.fmu", m + 1);
        zip_source_t *source =
            m < 0 ? zip_source_buffer(zip, text, size, 0)
                  : zip_source_file(zip, mr_plugin_file(run->parts[m].plugin), 0, -1);
        good = source && zip_file_add(zip, name, source, ZIP_FL_ENC_UTF_8) >= 0;
    }
    good = good && zip_close(zip) == 0;
    if (!good)
        explain(zip, code, path, message);
    if (!good && zip)
        zip_discard(zip);
    free(text);
    return good ? MR_OK : MR_ERR_CONFIG;
}
