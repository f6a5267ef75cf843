/* FMI 1.0: types and functions, own declarations. Names of functions begin with the model
 * identifier: NAME_fmiDoStep. Booleans are characters; callbacks are handed over by value. */
#ifndef FMU_FMI1_H
#define FMU_FMI1_H

#include <stddef.h>

typedef enum fmi1_status {
    FMI1_OK,
    FMI1_WARNING,
    FMI1_DISCARD,
    FMI1_ERROR,
    FMI1_FATAL,
    FMI1_PENDING
} fmi1_status;

typedef enum fmi1_status_kind {
    FMI1_DO_STEP_STATUS,
    FMI1_PENDING_STATUS,
    FMI1_LAST_SUCCESSFUL_TIME
} fmi1_status_kind;

typedef void fmi1_logger(void *component, const char *instance, fmi1_status status,
                         const char *category, const char *format, ...);

typedef struct fmi1_callbacks {
    fmi1_logger *logger;
    void *(*allocate)(size_t count, size_t size);
    void (*free)(void *memory);
    void (*step_finished)(void *component, fmi1_status status);
} fmi1_callbacks;

/* those of Model Exchange lack the last one */
typedef struct fmi1_model_callbacks {
    fmi1_logger *logger;
    void *(*allocate)(size_t count, size_t size);
    void (*free)(void *memory);
} fmi1_model_callbacks;

typedef struct fmi1_event_info {
    char converged, references_changed, states_changed, terminate, has_next_event;
    double next_event;
} fmi1_event_info;

#define FMI1_ACCESS(type, mutability)                                                              \
    (void *component, const unsigned references[], size_t count, mutability type values[])

/* X(name, answer, arguments) */
#define FMI1_BOTH(X)                                                                               \
    X(SetReal, fmi1_status, FMI1_ACCESS(double, const))                                            \
    X(GetReal, fmi1_status, FMI1_ACCESS(double, ))                                                 \
    X(SetInteger, fmi1_status, FMI1_ACCESS(int, const))                                            \
    X(GetInteger, fmi1_status, FMI1_ACCESS(int, ))                                                 \
    X(SetBoolean, fmi1_status, FMI1_ACCESS(char, const))                                           \
    X(GetBoolean, fmi1_status, FMI1_ACCESS(char, ))                                                \
    X(SetString, fmi1_status,                                                                      \
      (void *component, const unsigned references[], size_t count, const char *const values[]))

#define FMI1_CO_SIMULATION(X)                                                                      \
    X(InstantiateSlave, void *,                                                                    \
      (const char *instance, const char *guid, const char *location, const char *mime_type,        \
       double timeout, char visible, char interactive, fmi1_callbacks callbacks, char logging))    \
    X(InitializeSlave, fmi1_status, (void *component, double start, char has_stop, double stop))   \
    X(TerminateSlave, fmi1_status, (void *component))                                              \
    X(ResetSlave, fmi1_status, (void *component))                                                  \
    X(FreeSlaveInstance, void, (void *component))                                                  \
    X(DoStep, fmi1_status, (void *component, double t, double h, char new_step))                   \
    X(CancelStep, fmi1_status, (void *component))                                                  \
    X(GetRealStatus, fmi1_status, (void *component, fmi1_status_kind kind, double *value))         \
    X(SetRealInputDerivatives, fmi1_status,                                                        \
      (void *component, const unsigned references[], size_t count, const int orders[],             \
       const double values[]))                                                                     \
    X(GetRealOutputDerivatives, fmi1_status,                                                       \
      (void *component, const unsigned references[], size_t count, const int orders[],             \
       double values[]))

#define FMI1_EXCHANGE(X)                                                                           \
    X(InstantiateModel, void *,                                                                    \
      (const char *instance, const char *guid, fmi1_model_callbacks callbacks, char logging))      \
    X(FreeModelInstance, void, (void *component))                                                  \
    X(Initialize, fmi1_status,                                                                     \
      (void *component, char has_tolerance, double tolerance, fmi1_event_info *info))              \
    X(EventUpdate, fmi1_status, (void *component, char intermediate, fmi1_event_info *info))       \
    X(CompletedIntegratorStep, fmi1_status, (void *component, char *event))                        \
    X(SetTime, fmi1_status, (void *component, double t))                                           \
    X(SetContinuousStates, fmi1_status, (void *component, const double x[], size_t count))         \
    X(GetContinuousStates, fmi1_status, (void *component, double x[], size_t count))               \
    X(GetDerivatives, fmi1_status, (void *component, double rates[], size_t count))                \
    X(GetEventIndicators, fmi1_status, (void *component, double indicators[], size_t count))       \
    X(GetNominalContinuousStates, fmi1_status, (void *component, double nominals[], size_t count)) \
    X(Terminate, fmi1_status, (void *component))

/* the functions of one loaded FMU */
typedef struct fmi1_functions {
#define FMI1_MEMBER(name, answer, arguments) answer(*name) arguments;
    FMI1_BOTH(FMI1_MEMBER)
    FMI1_CO_SIMULATION(FMI1_MEMBER)
    FMI1_EXCHANGE(FMI1_MEMBER)
#undef FMI1_MEMBER
} fmi1_functions;

#endif
