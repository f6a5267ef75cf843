/* how much memory the connections hold. ZeroMQ bounds the parts of a message, but not their number,
 * and shows none of them before the last: a client that never ends its message would take all there
 * is */
#ifndef REMOTE_HELD_H
#define REMOTE_HELD_H

#include <stdbool.h>
#include <stddef.h>

typedef struct held {
    size_t most, at_first; /* bytes */
    double looked;         /* time */
} held;

/* what is held now is the server's own */
void held_begin(held *h, size_t most);

/* is there more than allowed beyond that? Looked at ten times a second at most */
bool held_too_much(held *h);

/* the same, at once */
bool held_too_much_now(const held *h);

#endif
