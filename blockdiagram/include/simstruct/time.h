/* rates, sample hits, simulation time and the solver */
#ifndef BD_SIMSTRUCT_TIME_H
#define BD_SIMSTRUCT_TIME_H

#define ssSetNumSampleTimes(S, n) BD_SS_DO((S)->host_->set_sample_time_count_(S, BD_SS_INT(n)))
#define ssGetNumSampleTimes(S)    BD_SS_VALUE((S)->rates_.count_)
#define ssSetSampleTime(S, i, v)                                                                   \
    bd_ss_set_real(bd_ss_rate_at(S, (S)->rates_.period_, BD_SS_INT(i)), BD_SS_REAL(v))
#define ssSetOffsetTime(S, i, v)                                                                   \
    bd_ss_set_real(bd_ss_rate_at(S, (S)->rates_.offset_, BD_SS_INT(i)), BD_SS_REAL(v))
#define ssGetSampleTime(S, i) BD_SS_VALUE(*bd_ss_rate_at(S, (S)->rates_.period_, BD_SS_INT(i)))
#define ssGetOffsetTime(S, i) BD_SS_VALUE(*bd_ss_rate_at(S, (S)->rates_.offset_, BD_SS_INT(i)))
#define ssGetSampleTimePtr(S) BD_SS_VALUE((S)->rates_.period_)
#define ssGetOffsetTimePtr(S) BD_SS_VALUE((S)->rates_.offset_)
#define ssGetSampleTimeTaskID(S, i)                                                                \
    ((unsigned)(i) < (unsigned)(S)->rates_.count_ ? (S)->rates_.task_[i] : -1)
#define ssGetSampleTimeTaskIDPtr(S) BD_SS_VALUE((S)->rates_.task_)
#define ssSampleAndOffsetAreTriggered(period, offset)                                              \
    ((period) == INHERITED_SAMPLE_TIME && (offset) == TRIGGERED_SAMPLE_TIME_OFFSET)
#define ssGetPortBasedSampleTimeBlockIsTriggered(S) BD_SS_VALUE((S)->settings_[BD_SS_TRIGGERED])

/* hits: one task runs the whole diagram, so tid plays no part in the answer */
#define ssIsSampleHit(S, sti, tid) ((void)(tid), bd_ss_hit(S, BD_SS_INT(sti)))
#define ssIsContinuousTask(S, tid) ((void)(tid), bd_ss_continuous_hit(S))
#define ssIsSpecialSampleHit(S, sti, promoted, tid)                                                \
    ((void)(tid), bd_ss_hit(S, BD_SS_INT(sti)) && bd_ss_hit(S, BD_SS_INT(promoted)))
#ifndef BD_SS_STRICT /* not documented */
#define ssGetSampleHitPtr(S)         BD_SS_VALUE((S)->rates_.hit_)
#define ssGetPerTaskSampleHitsPtr(S) BD_SS_VALUE((S)->rates_.hit_)

#endif
#define ssGetT(S) BD_SS_VALUE((S)->time_.now_)
#ifndef BD_SS_STRICT /* not documented */
#define ssGetTPtr(S) (&(S)->time_.now_)
#endif
#define ssGetTaskTime(S, sti)           BD_SS_VALUE(*bd_ss_rate_at(S, (S)->rates_.time_, BD_SS_INT(sti)))
#define ssGetTStart(S)                  BD_SS_VALUE((S)->time_.start_)
#define ssGetTFinal(S)                  BD_SS_VALUE((S)->time_.final_)
#define ssGetTNext(S)                   BD_SS_VALUE((S)->time_.next_)
#define ssSetTNext(S, v)                bd_ss_set_real(&(S)->time_.next_, BD_SS_REAL(v))
#define ssGetLastSolverTime(S)          BD_SS_VALUE((S)->time_.last_)
#define ssGetTimeOfLastOutput(S)        BD_SS_VALUE((S)->time_.last_)
#define ssGetElapseTime(S, v)           ((void)(*(v) = (S)->time_.task_elapsed_))
#define ssGetElapseTimeCount(S, v)      ((void)(*(v) = 0))
#define ssGetElapseTimeResolution(S, v) ((void)(*(v) = 0.0))
#define ssSetNeedElapseTime(S, v)                                                                  \
    bd_ss_set_int(&(S)->settings_[BD_SS_NEEDS_ELAPSED_TIME], BD_SS_INT(v))
#define ssGetNeedElapseTime(S) BD_SS_VALUE((S)->settings_[BD_SS_NEEDS_ELAPSED_TIME])
#define ssSetNeedAbsoluteTime(S, v)                                                                \
    bd_ss_set_int(&(S)->settings_[BD_SS_NEEDS_ABSOLUTE_TIME], BD_SS_INT(v))
#define ssGetNeedAbsoluteTime(S) BD_SS_VALUE((S)->settings_[BD_SS_NEEDS_ABSOLUTE_TIME])
#define ssSetTimeSource(S, v)    bd_ss_set_int(&(S)->settings_[BD_SS_TIME_SOURCE], BD_SS_INT(v))
#define ssGetTimeSource(S)       ((ssTimeSource)(S)->settings_[BD_SS_TIME_SOURCE])

#define ssIsMajorTimeStep(S)      ((boolean_T)((S)->time_.major_ != 0))
#define ssIsMinorTimeStep(S)      ((boolean_T)((S)->time_.major_ == 0))
#define ssGetSimTimeStep(S)       ((SimTimeStep)(S)->time_.major_)
#define ssIsModeUpdateTimeStep(S) ((boolean_T)((S)->time_.mode_update_ != 0))
#define ssIsFirstInitCond(S)      ((boolean_T)((S)->time_.first_initial_condition_ != 0))
#define ssIsVariableStepSolver(S) ((boolean_T)((S)->time_.variable_step_ != 0))
#ifndef BD_SS_STRICT /* not documented */
#define ssGetVariableStepSolver(S) ssIsVariableStepSolver(S)
#endif
#define ssIsSolverComputingJacobian(S) ((boolean_T)0)
#define ssGetSolverName(S)             ((BD_SS_READ char_T *)(S)->time_.solver_name_)
#define ssGetSolverMode(S)             ((SolverMode)(S)->time_.solver_mode_)
#define ssGetFixedStepSize(S)          BD_SS_VALUE((S)->time_.fixed_step_)
#define ssGetStepSize(S)               BD_SS_VALUE((S)->time_.step_)
#define ssGetMaxStepSize(S)            BD_SS_VALUE((S)->time_.max_step_)
#define ssGetMinStepSize(S)            BD_SS_VALUE((S)->time_.min_step_)
#define ssSetStopRequested(S, v)       bd_ss_set_int(&(S)->time_.stop_requested_, BD_SS_INT(v))
#define ssGetStopRequested(S)          BD_SS_VALUE((S)->time_.stop_requested_)
#define ssGetSimStatus(S)              ((SimStatus)(S)->time_.status_)

#endif
