/* enumerations in the text of a class */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "value/box.h"
#include "value/library.h"

/* classdef NAME < int32 … enumeration A (1) B (2) end: members are numbers of the class, or double
 */
bool bd_enumeration_read(bd_source *source, const char *name) {
    const char *text = source->text;
    const char *begin = strstr(text, "enumeration");
    const char *less = strchr(text, '<');
    char word[BD_MAX_NAME + 1] = "";
    bd_class type = BD_INT32;
    bd_error error;
    double next = 0.0;

    if (!begin)
        return false;
    if (less && less < begin && sscanf(less + 1, " %63[A-Za-z0-9_.]", word) == 1 &&
        !bd_class_find(word, &type))
        type = BD_INT32; /* Simulink.IntEnumType */
    if (bd_value_create_struct(&source->members, &error) != BD_OK)
        return false;
    for (const char *c = begin + strlen("enumeration"); *c != '\0';) {
        c += strspn(c, " \t\r\n,;");
        if (*c == '%') {
            c += strcspn(c, "\n");
            continue;
        }
        if (sscanf(c, "%63[A-Za-z0-9_]", word) != 1 || strcmp(word, "end") == 0)
            break;
        c += strlen(word);
        const char *after = c + strspn(c, " \t");
        double number = next;
        if (*after == '(') {
            char *stop;
            number = strtod(after + 1, &stop);
            stop += strspn(stop, " \t");
            if (stop == after + 1 || *stop != ')')
                return false;
            c = stop + 1;
        }
        bd_value *member = NULL;
        if (bd_value_create_matrix(type, 1, 1, &member, &error) != BD_OK)
            return false;
        bd_element_write(member->re, type, 0, number);
        if (bd_value_field_set(source->members, 0, word, member, &error) != BD_OK)
            return false;
        next = number + 1.0;
    }
    source->enumeration = strdup(name);
    return source->members->field_count > 0 && source->enumeration;
}
