/* writing the journal, and reading it after a kill */
#define _GNU_SOURCE
#include "complain.h"
#include "journal.h"
#include "fingerprint.h"
#include "folder.h"
#include "progress.h"
#include "common/clock.h"
#include "common/memory_text.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t check_sum(const char *line, size_t length) {
    uint64_t sum = FINGERPRINT_BEGIN;
    fingerprint_bytes(&sum, line, length);
    return sum;
}

bool journal_make(journal *j, const char *command, const char *folder, int count) {
    *j = (journal){.command = command, .folder = folder, .count = count, .file = -1};
    j->rows = calloc((size_t)count + 1, sizeof *j->rows);
    if (!j->rows)
        complain(command, "not enough memory for %d runs", count);
    return j->rows;
}

/* what a loss of power may take is a second's answers, which are made again; a disk that cannot is
 * noticed by who writes the results */
static void synchronise(journal *j) {
    (void)fdatasync(j->file);
    j->synced = cm_seconds();
}

/* all of the bytes; errno if not */
static bool write_all(int file, const char *bytes, size_t size) {
    while (size > 0) {
        const ssize_t part = write(file, bytes, size);
        if (part < 0 && errno == EINTR)
            continue;
        if (part <= 0) {
            errno = part == 0 ? ENOSPC : errno;
            return false;
        }
        bytes += part;
        size -= (size_t)part;
    }
    return true;
}

static bool append(journal *j, const char *text) {
    char *line = NULL;
    const int size = asprintf(&line, "%s,%016" PRIx64 "\n", text, check_sum(text, strlen(text)));
    const bool written = size > 0 && write_all(j->file, line, (size_t)size);
    const int why = size > 0 ? errno : ENOMEM;
    free(size > 0 ? line : NULL);
    if (!written)
        complain(j->command, "the journal in %s cannot be written: %s", j->folder, strerror(why));
    if (written && cm_seconds() - j->synced > 1.0)
        synchronise(j);
    return written;
}

bool journal_add(journal *j, int run, char *row) {
    if (!row) {
        complain(j->command, "not enough memory for the results");
        return false;
    }
    free(j->rows[run]);
    j->rows[run] = row;
    return append(j, row);
}

int journal_known(const journal *j) {
    int known = 0;
    for (int i = 0; i < j->count; i++)
        known += j->rows[i] != NULL;
    return known;
}

/* a line without its check sum; false if it is torn */
static bool check_line(char *line) {
    char *comma = strrchr(line, ',');
    uint64_t sum;
    int used = 0;
    if (!comma || sscanf(comma + 1, "%16" SCNx64 "%n", &sum, &used) != 1 || used != 16 ||
        strcmp(comma + 17, "\n") != 0 || check_sum(line, (size_t)(comma - line)) != sum)
        return false;
    *comma = '\0';
    return true;
}

static void head_of(const journal *j, uint64_t fingerprint, char *head, size_t size) {
    snprintf(head, size, "# multirate %s 1 %016" PRIx64, j->command, fingerprint);
}

/* whose is the first line? "# multirate COMMAND 1 FINGERPRINT", and its check sum */
typedef enum journal_owner {
    OWNER_NOBODY,     /* there is no line, or an empty one */
    OWNER_UNREADABLE, /* who knows: it must not be replaced */
    OWNER_SAME,
    OWNER_OTHER,   /* other runs of this command */
    OWNER_DAMAGED, /* runs of this command, but which? */
    OWNER_COMMAND, /* runs of another command */
    OWNER_STRANGER
} journal_owner;

