/* sizes, types, complexity and rates of ports: offers go to the S-function's own methods; where it
 * has none the documented default rules hold */
#include "sfunction/instance.h"

#include <string.h>

/* any of the propagation methods with its arguments */
typedef struct offer {
    SimStruct *S;
    int_T port;
    bd_ss_width_method width_method;
    bd_ss_dimensions_method dimensions_method;
    bd_ss_type_method type_method;
    bd_ss_complexity_method complexity_method;
    bd_ss_rate_method rate_method;
    bd_ss_frame_method frame_method;
    DimsInfo_T dimensions;
    int_T number;
    real_T period, offset;
} offer;

static void make_offer(void *argument) {
    offer *o = argument;
    if (o->dimensions_method)
        o->dimensions_method(o->S, o->port, &o->dimensions);
    else if (o->width_method)
        o->width_method(o->S, o->port, o->number);
    else if (o->type_method)
        o->type_method(o->S, o->port, o->number);
    else if (o->complexity_method)
        o->complexity_method(o->S, o->port, (CSignal_T)o->number);
    else if (o->rate_method)
        o->rate_method(o->S, o->port, o->period, o->offset);
    else if (o->frame_method)
        o->frame_method(o->S, o->port, (Frame_T)o->number);
}

static bd_ss_port *port_at(bd_sfunction *f, bd_ss_side side, int port) {
    return &f->simstruct.ports_[side].port_[port];
}

static bool is_sized(const bd_ss_port *port) {
    return port->width_ != DYNAMICALLY_SIZED;
}

static void set_size(bd_ss_port *port, int rank, const int *dims) {
    port->dimension_count_ = rank;
    port->width_ = 1;
    for (int i = 0; i < rank; i++) {
        port->dimensions_[i] = dims[i];
        port->width_ *= dims[i];
    }
}

static int frame_expected(const bd_ss_port *port) {
    return port->frame_ == FRAME_INHERITED;
}

/* without methods of its own a block is taken to be elementwise: one size for all dynamic ports;
 * an input of width 1 may stand beside wider ones if the option says so */
static void set_alike(bd_sfunction *f, bd_ss_side side, int port, int rank, const int *dims) {
    SimStruct *S = &f->simstruct;
    set_size(port_at(f, side, port), rank, dims);
    if (S->methods_.set_input_width_ || S->methods_.set_output_width_ ||
        S->methods_.set_input_dimensions_ || S->methods_.set_output_dimensions_ ||
        S->methods_.default_dimensions_)
        return;
    if ((S->options_ & SS_OPTION_ALLOW_INPUT_SCALAR_EXPANSION) && side == BD_SS_INPUT &&
        port_at(f, side, port)->width_ == 1)
        return;
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < S->ports_[s].count_; p++) {
            bool may_stay_scalar =
                s == BD_SS_INPUT && (S->options_ & SS_OPTION_ALLOW_INPUT_SCALAR_EXPANSION);
            if (!is_sized(port_at(f, (bd_ss_side)s, p)) && !may_stay_scalar)
                set_size(port_at(f, (bd_ss_side)s, p), rank, dims);
        }
}

bd_status bd_sfunction_offer_dimensions(bd_sfunction *f, bd_ss_side side, int port, int rank,
                                        const int *dims, bd_error *error) {
    SimStruct *S = &f->simstruct;
    const bd_ss_methods *m = &S->methods_;
    offer o;
    memset(&o, 0, sizeof o);
    o.S = S;
    o.port = port;
    int_T copy[SS_MAX_NUM_DIMS];
    o.dimensions.width = 1;
    o.dimensions.numDims = rank;
    o.dimensions.dims = copy;
    int beyond_one = 0;
    for (int i = 0; i < rank; i++) {
        copy[i] = dims[i];
        o.dimensions.width *= dims[i];
        beyond_one += dims[i] != 1;
    }
    o.number = o.dimensions.width;
    bool is_vector = beyond_one <= 1;
    const char *name;
    bd_ss_dimensions_method by_dimensions =
        side == BD_SS_INPUT ? m->set_input_dimensions_ : m->set_output_dimensions_;
    bd_ss_width_method by_width = side == BD_SS_INPUT ? m->set_input_width_ : m->set_output_width_;
    if (by_dimensions) {
        o.dimensions_method = by_dimensions;
        name =
            side == BD_SS_INPUT ? "mdlSetInputPortDimensionInfo" : "mdlSetOutputPortDimensionInfo";
    } else if (by_width && is_vector) {
        o.width_method = by_width;
        name = side == BD_SS_INPUT ? "mdlSetInputPortWidth" : "mdlSetOutputPortWidth";
    } else if (by_width) {
        return bd_error_set(
            error, BD_BAD_SIGNAL, "S-function '%s' takes only vectors at %s port %d, not a matrix",
            bd_sfunction_name(f), side == BD_SS_INPUT ? "input" : "output", port + 1);
    } else {
        set_alike(f, side, port, rank, dims);
        return BD_OK;
    }
    if (frame_expected(port_at(f, side, port)) && side == BD_SS_INPUT && m->set_input_frame_) {
        offer frame;
        memset(&frame, 0, sizeof frame);
        frame.S = S;
        frame.port = port;
        frame.frame_method = m->set_input_frame_;
        frame.number = FRAME_NO;
        bd_status status =
            bd_sfunction_guarded(f, make_offer, &frame, "mdlSetInputPortFrameData", error);
        if (status)
            return status;
    }
    bd_status status = bd_sfunction_guarded(f, make_offer, &o, name, error);
    if (!status && !is_sized(port_at(f, side, port)))
        set_size(port_at(f, side, port), rank, dims);
    return status;
}

