/* SSP: elements by name, and which way values go along a connection */
#include "ssp.h"

#include <string.h>

const sy_xml *sy_ssp_element(const sy_xml *system, const char *name) {
    for (const sy_xml *e = sy_xml_child(system, "Elements", NULL)
                               ? sy_xml_child(system, "Elements", NULL)->first
                               : NULL;
         e; e = e->next) {
        const char *own = sy_xml_attribute(e, "name");
        if (own && strcmp(own, name) == 0)
            return e;
    }
    return NULL;
}

/* which way the values go is a matter of kinds, and not of start and end (SSP 1.0, 5.3.2): 1: they
 * come from this connector, -1: they go into it, 0: its kind does not tell */
int sy_ssp_flow(const sy_xml *connection, const sy_xml *system, const char *element,
                const char *connector) {
    static const char *const into[] = {"input", "parameter", "structuralParameter"};
    static const char *const out_of[] = {"output", "calculatedParameter", "local", "constant"};
    const char *owner = sy_xml_attribute(connection, element);
    const char *name = sy_xml_attribute(connection, connector), *kind = NULL;
    const bool own = !owner || !*owner; /* seen from inside the system it is the other way round */
    const sy_xml *e = own ? system : sy_ssp_element(system, owner), *c = NULL;
    const sy_xml *all = e ? sy_xml_child(e, "Connectors", NULL) : NULL;
    while (all && name && !kind && (c = sy_xml_child(all, "Connector", c))) {
        const char *its = sy_xml_attribute(c, "name");
        if (its && strcmp(its, name) == 0)
            kind = sy_xml_attribute(c, "kind");
    }
    for (size_t i = 0; kind && i < sizeof into / sizeof *into; i++)
        if (strcmp(kind, into[i]) == 0)
            return own ? 1 : -1;
    for (size_t i = 0; kind && i < sizeof out_of / sizeof *out_of; i++)
        if (strcmp(kind, out_of[i]) == 0)
            return own ? -1 : 1;
    return 0;
}
