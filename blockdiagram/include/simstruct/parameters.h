/* dialog parameters and the run-time parameters made of them */
#ifndef BD_SIMSTRUCT_PARAMETERS_H
#define BD_SIMSTRUCT_PARAMETERS_H

#define ssSetNumSFcnParams(S, n)   ((S)->host_->set_parameter_count_(S, (int_T)(n)))
#define ssGetNumSFcnParams(S)      ((S)->parameters_.expected_)
#define ssGetSFcnParamsCount(S)    ((S)->parameters_.count_)
#define ssSetSFcnParamsCount(S, n) bd_ss_set_int(&(S)->parameters_.count_, (int_T)(n))
#define ssGetSFcnParam(S, i)       bd_ss_parameter_value(S, (int_T)(i))
#define ssGetNumParameters(S)      ((S)->parameters_.expected_)

#define ssSetSFcnParamTunable(S, i, v)                                                             \
    bd_ss_set_int(&bd_ss_parameter_at(S, (int_T)(i))->tunable_, (int_T)(v))
#define ssSetSFcnParamNotTunable(S, i)                                                             \
    bd_ss_set_int(&bd_ss_parameter_at(S, (int_T)(i))->tunable_, SS_PRM_NOT_TUNABLE)
#define ssGetSFcnParamTunable(S, i) (bd_ss_parameter_at(S, (int_T)(i))->tunable_)
#define ssIsSFcnParamTunable(S, i)  (bd_ss_parameter_at(S, (int_T)(i))->tunable_)
#define ssSetSFcnParamName(S, i, v) bd_ss_set_text(&bd_ss_parameter_at(S, (int_T)(i))->name_, v)
#define ssGetSFcnParamName(S, i)    ((char_T *)bd_ss_parameter_at(S, (int_T)(i))->name_)
#define ssSetSFcnParamUnit(S, i, v)                                                                \
    bd_ss_set_int(&bd_ss_parameter_at(S, (int_T)(i))->unit_, (int_T)(v))
#define ssGetSFcnParamUnit(S, i)             (bd_ss_parameter_at(S, (int_T)(i))->unit_)
#define ssSetParameterName(S, i, v)          ssSetSFcnParamName(S, i, v)
#define ssSetParameterTuningCompliance(S, v) bd_ss_accept(S, v)

/* older spellings */
#define ssSetNumInputArgs(S, n) ssSetNumSFcnParams(S, n)
#define ssGetNumInputArgs(S)    ssGetNumSFcnParams(S)
#define ssGetArgCount(S)        ssGetSFcnParamsCount(S)
#define ssGetArg(S, i)          ssGetSFcnParam(S, i)

#define ssSetNumRunTimeParams(S, n) ((S)->host_->set_run_time_parameter_count_(S, (int_T)(n)))
#define ssGetNumRunTimeParams(S)    ((S)->run_time_.count_)
#define ssGetRunTimeParamInfo(S, i) bd_ss_run_time_at(S, (int_T)(i))
#define ssSetRunTimeParamInfo(S, i, record)                                                        \
    ((S)->host_->set_run_time_parameter_(S, (int_T)(i), record))
#define ssUpdateRunTimeParamInfo(S, i, record)                                                     \
    ((S)->host_->set_run_time_parameter_(S, (int_T)(i), record))
#define ssUpdateRunTimeParamData(S, i, data)                                                       \
    ((S)->host_->update_run_time_parameter_(S, (int_T)(i), (void *)(data)))
#define ssRegAllTunableParamsAsRunTimeParams(S, names)                                             \
    ((S)->host_->register_all_tunable_(S, (const char_T *const *)(names)))
#define ssUpdateAllTunableParamsAsRunTimeParams(S) ((S)->host_->update_all_tunable_(S))
#define ssRegDlgParamAsRunTimeParam(S, dialog, index, name, type)                                  \
    ((S)->host_->register_dialog_parameter_(S, (int_T)(dialog), (int_T)(index), name,              \
                                            (int_T)(type)))
#define ssUpdateDlgParamAsRunTimeParam(S, i) ((S)->host_->update_dialog_parameter_(S, (int_T)(i)))
#define ssIsRunTimeParamTunable(S, i)        ((boolean_T)((unsigned)(i) < (unsigned)(S)->run_time_.count_))

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
