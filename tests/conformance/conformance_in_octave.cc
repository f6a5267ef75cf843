// the conformance report inside Octave: conformance_in_octave(FOLDER [, SCENARIO])
#include "mx/provider_octave.h"
#include "scenarios.h"

#include <mex.h>

static void print(void *, const char *line) {
    mexPrintf("%s", line);
}

void mexFunction(int, mxArray *[], int nrhs, const mxArray *prhs[]) {
    if (nrhs < 1)
        mexErrMsgTxt("conformance_in_octave(FOLDER [, SCENARIO])");
    bd_sfunction_set_provider(bd_mx_octave_provider());
    char *folder = mxArrayToString(prhs[0]);
    char *name = nrhs > 1 ? mxArrayToString(prhs[1]) : nullptr;
    conformance_report(name, folder, "mex", print, nullptr);
}
