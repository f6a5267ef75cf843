/* the block as a whole: names, errors, options, compliance, function calls, method pointers */
#ifndef BD_SIMSTRUCT_BLOCK_H
#define BD_SIMSTRUCT_BLOCK_H

#define ssGetPath(S)                          ((BD_SS_READ char_T *)(S)->path_)
#define ssGetModelName(S)                     ((BD_SS_READ char_T *)(S)->model_name_)
#define ssGetRootSS(S)                        BD_SS_VALUE((S)->root_)
#define ssGetParentSS(S)                      BD_SS_VALUE((S)->parent_)
#define ssSetSimulinkVersionGeneratedIn(S, v) bd_ss_set_text(&(S)->version_, v)
#define ssGetSimulinkVersionGeneratedIn(S)    BD_SS_VALUE((S)->version_)
#ifndef BD_SS_STRICT /* not documented */
#define ssSetPath(S, v)      bd_ss_set_text(&(S)->path_, v)
#define ssSetModelName(S, v) bd_ss_set_text(&(S)->model_name_, v)
#define ssSetRootSS(S, v)    BD_SS_DO((S)->root_ = (v))
#define ssSetParentSS(S, v)  BD_SS_DO((S)->parent_ = (v))
#define ssSetVersion(S, v)   bd_ss_accept(S, v)
#endif

#ifdef BD_SS_STATEMENTS /* for sources that end the call without a semicolon */
#define ssSetErrorStatus(S, text)                                                                  \
    { bd_ss_set_text(&(S)->error_, bd_ss_keep_error(S, text)); }
#else
#define ssSetErrorStatus(S, text) bd_ss_set_text(&(S)->error_, bd_ss_keep_error(S, text))
#endif
#define ssGetErrorStatus(S)            ((BD_SS_READ char_T *)(S)->error_)
#define ssSetLocalErrorStatus(S, text) bd_ss_set_text(&(S)->local_error_, bd_ss_keep_error(S, text))
#define ssGetLocalErrorStatus(S)       BD_SS_VALUE((S)->local_error_)
#define ssWarning(S, text)             BD_SS_DO((S)->host_->warn_(S, text))
#ifdef MATLAB_MEX_FILE
#define ssPrintf mexPrintf
#else
#define ssPrintf printf
#endif

#define ssSetOptions(S, v) BD_SS_DO((void)((S)->options_ = (unsigned int)(v)))
#define ssGetOptions(S)    BD_SS_VALUE((S)->options_)

#define bd_ss_setting(S, name)        ((S)->settings_[BD_SS_##name])
#define bd_ss_set_setting(S, name, v) bd_ss_set_int(&(S)->settings_[BD_SS_##name], BD_SS_INT(v))

#define ssGetSimMode(S) ((SS_SimMode)bd_ss_setting(S, SIM_MODE))
#ifndef BD_SS_STRICT /* not documented */
#define ssSetSimMode(S, v) bd_ss_set_setting(S, SIM_MODE, v)
#endif
#define ssIsExternalSim(S)                   (ssGetSimMode(S) == SS_SIMMODE_EXTERNAL)
#define ssRTWGenIsAccelerator(S)             (0)
#define ssRTWGenIsCodeGen(S)                 ((boolean_T)bd_ss_setting(S, CODE_GENERATION))
#define ssRTWGenIsModelReferenceRTWTarget(S) (0)
#define ssRTWGenIsModelReferenceSimTarget(S) ((boolean_T)bd_ss_setting(S, REFERENCE_TARGET))
#define ssIsRapidAcceleratorActive(S)        ((boolean_T)bd_ss_setting(S, RAPID_ACCELERATOR))
#define ssIsAcceleratorMode(S)               (0)
#define ssGetInlineParameters(S)             BD_SS_VALUE(bd_ss_setting(S, INLINE_PARAMETERS))
#define ssGetBlockReduction(S)               BD_SS_VALUE(bd_ss_setting(S, BLOCK_REDUCTION))
#define ssSetBlockReduction(S, v)            bd_ss_set_setting(S, BLOCK_REDUCTION, (v) ? 1 : 0)
typedef enum { SS_UNKNOWN_MODE = 0, SS_1_D_OR_COL_VECT, SS_1_D_ROW_OR_COL_VECT } ssVectorMode;
#define ssSetVectorMode(S, v) bd_ss_set_setting(S, VECTOR_MODE, v)
#ifndef BD_SS_STRICT /* not documented */
#define ssSetRTWGeneratedSFcn(S, v) bd_ss_set_setting(S, RTW_GENERATED, v)
#define ssGetRTWGeneratedSFcn(S)    BD_SS_VALUE(bd_ss_setting(S, RTW_GENERATED))
#endif
#define ssSetArrayLayoutForCodeGen(S, v)   bd_ss_set_setting(S, ARRAY_LAYOUT, v)
#define ssGetArrayLayoutForCodeGen(S)      ((ssArrayLayoutType)bd_ss_setting(S, ARRAY_LAYOUT))
#define ssSetAsBlockDiagramViewer(S, v)    bd_ss_set_setting(S, VIEWER, v)
#define ssSetParameterChangeEventTID(S, v) bd_ss_set_setting(S, PARAMETER_EVENT_TID, v)
#define ssGetParameterChangeEventTID(S)    BD_SS_VALUE(bd_ss_setting(S, PARAMETER_EVENT_TID))

