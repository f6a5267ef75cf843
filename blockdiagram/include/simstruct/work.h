/* states, modes, zero crossings and work memory */
#ifndef BD_SIMSTRUCT_WORK_H
#define BD_SIMSTRUCT_WORK_H

/* states */
#define ssSetNumContStates(S, n)    bd_ss_set_int(&(S)->states.continuous_count, (int_T)(n))
#define ssSetNumDiscStates(S, n)    bd_ss_set_int(&(S)->states.discrete_count, (int_T)(n))
#define ssGetNumContStates(S)       ((S)->states.continuous_count)
#define ssGetNumDiscStates(S)       ((S)->states.discrete_count)
#define ssGetNumTotalStates(S)      ((S)->states.continuous_count + (S)->states.discrete_count)
#define ssGetContStates(S)          ((S)->states.continuous)
#define ssGetRealDiscStates(S)      ((S)->states.discrete)
#define ssGetDiscStates(S)          ((S)->states.discrete)
#define ssGetdX(S)                  ((S)->states.derivative)
#define ssGetContStateDisabled(S)   ((S)->states.disabled)
#define ssGetContStateAddress(S)    ((S)->states.continuous)
#define ssSetContStateAddress(S, v) bd_ss_set_pointer((void **)&(S)->states.continuous, v)
#define ssGetAbsTol(S)              ((S)->states.absolute_tolerance)
#define ssGetRelTol(S)              ((S)->time.relative_tolerance)
#define ssGetStateAbsTol(S, i)                                                                     \
    (*bd_ss_real_at(S, (S)->states.absolute_tolerance, (S)->states.continuous_count, (int_T)(i)))
#define ssSetStateAbsTol(S, i, v)                                                                  \
    bd_ss_set_real(bd_ss_real_at(S, (S)->states.absolute_tolerance, (S)->states.continuous_count,  \
                                 (int_T)(i)),                                                      \
                   v)
#define ssGetAbsTolControl(S)        ((uint8_T *)NULL)
#define ssSetAbsTol(S, i, v)         ssSetStateAbsTol(S, i, v)
#define ssSetSolverNeedsReset(S)     bd_ss_set_int(&(S)->states.needs_reset, 1)
#define ssGetSolverNeedsReset(S)     ((S)->states.needs_reset)
#define ssSetZCCacheNeedsReset(S)    bd_ss_set_int(&(S)->states.crossing_cache_needs_reset, 1)
#define ssSetDerivCacheNeedsReset(S) bd_ss_set_int(&(S)->states.derivative_cache_needs_reset, 1)
#define ssSetBlkStateChange(S)       bd_ss_set_int(&(S)->states.changed, 1)
#define ssSetContTimeOutputInconsistentWithStateAtMajorStep(S)                                     \
    bd_ss_set_int(&(S)->states.changed, 1)
#define ssSetSkipContStatesConsistencyCheck(S, v)                                                  \
    bd_ss_set_int(&(S)->settings[BD_SS_SKIP_STATE_CHECK], (v) ? 1 : 0)

#define ssSetContStateName(S, i, v) bd_ss_accept(S, i, v)
#define ssSetDiscStateName(S, i, v) bd_ss_accept(S, i, v)

/* modes and zero crossings */
#define ssSetNumModes(S, n) bd_ss_set_int(&(S)->states.mode_count, (int_T)(n))
#define ssGetNumModes(S)    ((S)->states.mode_count)
#define ssGetModeVector(S)  ((S)->states.mode)
#define ssGetModeVectorValue(S, i)                                                                 \
    (*bd_ss_integer_at(S, (S)->states.mode, (S)->states.mode_count, (int_T)(i)))
#define ssSetModeVectorValue(S, i, v)                                                              \
    bd_ss_set_int(bd_ss_integer_at(S, (S)->states.mode, (S)->states.mode_count, (int_T)(i)),       \
                  (int_T)(v))
#define ssSetNumNonsampledZCs(S, n) bd_ss_set_int(&(S)->states.crossing_count, (int_T)(n))
#define ssGetNumNonsampledZCs(S)    ((S)->states.crossing_count)
#define ssGetNonsampledZCs(S)       ((S)->states.crossing)
#define ssGetNonsampledZCDirs(S)    ((S)->states.crossing_direction)

/* Jacobian in compressed columns: rows of [A B; C D] */
#define ssSetJacobianNzMax(S, n) ((S)->host->set_jacobian_size(S, (int_T)(n)))
#define ssGetJacobianNzMax(S)    ((S)->jacobian.nonzeros)
#define ssGetJacobianIr(S)       ((S)->jacobian.row)
#define ssGetJacobianJc(S)       ((S)->jacobian.column)
#define ssGetJacobianPr(S)       ((S)->jacobian.value)

/* work vectors of integers, reals and pointers */
#define ssSetNumIWork(S, n) bd_ss_set_int(&(S)->work.integer_count, (int_T)(n))
#define ssSetNumRWork(S, n) bd_ss_set_int(&(S)->work.real_count, (int_T)(n))
#define ssSetNumPWork(S, n) bd_ss_set_int(&(S)->work.pointer_count, (int_T)(n))
#define ssGetNumIWork(S)    ((S)->work.integer_count)
#define ssGetNumRWork(S)    ((S)->work.real_count)
#define ssGetNumPWork(S)    ((S)->work.pointer_count)
#define ssGetIWork(S)       ((S)->work.integer)
#define ssGetRWork(S)       ((S)->work.real)
#define ssGetPWork(S)       ((S)->work.pointer)
#define ssGetIWorkValue(S, i)                                                                      \
    (*bd_ss_integer_at(S, (S)->work.integer, (S)->work.integer_count, (int_T)(i)))
