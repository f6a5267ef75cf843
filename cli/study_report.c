/* pictures and page of a study */
#include "study_report.h"

#include "folder.h"
#include "picture.h"

#include <string.h>

#define PATH_ROOM 4096

FILE *report_open(const char *folder, const char *name) {
    return folder_file("study", folder, name, NULL);
}

bool report_close(FILE *file, const char *folder, const char *name) {
    return folder_file_close(file, "study", folder, name);
}

void report_picture(FILE *script, const picture *p, const char *settings) {
    for (int svg = 1; svg >= 0; svg--) {
        picture_begin(script, p->name, svg, p->width, p->height);
        fprintf(script, "%s%sset output\n", settings, p->body);
    }
}

bool report_draw(const char *folder) {
    return pictures_draw("study", folder);
}

void report_begin(FILE *page, const char *title) {
    fprintf(page,
            "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'><meta name='viewport' "
            "content='width=device-width'><title>%s</title>\n"
            "<style>body{font:15px/1.5 system-ui,sans-serif;max-width:1140px;margin:2em "
            "auto;padding:0 1em;color:#222;background:#fff}"
            "h1{font-size:1.6em}h2{font-size:1.2em;margin-top:2em}svg{max-width:100%%;height:auto}"
            "table{border-collapse:collapse;display:block;overflow-x:auto}td,th{border-bottom:1px "
            "solid #ddd;padding:.2em "
            ".8em;text-align:right}"
            ".text "
            "td{text-align:left;vertical-align:top}.bad,.differs{color:#b00}.reproduced{color:#080}"
            ".partly{color:#a60}</style></head><body>\n<h1>%s</h1>\n",
            title, title);
}

void report_include(FILE *page, const char *folder, const char *name, const char *title) {
    char path[PATH_ROOM], line[8192];
    snprintf(path, sizeof path, "%s/%s.svg", folder, name);
    fprintf(page, "<h2>%s</h2>\n", title);
    FILE *file = fopen(path, "r");
    bool inside = false; /* what stands before the first '<svg' is for a file of its own */
    while (file && fgets(line, sizeof line, file)) {
        inside = inside || strstr(line, "<svg");
        if (inside)
            fputs(line, page);
    }
    if (file)
        fclose(file);
}

void report_end(FILE *page) {
    fprintf(page, "</body></html>\n");
}

void report_text(FILE *page, const char *text) {
    for (; *text; text++)
        if (*text == '<' || *text == '&')
            fputs(*text == '<' ? "&lt;" : "&amp;", page);
        else
            fputc(*text, page);
}
