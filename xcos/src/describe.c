/* what a slave has, for the block's dialog: Scilab calls this through its function call(), which
 * hands over arrays of numbers; a text is the codes of its bytes, up to a zero */
#include "multirate_xcos.h"
#include "block/slave.h"

#include <stdlib.h>
#include <string.h>

static char *text_of(const int *codes) {
    size_t length = 0;
    while (codes[length])
        length++;
    char *text = malloc(length + 1);
    for (size_t i = 0; text && i <= length; i++)
        text[i] = (char)codes[i];
    return text;
}

static int list(const char *kind, const mr_variable *variables, int count, char *text, int size) {
    int used = 0;
    for (int i = 0; i < count && used < size; i++)
        used += snprintf(text + used, (size_t)(size - used), "%s\t%s\t%s\t%d\n", kind,
                         variables[i].name, variables[i].unit, variables[i].size);
    return used < size ? used : size - 1;
}

static void describe(const mr_interface *interface, char *text, int size) {
    mr_slave_description d;
    mr_interface_describe(interface, &d);
    const int used = list("input", d.inputs, d.input_count, text, size);
    (void)list("output", d.outputs, d.output_count, text + used, size - used);
}

void multirate_describe(const int *name, const int *configuration, const int *options,
                        const int *size, int *shape, int *codes) {
    mr_block_slave slave = {0};
    mr_message message = {""};
    char *texts[] = {text_of(name), text_of(configuration), text_of(options)};
    char *answer = calloc((size_t)*size, 1);
    mr_status status = MR_ERR_MEMORY;
    if (texts[0] && texts[1] && texts[2] && answer)
        status = mr_block_slave_open_text(texts[0], texts[1], texts[2], &slave, &message);
    shape[0] = (int)status;
    if (status == MR_OK) {
        shape[1] = mr_interface_inputs(slave.interface);
        shape[2] = mr_interface_outputs(slave.interface);
        shape[3] = mr_interface_feedthrough(slave.interface);
        describe(slave.interface, answer, *size);
    } else if (answer) {
        (void)snprintf(answer, (size_t)*size, "%s", message.text);
    }
    for (int i = 0; i < *size; i++)
        codes[i] = answer ? (unsigned char)answer[i] : 0;
    mr_block_slave_close(&slave);
    free(answer);
    for (int i = 0; i < 3; i++)
        free(texts[i]);
}