#define ssSetSimStateCompliance(S, v)            bd_ss_set_setting(S, SIM_STATE_COMPLIANCE, v)
#define ssGetSimStateCompliance(S)               ((ssSimStateCompliance)bd_ss_setting(S, SIM_STATE_COMPLIANCE))
#define ssSetSimStateVisibility(S, v)            bd_ss_set_setting(S, SIM_STATE_VISIBILITY, v)
#define ssGetSimStateVisibility(S)               BD_SS_VALUE(bd_ss_setting(S, SIM_STATE_VISIBILITY))
#define ssSetOperatingPointCompliance(S, v)      bd_ss_set_setting(S, SIM_STATE_COMPLIANCE, v)
#define ssGetOperatingPointCompliance(S)         ssGetSimStateCompliance(S)
#define ssSetOperatingPointVisibility(S, v)      bd_ss_set_setting(S, SIM_STATE_VISIBILITY, v)
#define ssGetOperatingPointVisibility(S)         BD_SS_VALUE(bd_ss_setting(S, SIM_STATE_VISIBILITY))
#define ssSetRuntimeThreadSafetyCompliance(S, v) bd_ss_set_setting(S, THREAD_SAFETY, v)
#define ssGetRuntimeThreadSafetyCompliance(S)                                                      \
    ((ssRuntimeThreadSafetyCompliance)bd_ss_setting(S, THREAD_SAFETY))
#define ssSupportsMultipleExecInstances(S, v)              bd_ss_set_setting(S, MULTIPLE_EXECUTION, (v) ? 1 : 0)
#define ssHasStateInsideForEachSS(S, v)                    bd_ss_set_setting(S, STATE_INSIDE_FOR_EACH, (v) ? 1 : 0)
#define ssSetStateInsideForEachSS(S, v)                    bd_ss_set_setting(S, STATE_INSIDE_FOR_EACH, (v) ? 1 : 0)
#define ssSetModelReferenceSampleTimeInheritanceRule(S, v) bd_ss_set_setting(S, RATE_INHERITANCE, v)
#define ssGetModelReferenceSampleTimeInheritanceRule(S)                                            \
    ((ssSampleTimeInheritanceRule)bd_ss_setting(S, RATE_INHERITANCE))
#define ssSetModelReferenceSampleTimeDefaultInheritance(S)                                         \
    bd_ss_set_setting(S, RATE_INHERITANCE, USE_DEFAULT_FOR_DISCRETE_INHERITANCE)
#define ssSetModelReferenceSampleTimeDisallowInheritance(S)                                        \
    bd_ss_set_setting(S, RATE_INHERITANCE, DISALLOW_SAMPLE_TIME_INHERITANCE)
#define ssSetModelReferenceNormalModeSupport(S, v) bd_ss_set_setting(S, NORMAL_MODE_REFERENCE, v)
#define ssGetModelReferenceNormalModeSupport(S)                                                    \
    ((ssModelReferenceNormalModeSupport)bd_ss_setting(S, NORMAL_MODE_REFERENCE))
#define ssSetDisallowSampleTimeInheritance(S, v)                                                   \
    bd_ss_set_setting(S, RATE_INHERITANCE, DISALLOW_SAMPLE_TIME_INHERITANCE)