/* a method of the S-function, if it has that one */
static bd_status ask(bd_sfunction *f, bd_ss_side side, offer *o, bool has, const char *of_input,
                     const char *of_output, bd_error *error) {
    return has ? bd_sfunction_guarded(f, make_offer, o, side == BD_SS_INPUT ? of_input : of_output,
                                      error)
               : BD_OK;
}

bd_status bd_sfunction_offer_type(bd_sfunction *f, bd_ss_side side, int port, DTypeId type,
                                  bd_error *error) {
    const bd_ss_methods *m = &f->simstruct.methods_;
    offer o = {.S = &f->simstruct, .port = port, .number = type};
    o.type_method = side == BD_SS_INPUT ? m->set_input_type_ : m->set_output_type_;
    BD_TRY(ask(f, side, &o, o.type_method, "mdlSetInputPortDataType", "mdlSetOutputPortDataType",
               error));
    if (port_at(f, side, port)->type_ == DYNAMICALLY_TYPED)
        port_at(f, side, port)->type_ = type;
    return BD_OK;
}

bd_status bd_sfunction_offer_complexity(bd_sfunction *f, bd_ss_side side, int port, int complexity,
                                        bd_error *error) {
    const bd_ss_methods *m = &f->simstruct.methods_;
    offer o = {.S = &f->simstruct, .port = port, .number = complexity};
    o.complexity_method =
        side == BD_SS_INPUT ? m->set_input_complexity_ : m->set_output_complexity_;
    BD_TRY(ask(f, side, &o, o.complexity_method, "mdlSetInputPortComplexSignal",
               "mdlSetOutputPortComplexSignal", error));
    if (port_at(f, side, port)->complexity_ == COMPLEX_INHERITED)
        port_at(f, side, port)->complexity_ = complexity;
    return BD_OK;
}

bd_status bd_sfunction_offer_rate(bd_sfunction *f, bd_ss_side side, int port, double period,
                                  double offset, bd_error *error) {
    const bd_ss_methods *m = &f->simstruct.methods_;
    offer o = {.S = &f->simstruct, .port = port, .period = period, .offset = offset};
    o.rate_method = side == BD_SS_INPUT ? m->set_input_sample_time_ : m->set_output_sample_time_;
    BD_TRY(ask(f, side, &o, o.rate_method, "mdlSetInputPortSampleTime",
               "mdlSetOutputPortSampleTime", error));
    bd_ss_port *p = port_at(f, side, port);
    if (p->sample_time_ == INHERITED_SAMPLE_TIME && p->offset_time_ != -1.0) {
        p->sample_time_ = period;
        p->offset_time_ = offset;
    }
    return BD_OK;
}

typedef enum attribute { SIZE, TYPE, COMPLEXITY } attribute;

static bool is_open(const bd_ss_port *port, attribute what) {
    return what == SIZE   ? !is_sized(port)
           : what == TYPE ? port->type_ == DYNAMICALLY_TYPED
                          : port->complexity_ == COMPLEX_INHERITED;
}

/* methods for defaults are asked only if something is left for them: authors set all ports there,
 * also those that neighbours have decided */
static bool has_open_port(bd_sfunction *f, attribute what) {
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < f->simstruct.ports_[s].count_; p++)
            if (is_open(port_at(f, (bd_ss_side)s, p), what))
                return true;
    return false;
}

