/* finding and opening the file of an S-function */
#include "sfunction/guarded_memory.h"
#include "sfunction/instance.h"
#include "sfunction/isolate.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/memory.h"
#include "common/words.h"

static const bd_mx_provider *provider;
static char **folders;
static size_t folder_count;

void bd_sfunction_set_provider(const bd_mx_provider *new_provider) {
    provider = new_provider;
}

const bd_mx_provider *bd_sfunction_provider(void) {
    return provider;
}

bd_status bd_sfunction_add_folder(const char *folder, bd_error *error) {
    for (size_t i = 0; i < folder_count; i++)
        if (strcmp(folders[i], folder) == 0)
            return BD_OK;
    char **more = cm_one_more(folders, folder_count, sizeof *folders);
    char *copy = strdup(folder);
    if (more)
        folders = more;
    if (!more || !copy) {
        free(copy);
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory");
    }
    folders[folder_count++] = copy;
    return BD_OK;
}

static bool exists(const char *folder, size_t length, const char *name, const char *ending,
                   char *path, size_t capacity) {
    int n = length > 0 ? snprintf(path, capacity, "%.*s/%s%s", (int)length, folder, name, ending)
                       : snprintf(path, capacity, "%s%s", name, ending);
    return n > 0 && (size_t)n < capacity && access(path, R_OK) == 0;
}

static const char *own_ending(void) {
    return provider ? provider->ending : ".so";
}

static const char *own_builder(void) {
    return provider ? provider->builder : "multirate mex";
}

static bool find_in(const char *folder, size_t length, const char *name, char *path,
                    size_t capacity) {
    return exists(folder, length, name, own_ending(), path, capacity);
}

/* what lies there instead tells the user what to do */
static bd_status not_found(const char *name, const char *folder, bd_error *error) {
    static const cm_triple others[] = {
        {".c", "C source", ": build it first"},
        {".cpp", "C++ source", ": build it first"},
        {".mex", "a file built for Octave", ": build its source first"},
        {".so", "a file built for the program multirate", ": build its source first"},
        {".mexa64", "a file built for MATLAB", ": build its source first"},
        {".mexw64", "a file built for MATLAB", ": build its source first"},
        {".m", "M code; only C and C++ can be run", ""},
    };
    char path[1024];
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        for (int here = 0; here < 2; here++) {
            const char *where = here ? "." : folder;
            if (!where || !*where ||
                !exists(where, strlen(where), name, others[i].word, path, sizeof path))
                continue;
            return bd_error_set(error, BD_CANNOT_READ,
                                "S-function '%s' is there only as %s%s%s%s (%s)", name,
                                others[i].second, others[i].third, *others[i].third ? " with " : "",
                                *others[i].third ? own_builder() : "", path);
        }
    return bd_error_set(error, BD_CANNOT_READ,
                        "S-function '%s' was not found as %s%s along BD_SFUNCTION_PATH, in the "
                        "folder of the model or in the present folder",
                        name, name, own_ending());
}

/* what the user or the installation vouches for */
static bool find_installed(const char *name, char *path, size_t capacity) {
    const char *list = getenv("BD_SFUNCTION_PATH");
    while (list && *list) {
        size_t length = strcspn(list, ":");
        if (length > 0 && find_in(list, length, name, path, capacity))
            return true;
        list += length + (list[length] == ':');
    }
    for (size_t i = 0; i < folder_count; i++)
        if (find_in(folders[i], strlen(folders[i]), name, path, capacity))
            return true;
    return false;
}

bd_status bd_sfunction_find(const char *name, const char *model_folder, char *path, size_t capacity,
                            bool *found_beside, bd_error *error) {
    if (!name || !*name)
        return bd_error_set(error, BD_BAD_PARAMETER, "the S-function has no name");
    if (strlen(name) > 255)
        return bd_error_set(error, BD_BAD_PARAMETER, "the name of the S-function is too long");
    /* a model could name any file of the machine, and loading one runs it */
    if (strchr(name, '/'))
        return bd_error_set(
            error, BD_BAD_PARAMETER,
            "S-function '%s': a name without folders is wanted; it is looked for "
            "along BD_SFUNCTION_PATH, in the folder of the model and in the present "
            "folder",
            name);
    *found_beside = !find_installed(name, path, capacity);
    if (!*found_beside ||
        (model_folder && *model_folder &&
         find_in(model_folder, strlen(model_folder), name, path, capacity)) ||
        find_in(".", 1, name, path, capacity))
        return BD_OK;
    return not_found(name, model_folder, error);
}

static const char *isolated_unless;

void bd_sfunction_isolate(const char *unless) {
    isolated_unless = unless;
}

static void load(void *file) {
    (void)dlopen(file, RTLD_NOW | RTLD_LOCAL);
}

bd_status bd_module_open(const char *file, bd_module *module, bd_error *error) {
    bd_ss_register ask;
    char why[200];
    memset(module, 0, sizeof *module);
    /* what a file does on being loaded (constructors of C++) may end the program, too */
    if (isolated_unless && !bd_rehearse(load, (void *)(uintptr_t)file, why, sizeof why))
        return bd_error_set(error, BD_BLOCK_FAILED, "S-function %s, while it is loaded: %s", file,
                            why);
    module->handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!module->handle)
        return bd_error_set(error, BD_CANNOT_READ, "S-function cannot be loaded: %s", dlerror());
    module->isolated = isolated_unless && !dlsym(module->handle, isolated_unless);
    if (module->isolated && !bd_guarded_take_over(module->handle))
        return bd_error_set(error, BD_UNSUPPORTED, "the memory of %s cannot be guarded here", file);
    void *symbol = dlsym(module->handle, BD_SS_REGISTRATION_SYMBOL);
    memcpy(&ask, &symbol, sizeof ask);
    bd_status status = BD_OK;
    if (!symbol)
        status = bd_error_set(error, BD_BAD_FILE,
                              "%s is no S-function for this program: it was built with other "
                              "headers, or does not end by including simulink.c",
                              file);
    else
        module->registration = ask();
    if (!status && !module->registration)
        status = bd_error_set(error, BD_BAD_FILE, "%s does not tell what it is", file);
    if (!status && (module->registration->abi_ != BD_SS_ABI ||
                    module->registration->simstruct_size_ != sizeof(SimStruct)))
        status = bd_error_set(error, BD_BAD_FILE,
                              "%s was built with version %d of simstruc.h, this program has "
                              "version %d: build it again",
                              file, module->registration->abi_, BD_SS_ABI);
    const bool foreign = provider && provider->foreign;
    if (!status && (module->registration->foreign_ != 0) != foreign)
        status = bd_error_set(error, BD_BAD_FILE, "%s was built for %s: build its source with %s",
                              file, foreign ? "the program multirate" : "Octave", own_builder());
    if (!status && !(module->file = strdup(file)))
        status = bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory");
    if (status)
        bd_module_close(module);
    return status;
}

const void *bd_module_symbol(const bd_module *module, const char *name) {
    return module->handle ? dlsym(module->handle, name) : NULL;
}

void bd_module_close(bd_module *module) {
    if (module->handle)
        dlclose(module->handle);
    free(module->file);
    memset(module, 0, sizeof *module);
}
