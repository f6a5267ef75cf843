/* see in_model.h */
#include "in_model.h"

#include <string.h>

char in_model_trace[100000];
static size_t used;

static void collect(void *user, const char *text) {
    (void)user;
    size_t length = strlen(text);
    if (used + length < sizeof in_model_trace) {
        memcpy(in_model_trace + used, text, length + 1);
        used += length;
    }
}

void in_model_forget(void) {
    used = 0;
    in_model_trace[0] = '\0';
}

bd_node *in_model_add(bd_system *system, const char *name, const char *sfunction,
                      const char *parameters, int inputs, int outputs) {
    bd_node *node = bd_system_add(system, "S-Function", name, "FunctionName", sfunction,
                                  "Parameters", parameters, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(node);
    bd_node_set_ports(node, BD_PORT_INPUT, inputs);
    bd_node_set_ports(node, BD_PORT_OUTPUT, outputs);
    return node;
}

void in_model_add_root(bd_test_model *model, const char *name, const char *sfunction,
                       const char *parameters, int inputs, int outputs) {
    in_model_add(model->diagram->root, name, sfunction, parameters, inputs, outputs);
}

void in_model_begin(void) {
    bd_sfunction_set_provider(bd_mx_own_provider());
    bd_mx_set_print(collect, NULL);
    bd_sfunction_add_folder(MR_BINARY_DIR "/conformance/gcc", NULL);
}
