/* .mdl text: one item per line, Ports as a vector, one Line per source with a Branch per end */
#define _POSIX_C_SOURCE 200809L
#include "emit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mr_test.h"

static void put(FILE *file, const char *key, const char *value) {
    fprintf(file, "%s \"", key);
    for (const char *c = value; *c; c++)
        if (*c == '\n')
            fputs("\\n", file);
        else
            fprintf(file, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    fputs("\"\n", file);
}

static void put_end(FILE *file, const char *side, bd_end end) {
    static const char *const words[BD_PORT_KINDS] = {
        NULL, NULL, "enable", "trigger", "state", "LConn", "RConn", "ifaction", "Reset"};
    char key[16];
    snprintf(key, sizeof key, "%sBlock", side);
    put(file, key, end.block->name);
    if (words[end.kind])
        fprintf(file, "%sPort %s\n", side, words[end.kind]);
    else
        fprintf(file, "%sPort %d\n", side, end.index + 1);
}

static void put_line(FILE *file, const bd_line *line) {
    fputs("Line {\n", file);
    if (*line->name)
        put(file, "Name", line->name);
    put_end(file, "Src", line->source);
    if (line->destination_count == 1)
        put_end(file, "Dst", line->destinations[0]);
    for (size_t i = 0; line->destination_count > 1 && i < line->destination_count; i++) {
        fputs("Branch {\n", file);
        put_end(file, "Dst", line->destinations[i]);
        fputs("}\n", file);
    }
    fputs("}\n", file);
}

static void put_system(FILE *file, const bd_system *system, const char *name);

static void put_block(FILE *file, const bd_node *node) {
    fputs("Block {\n", file);
    put(file, "BlockType", node->type);
    put(file, "Name", node->name);
    fputs("Ports [", file);
    for (int kind = 0; kind < BD_PORT_KINDS; kind++)
        fprintf(file, kind ? ", %d" : "%d", node->ports[kind]);
    fputs("]\n", file);
    for (size_t i = 0; i < node->parameters.count; i++)
        put(file, node->parameters.items[i].name, node->parameters.items[i].value);
    if (node->system)
        put_system(file, node->system, node->name);
    fputs("}\n", file);
}

static void put_system(FILE *file, const bd_system *system, const char *name) {
    fputs("System {\n", file);
    put(file, "Name", name);
    for (size_t i = 0; i < system->block_count; i++)
        put_block(file, system->blocks[i]);
    for (size_t i = 0; i < system->line_count; i++)
        put_line(file, &system->lines[i]);
    fputs("}\n", file);
}

static void put_settings(FILE *file, const bd_diagram *diagram, bool old) {
    for (size_t i = 0; i < diagram->configuration.count; i++) {
        const bd_parameter *p = &diagram->configuration.items[i];
        put(file, old && strcmp(p->name, "SolverName") == 0 ? "Solver" : p->name, p->value);
    }
}

char *emit_text(const bd_diagram *diagram, const char *version, size_t *size) {
    char *text = NULL;
    FILE *file = open_memstream(&text, size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    bool old = atof(version) < 7.0;
    fputs("Model {\n", file);
    put(file, "Name", diagram->name);
    fprintf(file, "Version %s\n", version);
    for (size_t i = 0; i < diagram->parameters.count; i++)
        put(file, diagram->parameters.items[i].name, diagram->parameters.items[i].value);
    if (old) {
        put_settings(file, diagram, true);
    } else {
        fputs("Array {\nType \"Handle\"\nDimension 1\nSimulink.ConfigSet {\n$ObjectID 1\n"
              "Array {\nType \"Handle\"\nDimension 1\nSimulink.SolverCC {\n$ObjectID 2\n",
              file);
        put_settings(file, diagram, false);
        fputs("}\nPropName \"Components\"\n}\nName \"Configuration\"\n}\n"
              "PropName \"ConfigurationSets\"\n}\n"
              "Simulink.ConfigSet {\n$PropName \"ActiveConfigurationSet\"\n$ObjectID 1\n}\n",
              file);
    }
    put_system(file, diagram->root, diagram->name);
    fputs("}\n", file);
    CU_ASSERT_EQUAL_FATAL(fclose(file), 0);
    return text;
}
