/* the journal of many runs: every answer goes to DIR/journal.csv at once, as one line with a check
 * sum at its end, so that after a kill at any moment the lines there are whole or recognised as
 * torn. Its first line holds the fingerprint of the runs: they cannot go on as others. */
#ifndef CLI_JOURNAL_H
#define CLI_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct journal {
    const char *command, *folder; /* "sweep", "study"; where journal.csv is */
    int count;                    /* of runs */
    char *
        *rows; /* per run: its line, which begins with its number from 1 on; NULL: not known yet */
    int file;  /* -1: none is open */
    FILE *stream; /* reads the same */
    double synced;
    bool refused; /* the folder holds what must not be replaced: wrong use, not a failure */
} journal;

/* room for the rows; false, and a sentence, if there is none */
bool journal_make(journal *j, const char *command, const char *folder, int count);
/* begins it, or goes on with what is there; false, and a sentence, if that cannot be. Never
 * replaces what another command, or nobody here, has written, and other runs of the same command
 * only with `restart`. files: names, up to a NULL, that the command writes in the folder: without a
 * journal beside them they are not its own. */
bool journal_open(journal *j, const char *const *files, uint64_t fingerprint, bool resume,
                  bool restart);
/* keeps and writes a row, which was allocated; false, and a sentence, if that cannot be */
bool journal_add(journal *j, int run, char *row);
int journal_known(const journal *j); /* number of rows that are there */
void journal_close(journal *j);

/* a row that is numbers, and why the run failed, "" if it did not */
bool journal_add_numbers(journal *j, int run, const double *numbers, int count, const char *error);
/* false if it is not known or something else; failed: the error is why */
bool journal_numbers(const journal *j, int run, double *numbers, int count, bool *failed,
                     char *error, size_t size);

/* a cell of a table, quoted where a comma, a quote or a line end asks for it, and back again */
void journal_put_cell(FILE *out, const char *text);
bool journal_cell(const char *row, int column, char *text, size_t size);

#endif
