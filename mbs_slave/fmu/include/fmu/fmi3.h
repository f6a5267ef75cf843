/* FMI 3.0: types and functions, as the standard (version 3.0, sections 2.2, 3 and 4)
 * describes them */
#ifndef FMU_FMI3_H
#define FMU_FMI3_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum fmi3_status {
    FMI3_OK,
    FMI3_WARNING,
    FMI3_DISCARD,
    FMI3_ERROR,
    FMI3_FATAL
} fmi3_status;

typedef void fmi3_logger(void *environment, fmi3_status status, const char *category,
                         const char *message);

/* called in the middle of a step, where inputs may be set and outputs got */
typedef void fmi3_intermediate_update(void *environment, double t, bool set_requested,
                                      bool get_allowed, bool step_finished, bool can_return_early,
                                      bool *return_early, double *return_time);

/* Scheduled Execution: a partition has found that clocks may have changed; and two that keep others
 * from interrupting it */
typedef void fmi3_clock_update(void *environment);
typedef void fmi3_preemption(void);

/* X(name, answer, arguments): functions that every FMU must have */
#define FMI3_REQUIRED(X)                                                                           \
    X(FreeInstance, void, (void *instance))                                                        \
    X(EnterInitializationMode, fmi3_status,                                                        \
      (void *instance, bool has_tolerance, double tolerance, double start, bool has_stop,          \
       double stop))                                                                               \
    X(ExitInitializationMode, fmi3_status, (void *instance))

#define FMI3_ARRAY_ARGUMENTS(type)                                                                 \
    (void *instance, const uint32_t references[], size_t count, type values[], size_t value_count)

/* X(name, answer, arguments): functions that real FMUs sometimes leave out; what they would do is
 * refused when it is wanted */
