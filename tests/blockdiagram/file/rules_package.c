/* rules about .slx packages of R2013b */
#include "rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

typedef struct parts {
    texts names;
    page *pages[16];
    bool well_formed;
} parts;

static page *part(const parts *p, const char *name) {
    for (size_t i = 0; i < p->names.count; i++)
        if (strcmp(p->names.items[i], name) == 0)
            return p->pages[i];
    return NULL;
}

static bool ends_with(const char *text, const char *ending) {
    const size_t length = strlen(text), last = strlen(ending);
    return length >= last && strcmp(text + length - last, ending) == 0;
}

static void read_parts(const char *path, parts *p) {
    zip_t *zip = zip_open(path, ZIP_RDONLY, NULL);
    p->well_formed = zip != NULL;
    for (zip_int64_t i = 0; zip && i < zip_get_num_entries(zip, 0) && i < 16; i++) {
        zip_stat_t about;
        zip_stat_index(zip, (zip_uint64_t)i, 0, &about);
        char *bytes = calloc(about.size + 1, 1);
        zip_file_t *file = zip_fopen_index(zip, (zip_uint64_t)i, 0);
        const char *wrong = "cannot be read";
        texts_add(&p->names, about.name);
        if (file && zip_fread(file, bytes, about.size) == (zip_int64_t)about.size) {
            wrong = NULL;
            if (!ends_with(about.name, ".png"))
                p->pages[i] = page_of_xml(bytes, (size_t)about.size, &wrong);
        }
        if (wrong) {
            printf("  %s: %s\n", about.name, wrong);
            p->well_formed = false;
        }
        if (file)
            zip_fclose(file);
        free(bytes);
    }
    if (zip)
        zip_close(zip);
}

/* every part has a type, by its ending or by its name; what is named exists */
static bool types_fit(const parts *p) {
    const page *types = page_section(part(p, "[Content_Types].xml"), "Types");
    texts endings = {0};
    bool good = types != NULL;
    for (const page *t = types ? types->first : NULL; t; t = t->next) {
        if (!t->section)
            continue;
        if (strcmp(t->name, "Default") == 0)
            texts_add(&endings, page_text(t, "Extension"));
        else
            good = good && texts_have(&p->names, page_text(t, "PartName") + 1);
    }
    for (size_t i = 0; i < p->names.count; i++) {
        const char *dot = strrchr(p->names.items[i], '.');
        good = good && dot && (texts_have(&endings, dot + 1) || i == 0);
    }
    texts_free(&endings);
    return good;
}

static bool relationships_fit(const parts *p) {
    const page *list = page_section(part(p, "_rels/.rels"), "Relationships");
    texts ids = {0};
    bool good = list != NULL, diagram = false;
    for (const page *t = list ? list->first : NULL; t; t = t->next)
        if (t->section) {
            texts_add(&ids, page_text(t, "Id"));
            good = good && texts_have(&p->names, page_text(t, "Target"));
            diagram = diagram || ends_with(page_text(t, "Type"), "relationships/blockDiagram");
        }
    good = good && diagram && texts_differ(&ids);
    texts_free(&ids);
    return good;
}

static bool ends_are_blocks(const page *line, const texts *sids) {
    for (const page *p = line->first; p; p = page_after(p, line)) {
        if (p->section || (strcmp(p->name, "Src") != 0 && strcmp(p->name, "Dst") != 0))
            continue;
        char sid[64];
        const size_t length = strcspn(p->value, "#");
        if (length == 0 || length >= sizeof sid || p->value[length] != '#')
            return false;
        memcpy(sid, p->value, length);
        sid[length] = '\0';
        if (!texts_have(sids, sid))
            return false;
    }
    return true;
}

static bool branches_fit(const page *line) {
    for (const page *p = line; p; p = page_after(p, line)) {
        const size_t count = page_count(p, "Branch");
        if (p->section && count != 0 && count != 2 && count != 3)
            return false;
    }
    return true;
}

static bool look_at_system(const page *system, texts *all) {
    texts here = {0};
    bool good = true;
    for (const page *t = system->first; t; t = t->next)
        if (t->section && strcmp(t->name, "Block") == 0) {
            texts_add(&here, page_text(t, "SID"));
            texts_add(all, page_text(t, "SID"));
            const page *inside = page_section(t, "System");
            good = (!inside || look_at_system(inside, all)) && good;
        }
    for (const page *t = system->first; t; t = t->next)
        if (t->section && strcmp(t->name, "Line") == 0)
            good = good && ends_are_blocks(t, &here) && branches_fit(t);
    texts_free(&here);
    return good;
}

static bool configuration_fits(const page *model) {
    const page *sets = page_property(page_section(model, "ConfigurationSet"), "ConfigurationSets");
    const page *components = page_property(page_section(sets, "Object"), "Components");
    const page *solver = page_section(components, "Object");
    return page_count(components, "Object") == 8 &&
           strcmp(page_text(solver, "ClassName"), "Simulink.SolverCC") == 0 &&
           strcmp(page_text(solver, "Version"), "1.13.1") == 0 &&
           strcmp(page_text(solver, "Solver"), page_text(solver, "SolverName")) == 0 &&
           *page_text(solver, "Solver") != '\0';
}

size_t rules_of_package(const char *path, size_t *all) {
    static const char *const needed[] = {
        "[Content_Types].xml",           "_rels/.rels",
        "metadata/coreProperties.xml",   "metadata/thumbnail.png",
        "metadata/mwcoreProperties.xml", "simulink/blockdiagram.xml"};
    verdict v = {.path = path};
    parts p = {0};
    read_parts(path, &p);
    bool present = true;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        present = present && texts_have(&p.names, needed[i]);
    const page *core = page_section(part(&p, needed[2]), "cp:coreProperties");
    const page *own = page_section(part(&p, needed[4]), "mwcoreProperties");
    const page *info = page_section(part(&p, needed[5]), "ModelInformation");
    const page *model = page_section(info, "Model");
    model = model ? model : page_section(info, "Library");
    const page *category = page_section(core, "cp:category"),
               *version = page_section(core, "cp:version"),
               *release = page_section(own, "matlabRelease");
    rule(&v, "X1 parts present, XML well-formed", present && p.well_formed);
    rule(&v, "X2 types and relationships", types_fit(&p) && relationships_fit(&p));
    rule(&v, "X3 release and kind agree",
         model && category && version && release && strcmp(category->value, model->name) == 0 &&
             strcmp(version->value, "R2013b") == 0 && strcmp(release->value, "R2013b") == 0);
    rule(&v, "X4 complete configuration set", configuration_fits(model));
    texts sids = {0};
    const page *system = page_section(model, "System");
    rule(&v, "X5 lines end at blocks of their system; at most three branches",
         system && look_at_system(system, &sids));
    rule(&v, "X5 every block has a number of its own",
         sids.count > 0 && !texts_have(&sids, "") && texts_differ(&sids));
    rule(&v, "X5 the active set is that of a model",
         (page_property(page_section(model, "ConfigurationSet"), "ActiveConfigurationSet") !=
          NULL) == (model && strcmp(model->name, "Model") == 0));
    texts_free(&sids);
    for (size_t i = 0; i < 16; i++)
        page_free(p.pages[i]);
    texts_free(&p.names);
    *all += v.all;
    return v.good;
}
