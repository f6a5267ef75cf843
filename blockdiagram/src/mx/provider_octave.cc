// Octave's arrays as provider: mexErrMsgTxt is a C++ exception there, which must not travel through
// the host (which is C) and becomes a message here
#include "mx/provider_octave.h"

#include "mx/convert.h"

#include <mex.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

namespace {

struct scope {
    bd_mx_sink sink;
};

// arrays of the host outlive the present call of the gateway
bd_status from_value(const bd_value *value, void **array, bd_error *error) {
    *array = nullptr;
    try {
        bd_status status = mx_convert_from_value(value, array, error);
        if (*array)
            mexMakeArrayPersistent(static_cast<mxArray *>(*array));
        return status;
    } catch (const std::exception &thrown) {
        return bd_error_set(error, BD_OUT_OF_MEMORY, "%s", thrown.what());
    }
}

void destroy(void *array) {
    mxDestroyArray(static_cast<mxArray *>(array));
}

bd_mx_scope *scope_create(const bd_mx_sink *sink) {
    scope *made = static_cast<scope *>(std::calloc(1, sizeof(scope)));
    if (made)
        made->sink = *sink;
    return reinterpret_cast<bd_mx_scope *>(made);
}

// Octave itself frees what was allocated, when the gateway returns
void scope_empty(bd_mx_scope *) {}

void scope_free(bd_mx_scope *made) {
    std::free(made);
}

// Octave puts the name of the gateway in front of a message
const char *without_gateway(const char *text) {
    const char *gateway = mexFunctionName();
    const size_t length = gateway ? std::strlen(gateway) : 0;
    const bool named = length > 0 && std::strncmp(text, gateway, length) == 0 &&
                       std::strncmp(text + length, ": ", 2) == 0;
    return named ? text + length + 2 : text;
}

int call(bd_mx_scope *, void (*body)(void *), void *argument, char *message, size_t size) {
    try {
        body(argument);
        // an S-function in C++ catches for itself and leaves its message here
        const char *text = without_gateway(message);
        std::memmove(message, text, std::strlen(text) + 1);
        return 0;
    } catch (const std::exception &thrown) {
        std::snprintf(message, size, "%s", without_gateway(thrown.what()));
    } catch (...) {
        std::snprintf(message, size, "interrupted");
    }
    return 1;
}

const bd_mx_provider provider = {
    "Octave", ".mex",       "mr_build",  true,       from_value, mx_convert_to_value,
    destroy,  scope_create, scope_empty, scope_free, call};

} // namespace

extern "C" const bd_mx_provider *bd_mx_octave_provider(void) {
    return &provider;
}
