/* rates, sample hits, simulation time and the solver */
#ifndef BD_SIMSTRUCT_TIME_H
#define BD_SIMSTRUCT_TIME_H

#define ssSetNumSampleTimes(S, n) ((S)->host->set_sample_time_count(S, (int_T)(n)))
#define ssGetNumSampleTimes(S)    ((S)->rates.count)
#define ssSetSampleTime(S, i, v)                                                                   \
    bd_ss_set_real(bd_ss_rate_at(S, (S)->rates.period, (int_T)(i)), (real_T)(v))
#define ssSetOffsetTime(S, i, v)                                                                   \
    bd_ss_set_real(bd_ss_rate_at(S, (S)->rates.offset, (int_T)(i)), (real_T)(v))
#define ssGetSampleTime(S, i) (*bd_ss_rate_at(S, (S)->rates.period, (int_T)(i)))
#define ssGetOffsetTime(S, i) (*bd_ss_rate_at(S, (S)->rates.offset, (int_T)(i)))
#define ssGetSampleTimePtr(S) ((S)->rates.period)
#define ssGetOffsetTimePtr(S) ((S)->rates.offset)
#define ssGetSampleTimeTaskID(S, i)                                                                \
    ((unsigned)(i) < (unsigned)(S)->rates.count ? (S)->rates.task[i] : -1)
#define ssGetSampleTimeTaskIDPtr(S) ((S)->rates.task)
#define ssSampleAndOffsetAreTriggered(period, offset)                                              \
    ((period) == INHERITED_SAMPLE_TIME && (offset) == TRIGGERED_SAMPLE_TIME_OFFSET)
#define ssGetPortBasedSampleTimeBlockIsTriggered(S) ((S)->settings[BD_SS_TRIGGERED])

/* hits: one task runs the whole diagram, so tid plays no part in the answer */
#define ssIsSampleHit(S, sti, tid) ((void)(tid), bd_ss_hit(S, (int_T)(sti)))
#define ssIsContinuousTask(S, tid) ((void)(tid), bd_ss_continuous_hit(S))
#define ssIsSpecialSampleHit(S, sti, promoted, tid)                                                \
    ((void)(tid), bd_ss_hit(S, (int_T)(sti)) && bd_ss_hit(S, (int_T)(promoted)))
#define ssGetSampleHitPtr(S)         ((S)->rates.hit)
#define ssGetPerTaskSampleHitsPtr(S) ((S)->rates.hit)

#define ssGetT(S)                       ((S)->time.now)
#define ssGetTPtr(S)                    (&(S)->time.now)
#define ssGetTaskTime(S, sti)           (*bd_ss_rate_at(S, (S)->rates.time, (int_T)(sti)))
#define ssGetTStart(S)                  ((S)->time.start)
#define ssGetTFinal(S)                  ((S)->time.final)
#define ssGetTNext(S)                   ((S)->time.next)
#define ssSetTNext(S, v)                bd_ss_set_real(&(S)->time.next, (real_T)(v))
#define ssGetLastSolverTime(S)          ((S)->time.last)
#define ssGetTimeOfLastOutput(S)        ((S)->time.last)
#define ssGetElapseTime(S, v)           ((void)(*(v) = (S)->time.task_elapsed))
#define ssGetElapseTimeCount(S, v)      ((void)(*(v) = 0))
#define ssGetElapseTimeResolution(S, v) ((void)(*(v) = 0.0))
#define ssSetNeedElapseTime(S, v)                                                                  \
    bd_ss_set_int(&(S)->settings[BD_SS_NEEDS_ELAPSED_TIME], (int_T)(v))
#define ssGetNeedElapseTime(S) ((S)->settings[BD_SS_NEEDS_ELAPSED_TIME])
#define ssSetNeedAbsoluteTime(S, v)                                                                \
    bd_ss_set_int(&(S)->settings[BD_SS_NEEDS_ABSOLUTE_TIME], (int_T)(v))
#define ssGetNeedAbsoluteTime(S) ((S)->settings[BD_SS_NEEDS_ABSOLUTE_TIME])
#define ssSetTimeSource(S, v)    bd_ss_set_int(&(S)->settings[BD_SS_TIME_SOURCE], (int_T)(v))
#define ssGetTimeSource(S)       ((ssTimeSource)(S)->settings[BD_SS_TIME_SOURCE])

#define ssIsMajorTimeStep(S)           ((boolean_T)((S)->time.major != 0))
#define ssIsMinorTimeStep(S)           ((boolean_T)((S)->time.major == 0))
#define ssGetSimTimeStep(S)            ((SimTimeStep)(S)->time.major)
#define ssIsModeUpdateTimeStep(S)      ((boolean_T)((S)->time.mode_update != 0))
#define ssIsFirstInitCond(S)           ((boolean_T)((S)->time.first_initial_condition != 0))
#define ssIsVariableStepSolver(S)      ((boolean_T)((S)->time.variable_step != 0))
#define ssGetVariableStepSolver(S)     ssIsVariableStepSolver(S)
#define ssIsSolverComputingJacobian(S) ((boolean_T)0)
#define ssGetSolverName(S)             ((char_T *)(S)->time.solver_name)
#define ssGetSolverMode(S)             ((SolverMode)(S)->time.solver_mode)
#define ssGetFixedStepSize(S)          ((S)->time.fixed_step)
#define ssGetStepSize(S)               ((S)->time.step)
#define ssGetMaxStepSize(S)            ((S)->time.max_step)
#define ssGetMinStepSize(S)            ((S)->time.min_step)
#define ssSetStopRequested(S, v)       bd_ss_set_int(&(S)->time.stop_requested, (int_T)(v))
#define ssGetStopRequested(S)          ((S)->time.stop_requested)
#define ssGetSimStatus(S)              ((SimStatus)(S)->time.status)

#endif
