/* what is kept of a run: rows of numbers with their times, in chunks that are added between steps
 */
#include "engine/instance.h"
#include "engine/run.h"

#include "common/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_DOUBLES 8192
#define MOST_BYTES    4e9 /* of a run: a model may ask for more steps than any machine can keep */

struct bd_store {
    bd_record record;
    const bd_port *port; /* NULL: the times of all steps */
    const unsigned char *hit;
    int decimation;
    long hits;       /* so far in this run */
    double limit;    /* rows to keep */
    bool periodic;   /* obeys log_period */
    double **chunks; /* rows of time and values */
    size_t chunk_count;
    size_t rows_per_chunk;
    size_t total; /* rows written; with a limit older ones are overwritten … */
    size_t first; /* … and this is the number of the oldest that is left */
    double *next; /* where the next row goes, if there is room */
    size_t room;  /* rows that still fit behind it */
    bool plain;   /* one real double */
};

static size_t kept_rows(const bd_store *store) {
    return store->total - store->first;
}

static double *row_at(const bd_store *store, size_t index) {
    size_t stride = (size_t)store->record.width + 1;
    return store->chunks[index / store->rows_per_chunk] + index % store->rows_per_chunk * stride;
}

/* row i of those kept, the oldest first */
static double *kept_row(const bd_store *store, size_t i) {
    const size_t number = store->first + i;
    return row_at(store, isfinite(store->limit) ? number % (size_t)store->limit : number);
}

static double most_bytes(void) {
    const char *text = getenv("BD_RESULT_MEMORY");
    const double megabytes = text ? strtod(text, NULL) : 0.0;
    return megabytes >= 1.0 ? 1e6 * megabytes : MOST_BYTES;
}

static bd_status add_chunk(bd_run *run, bd_store *store) {
    double **chunks = cm_one_more(store->chunks, (size_t)store->chunk_count, sizeof *chunks);
    if (!chunks)
        return bd_run_no_memory(run);
    store->chunks = chunks;
    const size_t stride = (size_t)store->record.width + 1;
    const size_t bytes = store->rows_per_chunk * stride * sizeof **chunks;
    if ((double)(run->kept_bytes + bytes) > most_bytes())
        return bd_run_fail(run, BD_LIMIT_EXCEEDED,
                           "%s: at t = %.9g s the results are larger than the %.0f MB that are "
                           "allowed (BD_RESULT_MEMORY in the environment sets another limit)",
                           run->home.name, run->clock.time, most_bytes() / 1e6);
    double *chunk = malloc(bytes);
    if (!chunk)
        return bd_run_no_memory(run);
    run->kept_bytes += bytes;
    store->chunks[store->chunk_count++] = chunk;
    return BD_OK;
}

/* all numbers of a signal, bus elements one after the other */
static double *spread(const bd_shape *shape, const void *data, double *to) {
    if (shape->type == BD_BUS) {
        const int count = bd_shape_width(shape) * shape->bus->count; /* arrays of buses, too */
        for (int i = 0; i < count; i++) {
            const bd_bus_element *element = &shape->bus->elements[i % shape->bus->count];
            const size_t one = (size_t)(i / shape->bus->count) * shape->bus->size;
            to = spread(&element->shape, (const char *)data + one + element->offset, to);
        }
        return to;
    }
    size_t count = (size_t)bd_shape_width(shape) * (shape->complexity == 1 ? 2 : 1);
    if (shape->type == BD_DOUBLE) {
        memcpy(to, data, count * sizeof *to);
        return to + count;
    }
    for (size_t i = 0; i < count; i++)
        *to++ = bd_element_read(data, shape->type, i);
    return to;
}

/* place for the next row: a new chunk, or with a limit the place of the oldest row */
static bd_status make_room(bd_run *run, bd_store *store) {
    size_t index = store->total;
    if (isfinite(store->limit))
        index %= (size_t)store->limit;
    if (index / store->rows_per_chunk >= store->chunk_count)
        BD_TRY(add_chunk(run, store));
    store->next = row_at(store, index);
    store->room = store->rows_per_chunk - index % store->rows_per_chunk;
    if (isfinite(store->limit) && (double)store->room > store->limit - (double)index)
        store->room = (size_t)(store->limit - (double)index);
    return BD_OK;
}

/* a signal of variable size at its places in the largest one; nothing is NaN. Elements are packed
 * as in an array of the present size */
