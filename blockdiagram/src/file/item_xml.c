/* XML of a package: keys are <P Name="k">v</P>, some are attributes of their section; a section
 * whose name is a class is an Object */
#include <stdio.h>
#include <string.h>

#include "common/words.h"
#include "file/item.h"
#include "common/xml_text.h"

/* keys of sections that are attributes, in their order; an attribute has no $ */
static const cm_pair attributes[] = {
    {"Block", "BlockType"},
    {"Block", "Name"},
    {"Block", "SID"},
    {"machine", "id"},
    {"chart", "id"},
    {"instance", "id"},
    {"state", "SSID"},
    {"transition", "SSID"},
    {"junction", "SSID"},
    {"data", "SSID"},
    {"data", "name"},
    {"event", "SSID"},
    {"Array", "PropName"},
    {"Array", "Type"},
    {"Array", "Dimension"},
    {"Object", "$Reference"},
    {"Object", "$PropName"},
    {"Object", "$BackupClass"},
    {"Object", "$ObjectID"},
    {"Object", "$Version"},
    {"Object", "$ClassName"},
};

#define COUNT (sizeof attributes / sizeof *attributes)

static bool is_class(const char *name) {
    return strncmp(name, "Simulink.", 9) == 0;
}

/* the version of an object is an attribute, too; other sections keep the key */
static bool is_attribute(const char *section, const char *element, const char *key) {
    if (is_class(section) && strcmp(key, "Version") == 0)
        return true;
    for (size_t i = 0; i < COUNT; i++)
        if (strcmp(attributes[i].word, element) == 0 && strcmp(attributes[i].other, key) == 0)
            return true;
    return false;
}

/* characters that XML 1.0 knows; others cannot be written */
static void put_escaped(bd_text *text, const char *value, bool attribute) {
    for (const char *c = value; *c != '\0'; c++) {
        const unsigned char byte = (unsigned char)*c;
        const char *entity = *c == '"' && !attribute ? NULL : cm_xml_entity(*c);
        if (entity)
            bd_text_add(text, entity);
        else if (*c == '\r' || (attribute && (*c == '\n' || *c == '\t'))) {
            char code[8];
            snprintf(code, sizeof code, "&#x%X;", byte);
            bd_text_add(text, code);
        } else if (byte < 0x20 && *c != '\n' && *c != '\t') {
            if (!text->bad_key)
                text->bad_key = value;
        } else
            bd_text_put(text, c, 1);
    }
}

static void put_attribute(bd_text *text, const char *name, const char *prefix, const char *value) {
    bd_text_add(text, " ");
    bd_text_add(text, name);
    bd_text_add(text, "=\"");
    bd_text_add(text, prefix);
    put_escaped(text, value, true);
    bd_text_add(text, "\"");
}

static void put_attributes(bd_text *text, const bd_file_item *item, const char *element) {
    const bool class = is_class(item->name);
    for (size_t i = 0; i < COUNT; i++) {
        if (strcmp(attributes[i].word, element) != 0)
            continue;
        const char *key = attributes[i].other;
        if (class && strcmp(key, "$ClassName") == 0) {
            put_attribute(text, "ClassName", "", item->name);
            continue;
        }
        const bd_file_item *found =
            bd_item_find(item, class && strcmp(key, "$Version") == 0 ? "Version" : key);
        if (found)
            put_attribute(text, *key == '$' ? key + 1 : key,
                          strcmp(key, "Dimension") == 0 && !strchr(found->text, '*') ? "1*" : "",
                          found->text);
    }
}

static void put_key(bd_text *text, const bd_file_item *item) {
    const bool cell = strcmp(item->name, "Cell") == 0;
    bd_text_indent(text);
    bd_text_add(text, cell ? "<Cell" : "<P");
    if (!cell)
        put_attribute(text, "Name", "", item->name);
    if (item->class || cell)
        put_attribute(text, "Class", "", item->class ? item->class : "char");
    bd_text_add(text, ">");
    put_escaped(text, item->text, false);
    bd_text_add(text, cell ? "</Cell>\n" : "</P>\n");
}

void bd_item_write_xml(const bd_file_item *item, bd_text *text) {
    if (!item->section) {
        put_key(text, item);
        return;
    }
    const char *element = is_class(item->name) ? "Object" : item->name;
    bd_text_indent(text);
    bd_text_add(text, "<");
    bd_text_add(text, element);
    put_attributes(text, item, element);
    bd_text_add(text, ">\n");
    text->depth++;
    for (const bd_file_item *t = item->first; t; t = t->next)
        if (t->section || !is_attribute(item->name, element, t->name))
            bd_item_write_xml(t, text);
    text->depth--;
    bd_text_indent(text);
    bd_text_add(text, "</");
    bd_text_add(text, element);
    bd_text_add(text, ">\n");
}
