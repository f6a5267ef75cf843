/* text in XML: what stands for the characters that mean something there */
#ifndef COMMON_XML_TEXT_H
#define COMMON_XML_TEXT_H

#include <stddef.h>

/* "&lt;" for '<', and so for >, & and "; NULL for a character that stands for itself */
static inline const char *cm_xml_entity(char character) {
    switch (character) {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

#endif