static void spread_variable(const bd_store *store, double *row) {
    const bd_shape *most = &store->record.shape;
    const int *sizes = store->port->sizes, parts = most->complexity == 1 ? 2 : 1;
    int at[BD_MAX_RANK] = {0}, count = 1;
    for (int i = 0; i < store->record.width; i++)
        row[i] = NAN;
    for (int d = 0; d < most->rank; d++)
        count *= sizes[d];
    for (int i = 0; i < count; i++) {
        int place = 0;
        for (int d = most->rank - 1; d >= 0; d--)
            place = place * most->dims[d] + at[d];
        for (int k = 0; k < parts; k++)
            row[place * parts + k] = bd_element_read(store->port->data, most->type,
                                                     (size_t)i * (size_t)parts + (size_t)k);
        for (int d = 0; d < most->rank && ++at[d] == sizes[d]; d++)
            at[d] = 0;
    }
}

static bd_status append(bd_run *run, bd_store *store) {
    if (store->room == 0)
        BD_TRY(make_room(run, store));
    double *row = store->next;
    row[0] = run->clock.time;
    if (store->plain)
        row[1] = *(const double *)store->port->data;
    else if (store->port && store->port->sizes)
        spread_variable(store, row + 1);
    else if (store->port)
        spread(&store->port->shape, store->port->data, row + 1);
    store->next += store->record.width + 1;
    store->room--;
    store->total++;
    if ((double)kept_rows(store) > store->limit)
        store->first++;
    return BD_OK;
}

static bd_status add_store(bd_run *run, const bd_port *port, bd_store **added) {
    bd_arena *arena = &run->home.arena;
    bd_store *store = bd_arena_alloc(arena, sizeof *store);
    bd_store **list = NULL;
    if (run->store_count == run->store_capacity) {
        int capacity = run->store_capacity ? 2 * run->store_capacity : 16;
        list = bd_arena_array(arena, (size_t)capacity, sizeof *list);
        if (!list)
            return bd_run_no_memory(run);
        if (run->store_count)
            memcpy(list, run->stores, (size_t)run->store_count * sizeof *list);
        run->stores = list;
        run->store_capacity = capacity;
    }
    if (!store)
        return bd_run_no_memory(run);
    run->stores[run->store_count++] = store;
    store->port = port;
    store->decimation = 1;
    store->limit = INFINITY;
    store->record.outport_index = -1;
    store->record.shape = port->shape;
    store->record.width = bd_shape_numbers(&port->shape);
    store->rows_per_chunk = CHUNK_DOUBLES / ((size_t)store->record.width + 1) + 1;
    store->plain = port->shape.type == BD_DOUBLE && port->shape.complexity == 0 &&
                   store->record.width == 1 && !port->shape.variable;
    if (port->shape.type == BD_BUS) {
        store->record.element_names = bd_name_elements(&run->home.arena, &port->shape);
        if (!store->record.element_names)
            return bd_run_no_memory(run);
    }
    *added = store;
    return BD_OK;
}

bd_status bd_block_log_input(bd_block *block, const bd_log_request *request) {
    bd_run *run = block->engine->run;
    if (run->model->options.no_logging)
        return BD_OK;
    const bd_shape *shape = &block->inputs[request->input].shape;
    if (shape->type == BD_BUS && shape->bus->count == 0)
        bd_block_warn(block, "a %s has no numbers and is not among the results",
                      *shape->bus->name ? shape->bus->name : "structure");
    /* a second run finds its records already there */
    for (int i = 0; i < run->store_count; i++)
        if (run->stores[i]->port == &block->inputs[request->input])
            return BD_OK;
    bd_store *store;
    BD_TRY(add_store(run, &block->inputs[request->input], &store));
    store->record.name = bd_arena_text(&run->home.arena, "%s", request->name);
    if (!store->record.name)
        return bd_run_no_memory(run);
    store->record.path = block->path;
    store->record.kind = request->kind;
    if (request->file)
        store->record.file = bd_arena_text(&run->home.arena, "%s", request->file);
    store->hit = block->rates->hit;
    store->decimation = request->decimation > 1 ? request->decimation : 1;
    /* more rows than any memory has are no limit, nor a number of them */
    const bool limited = request->limit >= 1.0 && request->limit < 1e15;
    store->limit = limited ? floor(request->limit) : INFINITY;
    if (block->type == &bd_type_root_outport) {
        store->record.kind = BD_RECORD_OUTPORT;
        store->record.outport_index = bd_root_port_number(block) - 1;
        store->periodic = true;
    }
    return BD_OK;
}

