/* writes motion files; rows have one length, so going back is going back in the file */
#define _POSIX_C_SOURCE 200809L
#include "common/motion.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct {
    const char *word;
    int count;
} shapes[CM_SHAPE_KINDS] = {{"bar", 7},  {"cylinder", 7},  {"sphere", 4},
                            {"box", 15}, {"ellipsoid", 6}, {"wheel", 8}};

const char *cm_shape_word(cm_shape_kind kind) {
    return shapes[kind].word;
}

int cm_shape_count(cm_shape_kind kind) {
    return shapes[kind].count;
}

struct cm_motion {
    FILE *file;
    double period;
    int bodies, arrows, signals, width;
    off_t start;   /* of the rows */
    double *times; /* of the rows that are kept */
    size_t count, room;
    bool failed;
};

/* names and titles are the end of their lines, so they have no line ends */
static void write_word(FILE *file, const char *text) {
    for (; *text; text++)
        fputc((unsigned char)*text < ' ' ? ' ' : *text, file);
    fputc('\n', file);
}

static void write_numbers(FILE *file, const double *numbers, int count) {
    for (int i = 0; i < count; i++)
        fprintf(file, " %.9g", numbers[i]);
}

bool cm_motion_place(const char *title, char *path, size_t size) {
    const char *folder = getenv(CM_MOTION_FOLDER);
    char name[64];
    size_t n = 0;
    if (!folder || !*folder)
        return false;
    for (; *title && n + 1 < sizeof name; title++)
        name[n++] = isalnum((unsigned char)*title) ? *title : '_';
    name[n] = '\0';
    for (int i = 1; i < 10000; i++) {
        snprintf(path, size, i > 1 ? "%s/%s-%d.motion" : "%s/%s.motion", folder,
                 n ? name : "mechanism", i);
        FILE *file = fopen(path, "wbx"); /* of several slaves each has its own */
        if (file) {
            fclose(file);
            return true;
        }
        if (errno != EEXIST)
            return false;
    }
    return false;
}

/* empty, or a motion */
static bool is_ours(FILE *file) {
    char begin[sizeof CM_MOTION_TITLE] = "";
    struct stat about;
    if (fstat(fileno(file), &about) != 0)
        return false;
    if (!S_ISREG(about.st_mode) || about.st_size == 0)
        return S_ISREG(about.st_mode);
    return fread(begin, 1, sizeof begin - 1, file) == sizeof begin - 1 &&
           strcmp(begin, CM_MOTION_TITLE) == 0;
}

/* the name may stand in a stranger's model: what is there already and is no motion stays as it is,
 * and nothing comes to be that another program would take for its own (a shell's profile, say) */
static FILE *open_own(const char *path) {
    const size_t length = strlen(path), ending = strlen(CM_MOTION_ENDING);
    if (length < ending || strcmp(path + length - ending, CM_MOTION_ENDING) != 0) {
        errno = EINVAL;
        return NULL;
    }
    FILE *file = fopen(path, "wbx");
    if (file || errno != EEXIST)
        return file;
    file = fopen(path, "r+b");
    if (!file)
        return NULL;
    if (!is_ours(file)) {
        fclose(file);
        errno = EEXIST;
        return NULL;
    }
    rewind(file);
    if (ftruncate(fileno(file), 0) != 0) {
        fclose(file);
        return NULL;
    }
    return file;
}

const char *cm_motion_why_not(void) {
    if (errno == EINVAL)
        return "its name does not end in " CM_MOTION_ENDING;
    return errno == EEXIST
               ? "it is there already and is no motion; move it away or give another name"
               : strerror(errno);
}

double cm_motion_period(double told) {
    const char *asked = getenv(CM_MOTION_PERIOD);
    const double period = asked ? strtod(asked, NULL) : 0.0;
    return told > 0.0 ? told : period > 0.0 && isfinite(period) ? period : CM_USUAL_MOTION_PERIOD;
}

cm_motion *cm_motion_create(const char *path, const char *title, char up, bool planar,
                            double period) {
    cm_motion *m = calloc(1, sizeof *m);
    if (!m || !(m->file = open_own(path))) {
        free(m);
        return NULL;
    }
    m->period = period;
    fputs(CM_MOTION_TITLE "\ntitle ", m->file);
    write_word(m->file, title);
    fprintf(m->file, "up %c\n%s", up, planar ? "planar\n" : "");
    return m;
}

void cm_motion_ground(cm_motion *m, double height) {
    fprintf(m->file, "ground %.9g\n", height);
}

void cm_motion_body(cm_motion *m, const char *name, double mass, const double origin[3],
                    const char *colour) {
    m->bodies++;
    fprintf(m->file, "body %.9g", mass);
    write_numbers(m->file, origin, 3);
    fprintf(m->file, " %s ", colour && *colour ? colour : "-");
    write_word(m->file, name);
}

