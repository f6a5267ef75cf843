/* reading what launchers tell by the environment, and loading the module */
#define _GNU_SOURCE
#include "farm_ranks.h"
#include "complain.h"
#include "farm.h"
#include "model.h"

#include <dlfcn.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})

static int number_in_environment(const char *const *names, int otherwise) {
    for (; *names; names++) {
        const char *text = getenv(*names);
        if (text && *text)
            return atoi(text);
    }
    return otherwise;
}

int farm_ranks(void) {
    return number_in_environment(NAMES("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"),
                                 1);
}

int farm_rank(void) {
    if (farm_ranks() < 2)
        return 0;
    return number_in_environment(
        NAMES("OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"), 0);
}

int farm_cores(void) {
    cpu_set_t set;
    int cores = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set)
                                                            : (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (farm_ranks() > 1) {
        const int told = number_in_environment(NAMES("SLURM_CPUS_PER_TASK"), 1);
        cores = told < cores ? told : cores;
    }
    return cores > 1 ? cores : 1;
}

/* several tasks of srun that know nothing of each other: each would take itself for the only one */
static bool is_without_pmi(void) {
    static const char *const signs[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_FD",
                                        "PMI_CONTROL_PORT"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (getenv(signs[i]))
            return false;
    return true;
}

static bool find_module(char *path, size_t size) {
    static const char *const places[] = {"/../lib", "/../lib/multirate",
                                         "/../" MR_LIBDIR "/multirate"};
    char folder[PATH_MAX];
    program_folder(folder, sizeof folder);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(path, size, "%s%s/multirate_mpi.so", folder, places[i]);
        if (access(path, R_OK) == 0)
            return true;
    }
    return false;
}

static void tell(const char *what) {
    char host[128] = "?";
    (void)gethostname(host, sizeof host - 1);
    complain(NULL, "rank %d of %d, on %s: %s", farm_rank(), farm_ranks(), host, what);
}

bool farm_ready(void) {
    char path[PATH_MAX + 64];
    if (farm_ranks() < 2)
        return true;
    if (is_without_pmi()) { /* true of all, said by one */
        if (farm_rank() == 0)
            fprintf(stderr,
                    "multirate: srun started %d tasks but gave them no PMI to find each other; use "
                    "'srun --mpi=pmix' ('srun --mpi=list' shows what there is) or mpirun\n",
                    farm_ranks());
        return false;
    }
    if (find_module(path, sizeof path))
        return true;
    tell("MPI cannot be used: the program was built without it, or multirate_mpi.so is not there");
    return false;
}

static const farm_network *met;

/* s that rank 0 waits for the others, and they for its results to be written; if one is gone, the
 * launcher ends those that are left */
#define PATIENCE (farm_rank() == 0 ? 5.0 : 60.0)

void farm_ranks_part(void) {
    const farm_network *network = met;
    met = NULL;
    if (network && !network->close(PATIENCE))
        tell("not all ranks have come to the end; left without them");
}

const farm_network *farm_ranks_meet(int *rank) {
    char path[PATH_MAX + 64], what[PATH_MAX + 512];
    int size = 0;
    void *module = find_module(path, sizeof path) ? dlopen(path, RTLD_NOW | RTLD_GLOBAL) : NULL;
    const farm_network *network = module ? dlsym(module, FARM_NETWORK_SYMBOL) : NULL;
    if (!network) {
        snprintf(what, sizeof what, "MPI cannot be used: %s", dlerror());
        tell(what);
        return NULL;
    }
    if (!network->open(rank, &size)) {
        tell("MPI did not begin");
        return NULL;
    }
    if (size != farm_ranks() || *rank != farm_rank()) {
        snprintf(what, sizeof what,
                 "MPI sees %d of the %d ranks and calls this one %d: mpirun or srun belong to "
                 "another MPI than multirate_mpi.so",
                 size, farm_ranks(), *rank);
        tell(what);
        (void)network->close(0.0);
        return NULL;
    }
    met = network;
    atexit(farm_ranks_part);
    return network;
}
