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

#endif
