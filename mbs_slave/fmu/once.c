/* FMUs that may live only once in a process (canBeInstantiatedOnlyOncePerProcess) */
#include "fmu.h"

#include <pthread.h>
#include <string.h>

#define MOST 64

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const fmu_instance *alive[MOST];

mr_status fmu_only_once_enter(fmu_instance *fmu) {
    if (!fmu->description->only_once)
        return MR_OK;
    int place = -1;
    bool taken = false;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MOST; i++) {
        if (!alive[i])
            place = i;
        else if (strcmp(alive[i]->description->token, fmu->description->token) == 0)
            taken = true;
    }
    if (!taken && place >= 0)
        alive[place] = fmu;
    pthread_mutex_unlock(&lock);
    if (!taken && place >= 0)
        return MR_OK;
    return fmu_complain(fmu, MR_ERR_SLAVE_INITIALISE,
                        "FMU '%.80s' can be used only once at a time in one process, and is in use",
                        fmu->description->model_name);
}

void fmu_only_once_leave(const fmu_instance *fmu) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MOST; i++)
        if (alive[i] == fmu)
            alive[i] = NULL;
    pthread_mutex_unlock(&lock);
}