bd_status bd_block_log_memory(bd_block *block, const char *name, const char *const *names,
                              const double *memory, int count) {
    bd_run *run = block->engine->run;
    if (run->model->options.no_logging || !run->model->options.log_labelled)
        return BD_OK;
    for (int k = 0; k < run->store_count; k++)
        if (run->stores[k]->port && count > 0 && run->stores[k]->port->data == (void *)memory)
            return BD_OK; /* a second run finds its records already there */
    for (int i = 0; i < count; i++) {
        bd_port *port = bd_arena_alloc(&run->home.arena, sizeof *port);
        bd_store *store;
        if (!port)
            return bd_run_no_memory(run);
        port->shape = bd_shape_vector(BD_DOUBLE, 1);
        port->width = 1;
        port->data = (void *)(memory + i);
        port->block = block;
        BD_TRY(add_store(run, port, &store));
        store->record.name = bd_arena_text(&run->home.arena, "%s.%s", name, names[i]);
        if (!store->record.name)
            return bd_run_no_memory(run);
        store->record.path = block->path;
        store->record.kind = BD_RECORD_SIGNAL;
        store->hit = block->rates->hit;
        store->periodic = true;
    }
    return BD_OK;
}

static bool wants_logging(const bd_run *run, const bd_net *net) {
    const bd_port *driver = net->driver;
    if (!driver || driver->shape.type == BD_FUNCTION_CALL || driver->block->engine->routing)
        return false;
    if (net->logged || (run->model->options.log_labelled && net->label && *net->label))
        return true;
    const bd_node *node = driver->block->node;
    for (size_t i = 0; node && i < node->port_settings_count; i++) {
        const bd_port_settings *settings = &node->port_settings[i];
        const char *flag = bd_parameters_find(&settings->parameters, "DataLogging");
        if (settings->number == driver->index + 1 && flag && strcmp(flag, "on") == 0)
            return true;
    }
    return false;
}

bd_status bd_records_add_signals(bd_run *run) {
    for (int i = 0; i < run->model->net_count; i++) {
        const bd_net *net = run->model->nets[i];
        if (run->model->options.no_logging || !wants_logging(run, net))
            continue;
        bd_store *store;
        const bd_port *port = bd_own_port(run, net->driver);
        if (!port)
            continue;
        const bd_block *block = port->block;
        BD_TRY(add_store(run, port, &store));
        bool labelled = net->label && *net->label;
        store->record.name =
            labelled ? net->label
                     : bd_arena_text(&run->home.arena, "%s:%d",
                                     block->node ? block->node->name : "", port->index + 1);
        store->record.path = block->path;
        store->record.kind = BD_RECORD_SIGNAL;
        store->hit = block->rates->hit;
        store->periodic = true;
    }
    return BD_OK;
}

/* continuous states, block by block in the order of the state vector */
bd_status bd_records_add_states(bd_run *run) {
    if (run->model->options.no_logging || !run->model->options.log_states)
        return BD_OK;
    if (run->model->layout.discrete_count > 0)
        bd_log_add(run->home.log, "%s: discrete states are not among the states saved",
                   run->model->diagram->name);
    for (int i = 0; i < run->model->ordered_count; i++) {
        const bd_block *block = &run->blocks[i];
        if (block->state_count == 0)
            continue;
        bd_port *states = bd_arena_alloc(&run->home.arena, sizeof *states);
        bd_store *store;
        if (!states)
            return bd_run_no_memory(run);
        states->shape = bd_shape_vector(BD_DOUBLE, block->state_count);
        states->data = block->x;
        BD_TRY(add_store(run, states, &store));
        store->record.name = "CSTATE";
        store->record.path = block->path;
        store->record.kind = BD_RECORD_STATE;
        store->hit = block->rates->hit;
        store->periodic = true;
    }
    return BD_OK;
}

/* outports in the order of their numbers, everything else as it came */
static void sort_outports(bd_run *run) {
    for (int i = 1; i < run->store_count; i++) {
        bd_store *store = run->stores[i];
        if (store->record.kind != BD_RECORD_OUTPORT)
            continue;
        int k = i;
        while (k > 0 && (run->stores[k - 1]->record.kind != BD_RECORD_OUTPORT ||
                         run->stores[k - 1]->record.outport_index > store->record.outport_index)) {
            run->stores[k] = run->stores[k - 1];
            k--;
        }
        run->stores[k] = store;
    }
}

bd_status bd_records_begin(bd_run *run) {
    sort_outports(run);
    for (int i = 0; i < run->store_count; i++) {
        run->stores[i]->total = run->stores[i]->first = run->stores[i]->room = 0;
        run->stores[i]->hits = 0;
        run->stores[i]->record.row_count = run->stores[i]->record.dropped = 0;
    }
    run->last_log = -1;
    if (!run->times) {
        run->times = bd_arena_alloc(&run->home.arena, sizeof *run->times);
        if (!run->times)
            return bd_run_no_memory(run);
        run->times->limit = INFINITY;
        run->times->rows_per_chunk = CHUNK_DOUBLES;
    }
    run->times->total = run->times->room = 0;
    return BD_OK;
}

