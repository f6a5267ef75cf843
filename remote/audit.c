/* composing and keeping the lines about sessions */
#define _GNU_SOURCE
#include "audit.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* a stranger's text as one word */
static void copy_word(const char *text, char *word, size_t size) {
    size_t i = 0;
    for (; text[i] && i + 1 < size; i++)
        word[i] = text[i] > ' ' && text[i] < 0x7f ? text[i] : '_';
    word[i] = '\0';
    if (i == 0)
        snprintf(word, size, "-");
}

void audit_compose(const audit *a, char *line, size_t size) {
    char stamp[32] = "-", peer[64], key[KEY_SIZE];
    struct tm utc;
    if (gmtime_r(&a->came, &utc))
        (void)strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &utc);
    copy_word(a->peer, peer, sizeof peer);
    copy_word(a->key, key, sizeof key);
    snprintf(line, size, "%s session=%ld peer=%s key=%s seconds=%.3f questions=%ld end=%s", stamp,
             a->number, peer, key, a->seconds, a->questions, a->end);
}

bool audit_append(const char *file, const char *line) {
    char text[400];
    const int length = snprintf(text, sizeof text, "%.390s\n", line);
    const int descriptor =
        open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    const bool written = descriptor >= 0 && write(descriptor, text, (size_t)length) == length;
    return descriptor >= 0 && close(descriptor) == 0 && written;
}
