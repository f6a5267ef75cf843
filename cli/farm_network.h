/* what the farm needs of a network between ranks. The module multirate_mpi.so exports one such
 * table; it is loaded only in a process that mpirun or srun started, so that the program needs no
 * MPI otherwise. */
#ifndef CLI_FARM_NETWORK_H
#define CLI_FARM_NETWORK_H

#include <stdbool.h>

#define FARM_NETWORK_SYMBOL "multirate_farm_network"

typedef struct farm_network {
    bool (*open)(int *rank, int *size);
    bool (*send)(int rank, const void *bytes, int size);
    /* never waits: the number of bytes received from *rank, 0 if there is nothing, -1 on failure */
    int (*receive)(int *rank, void *bytes, int capacity);
    /* when all ranks have called it; false, and nothing is closed, if that takes longer than
     * patience in seconds */
    bool (*close)(double patience);
} farm_network;

#endif
