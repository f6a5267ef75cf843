/* states, modes, zero crossings and work memory */
#ifndef BD_SIMSTRUCT_WORK_H
#define BD_SIMSTRUCT_WORK_H

/* states */
#define ssSetNumContStates(S, n)  bd_ss_set_int(&(S)->states_.continuous_count_, BD_SS_INT(n))
#define ssSetNumDiscStates(S, n)  bd_ss_set_int(&(S)->states_.discrete_count_, BD_SS_INT(n))
#define ssGetNumContStates(S)     BD_SS_VALUE((S)->states_.continuous_count_)
#define ssGetNumDiscStates(S)     BD_SS_VALUE((S)->states_.discrete_count_)
#define ssGetNumTotalStates(S)    ((S)->states_.continuous_count_ + (S)->states_.discrete_count_)
#define ssGetContStates(S)        BD_SS_VALUE((S)->states_.continuous_)
#define ssGetRealDiscStates(S)    BD_SS_VALUE((S)->states_.discrete_)
#define ssGetDiscStates(S)        BD_SS_VALUE((S)->states_.discrete_)
#define ssGetdX(S)                BD_SS_VALUE((S)->states_.derivative_)
#define ssGetContStateDisabled(S) BD_SS_VALUE((S)->states_.disabled_)
#ifndef BD_SS_STRICT /* not documented */
#define ssGetContStateAddress(S)    BD_SS_VALUE((S)->states_.continuous_)
#define ssSetContStateAddress(S, v) bd_ss_set_pointer((void **)&(S)->states_.continuous_, v)
#endif
#define ssGetAbsTol(S) BD_SS_VALUE((S)->states_.absolute_tolerance_)
#define ssGetRelTol(S) BD_SS_VALUE((S)->time_.relative_tolerance_)
#define ssGetStateAbsTol(S, i)                                                                     \
    BD_SS_VALUE(*bd_ss_real_at(S, (S)->states_.absolute_tolerance_,                                \
                               (S)->states_.continuous_count_, BD_SS_INT(i)))
#define ssSetStateAbsTol(S, i, v)                                                                  \
    bd_ss_set_real(bd_ss_real_at(S, (S)->states_.absolute_tolerance_,                              \
                                 (S)->states_.continuous_count_, BD_SS_INT(i)),                    \
                   v)
#define ssGetAbsTolControl(S)        ((uint8_T *)0)
#define ssSetAbsTol(S, i, v)         ssSetStateAbsTol(S, i, v)
#define ssSetSolverNeedsReset(S)     bd_ss_set_int(&(S)->states_.needs_reset_, 1)
#define ssGetSolverNeedsReset(S)     BD_SS_VALUE((S)->states_.needs_reset_)
#define ssSetZCCacheNeedsReset(S)    bd_ss_set_int(&(S)->states_.crossing_cache_needs_reset_, 1)
#define ssSetDerivCacheNeedsReset(S) bd_ss_set_int(&(S)->states_.derivative_cache_needs_reset_, 1)
#ifndef BD_SS_STRICT /* not documented */
#define ssSetBlkStateChange(S) bd_ss_set_int(&(S)->states_.changed_, 1)
#endif
#define ssSetContTimeOutputInconsistentWithStateAtMajorStep(S)                                     \
    bd_ss_set_int(&(S)->states_.changed_, 1)
#define ssSetSkipContStatesConsistencyCheck(S, v)                                                  \
    bd_ss_set_int(&(S)->settings_[BD_SS_SKIP_STATE_CHECK], (v) ? 1 : 0)

#define ssSetContStateName(S, i, v) bd_ss_accept(S, i, v)
#define ssSetDiscStateName(S, i, v) bd_ss_accept(S, i, v)

/* modes and zero crossings */
#define ssSetNumModes(S, n) bd_ss_set_int(&(S)->states_.mode_count_, BD_SS_INT(n))
#define ssGetNumModes(S)    BD_SS_VALUE((S)->states_.mode_count_)
#define ssGetModeVector(S)  BD_SS_VALUE((S)->states_.mode_)
#define ssGetModeVectorValue(S, i)                                                                 \
    BD_SS_VALUE(*bd_ss_integer_at(S, (S)->states_.mode_, (S)->states_.mode_count_, BD_SS_INT(i)))
