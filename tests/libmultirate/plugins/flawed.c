/* plug-ins with one flaw each, chosen by FLAW; without a flaw: a slave that reads a file */
#include "multirate/options.h"
#include "multirate/slave.h"

#define GOOD          0
#define WRONG_ABI     1
#define WRONG_SIZE    2
#define LACKS_STEP    3
#define LACKS_RESTORE 4
#define NO_TABLE      5
#define NO_SYMBOL     6

static int instance;

/* takes "file=NAME" only, and remembers nothing */
static mr_status open_reader(const char *configuration, mr_message *message, void **made) {
    mr_option option;
    mr_status status = MR_OK;
    bool found = false;
    while (status == MR_OK && mr_option_next(&configuration, &option, &status, message)) {
        if (strcmp(option.key, "file") == 0) {
            FILE *file = fopen(option.value, "rb");
            found = file != NULL;
            if (file)
                fclose(file);
        }
    }
    if (status == MR_OK && !found) {
        mr_message_set(message, "there is no file to read");
        status = MR_ERR_CONFIG;
    }
    if (status == MR_OK)
        *made = &instance;
    return status;
}

static void describe(const void *self, mr_slave_description *description) {
    (void)self;
    *description = (mr_slave_description){.title = "reads a file"};
}

static mr_status initialise(void *self, double t0, const mr_inputs *inputs) {
    (void)self;
    (void)t0;
    (void)inputs;
    return MR_OK;
}

static mr_status step(void *self, const mr_inputs *inputs, double *t) {
    (void)self;
    (void)inputs;
    *t += 1.0;
    return MR_OK;
}

static mr_status outputs(void *self, double *y) {
    (void)self;
    (void)y;
    return MR_OK;
}

static void close_reader(void *self) {
    (void)self;
}

static mr_status save(const void *self, void **state) {
    (void)self;
    (void)state;
    return MR_OK;
}

static const mr_slave_type reader = {
    .abi = MR_SLAVE_ABI + (FLAW == WRONG_ABI),
    .size = sizeof(mr_slave_type) - (FLAW == WRONG_SIZE ? sizeof(void *) : 0),
    .name = "reader",
    .summary = "reads a file",
    .options = "file=NAME",
    .open = open_reader,
    .describe = describe,
    .initialise = initialise,
    .step = FLAW == LACKS_STEP ? NULL : step,
    .outputs = outputs,
    .close = close_reader,
    .save = FLAW == LACKS_RESTORE ? save : NULL,
};

#if FLAW == NO_SYMBOL
#define mr_slave_plugin mr_slave_plug
#endif

MR_SLAVE_EXPORT const mr_slave_type *mr_slave_plugin(void);
const mr_slave_type *mr_slave_plugin(void) {
    return FLAW == NO_TABLE ? NULL : &reader;
}
