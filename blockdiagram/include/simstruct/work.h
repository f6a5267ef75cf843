/* states, modes, zero crossings and work memory */
#ifndef BD_SIMSTRUCT_WORK_H
#define BD_SIMSTRUCT_WORK_H

/* states */
#define ssSetNumContStates(S, n)    bd_ss_set_int(&(S)->states_.continuous_count_, (int_T)(n))
#define ssSetNumDiscStates(S, n)    bd_ss_set_int(&(S)->states_.discrete_count_, (int_T)(n))
#define ssGetNumContStates(S)       ((S)->states_.continuous_count_)
#define ssGetNumDiscStates(S)       ((S)->states_.discrete_count_)
#define ssGetNumTotalStates(S)      ((S)->states_.continuous_count_ + (S)->states_.discrete_count_)
#define ssGetContStates(S)          ((S)->states_.continuous_)
#define ssGetRealDiscStates(S)      ((S)->states_.discrete_)
#define ssGetDiscStates(S)          ((S)->states_.discrete_)
#define ssGetdX(S)                  ((S)->states_.derivative_)
#define ssGetContStateDisabled(S)   ((S)->states_.disabled_)
#define ssGetContStateAddress(S)    ((S)->states_.continuous_)
#define ssSetContStateAddress(S, v) bd_ss_set_pointer((void **)&(S)->states_.continuous_, v)
#define ssGetAbsTol(S)              ((S)->states_.absolute_tolerance_)
#define ssGetRelTol(S)              ((S)->time_.relative_tolerance_)
#define ssGetStateAbsTol(S, i)                                                                     \
    (*bd_ss_real_at(S, (S)->states_.absolute_tolerance_, (S)->states_.continuous_count_,           \
                    (int_T)(i)))
#define ssSetStateAbsTol(S, i, v)                                                                  \
    bd_ss_set_real(bd_ss_real_at(S, (S)->states_.absolute_tolerance_,                              \
                                 (S)->states_.continuous_count_, (int_T)(i)),                      \
                   v)
#define ssGetAbsTolControl(S)        ((uint8_T *)NULL)
#define ssSetAbsTol(S, i, v)         ssSetStateAbsTol(S, i, v)
#define ssSetSolverNeedsReset(S)     bd_ss_set_int(&(S)->states_.needs_reset_, 1)
#define ssGetSolverNeedsReset(S)     ((S)->states_.needs_reset_)
#define ssSetZCCacheNeedsReset(S)    bd_ss_set_int(&(S)->states_.crossing_cache_needs_reset_, 1)
#define ssSetDerivCacheNeedsReset(S) bd_ss_set_int(&(S)->states_.derivative_cache_needs_reset_, 1)
#define ssSetBlkStateChange(S)       bd_ss_set_int(&(S)->states_.changed_, 1)
#define ssSetContTimeOutputInconsistentWithStateAtMajorStep(S)                                     \
    bd_ss_set_int(&(S)->states_.changed_, 1)
#define ssSetSkipContStatesConsistencyCheck(S, v)                                                  \
    bd_ss_set_int(&(S)->settings_[BD_SS_SKIP_STATE_CHECK], (v) ? 1 : 0)

#define ssSetContStateName(S, i, v) bd_ss_accept(S, i, v)
#define ssSetDiscStateName(S, i, v) bd_ss_accept(S, i, v)

/* modes and zero crossings */
#define ssSetNumModes(S, n) bd_ss_set_int(&(S)->states_.mode_count_, (int_T)(n))
#define ssGetNumModes(S)    ((S)->states_.mode_count_)
#define ssGetModeVector(S)  ((S)->states_.mode_)
#define ssGetModeVectorValue(S, i)                                                                 \
    (*bd_ss_integer_at(S, (S)->states_.mode_, (S)->states_.mode_count_, (int_T)(i)))
#define ssSetModeVectorValue(S, i, v)                                                              \
    bd_ss_set_int(bd_ss_integer_at(S, (S)->states_.mode_, (S)->states_.mode_count_, (int_T)(i)),   \
                  (int_T)(v))
#define ssSetNumNonsampledZCs(S, n) bd_ss_set_int(&(S)->states_.crossing_count_, (int_T)(n))
#define ssGetNumNonsampledZCs(S)    ((S)->states_.crossing_count_)
#define ssGetNonsampledZCs(S)       ((S)->states_.crossing_)
#define ssGetNonsampledZCDirs(S)    ((S)->states_.crossing_direction_)

/* Jacobian in compressed columns: rows of [A B; C D] */
#define ssSetJacobianNzMax(S, n) ((S)->host_->set_jacobian_size_(S, (int_T)(n)))
#define ssGetJacobianNzMax(S)    ((S)->jacobian_.nonzeros_)
#define ssGetJacobianIr(S)       ((S)->jacobian_.row_)
#define ssGetJacobianJc(S)       ((S)->jacobian_.column_)
#define ssGetJacobianPr(S)       ((S)->jacobian_.value_)

/* work vectors of integers, reals and pointers */
#define ssSetNumIWork(S, n) bd_ss_set_int(&(S)->work_.integer_count_, (int_T)(n))
#define ssSetNumRWork(S, n) bd_ss_set_int(&(S)->work_.real_count_, (int_T)(n))
#define ssSetNumPWork(S, n) bd_ss_set_int(&(S)->work_.pointer_count_, (int_T)(n))
#define ssGetNumIWork(S)    ((S)->work_.integer_count_)
#define ssGetNumRWork(S)    ((S)->work_.real_count_)
#define ssGetNumPWork(S)    ((S)->work_.pointer_count_)
#define ssGetIWork(S)       ((S)->work_.integer_)
#define ssGetRWork(S)       ((S)->work_.real_)
#define ssGetPWork(S)       ((S)->work_.pointer_)
#define ssGetIWorkValue(S, i)                                                                      \
    (*bd_ss_integer_at(S, (S)->work_.integer_, (S)->work_.integer_count_, (int_T)(i)))
