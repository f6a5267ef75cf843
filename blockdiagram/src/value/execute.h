/* statements: what the parts of their interpreter share */
#ifndef BD_VALUE_EXECUTE_H
#define BD_VALUE_EXECUTE_H

#include "value/evaluate.h"

/* how a statement ends */
typedef enum bd_flow {
    BD_FLOW_NEXT,
    BD_FLOW_BREAK,
    BD_FLOW_CONTINUE,
    BD_FLOW_RETURN,
    BD_FLOW_FAILED
} bd_flow;

bd_flow bd_run_statement(bd_calc *calc, const bd_syntax *node);
bd_flow bd_run_assignment(bd_calc *calc, const bd_syntax *node);
bd_flow bd_run_expression(bd_calc *calc,
                          const bd_syntax *node); /* a call whose result nobody takes */
/* evalin(where, text) with statements */
bool bd_run_text_in(bd_calc *calc, const char *where, const char *text);
bd_flow bd_run_try(bd_calc *calc, const bd_syntax *node);
bd_flow bd_run_persistent(bd_calc *calc, const bd_syntax *node);
bd_flow bd_run_global(bd_calc *calc, const bd_syntax *node);
/* something that is not known here, cannot be read here, or fails in a function of ours; not a
 * mistake of the code */
bool bd_may_be_ours(const bd_calc *calc);
/* the failure is about to be caught. If MATLAB might not have it, the code would go on there, and
 * here it goes another way: that is told, in the log or by the library */
void bd_tell_caught(bd_calc *calc, bd_log *log);
/* a statement that failed is told and left out; false: the failure stands */
bool bd_skip_failed(bd_calc *calc, const bd_syntax *node);

#endif
