/* the parts of a .slx of R2013b: everything of the diagram is in one of them */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

#include "file/write.h"

#define XML_HEAD "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\" ?>\n"
#define DATE     "2026-01-01T00:00:00Z"
#define OPEN_XML "http://schemas.openxmlformats.org/package/2006/"

static const char content_types[] = XML_HEAD
    "<Types xmlns=\"" OPEN_XML "content-types\">"
    "<Default ContentType=\"image/png\" Extension=\"png\"/>"
    "<Default ContentType=\"application/vnd.openxmlformats-package.relationships+xml\" "
    "Extension=\"rels\"/>"
    "<Default ContentType=\"application/vnd.mathworks.simulink.mdl+xml\" Extension=\"xml\"/>"
    "<Override ContentType=\"application/vnd.openxmlformats-package.core-properties+xml\" "
    "PartName=\"/metadata/coreProperties.xml\"/>"
    "<Override ContentType=\"application/vnd.mathworks.package.coreProperties+xml\" "
    "PartName=\"/metadata/mwcoreProperties.xml\"/></Types>";

static const char relationships[] = XML_HEAD
    "<Relationships xmlns=\"" OPEN_XML "relationships\">"
    "<Relationship Id=\"Thumbnail\" Target=\"metadata/thumbnail.png\" Type=\"" OPEN_XML
    "relationships/metadata/thumbnail\"/>"
    "<Relationship Id=\"blockDiagram\" Target=\"simulink/blockdiagram.xml\" "
    "Type=\"http://schemas.mathworks.com/simulink/2010/relationships/blockDiagram\"/>"
    "<Relationship Id=\"coreprops\" Target=\"metadata/coreProperties.xml\" Type=\"" OPEN_XML
    "relationships/metadata/core-properties\"/>"
    "<Relationship Id=\"rId1\" Target=\"metadata/mwcoreProperties.xml\" "
    "Type=\"http://schemas.mathworks.com/package/2012/relationships/coreProperties\"/>"
    "</Relationships>";

/* one white point: packages have a picture, and nobody has drawn one */
static const unsigned char picture[] = {
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48,
    0x44, 0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00,
    0x00, 0x3A, 0x7E, 0x9B, 0x55, 0x00, 0x00, 0x00, 0x0A, 0x49, 0x44, 0x41, 0x54, 0x78,
    0x9C, 0x63, 0xF8, 0x0F, 0x00, 0x01, 0x01, 0x01, 0x00, 0x1B, 0xB6, 0xEE, 0x56, 0x00,
    0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82};

