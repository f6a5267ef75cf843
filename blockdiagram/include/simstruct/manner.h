/* how calls on the SimStruct behave as C: loose, or strict with -DBD_SS_STRICT
 *
 * Loose is what sources by others get away with: setters are expressions and answer 1, numbers are
 * converted, what is read may be written. Strict is as unfriendly as the documentation allows, to
 * find out before others do whether a source is portable: a setter is a bare block { … } without a
 * value (so it cannot stand before else), what is read is no lvalue and constant where the
 * documentation says so, arguments are taken as they come, nothing that the documentation does not
 * name is there, no header of C is included, and printf is mexPrintf. */
#ifndef BD_SIMSTRUCT_MANNER_H
#define BD_SIMSTRUCT_MANNER_H

/* what a host without code generation and tasks has no use for */
BD_SS_INLINE int_T bd_ss_accepted(const SimStruct *S, ...) {
    (void)S;
    return 1;
}

#ifdef BD_SS_STRICT

#define BD_SS_DO(call)                                                                             \
    { (void)(call); }
#define BD_SS_INT(number)  (number)
#define BD_SS_REAL(number) (number)
#define BD_SS_ADDRESS(p)   (p)
#define BD_SS_READ         const

#ifdef __cplusplus
extern "C++" {
template <typename bd_ss_type> inline bd_ss_type bd_ss_value(bd_ss_type bd_ss_it) {
    return bd_ss_it;
}
}
#define BD_SS_VALUE(it) bd_ss_value(it)
#else
#define BD_SS_VALUE(it) ((void)0, (it))
#endif

#define bd_ss_set_int(member, value)                                                               \
    { *(member) = (value); }
#define bd_ss_set_real(member, value)                                                              \
    { *(member) = (value); }
#define bd_ss_set_text(member, value)                                                              \
    { *(member) = (value); }
#define bd_ss_set_pointer(member, value)                                                           \
    { *(member) = (value); }
#define bd_ss_accept(...)                                                                          \
    { (void)bd_ss_accepted(__VA_ARGS__); }

#else

#define BD_SS_DO(call)     (call)
#define BD_SS_INT(number)  ((int_T)(number))
#define BD_SS_REAL(number) ((real_T)(number))
#define BD_SS_ADDRESS(p)   ((void *)(p))
#define BD_SS_READ
#define BD_SS_VALUE(it) (it)

/* setters answer 1, so that "if (!ssSet…) return;" reads as in the documentation */
BD_SS_INLINE int_T bd_ss_set_int(int_T *member, int_T value) {
    *member = value;
    return 1;
}

BD_SS_INLINE int_T bd_ss_set_real(real_T *member, real_T value) {
    *member = value;
    return 1;
}

BD_SS_INLINE int_T bd_ss_set_text(const char_T **member, const char_T *value) {
    *member = value;
    return 1;
}

BD_SS_INLINE int_T bd_ss_set_pointer(void **member, const void *value) {
    *member = (void *)value;
    return 1;
}

#define bd_ss_accept bd_ss_accepted

#endif
#endif
