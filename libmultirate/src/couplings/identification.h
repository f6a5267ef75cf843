/* interface matrices from what the slave did: recursive least squares on changes of the
 * accelerations against changes of inputs, positions and velocities from one slave step to the next
 */
#ifndef MR_IDENTIFICATION_H
#define MR_IDENTIFICATION_H

#include "interface_model.h"

void mr_identification_start(mr_interface_model *model);
/* the slave has made a step: model->mean and model->slave are new */
void mr_identification_learn(mr_interface_model *model);
/* Au, Ap, Av as known by now */
void mr_identification_read(mr_interface_model *model);

#endif
