/* building an S-function from its sources with the system's compiler, directly and without a shell:
 * names of files may contain anything */
#include "blockdiagram/sfunction.h"
#include "sfunction/second_compile.h"
#include "common/plain_file.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *ending(const char *file) {
    const char *name = strrchr(file, '/');
    const char *dot = strrchr(name ? name : file, '.');
    return dot ? dot : "";
}

static bool is_cpp(const char *file) {
    static const char *const endings[] = {".cpp", ".cc", ".cxx", ".C", ".c++"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (strcmp(ending(file), endings[i]) == 0)
            return true;
    return false;
}

static bd_status result_path(const char *const *sources, const bd_build_options *options,
                             char *path, size_t capacity, bd_error *error) {
    const char *slash = strrchr(sources[0], '/');
    const char *name = options->name ? options->name : slash ? slash + 1 : sources[0];
    size_t length = strlen(name) - (options->name ? 0 : strlen(ending(name)));
    int n = snprintf(path, capacity, "%s/%.*s.so", options->out_folder ? options->out_folder : ".",
                     (int)length, name);
    if (length == 0 || n < 0 || (size_t)n >= capacity)
        return bd_error_set(error, BD_BAD_ARGUMENT, "'%s' gives no name for an S-function",
                            sources[0]);
    return BD_OK;
}

/* an older library may be replaced, any other file of this name may not */
static bd_status refuse_other_file(const char *path, bd_error *error) {
    char begin[4] = "";
    const char *why;
    FILE *file = cm_open_plain(path, &why);
    const size_t size = file ? fread(begin, 1, sizeof begin, file) : 0;
    if (file)
        fclose(file);
    if (size == 0 || (size == sizeof begin && memcmp(begin, "\177ELF", sizeof begin) == 0))
        return BD_OK;
    return bd_error_set(
        error, BD_CANNOT_WRITE,
        "'%s' is there already and is no library; move it away or give another name", path);
}

/* runs the compiler; what it says goes to the file descriptor */
static bd_status run(const char *const *arguments, int output, int *exit_code, bd_error *error) {
    fflush(NULL);
    pid_t child = fork();
    if (child < 0)
        return bd_error_set(error, BD_UNSUPPORTED, "cannot start '%s': %s", arguments[0],
                            strerror(errno));
    if (child == 0) {
        dup2(output, STDOUT_FILENO);
        dup2(output, STDERR_FILENO);
        execvp(arguments[0], (char *const *)arguments);
        dprintf(STDERR_FILENO, "error: cannot start '%s': %s\n", arguments[0], strerror(errno));
        _exit(127);
    }
    int state = 0;
    while (waitpid(child, &state, 0) < 0)
        if (errno != EINTR)
            return bd_error_set(error, BD_UNSUPPORTED, "lost sight of '%s': %s", arguments[0],
                                strerror(errno));
    *exit_code = WIFEXITED(state) ? WEXITSTATUS(state) : 128;
    return BD_OK;
}

/* the compiler's first line with "error" in it, else its first line */
static bd_status report(FILE *said, const char *path, bd_error *error) {
    char line[600], first[600] = "";
    rewind(said);
    while (fgets(line, sizeof line, said)) {
        line[strcspn(line, "\n")] = '\0';
        if (!first[0])
            memcpy(first, line, sizeof first);
        const bool by_driver = strncmp(line, "collect2", 8) == 0; /* the linker has told why */
        if (!by_driver && (strstr(line, "error") || strstr(line, "undefined"))) {
            memcpy(first, line, sizeof first);
            break;
        }
    }
    return bd_error_set(error, BD_BAD_FILE, "%s cannot be built: %s", path,
                        first[0] ? first : "the compiler failed without a word");
}

static bool has_flag(const bd_build_options *options, const char *flag) {
    for (size_t i = 0; i < options->flag_count; i++)
        if (strcmp(options->flags[i], flag) == 0)
            return true;
    return false;
}

/* an undeclared function that returns double would give wrong numbers without a word */
static bd_status refuse_undeclared(FILE *said, const char *path, const bd_build_options *options,
                                   bd_error *error) {
    char name[200];
    if (has_flag(options, "-Wno-error=implicit-function-declaration") ||
        !bd_undeclared_function(said, name, sizeof name))
        return BD_OK;
    return bd_error_set(error, BD_BAD_FILE,
                        "%s cannot be built: '%s' is called without a declaration and would be "
                        "taken to return int; declare it (or, if it does return int, add "
                        "-Wno-error=implicit-function-declaration)",
                        path, name);
}

/* loads it in a process of its own, as a run will: what it calls must be somewhere. The path has a
 * slash, so it is not looked for in the folders of the system */
static bd_status refuse_unresolved(const char *path, bd_error *error) {
    char text[400] = "";
    int ends[2];
    if (pipe(ends) != 0)
        return BD_OK; /* then the run will tell */
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        const char *why = dlopen(path, RTLD_NOW | RTLD_LOCAL) ? "" : dlerror();
        ssize_t written = write(ends[1], why, strlen(why));
        _exit(written < 0);
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t n; child > 0 && length + 1 < sizeof text &&
                    (n = read(ends[0], text + length, sizeof text - 1 - length)) != 0;)
        if (n > 0)
            length += (size_t)n;
        else if (errno != EINTR)
            break;
    close(ends[0]);
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
        continue;
    if (length == 0)
        return BD_OK;
    unlink(path);
    const char *symbol = strstr(text, "undefined symbol: ");
    if (!symbol)
        return bd_error_set(error, BD_BAD_FILE, "%s cannot be loaded: %s", path, text);
    symbol += strlen("undefined symbol: ");
    return bd_error_set(error, BD_BAD_FILE,
                        "%s cannot be built: '%.*s' is defined nowhere; add the source or library "
                        "that has it",
                        path, (int)strcspn(symbol, " ,\n"), symbol);
}

