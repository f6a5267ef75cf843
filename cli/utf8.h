/* characters of texts by strangers */
#ifndef CLI_UTF8_H
#define CLI_UTF8_H

#include <stdbool.h>

/* length of the UTF-8 sequence at p (RFC 3629: no surrogates, no longer forms, at most 10FFFF);
 * 0 if it is none */
static inline int utf8_length(const unsigned char *p) {
    const int length = *p < 0x80                  ? 1
                       : *p >= 0xc2 && *p <= 0xdf ? 2
                       : *p >= 0xe0 && *p <= 0xef ? 3
                       : *p >= 0xf0 && *p <= 0xf4 ? 4
                                                  : 0;
    for (int i = 1; i < length; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    const bool wrong = (*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] > 0x9f) ||
                       (*p == 0xf0 && p[1] < 0x90) || (*p == 0xf4 && p[1] > 0x8f);
    return wrong ? 0 : length;
}

/* a terminal would obey it: a control character, or one that turns the direction of writing
 * (U+202A to 202E, 2066 to 2069), so that what follows reads as something else */
static inline bool utf8_is_command(const unsigned char *p) {
    if (*p < 0xe2)
        return *p < ' ' || *p == 0x7f || (*p == 0xc2 && p[1] < 0xa0);
    return *p == 0xe2 && ((p[1] == 0x80 && p[2] >= 0xaa && p[2] <= 0xae) ||
                          (p[1] == 0x81 && p[2] >= 0xa6 && p[2] <= 0xa9));
}

#endif
