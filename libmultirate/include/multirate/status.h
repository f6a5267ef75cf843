/* the one list of outcomes: every function of the library that can fail returns one of these */
#ifndef MULTIRATE_STATUS_H
#define MULTIRATE_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

/* code, text; the text completes the sentence "… failed: " */
#define MR_STATUS_LIST(X)                                                                          \
    X(MR_OK, "no error")                                                                           \
    X(MR_ERR_ARGUMENT, "an argument is missing or out of range")                                   \
    X(MR_ERR_MEMORY, "not enough memory")                                                          \
    X(MR_ERR_CONFIG, "the configuration has a mistake")                                            \
    X(MR_ERR_PLUGIN, "the slave plug-in cannot be used")                                           \
    X(MR_ERR_ABI, "the slave plug-in was built for another version of the interface")              \
    X(MR_ERR_SLAVE_OPEN, "the slave could not be opened")                                          \
    X(MR_ERR_SLAVE_INITIALISE, "the slave could not be initialised")                               \
    X(MR_ERR_SLAVE_STEP, "the slave failed in a step")                                             \
    X(MR_ERR_SLAVE_OUTPUTS, "the slave could not tell its outputs")                                \
    X(MR_ERR_SLAVE_STATE, "the slave could not save or restore its state")                         \
    X(MR_ERR_SLAVE_TIME, "the slave did not advance as it should")                                 \
    X(MR_ERR_SLAVE_INPUT_TIME, "the slave asked for inputs outside its step")                      \
    X(MR_ERR_NOT_FINITE, "a value is not a finite number")                                         \
    X(MR_ERR_TIME, "the time of an exchange is not usable")                                        \
    X(MR_ERR_HISTORY, "a history is full")                                                         \
    X(MR_ERR_UNSUPPORTED, "this setting needs something that the slave does not offer")            \
    X(MR_ERR_STATE, "the call does not fit the state of the instance")                             \
    X(MR_ERR_STOPPED, "stopped by request")                                                        \
    X(MR_ERR_STEPS, "a predictor for equal steps met unequal ones")

#define MR_STATUS_ENUM_ENTRY(code, text) code,
typedef enum mr_status { MR_STATUS_LIST(MR_STATUS_ENUM_ENTRY) MR_STATUS_COUNT } mr_status;
#undef MR_STATUS_ENUM_ENTRY

/* hands a failure on to the caller */
#define MR_TRY(call)                                                                               \
    do {                                                                                           \
        const mr_status mr_try_status = (call);                                                    \
        if (mr_try_status != MR_OK)                                                                \
            return mr_try_status;                                                                  \
    } while (0)

/* the text of the list above; never NULL */
const char *mr_status_text(mr_status status);

#ifdef __cplusplus
}
#endif
#endif
