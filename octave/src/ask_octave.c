/* asks Octave for functions that the language of models does not know.
 *
 * Code of a model must not reach files, network or shell. So only functions of Octave's own folders
 * of mathematics are asked, and no argument may be a text that names a function, or makes one
 * ("@() system (...)", of which `gradient` makes a handle), which such a function could call;
 * unless the user allows everything */
#include "ask_octave.h"
#include "octave_calls.h"

#include "blockdiagram/language.h"
#include "mx/convert.h"
#include "mx/provider_octave.h"

#include <ctype.h>
#include <mex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ARGUMENTS = 32, MAX_RESULTS = 8, KNOWN = 256 };

/* answers so far: a name is looked up once */
static struct {
    char name[64];
    bool known;
} answers[KNOWN];
static int answer_count;
static bool allow_everything;

typedef struct question {
    const char *name;
    const bd_value *const *arguments;
    size_t argument_count;
    bd_value **results;
    size_t result_count;
    mxArray *in[MAX_ARGUMENTS], *out[MAX_RESULTS];
    bool yes;
    bd_status status;
    bd_error *error;
} question;

/* built-in functions that calculate */
static bool is_mathematics(const char *name) {
    static const char *const names[] = {
        "airy",   "balance",  "besselh", "besseli", "besselj", "besselk", "bessely",  "conv2",
        "dawson", "ellipj",   "erfcinv", "erfcx",   "erfi",    "erfinv",  "expm1",    "fft2",
        "fftn",   "gammainc", "givens",  "hess",    "ifft2",   "ifftn",   "log1p",    "nnz",
        "psi",    "qz",       "rsf2csf", "schur",   "sqrtm",   "svd",     "sylvester"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcmp(names[k], name) == 0)
            return true;
    return false;
}

/* .../m/linear-algebra/null.m of Octave's installation */
static bool is_own_file(const char *path, const char *installed) {
    static const char *const folders[] = {"elfun",      "general",   "geometry", "linear-algebra",
                                          "polynomial", "set",       "signal",   "special-matrix",
                                          "specfun",    "statistics"};
    const size_t length = strlen(installed);
    if (length == 0 || strncmp(path, installed, length) != 0 || path[length] != '/')
        return false;
    for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) {
        const size_t n = strlen(folders[k]);
        if (strncmp(path + length + 1, folders[k], n) == 0 && path[length + 1 + n] == '/')
            return true;
    }
    return false;
}

/* the text that an Octave function gives for a text, or ""; into answer */
static void ask_text(const char *function, const char *argument, char *answer, size_t size) {
    mxArray *out = NULL, *in = argument ? mxCreateString(argument) : NULL;
    answer[0] = '\0';
    mexCallMATLAB(1, &out, argument ? 1 : 0, &in, function);
    if (out && mxIsChar(out))
        mxGetString(out, answer, (mwSize)size);
    mxDestroyArray(out);
    mxDestroyArray(in);
}

static bool is_function(const char *name) {
    char where[4096];
    ask_text("which", name, where, sizeof where);
    return where[0] != '\0';
}

static void look_up(void *user) {
    question *q = user;
    char where[4096], installed[4096];
    ask_text("which", q->name, where, sizeof where);
    ask_text("__mr_octave_folder__", NULL, installed, sizeof installed);
    q->yes = allow_everything
                 ? where[0] != '\0'
                 : is_own_file(where, installed) ||
                       (strncmp(where, "libinterp/", 10) == 0 && is_mathematics(q->name));
}

static bool knows(void *user, const char *name) {
    (void)user;
    char message[BD_ERROR_TEXT];
    for (int k = 0; k < answer_count; k++)
        if (strcmp(answers[k].name, name) == 0)
            return answers[k].known;
    question q = {.name = name};
    const bool known = octave_guarded(look_up, &q, message, sizeof message) && q.yes;
    if (answer_count < KNOWN && strlen(name) < sizeof answers[0].name) {
        snprintf(answers[answer_count].name, sizeof answers[0].name, "%s", name);
        answers[answer_count++].known = known;
    }
    return known;
}

