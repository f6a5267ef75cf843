/* data types that Inport and Outport blocks inside the model declare. Such a block is a wire and
 * computes nothing; what it declares counts where nothing else determines a type (a Data Type
 * Conversion that inherits by back propagation), and is told where the signal has another one */
#include "engine/engine.h"

#include <string.h>

#include "common/words.h"

/* built-in names only: other rules and types say nothing here */
static int named_type(const char *text) {
    static const cm_number names[] = {
        {"double", BD_DOUBLE}, {"single", BD_SINGLE}, {"int8", BD_INT8},      {"uint8", BD_UINT8},
        {"int16", BD_INT16},   {"uint16", BD_UINT16}, {"int32", BD_INT32},    {"uint32", BD_UINT32},
        {"int64", BD_INT64},   {"uint64", BD_UINT64}, {"boolean", BD_LOGICAL}};
    return text ? cm_number_of(CM_TABLE(names), text, BD_INHERITED) : BD_INHERITED;
}

static int declared_type(const bd_node *node) {
    int type = named_type(bd_node_parameter(node, "OutDataTypeStr"));
    return type != BD_INHERITED ? type : named_type(bd_node_parameter(node, "DataType"));
}

bd_status bd_declared_port(bd_model *model, bd_item *item, bd_port **port, int *type) {
    const bd_node *node = item->node;
    const bool in = node->kind == BD_KIND_INPORT && item->owner;
    const bool out = node->kind == BD_KIND_OUTPORT;
    bd_net *net = NULL;
    bd_status status = BD_OK;
    *port = NULL;
    *type = in || out ? declared_type(node) : BD_INHERITED;
    if (*type == BD_INHERITED || item->inactive || node->commented != BD_COMMENTED_OFF)
        return BD_OK;
    if (in && item->net_count > 0)
        status = bd_resolve_output(model, item, 0, &net);
    else if (out && item->input_count > 0)
        status = bd_resolve_line(model, item->inputs[0], &net);
    if (status == BD_OK && net)
        *port = net->driver;
    return status;
}
