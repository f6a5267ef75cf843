/* ranks of MPI as the network of the farm */
#include "farm_network.h"

#include <mpi.h>

static bool open_network(int *rank, int *size) {
    int begun = 0;
    if (MPI_Initialized(&begun) != MPI_SUCCESS || (!begun && MPI_Init(NULL, NULL) != MPI_SUCCESS))
        return false;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    return MPI_Comm_rank(MPI_COMM_WORLD, rank) == MPI_SUCCESS &&
           MPI_Comm_size(MPI_COMM_WORLD, size) == MPI_SUCCESS;
}

static bool send_bytes(int rank, const void *bytes, int size) {
    return MPI_Send(bytes, size, MPI_BYTE, rank, 0, MPI_COMM_WORLD) == MPI_SUCCESS;
}

static int receive_bytes(int *rank, void *bytes, int capacity) {
    int there = 0, size = 0;
    MPI_Status status;
    if (MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS)
        return -1;
    if (!there)
        return 0;
    *rank = status.MPI_SOURCE;
    if (MPI_Get_count(&status, MPI_BYTE, &size) != MPI_SUCCESS || size > capacity ||
        MPI_Recv(bytes, size, MPI_BYTE, *rank, 0, MPI_COMM_WORLD, &status) != MPI_SUCCESS)
        return -1;
    return size;
}

static void close_network(void) {
    MPI_Finalize();
}

__attribute__((visibility("default"))) const farm_network multirate_farm_network = {
    open_network, send_bytes, receive_bytes, close_network};
