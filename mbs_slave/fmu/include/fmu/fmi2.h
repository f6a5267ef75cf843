/* FMI 2.0: types and functions, as the standard (version 2.0.4, sections 2.1, 3.2 and 4.2)
 * describes them */
#ifndef FMU_FMI2_H
#define FMU_FMI2_H

#include <stddef.h>

typedef enum fmi2_status {
    FMI2_OK,
    FMI2_WARNING,
    FMI2_DISCARD,
    FMI2_ERROR,
    FMI2_FATAL,
    FMI2_PENDING
} fmi2_status;

typedef enum fmi2_type { FMI2_MODEL_EXCHANGE, FMI2_CO_SIMULATION } fmi2_type;

/* what can be asked after a step that was discarded or is pending */
typedef enum fmi2_status_kind {
    FMI2_DO_STEP_STATUS,
    FMI2_PENDING_STATUS,
    FMI2_LAST_SUCCESSFUL_TIME,
    FMI2_TERMINATED
} fmi2_status_kind;

/* integers and booleans are int, strings const char * */
typedef void fmi2_logger(void *environment, const char *instance, fmi2_status status,
                         const char *category, const char *format, ...);

typedef struct fmi2_callbacks {
    fmi2_logger *logger;
    void *(*allocate)(size_t count, size_t size);
    void (*free)(void *memory);
    void (*step_finished)(void *environment, fmi2_status status);
    void *environment;
} fmi2_callbacks;

/* X(name, answer, arguments): functions that every FMU must have */
#define FMI2_REQUIRED(X)                                                                           \
    X(Instantiate, void *,                                                                         \
      (const char *instance, fmi2_type type, const char *guid, const char *resources,              \
       const fmi2_callbacks *callbacks, int visible, int logging))                                 \
    X(FreeInstance, void, (void *component))                                                       \
    X(SetupExperiment, fmi2_status,                                                                \
      (void *component, int has_tolerance, double tolerance, double start, int has_stop,           \
       double stop))                                                                               \
    X(EnterInitializationMode, fmi2_status, (void *component))                                     \
    X(ExitInitializationMode, fmi2_status, (void *component))

/* X(name, answer, arguments): functions that real FMUs sometimes leave out; what they would do is
 * refused when it is wanted */
#define FMI2_OPTIONAL(X)                                                                           \
    X(DoStep, fmi2_status, (void *component, double t, double h, int no_return))                   \
    X(SetDebugLogging, fmi2_status,                                                                \
      (void *component, int on, size_t count, const char *const categories[]))                     \
    X(Terminate, fmi2_status, (void *component))                                                   \
    X(Reset, fmi2_status, (void *component))                                                       \
    X(GetReal, fmi2_status,                                                                        \
      (void *component, const unsigned references[], size_t count, double values[]))               \
    X(GetInteger, fmi2_status,                                                                     \
      (void *component, const unsigned references[], size_t count, int values[]))                  \
    X(GetBoolean, fmi2_status,                                                                     \
      (void *component, const unsigned references[], size_t count, int values[]))                  \
    X(SetReal, fmi2_status,                                                                        \
      (void *component, const unsigned references[], size_t count, const double values[]))         \
    X(SetInteger, fmi2_status,                                                                     \
      (void *component, const unsigned references[], size_t count, const int values[]))            \
    X(SetBoolean, fmi2_status,                                                                     \
      (void *component, const unsigned references[], size_t count, const int values[]))            \
    X(SetString, fmi2_status,                                                                      \
      (void *component, const unsigned references[], size_t count, const char *const values[]))    \
    X(GetString, fmi2_status,                                                                      \
      (void *component, const unsigned references[], size_t count, const char *values[]))          \
    X(GetFMUstate, fmi2_status, (void *component, void **state))                                   \
    X(SetFMUstate, fmi2_status, (void *component, void *state))                                    \
    X(FreeFMUstate, fmi2_status, (void *component, void **state))                                  \
    X(GetDirectionalDerivative, fmi2_status,                                                       \
      (void *component, const unsigned unknowns[], size_t unknown_count, const unsigned knowns[],  \
       size_t known_count, const double seed[], double sensitivity[]))                             \
    X(SetRealInputDerivatives, fmi2_status,                                                        \
      (void *component, const unsigned references[], size_t count, const int orders[],             \
       const double values[]))                                                                     \
    X(GetRealOutputDerivatives, fmi2_status,                                                       \
      (void *component, const unsigned references[], size_t count, const int orders[],             \
       double values[]))                                                                           \
    X(GetNominalsOfContinuousStates, fmi2_status,                                                  \
      (void *component, double nominals[], size_t count))                                          \
    X(CancelStep, fmi2_status, (void *component))                                                  \
    X(GetRealStatus, fmi2_status, (void *component, fmi2_status_kind kind, double *value))         \
    X(GetBooleanStatus, fmi2_status, (void *component, fmi2_status_kind kind, int *value))

/* what an event iteration has led to */
typedef struct fmi2_event_info {
    int again, terminate, nominals_changed, states_changed, has_next_event;
    double next_event;
} fmi2_event_info;

/* X(name, answer, arguments): functions of Model Exchange */
#define FMI2_EXCHANGE(X)                                                                           \
    X(EnterEventMode, fmi2_status, (void *component))                                              \
    X(NewDiscreteStates, fmi2_status, (void *component, fmi2_event_info *info))                    \
    X(EnterContinuousTimeMode, fmi2_status, (void *component))                                     \
    X(CompletedIntegratorStep, fmi2_status,                                                        \
      (void *component, int no_return, int *event, int *terminate))                                \
    X(SetTime, fmi2_status, (void *component, double t))                                           \
    X(SetContinuousStates, fmi2_status, (void *component, const double x[], size_t count))         \
    X(GetContinuousStates, fmi2_status, (void *component, double x[], size_t count))               \
    X(GetDerivatives, fmi2_status, (void *component, double rates[], size_t count))                \
    X(GetEventIndicators, fmi2_status, (void *component, double indicators[], size_t count))

/* the functions of one loaded FMU */
typedef struct fmi2_functions {
#define FMI2_MEMBER(name, answer, arguments) answer(*name) arguments;
    FMI2_REQUIRED(FMI2_MEMBER)
    FMI2_OPTIONAL(FMI2_MEMBER)
    FMI2_EXCHANGE(FMI2_MEMBER)
#undef FMI2_MEMBER
} fmi2_functions;

#endif
