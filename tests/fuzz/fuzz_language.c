/* functions of any kind: the first one is called with two numbers, on values and as typed code, and
 * again after its state was saved and restored. What has a typed form must not crash in it, and
 * must not change what lies beside its outputs */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/language.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void call_values(const bd_library *library, const char *function, int outputs) {
    bd_workspace *globals = NULL;
    bd_persistent *persistent = NULL, *copy = NULL;
    bd_value *args[2] = {NULL, NULL}, *results[8] = {NULL};
    bd_error error = {0};

    if (bd_workspace_create("globals", NULL, &globals, &error) != BD_OK ||
        bd_persistent_create(&persistent, &error) != BD_OK ||
        bd_persistent_create(&copy, &error) != BD_OK ||
        bd_value_create_scalar(1.5, &args[0], &error) != BD_OK ||
        bd_value_create_scalar(-2.0, &args[1], &error) != BD_OK)
        abort();
    const bd_surroundings around = {
        .library = library, .globals = globals, .persistent = persistent};
    (void)bd_library_call(&around, function, (const bd_value *const *)args, 2, results,
                          (size_t)(outputs < 8 ? outputs : 8), &error);
    const size_t bytes = bd_persistent_size(persistent);
    char *saved = malloc(bytes + 1);
    if (saved) {
        bd_persistent_save(persistent, saved);
        if (bd_persistent_restore(copy, saved, bytes, &error) != BD_OK ||
            bd_persistent_size(copy) != bytes)
            abort();
        /* damaged states are refused, or restored as something whole */
        (void)bd_persistent_restore(copy, saved, bytes / 2, &error);
    }
    free(saved);
    for (int k = 0; k < 8; k++)
        bd_value_free(results[k]);
    bd_value_free(args[0]);
    bd_value_free(args[1]);
    bd_persistent_free(copy);
    bd_persistent_free(persistent);
    bd_workspace_free(globals);
}

static void call_code(const bd_library *library, const char *function, const bd_signature *said) {
    bd_error error = {0};
    bd_code *code = NULL;
    bd_instance *instance = NULL;
    double numbers[2] = {1.5, -2.0};
    bd_name names[2];
    const size_t count = said->input_count < 2 ? (size_t)said->input_count : 2;
    const int wanted = said->output_count < 4 ? said->output_count : 4;
    void *memory[2] = {&numbers[0], &numbers[1]}, *outputs[4] = {NULL};

    for (size_t k = 0; k < count; k++)
        names[k] = (bd_name){.name = said->inputs[k], .shape = bd_shape_vector(BD_DOUBLE, 1)};
    const bd_scope scope = {.place = "fuzz", .names = names, .count = count, .library = library};
    if (bd_code_compile_call(function, &scope, wanted, &code, &error) != BD_OK)
        return;
    bool known = true;
    for (int k = 0; k < bd_code_output_count(code); k++) {
        const size_t bytes =
            bd_shape_is_known(bd_code_output(code, k)) ? bd_shape_size(bd_code_output(code, k)) : 0;
        outputs[k] = malloc(bytes + 1);
        known = known && bytes > 0 && outputs[k];
    }
    const bd_binding binding = {.memory = memory, .outputs = outputs};
    if (known && bd_instance_create(code, &instance, &error) == BD_OK) {
        (void)bd_code_execute(code, instance, &binding, &error);
        (void)bd_code_execute(code, instance, &binding, &error);
    }
    bd_instance_free(instance);
    for (int k = 0; k < 4; k++)
        free(outputs[k]);
    bd_code_free(code);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1), function[BD_MAX_NAME + 1];
    bd_library *library = NULL;
    bd_signature said;
    bd_error error = {0};

    if (!text || bd_library_create(NULL, &library, &error) != BD_OK)
        abort();
    memcpy(text, data, size);
    text[size] = '\0';
    if (bd_library_add_text(library, text, "fuzz.m", function, &error) == BD_OK) {
        if (bd_library_signature(library, function, &said)) {
            call_values(library, function, said.output_count);
            call_code(library, function, &said);
        }
    } else if (error.text[0] == '\0') {
        abort();
    }
    bd_library_free(library);
    free(text);
    return 0;
}
