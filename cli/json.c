/* values, names and commas */
#include "json.h"

#include "utf8.h"

#include <math.h>
#include <stdlib.h>

/* of a character with up to three bytes */
static unsigned number_of(const unsigned char *p, int length) {
    return length == 1   ? *p
           : length == 2 ? (*p & 31u) << 6 | (p[1] & 63u)
                         : (*p & 15u) << 12 | (p[1] & 63u) << 6 | (p[2] & 63u);
}

static void write_characters(FILE *out, const char *text) {
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        const int length = utf8_length(p);
        if (length == 0)
            fputs("\\ufffd", out);
        else if (*p == '"' || *p == '\\')
            fprintf(out, "\\%c", *p);
        else if (utf8_is_command(p))
            fprintf(out, "\\u%04x", number_of(p, length));
        else
            fwrite(p, 1, (size_t)length, out);
        p += length ? length : 1;
    }
}

static void write_text(FILE *out, const char *text) {
    fputc('"', out);
    write_characters(out, text);
    fputc('"', out);
}

static bool answered;

bool json_answered(void) {
    return answered;
}

/* comma and name of the next member */
static void next(json *j, const char *name) {
    bool *filled = &j->filled[j->depth - 1];
    if (*filled)
        fputs(", ", j->out);
    *filled = true;
    if (j->list[j->depth - 1])
        return;
    write_text(j->out, name ? name : "");
    fputs(": ", j->out);
}

static void begin(json *j, const char *name, bool list) {
    if (j->depth == JSON_DEPTH)
        abort(); /* no answer is that deep */
    if (j->depth > 0)
        next(j, name);
    fputc(list ? '[' : '{', j->out);
    j->list[j->depth] = list;
    j->filled[j->depth++] = false;
}

static json answer(FILE *out, bool list) {
    json j = {.out = out};
    answered = true;
    begin(&j, NULL, list);
    return j;
}

json json_answer(FILE *out) {
    return answer(out, false);
}

json json_answer_list(FILE *out) {
    return answer(out, true);
}

void json_object(json *j, const char *name) {
    begin(j, name, false);
}

void json_list(json *j, const char *name) {
    begin(j, name, true);
}

void json_end(json *j) {
    fputc(j->list[--j->depth] ? ']' : '}', j->out);
    if (j->depth == 0)
        fputc('\n', j->out);
}

void json_text(json *j, const char *name, const char *text) {
    next(j, name);
    if (text)
        write_text(j->out, text);
    else
        fputs("null", j->out);
}

void json_number(json *j, const char *name, double number) {
    next(j, name);
    if (isfinite(number))
        fprintf(j->out, "%.17g", number);
    else
        fputs("null", j->out);
}

void json_whole(json *j, const char *name, long long number) {
    next(j, name);
    fprintf(j->out, "%lld", number);
}

void json_flag(json *j, const char *name, bool flag) {
    next(j, name);
    fputs(flag ? "true" : "false", j->out);
}

void json_path(json *j, const char *name, const char *folder, const char *file) {
    next(j, name);
    fputc('"', j->out);
    write_characters(j->out, folder);
    fputc('/', j->out);
    write_characters(j->out, file);
    fputc('"', j->out);
}

void json_error(FILE *out, const char *sentence) {
    json j = json_answer(out);
    json_text(&j, "error", sentence);
    json_end(&j);
}
