/* Multiport Switch: the first input chooses among the others by number; with a single data input it
 * chooses an element of it (Index Vector). Several numbers choose element by element */
#include "blocks/families.h"
#include "blocks/elements.h"

#define MAX_INPUTS 10000

typedef enum order_kind { ZERO_BASED, ONE_BASED, LISTED } order_kind;
typedef enum diagnostic_kind { NOTHING, WARNING, ERROR } diagnostic_kind;

typedef struct label {
    long number;
    int port; /* data port from 0 */
} label;

typedef struct multiport {
    order_kind order;
    diagnostic_kind diagnostic;
    int data_count; /* data ports, the additional default one included */
    label *labels;  /* if listed */
    size_t label_count;
    bool different_sizes;
} multiport;

/* {1, [2 3], 4}: the numbers that choose each data port */
static bd_status read_labels(bd_block *block, multiport *m, int *port_count) {
    const bd_value *list;
    BD_TRY(bd_block_value(block, "DataPortIndices", &list));
    bool is_cell = list->type == BD_CELL;
    size_t ports = list->count, total = 0;
    if (ports < 1 || ports > MAX_INPUTS)
        return bd_block_fail(block, BD_BAD_PARAMETER, "DataPortIndices is empty");
    for (size_t i = 0; i < ports; i++) {
        const bd_value *item = is_cell ? bd_value_cell_at(list, i) : NULL;
        if (is_cell && (!item || !bd_value_is_number_like(item) || bd_value_is_empty(item)))
            return bd_block_fail(block, BD_BAD_PARAMETER,
                                 "DataPortIndices must be numbers for each port");
        total += is_cell ? item->count : 1;
    }
    m->labels = bd_block_alloc(block, total * sizeof *m->labels);
    if (!m->labels)
        return bd_block_no_memory(block);
    for (size_t i = 0; i < ports; i++) {
        const bd_value *item = is_cell ? bd_value_cell_at(list, i) : list;
        for (size_t k = 0; k < (is_cell ? item->count : 1); k++) {
            double number = bd_value_real_at(item, is_cell ? k : i);
            if (!(fabs(number) < 1e9) || number != floor(number))
                return bd_block_fail(block, BD_BAD_PARAMETER, "DataPortIndices has no integer %g",
                                     number);
            m->labels[m->label_count++] = (label){(long)number, (int)i};
        }
    }
    *port_count = (int)ports;
    return BD_OK;
}

static bd_status read_options(bd_block *block, multiport *m) {
    static const char *const orders[] = {"Zero-based contiguous", "One-based contiguous",
                                         "Specify indices", NULL};
    static const char *const places[] = {"Last data port", "Additional data port", NULL};
    static const char *const diagnostics[] = {"None", "Warning", "Error", NULL};
    int order = ONE_BASED, place = 0, diagnostic = ERROR, ports = 0;
    bool zero_based;
    BD_TRY(bd_block_choice(block, "DataPortOrder", orders, &order));
    BD_TRY(bd_option(block, "zeroidx", &zero_based));
    if (zero_based && order == ONE_BASED)
        order = ZERO_BASED;
    m->order = (order_kind)order;
    BD_TRY(bd_option(block, "AllowDiffInputSizes", &m->different_sizes));
    BD_TRY(bd_block_choice(block, "DataPortForDefault", places, &place));
    BD_TRY(bd_block_choice(block, "DiagnosticForDefault", diagnostics, &diagnostic));
    if (m->order == LISTED) {
        BD_TRY(read_labels(block, m, &ports));
    } else {
        long count;
        BD_TRY(bd_block_whole(block, "Inputs", 1, MAX_INPUTS, &count));
        ports = (int)count;
    }
    m->data_count = ports + place;
    /* a port made for all other numbers is chosen silently */
    m->diagnostic = place == 1 ? NOTHING : (diagnostic_kind)diagnostic;
    return BD_OK;
}

