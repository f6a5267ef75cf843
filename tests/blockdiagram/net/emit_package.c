/* .slx: blocks are known by their SID, ends of lines are "SID#in:1", "SID#enable" … */
#define _POSIX_C_SOURCE 200809L
#include "emit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "mr_test.h"

static void put_escaped(FILE *file, const char *text) {
    for (const char *c = text; *c; c++)
        switch (*c) {
        case '<':
            fputs("&lt;", file);
            break;
        case '>':
            fputs("&gt;", file);
            break;
        case '&':
            fputs("&amp;", file);
            break;
        case '"':
            fputs("&quot;", file);
            break;
        case '\n':
            fputs("&#xA;", file);
            break;
        default:
            fputc(*c, file);
        }
}

static void put(FILE *file, const char *name, const char *value) {
    fprintf(file, "<P Name=\"%s\">", name);
    put_escaped(file, value);
    fputs("</P>\n", file);
}

/* unlike all others as long as a system has fewer than 100 blocks */
static long sid_of(const bd_node *node) {
    CU_ASSERT_FATAL(node->index < 99);
    long here = (long)node->index + 1;
    return node->parent->owner ? 100 * sid_of(node->parent->owner) + here : here;
}

static void put_end(FILE *file, const char *name, bd_end end) {
    static const char *const words[BD_PORT_KINDS] = {
        "in", "out", "enable", "trigger", "state", "lconn", "rconn", "ifaction", "Reset"};
    char text[64];
    if (end.kind == BD_PORT_INPUT || end.kind == BD_PORT_OUTPUT)
        snprintf(text, sizeof text, "%ld#%s:%d", sid_of(end.block), words[end.kind], end.index + 1);
    else
        snprintf(text, sizeof text, "%ld#%s", sid_of(end.block), words[end.kind]);
    put(file, name, text);
}

static void put_line(FILE *file, const bd_line *line) {
    fputs("<Line>\n", file);
    if (*line->name)
        put(file, "Name", line->name);
    put_end(file, "Src", line->source);
    if (line->destination_count == 1)
        put_end(file, "Dst", line->destinations[0]);
    for (size_t i = 0; line->destination_count > 1 && i < line->destination_count; i++) {
        fputs("<Branch>\n", file);
        put_end(file, "Dst", line->destinations[i]);
        fputs("</Branch>\n", file);
    }
    fputs("</Line>\n", file);
}

static void put_system(FILE *file, const bd_system *system);

static void put_block(FILE *file, const bd_node *node) {
    fputs("<Block BlockType=\"", file);
    put_escaped(file, node->type);
    fputs("\" Name=\"", file);
    put_escaped(file, node->name);
    fprintf(file, "\" SID=\"%ld\">\n<P Name=\"Ports\">[", sid_of(node));
    for (int kind = 0; kind < BD_PORT_KINDS; kind++)
        fprintf(file, kind ? ", %d" : "%d", node->ports[kind]);
    fputs("]</P>\n", file);
    for (size_t i = 0; i < node->parameters.count; i++)
        put(file, node->parameters.items[i].name, node->parameters.items[i].value);
    if (node->system)
        put_system(file, node->system);
    fputs("</Block>\n", file);
}

static void put_system(FILE *file, const bd_system *system) {
    fputs("<System>\n", file);
    for (size_t i = 0; i < system->block_count; i++)
        put_block(file, system->blocks[i]);
    for (size_t i = 0; i < system->line_count; i++)
        put_line(file, &system->lines[i]);
    fputs("</System>\n", file);
}

static char *block_diagram(const bd_diagram *diagram, size_t *size) {
    char *text = NULL;
    FILE *file = open_memstream(&text, size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<ModelInformation Version=\"0.9\">\n<Model>\n",
        file);
    for (size_t i = 0; i < diagram->parameters.count; i++)
        put(file, diagram->parameters.items[i].name, diagram->parameters.items[i].value);
    fputs("<ConfigurationSet>\n<Array PropName=\"ConfigurationSets\" Type=\"Handle\" "
          "Dimension=\"1*1\">\n<Object ObjectID=\"1\" ClassName=\"Simulink.ConfigSet\">\n"
          "<Array PropName=\"Components\" Type=\"Handle\" Dimension=\"1*1\">\n"
          "<Object ObjectID=\"2\" ClassName=\"Simulink.SolverCC\">\n",
          file);
    for (size_t i = 0; i < diagram->configuration.count; i++)
        put(file, diagram->configuration.items[i].name, diagram->configuration.items[i].value);
    fputs("</Object>\n</Array>\n</Object>\n</Array>\n<Object Reference=\"true\" "
          "PropName=\"ActiveConfigurationSet\" ObjectID=\"1\" ClassName=\"Simulink.ConfigSet\"/>\n"
          "</ConfigurationSet>\n",
          file);
    put_system(file, diagram->root);
    fputs("</Model>\n</ModelInformation>\n", file);
    CU_ASSERT_EQUAL_FATAL(fclose(file), 0);
    return text;
}

void *emit_package(const bd_diagram *diagram, size_t *size) {
    static const char types[] =
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Types "
        "xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
        "<Default Extension=\"xml\" "
        "ContentType=\"application/vnd.mathworks.simulink.mdl+xml\"/></Types>\n";
    static const char properties[] =
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<cp:coreProperties "
        "xmlns:cp=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\">"
        "<cp:category>model</cp:category><cp:version>R2012b</cp:version></cp:coreProperties>\n";
    size_t length = 0;
    char *text = block_diagram(diagram, &length);
    const archive_part parts[] = {
        {"[Content_Types].xml", types, sizeof types - 1},
        {"metadata/coreProperties.xml", properties, sizeof properties - 1},
        {"simulink/blockdiagram.xml", text, length},
    };
    void *bytes = archive_make(parts, sizeof parts / sizeof *parts, size);
    free(text);
    return bytes;
}
