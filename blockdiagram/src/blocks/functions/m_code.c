/* what blocks in M code remember is saved and restored with the run */
#include "blocks/functions/m_code.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const bd_model_access *outside(const bd_block *block) {
    return bd_workspace_model(block->scope);
}

static bd_status get(void *user, const char *block, const char *name, bd_value **value,
                     bd_error *error) {
    const bd_model_access *model = outside(user);
    const char *own = bd_block_setting(user, block, name);
    return own ? bd_value_create_text(own, value, error)
               : model->get(model->user, block, name, value, error);
}

static bd_status find(void *user, const char *block, int depth, const char *const *pairs,
                      size_t pair_count, bd_value **cell, bd_error *error) {
    const bd_model_access *model = outside(user);
    if (pair_count > 0 && bd_block_has_settings(user))
        return bd_error_set(
            error, BD_UNSUPPORTED,
            "blocks cannot be found by their parameters in a run that has values of "
            "its own");
    return model->find(model->user, block, depth, pairs, pair_count, cell, error);
}

/* a compiled model is constant; of all commands only "stop" has a meaning for a run */
static bd_status set(void *user, const char *block, const char *name, const bd_value *value,
                     bd_error *error) {
    char *text = NULL;
    if (strcasecmp(name, "SimulationCommand") == 0) {
        BD_TRY(bd_value_text(value, name, &text, error));
        if (strcasecmp(text, "stop") == 0 && bd_block_is_running(user))
            bd_block_request_stop(user);
        free(text);
        return BD_OK;
    }
    return bd_error_set(error, BD_UNSUPPORTED,
                        "the parameter '%.100s' of '%.200s' cannot be set by a block", name, block);
}

static bd_status make_scope(const bd_block *block, bd_m_code *m, bd_error *error) {
    bd_value *path = NULL;
    BD_TRY(bd_persistent_create(&m->persistent, error));
    BD_TRY(bd_workspace_create("M code", block->scope, &m->scope, error));
    BD_TRY(bd_value_create_text(block->node->path, &path, error));
    return bd_workspace_set(m->scope, "gcb", path, error);
}

bd_status bd_m_code_open(bd_block *block) {
    bd_m_code *m = block->data;
    bd_error error = {0};
    m->library = bd_workspace_library(block->scope);
    const bd_status status = make_scope(block, m, &error);
    if (status != BD_OK)
        return bd_block_fail(block, status, "%s", error.text);
    m->model = (bd_model_access){block, get, set, find};
    if (outside(block))
        bd_workspace_set_model(m->scope, &m->model);
    return BD_OK;
}

bd_status bd_m_code_make(bd_block *block, size_t size, const char *parameter) {
    bd_m_code *m = bd_block_alloc(block, size);
    if (!m)
        return bd_block_no_memory(block);
    block->data = m;
    BD_TRY(bd_m_code_open(block));
    m->function = bd_block_text(block, parameter);
    return BD_OK;
}

void bd_m_code_close(bd_block *block) {
    bd_m_code *m = block->data;
    bd_persistent_free(m->persistent);
    bd_workspace_free(m->scope);
}

static void print(void *user, const char *text, size_t length) {
    bd_block_print(user, text, length);
}

bd_surroundings bd_m_code_around(bd_block *block, bd_printer *printer) {
    const bd_m_code *m = block->data;
    bd_persistent *globals = bd_block_globals(block);
    *printer = (bd_printer){print, block, true};
    return (bd_surroundings){.library = m->library,
                             .scope = m->scope,
                             .globals = bd_persistent_globals(globals ? globals : m->persistent),
                             .persistent = m->persistent,
                             .stop = bd_block_given_up(block),
                             .printer = m->started ? printer : NULL};
}

bd_status bd_m_code_failed(bd_block *block, bd_status status, const char *where,
                           const bd_error *error) {
    bd_m_code *m = block->data;
    const bool only_acts =
        block->output_count == 0 && block->state_count == 0 && block->discrete_count == 0;
    if (only_acts &&
        (status == BD_UNKNOWN_NAME || status == BD_UNSUPPORTED || status == BD_BAD_VALUE)) {
        m->left_out = true;
        bd_block_warn(block, "left out, since it has no outputs and cannot be run: %s",
                      error->text);
        return BD_OK;
    }
    return bd_block_fail(block, status, "%s%s", where, error->text);
}

bd_status bd_m_code_forget(bd_block *block) {
    bd_m_code *m = block->data;
    bd_error error = {0};
    m->started = true;
    bd_persistent_free(m->persistent);
    m->persistent = NULL;
    bd_status status = bd_persistent_create(&m->persistent, &error);
    return status == BD_OK ? BD_OK : bd_block_fail(block, status, "%s", error.text);
}

/* what all blocks share is saved by each of them */
static bd_persistent *shared_of(const bd_block *block) {
    return bd_block_globals((bd_block *)(uintptr_t)block);
}

size_t bd_m_code_save_size(const bd_block *block) {
    const bd_m_code *m = block->data;
    if (!m->persistent)
        return 0;
    const bd_persistent *shared = shared_of(block);
    return sizeof(size_t) + bd_persistent_size(m->persistent) +
           (shared ? bd_persistent_size(shared) : 0);
}

bd_status bd_m_code_save(const bd_block *block, void *bytes) {
    const bd_m_code *m = block->data;
    if (!m->persistent)
        return BD_OK;
    const size_t own = bd_persistent_size(m->persistent);
    memcpy(bytes, &own, sizeof own);
    bd_persistent_save(m->persistent, (char *)bytes + sizeof own);
    const bd_persistent *shared = shared_of(block);
    if (shared)
        bd_persistent_save(shared, (char *)bytes + sizeof own + own);
    return BD_OK;
}

bd_status bd_m_code_restore(bd_block *block, const void *bytes, size_t size) {
    const bd_m_code *m = block->data;
    bd_error error = {0};
    size_t own = 0;
    if (!m->persistent)
        return BD_OK;
    if (size >= sizeof own)
        memcpy(&own, bytes, sizeof own);
    if (size < sizeof own || own > size - sizeof own)
        return bd_block_fail(block, BD_BAD_FILE, "saved variables of functions are damaged");
    const char *from = (const char *)bytes + sizeof own;
    bd_status status = bd_persistent_restore(m->persistent, from, own, &error);
    bd_persistent *shared = shared_of(block);
    if (status == BD_OK && shared)
        status = bd_persistent_restore(shared, from + own, size - sizeof own - own, &error);
    return status == BD_OK ? BD_OK : bd_block_fail(block, status, "%s", error.text);
}
