/* one HTML file: the template, and between its marks what was added */
#define _POSIX_C_SOURCE 200809L
#include "assets.h"
#include "diagram.h"
#include "motion.h"
#include "pages/pages.h"
#include "pages/style.h"
#include "text.h"

#include "common/memory.h"
#include "blockdiagram/new_file.h"
#include "common/memory_text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct pg_page {
    FILE *out;
    bd_new_file *file;
    char *path;
    char *title, *settings;
    size_t at; /* in the template */
    int runs, motions;
    char *facts; /* told last */
    size_t facts_size;
    FILE *facts_out;
    bool in_table;
};

/* colours of curves as variables of the style sheet, for both grounds */
static void write_colours(FILE *out) {
    fputs(":root {", out);
    for (int i = 0; i < PG_CURVES; i++)
        fprintf(out, " --curve%d: %s; --dark-curve%d: %s;", i, pg_curve_colour(i, false), i,
                pg_curve_colour(i, true));
    fputs(" }\n", out);
}

/* what stands at a mark of the template */
static void fill_mark(pg_page *p, const char *mark, size_t size) {
    static const pg_asset *const scripts[] = {
        &pg_asset_page_js, &pg_asset_series_js, &pg_asset_plot_js,     &pg_asset_diagram_js,
        &pg_asset_runs_js, &pg_asset_scene_js,  &pg_asset_mechanism_js};
    if (strncmp(mark, "title", size) == 0)
        pg_xml(p->out, p->title);
    if (strncmp(mark, "settings", size) == 0 && p->settings) {
        fputs("<p class=\"settings\">", p->out);
        pg_xml(p->out, p->settings);
        fputs("</p>\n", p->out);
    }
    if (strncmp(mark, "style", size) == 0) {
        write_colours(p->out);
        pg_asset_write(p->out, &pg_asset_diagram_css);
        pg_asset_write(p->out, &pg_asset_page_css);
    }
    if (strncmp(mark, "script", size) == 0) {
        for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
            pg_asset_write(p->out, scripts[i]);
        fputs("Page.start();\n", p->out);
    }
}

/* the template up to the mark @content@, or to its end */
static void write_template(pg_page *p) {
    const char *text = (const char *)pg_asset_page_html.bytes;
    const size_t size = pg_asset_page_html.size;
    while (p->at < size) {
        const char *mark = memchr(text + p->at, '@', size - p->at);
        const size_t length = mark ? (size_t)(mark - text) - p->at : size - p->at;
        fwrite(text + p->at, 1, length, p->out);
        p->at += length;
        if (!mark)
            return;
        const size_t word = strcspn(mark + 1, "@");
        p->at += word + 2;
        if (strncmp(mark + 1, "content", word) == 0)
            return;
        fill_mark(p, mark + 1, word);
    }
}

bd_status pg_page_begin(const char *path, const char *title, const char *settings, pg_page **page,
                        bd_error *error) {
    pg_page *p = calloc(1, sizeof *p);
    *page = NULL;
    if (!p || !(p->title = pg_copy(title)) || !(p->path = pg_copy(path)) ||
        (settings && !(p->settings = pg_copy(settings))) ||
        !(p->facts_out = open_memstream(&p->facts, &p->facts_size))) {
        if (p)
            CM_FREE(p->title, p->settings, p->path);
        free(p);
        return bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for a page");
    }
    p->out = bd_new_file_open(path, &p->file);
    if (!p->out) {
        const int why = errno;
        fclose(p->facts_out);
        CM_FREE(p->facts, p->title, p->settings, p->path, p);
        return bd_error_set(error, BD_BAD_FILE, "'%.300s' cannot be written: %s", path,
                            strerror(why));
    }
    write_template(p);
    *page = p;
    return BD_OK;
}

bd_status pg_page_diagram(pg_page *p, const bd_diagram *diagram, const bd_diagram *other,
                          bd_error *error) {
    pg_systems systems = {0};
    bd_status status = BD_OK;
    if (!pg_systems_list(&systems, diagram->root))
        status = bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for a page");
    fprintf(p->out,
            "<section class=\"pane\" data-pane=\"diagram\" data-title=\"Diagram\"%s>\n<div "
            "class=\"sheets\">\n",
            other ? " data-compared" : "");
    for (size_t i = 0; status == BD_OK && i < systems.count; i++) {
        const bd_node *owner = systems.items[i]->owner;
        fputs("<div class=\"sheet\" data-path=\"", p->out);
        pg_xml(p->out, owner ? owner->path : diagram->name);
        fputs("\" data-name=\"", p->out);
        pg_xml(p->out, owner ? owner->name : diagram->name);
        fputs("\" data-parent=\"", p->out);
        if (owner)
            pg_xml(p->out, owner->parent->owner ? owner->parent->owner->path : diagram->name);
        fputs("\">", p->out);
        status = pg_sheet_svg(p->out, systems.items[i], other, true, error);
        fputs("</div>\n", p->out);
    }
    fputs("</div>\n</section>\n", p->out);
    pg_systems_free(&systems);
    return status;
}

/* numbers are told as the machine has them, which is little-endian wherever there is a browser */
static void write_data(pg_page *p, const char *attributes, int number, const void *bytes,
                       size_t size) {
    fprintf(p->out, "<script type=\"text/plain\" %s=\"%d\">", attributes, number);
    pg_base64(p->out, bytes, size);
    fputs("</script>\n", p->out);
}

