/* how the accessor macros reach a member: an index that does not exist is reported and answered
 * with a spare member, so that a slip of an S-function is a sentence and not a crash */
#ifndef BD_SIMSTRUCT_ACCESS_H
#define BD_SIMSTRUCT_ACCESS_H

BD_SS_INLINE bd_ss_port *bd_ss_port_at(const SimStruct *S, int side, int_T index) {
    if ((unsigned)index < (unsigned)S->ports_[side].count_)
        return &S->ports_[side].port_[index];
    S->host_->bad_index_(S, side == BD_SS_INPUT ? "input port" : "output port", index,
                         S->ports_[side].count_);
    return (bd_ss_port *)&S->spare_.port_;
}
/* the same for the address of a signal: to fetch one that is not there is harmless until it is used
 */
BD_SS_INLINE bd_ss_port *bd_ss_signal_at(const SimStruct *S, int side, int_T index) {
    if ((unsigned)index < (unsigned)S->ports_[side].count_)
        return &S->ports_[side].port_[index];
    S->host_->warn_(S, side == BD_SS_INPUT
                           ? "the signal of an input port that does not exist is asked for"
                           : "the signal of an output port that does not exist is asked for");
    return (bd_ss_port *)&S->spare_.port_;
}
#define bd_ss_input_signal(S, index)  bd_ss_signal_at(S, 0, BD_SS_INT(index))
#define bd_ss_output_signal(S, index) bd_ss_signal_at(S, 1, BD_SS_INT(index))

/* one member serves for the signal and for the pointers to its elements: whoever did not ask for
 * contiguous memory gets the pointers */
BD_SS_INLINE void *bd_ss_input_memory(const SimStruct *S, int_T index) {
    bd_ss_port *port = bd_ss_signal_at(S, 0, index);
    return port->contiguous_ ? port->signal_ : (void *)port->pointers_;
}
#define bd_ss_input(S, index)  bd_ss_port_at(S, 0, BD_SS_INT(index))
#define bd_ss_output(S, index) bd_ss_port_at(S, 1, BD_SS_INT(index))

BD_SS_INLINE bd_ss_dwork *bd_ss_dwork_at(const SimStruct *S, int_T index) {
    if ((unsigned)index < (unsigned)S->work_.dwork_count_)
        return &S->work_.dwork_[index];
    S->host_->bad_index_(S, "DWork vector", index, S->work_.dwork_count_);
    return (bd_ss_dwork *)&S->spare_.dwork_;
}

BD_SS_INLINE bd_ss_parameter *bd_ss_parameter_at(const SimStruct *S, int_T index) {
    if ((unsigned)index < (unsigned)S->parameters_.expected_)
        return &S->parameters_.info_[index];
    S->host_->bad_index_(S, "parameter", index, S->parameters_.expected_);
    return (bd_ss_parameter *)&S->spare_.parameter_;
}

BD_SS_INLINE mxArray *bd_ss_parameter_value(const SimStruct *S, int_T index) {
    if ((unsigned)index < (unsigned)S->parameters_.count_)
        return S->parameters_.values_[index];
    S->host_->bad_index_(S, "parameter", index, S->parameters_.count_);
    return S->spare_.array_;
}

BD_SS_INLINE ssParamRec *bd_ss_run_time_at(const SimStruct *S, int_T index) {
    if ((unsigned)index < (unsigned)S->run_time_.count_)
        return S->run_time_.records_[index];
    S->host_->bad_index_(S, "run-time parameter", index, S->run_time_.count_);
    return 0;
}

/* one of the vectors that are as long as there are sample times */
BD_SS_INLINE time_T *bd_ss_rate_at(const SimStruct *S, time_T *vector, int_T index) {
    if ((unsigned)index < (unsigned)S->rates_.count_)
        return &vector[index];
    S->host_->bad_index_(S, "sample time", index, S->rates_.count_);
    return (time_T *)&S->spare_.time_;
}

BD_SS_INLINE int_T bd_ss_hit(const SimStruct *S, int_T index) {
    return (unsigned)index < (unsigned)S->rates_.count_ ? S->rates_.hit_[index] : 0;
}

/* a rate that runs at every step, minor ones included */
BD_SS_INLINE int_T bd_ss_continuous_hit(const SimStruct *S) {
    int_T i;
    for (i = 0; i < S->rates_.count_; i++)
        if (S->rates_.period_[i] == 0.0 && S->rates_.hit_[i])
            return 1;
    return 0;
}

BD_SS_INLINE int_T *bd_ss_integer_at(const SimStruct *S, int_T *vector, int_T count, int_T index) {
    if ((unsigned)index < (unsigned)count)
        return &vector[index];
    S->host_->bad_index_(S, "integer work vector element", index, count);
    return (int_T *)&S->spare_.integer_;
}

BD_SS_INLINE real_T *bd_ss_real_at(const SimStruct *S, real_T *vector, int_T count, int_T index) {
    if ((unsigned)index < (unsigned)count)
        return &vector[index];
    S->host_->bad_index_(S, "real vector element", index, count);
    return (real_T *)&S->spare_.real_;
}

BD_SS_INLINE void **bd_ss_pointer_at(const SimStruct *S, int_T index) {
    if ((unsigned)index < (unsigned)S->work_.pointer_count_)
        return &S->work_.pointer_[index];
    S->host_->bad_index_(S, "pointer work vector element", index, S->work_.pointer_count_);
    return (void **)&S->spare_.pointer_;
}

/* the text is copied: it may be an array or a string of the method that is about to return */
BD_SS_INLINE const char_T *bd_ss_keep_error(SimStruct *S, const char_T *text) {
    int length = 0;
    if (!text || text == S->error_text_)
        return text;
    /* forwards, so it may be the end of the text that is there */
    for (; length < BD_SS_ERROR_TEXT - 1 && text[length]; length++)
        S->error_text_[length] = text[length];
    S->error_text_[length] = '\0';
    return S->error_text_;
}

#endif
