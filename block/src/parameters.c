/* from what a user wrote to the settings of the interface */
#include "block/parameters.h"

#include <stddef.h>
#include <string.h>

typedef enum kind { TEXT, WORD, NUMBER, SWITCH } kind;

/* one row a parameter: how a sentence calls it, what it may be, where it goes */
static const struct {
    const char *name;
    kind kind;
    size_t offset;
} rows[MR_BLOCK_PARAMETER_COUNT] = {
#define AT(member) offsetof(mr_block_parameters, member)
    {"slave", TEXT, AT(slave)},
    {"slave configuration", TEXT, AT(slave_configuration)},
    {"scheme", WORD, AT(scheme)},
    {"predictor to the slave", WORD, AT(predictor_to_slave)},
    {"order to the slave", NUMBER, AT(order_to_slave)},
    {"predictor to the master", WORD, AT(predictor_to_master)},
    {"order to the master", NUMBER, AT(order_to_master)},
    {"smoothing", SWITCH, AT(smoothing)},
    {"break loop", SWITCH, AT(break_loop)},
    {"further options", TEXT, AT(options)},
    {"time input", SWITCH, AT(time_input)},
    {"diagnostics", SWITCH, AT(diagnostics)},
#undef AT
};

void mr_block_parameters_default(mr_block_parameters *parameters) {
    *parameters = (mr_block_parameters){.scheme = "slowest_first",
                                        .predictor_to_slave = "polynomial",
                                        .predictor_to_master = "polynomial",
                                        .order_to_slave = 3.0,
                                        .order_to_master = 3.0};
}

static mr_status complain(mr_block_parameter which, const char *what, mr_message *message) {
    mr_message_set(message, "parameter '%s' %s", rows[which].name, what);
    return MR_ERR_CONFIG;
}

mr_status mr_block_refuse_value(mr_block_parameter which, mr_message *message) {
    return complain(which,
                    rows[which].kind == TEXT   ? "must be a text in quotes"
                    : rows[which].kind == WORD ? "must be a text or a number"
                                               : "must be one number",
                    message);
}

mr_status mr_block_give_text(mr_block_parameters *parameters, mr_block_parameter which,
                             const char *text, mr_message *message) {
    char *place = (char *)parameters + rows[which].offset;
    const size_t room =
        rows[which].kind == TEXT ? sizeof parameters->slave : sizeof parameters->scheme;
    if (rows[which].kind != TEXT && rows[which].kind != WORD)
        return mr_block_refuse_value(which, message);
    if (strlen(text) >= room)
        return complain(which, rows[which].kind == TEXT ? "is too long" : "is not one of its list",
                        message);
    strcpy(place, text);
    return MR_OK;
}

static const char *word_number(mr_block_parameter which, int index) {
    if (which == MR_BLOCK_SCHEME)
        return mr_schemes[index] ? mr_schemes[index]->name : NULL;
    return mr_predictor_types[index] ? mr_predictor_types[index]->name : NULL;
}

mr_status mr_block_give_number(mr_block_parameters *parameters, mr_block_parameter which,
                               double number, mr_message *message) {
    void *place = (char *)parameters + rows[which].offset;
    switch (rows[which].kind) {
    case NUMBER:
        *(double *)place = number;
        return MR_OK;
    case SWITCH:
        *(bool *)place = number != 0.0;
        return MR_OK;
    case WORD:
        for (int i = 0; word_number(which, i); i++)
            if (number == i + 1.0)
                return mr_block_give_text(parameters, which, word_number(which, i), message);
        return complain(which, "is not one of its list", message);
    default:
        return mr_block_refuse_value(which, message);
    }
}

static mr_status give(mr_block_parameters *parameters, mr_block_parameter which,
                      const mr_block_value *value, mr_message *message) {
    switch (value->kind) {
    case MR_BLOCK_TEXT_VALUE:
        return mr_block_give_text(parameters, which, value->text, message);
    case MR_BLOCK_NUMBER_VALUE:
        return mr_block_give_number(parameters, which, value->number, message);
    case MR_BLOCK_EMPTY_VALUE:
        return mr_block_give_text(parameters, which, "", message);
    default:
        return mr_block_refuse_value(which, message);
    }
}

void mr_block_give(mr_block_parameters *parameters, mr_block_parameter which,
                   const mr_block_value *value, mr_status *status, mr_message *message) {
    mr_message told;
    mr_message_clear(&told);
    const mr_status own = give(parameters, which, value, &told);
    if (own != MR_OK && *status == MR_OK) {
        *status = own;
        *message = told;
    }
}

mr_status mr_block_config(const mr_block_parameters *parameters, bool variable_step,
                          mr_config *config, mr_message *message) {
    char text[512];
    /* a fastest-first slave must not follow trial points that a variable-step solver may reject */
    snprintf(text, sizeof text,
             "scheme=%s predictor_to_slave=%s order_to_slave=%g predictor_to_master=%s "
             "order_to_master=%g smoothing=%s break_loop=%s wait_for_major=%s",
             parameters->scheme, parameters->predictor_to_slave, parameters->order_to_slave,
             parameters->predictor_to_master, parameters->order_to_master,
             parameters->smoothing ? "on" : "off", parameters->break_loop ? "on" : "off",
             variable_step ? "on" : "off");
    mr_config_default(config);
    MR_TRY(mr_config_parse(config, text, message));
    /* apart from the rest: "order=2" here is for both ways, whatever the two fields say */
    return mr_config_parse(config, parameters->options, message);
}

/* whether a word KEY=VALUE stands again behind it: the last one counts */
static bool stands_again(const char *word) {
    const size_t key = strcspn(word, "= ");
    for (const char *w = word + strcspn(word, " "); word[key] == '=' && *w;
         w += strcspn(w, " "), w += strspn(w, " "))
        if (strncmp(w, word, key + 1) == 0)
            return true;
    return false;
}

/* the words that count; `text` is as long as the options */
static const char *effective_options(const char *options, char *text) {
    char *end = text;
    for (const char *word = options; *word; word += strspn(word, " ")) {
        const size_t length = strcspn(word, " ");
        if (length > 0 && !stands_again(word)) {
            if (end > text)
                *end++ = ' ';
            memcpy(end, word, length);
            end += length;
        }
        word += length;
    }
    *end = '\0';
    return text;
}

int mr_block_tell_parameters(const mr_block_parameters *parameters, char *text, int size) {
    const mr_block_parameters *p = parameters;
    char options[sizeof p->options];
    effective_options(p->options, options);
    return snprintf(
        text, size > 0 ? (size_t)size : 0,
        "%s%s%s, scheme %s, to the slave %s of order %g, to the master %s of order %g%s%s%s%s",
        p->slave, p->slave_configuration[0] ? " " : "", p->slave_configuration, p->scheme,
        p->predictor_to_slave, p->order_to_slave, p->predictor_to_master, p->order_to_master,
        p->smoothing ? ", smoothing" : "", p->break_loop ? ", break_loop" : "",
        options[0] ? ", " : "", options);
}
