/* what a run tells of itself, as figures */
#ifndef RUNS_FIGURES_H
#define RUNS_FIGURES_H

#include "figures.h"
#include "multirate/coupled.h"
#include "multirate/interface.h"

/* position, velocity, acceleration that a master was told, and their sizes */
void figures_of_heard(const double heard[3], const double size[3]);
void figures_of_counts(const mr_exchange_counts *counts);
void figures_of_energy(const mr_energy_indicator *energy);
void figures_of_model(const mr_model_report *model);
void figures_of_coupled(const mr_coupled *coupled);

#endif
