/* iconv does the work; the encoding is named by the file itself, in ASCII near its beginning */
#define _POSIX_C_SOURCE 200809L
#include "file/encoding.h"

#include <iconv.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "common/words.h"

static size_t sequence_length(const unsigned char *s, size_t left) {
    size_t length = s[0] < 0x80                   ? 1
                    : s[0] >= 0xC2 && s[0] < 0xE0 ? 2
                    : s[0] >= 0xE0 && s[0] < 0xF0 ? 3
                    : s[0] >= 0xF0 && s[0] < 0xF5 ? 4
                                                  : 0;
    if (length == 0 || length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xC0) != 0x80)
            return 0;
    bool overlong = (s[0] == 0xE0 && s[1] < 0xA0) || (s[0] == 0xF0 && s[1] < 0x90);
    bool outside = (s[0] == 0xED && s[1] > 0x9F) || (s[0] == 0xF4 && s[1] > 0x8F);
    return overlong || outside ? 0 : length;
}

static bool is_utf8(const char *bytes, size_t size) {
    for (size_t i = 0; i < size;) {
        size_t length = sequence_length((const unsigned char *)bytes + i, size - i);
        if (length == 0)
            return false;
        i += length;
    }
    return true;
}

static bool is_ascii(const char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)bytes[i] >= 0x80)
            return false;
    return true;
}

/* the value of SavedCharacterEncoding, "" if there is none */
static void named_encoding(const char *bytes, size_t size, char *name, size_t room) {
    static const char key[] = "SavedCharacterEncoding";
    size_t length = sizeof key - 1, used = 0;
    for (size_t i = 0; i + length < size; i++) {
        if (bytes[i] != 'S' || memcmp(bytes + i, key, length) != 0)
            continue;
        for (i += length; i < size && (bytes[i] == ' ' || bytes[i] == '\t' || bytes[i] == '"'); i++)
            ;
        for (; i < size && used + 1 < room && (unsigned char)bytes[i] > ' ' && bytes[i] != '"'; i++)
            name[used++] = bytes[i];
        break;
    }
    name[used] = '\0';
}

/* only what MATLAB has saved in; a name from a hostile file never reaches the loader of iconv */
static const char *known_encoding(const char *name) {
    static const cm_pair known[] = /* the beginning; the name of iconv, NULL: the name itself */ {
        {"windows-125", NULL},
        {"ISO-8859-", NULL},
        {"Shift_JIS", "CP932"},
        {"SJIS", "CP932"},
        {"windows-932", "CP932"},
        {"windows-31j", "CP932"},
        {"GBK", "GB18030"},
        {"GB2312", "GB18030"},
        {"GB18030", "GB18030"},
        {"windows-936", "GB18030"},
        {"Big5", "BIG5"},
        {"windows-950", "BIG5"},
        {"EUC-JP", "EUC-JP"},
        {"EUC-KR", "CP949"},
        {"windows-949", "CP949"},
        {"KOI8-R", "KOI8-R"},
        {"macintosh", "MACINTOSH"},
        {"ibm-1386", "GB18030"},
        {"ibm-943", "CP932"},
        {"ibm-1363", "CP949"},
        {"ibm-970", "CP949"},
        {"ibm-1373", "BIG5"},
        {"ibm-5346", "WINDOWS-1250"},
        {"ibm-5347", "WINDOWS-1251"},
        {"ibm-5348", "WINDOWS-1252"},
        {"ibm-5349", "WINDOWS-1253"},
        {"ibm-5350", "WINDOWS-1254"},
        {"US-ASCII", "WINDOWS-1252"},
        {"UTF-8", "UTF-8"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t length = strlen(known[i].word);
        if (strncasecmp(name, known[i].word, length) != 0)
            continue;
        if (known[i].other)
            return known[i].other;
        return strspn(name + length, "0123456789") == strlen(name + length) ? name : NULL;
    }
    return NULL;
}

static const char *convert(bd_arena *arena, iconv_t converter, const char *bytes, size_t size,
                           size_t *text_size) {
    if (size > SIZE_MAX / 8)
        return NULL;
    /* no encoding needs more than three UTF-8 bytes per byte, a replacement included */
    size_t room = 3 * size;
    char *text = bd_arena_alloc(arena, room + 1);
    if (!text)
        return NULL;
    char *in = (char *)(uintptr_t)bytes;
    char *out = text;
    size_t left = size;
    while (left > 0 && iconv(converter, &in, &left, &out, &room) == (size_t)-1) {
        if (room < 3)
            break;
        memcpy(out, "\xEF\xBF\xBD", 3);
        out += 3;
        room -= 3;
        in++;
        left--;
        iconv(converter, NULL, NULL, NULL, NULL);
    }
    *text_size = (size_t)(out - text);
    return text;
}

const char *bd_mdl_to_utf8(bd_arena *arena, const char *bytes, size_t size, size_t *text_size) {
    *text_size = size;
    if (is_ascii(bytes, size))
        return bytes;
    char name[64];
    named_encoding(bytes, size, name, sizeof name);
    bool utf8 = is_utf8(bytes, size);
    const char *encoding = known_encoding(name);
    if (utf8 && (!encoding || strcmp(encoding, "UTF-8") == 0))
        return bytes;
    if (!encoding)
        encoding = "WINDOWS-1252";
    iconv_t converter = iconv_open("UTF-8", encoding);
    if (converter == (iconv_t)-1)
        converter = iconv_open("UTF-8", "ISO-8859-1");
    if (converter == (iconv_t)-1)
        return NULL;
    const char *text = convert(arena, converter, bytes, size, text_size);
    iconv_close(converter);
    return text;
}
