/* tables of small models with documented answers, as text files; the notation is in README.md */
#ifndef ROWS_H
#define ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "blockdiagram/run.h"

typedef enum expectation_kind {
    EXPECT_VALUES,  /* y = …: every recorded row */
    EXPECT_AT,      /* y at … = …: rows at these times */
    EXPECT_FORMULA, /* y(t) = …: every recorded row, at its time t */
    EXPECT_TIMES,   /* times y = …: when rows were recorded */
    EXPECT_TYPE,    /* type y = int8 */
    EXPECT_REFUSED, /* refuse …: a message with this text */
    EXPECT_LOG      /* log …: a warning with this text */
} expectation_kind;

typedef struct expectation {
    expectation_kind kind;
    char signal[64];
    char times[512];
    char values[2048];
    double tolerance; /* relative to 1 or to the value, whichever is larger */
    int line;
} expectation;

typedef struct row {
    char name[192]; /* table: title */
    char source[1024];
    char version[16]; /* "": the newest text, a package and the product's own text */
    char text[8192];  /* notation of mini.h */
    expectation expectations[16];
    int expectation_count;
    int line;
} row;

typedef struct row_table {
    row *rows;
    size_t count;
} row_table;

/* reads the rows of a file behind those that are there; complaints are printed */
bool rows_read(row_table *table, const char *path, const char *table_name);
void rows_free(row_table *table);
const row *rows_find(const row_table *table, const char *name);

/* asserts one expectation about a run */
void expectation_check(const expectation *e, const row *r, const char *way, const bd_run *run,
                       const bd_workspace *base, const bd_log *log, const bd_error *error);

#endif