static journal_owner owner_of(const journal *j, char *line, uint64_t fingerprint) {
    char head[64], begin[64];
    head_of(j, fingerprint, head, sizeof head);
    if (!strchr(line, '\n') && strncmp(line, head, strlen(line)) == 0)
        return OWNER_NOBODY; /* it was being begun */
    snprintf(begin, sizeof begin, "# multirate %s 1 ", j->command);
    if (strncmp(line, begin, strlen(begin)) != 0)
        return strncmp(line, "# multirate ", 12) == 0 ? OWNER_COMMAND : OWNER_STRANGER;
    if (!check_line(line))
        return OWNER_DAMAGED;
    return strcmp(line, head) == 0 ? OWNER_SAME : OWNER_OTHER;
}

/* empty, or nothing but zeros: what a loss of power leaves of a file that was just begun */
static bool is_blank(FILE *stream) {
    int c;
    while ((c = getc(stream)) == 0)
        ;
    if (c == EOF)
        return true;
    rewind(stream);
    return false;
}

/* the lines of earlier runs, if they are the same */
static journal_owner read_lines(journal *j, uint64_t fingerprint, int *lines) {
    char *line = NULL;
    size_t capacity = 0;
    *lines = 0;
    journal_owner owner = OWNER_NOBODY;
    errno = 0;
    if (!is_blank(j->stream) && getline(&line, &capacity, j->stream) > 0)
        owner = owner_of(j, line, fingerprint);
    while (owner != OWNER_NOBODY && getline(&line, &capacity, j->stream) > 0) {
        const long run = strtol(line, NULL, 10);
        if (!check_line(line))
            continue;
        ++*lines;
        if (owner == OWNER_SAME && run >= 1 && run <= j->count && !j->rows[run - 1])
            j->rows[run - 1] = strdup(line);
    }
    if (!feof(j->stream))
        owner = OWNER_UNREADABLE;
    free(line);
    return owner;
}

static void forget(journal *j) {
    for (int i = 0; i < j->count; i++) {
        free(j->rows[i]);
        j->rows[i] = NULL;
    }
}

/* opens it for this process alone; a file system without locks trusts its users. The stream stays
 * open: to close any descriptor of the file would unlock it. */
static bool open_file(journal *j, const char *path) {
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    j->file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    j->stream = j->file >= 0 ? fdopen(j->file, "r") : NULL;
    if (!j->stream)
        complain(j->command, "'%s' cannot be written: %s", path, strerror(errno));
    else if (fcntl(j->file, F_SETLK, &all) != 0 && (errno == EACCES || errno == EAGAIN))
        complain(j->command, "another %s is at work in %s right now", j->command, j->folder);
    else
        return true;
    return false;
}

/* nothing there, or all of it to be made anew */
static bool begin(journal *j, uint64_t fingerprint) {
    char head[64];
    forget(j);
    head_of(j, fingerprint, head, sizeof head);
    if (ftruncate(j->file, 0) != 0)
        return complain(j->command, "the journal in %s cannot be written: %s", j->folder,
                        strerror(errno));
    if (!append(j, head))
        return ftruncate(j->file, 0) != 0 && false; /* half a head is nobody's */
    synchronise(j); /* so that no loss of power makes it a stranger's */
    return true;
}

static bool refuse(journal *j) {
    j->refused = true;
    return false;
}

static bool go_on_or_begin(journal *j, uint64_t fingerprint, bool resume, bool restart) {
    int lines;
    const journal_owner owner = read_lines(j, fingerprint, &lines);
    const int why = errno;
    const int kept = journal_known(j);
    const char *c = j->command, *f = j->folder;
    if (owner == OWNER_UNREADABLE)
        return complain(c, "'%s/journal.csv' cannot be read: %s", f, strerror(why ? why : EIO));
    if (owner == OWNER_STRANGER)
        complain(c, "'%s/journal.csv' was not written by multirate; give another folder", f);
    else if (owner == OWNER_COMMAND)
        complain(c, "%s holds the work of another command of multirate; give another folder", f);
    else if (owner == OWNER_OTHER && !restart)
        complain(c,
                 "%s holds another %s (other models, values or settings) with %d answers; give "
                 "another folder, or --restart to replace it",
                 f, c, lines);
    else if (owner == OWNER_DAMAGED && lines > 0 && !restart)
        complain(c,
                 "the first line of '%s/journal.csv' is damaged: which %s its %d answers are of "
                 "cannot be told; give another folder, or --restart to replace it",
                 f, c, lines);
    else if (owner == OWNER_SAME && !resume && !restart && kept < j->count)
        complain(c,
                 "%s holds %d of the %d runs already; --resume goes on with them, --restart begins "
                 "anew",
                 f, kept, j->count);
    else if (owner == OWNER_SAME && resume) /* a torn line ends here */
        return write_all(j->file, "\n", 1) ||
               complain(c, "the journal in %s cannot be written: %s", f, strerror(errno));
    else
        return begin(j, fingerprint);
    return refuse(j);
}

