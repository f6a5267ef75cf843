/* what one user of compiled code remembers: persistent and global variables, or the frame of typed
 * code; saved and restored with a run */
#include "value/code.h"

#include <stdlib.h>
#include <string.h>

#include "value/typed.h"

static bd_status no_memory(bd_error *error) {
    return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for code");
}

bd_status bd_instance_create(const bd_code *code, bd_instance **instance, bd_error *error) {
    *instance = calloc(1, sizeof **instance);
    if (!*instance)
        return no_memory(error);
    (*instance)->code = code;
    bd_status status = bd_persistent_create(&(*instance)->persistent, error);
    if (status == BD_OK) {
        status = bd_workspace_create(code->scope.place, code->scope.workspace,
                                     &(*instance)->variables, error);
    }
    if (status == BD_OK)
        status = bd_workspace_create("global variables", NULL, &(*instance)->globals, error);
    if (status == BD_OK && code->typed) {
        const size_t bytes = (size_t)code->typed->slots * sizeof(double);
        (*instance)->frame = malloc(bytes);
        if (!(*instance)->frame)
            status = no_memory(error);
        else
            memcpy((*instance)->frame, code->typed->image, bytes);
    }
    if (status != BD_OK) {
        bd_instance_free(*instance);
        *instance = NULL;
    }
    return status;
}

void bd_instance_free(bd_instance *instance) {
    if (!instance)
        return;
    bd_persistent_free(instance->persistent);
    bd_workspace_free(instance->variables);
    bd_workspace_free(instance->globals);
    free(instance->frame);
    free(instance);
}

void bd_instance_reset(bd_instance *instance) {
    bd_error error;
    bd_persistent *fresh = NULL;

    if (instance->frame) {
        memcpy(instance->frame, instance->code->typed->image,
               (size_t)instance->code->typed->slots * sizeof(double));
    }
    if (bd_persistent_create(&fresh, &error) == BD_OK) {
        bd_persistent_free(instance->persistent);
        instance->persistent = fresh;
    }
}

/* persistent variables of typed code: all of them, one after the other */
static size_t move_kept(const bd_instance *instance, double *to, const double *from) {
    const bd_typed *typed = instance->code->typed;
    size_t used = 0;

    for (size_t k = 0; k < typed->kept_count; k++) {
        const size_t count = (size_t)typed->kept[k].count;
        double *here = instance->frame + typed->kept[k].slot;
        if (to)
            memcpy(to + used, here, count * sizeof *to);
        else if (from)
            memcpy(here, from + used, count * sizeof *to);
        used += count;
    }
    return used * sizeof(double);
}

size_t bd_instance_save_size(const bd_instance *instance) {
    return instance->frame ? move_kept(instance, NULL, NULL)
                           : bd_persistent_size(instance->persistent);
}

void bd_instance_save(const bd_instance *instance, void *bytes) {
    if (instance->frame)
        move_kept(instance, bytes, NULL);
    else
        bd_persistent_save(instance->persistent, bytes);
}

bd_status bd_instance_restore(bd_instance *instance, const void *bytes, size_t size,
                              bd_error *error) {
    if (!instance->frame)
        return bd_persistent_restore(instance->persistent, bytes, size, error);
    if (size != bd_instance_save_size(instance))
        return bd_error_set(error, BD_BAD_FILE, "saved variables of functions are damaged");
    move_kept(instance, NULL, bytes);
    return BD_OK;
}

bd_workspace *bd_instance_globals(bd_instance *instance) {
    return instance->globals;
}
