/* figures of runs, held against a text file of the repository, so that nothing changes them unseen
 *
 *     mr_figures_open("tests/libmultirate/figures/model.txt");
 *     mr_figures_row("drag, ratio 4");
 *     mr_figures_check("velocity", error, 1e-7);
 *     mr_figures_close();
 *
 * With MR_WRITE_FIGURES=1 in the environment the file is written anew instead. A figure is what a
 * run gave when the file was written: each row asserts something that is known to be right, too. */
#ifndef FIGURES_H
#define FIGURES_H

/* a file below the sources; one at a time */
void mr_figures_open(const char *file);
void mr_figures_close(void);

/* begins a row: a name without ": " that is given once */
void mr_figures_row(const char *name);
/* the next figure of the row. tolerance: absolute, what other compilers and machines may change */
void mr_figures_check(const char *figure, double value, double tolerance);

/* samples of a signal, and after them four figures of it: their root mean square, mean, last value,
 * and a sum with weights of changing sign, which a sample in the wrong place changes. tolerance:
 * part of the root mean square */
typedef struct mr_digest {
    double squares, sum, weighted, last;
    long count;
} mr_digest;
void mr_digest_add(mr_digest *digest, double sample);
void mr_digest_check(const mr_digest *digest, const char *signal, double tolerance);

#endif