/* without a journal beside them they are somebody else's */
static bool is_free(journal *j, const char *path, const char *const *files) {
    struct stat about;
    if (stat(path, &about) == 0 && (about.st_size > 0 || !S_ISREG(about.st_mode)))
        return S_ISREG(about.st_mode) || complain(j->command, "'%s' is no file", path) || refuse(j);
    for (; *files; files++)
        if (!folder_is_free_for(j->command, j->folder, *files))
            return refuse(j);
    return true;
}

bool journal_open(journal *j, const char *const *files, uint64_t fingerprint, bool resume,
                  bool restart) {
    char *path = NULL;
    if (asprintf(&path, "%s/journal.csv", j->folder) < 0)
        return false;
    const bool good = is_free(j, path, files) && open_file(j, path) &&
                      go_on_or_begin(j, fingerprint, resume, restart);
    free(path);
    return good;
}

void journal_close(journal *j) {
    if (!j->rows)
        return;
    if (j->stream)
        fclose(j->stream);
    forget(j);
    free(j->rows);
    *j = (journal){0};
}

void journal_put_cell(FILE *out, const char *text) {
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (const char *p = text; *p; p++) {
        if (*p == '"')
            fputc('"', out);
        fputc(*p == '\n' || *p == '\r' ? ' ' : *p, out);
    }
    fputc('"', out);
}

bool journal_cell(const char *row, int column, char *text, size_t size) {
    bool quoted = false;
    size_t used = 0;
    for (; *row && column > 0; row++) {
        quoted ^= *row == '"';
        column -= *row == ',' && !quoted;
    }
    for (; *row && (quoted || *row != ','); row++) {
        if (*row == '"' && quoted && row[1] == '"') {
            row++;
        } else if (*row == '"') {
            quoted = !quoted;
            continue;
        }
        if (used + 1 < size)
            text[used++] = *row;
    }
    text[used] = '\0';
    return column == 0;
}

bool journal_add_numbers(journal *j, int run, const double *numbers, int count, const char *error) {
    char *row = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&row, &size);
    if (out) {
        fprintf(out, "%d", run + 1);
        for (int i = 0; i < count; i++)
            fprintf(out, isnan(numbers[i]) ? ",NaN" : ",%.17g", numbers[i]);
        fprintf(out, ",%s,", *error ? "failed" : "done");
        journal_put_cell(out, error);
        (void)cm_memory_text_close(out, &row);
    }
    return journal_add(j, run, row);
}

bool journal_numbers(const journal *j, int run, double *numbers, int count, bool *failed,
                     char *error, size_t size) {
    const char *row = j->rows[run];
    char text[64], *end = NULL;
    for (int i = 0; row && i < count; i++) {
        if (!journal_cell(row, i + 1, text, sizeof text))
            return false;
        numbers[i] = strtod(text, &end);
        if (end == text || *end)
            return false;
    }
    if (!row || !journal_cell(row, count + 1, text, sizeof text))
        return false;
    *failed = strcmp(text, "failed") == 0;
    return journal_cell(row, count + 2, error, size);
}
