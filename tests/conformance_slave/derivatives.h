/* tests of what a slave tells about derivatives */
#ifndef DERIVATIVES_H
#define DERIVATIVES_H

void test_rates_are_those_of_the_outputs(void);
void test_declared_rates_are_rates(void);
void test_interface_matrices_are_the_derivatives(void);

#endif
