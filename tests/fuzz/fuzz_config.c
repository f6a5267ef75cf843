/* texts of options: the interface's, the block's parameters, what a server lets its clients set.
 * The first line is given to all of them; what stands behind it is a client's */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "address.h"
#include "block/parameters.h"
#include "let.h"
#include "multirate/multirate.h"
#include "multirate/options.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* what is printed means the same when it is read */
static void check_config(const char *text) {
    mr_config config, again;
    mr_message message = {""};
    char *printed = malloc(20000), *twice = malloc(20000);
    if (!printed || !twice)
        abort();
    mr_config_default(&config);
    if (mr_config_parse(&config, text, &message) == MR_OK) {
        if (mr_config_print(&config, printed, 20000) < 20000) {
            mr_config_default(&again);
            if (mr_config_parse(&again, printed, &message) != MR_OK)
                abort();
            (void)mr_config_print(&again, twice, 20000);
            if (strcmp(printed, twice) != 0)
                abort();
        }
    } else if (!message.text[0]) {
        abort();
    }
    free(printed);
    free(twice);
}

static void check_block(const char *text) {
    mr_block_parameters *parameters = malloc(sizeof *parameters);
    mr_message message = {""};
    mr_config config;
    if (!parameters)
        abort();
    mr_block_parameters_default(parameters);
    for (int i = 0; i < MR_BLOCK_PARAMETER_COUNT; i++) {
        message.text[0] = '\0';
        if (mr_block_give_text(parameters, (mr_block_parameter)i, text, &message) != MR_OK &&
            !message.text[0])
            abort();
        (void)mr_block_give_number(parameters, (mr_block_parameter)i, strtod(text, NULL), &message);
    }
    (void)mr_block_config(parameters, strlen(text) % 2 == 0, &config, &message);
    mr_block_parameters_default(parameters);
    (void)mr_block_give_text(parameters, MR_BLOCK_OPTIONS, text, &message);
    (void)mr_block_config(parameters, false, &config, &message);
    free(parameters);
}

static void check_let(const char *rule, const char *given, size_t length) {
    let_list list = {0};
    mr_message message = {""};
    const bool more = let_add(&list, rule, &message);
    if (!more && !message.text[0])
        abort();
    (void)let_add(&list, "fr=1:100", &message);
    (void)let_add(&list, "coupling=force|displacement", &message);
    message.text[0] = '\0';
    char *through = let_through(&list, given, length, &message);
    if (!through && !message.text[0])
        abort();
    /* a file is never chosen */
    mr_option option;
    mr_status status = MR_OK;
    for (const char *at = through; at && mr_option_next(&at, &option, &status, &message);)
        if (strcmp(option.key, "file") == 0)
            abort();
    free(through);
    let_free(&list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    const char *given = strchr(text, '\n');
    const size_t first = given ? (size_t)(given - text) : strlen(text);
    check_config(text);
    check_block(text);
    text[first] = '\0';
    check_let(text, (const char *)data + (given ? first + 1 : 0), size - (given ? first + 1 : 0));
    (void)(address_is_tcp(text) && address_is_loopback(text));
    free(text);
    return 0;
}
