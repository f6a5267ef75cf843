/* SSP: systems in files of their own (SSP 1.0, 5.4.2), and signal dictionaries: ports that all who
 * refer to an entry share
 */
#define _XOPEN_SOURCE 700
#include "ssp.h"

#include "common/memory.h"

#include "fmu/archive.h"
#include "isolation/foreign.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_FILES 1000

static bool ends_with(const char *text, const char *end) {
    const size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static bool is_package(const sy_xml *component) {
    const char *type = sy_xml_attribute(component, "type");
    const char *source = sy_xml_attribute(component, "source");
    return type ? strcmp(type, "application/x-ssp-package") == 0
                : source && ends_with(source, ".ssp");
}

bool sy_ssp_is_nested(const sy_xml *component) {
    const char *type = sy_xml_attribute(component, "type");
    const char *source = sy_xml_attribute(component, "source");
    return is_package(component) || (type ? strcmp(type, "application/x-ssp-definition") == 0
                                          : source && ends_with(source, ".ssd"));
}

/* unpacked, and kept until the system is freed; *file is its description */
static mr_status open_package(sy_ssp *ssp, const sy_xml *e, const char *path, char **file) {
    sy_system *s = ssp->system;
    struct fmu_archive **grown = cm_one_more(s->packages, (size_t)s->package_count, sizeof *grown);
    if (!grown)
        return mr_no_memory(ssp->message);
    s->packages = grown;
    fmu_archive *archive = NULL;
    MR_TRY(fmu_archive_open(path, &archive, ssp->message));
    s->foreign = s->foreign || mr_file_is_foreign(path);
    const fmu_archive *before =
        s->package_count > 0 ? s->packages[s->package_count - 1] : s->archive;
    if (before) /* one package may stand in a description a thousand times */
        fmu_archive_share_bounds(archive, before);
    s->packages[s->package_count++] = archive;
    if (!fmu_archive_holds(archive, "SystemStructure.ssd"))
        return sy_ssp_refuse(ssp, e, "'%.150s' is no SSP: it has no SystemStructure.ssd", path);
    MR_TRY(fmu_archive_unpack(archive, "", ssp->message));
    const size_t room = strlen(fmu_archive_folder(archive)) + 30;
    *file = malloc(room);
    if (!*file)
        return mr_no_memory(ssp->message);
    snprintf(*file, room, "%s/SystemStructure.ssd", fmu_archive_folder(archive));
    return MR_OK;
}

mr_status sy_ssp_enter(sy_ssp *ssp, const sy_xml *e, sy_ssp_file *nested) {
    const char *source = sy_xml_attribute(e, "source");
    *nested = (sy_ssp_file){0};
    if (!source)
        return sy_ssp_refuse(ssp, e, "a component names no source");
    if (++ssp->files > MOST_FILES)
        return sy_ssp_refuse(ssp, e, "there are too many systems within systems");
    char *path = sy_ssp_path(ssp, source);
    if (!path)
        return sy_ssp_refuse(ssp, e, "'%.120s' lies outside of the package", source);
    mr_status status = MR_OK;
    if (is_package(e)) {
        status = open_package(ssp, e, path, &nested->file);
        free(path);
    } else {
        nested->file = path;
    }
    if (status == MR_OK)
        status = sy_xml_read_file(nested->file, &nested->root, ssp->message);
    char *folder = status == MR_OK ? strdup(nested->file) : NULL;
    if (status == MR_OK && !folder)
        status = mr_no_memory(ssp->message);
    if (status != MR_OK) {
        free(nested->file);
        sy_xml_free(nested->root);
        *nested = (sy_ssp_file){0};
        return status;
    }
    char *slash = strrchr(folder, '/');
    if (slash)
        *slash = '\0';
    nested->folder = ssp->system->folder;
    nested->name_before = ssp->file;
    nested->packed_before = ssp->packed;
    ssp->packed = ssp->packed || is_package(e);
    ssp->system->folder = folder;
    ssp->file = nested->file;
    return MR_OK;
}

void sy_ssp_leave(sy_ssp *ssp, sy_ssp_file *nested) {
    free(ssp->system->folder);
    ssp->system->folder = nested->folder;
    ssp->file = nested->name_before;
    ssp->packed = nested->packed_before;
    free(nested->file);
    sy_xml_free(nested->root);
}

static bool defines(const sy_xml *system, const char *name) {
    const sy_xml *all = sy_xml_child(system, "SignalDictionaries", NULL);
    for (const sy_xml *d = NULL; all && (d = sy_xml_child(all, "SignalDictionary", d));) {
        const char *own = sy_xml_attribute(d, "name");
        if (own && strcmp(own, name) == 0)
            return true;
    }
    return false;
}

mr_status sy_ssp_dictionary(sy_ssp *ssp, const sy_xml *reference, const sy_xml *system,
                            const char *path, char **owner) {
    const char *name = sy_xml_attribute(reference, "dictionary");
    if (!name)
        return sy_ssp_refuse(ssp, reference, "a reference names no signal dictionary");
    char *place = strdup(path);
    if (!place)
        return mr_no_memory(ssp->message);
    while (system && !defines(system, name)) {
        const sy_xml *elements = system->parent;
        system = elements && strcmp(elements->name, "Elements") == 0 ? elements->parent : NULL;
        char *dot = strrchr(place, '.');
        *(dot ? dot : place) = '\0';
    }
    const size_t room = strlen(place) + strlen(name) + 4;
    *owner = system ? malloc(room) : NULL;
    if (*owner)
        snprintf(*owner, room, "%c%s\t%s", SY_DICTIONARY, place, name);
    free(place);
    if (!system)
        return sy_ssp_refuse(ssp, reference, "there is no signal dictionary '%.100s'", name);
    return *owner ? MR_OK : mr_no_memory(ssp->message);
}
