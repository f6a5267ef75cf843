/* between the parser of the text and the meaning of its elements */
#ifndef FMU_DESCRIPTION_READ_H
#define FMU_DESCRIPTION_READ_H

#include "fmu/description.h"

#define FMU_NESTING 32

/* one element that has begun */
typedef struct fmu_element {
    const char *name; /* without name space */
    const char *const *attributes;
    const char *parent, *grandparent; /* "" where there is none */
    bool annotated;                   /* inside an annotation, where every tool has its own words */
} fmu_element;

/* where the reader is; `fail` ends the reading with a sentence */
typedef struct fmu_reader {
    fmu_description *description;
    bool scheduled_once;
    bool exchange; /* Model Exchange is wanted where there is a choice */
    void *parser;
    void (*fail)(struct fmu_reader *reader, const char *format, ...);
} fmu_reader;

/* the attribute's text, or NULL */
const char *fmu_attribute(const fmu_element *element, const char *name);

/* takes what is of use from the element */
void fmu_read_element(fmu_reader *reader, const fmu_element *element);

/* variables and their types; false: the element is none of them */
bool fmu_read_variable(fmu_reader *reader, const fmu_element *element);

/* units; false: the element is none of them */
bool fmu_read_unit(fmu_reader *reader, const fmu_element *element);

/* helpers that end the reading on a mistake */
char *fmu_copy_text(fmu_reader *reader, const char *text);
bool fmu_read_switch(fmu_reader *reader, const fmu_element *element, const char *name,
                     bool otherwise);
bool fmu_read_number(fmu_reader *reader, const fmu_element *element, const char *name,
                     double *number);
bool fmu_read_reference(fmu_reader *reader, const fmu_element *element, const char *name,
                        uint32_t *number);

/* makes room for one more entry behind `count` of them; false: no memory */
bool fmu_grow(fmu_reader *reader, void **list, int count, size_t size);

#endif
