/* rates, sample hits, simulation time and the solver */
#ifndef BD_SIMSTRUCT_TIME_H
#define BD_SIMSTRUCT_TIME_H

#define ssSetNumSampleTimes(S, n) ((S)->host_->set_sample_time_count_(S, (int_T)(n)))
#define ssGetNumSampleTimes(S)    ((S)->rates_.count_)
#define ssSetSampleTime(S, i, v)                                                                   \
    bd_ss_set_real(bd_ss_rate_at(S, (S)->rates_.period_, (int_T)(i)), (real_T)(v))
#define ssSetOffsetTime(S, i, v)                                                                   \
    bd_ss_set_real(bd_ss_rate_at(S, (S)->rates_.offset_, (int_T)(i)), (real_T)(v))
#define ssGetSampleTime(S, i) (*bd_ss_rate_at(S, (S)->rates_.period_, (int_T)(i)))
#define ssGetOffsetTime(S, i) (*bd_ss_rate_at(S, (S)->rates_.offset_, (int_T)(i)))
#define ssGetSampleTimePtr(S) ((S)->rates_.period_)
#define ssGetOffsetTimePtr(S) ((S)->rates_.offset_)
#define ssGetSampleTimeTaskID(S, i)                                                                \
    ((unsigned)(i) < (unsigned)(S)->rates_.count_ ? (S)->rates_.task_[i] : -1)
#define ssGetSampleTimeTaskIDPtr(S) ((S)->rates_.task_)
#define ssSampleAndOffsetAreTriggered(period, offset)                                              \
    ((period) == INHERITED_SAMPLE_TIME && (offset) == TRIGGERED_SAMPLE_TIME_OFFSET)
#define ssGetPortBasedSampleTimeBlockIsTriggered(S) ((S)->settings_[BD_SS_TRIGGERED])

/* hits: one task runs the whole diagram, so tid plays no part in the answer */
#define ssIsSampleHit(S, sti, tid) ((void)(tid), bd_ss_hit(S, (int_T)(sti)))
#define ssIsContinuousTask(S, tid) ((void)(tid), bd_ss_continuous_hit(S))
#define ssIsSpecialSampleHit(S, sti, promoted, tid)                                                \
    ((void)(tid), bd_ss_hit(S, (int_T)(sti)) && bd_ss_hit(S, (int_T)(promoted)))
#define ssGetSampleHitPtr(S)         ((S)->rates_.hit_)
#define ssGetPerTaskSampleHitsPtr(S) ((S)->rates_.hit_)

#define ssGetT(S)                       ((S)->time_.now_)
#define ssGetTPtr(S)                    (&(S)->time_.now_)
#define ssGetTaskTime(S, sti)           (*bd_ss_rate_at(S, (S)->rates_.time_, (int_T)(sti)))
#define ssGetTStart(S)                  ((S)->time_.start_)
#define ssGetTFinal(S)                  ((S)->time_.final_)
#define ssGetTNext(S)                   ((S)->time_.next_)
#define ssSetTNext(S, v)                bd_ss_set_real(&(S)->time_.next_, (real_T)(v))
#define ssGetLastSolverTime(S)          ((S)->time_.last_)
#define ssGetTimeOfLastOutput(S)        ((S)->time_.last_)
#define ssGetElapseTime(S, v)           ((void)(*(v) = (S)->time_.task_elapsed_))
#define ssGetElapseTimeCount(S, v)      ((void)(*(v) = 0))
#define ssGetElapseTimeResolution(S, v) ((void)(*(v) = 0.0))
#define ssSetNeedElapseTime(S, v)                                                                  \
    bd_ss_set_int(&(S)->settings_[BD_SS_NEEDS_ELAPSED_TIME], (int_T)(v))
#define ssGetNeedElapseTime(S) ((S)->settings_[BD_SS_NEEDS_ELAPSED_TIME])
#define ssSetNeedAbsoluteTime(S, v)                                                                \
    bd_ss_set_int(&(S)->settings_[BD_SS_NEEDS_ABSOLUTE_TIME], (int_T)(v))
#define ssGetNeedAbsoluteTime(S) ((S)->settings_[BD_SS_NEEDS_ABSOLUTE_TIME])
#define ssSetTimeSource(S, v)    bd_ss_set_int(&(S)->settings_[BD_SS_TIME_SOURCE], (int_T)(v))
#define ssGetTimeSource(S)       ((ssTimeSource)(S)->settings_[BD_SS_TIME_SOURCE])

#define ssIsMajorTimeStep(S)           ((boolean_T)((S)->time_.major_ != 0))
#define ssIsMinorTimeStep(S)           ((boolean_T)((S)->time_.major_ == 0))
#define ssGetSimTimeStep(S)            ((SimTimeStep)(S)->time_.major_)
#define ssIsModeUpdateTimeStep(S)      ((boolean_T)((S)->time_.mode_update_ != 0))
#define ssIsFirstInitCond(S)           ((boolean_T)((S)->time_.first_initial_condition_ != 0))
#define ssIsVariableStepSolver(S)      ((boolean_T)((S)->time_.variable_step_ != 0))
#define ssGetVariableStepSolver(S)     ssIsVariableStepSolver(S)
#define ssIsSolverComputingJacobian(S) ((boolean_T)0)
#define ssGetSolverName(S)             ((char_T *)(S)->time_.solver_name_)
#define ssGetSolverMode(S)             ((SolverMode)(S)->time_.solver_mode_)
#define ssGetFixedStepSize(S)          ((S)->time_.fixed_step_)
#define ssGetStepSize(S)               ((S)->time_.step_)
#define ssGetMaxStepSize(S)            ((S)->time_.max_step_)
#define ssGetMinStepSize(S)            ((S)->time_.min_step_)
#define ssSetStopRequested(S, v)       bd_ss_set_int(&(S)->time_.stop_requested_, (int_T)(v))
#define ssGetStopRequested(S)          ((S)->time_.stop_requested_)
#define ssGetSimStatus(S)              ((SimStatus)(S)->time_.status_)

#endif