/* placement, asynchronous tasks: one task runs everything here, so these are only remembered */
#define ssSetPlacementGroup(S, v)            bd_ss_accept(S, v)
#define ssGetPlacementGroup(S)               ((const char_T *)"")
#define ssSetAsyncTaskPriorities(S, n, p)    bd_ss_set_setting(S, ASYNC_PRIORITY, (n) > 0 ? *(p) : 0)
#define ssSetAsyncTaskPriority(S, v)         bd_ss_set_setting(S, ASYNC_PRIORITY, v)
#define ssSetAsyncTimerAttributes(S, v)      bd_ss_accept(S, v)
#define ssSetAsyncTimerResolutionEl(S, i, v) bd_ss_accept(S, i, v)
#define ssSetExternalModeFcn(S, f)                                                                 \
    BD_SS_DO((void)((S)->methods_.external_mode_ = (bd_ss_method)(f)))
#define ssCallExternalModeFcn(S, f) ((f)(S))

/* function-call outputs */
#define ssSetCallSystemOutput(S, i)                    ((S)->host_->set_call_output_(S, BD_SS_INT(i)))
#define ssSetCallSystemNumFcnCallDestinations(S, i, n) bd_ss_accept(S, i, n)
#define ssCallSystemWithTid(S, i, tid)                 ((S)->host_->call_system_(S, BD_SS_INT(i), BD_SS_INT(tid)))
#define ssCallSystem(S, i)                             ((S)->host_->call_system_(S, BD_SS_INT(i), 0))
#define ssEnableSystem(S, i)                           ((S)->host_->enable_system_(S, BD_SS_INT(i)))
#define ssDisableSystem(S, i)                          ((S)->host_->disable_system_(S, BD_SS_INT(i)))
#define ssEnableSystemWithTid(S, i, tid)               ((void)(tid), (S)->host_->enable_system_(S, BD_SS_INT(i)))
#define ssDisableSystemWithTid(S, i, tid)                                                          \
    ((void)(tid), (S)->host_->disable_system_(S, BD_SS_INT(i)))
#define ssSetExplicitFCSSCtrl(S, v) bd_ss_set_setting(S, EXPLICIT_CALL_CONTROL, (v) ? 1 : 0)
#define ssGetExplicitFCSSCtrl(S)    BD_SS_VALUE(bd_ss_setting(S, EXPLICIT_CALL_CONTROL))

/* symbolic dimensions serve code generation; the numbers are what counts here */
typedef int_T SymbDimsId;
#define SL_INHERIT                                   (-1)
#define SL_NOSYMBDIMS                                (-2)
#define ssSetSymbolicDimsSupport(S, v)               bd_ss_accept(S, v)
#define ssSetInputPortSymbolicDimsId(S, p, v)        bd_ss_accept(S, p, v)
#define ssSetOutputPortSymbolicDimsId(S, p, v)       bd_ss_accept(S, p, v)
#define ssSetCompOutputPortSymbolicDimsId(S, p, v)   bd_ss_accept(S, p, v)
#define ssSetCompDWorkSymbolicDimsId(S, i, v)        bd_ss_accept(S, i, v)
#define ssGetCompInputPortSymbolicDimsId(S, p)       ((void)(S), (void)(p), SL_NOSYMBDIMS)
#define ssGetCompOutputPortSymbolicDimsId(S, p)      ((void)(S), (void)(p), SL_NOSYMBDIMS)
#define ssGetOutputPortSymbolicDimsId(S, p)          ((void)(S), (void)(p), SL_NOSYMBDIMS)
#define ssGetInputPortSymbolicDimsId(S, p)           ((void)(S), (void)(p), SL_NOSYMBDIMS)
#define ssRegisterSymbolicDimsExpr(S, v)             bd_ss_accept(S, v)
#define ssRegisterSymbolicDimsString(S, v)           bd_ss_accept(S, v)
#define ssRegisterSymbolicDimsIntValue(S, v)         bd_ss_accept(S, v)
#define ssRegisterSymbolicDims(S, v, n)              bd_ss_accept(S, v, n)
#define ssSetSupportedForRowMajorCodeGen(S, v)       bd_ss_accept(S, v)
#define ssSetSupportedForCodeReuseAcrossModels(S, v) bd_ss_accept(S, v)

