/* the settings that are worth a look */
#include "analysis/advise.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct maker {
    an_candidate *list;
    int count, room;
    const an_question *question;
    double slave_step;
    mr_message *message;
    mr_status status;
} maker;

static void add(maker *m, const char *options) {
    if (m->status != MR_OK)
        return;
    if (m->count == m->room) {
        const int room = 2 * m->room + 64;
        an_candidate *list = realloc(m->list, (size_t)room * sizeof *list);
        if (!list) {
            m->status = MR_ERR_MEMORY;
            return;
        }
        m->list = list;
        m->room = room;
    }
    an_candidate *c = &m->list[m->count];
    *c = (an_candidate){.config = m->question->coupling.config, .slave_step = m->slave_step};
    /* what the candidates decide themselves */
    c->config.smoothing = c->config.identify = false;
    c->config.coupling = &mr_coupling_signals;
    snprintf(c->text, sizeof c->text, "%s", options);
    m->status = mr_config_parse(&c->config, options, m->message);
    m->count += m->status == MR_OK;
}

static void add_polynomials(maker *m, const char *scheme) {
    char text[AN_TEXT_SIZE];
    for (int to_slave = 0; to_slave <= 3; to_slave++)
        for (int to_master = 0; to_master <= 3; to_master++) {
            snprintf(text, sizeof text,
                     "scheme=%s predictor=polynomial order_to_slave=%d order_to_master=%d", scheme,
                     to_slave, to_master);
            add(m, text);
        }
}

static void add_others(maker *m, const char *scheme) {
    static const char *const both[] = {"least_squares:1", "least_squares:2", "const:1", "lin:2"};
    static const char *const to_master[] = {"hermite:1",       "hermite:2",     "hermite:3",
                                            "least_squares:1", "lin_hermite:3", "quad_hermite:3"};
    char text[AN_TEXT_SIZE];
    for (size_t i = 0; i < sizeof both / sizeof *both; i++) {
        snprintf(text, sizeof text, "scheme=%s predictor=%s", scheme, both[i]);
        add(m, text);
    }
    for (size_t i = 0; i < sizeof to_master / sizeof *to_master; i++)
        for (int order = 1; order <= 3; order += 2) {
            snprintf(text, sizeof text,
                     "scheme=%s predictor_to_slave=polynomial:%d predictor_to_master=%s", scheme,
                     order, to_master[i]);
            add(m, text);
        }
}

mr_status an_candidates(const an_question *q, double slave_step, an_candidate **list, int *count,
                        mr_message *message) {
    char text[AN_TEXT_SIZE];
    maker m = {.question = q,
               .slave_step = slave_step,
               .list = *list,
               .count = *count,
               .room = *count,
               .message = message,
               .status = MR_OK};
    if (q->pair->coordinate_count > 0)
        add(&m, "scheme=fastest_first coupling=model predictor=polynomial order=1");
    if (q->pair->coordinate_count > 0 && q->directed)
        add(&m, "scheme=fastest_first coupling=model directions=0 hidden_states=0 "
                "predictor=polynomial order=1");
    add_polynomials(&m, "slowest_first");
    add_polynomials(&m, "fastest_first");
    for (int order = 0; order <= 3; order++) {
        snprintf(text, sizeof text,
                 "scheme=fastest_first predictor=polynomial order_to_slave=1 order_to_master=%d "
                 "smoothing=on",
                 order);
        add(&m, text);
    }
    add_others(&m, "slowest_first");
    add_others(&m, "fastest_first");
    *list = m.list;
    *count = m.count;
    return m.status;
}