static void put_properties(bd_text *text, const bd_writer *w, const char *kind) {
    bd_text_add(text,
                XML_HEAD "<cp:coreProperties xmlns:cp=\"" OPEN_XML "metadata/core-properties\" "
                         "xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
                         "xmlns:dcmitype=\"http://purl.org/dc/dcmitype/\" "
                         "xmlns:dcterms=\"http://purl.org/dc/terms/\" "
                         "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"><cp:category>");
    bd_text_add(text, kind);
    bd_text_add(text, "</cp:category><dcterms:created xsi:type=\"dcterms:W3CDTF\">" DATE
                      "</dcterms:created><dc:creator>Multirate</dc:creator>"
                      "<dc:description></dc:description>"
                      "<cp:lastModifiedBy>Multirate</cp:lastModifiedBy>"
                      "<dcterms:modified xsi:type=\"dcterms:W3CDTF\">" DATE
                      "</dcterms:modified><cp:revision>1.1</cp:revision><cp:version>");
    bd_text_add(text, w->release->name);
    bd_text_add(text, "</cp:version></cp:coreProperties>");
}

static void put_release(bd_text *text, const bd_writer *w) {
    bd_text_add(text, XML_HEAD
                "<mwcoreProperties "
                "xmlns=\"http://schemas.mathworks.com/package/2012/coreProperties\">"
                "<contentType>application/vnd.mathworks.simulink.model</contentType>"
                "<contentTypeFriendlyName>Simulink Model</contentTypeFriendlyName><matlabRelease>");
    bd_text_add(text, w->release->name);
    bd_text_add(text, "</matlabRelease></mwcoreProperties>");
}

/* charts (or NULL) stand beside the model; parts of their own came with R2014b */
static void put_diagram(bd_text *text, const bd_file_item *root, const bd_file_item *charts) {
    bd_text_add(text, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                      "<ModelInformation Version=\"0.9\">\n");
    text->depth = 1;
    bd_item_write_xml(root, text);
    if (charts)
        bd_item_write_xml(charts, text);
    bd_text_add(text, "</ModelInformation>\n");
}

/* the time is that of no clock, so that the same diagram gives the same bytes */
static bool add_part(zip_t *zip, const char *name, const void *bytes, size_t size) {
    zip_source_t *source = zip_source_buffer(zip, bytes, size, 0);
    const zip_int64_t index = source ? zip_file_add(zip, name, source, 0) : -1;
    if (index < 0) {
        zip_source_free(source);
        return false;
    }
    /* 1 January 2026 */
    return zip_file_set_dostime(zip, (zip_uint64_t)index, 0, (46 << 9) | (1 << 5) | 1, 0) == 0;
}

static bool read_back(zip_source_t *source, char **bytes, size_t *size) {
    zip_stat_t about;
    if (zip_source_stat(source, &about) != 0 || !(about.valid & ZIP_STAT_SIZE) ||
        zip_source_open(source) != 0)
        return false;
    *size = (size_t)about.size;
    *bytes = malloc(*size + 1);
    const bool good =
        *bytes && zip_source_read(source, *bytes, about.size) == (zip_int64_t)about.size;
    zip_source_close(source);
    if (!good)
        free(*bytes);
    return good;
}

/* properties, release and diagram are texts[0…2] */
static bool zip_parts(const bd_text *texts, char **bytes, size_t *size) {
    zip_source_t *source = zip_source_buffer_create(NULL, 0, 0, NULL);
    zip_t *zip = source ? zip_open_from_source(source, ZIP_TRUNCATE, NULL) : NULL;
    if (!zip) {
        zip_source_free(source);
        return false;
    }
    zip_source_keep(source);
    bool good = add_part(zip, "[Content_Types].xml", content_types, sizeof content_types - 1) &&
                add_part(zip, "_rels/.rels", relationships, sizeof relationships - 1) &&
                add_part(zip, "metadata/coreProperties.xml", texts[0].bytes, texts[0].size) &&
                add_part(zip, "metadata/mwcoreProperties.xml", texts[1].bytes, texts[1].size) &&
                add_part(zip, "metadata/thumbnail.png", picture, sizeof picture) &&
                add_part(zip, "simulink/blockdiagram.xml", texts[2].bytes, texts[2].size);
    if (!good || zip_close(zip) != 0) {
        zip_discard(zip);
        good = false;
    }
    good = good && read_back(source, bytes, size);
    zip_source_free(source);
    return good;
}

bd_status bd_write_package(bd_writer *w, const bd_file_item *root, char **bytes, size_t *size) {
    const char *name = w->diagram->name;
    bd_text texts[3] = {0};
    put_properties(&texts[0], w, root->name);
    put_release(&texts[1], w);
    put_diagram(&texts[2], root, bd_write_charts(w));
    bd_status status = BD_OK;
    bool failed = w->items.failed;
    for (size_t i = 0; i < 3; i++)
        failed = failed || texts[i].failed;
    if (texts[2].bad_key)
        status = bd_error_set(w->error, BD_CANNOT_WRITE, "%s: XML cannot hold the text '%.200s'",
                              name, texts[2].bad_key);
    else if (failed || !zip_parts(texts, bytes, size))
        status = bd_error_set(w->error, BD_OUT_OF_MEMORY, "%s: the package cannot be made", name);
    for (size_t i = 0; i < 3; i++)
        free(texts[i].bytes);
    return status;
}
