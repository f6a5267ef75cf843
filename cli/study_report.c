/* data, pictures and the page of a study, from templates beside its description
 *
 * `data` are tables for the pictures. The gnuplot script has a part for each picture, which begins
 * with a line "#: NAME WIDTH HEIGHT TITLE" and is drawn as SVG and PNG with that title, a wide one
 * again for small screens (NAME_narrow.svg). `drawings` are SVG templates, told by `drawing` as
 * what they are filled. In the page, <!-- picture NAME --> becomes the picture, in the form that
 * fits the screen. */
#define _GNU_SOURCE
#include "study_report.h"

#include "complain.h"
#include "folder.h"
#include "picture.h"
#include "template.h"

#include "pages/style.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARK  "<!-- picture "
#define TITLE 200

typedef struct picture {
    char name[64], title[TITLE];
    int width, height;
    const char *body;
    size_t length;
} picture;

/* the next part of a script; false if there is none */
static bool next_picture(const char **script, picture *p) {
    int used = 0;
    const char *begin = strncmp(*script, "#: ", 3) == 0 ? *script : strstr(*script, "\n#: ");
    *p = (picture){.width = 0};
    if (!begin)
        return false;
    begin += *begin == '\n';
    (void)sscanf(begin, "#: %63[a-zA-Z0-9_] %d %d %199[^\n]%n", p->name, &p->width, &p->height,
                 p->title, &used);
    if (used == 0) { /* not such a line after all */
        *script = begin + 2;
        return next_picture(script, p);
    }
    p->body = begin + used;
    const char *end = strstr(p->body, "\n#: ");
    p->length = end ? (size_t)(end - p->body) + 1 : strlen(p->body);
    *script = p->body + p->length;
    return true;
}

/* ---- files beside the description, and of the folder ---- */

static char *read_beside(study *s, const description_node *name, bd_error *error) {
    char path[8300];
    snprintf(path, sizeof path, "%s/%s", s->file.folder, description_text(name));
    return template_read(path, error);
}

static char *fill_beside(study *s, const description_node *name, const bd_workspace *w,
                         bd_error *error) {
    char *text = read_beside(s, name, error);
    char *filled = text ? template_fill(text, description_text(name), w, error) : NULL;
    free(text);
    return filled;
}

static bool write_file(study *s, const char *name, const char *text) {
    FILE *file = folder_file("study", s->folder, name, NULL);
    if (!file)
        return false;
    fputs(text, file);
    return folder_file_close(file, "study", s->folder, name);
}

typedef struct list {
    char **items;
    int count;
} list;

static void add_name(list *l, const char *name, const char *ending) {
    char **items = realloc(l->items, (size_t)(l->count + 2) * sizeof *items);
    if (!items)
        return;
    l->items = items;
    l->items[l->count] = NULL;
    if (asprintf(&l->items[l->count], "%s%s", name, ending) >= 0)
        l->count++;
    l->items[l->count] = NULL;
}

char **study_files(study *s) {
    static const char *const always[] = {"results.csv", "report.html", "pictures.gp", "gnuplot.log",
                                         "motions"};
    description *f = &s->file;
    const description_node *data = study_key(s, "data"), *drawings = study_key(s, "drawings"),
                           *script = study_key(s, "pictures");
    list names = {0};
    bd_error error;
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        add_name(&names, always[i], "");
    for (int i = 0; i < description_count(data); i++)
        add_name(&names, description_name(f, data, i), "");
    for (int i = 0; i < description_count(drawings); i++)
        add_name(&names, description_name(f, drawings, i), "");
    char *text = script ? read_beside(s, script, &error) : NULL;
    for (const char *line = text; line; line = (line = strchr(line, '\n')) ? line + 1 : NULL) {
        char name[64]; /* sizes and titles may be templates yet */
        if (sscanf(line, "#: %63[a-zA-Z0-9_]", name) == 1) {
            add_name(&names, name, ".svg");
            add_name(&names, name, ".png");
            add_name(&names, name, "_narrow.svg");
        }
    }
    free(text);
    return names.items;
}

/* keys are names of files of the results folder, and of no other */
static bool check_names(description *f, const description_node *files) {
    for (int i = 0; i < description_count(files); i++) {
        const char *name = description_name(f, files, i);
        if (!*name || *name == '.' || strchr(name, '/'))
            return description_refuse(f, files,
                                      "'%.200s' is no name of a file in the results folder", name);
    }
    return true;
}

