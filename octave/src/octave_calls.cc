// the part of the gateway that must be C++: an error inside Octave (lack of memory, Ctrl-C) is an
// exception, and no exception may cross the library, which is C and owns memory
#include "octave_calls.h"

#include <octave/quit.h>

#include <cstdio>
#include <exception>

static bool interrupted;

// Octave takes no further Ctrl-C until the last one has reached its prompt; this one ends here
static void keep_interrupt() {
    interrupted = true;
    octave_interrupt_state = 0;
}

bool octave_guarded(void (*body)(void *), void *argument, char *message, size_t size) {
    try {
        body(argument);
        return true;
    } catch (const octave::interrupt_exception &) {
        keep_interrupt();
        std::snprintf(message, size, "interrupted");
    } catch (const std::exception &error) {
        std::snprintf(message, size, "%s", error.what());
    } catch (...) {
        std::snprintf(message, size, "a C++ exception of unknown type");
    }
    return false;
}

bool octave_interrupted(void) {
    try {
        octave_quit();
    } catch (const octave::interrupt_exception &) {
        keep_interrupt();
    }
    return interrupted;
}

void octave_interrupt_rearm(void) {
    interrupted = false;
}

void octave_interrupt_raise(void) {
    interrupted = false;
    throw octave::interrupt_exception();
}
