/* key files: NAME.key (public and secret, for its owner alone) and NAME.pub (public)
 *
 * Keys are those of CurveZMQ (Curve25519), written in Z85. */
#ifndef REMOTE_KEYS_H
#define REMOTE_KEYS_H

#include "multirate/message.h"

#include <stdbool.h>

#define KEY_SIZE 41 /* 40 characters and the end */

typedef struct key_pair {
    char public_key[KEY_SIZE];
    char secret_key[KEY_SIZE]; /* "" in a public file */
} key_pair;

/* writes NAME.key and NAME.pub; what exists is not overwritten */
bool keys_make(const char *name, mr_message *message);

/* reads a .key or a .pub file; secret: a secret key must be in it, and its owner alone may read it
 */
bool keys_read(const char *path, bool secret, key_pair *keys, mr_message *message);

#endif