/* the words of options ("rows", "*linear") are nothing that str2func would make a function of */
static bool is_word(const char *text) {
    for (; *text; text++)
        if (!isalnum((unsigned char)*text) && !strchr("_-*", *text))
            return false;
    return true;
}

static bool is_harmless_text(const mxArray *array) {
    char text[256];
    const size_t length = mxGetNumberOfElements(array);
    return length < sizeof text && mxGetString(array, text, sizeof text) == 0 &&
           strlen(text) == length && is_word(text) && !is_function(text);
}

/* a text that Octave could call, also within cells and structures */
static bool may_be_called(const mxArray *array, int depth) {
    if (mxIsChar(array))
        return !is_harmless_text(array);
    const size_t count = mxGetNumberOfElements(array);
    for (size_t k = 0; mxIsCell(array) && k < count; k++) {
        const mxArray *cell = mxGetCell(array, (mwIndex)k);
        if (cell && (depth > 10 || may_be_called(cell, depth + 1)))
            return true;
    }
    for (int f = 0; mxIsStruct(array) && f < mxGetNumberOfFields(array); f++)
        for (size_t k = 0; k < count; k++) {
            const mxArray *field = mxGetFieldByNumber(array, (mwIndex)k, f);
            if (field && (depth > 10 || may_be_called(field, depth + 1)))
                return true;
        }
    return false;
}

static void ask(void *user) {
    question *q = user;
    q->status = BD_OK;
    for (size_t k = 0; k < q->argument_count && q->status == BD_OK; k++) {
        void *array = NULL;
        q->status = mx_convert_from_value(q->arguments[k], &array, q->error);
        q->in[k] = array;
        if (q->status == BD_OK && !allow_everything && may_be_called(q->in[k], 0))
            q->status = bd_error_set(q->error, BD_UNSUPPORTED,
                                     "argument %zu names a function or could make one, which code "
                                     "of a model may not hand to Octave (octave_functions of "
                                     "mr_sim allows it)",
                                     k + 1);
    }
    if (q->status == BD_OK)
        mexCallMATLAB((int)q->result_count, q->out, (int)q->argument_count, q->in, q->name);
    for (size_t k = 0; k < q->result_count && q->status == BD_OK; k++)
        q->status = q->out[k]
                        ? mx_convert_to_value(q->out[k], &q->results[k], q->error)
                        : bd_error_set(q->error, BD_BAD_VALUE, "result %zu is not there", k + 1);
}

static bd_status call(void *user, const char *name, const bd_value *const *arguments,
                      size_t argument_count, bd_value **results, size_t *count, bd_error *error) {
    (void)user;
    char message[BD_ERROR_TEXT] = "";
    if (argument_count > MAX_ARGUMENTS || *count > MAX_RESULTS)
        return bd_error_set(error, BD_UNSUPPORTED, "too many arguments or results");
    question q = {.name = name,
                  .arguments = arguments,
                  .argument_count = argument_count,
                  .results = results,
                  .result_count = *count,
                  .error = error};
    const bool good = octave_guarded(ask, &q, message, sizeof message);
    for (size_t k = 0; k < argument_count; k++)
        mxDestroyArray(q.in[k]);
    for (size_t k = 0; k < *count; k++)
        mxDestroyArray(q.out[k]);
    if (good && q.status == BD_OK)
        return BD_OK;
    for (size_t k = 0; k < *count; k++) {
        bd_value_free(results[k]);
        results[k] = NULL;
    }
    return good ? q.status : bd_error_set(error, BD_BAD_VALUE, "%s", message);
}

void ask_octave(bool everything) {
    static const bd_foreign octave = {.knows = knows, .call = call};
    allow_everything = everything;
    answer_count = 0;
    bd_language_set_foreign(&octave);
}

void ask_octave_no_more(void) {
    bd_language_set_foreign(NULL);
}
