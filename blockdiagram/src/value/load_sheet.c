/* a workbook is a zip archive of XML parts (ECMA-376): a list of sheets, the files they are in,
 * texts that cells share, and a part for each sheet with rows of cells, of which empty ones may be
 * left out. Numbers are taken as written, dates and times as the numbers they are */
#include "value/load_sheet.h"

#include <ctype.h>
#include <expat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

#include "base/text.h"
#include "common/memory.h"
#include "common/plain_file.h"
#include "common/xml_guard.h"
#include "common/zip_part.h"

#define MOST_BYTES   (64u * 1024 * 1024) /* of a part, and of the text */
#define MOST_COLUMNS 10000
#define NAME_LENGTH  300

static void add(bd_text *text, const char *bytes, size_t size) {
    text->failed = text->failed || text->size + size > MOST_BYTES;
    if (size > 0)
        bd_text_put(text, bytes, size);
}

/* what is read of a workbook, part by part */
typedef struct workbook {
    const char *wanted;         /* name of the sheet, or "" */
    char relation[NAME_LENGTH]; /* of the sheet … */
    char part[NAME_LENGTH];     /* … and where it is */
    bd_text shared;             /* texts one after the other, each ended by zero … */
    size_t *starts;             /* … and where they begin */
    size_t start_count;
    bd_text table;
    bd_text cell; /* of the present cell or shared text */
    bool inside, failed;
    char kind[16];
    size_t column, next_column;
    XML_Parser parser; /* of the present part */
} workbook;

/* names without the prefix of their space */
static bool is(const char *element, const char *name) {
    const char *colon = strrchr(element, ':');
    return strcmp(colon ? colon + 1 : element, name) == 0;
}

static const char *attribute(const XML_Char **attributes, const char *name) {
    for (int i = 0; attributes[i]; i += 2)
        if (is(attributes[i], name))
            return attributes[i + 1];
    return "";
}

static void take_characters(void *user, const XML_Char *characters, int length) {
    workbook *w = user;
    if (w->inside)
        add(&w->cell, characters, (size_t)length);
}

/* ---- the list of sheets, and their files ---- */

static void begin_list(void *user, const XML_Char *element, const XML_Char **attributes) {
    workbook *w = user;
    if (is(element, "sheet") && !*w->relation &&
        (!*w->wanted || strcmp(attribute(attributes, "name"), w->wanted) == 0))
        for (int i = 0; attributes[i]; i += 2) /* r:id, not sheetId */
            if (is(attributes[i], "id"))
                snprintf(w->relation, sizeof w->relation, "%s", attributes[i + 1]);
}

static void begin_relations(void *user, const XML_Char *element, const XML_Char **attributes) {
    workbook *w = user;
    if (!is(element, "Relationship") || strcmp(attribute(attributes, "Id"), w->relation) != 0)
        return;
    const char *target = attribute(attributes, "Target");
    snprintf(w->part, sizeof w->part, "%s%s", *target == '/' ? "" : "xl/",
             *target == '/' ? target + 1 : target);
}

/* ---- shared texts ---- */

static void begin_shared(void *user, const XML_Char *element, const XML_Char **attributes) {
    workbook *w = user;
    (void)attributes;
    if (is(element, "si")) {
        size_t *grown = cm_one_more(w->starts, w->start_count, sizeof *grown);
        w->failed = w->failed || !grown;
        if (!grown)
            return;
        w->starts = grown;
        w->starts[w->start_count++] = w->shared.size;
        w->cell.size = 0;
    }
    w->inside = w->inside || is(element, "t");
}

static void end_shared(void *user, const XML_Char *element) {
    workbook *w = user;
    if (is(element, "t"))
        w->inside = false;
    if (is(element, "si")) {
        add(&w->shared, w->cell.bytes, w->cell.size);
        add(&w->shared, "", 1);
    }
}

/* ---- cells ---- */

/* "BC12": 55th column, from 0; none says the one behind the last */
static size_t column_of(const char *reference, size_t otherwise) {
    size_t column = 0;
    for (; isalpha((unsigned char)*reference) && column <= MOST_COLUMNS; reference++)
        column = 26 * column + (size_t)(toupper((unsigned char)*reference) - 'A' + 1);
    return column ? column - 1 : otherwise;
}

static void begin_cell(void *user, const XML_Char *element, const XML_Char **attributes) {
    workbook *w = user;
    if (is(element, "row"))
        w->next_column = 0;
    else if (is(element, "c")) {
        w->column = column_of(attribute(attributes, "r"), w->next_column);
        snprintf(w->kind, sizeof w->kind, "%s", attribute(attributes, "t"));
        w->cell.size = 0;
        w->failed = w->failed || w->column >= MOST_COLUMNS || w->column < w->next_column;
    }
    w->inside = w->inside || is(element, "v") || is(element, "t");
}

