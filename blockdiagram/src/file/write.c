/* a diagram as .mdl text, in the smallest shape that releases accept */
#include "blockdiagram/new_file.h"
#include "file/write.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* the text format ended with 8.x; newer files say the last version of it */
static const char *text_version(const char *version) {
    char *end = NULL;
    double number = strtod(version, &end);
    return end != version && *end == '\0' && number >= 5 && number < 9 ? version : "8.5";
}

static bool is_own_key(const char *name) {
    static const char *const own[] = {"Name",    "Version",    "SavedCharacterEncoding",
                                      "WSMCode", "MATLABCode", "MCode"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(name, own[i]) == 0)
            return true;
    return false;
}

static void write_defaults(bd_writer *w, const bd_diagram *diagram) {
    bd_text_open(&w->text, "BlockParameterDefaults");
    for (size_t i = 0; i < diagram->defaults_count; i++) {
        const bd_type_defaults *type = &diagram->defaults[i];
        bd_text_open(&w->text, "Block");
        bd_text_quoted(&w->text, "BlockType", type->type);
        for (size_t k = 0; k < type->parameters.count; k++)
            bd_text_key(&w->text, type->parameters.items[k].name, type->parameters.items[k].value);
        bd_text_close(&w->text);
    }
    bd_text_close(&w->text);
}

static void write_graphics_defaults(bd_writer *w) {
    static const char *const sections[] = {"BlockDefaults", "AnnotationDefaults", "LineDefaults"};
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        bd_text_open(&w->text, sections[i]);
        bd_text_quoted(&w->text, "FontName", "Helvetica");
        bd_text_bare(&w->text, "FontSize", "10");
        bd_text_close(&w->text);
    }
}

static bd_status write_model(bd_writer *w, const bd_diagram *diagram) {
    bd_text *text = &w->text;
    bd_text_open(text, diagram->kind == BD_LIBRARY ? "Library" : "Model");
    bd_text_quoted(text, "Name", diagram->name);
    bd_text_bare(text, "Version", "%s", text_version(diagram->version));
    bd_text_quoted(text, "SavedCharacterEncoding", "UTF-8");
    for (size_t i = 0; i < diagram->parameters.count; i++)
        if (!is_own_key(diagram->parameters.items[i].name))
            bd_text_key(text, diagram->parameters.items[i].name,
                        diagram->parameters.items[i].value);
    if (*diagram->workspace_code != '\0')
        bd_text_quoted(text, "WSMCode", diagram->workspace_code);
    if (diagram->kind == BD_MODEL)
        bd_write_configuration(w, diagram);
    write_graphics_defaults(w);
    write_defaults(w, diagram);
    bd_status status = bd_write_system(w, diagram->root, diagram->name);
    bd_text_close(text);
    return status;
}

bd_status bd_diagram_write_memory(const bd_diagram *diagram, char **text, size_t *size,
                                  bd_error *error) {
    bd_writer w = {.next_object = 1, .error = error};
    *text = NULL;
    *size = 0;
    if (diagram->kind == BD_SUBSYSTEM_FILE)
        return bd_error_set(error, BD_UNSUPPORTED, "%s: a subsystem file has no form in .mdl text",
                            diagram->name);
    bd_status status = write_model(&w, diagram);
    if (status == BD_OK && w.text.failed)
        status = bd_error_set(error, BD_OUT_OF_MEMORY, "%s: out of memory", diagram->name);
    if (status == BD_OK && w.text.bad_key != NULL)
        status = bd_error_set(error, BD_CANNOT_WRITE, "%s: .mdl text cannot hold the name '%.200s'",
                              diagram->name, w.text.bad_key);
    if (status != BD_OK) {
        free(w.text.bytes);
        return status;
    }
    *text = w.text.bytes;
    *size = w.text.size;
    return BD_OK;
}

bd_status bd_diagram_write(const bd_diagram *diagram, const char *path, bd_error *error) {
    char *text = NULL;
    size_t size = 0;
    bd_status status = bd_diagram_write_memory(diagram, &text, &size, error);
    if (status != BD_OK)
        return status;
    FILE *file = bd_new_file_open(path, NULL);
    bool written = file != NULL;
    if (written) {
        fwrite(text, 1, size, file);
        written = fclose(file) == 0; /* false if any write before has failed */
    }
    const int why = errno;
    free(text);
    return written ? BD_OK : bd_error_set(error, BD_CANNOT_WRITE, "%s: %s", path, strerror(why));
}