/* checksums that generated S-functions carry */
#ifndef BD_SS_STRICT /* not documented */
#define ssSetChecksumVal(S, i, v) BD_SS_DO((void)((S)->checksum_[(unsigned)(i)&3u] = (uint32_T)(v)))
#define ssGetChecksumVal(S, i)    BD_SS_VALUE((S)->checksum_[(unsigned)(i)&3u])
#define ssSetChecksum0(S, v)      ssSetChecksumVal(S, 0, v)
#define ssSetChecksum1(S, v)      ssSetChecksumVal(S, 1, v)
#define ssSetChecksum2(S, v)      ssSetChecksumVal(S, 2, v)
#define ssSetChecksum3(S, v)      ssSetChecksumVal(S, 3, v)
#define ssGetChecksum0(S)         ssGetChecksumVal(S, 0)
#define ssGetChecksum1(S)         ssGetChecksumVal(S, 1)
#define ssGetChecksum2(S)         ssGetChecksumVal(S, 2)
#define ssGetChecksum3(S)         ssGetChecksumVal(S, 3)
#endif

/* a method may replace another one of the same instance */
#ifndef BD_SS_STRICT /* not documented */
#define ssSetmdlInitializeSizes(S, f)                                                              \
    BD_SS_DO((void)((S)->methods_.initialize_sizes_ = (bd_ss_method)(f)))
#define ssSetmdlInitializeSampleTimes(S, f)                                                        \
    BD_SS_DO((void)((S)->methods_.initialize_sample_times_ = (bd_ss_method)(f)))
#define ssSetmdlInitializeConditions(S, f)                                                         \
    BD_SS_DO((void)((S)->methods_.initialize_conditions_ = (bd_ss_method)(f)))
#define ssSetmdlCheckParameters(S, f)                                                              \
    BD_SS_DO((void)((S)->methods_.check_parameters_ = (bd_ss_method)(f)))
#define ssSetmdlProcessParameters(S, f)                                                            \
    BD_SS_DO((void)((S)->methods_.process_parameters_ = (bd_ss_method)(f)))
#define ssSetmdlSetWorkWidths(S, f)                                                                \
    BD_SS_DO((void)((S)->methods_.set_work_widths_ = (bd_ss_method)(f)))
#define ssSetmdlStart(S, f)       BD_SS_DO((void)((S)->methods_.start_ = (bd_ss_method)(f)))
#define ssSetmdlOutputs(S, f)     BD_SS_DO((void)((S)->methods_.outputs_ = (bd_ss_task_method)(f)))
#define ssSetmdlUpdate(S, f)      BD_SS_DO((void)((S)->methods_.update_ = (bd_ss_task_method)(f)))
#define ssSetmdlDerivatives(S, f) BD_SS_DO((void)((S)->methods_.derivatives_ = (bd_ss_method)(f)))
#define ssSetmdlJacobian(S, f)    BD_SS_DO((void)((S)->methods_.jacobian_ = (bd_ss_method)(f)))
#define ssSetmdlProjection(S, f)  BD_SS_DO((void)((S)->methods_.projection_ = (bd_ss_method)(f)))
#define ssSetmdlZeroCrossings(S, f)                                                                \
    BD_SS_DO((void)((S)->methods_.zero_crossings_ = (bd_ss_method)(f)))
#define ssSetmdlGetTimeOfNextVarHit(S, f)                                                          \
    BD_SS_DO((void)((S)->methods_.next_hit_ = (bd_ss_method)(f)))
#define ssSetmdlEnable(S, f)    BD_SS_DO((void)((S)->methods_.enable_ = (bd_ss_method)(f)))
#define ssSetmdlDisable(S, f)   BD_SS_DO((void)((S)->methods_.disable_ = (bd_ss_method)(f)))
#define ssSetmdlTerminate(S, f) BD_SS_DO((void)((S)->methods_.terminate_ = (bd_ss_method)(f)))
#define ssSetmdlRTW(S, f)       BD_SS_DO((void)((S)->methods_.rtw_ = (bd_ss_method)(f)))
#endif

/* and call them */
#ifndef BD_SS_STRICT /* not documented */
#define sfcnInitializeSizes(S)       ((S)->methods_.initialize_sizes_(S))
#define sfcnInitializeSampleTimes(S) ((S)->methods_.initialize_sample_times_(S))
#define sfcnInitializeConditions(S)  ((S)->methods_.initialize_conditions_(S))
#define sfcnStart(S)                 ((S)->methods_.start_(S))
#define sfcnOutputs(S, tid)          ((S)->methods_.outputs_(S, tid))
#define sfcnUpdate(S, tid)           ((S)->methods_.update_(S, tid))
#define sfcnDerivatives(S)           ((S)->methods_.derivatives_(S))
#define sfcnTerminate(S)             ((S)->methods_.terminate_(S))
#endif

#endif
