/* what a block answers, as text: what it is, what it gives while its inputs move, and what it makes
 * of inputs of other kinds */
#ifndef ANSWERS_H
#define ANSWERS_H

#include <stdbool.h>
#include <stdio.h>

/* a case is one line: "Type name=value … <- input | input". Values with blanks stand in '…', a
 * backquote gives a quote; an input is a list of expressions apart by ';;', one per step of 0.1 s,
 * from the begin again behind the last one. `kinds`: other kinds of inputs, too. False: the line is
 * not of this form */
bool answers_write(FILE *out, const char *line, bool kinds);

/* the type of the block and the number of its inputs: "Gain 1" */
void answers_kind(const char *line, char *kind, size_t size);

#endif
