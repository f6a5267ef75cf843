/* the whole state of a running run as bytes: clock, tasks, memory, and what blocks keep
 * elsewhere. Multistep solvers begin anew after a restore; everything else goes on bit by bit */
#include "engine/run.h"

#include <stdint.h>
#include <string.h>

#define MAGIC 0x6264736e61703031u

typedef struct header {
    uint64_t magic;
    uint64_t size, memory_size;
    int64_t blocks, states, tasks, contexts;
    uint64_t records_size;
    bd_clock clock;
    long step_number, last_log;
    double next_step, pending, breakpoint, major_time;
    unsigned long stamp;
    int interrupted, solver_reset, stop_at_step_end, done;
} header;

/* where the run is, beside its clock */
#define MOMENT(X)                                                                                  \
    X(step_number)                                                                                 \
    X(last_log)                                                                                    \
    X(next_step)                                                                                   \
    X(pending)                                                                                     \
    X(breakpoint)                                                                                  \
    X(major_time)                                                                                  \
    X(stamp)                                                                                       \
    X(interrupted)                                                                                 \
    X(solver_reset)                                                                                \
    X(stop_at_step_end)                                                                            \
    X(done)

static size_t block_bytes(const bd_run *run) {
    size_t bytes = 0;
    for (int i = 0; i < run->model->all_count; i++) {
        const bd_block *block = &run->blocks[i];
        if (block->type->save_size)
            bytes += sizeof(uint64_t) + block->type->save_size(block);
    }
    return bytes;
}

size_t bd_run_state_size(const bd_run *run) {
    return sizeof(header) + run->model->layout.size +
           (size_t)run->model->layout.state_count * sizeof(double) +
           (size_t)run->model->task_count * sizeof(bd_task) +
           (size_t)run->model->context_count * sizeof(unsigned long) + bd_records_place_size(run) +
           block_bytes(run);
}

static unsigned char *put(unsigned char *to, const void *from, size_t size) {
    if (size)
        memcpy(to, from, size);
    return to + size;
}

static const unsigned char *get(const unsigned char *from, void *to, size_t size) {
    if (size)
        memcpy(to, from, size);
    return from + size;
}

bd_status bd_run_save(const bd_run *run, void *bytes, size_t size, bd_error *error) {
    size_t needed = bd_run_state_size(run);
    if (!run->running || size < needed)
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s: saving needs a started run and %zu bytes",
                            run->model->diagram->name, needed);
    header h;
    memset(&h, 0, sizeof h); /* equal states give equal bytes */
    h.magic = MAGIC;
    h.size = needed;
    h.memory_size = run->model->layout.size;
    h.blocks = run->model->all_count;
    h.states = run->model->layout.state_count;
    h.tasks = run->model->task_count;
    h.contexts = run->model->context_count;
    h.records_size = bd_records_place_size(run);
    h.clock = run->clock;
#define SAVE(member) h.member = run->member;
    MOMENT(SAVE)
#undef SAVE
    unsigned char *next = put(bytes, &h, sizeof h);
    next = put(next, run->memory, run->model->layout.size);
    next = put(next, run->x_tolerance, (size_t)run->model->layout.state_count * sizeof(double));
    next = put(next, run->tasks, (size_t)run->model->task_count * sizeof(bd_task));
    for (int i = 0; i < run->model->context_count; i++)
        next = put(next, &run->contexts[i]->stamp, sizeof(unsigned long));
    next = bd_records_save_place(run, next);
    for (int i = 0; i < run->model->all_count; i++) {
        const bd_block *block = &run->blocks[i];
        if (!block->type->save_size)
            continue;
        uint64_t count = block->type->save_size(block);
        next = put(next, &count, sizeof count);
        bd_status status = block->type->save(block, next);
        if (status != BD_OK)
            return bd_home_tell(&run->home, status, error);
        next += count;
    }
    return BD_OK;
}

bd_status bd_run_restore(bd_run *run, const void *bytes, size_t size, bd_error *error) {
    header h = {0};
    if (size >= sizeof h)
        memcpy(&h, bytes, sizeof h);
    if (!run->running || h.magic != MAGIC || h.size > size ||
        h.memory_size != run->model->layout.size || h.blocks != run->model->all_count ||
        h.states != run->model->layout.state_count || h.tasks != run->model->task_count ||
        h.contexts != run->model->context_count || h.records_size != bd_records_place_size(run))
        return bd_error_set(error, BD_BAD_ARGUMENT,
                            "%s: these bytes are no saved state of this run, or it has not "
                            "been started",
                            run->model->diagram->name);
    double stop = run->clock.stop_time;
    run->clock = h.clock;
    run->clock.stop_time = stop;
#define RESTORE(member) run->member = h.member;
    MOMENT(RESTORE)
#undef RESTORE
    const unsigned char *next = (const unsigned char *)bytes + sizeof h;
    next = get(next, run->memory, run->model->layout.size);
    next = get(next, run->x_tolerance, (size_t)run->model->layout.state_count * sizeof(double));
    for (int i = 0; i < run->model->task_count; i++) {
        bd_task task;
        next = get(next, &task, sizeof task);
        task.variable = run->tasks[i].variable; /* pointers are of this process */
        run->tasks[i] = task;
    }
    for (int i = 0; i < run->model->context_count; i++)
        next = get(next, &run->contexts[i]->stamp, sizeof(unsigned long));
    next = bd_records_restore_place(run, next);
    bd_status status = BD_OK;
    const unsigned char *end = (const unsigned char *)bytes + size;
    for (int i = 0; i < run->model->all_count && status == BD_OK; i++) {
        bd_block *block = &run->blocks[i];
        uint64_t count = 0;
        if (!block->type->save_size)
            continue;
        if ((size_t)(end - next) < sizeof count) {
            status =
                bd_error_set(&run->home.error, BD_BAD_ARGUMENT, "the saved state is cut short");
            break;
        }
        next = get(next, &count, sizeof count);
        if (count > (size_t)(end - next)) {
            status =
                bd_error_set(&run->home.error, BD_BAD_ARGUMENT, "the saved state is cut short");
            break;
        }
        status = block->type->restore(block, next, count);
        next += count;
    }
    if (run->model->solver->reset)
        run->model->solver->reset(run, run->solver_memory);
    return bd_home_tell(&run->home, status, error);
}
