/* a host of one S-function, without a diagram */
#include "player.h"

#include "isolation/dynamic_library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- what an S-function may ask its host for --- */

static int_T set_port_count(SimStruct *S, bd_ss_side side, int_T count) {
    if (count < 0 || count > 2)
        abort();
    free(S->ports_[side].port_);
    S->ports_[side].port_ = calloc((size_t)count + 1, sizeof(bd_ss_port));
    S->ports_[side].count_ = count;
    for (int_T i = 0; i < count; i++)
        S->ports_[side].port_[i].width_ = 0; /* the S-function must set it */
    return 1;
}

static int_T set_sample_time_count(SimStruct *S, int_T count) {
    static time_T period[1], offset[1];
    if (count != 1)
        abort();
    S->rates_.period_ = period;
    S->rates_.offset_ = offset;
    S->rates_.count_ = 1;
    return 1;
}

static int_T set_parameter_count(SimStruct *S, int_T count) {
    static bd_ss_parameter info[PLAYER_PARAMETERS];
    if (count != PLAYER_PARAMETERS)
        abort();
    S->parameters_.info_ = info;
    S->parameters_.expected_ = count;
    return 1;
}

static int_T set_port_dimensions(SimStruct *S, bd_ss_side side, int_T port, int_T count,
                                 const int_T *dims, int_T width) {
    (void)count, (void)dims;
    S->ports_[side].port_[port].width_ = width;
    return 1;
}

static void bad_index(const SimStruct *S, const char *what, int_T index, int_T count) {
    (void)S;
    fprintf(stderr, "%s %d of %d does not exist\n", what, index, count);
    abort();
}

static void warn(const SimStruct *S, const char_T *message) {
    player *p = S->instance_;
    p->warnings++;
    snprintf(p->warning, sizeof p->warning, "%s", message);
}

static const bd_ss_host host = {
    .set_port_count_ = set_port_count,
    .set_sample_time_count_ = set_sample_time_count,
    .set_parameter_count_ = set_parameter_count,
    .set_port_dimensions_ = set_port_dimensions,
    .bad_index_ = bad_index,
    .warn_ = warn,
};

/* --- the player --- */

static void new_simstruct(player *p) {
    static const int_T settings[BD_SS_SETTING_COUNT] = {
#define BD_SS_SETTING(name, initial) initial,
#include "simstruct/settings.def"
#undef BD_SS_SETTING
    };
    const bd_ss_methods methods = p->S.methods_;
    memset(&p->S, 0, sizeof p->S);
    p->S.methods_ = methods;
    memcpy(p->S.settings_, settings, sizeof settings);
    p->S.abi_ = BD_SS_ABI;
    p->S.host_ = &host;
    p->S.instance_ = p;
    p->S.root_ = p->S.parent_ = &p->S;
    p->S.path_ = "model/Multirate";
    p->S.model_name_ = "model";
    p->S.version_ = p->S.time_.solver_name_ = "";
    p->S.parameters_.values_ = p->parameters;
    p->S.parameters_.count_ = PLAYER_PARAMETERS;
    p->S.parameters_.expected_ = -1;
}

bool player_open(player *p, const char *file) {
    char why[300];
    memset(p, 0, sizeof *p);
    p->library = mr_library_open(file, why, sizeof why);
    if (!p->library) {
        fprintf(stderr, "%s: %s\n", file, why);
        return false;
    }
    const bd_ss_register entry =
        (bd_ss_register)mr_library_symbol(p->library, BD_SS_REGISTRATION_SYMBOL);
    if (!entry || entry()->abi_ != BD_SS_ABI) {
        fprintf(stderr, "%s is no S-function of this version\n", file);
        return false;
    }
    p->S.methods_ = *entry()->methods_;
    new_simstruct(p);
    const double numbers[PLAYER_PARAMETERS] = {0, 0, 1, 0, 3, 0, 3, 0, 0, 0, 0, 0};
    for (int i = 0; i < PLAYER_PARAMETERS; i++)
        p->parameters[i] = play_number(numbers[i]);
    player_set(p, 0, play_text("two_mass"));
    player_set(p, 1, play_text(""));
    player_set(p, 3, play_text("polynomial"));
    player_set(p, 5, play_text("polynomial"));
    player_set(p, 9, play_text(""));
    return true;
}

