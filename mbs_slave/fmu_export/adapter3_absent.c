/* functions of FMI 3.0 that an exported slave has nothing for: the standard wants them to be there
 */
#include "adapter3.h"

#define NOTHING(name, arguments)                                                                   \
    EXPORT fmi3_status fmi3##name arguments;                                                       \
    fmi3_status fmi3##name arguments

#define NO_VALUES(name, type)                                                                      \
    NOTHING(name, (void *instance, const uint32_t references[], size_t count, type values[],       \
                   size_t value_count)) {                                                          \
        (void)references;                                                                          \
        (void)values;                                                                              \
        (void)value_count;                                                                         \
        return count ? fmi3_refuse(instance, "there are Float64 variables only") : FMI3_OK;        \
    }
#define NO_KIND(name, type)                                                                        \
    NO_VALUES(Get##name, type)                                                                     \
    NO_VALUES(Set##name, const type)
NO_KIND(Float32, float)
NO_KIND(Int8, int8_t)
NO_KIND(UInt8, uint8_t)
NO_KIND(Int16, int16_t)
NO_KIND(UInt16, uint16_t)
NO_KIND(Int32, int32_t)
NO_KIND(UInt32, uint32_t)
NO_KIND(Int64, int64_t)
NO_KIND(UInt64, uint64_t)
NO_KIND(Boolean, bool)
NO_VALUES(GetString, const char *)
NO_VALUES(SetString, const char *const)

NOTHING(GetBinary, (void *instance, const uint32_t references[], size_t count, size_t sizes[],
                    const uint8_t *values[], size_t value_count)) {
    (void)references;
    (void)sizes;
    (void)values;
    (void)value_count;
    return count ? fmi3_refuse(instance, "there are Float64 variables only") : FMI3_OK;
}

NOTHING(SetBinary, (void *instance, const uint32_t references[], size_t count, const size_t sizes[],
                    const uint8_t *const values[], size_t value_count)) {
    (void)references;
    (void)sizes;
    (void)values;
    (void)value_count;
    return count ? fmi3_refuse(instance, "there are Float64 variables only") : FMI3_OK;
}

#define NO_MODE(name)                                                                              \
    NOTHING(name, (void *instance)) {                                                              \
        return fmi3_refuse(instance, "this FMU has neither events nor a configuration mode");      \
    }
NO_MODE(EnterStepMode)
NO_MODE(EnterConfigurationMode)
NO_MODE(ExitConfigurationMode)
NOTHING(GetNumberOfVariableDependencies, (void *instance, uint32_t reference, size_t *count)) {
    (void)reference;
    *count = 0;
    return fmi3_refuse(instance, "dependencies are those of the model description");
}

NOTHING(GetVariableDependencies,
        (void *instance, uint32_t dependent, size_t elements[], uint32_t independents[],
         size_t independent_elements[], int kinds[], size_t count)) {
    (void)dependent;
    (void)elements;
    (void)independents;
    (void)independent_elements;
    (void)kinds;
    (void)count;
    return fmi3_refuse(instance, "dependencies are those of the model description");
}

NOTHING(GetAdjointDerivative, (void *instance, const uint32_t unknowns[], size_t unknown_count,
                               const uint32_t knowns[], size_t known_count, const double seed[],
                               size_t seed_count, double sensitivity[], size_t sensitivity_count)) {
    (void)unknowns;
    (void)unknown_count;
    (void)knowns;
    (void)known_count;
    (void)seed;
    (void)seed_count;
    (void)sensitivity;
    (void)sensitivity_count;
    return fmi3_refuse(instance, "there are directional derivatives only");
}

/* --- clocks --- */

#define NO_CLOCK(name, ...)                                                                        \
    NOTHING(name, (void *instance, const uint32_t references[], size_t count, __VA_ARGS__)) {      \
        (void)references;                                                                          \
        (void)a;                                                                                   \
        return count ? fmi3_refuse(instance, "there are no clocks") : FMI3_OK;                     \
    }
#define NO_CLOCK2(name, ...)                                                                       \
    NOTHING(name, (void *instance, const uint32_t references[], size_t count, __VA_ARGS__)) {      \
        (void)references;                                                                          \
        (void)a;                                                                                   \
        (void)b;                                                                                   \
        return count ? fmi3_refuse(instance, "there are no clocks") : FMI3_OK;                     \
    }
NO_CLOCK(GetClock, bool a[])
NO_CLOCK(SetClock, const bool a[])
NO_CLOCK2(GetIntervalDecimal, double a[], int b[])
NO_CLOCK(SetIntervalDecimal, const double a[])
NO_CLOCK2(SetIntervalFraction, const uint64_t a[], const uint64_t b[])
NO_CLOCK(GetShiftDecimal, double a[])
NO_CLOCK2(GetShiftFraction, uint64_t a[], uint64_t b[])
NO_CLOCK(SetShiftDecimal, const double a[])
NO_CLOCK2(SetShiftFraction, const uint64_t a[], const uint64_t b[])

NOTHING(GetIntervalFraction, (void *instance, const uint32_t references[], size_t count,
                              uint64_t counters[], uint64_t resolutions[], int qualifiers[])) {
    (void)references;
    (void)counters;
    (void)resolutions;
    (void)qualifiers;
    return count ? fmi3_refuse(instance, "there are no clocks") : FMI3_OK;
}

/* --- the interface type that it is not for: some importers look for all functions at once --- */

EXPORT void *fmi3InstantiateScheduledExecution(const char *name, const char *token,
                                               const char *resources, bool visible, bool logging,
                                               void *environment, fmi3_logger *logger,
                                               void (*clock_update)(void *), void (*lock)(void),
                                               void (*unlock)(void));
void *fmi3InstantiateScheduledExecution(const char *name, const char *token, const char *resources,
                                        bool visible, bool logging, void *environment,
                                        fmi3_logger *logger, void (*clock_update)(void *),
                                        void (*lock)(void), void (*unlock)(void)) {
    (void)name;
    (void)token;
    (void)resources;
    (void)visible;
    (void)logging;
    (void)clock_update;
    (void)lock;
    (void)unlock;
    if (logger)
        logger(environment, FMI3_ERROR, "logStatusError", "this FMU has no partitions");
    return NULL;
}

NOTHING(ActivateModelPartition, (void *instance, uint32_t clock, double t)) {
    (void)clock;
    (void)t;
    return fmi3_refuse(instance, "this FMU has no partitions");
}
