/* ranks of MPI as the network of the farm */
#define _POSIX_C_SOURCE 200809L
#include "farm_network.h"

#include <mpi.h>
#include <stdlib.h>
#include <time.h>

enum { LETTER, LAST_WORD }; /* tags */
static const struct timespec moment = {.tv_nsec = 1000000};

static bool open_network(int *rank, int *size) {
    int begun = 0;
    if (MPI_Initialized(&begun) != MPI_SUCCESS || (!begun && MPI_Init(NULL, NULL) != MPI_SUCCESS))
        return false;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    return MPI_Comm_rank(MPI_COMM_WORLD, rank) == MPI_SUCCESS &&
           MPI_Comm_size(MPI_COMM_WORLD, size) == MPI_SUCCESS;
}

static bool send_bytes(int rank, const void *bytes, int size) {
    return MPI_Send(bytes, size, MPI_BYTE, rank, LETTER, MPI_COMM_WORLD) == MPI_SUCCESS;
}

static int receive_bytes(int *rank, void *bytes, int capacity) {
    int there = 0, size = 0;
    MPI_Status status;
    if (MPI_Iprobe(MPI_ANY_SOURCE, LETTER, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS)
        return -1;
    if (!there)
        return 0;
    *rank = status.MPI_SOURCE;
    if (MPI_Get_count(&status, MPI_BYTE, &size) != MPI_SUCCESS || size > capacity ||
        MPI_Recv(bytes, size, MPI_BYTE, *rank, LETTER, MPI_COMM_WORLD, &status) != MPI_SUCCESS)
        return -1;
    return size;
}

/* rank 0 takes what is still on its way, up to the last word of every other rank */
static bool exchange_last_words(double until) {
    int rank = 0, size = 0, there = 0, bytes = 0;
    MPI_Status status;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank != 0)
        return MPI_Send(NULL, 0, MPI_BYTE, 0, LAST_WORD, MPI_COMM_WORLD) == MPI_SUCCESS;
    for (int left = size - 1; left > 0;) {
        if (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS)
            return false;
        if (!there) {
            if (MPI_Wtime() > until)
                return false;
            nanosleep(&moment, NULL);
            continue;
        }
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        void *room = malloc((size_t)bytes + 1);
        const bool good = room && MPI_Recv(room, bytes, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG,
                                           MPI_COMM_WORLD, &status) == MPI_SUCCESS;
        free(room);
        if (!good)
            return false;
        left -= status.MPI_TAG == LAST_WORD;
    }
    return true;
}

/* MPI_Finalize waits for all ranks without end, so they meet before it */
static bool close_network(double patience) {
    const double until = MPI_Wtime() + patience;
    MPI_Request all_here;
    int here = 0;
    if (!exchange_last_words(until) || MPI_Ibarrier(MPI_COMM_WORLD, &all_here) != MPI_SUCCESS)
        return false;
    while (MPI_Test(&all_here, &here, MPI_STATUS_IGNORE) == MPI_SUCCESS && !here &&
           MPI_Wtime() < until)
        nanosleep(&moment, NULL);
    return here && MPI_Finalize() == MPI_SUCCESS;
}

__attribute__((visibility("default"))) const farm_network multirate_farm_network = {
    open_network, send_bytes, receive_bytes, close_network};