#define ssSetModeVectorValue(S, i, v)                                                              \
    bd_ss_set_int(bd_ss_integer_at(S, (S)->states_.mode_, (S)->states_.mode_count_, BD_SS_INT(i)), \
                  BD_SS_INT(v))
#define ssSetNumNonsampledZCs(S, n) bd_ss_set_int(&(S)->states_.crossing_count_, BD_SS_INT(n))
#define ssGetNumNonsampledZCs(S)    BD_SS_VALUE((S)->states_.crossing_count_)
#define ssGetNonsampledZCs(S)       BD_SS_VALUE((S)->states_.crossing_)
#define ssGetNonsampledZCDirs(S)    BD_SS_VALUE((S)->states_.crossing_direction_)

/* Jacobian in compressed columns: rows of [A B; C D] */
#define ssSetJacobianNzMax(S, n) BD_SS_DO((S)->host_->set_jacobian_size_(S, BD_SS_INT(n)))
#define ssGetJacobianNzMax(S)    BD_SS_VALUE((S)->jacobian_.nonzeros_)
#define ssGetJacobianIr(S)       BD_SS_VALUE((S)->jacobian_.row_)
#define ssGetJacobianJc(S)       BD_SS_VALUE((S)->jacobian_.column_)
#define ssGetJacobianPr(S)       BD_SS_VALUE((S)->jacobian_.value_)

/* work vectors of integers, reals and pointers */
#define ssSetNumIWork(S, n) bd_ss_set_int(&(S)->work_.integer_count_, BD_SS_INT(n))
#define ssSetNumRWork(S, n) bd_ss_set_int(&(S)->work_.real_count_, BD_SS_INT(n))
#define ssSetNumPWork(S, n) bd_ss_set_int(&(S)->work_.pointer_count_, BD_SS_INT(n))
#define ssGetNumIWork(S)    BD_SS_VALUE((S)->work_.integer_count_)
#define ssGetNumRWork(S)    BD_SS_VALUE((S)->work_.real_count_)
#define ssGetNumPWork(S)    BD_SS_VALUE((S)->work_.pointer_count_)
#define ssGetIWork(S)       BD_SS_VALUE((S)->work_.integer_)
#define ssGetRWork(S)       BD_SS_VALUE((S)->work_.real_)
#define ssGetPWork(S)       BD_SS_VALUE((S)->work_.pointer_)
#define ssGetIWorkValue(S, i)                                                                      \
    BD_SS_VALUE(*bd_ss_integer_at(S, (S)->work_.integer_, (S)->work_.integer_count_, BD_SS_INT(i)))
#define ssGetRWorkValue(S, i)                                                                      \
    BD_SS_VALUE(*bd_ss_real_at(S, (S)->work_.real_, (S)->work_.real_count_, BD_SS_INT(i)))
#define ssGetPWorkValue(S, i) BD_SS_VALUE(*bd_ss_pointer_at(S, BD_SS_INT(i)))
#define ssSetIWorkValue(S, i, v)                                                                   \
    bd_ss_set_int(                                                                                 \
        bd_ss_integer_at(S, (S)->work_.integer_, (S)->work_.integer_count_, BD_SS_INT(i)),         \
        BD_SS_INT(v))
#define ssSetRWorkValue(S, i, v)                                                                   \
    bd_ss_set_real(bd_ss_real_at(S, (S)->work_.real_, (S)->work_.real_count_, BD_SS_INT(i)),       \
                   BD_SS_REAL(v))
#define ssSetPWorkValue(S, i, v)                                                                   \
    bd_ss_set_pointer(bd_ss_pointer_at(S, BD_SS_INT(i)), BD_SS_ADDRESS(v))

/* DWork: typed work vectors */
#define ssSetNumDWork(S, n) ((S)->host_->set_dwork_count_(S, BD_SS_INT(n)))
#define ssGetNumDWork(S)    BD_SS_VALUE((S)->work_.dwork_count_)
#define ssGetDWork(S, i)    BD_SS_VALUE(bd_ss_dwork_at(S, BD_SS_INT(i))->data_)
#ifndef BD_SS_STRICT /* not documented */
#define ssSetDWork(S, i, v) bd_ss_set_pointer(&bd_ss_dwork_at(S, BD_SS_INT(i))->data_, v)
#endif
#define ssSetDWorkWidth(S, i, n)                                                                   \
    bd_ss_set_int(&bd_ss_dwork_at(S, BD_SS_INT(i))->width_, BD_SS_INT(n))
