/* enumerations: classes that only name numbers */
#ifndef ENGINE_ENUMERATIONS_H
#define ENGINE_ENUMERATIONS_H

#include "blockdiagram/diagram.h"
#include "blockdiagram/workspace.h"

/* for each class of an enumeration that a parameter of the diagram names (Enum: Gear, Gear.First),
 * and that the workspace does not have: a structure of its names, if the file Gear.m is beside the
 * model or along the search path */
bd_status bd_enumerations_load(const bd_diagram *diagram, bd_workspace *workspace, bd_error *error);

#endif
