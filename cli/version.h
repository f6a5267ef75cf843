/* which program this is, and what it was built with */
#ifndef CLI_VERSION_H
#define CLI_VERSION_H

#include "json.h"

void version_print(void);
void version_json(json *j);

#endif