#define SEEN 1e-6 /* of the height of a curve: what nobody sees, a thousand times enlarged */

/* one value if it is constant, single precision if that is exact (or, where the page may be
 * rounded, cannot be told from it), else double */
static void write_column(pg_page *p, int number, const double *values, size_t count, bool rounded) {
    bool constant = count > 0, exact = true;
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (size_t i = 0; i < count; i++) {
        if (values[i] < low)
            low = values[i];
        if (values[i] > high)
            high = values[i];
    }
    for (size_t i = 0; i < count && (constant || exact); i++) {
        constant = constant && memcmp(&values[i], &values[0], sizeof *values) == 0;
        const double error = fabs((double)(float)values[i] - values[i]);
        exact = exact &&
                (error == 0.0 || (rounded && isfinite(high - low) && error < SEEN * (high - low)));
    }
    float *singles = exact && !constant ? malloc(count * sizeof *singles + 1) : NULL;
    for (size_t i = 0; singles && i < count; i++)
        singles[i] = (float)values[i];
    if (constant)
        write_data(p, "data-kind=\"constant\" class=\"data\" data-run", number, values,
                   sizeof *values);
    else if (singles)
        write_data(p, "data-kind=\"float32\" class=\"data\" data-run", number, singles,
                   count * sizeof *singles);
    else
        write_data(p, "class=\"data\" data-run", number, values, count * sizeof *values);
    free(singles);
}

bd_status pg_page_run(pg_page *p, const pg_results *r, bd_error *error) {
    (void)error;
    const int number = p->runs++;
    fprintf(p->out,
            "<script type=\"application/json\" class=\"run\" data-run=\"%d\">{\"name\":", number);
    pg_json(p->out, r->name);
    fputs(",\"columns\":[", p->out);
    for (int i = 0; i < r->column_count; i++) {
        fputs(i ? ",{\"name\":" : "{\"name\":", p->out);
        pg_json(p->out, r->columns[i].name);
        fputs(",\"unit\":", p->out);
        pg_json(p->out, r->columns[i].unit);
        fputs("}", p->out);
    }
    fputs("]}</script>\n", p->out);
    write_data(p, "class=\"data\" data-run", number, r->times, r->row_count * sizeof *r->times);
    for (int i = 0; i < r->column_count; i++)
        write_column(p, number, r->columns[i].values, r->row_count, r->rounded);
    return BD_OK;
}

bd_status pg_page_motion(pg_page *p, const char *name, const pg_motion *m, bd_error *error) {
    const size_t width = (size_t)m->width, length = width + 1;
    float *rows = malloc((m->row_count * width + 1) * sizeof *rows);
    double *times = malloc((m->row_count + 1) * sizeof *times);
    const int number = p->motions++;
    if (!rows || !times) {
        free(rows);
        free(times);
        return bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for a page");
    }
    for (size_t i = 0; i < m->row_count; i++) {
        times[i] = m->rows[i * length];
        for (size_t k = 0; k < width; k++)
            rows[i * width + k] = (float)m->rows[i * length + 1 + k];
    }
    fprintf(p->out, "<script type=\"application/json\" class=\"motion\" data-motion=\"%d\">",
            number);
    pg_motion_header(p->out, name, m);
    fputs("</script>\n", p->out);
    write_data(p, "class=\"times\" data-motion", number, times, m->row_count * sizeof *times);
    write_data(p, "class=\"rows\" data-kind=\"float32\" data-motion", number, rows,
               m->row_count * width * sizeof *rows);
    free(rows);
    free(times);
    return BD_OK;
}

void pg_page_facts(pg_page *p, const char *heading) {
    fputs(p->in_table ? "</table>\n<h2>" : "<h2>", p->facts_out);
    pg_xml(p->facts_out, heading);
    fputs("</h2>\n<table>\n", p->facts_out);
    p->in_table = true;
}

void pg_page_fact(pg_page *p, const char *name, const char *value, int good) {
    fputs("<tr><td>", p->facts_out);
    pg_xml(p->facts_out, name);
    fprintf(p->facts_out, "</td><td%s>",
            good > 0   ? " class=\"good\""
            : good < 0 ? " class=\"bad\""
                       : "");
    pg_xml(p->facts_out, value);
    fputs("</td></tr>\n", p->facts_out);
}

bd_status pg_page_end(pg_page *p, bool keep, bd_error *error) {
    bd_status status = BD_OK;
    if (!p)
        return BD_OK;
    const bool told = cm_memory_text_close(p->facts_out, &p->facts);
    if (p->in_table && told) {
        fputs("<section class=\"pane\" data-pane=\"facts\" data-title=\"Run\"><div "
              "class=\"facts\">\n",
              p->out);
        fwrite(p->facts, 1, p->facts_size, p->out);
        fputs("</table>\n</div></section>\n", p->out);
    }
    write_template(p);
    if (!keep || !told)
        bd_new_file_spoil(p->file);
    const bool written = fclose(p->out) == 0;
    if (keep && !told)
        status = bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for '%.300s'", p->path);
    else if (keep && !written)
        status = bd_error_set(error, BD_BAD_FILE, "'%.300s' cannot be written: %s", p->path,
                              strerror(errno));
    CM_FREE(p->facts, p->title, p->settings, p->path, p);
    return status;
}