static bd_status setup(bd_block *block) {
    multiport m = {0};
    BD_TRY(read_options(block, &m));
    BD_TRY(bd_setup_ports(block, sizeof m, 1 + m.data_count, 1));
    *(multiport *)block->data = m;
    return bd_block_read_sample_time(block, NULL);
}

static bd_status propagate(bd_block *block) {
    const multiport *m = block->data;
    const bd_shape *control = &block->inputs->shape;
    BD_TRY(bd_require_numbers(block, 0));
    if (m->different_sizes && m->data_count > 1) {
        BD_TRY(bd_propagate_largest(block, 0));
    } else if (bd_port_has_dims(block->inputs)) {
        const bool several = !bd_shape_is_scalar(control);
        BD_TRY(m->data_count == 1 ? bd_port_set_dims(block->outputs, control->rank, control->dims)
                                  : bd_propagate_dims(block, several ? 0 : 1, m->data_count));
    }
    return bd_join_types(block, 0, false);
}

static bd_status defaults(bd_block *block, bd_attribute what) {
    if (what == BD_DIMENSIONS && !bd_port_has_dims(block->inputs))
        return bd_port_set_width(block->inputs, 1);
    return bd_join_defaults(block, 0, what);
}

/* data port (or element) for a control value, which is cut to an integer; -1 if there is none */
static int choose(const multiport *m, double control, int count) {
    if (!(fabs(control) < 1e9))
        return -1;
    long number = (long)control;
    if (m->order == LISTED) {
        for (size_t i = 0; i < m->label_count; i++)
            if (m->labels[i].number == number)
                return m->labels[i].port;
        return -1;
    }
    long chosen = m->order == ONE_BASED ? number - 1 : number;
    return chosen >= 0 && chosen < count ? (int)chosen : -1;
}

/* the data port (or element) that number k of the control means */
static bd_status find(bd_block *block, int k, int count, int *chosen) {
    const multiport *m = block->data;
    const double control = bd_port_real(block->inputs, k);
    *chosen = choose(m, control, count);
    if (*chosen >= 0)
        return BD_OK;
    *chosen = count - 1;
    if (m->diagnostic == ERROR)
        return bd_block_fail(block, BD_BLOCK_FAILED,
                             "the control input is %g, for which there is no data port", control);
    if (m->diagnostic == WARNING)
        bd_block_warn(block,
                      "the control input was %g, for which there is no data port; the last one was "
                      "taken",
                      control);
    return BD_OK;
}

static bd_status outputs(bd_block *block) {
    const multiport *m = block->data;
    const bd_port *data = &block->inputs[1];
    const bool elements = m->data_count == 1;
    const int count = elements ? data->width : m->data_count, several = block->inputs->width;
    int chosen = 0;
    if (several == 1 && !elements) {
        BD_TRY(find(block, 0, count, &chosen));
        return bd_pass_sized(&data[chosen], block->outputs);
    }
    for (int i = 0; i < block->outputs->width; i++) {
        BD_TRY(find(block, i, count, &chosen));
        if (elements)
            bd_copy_element(data, chosen, block->outputs, i);
        else
            bd_copy_element(&data[chosen], i, block->outputs, i);
    }
    return BD_OK;
}

static bd_variable_rule variable(const bd_block *block) {
    const multiport *m = block->data;
    return m->data_count == 1   ? BD_REFUSES_VARIABLE
           : m->different_sizes ? BD_VARIABLE_OWN
                                : BD_VARIABLE_ALIKE;
}

BD_BLOCK_TYPE(multiport_switch, "MultiPortSwitch", .accepts_bus = true, .setup = setup,
              .variable = variable, .propagate = propagate, .defaults = defaults,
              .outputs = outputs);

BD_BLOCK_TYPE(index_vector, "Index Vector", .setup = setup, .propagate = propagate,
              .defaults = defaults, .outputs = outputs);

const bd_block_type *const bd_blocks_multiport_switch[] = {&multiport_switch, &index_vector, NULL};
