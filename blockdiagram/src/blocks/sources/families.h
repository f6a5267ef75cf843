/* the families of this room */
#ifndef BLOCKS_SOURCES_FAMILIES_H
#define BLOCKS_SOURCES_FAMILIES_H

#define BD_SOURCES_FAMILIES(X)                                                                     \
    X(clock)                                                                                       \
    X(constant)                                                                                    \
    X(counter)                                                                                     \
    X(external_input)                                                                              \
    X(from_workspace)                                                                              \
    X(identity)                                                                                    \
    X(pulse)                                                                                       \
    X(random)                                                                                      \
    X(repeating)                                                                                   \
    X(several)                                                                                     \
    X(signal_generator)                                                                            \
    X(sine)                                                                                        \
    X(step)                                                                                        \
    X(waveform)

#endif