bool study_check_report(study *s) {
    static const description_rule rules[] = {{"of", DESCRIPTION_TEXT},
                                             {"columns", DESCRIPTION_PAIRS},
                                             {"most", DESCRIPTION_TEXT},
                                             {NULL, DESCRIPTION_VALUE}};
    description *f = &s->file;
    const description_node *drawings = study_key(s, "drawings");
    const description_node *names[66] = {study_key(s, "pictures"), study_key(s, "report")};
    for (int i = 0; i < description_count(drawings) && i < 64; i++)
        names[i + 2] = description_at(f, drawings, i);
    const description_node *data = study_key(s, "data");
    if (!check_names(f, data) || !check_names(f, drawings))
        return false;
    for (int i = 0; i < description_count(data); i++) {
        const description_node *node = description_at(f, data, i);
        if (!description_check(f, node, rules))
            return false;
        if (!description_key(f, node, "columns"))
            return description_refuse(f, node, "a table needs `columns`");
    }
    for (int i = 0; i < 66; i++) {
        bd_error error;
        char *text = names[i] ? read_beside(s, names[i], &error) : NULL;
        if (names[i] && !text)
            return description_refuse(f, names[i], "%s", error.text);
        free(text);
    }
    return true;
}

/* ---- data ---- */

/* expressions over what a case has kept, side by side; every so many rows, so that a picture stays
 * small */
static bool write_columns(study *s, const char *name, const description_node *columns, size_t most,
                          const bd_workspace *w, bd_error *error) {
    description *f = &s->file;
    const int count = description_count(columns);
    bd_value **values = calloc((size_t)count + 1, sizeof *values);
    FILE *file = folder_file("study", s->folder, name, NULL);
    bool good = file && values;
    size_t rows = 0;
    for (int i = 0; good && i < count; i++) {
        values[i] = description_value(f, description_at(f, columns, i), w, error);
        good =
            values[i] && bd_value_is_number_like(values[i]) && (i == 0 || values[i]->count == rows);
        rows = good ? values[i]->count : 0;
        if (values[i] && !good)
            bd_error_set(error, BD_BAD_EXPRESSION, "%s: column '%s' has not as many rows", name,
                         description_name(f, columns, i));
        if (file)
            fprintf(file, "%s%c", description_name(f, columns, i), i + 1 < count ? ',' : '\n');
    }
    const size_t stride = most > 0 ? rows / most + 1 : 1;
    for (size_t k = 0; good && k < rows; k += stride)
        for (int i = 0; i < count; i++)
            fprintf(file, "%.10g%c", bd_value_real_at(values[i], k), i + 1 < count ? ',' : '\n');
    for (int i = 0; values && i < count; i++)
        bd_value_free(values[i]);
    free(values);
    return file && folder_file_close(file, "study", s->folder, name) && good;
}

/* of: the case, by its row; none, and there is no such table */
static bool write_table(study *s, const char *name, description_node *node, const bd_workspace *all,
                        bd_error *error) {
    description *f = &s->file;
    bd_workspace *w = NULL;
    double most = 0.0, row = 0.0;
    const description_node *of = description_key(f, node, "of"),
                           *limit = description_key(f, node, "most");
    bd_value *which = of ? description_value(f, of, all, error) : NULL;
    bd_value *many = limit ? description_value(f, limit, all, error) : NULL;
    bool good = (!of || which) &&
                (!limit || (many && bd_value_scalar(many, "most", &most, error) == BD_OK));
    const bool none = good && which && which->count == 0;
    good = good && (!which || none || bd_value_scalar(which, "of", &row, error) == BD_OK);
    if (good && !none && of && !(row >= 1 && row <= s->count)) {
        bd_error_set(error, BD_BAD_EXPRESSION, "%s: there is no case %g", name, row);
        good = false;
    }
    if (good && !none && of && s->cases[(int)row - 1].failed) {
        bd_error_set(error, BD_BAD_EXPRESSION, "%s is about a run that failed: %.200s", name,
                     s->cases[(int)row - 1].error);
        good = false;
    }
    if (good && !none)
        good = bd_workspace_create(name, all, &w, error) == BD_OK &&
               (!of || study_kept_set(s, s->cases[(int)row - 1].run, w, error)) &&
               write_columns(s, name, description_key(f, node, "columns"), (size_t)most, w, error);
    bd_workspace_free(w);
    bd_value_free(which);
    bd_value_free(many);
    return good;
}

/* ---- pictures ---- */

#define NARROW_WIDTH  400
#define NARROW_HEIGHT 360

static bool has_narrow(const picture *p) {
    return p->width > PG_NARROW;
}

/* scripts with several frames title them themselves */
static void draw_one(FILE *file, const char *script, const picture *p, const char *name, bool svg,
                     int width, int height) {
    picture_begin(file, name, svg, width, height);
    if (!memmem(p->body, p->length, "multiplot", 9))
        pg_gnuplot_title(file, p->title, width);
    fprintf(file, "%.*s%.*s\nset output\n", (int)(strstr(script, "#: ") - script), script,
            (int)p->length, p->body);
}

