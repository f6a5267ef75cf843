/* a text that a suite makes, held against a file of the repository. Lines that begin with a blank
 * are answers, those at the margin are cases and remarks */
#ifndef KEPT_H
#define KEPT_H

/* the answers of today differ nowhere from those in the file; a few differences are printed with
 * their case. With this variable in the environment the file is written instead */
void mr_kept_check(const char *path, const char *now, const char *variable);

#endif