/* line breaks and semicolons have a meaning in the table */
static void add_field(bd_text *table, const char *bytes, size_t size) {
    size_t from = table->size;
    add(table, bytes, size);
    for (size_t i = from; !table->failed && i < table->size; i++)
        if (strchr(";\r\n\"", table->bytes[i]))
            table->bytes[i] = ' ';
}

static void end_cell(void *user, const XML_Char *element) {
    workbook *w = user;
    if (is(element, "v") || is(element, "t"))
        w->inside = false;
    else if (is(element, "row"))
        add(&w->table, "\n", 1);
    if (!is(element, "c") || w->failed)
        return;
    const char *bytes = w->cell.size ? w->cell.bytes : "";
    size_t size = w->cell.size;
    if (strcmp(w->kind, "s") == 0) {
        unsigned long number = size ? strtoul(bytes, NULL, 10) : w->start_count;
        bool known = number < w->start_count && w->shared.bytes;
        bytes = known ? w->shared.bytes + w->starts[number] : "";
        size = strlen(bytes);
    }
    for (size_t k = w->next_column ? w->next_column : 1; k <= w->column; k++)
        add(&w->table, ";", 1);
    add_field(&w->table, bytes, size);
    w->next_column = w->column + 1;
}

/* ---- parts ---- */

CM_XML_FAIL_ON_DOCTYPE(on_doctype, workbook, parser)

static bool parse_part(zip_t *zip, const char *name, XML_StartElementHandler begin,
                       XML_EndElementHandler end, workbook *w) {
    zip_stat_t about;
    zip_file_t *file = NULL;
    char *bytes = NULL;
    bool good = zip_stat(zip, name, 0, &about) == 0 && about.size < MOST_BYTES &&
                (file = zip_fopen(zip, name, 0)) && (bytes = malloc(about.size + 1)) &&
                cm_zip_read_whole(file, bytes, about.size);
    XML_Parser parser = good ? XML_ParserCreate(NULL) : NULL;
    if (parser) {
        w->inside = false;
        w->parser = parser;
        XML_SetUserData(parser, w);
        XML_SetElementHandler(parser, begin, end);
        XML_SetCharacterDataHandler(parser, take_characters);
        XML_SetStartDoctypeDeclHandler(parser, on_doctype);
        good = XML_Parse(parser, bytes, (int)about.size, 1) == XML_STATUS_OK;
        XML_ParserFree(parser);
    }
    if (file)
        zip_fclose(file);
    free(bytes);
    return parser && good && !w->failed && !w->table.failed && !w->shared.failed && !w->cell.failed;
}

bool bd_is_workbook(const char *path) {
    const char *why;
    char head[4] = "";
    FILE *file = cm_open_plain(path, &why);
    bool is_zip = file && fread(head, 1, 4, file) == 4 && memcmp(head, "PK\3\4", 4) == 0;
    if (file)
        fclose(file);
    return is_zip;
}

static bd_status read_parts(zip_t *zip, const char *path, workbook *w, bd_error *error) {
    if (!parse_part(zip, "xl/workbook.xml", begin_list, NULL, w))
        return bd_error_set(error, BD_BAD_FILE, "'%s' is no workbook that can be read", path);
    if (!*w->relation)
        return bd_error_set(error, BD_BAD_FILE, "'%s' has no sheet '%.100s'", path, w->wanted);
    if (!parse_part(zip, "xl/_rels/workbook.xml.rels", begin_relations, NULL, w) || !*w->part)
        return bd_error_set(error, BD_BAD_FILE, "'%s' is no workbook that can be read", path);
    if (zip_name_locate(zip, "xl/sharedStrings.xml", 0) >= 0 &&
        !parse_part(zip, "xl/sharedStrings.xml", begin_shared, end_shared, w))
        return bd_error_set(error, BD_BAD_FILE, "the texts of '%s' cannot be read", path);
    if (!parse_part(zip, w->part, begin_cell, end_cell, w))
        return bd_error_set(error, BD_BAD_FILE,
                            "the sheet '%.100s' of '%s' is damaged or too large", w->wanted, path);
    return BD_OK;
}

bd_status bd_sheet_read(const char *path, const char *sheet, char **table, size_t *size,
                        bd_error *error) {
    int why = 0;
    workbook w = {.wanted = sheet ? sheet : ""};
    zip_t *zip = zip_open(path, ZIP_RDONLY, &why);
    *table = NULL;
    if (!zip)
        return bd_error_set(error, BD_CANNOT_READ, "'%s' cannot be read", path);
    bd_status status = read_parts(zip, path, &w, error);
    zip_discard(zip);
    add(&w.table, "\n", 1);
    if (status == BD_OK && w.table.failed)
        status = bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory for '%s'", path);
    if (status == BD_OK) {
        *table = w.table.bytes;
        *size = w.table.size;
    } else
        free(w.table.bytes);
    CM_FREE(w.shared.bytes, w.starts, w.cell.bytes);
    return status;
}
