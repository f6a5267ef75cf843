/* functions of the model. An S-function declares those that it calls in mdlInitializeSizes, and
 * calls them at major steps. One that offers a function itself compiles, and is told */
#ifndef BD_SIMSTRUCT_SIMULINK_FUNCTIONS_H
#define BD_SIMSTRUCT_SIMULINK_FUNCTIONS_H

typedef enum { SS_SCOPED_VISIBILITY = 0, SS_GLOBAL_VISIBILITY } SSSimulinkFunctionVisibility;
typedef enum { SS_SIMULINK_FUNCTION_QUERY_IS_DECLARED = 0 } SSSimulinkFunctionQueryType;

typedef struct _ssFcnCallExecArgInfo_tag {
    void *dataPtr;
    int_T dataSize;
    void *reserved;
} _ssFcnCallExecArgInfo;

typedef struct _ssFcnCallExecArgs_tag {
    int_T numInArgs;
    int_T numOutArgs;
    _ssFcnCallExecArgInfo *inArgs;
    _ssFcnCallExecArgInfo *outArgs;
} ssFcnCallExecArgs;

typedef void (*SSSimulinkFunctionPtr)(SimStruct *S, int_T tid, ssFcnCallExecArgs *args);

/* without a function it only describes arguments of one outside, which are known here anyway */
BD_SS_INLINE void bd_ss_offer_function(SimStruct *S, const char_T *prototype,
                                       SSSimulinkFunctionPtr function) {
    if (!function)
        return;
#ifdef BD_SS_STRICT
    (void)prototype;
    ssSetErrorStatus(S, "offers a Simulink function, which is not supported");
#else
    char_T text[256];
    snprintf(text, sizeof text, "offers Simulink function '%.150s', which is not supported",
             prototype ? prototype : "");
    ssSetErrorStatus(S, text);
#endif
}

#define ssDeclareSimulinkFunction(S, prototype, function, visibility)                              \
    ((void)(visibility), bd_ss_offer_function(S, prototype, function))
#define ssDeclareFunctionCaller(S, prototype) ((void)(S)->host_->declare_caller_(S, prototype))
#define ssCallSimulinkFunction(S, name, n_in, in, n_out, out)                                      \
    ((void)(S)->host_->call_function_(S, name, n_in, in, n_out, out))
#define ssQuerySimulinkFunction(S, name, query)                  ((void)(query), (S)->host_->is_declared_(S, name))
#define ssSetSimulinkFunctionArgDataType(S, name, argument, v)   bd_ss_accept(S, name, argument, v)
#define ssSetSimulinkFunctionArgComplexity(S, name, argument, v) bd_ss_accept(S, name, argument, v)
#define ssSetSimulinkFunctionArgDimensions(S, name, argument, n, dims)                             \
    bd_ss_accept(S, name, argument, n, dims)
#define ssGetSimulinkFunctionInput(args, i)  ((args)->inArgs[i].dataPtr)
#define ssGetSimulinkFunctionOutput(args, i) ((args)->outArgs[i].dataPtr)

#endif
