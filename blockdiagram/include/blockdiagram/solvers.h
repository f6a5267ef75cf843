/* the names of the solvers, once: the engine has a table for each, files and commands know them by
 * these lists, and the help prints them */
#ifndef BLOCKDIAGRAM_SOLVERS_H
#define BLOCKDIAGRAM_SOLVERS_H

#define BD_FIXED_SOLVERS(X) X(ode1) X(ode2) X(ode3) X(ode4) X(ode5) X(ode8) X(ode14x) X(ode1be)
#define BD_VARIABLE_SOLVERS(X)                                                                     \
    X(ode45) X(ode23) X(ode113) X(ode15s) X(ode23s) X(ode23t) X(ode23tb)

/* as words of an array */
#define BD_SOLVER_NAME(name) #name,
/* as one text: "ode1 ode2 …", a blank behind each */
#define BD_SOLVER_WORD(name) #name " "

#endif