static void free_ports(player *p) {
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < p->S.ports_[side].count_; i++)
            p->S.ports_[side].port_[i].signal_ = NULL;
        free(p->S.ports_[side].port_);
        p->S.ports_[side].port_ = NULL;
        p->S.ports_[side].count_ = 0;
    }
    free(p->S.work_.pointer_);
    p->S.work_.pointer_ = NULL;
}

void player_close(player *p) {
    free_ports(p);
    for (int i = 0; i < PLAYER_PARAMETERS; i++)
        mxDestroyArray(p->parameters[i]);
    if (p->library)
        mr_library_close(p->library);
}

void player_set(player *p, int index, mxArray *value) {
    mxDestroyArray(p->parameters[index]);
    p->parameters[index] = value;
}

void player_sizes(player *p, SS_SimMode mode) {
    SimStruct *S = &p->S;
    int_T settings[3] = {S->settings_[BD_SS_CODE_GENERATION], S->settings_[BD_SS_REFERENCE_TARGET],
                         S->settings_[BD_SS_RAPID_ACCELERATOR]};
    const double start = S->time_.start_;
    const int variable = S->time_.variable_step_;
    free_ports(p);
    new_simstruct(p); /* a host may forget everything */
    S->settings_[BD_SS_CODE_GENERATION] = settings[0];
    S->settings_[BD_SS_REFERENCE_TARGET] = settings[1];
    S->settings_[BD_SS_RAPID_ACCELERATOR] = settings[2];
    S->time_.start_ = start;
    S->time_.variable_step_ = variable;
    ssSetSimMode(S, mode);
    S->methods_.initialize_sizes_(S);
}

void player_compile(player *p) {
    SimStruct *S = &p->S;
    player_sizes(p, SS_SIMMODE_NORMAL);
    if (S->error_)
        return;
    S->methods_.check_parameters_(S);
    S->methods_.initialize_sample_times_(S);
    for (int i = 0; i < S->ports_[0].count_; i++)
        S->ports_[0].port_[i].signal_ = p->inputs[i];
    for (int i = 0; i < S->ports_[1].count_; i++)
        S->ports_[1].port_[i].signal_ = p->outputs[i];
    S->work_.pointer_ = calloc((size_t)S->work_.pointer_count_ + 1, sizeof(void *));
    p->started = false;
}

void player_start(player *p) {
    p->S.time_.stop_requested_ = 0;
    p->S.states_.needs_reset_ = 0;
    p->S.methods_.start_(&p->S);
    p->started = true;
}

void player_initialize(player *p) {
    if (p->S.methods_.initialize_conditions_)
        p->S.methods_.initialize_conditions_(&p->S);
}

void player_outputs(player *p, double t, bool major) {
    p->S.time_.now_ = t;
    p->S.time_.major_ = major;
    p->S.methods_.outputs_(&p->S, 0);
}

void player_update(player *p, double t) {
    p->S.time_.now_ = t;
    p->S.time_.major_ = 1;
    p->S.methods_.update_(&p->S, 0);
}

void player_terminate(player *p) {
    p->S.methods_.terminate_(&p->S);
}

mxArray *player_save(player *p) {
    return p->S.methods_.get_operating_point_(&p->S);
}

void player_restore(player *p, const mxArray *point) {
    p->S.methods_.set_operating_point_(&p->S, point);
}

const char *player_error(player *p) {
    static char text[700];
    snprintf(text, sizeof text, "%s", p->S.error_ ? p->S.error_ : "");
    p->S.error_ = NULL;
    return text;
}
