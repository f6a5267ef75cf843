/* the list of joint methods, and lambda within a step: polynomials through the nodes of its pieces
 */
#include "multirate/joint.h"
#include "multirate/nearest.h"

#include <string.h>

const mr_joint_method *const mr_joint_methods[] = {
    &mr_joint_x2,        &mr_joint_explicit,   &mr_joint_spring_d, &mr_joint_overlap,
    &mr_joint_baumgarte, &mr_joint_weighted,   &mr_joint_index2,   &mr_joint_x1,
    &mr_joint_spring_i,  &mr_joint_projection, &mr_joint_spring,   NULL};

const mr_joint_method *mr_joint_find(const char *name, mr_message *message) {
    mr_nearest nearest = {name, NULL, 0};
    char hint[MR_HINT_SIZE];
    for (const mr_joint_method *const *m = mr_joint_methods; *m; m++) {
        if (strcmp((*m)->name, name) == 0 || strcmp((*m)->alias, name) == 0)
            return *m;
        mr_nearest_try(&nearest, (*m)->name);
    }
    mr_message_set(message, "there is no joint method '%.60s'%s", name,
                   mr_nearest_hint(&nearest, hint, sizeof hint));
    return NULL;
}

int mr_joint_order(const mr_joint_method *method, int order, int past) {
    const int most = method->samples == 0 ? past - 1 : method->samples == 1 ? past : order;
    return order < most ? order : most;
}

int mr_joint_pieces(const mr_joint_method *method, int order) {
    int node[MR_JOINT_NODES], pieces = 0;
    while (method->nodes(order, pieces, node) > 0)
        pieces++;
    return pieces;
}

static double place(const mr_joint_method *method, const double *past_x, int node) {
    return node >= 0 ? (node + 1.0) / method->samples : past_x[-1 - node];
}

static void add(mr_joint_weights *weights, int node, double value) {
    if (node >= 0)
        weights->sample[node] += value;
    else
        weights->past[-1 - node] += value;
}

/* Lagrange's polynomials of a piece, or their derivatives, times a factor */
static void add_piece(const mr_joint_method *method, int order, const double *past_x, int piece,
                      double x, bool derivative, double factor, mr_joint_weights *weights) {
    int node[MR_JOINT_NODES];
    double at[MR_JOINT_NODES];
    const int n = method->nodes(order, piece, node);
    for (int i = 0; i < n; i++)
        at[i] = place(method, past_x, node[i]);
    for (int i = 0; i < n; i++) {
        double value = 1.0, slope = 0.0;
        for (int j = 0; j < n; j++) {
            if (j == i)
                continue;
            slope = (slope * (x - at[j]) + value) / (at[i] - at[j]);
            value *= (x - at[j]) / (at[i] - at[j]);
        }
        add(weights, node[i], factor * (derivative ? slope : value));
    }
}

void mr_joint_value(const mr_joint_method *method, int order, const double *past_x, int piece,
                    double x, mr_joint_weights *weights) {
    *weights = (mr_joint_weights){{0.0}, {0.0}};
    add_piece(method, order, past_x, piece, x, false, 1.0, weights);
}

void mr_joint_slope(const mr_joint_method *method, int order, const double *past_x,
                    mr_joint_weights *weights) {
    const int n = method->samples;
    *weights = (mr_joint_weights){{0.0}, {0.0}};
    if (order == 0 && n > 1) { /* constants: between the middles of the last two */
        weights->sample[n - 1] = n;
        weights->sample[n - 2] = -n;
        return;
    }
    add_piece(method, order, past_x, mr_joint_pieces(method, order) - 1, 1.0, true, 1.0, weights);
}

void mr_joint_impulse(const mr_joint_method *method, int order, const double *past_x,
                      mr_joint_weights *weights) {
    static const double gauss = 0.28867513459481288; /* exact up to the third power */
    const int pieces = mr_joint_pieces(method, order);
    *weights = (mr_joint_weights){{0.0}, {0.0}};
    for (int p = 0; p < pieces; p++)
        for (int side = -1; side <= 1; side += 2)
            add_piece(method, order, past_x, p, (p + 0.5 + side * gauss) / pieces, false,
                      0.5 / pieces, weights);
}