#define ssGetDWorkWidth(S, i) BD_SS_VALUE(bd_ss_dwork_at(S, BD_SS_INT(i))->width_)
#define ssSetDWorkDataType(S, i, v)                                                                \
    bd_ss_set_int(&bd_ss_dwork_at(S, BD_SS_INT(i))->type_, BD_SS_INT(v))
#define ssGetDWorkDataType(S, i) BD_SS_VALUE(bd_ss_dwork_at(S, BD_SS_INT(i))->type_)
#define ssSetDWorkComplexSignal(S, i, v)                                                           \
    bd_ss_set_int(&bd_ss_dwork_at(S, BD_SS_INT(i))->complexity_, BD_SS_INT(v))
#define ssGetDWorkComplexSignal(S, i) ((CSignal_T)bd_ss_dwork_at(S, BD_SS_INT(i))->complexity_)
#define ssSetDWorkName(S, i, v)       bd_ss_set_text(&bd_ss_dwork_at(S, BD_SS_INT(i))->name_, v)
#define ssGetDWorkName(S, i)          ((char_T *)bd_ss_dwork_at(S, BD_SS_INT(i))->name_)
#define ssSetDWorkUsageType(S, i, v)                                                               \
    bd_ss_set_int(&bd_ss_dwork_at(S, BD_SS_INT(i))->usage_, BD_SS_INT(v))
#define ssGetDWorkUsageType(S, i) ((ssDWorkUsageType)bd_ss_dwork_at(S, BD_SS_INT(i))->usage_)
#define ssSetDWorkUsedAsDState(S, i, v)                                                            \
    ssSetDWorkUsageType(S, i, (v) ? SS_DWORK_USED_AS_DSTATE : SS_DWORK_USED_AS_DWORK)
#define ssGetDWorkUsedAsDState(S, i)                                                               \
    (bd_ss_dwork_at(S, BD_SS_INT(i))->usage_ == SS_DWORK_USED_AS_DSTATE)
#define ssSetDWorkRTWIdentifier(S, i, v)                                                           \
    bd_ss_set_text(&bd_ss_dwork_at(S, BD_SS_INT(i))->rtw_identifier_, v)
#define ssGetDWorkRTWIdentifier(S, i) BD_SS_VALUE(bd_ss_dwork_at(S, BD_SS_INT(i))->rtw_identifier_)
#define ssSetDWorkRTWTypeQualifier(S, i, v)                                                        \
    bd_ss_set_text(&bd_ss_dwork_at(S, BD_SS_INT(i))->rtw_type_qualifier_, v)
#define ssGetDWorkRTWTypeQualifier(S, i)                                                           \
    BD_SS_VALUE(bd_ss_dwork_at(S, BD_SS_INT(i))->rtw_type_qualifier_)
#define ssSetDWorkRTWStorageClass(S, i, v)                                                         \
    bd_ss_set_int(&bd_ss_dwork_at(S, BD_SS_INT(i))->rtw_storage_, BD_SS_INT(v))
#define ssGetDWorkRTWStorageClass(S, i)                                                            \
    ((ssRTWStorageType)bd_ss_dwork_at(S, BD_SS_INT(i))->rtw_storage_)
#define ssSetDWorkRTWIdentifierMustResolveToSignalObject(S, i, v)                                  \
    bd_ss_set_int(&bd_ss_dwork_at(S, BD_SS_INT(i))->rtw_must_resolve_, BD_SS_INT(v))
#define ssGetDWorkRTWIdentifierMustResolveToSignalObject(S, i)                                     \
    BD_SS_VALUE(bd_ss_dwork_at(S, BD_SS_INT(i))->rtw_must_resolve_)

/* what belongs to the S-function alone */
#define ssSetUserData(S, v) bd_ss_set_pointer(&(S)->user_data_, BD_SS_ADDRESS(v))
#define ssGetUserData(S)    BD_SS_VALUE((S)->user_data_)

#endif
