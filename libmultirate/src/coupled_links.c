/* own steps: the signals between two members, as samples with their times */
#include "coupled_private.h"

#include "interface_private.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

static bool belongs(const mr_connection *n, const mr_link *link) {
    return n->from_member == link->from && n->to_member == link->to;
}

static mr_status allocate(mr_link *link) {
    const size_t n = (size_t)link->count;
    link->output = calloc(3 * n + 1, sizeof *link->output);
    link->factor = calloc(6 * n + 1, sizeof *link->factor);
    link->seen = calloc(2 * n + 1, sizeof *link->seen);
    if (!link->output || !link->factor || !link->seen)
        return MR_ERR_MEMORY;
    link->rate = link->output + n;
    link->input = link->rate + n;
    link->offset = link->factor + n;
    link->sample = link->offset + n;
    link->value = link->sample + 2 * n;
    link->largest = link->value + n;
    link->missed = link->seen + n;
    return MR_OK;
}

int mr_declared_rate(const mr_slave_description *d, int output) {
    int variable = 0, at = 0;
    while (output >= at + d->outputs[variable].size)
        at += d->outputs[variable++].size;
    for (int v = 0, from = 0; v < d->output_count; from += d->outputs[v].size, v++)
        if (d->outputs[v].rate_of == variable)
            return from + output - at;
    return MR_NONE;
}

/* where the rate of an output is in the member's row: an output that is it, or behind the outputs
 */
static int rate_of(mr_member *member, int output) {
    const int declared = mr_declared_rate(&member->description, output);
    if (declared != MR_NONE)
        return declared;
    member->has_rates = member->has_rates || member->type->rates;
    return member->type->rates ? member->outputs + output : MR_NONE;
}

static mr_status fill(mr_coupled *c, mr_link *link, const mr_connection *connections, int count,
                      mr_prediction *predictions, int *columns, mr_message *message) {
    mr_member *from = &c->members[link->from];
    const mr_member *to = &c->members[link->to];
    bool rates = false;
    for (int k = 0, at = 0; k < count; k++) {
        if (!belongs(&connections[k], link))
            continue;
        const int input = to->first_input + connections[k].to_input;
        link->output[at] = connections[k].from_output;
        link->input[at] = connections[k].to_input;
        link->factor[at] = c->factor[input];
        link->offset[at] = c->offset[input];
        predictions[at] =
            connections[k].prediction ? *connections[k].prediction : c->config.prediction;
        if (c->config.staggered && !connections[k].prediction) /* the sample in the middle */
            predictions[at] = (mr_prediction){.type = &mr_predictor_polynomial, .order = 1};
        if (c->held[input])
            predictions[at] = (mr_prediction){.type = &mr_predictor_hold};
        rates = rates || predictions[at].type->uses_rates;
        at++;
    }
    link->columns = rates ? 2 * link->count : link->count;
    for (int i = 0; rates && i < link->count; i++) {
        columns[i] = link->count + i;
        link->rate[i] = rate_of(from, link->output[i]);
        if (link->rate[i] != MR_NONE || !predictions[i].type->uses_rates) {
            if (link->rate[i] == MR_NONE)
                link->rate[i] = link->output[i]; /* nobody reads it */
            continue;
        }
        char name[MR_NAME_SIZE];
        mr_scalar_name(from->description.outputs, from->description.output_count, link->output[i],
                       name, (int)sizeof name);
        mr_message_set(message,
                       "predictor '%s' needs the rate of change of '%s', and %s (slave '%s') "
                       "neither tells it nor has an output that is declared to be it",
                       predictions[i].type->name, name, from->name, from->type->name);
        return MR_ERR_UNSUPPORTED;
    }
    return mr_direction_open(&link->direction, link->count, predictions, rates ? columns : NULL,
                             link->columns, 0, c->config.graded_start);
}

