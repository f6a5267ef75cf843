/* an XML document as a tree; names without name space */
#ifndef SYSTEM_XML_H
#define SYSTEM_XML_H

#include "multirate/message.h"
#include "multirate/status.h"

#include <stddef.h>

typedef struct sy_xml {
    char *name;
    char **attributes; /* name, value, name, value, …, NULL */
    struct sy_xml *parent, *first, *last, *next;
    int line;
} sy_xml;

/* a whole file */
mr_status sy_xml_read_file(const char *path, sy_xml **root, mr_message *message);
void sy_xml_free(sy_xml *root);

/* NULL: there is none */
const char *sy_xml_attribute(const sy_xml *element, const char *name);
/* the first child of this name behind `after` (NULL: from the begin) */
sy_xml *sy_xml_child(const sy_xml *element, const char *name, const sy_xml *after);

#endif
