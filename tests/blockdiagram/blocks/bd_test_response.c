/* responses of one block */
#include "bd_test_response.h"

void bd_test_set_tolerance(bd_test_model *m, const char *relative, const char *absolute) {
    bd_diagram_set(m->diagram, "RelTol", relative);
    bd_diagram_set(m->diagram, "AbsTol", absolute);
}

bd_test_model *bd_test_respond(const char *source, bd_texts source_parameters, const char *type,
                               bd_texts parameters, double stop) {
    bd_test_model *m = bd_test_model_create("ode45", 0.0, stop);
    bd_test_set_tolerance(m, "1e-9", "1e-11");
    bd_node *s = bd_system_add(m->diagram->root, source, "u", NULL);
    for (; source_parameters[0]; source_parameters += 2)
        bd_node_set(s, source_parameters[0], source_parameters[1]);
    bd_node *b = bd_system_add(m->diagram->root, type, "b", NULL);
    for (; parameters[0]; parameters += 2)
        bd_node_set(b, parameters[0], parameters[1]);
    bd_test_wire(m, "u", "b");
    bd_test_tap(m, "b", "y");
    bd_test_run(m);
    return m;
}

void bd_test_check_first(const char *type, bd_texts parameters, const char *input, int width,
                         const double *expected) {
    bd_test_model *m = bd_test_respond("Constant", TEXTS("Value", input), type, parameters, 0.0);
    for (int i = 0; i < width; i++)
        MR_ASSERT_CLOSE(bd_test_value(m, "y", 0, i), expected[i], 1e-14);
    bd_test_model_free(m);
}
void bd_test_check_rows(bd_test_model *m, bd_test_form f, double tolerance) {
    for (size_t i = 0; i < bd_test_rows(m, "y"); i++)
        MR_ASSERT_CLOSE(bd_test_value(m, "y", i, 0), f(bd_test_time(m, "y", i)), tolerance);
    bd_test_model_free(m);
}