static mr_status open_link(mr_coupled *c, mr_link *link, const mr_connection *connections,
                           int count, mr_message *message) {
    for (int k = 0; k < count; k++)
        link->count += belongs(&connections[k], link);
    MR_TRY(allocate(link));
    mr_prediction *predictions = calloc((size_t)link->count + 1, sizeof *predictions);
    int *columns = calloc((size_t)link->count + 1, sizeof *columns);
    const mr_status status = predictions && columns
                                 ? fill(c, link, connections, count, predictions, columns, message)
                                 : MR_ERR_MEMORY;
    free(predictions);
    free(columns);
    return status;
}

/* outputs as they are reported: third order between samples, discrete ones held */
static mr_status open_told(mr_member *member) {
    const mr_slave_description *d = &member->description;
    mr_prediction *predictions = calloc((size_t)member->outputs + 1, sizeof *predictions);
    member->row = calloc(2 * (size_t)member->outputs + 1, sizeof *member->row);
    mr_status status = predictions && member->row ? MR_OK : MR_ERR_MEMORY;
    for (int v = 0, at = 0; status == MR_OK && v < d->output_count; v++)
        for (int s = 0; s < d->outputs[v].size; s++, at++)
            predictions[at] = d->outputs[v].variability == MR_DISCRETE
                                  ? (mr_prediction){.type = &mr_predictor_hold}
                                  : (mr_prediction){.type = &mr_predictor_polynomial, .order = 3};
    if (status == MR_OK)
        status = mr_direction_open(&member->told, member->outputs, predictions, NULL,
                                   member->outputs, 0, false);
    free(predictions);
    return status;
}

static mr_status list_outgoing(mr_coupled *c) {
    c->batch = calloc((size_t)(unsigned)c->member_count, sizeof *c->batch);
    if (!c->batch)
        return MR_ERR_MEMORY;
    for (int m = 0; m < c->member_count; m++) {
        mr_member *member = &c->members[m];
        member->outgoing = calloc((size_t)c->link_count + 1, sizeof *member->outgoing);
        if (!member->outgoing)
            return MR_ERR_MEMORY;
        for (int l = 0; l < c->link_count; l++)
            if (c->links[l].from == m)
                member->outgoing[member->outgoing_count++] = l;
    }
    return MR_OK;
}

void mr_coupled_disturb(mr_coupled *c, int index, int input, double value) {
    const mr_member *member = &c->members[index];
    for (int l = member->first_link; l < member->first_link + member->link_count; l++)
        for (int i = 0; i < c->links[l].count; i++)
            if (c->links[l].input[i] == input)
                c->links[l].offset[i] = c->offset[member->first_input + input] + value;
}

mr_status mr_coupled_open_links(mr_coupled *c, const mr_connection *connections, int count,
                                mr_message *message) {
    c->links = calloc((size_t)count + 1, sizeof *c->links);
    if (!c->links)
        return MR_ERR_MEMORY;
    for (int m = 0; m < c->member_count; m++) {
        mr_member *member = &c->members[m];
        member->first_link = c->link_count;
        for (int k = 0; k < count; k++) {
            bool known = connections[k].to_member != m;
            for (int l = member->first_link; l < c->link_count && !known; l++)
                known = belongs(&connections[k], &c->links[l]);
            if (known)
                continue;
            mr_link *link = &c->links[c->link_count++];
            link->from = connections[k].from_member;
            link->to = m;
            MR_TRY(open_link(c, link, connections, count, message));
        }
        member->link_count = c->link_count - member->first_link;
        MR_TRY(open_told(member));
    }
    return list_outgoing(c);
}

void mr_coupled_close_links(mr_coupled *c) {
    for (int l = 0; l < c->link_count; l++) {
        MR_FREE(c->links[l].output, c->links[l].factor, c->links[l].seen);
        mr_direction_close(&c->links[l].direction);
    }
    for (int m = 0; m < c->member_count; m++) {
        mr_member *member = &c->members[m];
        free(member->row);
        free(member->outgoing);
        mr_direction_close(&member->told);
        member->row = NULL;
        member->outgoing = NULL;
        member->outgoing_count = member->link_count = 0;
        member->has_rates = false;
    }
    free(c->links);
    free(c->batch);
    c->links = NULL;
    c->batch = NULL;
    c->link_count = 0;
}
