/* one line for each example: what it is, what came out against what was expected, a picture */
#include "examples.h"

#include "folder.h"
#include "picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char head[] =
    "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
    "<meta name='viewport' content='width=device-width'>\n<title>Examples</title>\n<style>"
    "body{font:15px/1.5 system-ui,sans-serif;max-width:1140px;margin:2em auto;padding:0 "
    "1em;color:#16191d;background:#fff}h1{font-size:1.6em}.example{display:grid;grid-template-"
    "columns:repeat(auto-fit,minmax(min(100%,360px),1fr));gap:0 24px;border-top:1px solid "
    "#d5dbe1;padding:1em 0}.example h2{font-size:1.2em;margin:0}.example "
    "svg{max-width:100%;height:auto}td{padding:.1em .8em .1em "
    "0;vertical-align:top}td:first-child{color:#5a6570}.good{color:#1a7f37;font-weight:600}"
    ".bad{color:#cf222e;font-weight:600}code{overflow-wrap:anywhere}"
    "@media print{.example{grid-template-columns:1fr "
    "1fr;break-inside:avoid}}</style></head><body>\n"
    "<h1>Examples</h1>\n<p>Each was run just now and compared, at every row, with results that "
    "were "
    "computed without this tool. A deviation is the largest difference of a signal, relative to "
    "its own largest value; that of the worst signal counts. In the pictures points are what is "
    "expected, curves what came out.</p>\n";

static void put(FILE *page, const char *text) {
    for (; *text; text++)
        if (*text == '&' || *text == '<')
            fputs(*text == '&' ? "&amp;" : "&lt;", page);
        else
            fputc(*text, page);
}

static void put_example(FILE *page, const example *e, const char *folder) {
    fputs("<div class='example'><div><h2>", page);
    put(page, e->name);
    fputs("</h2>\n<p>", page);
    put(page, e->what);
    fputs("</p>\n<table><tr><td>command</td><td><code>", page);
    put(page, e->command);
    fputs("</code></td></tr>\n<tr><td>result</td><td>", page);
    if (e->failed) {
        fputs("<span class='bad'>", page);
        put(page, e->why);
        fputs("</span>", page);
    } else {
        fprintf(page, "<span class='%s'>%s</span>: off by %.2g at most (<code>",
                example_is_good(e) ? "good" : "bad", example_is_good(e) ? "as expected" : "too far",
                e->deviation);
        put(page, e->worst);
        fprintf(page, "</code>), expected within %g", e->within);
    }
    fputs("</td></tr></table></div>\n<div>", page);
    if (*e->picture)
        (void)picture_put(page, folder, e->picture);
    fputs("</div></div>\n", page);
}

bool examples_write(const example *list, int count, const char *folder) {
    int good = 0;
    FILE *table = folder_file("examples", folder, "examples.csv", NULL);
    if (!table)
        return false;
    fputs("example,good,deviation,within,signal\n", table);
    for (int i = 0; i < count; i++) {
        fprintf(table, "%s,%d,%.17g,%.17g,%s\n", list[i].name, example_is_good(&list[i]),
                list[i].failed ? NAN : list[i].deviation, list[i].within, list[i].worst);
        good += example_is_good(&list[i]);
    }
    if (!folder_file_close(table, "examples", folder, "examples.csv"))
        return false;
    FILE *page = folder_file("examples", folder, "report.html", NULL);
    if (!page)
        return false;
    fputs(head, page);
    fprintf(page, "<p><strong>%d of %d as expected.</strong></p>\n", good, count);
    for (int i = 0; i < count; i++)
        put_example(page, &list[i], folder);
    fputs("</body></html>\n", page);
    return folder_file_close(page, "examples", folder, "report.html");
}