void cm_motion_shape(cm_motion *m, cm_shape_kind kind, const double *numbers, const char *colour) {
    fprintf(m->file, "%s %s", shapes[kind].word, colour && *colour ? colour : "-");
    write_numbers(m->file, numbers, shapes[kind].count);
    fputc('\n', m->file);
}

void cm_motion_link(cm_motion *m, bool is_spring, int body, const double at[3], int other,
                    const double other_at[3], const char *colour) {
    fprintf(m->file, "%s %d", is_spring ? "spring" : "link", body);
    write_numbers(m->file, at, 3);
    fprintf(m->file, " %d", other);
    write_numbers(m->file, other_at, 3);
    fprintf(m->file, " %s\n", colour && *colour ? colour : "-");
}

void cm_motion_arrow(cm_motion *m, const char *name) {
    m->arrows++;
    fputs("arrow ", m->file);
    write_word(m->file, name);
}

void cm_motion_signal(cm_motion *m, const char *name, const char *unit) {
    m->signals++;
    fprintf(m->file, "signal %s ", unit && *unit ? unit : "-");
    write_word(m->file, name);
}

int cm_motion_begin(cm_motion *m) {
    fputs("rows\n", m->file);
    m->width = 7 * m->bodies + 6 * m->arrows + m->signals;
    m->start = ftello(m->file);
    return m->width;
}

bool cm_motion_wants(const cm_motion *m, double time) {
    size_t n = m->count;
    while (n > 0 && m->times[n - 1] >= time)
        n--;
    return n == 0 || n < m->count || time >= m->times[n - 1] + m->period * (1.0 - 1e-6);
}

bool cm_motion_row(cm_motion *m, double time, const double *values) {
    size_t n = m->count;
    while (n > 0 && m->times[n - 1] >= time)
        n--;
    if (n < m->count) {
        const off_t at = m->start + (off_t)(n * (size_t)(1 + m->width) * sizeof *values);
        m->failed = fflush(m->file) != 0 || ftruncate(fileno(m->file), at) != 0 ||
                    fseeko(m->file, at, SEEK_SET) != 0 || m->failed;
        m->count = n;
    }
    if (n == m->room) {
        const size_t room = m->room ? 2 * m->room : 256;
        double *times = realloc(m->times, room * sizeof *times);
        if (!times)
            return false;
        m->times = times;
        m->room = room;
    }
    m->times[m->count++] = time;
    m->failed = fwrite(&time, sizeof time, 1, m->file) != 1 ||
                fwrite(values, sizeof *values, (size_t)m->width, m->file) != (size_t)m->width ||
                m->failed;
    return !m->failed;
}

bool cm_motion_close(cm_motion *m) {
    if (!m)
        return true;
    const bool good = fclose(m->file) == 0 && !m->failed;
    free(m->times);
    free(m);
    return good;
}

/* after Shepperd (1978): by the largest of the four, so that nothing small is divided by */
void cm_quaternion(const double x[3], const double y[3], const double z[3], double q[4]) {
    const double trace = x[0] + y[1] + z[2];
    if (trace >= x[0] && trace >= y[1] && trace >= z[2]) {
        q[0] = 0.5 * sqrt(fmax(1.0 + trace, 0.0));
        q[1] = (y[2] - z[1]) / (4.0 * q[0]);
        q[2] = (z[0] - x[2]) / (4.0 * q[0]);
        q[3] = (x[1] - y[0]) / (4.0 * q[0]);
    } else if (x[0] >= y[1] && x[0] >= z[2]) {
        q[1] = 0.5 * sqrt(fmax(1.0 + x[0] - y[1] - z[2], 0.0));
        q[0] = (y[2] - z[1]) / (4.0 * q[1]);
        q[2] = (x[1] + y[0]) / (4.0 * q[1]);
        q[3] = (z[0] + x[2]) / (4.0 * q[1]);
    } else if (y[1] >= z[2]) {
        q[2] = 0.5 * sqrt(fmax(1.0 - x[0] + y[1] - z[2], 0.0));
        q[0] = (z[0] - x[2]) / (4.0 * q[2]);
        q[1] = (x[1] + y[0]) / (4.0 * q[2]);
        q[3] = (y[2] + z[1]) / (4.0 * q[2]);
    } else {
        q[3] = 0.5 * sqrt(fmax(1.0 - x[0] - y[1] + z[2], 0.0));
        q[0] = (x[1] - y[0]) / (4.0 * q[3]);
        q[1] = (z[0] + x[2]) / (4.0 * q[3]);
        q[2] = (y[2] + z[1]) / (4.0 * q[3]);
    }
}
