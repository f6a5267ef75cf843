/* dialog parameters and the run-time parameters made of them */
#ifndef BD_SIMSTRUCT_PARAMETERS_H
#define BD_SIMSTRUCT_PARAMETERS_H

#define ssSetNumSFcnParams(S, n) ((S)->host_->set_parameter_count_(S, BD_SS_INT(n)))
#define ssGetNumSFcnParams(S)    BD_SS_VALUE((S)->parameters_.expected_)
#define ssGetSFcnParamsCount(S)  BD_SS_VALUE((S)->parameters_.count_)
#ifndef BD_SS_STRICT /* not documented */
#define ssSetSFcnParamsCount(S, n) bd_ss_set_int(&(S)->parameters_.count_, BD_SS_INT(n))
#endif
#define ssGetSFcnParam(S, i) ((BD_SS_READ mxArray *)bd_ss_parameter_value(S, BD_SS_INT(i)))
#ifndef BD_SS_STRICT /* not documented */
#define ssGetNumParameters(S) BD_SS_VALUE((S)->parameters_.expected_)

#endif
#define ssSetSFcnParamTunable(S, i, v)                                                             \
    bd_ss_set_int(&bd_ss_parameter_at(S, BD_SS_INT(i))->tunable_, BD_SS_INT(v))
#define ssSetSFcnParamNotTunable(S, i)                                                             \
    bd_ss_set_int(&bd_ss_parameter_at(S, BD_SS_INT(i))->tunable_, SS_PRM_NOT_TUNABLE)
#define ssGetSFcnParamTunable(S, i) BD_SS_VALUE(bd_ss_parameter_at(S, BD_SS_INT(i))->tunable_)
#define ssIsSFcnParamTunable(S, i)  (bd_ss_parameter_at(S, BD_SS_INT(i))->tunable_)
#define ssSetSFcnParamName(S, i, v) bd_ss_set_text(&bd_ss_parameter_at(S, BD_SS_INT(i))->name_, v)
/* the name as a value, or into a pointer that is the third argument */
#define BD_SS_NAME_2(S, i)                 ((BD_SS_READ char_T *)bd_ss_parameter_at(S, BD_SS_INT(i))->name_)
#define BD_SS_NAME_3(S, i, to)             (*(to) = (char_T *)BD_SS_NAME_2(S, i))
#define BD_SS_FOURTH(a, b, c, fourth, ...) fourth
#define ssGetSFcnParamName(...)                                                                    \
    BD_SS_FOURTH(__VA_ARGS__, BD_SS_NAME_3, BD_SS_NAME_2, unused)(__VA_ARGS__)
#define ssSetSFcnParamUnit(S, i, v)                                                                \
    bd_ss_set_int(&bd_ss_parameter_at(S, BD_SS_INT(i))->unit_, BD_SS_INT(v))
#define ssGetSFcnParamUnit(S, i) BD_SS_VALUE(bd_ss_parameter_at(S, BD_SS_INT(i))->unit_)
#ifndef BD_SS_STRICT /* not documented */
#define ssSetParameterName(S, i, v) ssSetSFcnParamName(S, i, v)
#endif
#define ssSetParameterTuningCompliance(S, v) bd_ss_accept(S, v)

/* older spellings */
#ifndef BD_SS_STRICT /* not documented */
#define ssSetNumInputArgs(S, n) ssSetNumSFcnParams(S, n)
#define ssGetNumInputArgs(S)    ssGetNumSFcnParams(S)
#define ssGetArgCount(S)        ssGetSFcnParamsCount(S)
#define ssGetArg(S, i)          ssGetSFcnParam(S, i)

#endif
#define ssSetNumRunTimeParams(S, n)                                                                \
    BD_SS_DO((S)->host_->set_run_time_parameter_count_(S, BD_SS_INT(n)))
#define ssGetNumRunTimeParams(S)    BD_SS_VALUE((S)->run_time_.count_)
#define ssGetRunTimeParamInfo(S, i) bd_ss_run_time_at(S, BD_SS_INT(i))
#define ssSetRunTimeParamInfo(S, i, record)                                                        \
    ((S)->host_->set_run_time_parameter_(S, BD_SS_INT(i), record))
#define ssUpdateRunTimeParamInfo(S, i, record)                                                     \
    BD_SS_DO((S)->host_->set_run_time_parameter_(S, BD_SS_INT(i), record))
#define ssUpdateRunTimeParamData(S, i, data)                                                       \
    BD_SS_DO((S)->host_->update_run_time_parameter_(S, BD_SS_INT(i), (void *)(data)))
#define ssRegAllTunableParamsAsRunTimeParams(S, names)                                             \
    BD_SS_DO((S)->host_->register_all_tunable_(S, (const char_T *const *)(names)))
#define ssUpdateAllTunableParamsAsRunTimeParams(S) BD_SS_DO((S)->host_->update_all_tunable_(S))
#define ssRegDlgParamAsRunTimeParam(S, dialog, index, name, type)                                  \
    BD_SS_DO((S)->host_->register_dialog_parameter_(S, BD_SS_INT(dialog), BD_SS_INT(index), name,  \
                                                    BD_SS_INT(type)))
#define ssUpdateDlgParamAsRunTimeParam(S, i)                                                       \
    BD_SS_DO((S)->host_->update_dialog_parameter_(S, BD_SS_INT(i)))
#define ssIsRunTimeParamTunable(S, i) ((boolean_T)((unsigned)(i) < (unsigned)(S)->run_time_.count_))

/* the data type a signal would need to carry the values of an array */
BD_SS_INLINE DTypeId bd_ss_type_of_array(const mxArray *array) {
    switch (array ? (int)mxGetClassID(array) : -1) {
    case mxDOUBLE_CLASS:
        return SS_DOUBLE;
    case mxSINGLE_CLASS:
        return SS_SINGLE;
    case mxINT8_CLASS:
        return SS_INT8;
    case mxUINT8_CLASS:
        return SS_UINT8;
    case mxINT16_CLASS:
        return SS_INT16;
    case mxUINT16_CLASS:
        return SS_UINT16;
    case mxINT32_CLASS:
        return SS_INT32;
    case mxUINT32_CLASS:
        return SS_UINT32;
    case mxINT64_CLASS:
        return SS_INT64;
    case mxUINT64_CLASS:
        return SS_UINT64;
    case mxLOGICAL_CLASS:
        return SS_BOOLEAN;
    default:
        return INVALID_DTYPE_ID;
    }
}
#define ssGetDTypeIdFromMxArray(m)   bd_ss_type_of_array(m)
#define ssGetSFcnParamDataType(S, i) bd_ss_type_of_array(ssGetSFcnParam(S, i))
#define ssGetSFcnParamDtypeId(S, i)  bd_ss_type_of_array(ssGetSFcnParam(S, i))

#endif
