/* an FMU from its archive to its life */
#include "findings.h"

#include "common/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DESCRIPTION ((size_t)256 << 20)

void findings_add(void *context, fmu_severity severity, const char *where, const char *sentence) {
    findings *all = context;
    finding *grown = cm_one_more(all->items, (size_t)all->count, sizeof *grown);
    if (!grown) {
        all->no_memory = true;
        return;
    }
    all->items = grown;
    finding *f = &all->items[all->count++];
    f->severity = severity;
    snprintf(f->where, sizeof f->where, "%s", where);
    snprintf(f->sentence, sizeof f->sentence, "%s", sentence);
    all->violations += severity == FMU_VIOLATION;
}

void findings_free(findings *all) {
    free(all->items);
    *all = (findings){0};
}

/* *lives: there is a binary that can be tried */
static void check_interface(const char *path, fmu_archive *archive, const char *text, size_t size,
                            bool exchange, bool run, findings *all) {
    fmu_description *d;
    mr_message message = {""};
    const fmu_judge judge = {findings_add, all};
    if (fmu_description_read(path, text, size, exchange, &d, &message) != MR_OK) {
        findings_add(all, FMU_VIOLATION, "description", message.text);
        return;
    }
    if (!exchange || d->model_exchange) {
        const bool other = exchange;
        if (!other) /* what both share is told once */
            fmu_validate_description(d, &judge);
        if (!d->identifier)
            findings_add(all, FMU_VIOLATION, "description",
                         "it is for none of the interface types");
        else {
            const int before = all->count;
            if (fmu_validate_binary(d, archive, &judge, &message) != MR_OK)
                findings_add(all, FMU_VIOLATION, "binary", message.text);
            bool absent = false;
            for (int i = before; i < all->count; i++)
                absent = absent || strstr(all->items[i].sentence, "there is none for this machine");
            if (run && !absent)
                validate_life(path, d->model_exchange, d->scheduled,
                              d->has_start ? d->start_time : 0.0, all);
        }
        if (!exchange && !d->model_exchange)
            check_interface(path, archive, text, size, true, run, all);
    }
    fmu_description_free(d);
}

void validate_fmu(const char *path, bool run, findings *all) {
    fmu_archive *archive;
    mr_message message = {""};
    char *text = NULL;
    size_t size = 0;
    if (fmu_archive_open(path, &archive, &message) != MR_OK) {
        findings_add(all, FMU_VIOLATION, "archive", message.text);
        return;
    }
    if (fmu_archive_read(archive, "modelDescription.xml", MOST_DESCRIPTION, &text, &size,
                         &message) != MR_OK)
        findings_add(all, FMU_VIOLATION, "archive", message.text);
    else if (!text)
        findings_add(all, FMU_VIOLATION, "archive", "there is no modelDescription.xml");
    else
        check_interface(path, archive, text, size, false, run, all);
    free(text);
    fmu_archive_close(archive);
}