bd_status bd_sfunction_default_dimensions(bd_sfunction *f, bd_error *error) {
    static const int one[1] = {1};
    SimStruct *S = &f->simstruct;
    if (!has_open_port(f, SIZE))
        return BD_OK;
    bd_status status = bd_sfunction_run(f, S->methods_.default_dimensions_,
                                        "mdlSetDefaultPortDimensionInfo", error);
    if (status)
        return status;
    /* a width already known somewhere in the block is the block's width, else 1 */
    const bd_ss_port *widest = NULL;
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < S->ports_[s].count_; p++) {
            const bd_ss_port *port = port_at(f, (bd_ss_side)s, p);
            if (is_sized(port) && (!widest || port->width_ > widest->width_))
                widest = port;
        }
    bool elementwise = !S->methods_.set_input_width_ && !S->methods_.set_output_width_ &&
                       !S->methods_.set_input_dimensions_ && !S->methods_.set_output_dimensions_;
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < S->ports_[s].count_; p++) {
            bd_ss_port *port = port_at(f, (bd_ss_side)s, p);
            if (is_sized(port))
                continue;
            if (widest && elementwise)
                set_size(port, widest->dimension_count_, widest->dimensions_);
            else
                set_size(port, 1, one);
        }
    return BD_OK;
}

/* bytes decide; of two equally large ones the earlier id */
static DTypeId larger_type(const bd_sfunction *f, DTypeId a, DTypeId b) {
    if (a < 0)
        return b;
    return bd_sfunction_type_bytes(f, b, 0) > bd_sfunction_type_bytes(f, a, 0) ? b : a;
}

bd_status bd_sfunction_default_types(bd_sfunction *f, bd_error *error) {
    SimStruct *S = &f->simstruct;
    if (!has_open_port(f, TYPE))
        return BD_OK;
    bd_status status =
        bd_sfunction_run(f, S->methods_.default_types_, "mdlSetDefaultPortDataTypes", error);
    DTypeId largest = DYNAMICALLY_TYPED;
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < S->ports_[s].count_; p++)
            if (port_at(f, (bd_ss_side)s, p)->type_ != DYNAMICALLY_TYPED)
                largest = larger_type(f, largest, port_at(f, (bd_ss_side)s, p)->type_);
    for (int s = 0; !status && s < 2; s++)
        for (int p = 0; p < S->ports_[s].count_; p++)
            if (port_at(f, (bd_ss_side)s, p)->type_ == DYNAMICALLY_TYPED)
                port_at(f, (bd_ss_side)s, p)->type_ = largest < 0 ? SS_DOUBLE : largest;
    return status;
}

bd_status bd_sfunction_default_complexities(bd_sfunction *f, bd_error *error) {
    SimStruct *S = &f->simstruct;
    if (!has_open_port(f, COMPLEXITY))
        return BD_OK;
    bd_status status = bd_sfunction_run(f, S->methods_.default_complexities_,
                                        "mdlSetDefaultPortComplexSignals", error);
    int any = COMPLEX_NO;
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < S->ports_[s].count_; p++)
            if (port_at(f, (bd_ss_side)s, p)->complexity_ == COMPLEX_YES)
                any = COMPLEX_YES;
    for (int s = 0; !status && s < 2; s++)
        for (int p = 0; p < S->ports_[s].count_; p++)
            if (port_at(f, (bd_ss_side)s, p)->complexity_ == COMPLEX_INHERITED)
                port_at(f, (bd_ss_side)s, p)->complexity_ = any;
    return status;
}

bd_status bd_sfunction_collect_rates(bd_sfunction *f, bd_error *error) {
    SimStruct *S = &f->simstruct;
    /* at most one for each port; without any there is one, which is inherited */
    bd_sfunction_host.set_sample_time_count_(S, S->ports_[0].count_ + S->ports_[1].count_);
    f->port_based = true;
    S->rates_.count_ = 0;
    if (S->error_)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "%s", S->error_);
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < S->ports_[s].count_; p++) {
            bd_ss_port *port = port_at(f, (bd_ss_side)s, p);
            int i = 0;
            while (i < S->rates_.count_ && (S->rates_.period_[i] != port->sample_time_ ||
                                            S->rates_.offset_[i] != port->offset_time_))
                i++;
            if (i == S->rates_.count_) {
                S->rates_.period_[i] = port->sample_time_;
                S->rates_.offset_[i] = port->offset_time_;
                S->rates_.count_++;
            }
            port->sample_time_index_ = i;
        }
    if (S->rates_.count_ == 0)
        S->rates_.count_ = 1;
    return BD_OK;
}

void bd_sfunction_number_ports(bd_sfunction *f, const double *periods, const double *offsets) {
    SimStruct *S = &f->simstruct;
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < S->ports_[s].count_; p++) {
            bd_ss_port *port = port_at(f, (bd_ss_side)s, p);
            int i = 0;
            while (i < S->rates_.count_ &&
                   (periods[i] != port->sample_time_ || offsets[i] != port->offset_time_))
                i++;
            port->sample_time_index_ = i < S->rates_.count_ ? i : 0;
            port->sample_time_ = S->rates_.period_[port->sample_time_index_];
            port->offset_time_ = S->rates_.offset_[port->sample_time_index_];
        }
}
