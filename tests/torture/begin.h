/* the call by which a program that was loaded with fail_memory tells that its main begins */
#ifndef TORTURE_BEGIN_H
#define TORTURE_BEGIN_H

#define TORTURE_BEGIN 0x746f7274 /* no policy: the call fails and does nothing */

#endif