#define ssGetRWorkValue(S, i) (*bd_ss_real_at(S, (S)->work.real, (S)->work.real_count, (int_T)(i)))
#define ssGetPWorkValue(S, i) (*bd_ss_pointer_at(S, (int_T)(i)))
#define ssSetIWorkValue(S, i, v)                                                                   \
    bd_ss_set_int(bd_ss_integer_at(S, (S)->work.integer, (S)->work.integer_count, (int_T)(i)),     \
                  (int_T)(v))
#define ssSetRWorkValue(S, i, v)                                                                   \
    bd_ss_set_real(bd_ss_real_at(S, (S)->work.real, (S)->work.real_count, (int_T)(i)), (real_T)(v))
#define ssSetPWorkValue(S, i, v) bd_ss_set_pointer(bd_ss_pointer_at(S, (int_T)(i)), (void *)(v))

/* DWork: typed work vectors */
#define ssSetNumDWork(S, n)         ((S)->host->set_dwork_count(S, (int_T)(n)))
#define ssGetNumDWork(S)            ((S)->work.dwork_count)
#define ssGetDWork(S, i)            (bd_ss_dwork_at(S, (int_T)(i))->data)
#define ssSetDWork(S, i, v)         bd_ss_set_pointer(&bd_ss_dwork_at(S, (int_T)(i))->data, v)
#define ssSetDWorkWidth(S, i, n)    bd_ss_set_int(&bd_ss_dwork_at(S, (int_T)(i))->width, (int_T)(n))
#define ssGetDWorkWidth(S, i)       (bd_ss_dwork_at(S, (int_T)(i))->width)
#define ssSetDWorkDataType(S, i, v) bd_ss_set_int(&bd_ss_dwork_at(S, (int_T)(i))->type, (int_T)(v))
#define ssGetDWorkDataType(S, i)    (bd_ss_dwork_at(S, (int_T)(i))->type)
#define ssSetDWorkComplexSignal(S, i, v)                                                           \
    bd_ss_set_int(&bd_ss_dwork_at(S, (int_T)(i))->complexity, (int_T)(v))
#define ssGetDWorkComplexSignal(S, i) ((CSignal_T)bd_ss_dwork_at(S, (int_T)(i))->complexity)
#define ssSetDWorkName(S, i, v)       bd_ss_set_text(&bd_ss_dwork_at(S, (int_T)(i))->name, v)
#define ssGetDWorkName(S, i)          ((char_T *)bd_ss_dwork_at(S, (int_T)(i))->name)
#define ssSetDWorkUsageType(S, i, v)                                                               \
    bd_ss_set_int(&bd_ss_dwork_at(S, (int_T)(i))->usage, (int_T)(v))
#define ssGetDWorkUsageType(S, i) ((ssDWorkUsageType)bd_ss_dwork_at(S, (int_T)(i))->usage)
#define ssSetDWorkUsedAsDState(S, i, v)                                                            \
    ssSetDWorkUsageType(S, i, (v) ? SS_DWORK_USED_AS_DSTATE : SS_DWORK_USED_AS_DWORK)
#define ssGetDWorkUsedAsDState(S, i)                                                               \
    (bd_ss_dwork_at(S, (int_T)(i))->usage == SS_DWORK_USED_AS_DSTATE)
#define ssSetDWorkRTWIdentifier(S, i, v)                                                           \
    bd_ss_set_text(&bd_ss_dwork_at(S, (int_T)(i))->rtw_identifier, v)
#define ssGetDWorkRTWIdentifier(S, i) (bd_ss_dwork_at(S, (int_T)(i))->rtw_identifier)
#define ssSetDWorkRTWTypeQualifier(S, i, v)                                                        \
    bd_ss_set_text(&bd_ss_dwork_at(S, (int_T)(i))->rtw_type_qualifier, v)
#define ssGetDWorkRTWTypeQualifier(S, i) (bd_ss_dwork_at(S, (int_T)(i))->rtw_type_qualifier)
#define ssSetDWorkRTWStorageClass(S, i, v)                                                         \
    bd_ss_set_int(&bd_ss_dwork_at(S, (int_T)(i))->rtw_storage, (int_T)(v))
#define ssGetDWorkRTWStorageClass(S, i)                                                            \
    ((ssRTWStorageType)bd_ss_dwork_at(S, (int_T)(i))->rtw_storage)
#define ssSetDWorkRTWIdentifierMustResolveToSignalObject(S, i, v)                                  \
    bd_ss_set_int(&bd_ss_dwork_at(S, (int_T)(i))->rtw_must_resolve, (int_T)(v))
#define ssGetDWorkRTWIdentifierMustResolveToSignalObject(S, i)                                     \
    (bd_ss_dwork_at(S, (int_T)(i))->rtw_must_resolve)

/* what belongs to the S-function alone */
#define ssSetUserData(S, v) bd_ss_set_pointer(&(S)->user_data, (void *)(v))
#define ssGetUserData(S)    ((S)->user_data)

#endif