#define FMI3_OPTIONAL(X)                                                                           \
    X(InstantiateCoSimulation, void *,                                                             \
      (const char *name, const char *token, const char *resources, bool visible, bool logging,     \
       bool event_mode, bool early_return, const uint32_t intermediate[],                          \
       size_t intermediate_count, void *environment, fmi3_logger *logger,                          \
       fmi3_intermediate_update *update))                                                          \
    X(DoStep, fmi3_status,                                                                         \
      (void *instance, double t, double h, bool no_return, bool *event_needed, bool *terminate,    \
       bool *early_return, double *last_time))                                                     \
    X(SetDebugLogging, fmi3_status,                                                                \
      (void *instance, bool on, size_t count, const char *const categories[]))                     \
    X(EnterConfigurationMode, fmi3_status, (void *instance))                                       \
    X(ExitConfigurationMode, fmi3_status, (void *instance))                                        \
    X(EnterEventMode, fmi3_status, (void *instance))                                               \
    X(EnterStepMode, fmi3_status, (void *instance))                                                \
    X(UpdateDiscreteStates, fmi3_status,                                                           \
      (void *instance, bool *again, bool *terminate, bool *nominals_changed, bool *states_changed, \
       bool *has_next_event, double *next_event))                                                  \
    X(Terminate, fmi3_status, (void *instance))                                                    \
    X(Reset, fmi3_status, (void *instance))                                                        \
    X(GetFloat64, fmi3_status, FMI3_ARRAY_ARGUMENTS(double))                                       \
    X(GetFloat32, fmi3_status, FMI3_ARRAY_ARGUMENTS(float))                                        \
    X(GetInt8, fmi3_status, FMI3_ARRAY_ARGUMENTS(int8_t))                                          \
    X(GetUInt8, fmi3_status, FMI3_ARRAY_ARGUMENTS(uint8_t))                                        \
    X(GetInt16, fmi3_status, FMI3_ARRAY_ARGUMENTS(int16_t))                                        \
    X(GetUInt16, fmi3_status, FMI3_ARRAY_ARGUMENTS(uint16_t))                                      \
    X(GetInt32, fmi3_status, FMI3_ARRAY_ARGUMENTS(int32_t))                                        \
    X(GetUInt32, fmi3_status, FMI3_ARRAY_ARGUMENTS(uint32_t))                                      \
    X(GetInt64, fmi3_status, FMI3_ARRAY_ARGUMENTS(int64_t))                                        \
    X(GetUInt64, fmi3_status, FMI3_ARRAY_ARGUMENTS(uint64_t))                                      \
    X(GetBoolean, fmi3_status, FMI3_ARRAY_ARGUMENTS(bool))                                         \
    X(SetFloat64, fmi3_status, FMI3_ARRAY_ARGUMENTS(const double))                                 \
    X(SetFloat32, fmi3_status, FMI3_ARRAY_ARGUMENTS(const float))                                  \
    X(SetInt8, fmi3_status, FMI3_ARRAY_ARGUMENTS(const int8_t))                                    \
    X(SetUInt8, fmi3_status, FMI3_ARRAY_ARGUMENTS(const uint8_t))                                  \
    X(SetInt16, fmi3_status, FMI3_ARRAY_ARGUMENTS(const int16_t))                                  \
    X(SetUInt16, fmi3_status, FMI3_ARRAY_ARGUMENTS(const uint16_t))                                \
    X(SetInt32, fmi3_status, FMI3_ARRAY_ARGUMENTS(const int32_t))                                  \
    X(SetUInt32, fmi3_status, FMI3_ARRAY_ARGUMENTS(const uint32_t))                                \
    X(SetInt64, fmi3_status, FMI3_ARRAY_ARGUMENTS(const int64_t))                                  \
    X(SetUInt64, fmi3_status, FMI3_ARRAY_ARGUMENTS(const uint64_t))                                \
    X(SetBoolean, fmi3_status, FMI3_ARRAY_ARGUMENTS(const bool))                                   \
    X(SetString, fmi3_status, FMI3_ARRAY_ARGUMENTS(const char *const))                             \
    X(SetBinary, fmi3_status,                                                                      \
      (void *instance, const uint32_t references[], size_t count, const size_t sizes[],            \
       const uint8_t *const values[], size_t value_count))                                         \
    X(GetString, fmi3_status, FMI3_ARRAY_ARGUMENTS(const char *))                                  \
    X(GetBinary, fmi3_status,                                                                      \
      (void *instance, const uint32_t references[], size_t count, size_t sizes[],                  \
       const uint8_t *values[], size_t value_count))                                               \
    X(GetClock, fmi3_status,                                                                       \
      (void *instance, const uint32_t references[], size_t count, bool values[]))                  \
    X(SetClock, fmi3_status,                                                                       \
      (void *instance, const uint32_t references[], size_t count, const bool values[]))            \
    X(GetIntervalDecimal, fmi3_status,                                                             \
      (void *instance, const uint32_t references[], size_t count, double intervals[],              \
       int qualifiers[]))                                                                          \
    X(GetShiftDecimal, fmi3_status,                                                                \
      (void *instance, const uint32_t references[], size_t count, double shifts[]))                \
    X(InstantiateScheduledExecution, void *,                                                       \
      (const char *name, const char *token, const char *resources, bool visible, bool logging,     \
       void *environment, fmi3_logger *logger, fmi3_clock_update *update, fmi3_preemption *lock,   \
       fmi3_preemption *unlock))                                                                   \
    X(ActivateModelPartition, fmi3_status, (void *instance, uint32_t clock, double t))             \
    X(GetNominalsOfContinuousStates, fmi3_status,                                                  \
      (void *instance, double nominals[], size_t count))                                           \
    X(GetFMUState, fmi3_status, (void *instance, void **state))                                    \
    X(SetFMUState, fmi3_status, (void *instance, void *state))                                     \
    X(FreeFMUState, fmi3_status, (void *instance, void **state))                                   \
    X(GetDirectionalDerivative, fmi3_status,                                                       \
      (void *instance, const uint32_t unknowns[], size_t unknown_count, const uint32_t knowns[],   \
       size_t known_count, const double seed[], size_t seed_count, double sensitivity[],           \
       size_t sensitivity_count))                                                                  \
    X(GetOutputDerivatives, fmi3_status,                                                           \
      (void *instance, const uint32_t references[], size_t count, const int32_t orders[],          \
       double values[], size_t value_count))

/* X(name, answer, arguments): functions of Model Exchange */
#define FMI3_EXCHANGE(X)                                                                           \
    X(InstantiateModelExchange, void *,                                                            \
      (const char *name, const char *token, const char *resources, bool visible, bool logging,     \
       void *environment, fmi3_logger *logger))                                                    \
    X(EnterContinuousTimeMode, fmi3_status, (void *instance))                                      \
    X(CompletedIntegratorStep, fmi3_status,                                                        \
      (void *instance, bool no_return, bool *event, bool *terminate))                              \
    X(SetTime, fmi3_status, (void *instance, double t))                                            \
    X(SetContinuousStates, fmi3_status, (void *instance, const double x[], size_t count))          \
    X(GetContinuousStates, fmi3_status, (void *instance, double x[], size_t count))                \
    X(GetContinuousStateDerivatives, fmi3_status, (void *instance, double rates[], size_t count))  \
    X(GetEventIndicators, fmi3_status, (void *instance, double indicators[], size_t count))        \
    X(GetNumberOfContinuousStates, fmi3_status, (void *instance, size_t *count))                   \
    X(GetNumberOfEventIndicators, fmi3_status, (void *instance, size_t *count))

/* the functions of one loaded FMU */
typedef struct fmi3_functions {
#define FMI3_MEMBER(name, answer, arguments) answer(*name) arguments;
    FMI3_REQUIRED(FMI3_MEMBER)
    FMI3_OPTIONAL(FMI3_MEMBER)
    FMI3_EXCHANGE(FMI3_MEMBER)
#undef FMI3_MEMBER
} fmi3_functions;

#endif
