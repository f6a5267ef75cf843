#include "parts.h"

#include <stdio.h>
#include <string.h>

#define OR(text, other) ((text) ? (text) : (other))

mr_status read_parts(const parts *p, fmu_description **d, mr_message *message) {
    static const char *const versions[] = {"1.0", "2.0", "3.0"};
    static char text[20000];
    const bool first = p->version == 1;
    snprintf(text, sizeof text,
             "<fmiModelDescription fmiVersion='%s' modelName='M' %s %s>%s%s<ModelVariables>%s"
             "</ModelVariables>%s</fmiModelDescription>",
             versions[p->version - 1],
             first             ? "guid='g' modelIdentifier='m'"
             : p->version == 2 ? "guid='g'"
                               : "instantiationToken='g'",
             OR(p->head, ""), OR(p->before, first ? "" : "<CoSimulation modelIdentifier='m'/>"), "",
             OR(p->variables, ""), OR(p->behind, ""));
    message->text[0] = '\0';
    return fmu_description_read("x.fmu", text, strlen(text), p->exchange, d, message);
}

fmu_description *read_good(const parts *p) {
    fmu_description *d = NULL;
    mr_message message;
    const mr_status status = read_parts(p, &d, &message);
    if (status != MR_OK)
        printf("\n    %s", message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    return d;
}

void refuse(parts p, const char *sentence) {
    fmu_description *d = NULL;
    mr_message message;
    CU_ASSERT_NOT_EQUAL(read_parts(&p, &d, &message), MR_OK);
    MR_ASSERT_CONTAINS(message.text, sentence);
}

const fmu_variable *named(const fmu_description *d, const char *name) {
    const int i = fmu_description_find(d, name);
    CU_ASSERT_FATAL(i >= 0);
    return &d->variables[i];
}
