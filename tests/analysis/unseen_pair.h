/* an unseen system as a pair: its master written down, its slave seen from its steps */
#ifndef UNSEEN_PAIR_H
#define UNSEEN_PAIR_H

#include "analysis/coupling.h"
#include "unseen.h"

/* path: the slave's model file, written already. False and a line on the screen if it fails */
bool unseen_pair(const unseen_system *system, double fr, const char *path, an_pair *pair,
                 an_coupling *coupling);

#endif
