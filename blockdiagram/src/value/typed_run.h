/* the engine of typed code: what its parts share */
#ifndef BD_VALUE_TYPED_RUN_H
#define BD_VALUE_TYPED_RUN_H

#include "value/typed.h"

/* an error at this instruction: where it stands, and the sentence */
bd_status bd_typed_fail(const bd_typed *typed, size_t pc, bd_error *error, bd_status status,
                        const char *sentence);

bd_status bd_typed_each(const bd_typed *typed, size_t pc, double *frame, bd_error *error);
void bd_typed_multiply(const int *size, double *d, const double *a, const double *b);
void bd_typed_transpose(const int *size, double *d, const double *a);
double bd_typed_reduce(int op, const double *a, int n);
double bd_typed_range(double first, double step, double last); /* number of elements */
bool bd_typed_is_complex_power(double a, double b);
/* calls a boxed function on the frame. false: why says the reason */
bool bd_typed_boxed_run(const bd_typed_boxed *boxed, double *frame, char *why, size_t capacity);

/* plain ports go to the front: once all code is there */
void bd_typed_order_ports(bd_typed *typed);
void bd_typed_read_ports(const bd_typed *typed, double *frame, const bd_binding *binding);
void bd_typed_write_ports(const bd_typed *typed, const double *frame, const bd_binding *binding);
bd_status bd_typed_call_host(const bd_typed *typed, size_t pc, double *frame,
                             const bd_binding *binding, bd_error *error);

#endif
