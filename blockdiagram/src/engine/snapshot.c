/* the whole state of a running simulation as bytes: clock, tasks, memory, and what blocks keep
 * elsewhere. Multistep solvers begin anew after a restore; everything else goes on bit by bit */
#include "engine/run.h"

#include <stdint.h>
#include <string.h>

#define MAGIC 0x6264736e61703031u

typedef struct header {
    uint64_t magic;
    uint64_t size, memory_size;
    int64_t blocks, states, tasks, contexts;
    bd_clock clock;
    long step_number;
    double next_step, pending, breakpoint, major_time;
    unsigned long stamp;
    int interrupted, solver_reset, stop_at_step_end, done;
} header;

static size_t block_bytes(const bd_simulation *simulation) {
    size_t bytes = 0;
    for (int i = 0; i < simulation->all_count; i++) {
        const bd_block *block = simulation->ordered[i];
        if (block->type->save_size)
            bytes += sizeof(uint64_t) + block->type->save_size(block);
    }
    return bytes;
}

size_t bd_simulation_state_size(const bd_simulation *simulation) {
    return sizeof(header) + simulation->memory_size +
           (size_t)simulation->state_count * sizeof(double) +
           (size_t)simulation->task_count * sizeof(bd_task) +
           (size_t)simulation->context_count * sizeof(unsigned long) + block_bytes(simulation);
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

bd_status bd_simulation_save(const bd_simulation *simulation, void *bytes, size_t size,
                             bd_error *error) {
    size_t needed = bd_simulation_state_size(simulation);
    if (!simulation->running || size < needed)
        return bd_error_set(error, BD_BAD_ARGUMENT,
                            "%s: saving needs a started simulation and %zu bytes",
                            simulation->diagram->name, needed);
    header h;
    memset(&h, 0, sizeof h); /* equal states give equal bytes */
    h.magic = MAGIC;
    h.size = needed;
    h.memory_size = simulation->memory_size;
    h.blocks = simulation->all_count;
    h.states = simulation->state_count;
    h.tasks = simulation->task_count;
    h.contexts = simulation->context_count;
    h.clock = simulation->clock;
    h.step_number = simulation->step_number;
    h.next_step = simulation->next_step;
    h.pending = simulation->pending;
    h.breakpoint = simulation->breakpoint;
    h.major_time = simulation->major_time;
    h.stamp = simulation->stamp;
    h.interrupted = simulation->interrupted;
    h.solver_reset = simulation->solver_reset;
    h.stop_at_step_end = simulation->stop_at_step_end;
    h.done = simulation->done;
    unsigned char *next = put(bytes, &h, sizeof h);
    next = put(next, simulation->memory, simulation->memory_size);
    next = put(next, simulation->x_tolerance, (size_t)simulation->state_count * sizeof(double));
    next = put(next, simulation->tasks, (size_t)simulation->task_count * sizeof(bd_task));
    for (int i = 0; i < simulation->context_count; i++)
        next = put(next, &simulation->contexts[i]->stamp, sizeof(unsigned long));
    for (int i = 0; i < simulation->all_count; i++) {
        const bd_block *block = simulation->ordered[i];
        if (!block->type->save_size)
            continue;
        uint64_t count = block->type->save_size(block);
        next = put(next, &count, sizeof count);
        bd_status status = block->type->save(block, next);
        if (status != BD_OK)
            return bd_error_set(error, status, "%s: its state cannot be saved", block->path);
        next += count;
    }
    return BD_OK;
}

bd_status bd_simulation_restore(bd_simulation *simulation, const void *bytes, size_t size,
                                bd_error *error) {
    header h = {0};
    if (size >= sizeof h)
        memcpy(&h, bytes, sizeof h);
    if (!simulation->running || h.magic != MAGIC || h.size > size ||
        h.memory_size != simulation->memory_size || h.blocks != simulation->all_count ||
        h.states != simulation->state_count || h.tasks != simulation->task_count ||
        h.contexts != simulation->context_count)
        return bd_error_set(error, BD_BAD_ARGUMENT,
                            "%s: these bytes are no saved state of this simulation, or it has not "
                            "been started",
                            simulation->diagram->name);
    double stop = simulation->clock.stop_time;
    simulation->clock = h.clock;
    simulation->clock.stop_time = stop;
    simulation->step_number = h.step_number;
    simulation->next_step = h.next_step;
    simulation->pending = h.pending;
    simulation->breakpoint = h.breakpoint;
    simulation->major_time = h.major_time;
    simulation->stamp = h.stamp;
    simulation->interrupted = h.interrupted;
    simulation->solver_reset = h.solver_reset;
    simulation->stop_at_step_end = h.stop_at_step_end;
    simulation->done = h.done;
    const unsigned char *next = (const unsigned char *)bytes + sizeof h;
    next = get(next, simulation->memory, simulation->memory_size);
    next = get(next, simulation->x_tolerance, (size_t)simulation->state_count * sizeof(double));
    for (int i = 0; i < simulation->task_count; i++) {
        bd_task task;
        next = get(next, &task, sizeof task);
        task.variable = simulation->tasks[i].variable; /* pointers are of this process */
        simulation->tasks[i] = task;
    }
    for (int i = 0; i < simulation->context_count; i++)
        next = get(next, &simulation->contexts[i]->stamp, sizeof(unsigned long));
    bd_status status = BD_OK;
    const unsigned char *end = (const unsigned char *)bytes + size;
    for (int i = 0; i < simulation->all_count && status == BD_OK; i++) {
        bd_block *block = simulation->ordered[i];
        uint64_t count = 0;
        if (!block->type->save_size)
            continue;
        if ((size_t)(end - next) < sizeof count) {
            status =
                bd_error_set(&simulation->error, BD_BAD_ARGUMENT, "the saved state is cut short");
            break;
        }
        next = get(next, &count, sizeof count);
        if (count > (size_t)(end - next)) {
            status =
                bd_error_set(&simulation->error, BD_BAD_ARGUMENT, "the saved state is cut short");
            break;
        }
        status = block->type->restore(block, next, count);
        next += count;
    }
    if (simulation->solver->reset)
        simulation->solver->reset(simulation, simulation->solver_memory);
    return bd_simulation_tell(simulation, status, error);
}