static bool draw(study *s, const char *script) {
    picture p;
    int count = 0;
    FILE *file = folder_file("study", s->folder, "pictures.gp", NULL);
    if (!file)
        return false;
    for (const char *rest = script; next_picture(&rest, &p); count++) {
        char narrow[80];
        draw_one(file, script, &p, p.name, true, p.width, p.height);
        draw_one(file, script, &p, p.name, false, p.width, p.height);
        snprintf(narrow, sizeof narrow, "%s_narrow", p.name);
        if (has_narrow(&p))
            draw_one(file, script, &p, narrow, true, NARROW_WIDTH,
                     p.height > NARROW_HEIGHT ? NARROW_HEIGHT : p.height);
    }
    return folder_file_close(file, "study", s->folder, "pictures.gp") &&
           (count == 0 || pictures_draw("study", s->folder));
}

/* the picture inside of the page; nothing if it was not drawn */
static bool include(study *s, FILE *page, const char *script, const char *name) {
    char narrow[80], file[88];
    picture p;
    bool drawn = false;
    for (const char *rest = script; !drawn && next_picture(&rest, &p);)
        drawn = strcmp(p.name, name) == 0;
    const description_node *drawings = study_key(s, "drawings");
    snprintf(file, sizeof file, "%.64s.svg", name);
    if (!drawn && !description_key(&s->file, drawings, file))
        return false;
    snprintf(narrow, sizeof narrow, "%.64s_narrow", name);
    snprintf(file, sizeof file, "%s.svg", narrow);
    const bool both = drawn ? has_narrow(&p) : description_key(&s->file, drawings, file) != NULL;
    fprintf(page, "<figure class='picture'>%s", both ? "<div class='wide'>\n" : "\n");
    bool good = picture_put(page, s->folder, name);
    if (both) {
        fputs("</div><div class='narrow'>\n", page);
        good = picture_put(page, s->folder, narrow) && good;
        fputs("</div>", page);
    }
    fputs("</figure>\n", page);
    return good;
}

/* how pictures lie on a page: side by side where there is room, the small form on small screens */
static const char page_style[] =
    "<style>.picture{margin:1em 0}.picture svg{max-width:100%;height:auto;display:block}"
    ".row{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,420px),1fr));gap:0 "
    "16px}.row .picture{margin:.3em 0}.row .picture svg{width:100%}"
    ".picture .narrow{display:none}@media(max-width:640px){.picture .wide{display:none}"
    ".picture .narrow{display:block}.picture .narrow svg{width:100%}}"
    "@media print{.row{grid-template-columns:1fr 1fr}.picture,tr{break-inside:avoid}"
    "h1,h2,h2+p{break-after:avoid}.picture .wide{display:block}.picture .narrow{display:none}"
    "}</style>\n";

static bool write_page(study *s, const char *text, const char *script) {
    FILE *page = folder_file("study", s->folder, "report.html", NULL);
    if (!page)
        return false;
    const char *head = strstr(text, "</head>");
    if (head)
        fwrite(text, 1, (size_t)(head - text), page);
    if (strstr(text, MARK))
        fputs(page_style, page);
    text = head ? head : text;
    for (const char *mark; (mark = strstr(text, MARK));) {
        char name[64] = "";
        int used = 0;
        fwrite(text, 1, (size_t)(mark - text), page);
        (void)sscanf(mark, MARK "%63[a-zA-Z0-9_] -->%n", name, &used);
        if (used > 0)
            (void)include(s, page, script, name);
        text = mark + (used > 0 ? used : (int)strlen(MARK));
    }
    fputs(text, page);
    return folder_file_close(page, "study", s->folder, "report.html");
}

static bool write_templates(study *s, const bd_workspace *w, bd_error *error) {
    description *f = &s->file;
    const description_node *drawings = study_key(s, "drawings"), *script = study_key(s, "pictures"),
                           *page = study_key(s, "report");
    bool good = true;
    for (int i = 0; good && i < description_count(drawings); i++) {
        bd_workspace *named = NULL;
        const char *name = description_name(f, drawings, i);
        char *drawing = NULL;
        good = bd_workspace_create(name, w, &named, error) == BD_OK &&
               bd_workspace_set_text(named, "drawing", name, error) == BD_OK &&
               (drawing = fill_beside(s, description_at(f, drawings, i), named, error)) &&
               write_file(s, name, drawing);
        free(drawing);
        bd_workspace_free(named);
    }
    char *pictures = good && script ? fill_beside(s, script, w, error) : NULL;
    good = good && (!script || (pictures && draw(s, pictures)));
    char *text = good && page ? fill_beside(s, page, w, error) : NULL;
    good = good && (!page || (text && write_page(s, text, pictures ? pictures : "")));
    free(text);
    free(pictures);
    return good;
}

bool study_write_report(study *s) {
    description *f = &s->file;
    const description_node *data = study_key(s, "data");
    bd_workspace *w = NULL;
    bd_error error = {0};
    bool good = study_columns(s, &w, &error);
    for (int i = 0; good && i < description_count(data); i++)
        good = write_table(s, description_name(f, data, i), description_at(f, data, i), w, &error);
    good = good && write_templates(s, w, &error);
    bd_workspace_free(w);
    if (!good && error.text[0])
        complain("study", "%s", error.text);
    return good;
}
