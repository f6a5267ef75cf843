/* what block types that decide and route share: elements moved as they are, branches held between
 * major steps, the usual types of their outputs. See arithmetic.h for numbers and parameters */
#ifndef BLOCKS_ELEMENTS_H
#define BLOCKS_ELEMENTS_H

#include <limits.h>

#include "blockdiagram/error.h"
#include "blocks/arithmetic.h"

/* ---- elements ---- */

/* writes a real element (imaginary part 0) */
static inline void bd_port_put(bd_port *port, int i, double value) {
    if (port->shape.type == BD_DOUBLE && port->shape.complexity != 1) { /* nearly always */
        ((double *)port->data)[i] = value;
        return;
    }
    size_t parts = port->shape.complexity == 1 ? 2 : 1;
    bd_element_write(port->data, port->shape.type, parts * (size_t)i, value);
    if (parts == 2)
        bd_element_write(port->data, port->shape.type, parts * (size_t)i + 1, 0.0);
}

/* copies one element with both parts, converting its type only if it differs; a scalar stands for
 * all elements */
void bd_copy_element(const bd_port *from, int i, bd_port *to, int j);
/* the whole signal; a scalar fills all of `to` */
void bd_copy_signal(const bd_port *from, bd_port *to);

/* inputs of different sizes, but the control: the output has the largest of each dimension, and is
 * of variable size */
bd_status bd_propagate_largest(bd_block *block, int control);
/* such an input becomes the output */
bd_status bd_pass_sized(const bd_port *from, bd_port *to);

/* dimensions of outputs from inputs first … last and from a parameter with so many elements */
bd_status bd_propagate_dims_with(bd_block *block, int first, int last, size_t parameter_count);

/* is a flag on; false if it is nowhere */
bd_status bd_option(bd_block *block, const char *name, bool *flag);

/* ---- branches ---- */

/* true in minor steps in which modes are obeyed instead of the inputs */
static inline bool bd_is_frozen(const bd_block *block) {
    return !block->clock->major && !block->clock->fixed_step && block->zero_crossing_count > 0;
}

/* mode of an element that was exactly on the edge between branches: no sign change will be seen
 * from there, so it is decided anew each time */
#define BD_ON_EDGE INT_MIN

/* the branch in force for element i: the one given, or the one chosen at the last major step */
static inline int bd_branch(bd_block *block, int i, bool frozen, int chosen, bool on_edge) {
    if (frozen && block->modes[i] != BD_ON_EDGE)
        return block->modes[i];
    if (block->clock->major && block->mode_count > 0)
        block->modes[i] = on_edge ? BD_ON_EDGE : chosen;
    return chosen;
}

/* modes and zero crossings, so many of each, if the parameter ZeroCross allows it */
bd_status bd_size_branches(bd_block *block, int modes, int zero_crossings);

/* fails unless the block has a sample time, or the solver a fixed step */
bd_status bd_require_discrete_rate(bd_block *block);
/* a discrete state for each element of the output, which begin with these values */
bd_status bd_size_discrete(bd_block *block, const char *name, const bd_reals *initial);

/* the sizes that a parameter names, up to so many; *rank is 0 if it leaves them open (missing,
 * empty or -1) */
bd_status bd_read_sizes(bd_block *block, const char *name, int most, int *rank, int *sizes);

/* ---- types of outputs ---- */

/* OutDataTypeStr if it names a type, else what the model takes for logical signals */
bd_status bd_set_logical_type(bd_block *block, bd_port *port);
/* OutDataTypeStr if it names a type, else that of the input, in both directions */
bd_status bd_set_type_as(bd_block *block, bd_port *output, bd_port *input);

/* an output that is one of several inputs (all but the control): its type as OutDataTypeStr says,
 * or the smallest that holds those of the inputs; complex if one of them is. Waits until all are
 * known, unless settle is set */
bd_status bd_join_types(bd_block *block, int control, bool settle);
/* the same for `defaults` */
bd_status bd_join_defaults(bd_block *block, int control, bd_attribute what);

/* ---- the usual setup ---- */

/* a parameter that is numbers, at least one; `called` is its name in a sentence */
bd_status bd_read_numbers(bd_block *block, const char *names, const char *called,
                          const bd_value **value);

/* memory for the block's parameters in block->data (unless there is some), ports, and feedthrough
 * of all inputs */
bd_status bd_setup_ports(bd_block *block, size_t data_size, int inputs, int outputs);
/* the same, then what `read` takes from the parameters, and the sample time */
bd_status bd_setup_values(bd_block *block, size_t data_size, int inputs, int outputs,
                          bd_status (*read)(bd_block *block));

/* a setup that reads these values of `data` by `read` and makes so many ports */
#define BD_VALUES_SETUP(name, data, inputs, outputs, read)                                         \
    static bd_status name(bd_block *block) {                                                       \
        return bd_setup_values(block, sizeof(data), inputs, outputs, read);                        \
    }

/* an input that decides what becomes of others is real numbers, also where those may be buses */
bd_status bd_require_numbers(bd_block *block, int input);

/* each input is a scalar or has as many elements as this one: what goes through them element by
 * element would else read behind their ends */
bd_status bd_require_fitting(bd_block *block, int input);

#endif