/* is this step the first at or after the next multiple of the logging period */
static bool is_log_time(bd_run *run) {
    double period = run->model->options.log_period;
    if (!(period > 0.0))
        return bd_is_output_time(run, run->clock.time);
    double span = (run->clock.time - run->settings.start_time) / period;
    long index = span < 1e15 ? (long)floor(span + 1e-9) : run->last_log + 1;
    if (index <= run->last_log)
        return false;
    run->last_log = index;
    return true;
}

bd_status bd_records_take(bd_run *run) {
    if (run->model->options.no_logging)
        return BD_OK;
    bool due = is_log_time(run);
    bd_status status = BD_OK;
    for (int i = 0; i < run->store_count && status == BD_OK; i++) {
        bd_store *store = run->stores[i];
        if (store->periodic ? !due : !*store->hit)
            continue;
        if (store->decimation == 1 || store->hits++ % store->decimation == 0)
            status = append(run, store);
    }
    /* a time whose rows had no room is none: nobody shall take what was before for its values */
    return due && status == BD_OK ? append(run, run->times) : status;
}

static void forget(bd_store *store, double time) {
    while (kept_rows(store) > 0 && *kept_row(store, kept_rows(store) - 1) >= time)
        store->total--;
    store->room = 0; /* the place of the next row is found anew */
}

void bd_run_forget_records(bd_run *run, double time) {
    for (int i = 0; i < run->store_count; i++)
        forget(run->stores[i], time);
    if (run->times)
        forget(run->times, time);
}

size_t bd_records_place_size(const bd_run *run) {
    return (size_t)run->store_count * sizeof(long);
}

unsigned char *bd_records_save_place(const bd_run *run, unsigned char *to) {
    for (int i = 0; i < run->store_count; i++, to += sizeof(long))
        memcpy(to, &run->stores[i]->hits, sizeof(long));
    return to;
}

const unsigned char *bd_records_restore_place(bd_run *run, const unsigned char *from) {
    for (int i = 0; i < run->store_count; i++, from += sizeof(long))
        memcpy(&run->stores[i]->hits, from, sizeof(long));
    return from;
}

/* a signal may be what it likes, but results that are no numbers are told */
static void tell_not_finite(const bd_run *run, const bd_store *store) {
    size_t rows = kept_rows(store);
    int width = store->record.width;
    for (size_t i = 0; i < rows; i++) {
        const double *row = kept_row(store, i);
        for (int k = 1; k <= width; k++) {
            if (isfinite(row[k]))
                continue;
            char which[24] = "";
            if (width > 1)
                snprintf(which, sizeof which, "(%d)", k);
            bd_log_add(run->home.log, "%s: the result '%s'%s is %s at t = %.9g s",
                       store->record.path, store->record.name, which,
                       isnan(row[k]) ? "not a number" : "infinite", row[0]);
            return;
        }
    }
}

void bd_records_tell_not_finite(const bd_run *run) {
    for (int i = 0; i < run->store_count; i++)
        tell_not_finite(run, run->stores[i]);
}

static void free_chunks(bd_store *store) {
    CM_FREE_LIST(store->chunks, store->chunk_count);
    store->chunks = NULL;
    store->chunk_count = 0;
}

void bd_records_free(bd_run *run) {
    for (int i = 0; i < run->store_count; i++)
        free_chunks(run->stores[i]);
    if (run->times)
        free_chunks(run->times);
    run->kept_bytes = 0;
}

int bd_run_record_count(const bd_run *run) {
    return run->store_count;
}

const bd_record *bd_run_record(const bd_run *run, int record) {
    if (record < 0 || record >= run->store_count)
        return NULL;
    bd_store *store = run->stores[record];
    store->record.row_count = kept_rows(store);
    store->record.dropped = store->first;
    return &store->record;
}

const bd_port *bd_record_port(const bd_run *run, int record) {
    return run->stores[record]->port;
}

double bd_run_record_time(const bd_run *run, int record, size_t row) {
    return *kept_row(run->stores[record], row);
}

const double *bd_run_record_row(const bd_run *run, int record, size_t row) {
    return kept_row(run->stores[record], row) + 1;
}

size_t bd_run_time_count(const bd_run *run) {
    return run->times ? run->times->total : 0;
}

double bd_run_time_at(const bd_run *run, size_t index) {
    return *row_at(run->times, index);
}
