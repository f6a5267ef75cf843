/* temporary folders of a process that has ended before it could clean up */
#ifndef MR_LEFTOVERS_H
#define MR_LEFTOVERS_H

/* removes what slaves of the process `pid` have left in the temporary folder: by agreement they
 * name their folders there multirate-SLAVE-PID-…; pid 0: folders of sandboxes whose process is no
 * more */
void mr_remove_leftovers(int pid);

#endif
