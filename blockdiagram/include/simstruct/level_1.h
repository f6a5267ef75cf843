/* Level-1 S-functions: one input and one output vector, and one vector of states, the continuous
 * ones first. The calls that only they use; their methods are wrapped by simulink.c. Written from
 * the public documentation of that time; a source that says nothing about its level is one */
#ifndef BD_SIMSTRUCT_LEVEL_1_H
#define BD_SIMSTRUCT_LEVEL_1_H

BD_SS_INLINE int bd_ss_set_vector_1(SimStruct *S, int is_input, int width) {
    if (is_input && ssSetNumInputPorts(S, width != 0) && width != 0) {
        ssSetInputPortWidth(S, 0, width);
        ssSetInputPortRequiredContiguous(S, 0, 1);
        ssSetInputPortDirectFeedThrough(S, 0, 1); /* unless it is told otherwise */
    } else if (!is_input && ssSetNumOutputPorts(S, width != 0) && width != 0) {
        ssSetOutputPortWidth(S, 0, width);
    }
    return width;
}

BD_SS_INLINE int bd_ss_set_feedthrough_1(SimStruct *S, int is_fed_through) {
    if (ssGetNumInputPorts(S) > 0)
        ssSetInputPortDirectFeedThrough(S, 0, is_fed_through);
    return is_fed_through;
}

#define ssSetNumInputs(S, n)         ((void)bd_ss_set_vector_1(S, 1, (int)(n)))
#define ssSetNumOutputs(S, n)        ((void)bd_ss_set_vector_1(S, 0, (int)(n)))
#define ssSetDirectFeedThrough(S, v) ((void)bd_ss_set_feedthrough_1(S, (int)(v)))
#define ssGetNumInputs(S)            (ssGetNumInputPorts(S) > 0 ? ssGetInputPortWidth(S, 0) : 0)
#define ssGetNumOutputs(S)           (ssGetNumOutputPorts(S) > 0 ? ssGetOutputPortWidth(S, 0) : 0)
#define ssIsDirectFeedThrough(S)                                                                   \
    (ssGetNumInputPorts(S) > 0 && ssGetInputPortDirectFeedThrough(S, 0))
#define ssSetSampleTimeEvent(S, i, t) ssSetSampleTime(S, i, t)
#define ssSetOffsetTimeEvent(S, i, t) ssSetOffsetTime(S, i, t)

#endif
