/* mdlRTW writes a record for a code generator. No code is generated here and mdlRTW is never
 * called; these accept what it would write and answer success, so that its source compiles. */
#ifndef BD_SIMSTRUCT_RTW_H
#define BD_SIMSTRUCT_RTW_H

#define ssWriteRTWParamSettings(...) bd_ss_accepted(__VA_ARGS__)
#define ssWriteRTWParameters(...)    bd_ss_accepted(__VA_ARGS__)
#define ssWriteRTWWorkVect(...)      bd_ss_accepted(__VA_ARGS__)
#define ssWriteRTWStr(...)           bd_ss_accepted(__VA_ARGS__)
#define ssWriteRTWStrParam(...)      bd_ss_accepted(__VA_ARGS__)
#define ssWriteRTWScalarParam(...)   bd_ss_accepted(__VA_ARGS__)
#define ssWriteRTWStrVectParam(...)  bd_ss_accepted(__VA_ARGS__)
#define ssWriteRTWVectParam(...)     bd_ss_accepted(__VA_ARGS__)
#define ssWriteRTW2dMatParam(...)    bd_ss_accepted(__VA_ARGS__)
#define ssWriteRTWMxVectParam(...)   bd_ss_accepted(__VA_ARGS__)
#define ssWriteRTWMx2dMatParam(...)  bd_ss_accepted(__VA_ARGS__)

#ifndef BD_SS_STRICT /* not documented: what wrappers of existing code register of themselves */
#define ssRegMdlInfo(...)        bd_ss_accepted(__VA_ARGS__)
#define MDL_INFO_ID_RESERVED     0
#define ssGetBlockDiagramName(S) ((BD_SS_READ char_T *)(S)->model_name_)
#endif

#define ssWriteRTWNameValuePair(...) bd_ss_accepted(__VA_ARGS__)
#define ssWriteRTWParameter(...)     bd_ss_accepted(__VA_ARGS__)

#endif
