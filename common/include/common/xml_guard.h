/* what a reader of XML refuses (expat): a document type may declare entities that grow without end
 */
#ifndef COMMON_XML_GUARD_H
#define COMMON_XML_GUARD_H

#include <expat.h>

/* a handler for XML_SetStartDoctypeDeclHandler that calls `refuse` with the parser's user data */
#define CM_XML_ON_DOCTYPE(handler, refuse)                                                         \
    static void XMLCALL handler(void *data, const XML_Char *name, const XML_Char *system,          \
                                const XML_Char *public, int internal) {                            \
        (void)name;                                                                                \
        (void)system;                                                                              \
        (void)public;                                                                              \
        (void)internal;                                                                            \
        refuse(data);                                                                              \
    }

/* the same for a reader with a member `failed`, whose parser stops there */
#define CM_XML_FAIL_ON_DOCTYPE(handler, reader, parser)                                            \
    static void handler##_fails(void *data) {                                                      \
        ((reader *)data)->failed = true;                                                           \
        XML_StopParser(((reader *)data)->parser, XML_FALSE);                                       \
    }                                                                                              \
    CM_XML_ON_DOCTYPE(handler, handler##_fails)

#endif
