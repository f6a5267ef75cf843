/* how the accessor macros reach a member: an index that does not exist is reported and answered
 * with a spare member, so that a slip of an S-function is a sentence and not a crash */
#ifndef BD_SIMSTRUCT_ACCESS_H
#define BD_SIMSTRUCT_ACCESS_H

BD_SS_INLINE bd_ss_port *bd_ss_port_at(const SimStruct *S, int side, int_T index) {
    if ((unsigned)index < (unsigned)S->ports[side].count)
        return &S->ports[side].port[index];
    S->host->bad_index(S, side == BD_SS_INPUT ? "input port" : "output port", index,
                       S->ports[side].count);
    return (bd_ss_port *)&S->spare.port;
}
#define bd_ss_input(S, index)  bd_ss_port_at(S, 0, (int_T)(index))
#define bd_ss_output(S, index) bd_ss_port_at(S, 1, (int_T)(index))

BD_SS_INLINE bd_ss_dwork *bd_ss_dwork_at(const SimStruct *S, int_T index) {
    if ((unsigned)index < (unsigned)S->work.dwork_count)
        return &S->work.dwork[index];
    S->host->bad_index(S, "DWork vector", index, S->work.dwork_count);
    return (bd_ss_dwork *)&S->spare.dwork;
}

BD_SS_INLINE bd_ss_parameter *bd_ss_parameter_at(const SimStruct *S, int_T index) {
    if ((unsigned)index < (unsigned)S->parameters.expected)
        return &S->parameters.info[index];
    S->host->bad_index(S, "parameter", index, S->parameters.expected);
    return (bd_ss_parameter *)&S->spare.parameter;
}

BD_SS_INLINE mxArray *bd_ss_parameter_value(const SimStruct *S, int_T index) {
    if ((unsigned)index < (unsigned)S->parameters.count)
        return S->parameters.values[index];
    S->host->bad_index(S, "parameter", index, S->parameters.count);
    return S->spare.array;
}

BD_SS_INLINE ssParamRec *bd_ss_run_time_at(const SimStruct *S, int_T index) {
    if ((unsigned)index < (unsigned)S->run_time.count)
        return S->run_time.records[index];
    S->host->bad_index(S, "run-time parameter", index, S->run_time.count);
    return NULL;
}

/* one of the vectors that are as long as there are sample times */
BD_SS_INLINE time_T *bd_ss_rate_at(const SimStruct *S, time_T *vector, int_T index) {
    if ((unsigned)index < (unsigned)S->rates.count)
        return &vector[index];
    S->host->bad_index(S, "sample time", index, S->rates.count);
    return (time_T *)&S->spare.time;
}

BD_SS_INLINE int_T bd_ss_hit(const SimStruct *S, int_T index) {
    return (unsigned)index < (unsigned)S->rates.count ? S->rates.hit[index] : 0;
}

/* a rate that runs at every step, minor ones included */
BD_SS_INLINE int_T bd_ss_continuous_hit(const SimStruct *S) {
    int_T i;
    for (i = 0; i < S->rates.count; i++)
        if (S->rates.period[i] == 0.0 && S->rates.hit[i])
            return 1;
    return 0;
}

BD_SS_INLINE int_T *bd_ss_integer_at(const SimStruct *S, int_T *vector, int_T count, int_T index) {
    if ((unsigned)index < (unsigned)count)
        return &vector[index];
    S->host->bad_index(S, "integer work vector element", index, count);
    return (int_T *)&S->spare.integer;
}

BD_SS_INLINE real_T *bd_ss_real_at(const SimStruct *S, real_T *vector, int_T count, int_T index) {
    if ((unsigned)index < (unsigned)count)
        return &vector[index];
    S->host->bad_index(S, "real vector element", index, count);
    return (real_T *)&S->spare.real;
}

BD_SS_INLINE void **bd_ss_pointer_at(const SimStruct *S, int_T index) {
    if ((unsigned)index < (unsigned)S->work.pointer_count)
        return &S->work.pointer[index];
    S->host->bad_index(S, "pointer work vector element", index, S->work.pointer_count);
    return (void **)&S->spare.pointer;
}

/* setters answer 1, so that "if (!ssSet…) return;" reads as in the documentation */
BD_SS_INLINE int_T bd_ss_set_int(int_T *member, int_T value) {
    *member = value;
    return 1;
}

BD_SS_INLINE int_T bd_ss_set_real(real_T *member, real_T value) {
    *member = value;
    return 1;
}

BD_SS_INLINE int_T bd_ss_set_text(const char_T **member, const char_T *value) {
    *member = value;
    return 1;
}

BD_SS_INLINE int_T bd_ss_set_pointer(void **member, const void *value) {
    *member = (void *)value;
    return 1;
}

/* what a host without code generation and tasks has no use for */
BD_SS_INLINE int_T bd_ss_accept(const SimStruct *S, ...) {
    (void)S;
    return 1;
}

#endif