bd_status bd_sfunction_build(const char *const *sources, size_t count,
                             const bd_build_options *options, char *path, size_t capacity,
                             bd_error *error) {
    if (count == 0)
        return bd_error_set(error, BD_BAD_ARGUMENT, "there is no source to build");
    bool cpp = false;
    for (size_t i = 0; i < count; i++) {
        cpp = cpp || is_cpp(sources[i]);
        const char *why; /* a compiler would wait for somebody who writes into a pipe */
        FILE *file = cm_open_plain(sources[i], &why);
        if (!file)
            return bd_error_set(error, BD_CANNOT_READ, "%s: %s", sources[i], why);
        fclose(file);
    }
    bd_status status = result_path(sources, options, path, capacity, error);
    if (!status)
        status = refuse_other_file(path, error);
    if (status)
        return status;
    const char *compiler = options->compiler;
    if (!compiler)
        compiler = getenv(cpp ? "CXX" : "CC");
    if (!compiler || !*compiler)
        compiler = cpp ? "c++" : "cc";
    const char **arguments =
        calloc(count + options->flag_count + BD_SECOND_COMPILE_FLAGS + 24, sizeof *arguments);
    FILE *said = options->log ? fopen(options->log, "w+") : tmpfile();
    if (!arguments || !said) {
        free(arguments);
        if (said)
            fclose(said);
        return bd_error_set(error, BD_CANNOT_WRITE, "cannot keep what the compiler says: %s",
                            strerror(errno));
    }
    size_t n = 0;
    arguments[n++] = compiler;
    arguments[n++] = "-shared";
    arguments[n++] = "-fPIC";
    arguments[n++] = "-O2";
    arguments[n++] = "-DMATLAB_MEX_FILE";
    /* an S-function's own functions come before those of the program that loads it */
    arguments[n++] = "-Wl,-Bsymbolic";
    if (!cpp) {
        /* old C, as it was written; newer compilers refuse it unless told */
        arguments[n++] = "-Wno-error=implicit-function-declaration";
        arguments[n++] = "-Wno-error=incompatible-pointer-types";
        arguments[n++] = "-Wno-error=int-conversion";
        arguments[n++] = "-Wno-error=implicit-int";
    }
    if (options->include) {
        arguments[n++] = "-I";
        arguments[n++] = options->include;
    }
    for (size_t i = 0; i < count; i++)
        arguments[n++] = sources[i];
    arguments[n++] = "-o";
    arguments[n++] = path;
    for (size_t i = 0; i < options->flag_count; i++)
        arguments[n++] = options->flags[i];
    arguments[n++] = "-lm";
    int exit_code = 1;
    status = run(arguments, fileno(said), &exit_code, error);
    if (!status && !cpp && bd_second_compile_flags(said, arguments + n) > 0) {
        rewind(said);
        if (ftruncate(fileno(said), 0) == 0)
            status = run(arguments, fileno(said), &exit_code, error);
    }
    if (!status && exit_code != 0)
        status = report(said, path, error);
    if (!status && !cpp && (status = refuse_undeclared(said, path, options, error)))
        unlink(path);
    if (!status)
        status = refuse_unresolved(path, error);
    fclose(said);
    free(arguments);
    return status;
}