#define ssGetRWorkValue(S, i)                                                                      \
    (*bd_ss_real_at(S, (S)->work_.real_, (S)->work_.real_count_, (int_T)(i)))
#define ssGetPWorkValue(S, i) (*bd_ss_pointer_at(S, (int_T)(i)))
#define ssSetIWorkValue(S, i, v)                                                                   \
    bd_ss_set_int(bd_ss_integer_at(S, (S)->work_.integer_, (S)->work_.integer_count_, (int_T)(i)), \
                  (int_T)(v))
#define ssSetRWorkValue(S, i, v)                                                                   \
    bd_ss_set_real(bd_ss_real_at(S, (S)->work_.real_, (S)->work_.real_count_, (int_T)(i)),         \
                   (real_T)(v))
#define ssSetPWorkValue(S, i, v) bd_ss_set_pointer(bd_ss_pointer_at(S, (int_T)(i)), (void *)(v))

/* DWork: typed work vectors */
#define ssSetNumDWork(S, n)         ((S)->host_->set_dwork_count_(S, (int_T)(n)))
#define ssGetNumDWork(S)            ((S)->work_.dwork_count_)
#define ssGetDWork(S, i)            (bd_ss_dwork_at(S, (int_T)(i))->data_)
#define ssSetDWork(S, i, v)         bd_ss_set_pointer(&bd_ss_dwork_at(S, (int_T)(i))->data_, v)
#define ssSetDWorkWidth(S, i, n)    bd_ss_set_int(&bd_ss_dwork_at(S, (int_T)(i))->width_, (int_T)(n))
#define ssGetDWorkWidth(S, i)       (bd_ss_dwork_at(S, (int_T)(i))->width_)
#define ssSetDWorkDataType(S, i, v) bd_ss_set_int(&bd_ss_dwork_at(S, (int_T)(i))->type_, (int_T)(v))
#define ssGetDWorkDataType(S, i)    (bd_ss_dwork_at(S, (int_T)(i))->type_)
#define ssSetDWorkComplexSignal(S, i, v)                                                           \
    bd_ss_set_int(&bd_ss_dwork_at(S, (int_T)(i))->complexity_, (int_T)(v))
#define ssGetDWorkComplexSignal(S, i) ((CSignal_T)bd_ss_dwork_at(S, (int_T)(i))->complexity_)
#define ssSetDWorkName(S, i, v)       bd_ss_set_text(&bd_ss_dwork_at(S, (int_T)(i))->name_, v)
#define ssGetDWorkName(S, i)          ((char_T *)bd_ss_dwork_at(S, (int_T)(i))->name_)
#define ssSetDWorkUsageType(S, i, v)                                                               \
    bd_ss_set_int(&bd_ss_dwork_at(S, (int_T)(i))->usage_, (int_T)(v))
#define ssGetDWorkUsageType(S, i) ((ssDWorkUsageType)bd_ss_dwork_at(S, (int_T)(i))->usage_)
#define ssSetDWorkUsedAsDState(S, i, v)                                                            \
    ssSetDWorkUsageType(S, i, (v) ? SS_DWORK_USED_AS_DSTATE : SS_DWORK_USED_AS_DWORK)
#define ssGetDWorkUsedAsDState(S, i)                                                               \
    (bd_ss_dwork_at(S, (int_T)(i))->usage_ == SS_DWORK_USED_AS_DSTATE)
#define ssSetDWorkRTWIdentifier(S, i, v)                                                           \
    bd_ss_set_text(&bd_ss_dwork_at(S, (int_T)(i))->rtw_identifier_, v)
#define ssGetDWorkRTWIdentifier(S, i) (bd_ss_dwork_at(S, (int_T)(i))->rtw_identifier_)
#define ssSetDWorkRTWTypeQualifier(S, i, v)                                                        \
    bd_ss_set_text(&bd_ss_dwork_at(S, (int_T)(i))->rtw_type_qualifier_, v)
#define ssGetDWorkRTWTypeQualifier(S, i) (bd_ss_dwork_at(S, (int_T)(i))->rtw_type_qualifier_)
#define ssSetDWorkRTWStorageClass(S, i, v)                                                         \
    bd_ss_set_int(&bd_ss_dwork_at(S, (int_T)(i))->rtw_storage_, (int_T)(v))
#define ssGetDWorkRTWStorageClass(S, i)                                                            \
    ((ssRTWStorageType)bd_ss_dwork_at(S, (int_T)(i))->rtw_storage_)
#define ssSetDWorkRTWIdentifierMustResolveToSignalObject(S, i, v)                                  \
    bd_ss_set_int(&bd_ss_dwork_at(S, (int_T)(i))->rtw_must_resolve_, (int_T)(v))
#define ssGetDWorkRTWIdentifierMustResolveToSignalObject(S, i)                                     \
    (bd_ss_dwork_at(S, (int_T)(i))->rtw_must_resolve_)

/* what belongs to the S-function alone */
#define ssSetUserData(S, v) bd_ss_set_pointer(&(S)->user_data_, (void *)(v))
#define ssGetUserData(S)    ((S)->user_data_)

#endif
