/* third objects between members, that own some of their inputs */
#include "coupled_private.h"

mr_status mr_coupled_add_element(mr_coupled *c, const mr_element_rules *rules, void *own) {
    if (c->config.own_steps || c->element_count == MR_MOST_ELEMENTS) {
        mr_message_set(&c->message, "a %s needs exchange steps (steps=exchange)%s", rules->kind,
                       c->config.own_steps ? "" : ", and there are too many");
        return MR_ERR_UNSUPPORTED;
    }
    c->elements[c->element_count++] = (mr_element){rules, own};
    return MR_OK;
}

mr_status mr_coupled_own_input(mr_coupled *c, const void *own, int member, int input, int scalar,
                               const char *name) {
    int element = 0;
    while (c->elements[element].own != own)
        element++;
    const bool there =
        member >= 0 && member < c->member_count && input >= 0 && input < c->members[member].inputs;
    const int i = there ? c->members[member].first_input + input : 0;
    if (!there || c->source[i] != MR_NONE || c->owner[i] != MR_NONE) {
        mr_message_set(&c->message, "%s '%.60s': member %d has no input %d, or it is connected",
                       c->elements[element].rules->kind, name, member + 1, input + 1);
        return MR_ERR_CONFIG;
    }
    c->owner[i] = element;
    c->owner_scalar[i] = scalar;
    return MR_OK;
}

mr_status mr_elements_start(mr_coupled *c, double t0) {
    for (int e = 0; e < c->element_count; e++)
        if (c->elements[e].rules->start)
            MR_TRY(c->elements[e].rules->start(c, c->elements[e].own, t0));
    return MR_OK;
}

mr_status mr_elements_begin(mr_coupled *c) {
    for (int e = 0; e < c->element_count; e++)
        if (c->elements[e].rules->begin)
            MR_TRY(c->elements[e].rules->begin(c, c->elements[e].own));
    return MR_OK;
}

mr_status mr_elements_end(mr_coupled *c) {
    for (int e = 0; e < c->element_count; e++)
        if (c->elements[e].rules->end)
            MR_TRY(c->elements[e].rules->end(c, c->elements[e].own));
    return MR_OK;
}

void mr_elements_keep(mr_coupled *c, int slot) {
    for (int e = 0; e < c->element_count; e++)
        if (c->elements[e].rules->keep)
            c->elements[e].rules->keep(c->elements[e].own, slot);
}

void mr_elements_back(mr_coupled *c, int slot) {
    for (int e = 0; e < c->element_count; e++)
        if (c->elements[e].rules->back)
            c->elements[e].rules->back(c->elements[e].own, slot);
}

void mr_elements_close(mr_coupled *c) {
    for (int e = 0; e < c->element_count; e++)
        c->elements[e].rules->close(c->elements[e].own);
    c->element_count = 0;
    c->joints = NULL;
}
