/* the families of this room */
#ifndef BLOCKS_MATH_FAMILIES_H
#define BLOCKS_MATH_FAMILIES_H

#define BD_MATH_FAMILIES(X)                                                                        \
    X(algebraic_constraint)                                                                        \
    X(assignment)                                                                                  \
    X(bias)                                                                                        \
    X(bits)                                                                                        \
    X(complex_parts)                                                                               \
    X(concatenate)                                                                                 \
    X(extract_bits)                                                                                \
    X(find)                                                                                        \
    X(dot_product)                                                                                 \
    X(gain)                                                                                        \
    X(increment)                                                                                   \
    X(matrices)                                                                                    \
    X(math_function)                                                                               \
    X(min_max)                                                                                     \
    X(product)                                                                                     \
    X(reshape)                                                                                     \
    X(roots)                                                                                       \
    X(sample_time_math)                                                                            \
    X(simple)                                                                                      \
    X(sum)                                                                                         \
    X(transformation)                                                                              \
    X(trigonometry)

#endif
