/* what a computational function of type 4 and the simulator of Scilab/Xcos know of each other
 *
 * Own declarations of the documented interface (Scilab help, "C computational functions"), so that
 * the block builds without Scilab; names and order of the members are the simulator's. */
#ifndef SCICOS_CALLS_H
#define SCICOS_CALLS_H

typedef struct scicos_block {
    int nevprt; /* activating events, in binary */
    void (*funpt)(void);
    int type;
    void *scsptr;
    int nz; /* discrete states */
    double *z;
    int noz; /* object states */
    int *ozsz, *oztyp;
    void **ozptr;
    int nx; /* continuous states */
    double *x, *xd, *res;
    int *xprop;
    int nin; /* input ports; sizes: all rows, all columns, all types */
    int *insz;
    void **inptr;
    int nout; /* output ports */
    int *outsz;
    void **outptr;
    int nevout; /* output events */
    double *evout;
    int nrpar; /* parameters */
    double *rpar;
    int nipar;
    int *ipar;
    int nopar; /* object parameters; sizes: all rows, all columns */
    int *oparsz, *opartyp;
    void **oparptr;
    int ng; /* zero-crossing surfaces */
    double *g;
    int ztyp;
    int *jroot;
    char *label;
    void **work; /* a pointer of the block's own */
    int nmode;
    int *mode;
    char *uid;
} scicos_block;

enum {
    SCICOS_OUTPUTS = 1,
    SCICOS_INITIALIZATION = 4,
    SCICOS_ENDING = 5,
    SCICOS_REINITIALIZATION = 6,
    SCICOS_ZERO_CROSSING = 9
};

enum { SCICOS_INT8 = 81 }; /* type of an object parameter */

enum { SCICOS_SOLVING = 2 }; /* phase: the solver runs on its own */
int get_phase_simulation(void);

double get_scicos_time(void);

/* a line in Scilab's console */
void scicos_print(const char *format, ...);

/* ends the simulation with this text */
void Coserror(const char *format, ...);

#endif
