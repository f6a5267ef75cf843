/* the way into a text in YAML (for rooms that link libyaml): not too large, not too deep */
#ifndef COMMON_YAML_TEXT_H
#define COMMON_YAML_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <yaml.h>

#include "common/plain_file.h"

/* its tree takes eighty times the memory */
#define CM_MOST_YAML ((size_t)16 << 20)
/* the time of libyaml grows by the square of the depth */
#define CM_DEEPEST_YAML 100
/* every use of an anchor is compared with each of them */
#define CM_MOST_ANCHORS 1000

/* as cm_read_plain */
static inline char *cm_read_yaml(const char *path, size_t *size, const char **why) {
    char *text = cm_read_plain(path, CM_MOST_YAML, size, why);
    if (!text && *size > CM_MOST_YAML)
        *why = "it is larger than 16 MB";
    return text;
}

typedef struct cm_yaml_problem {
    int line; /* 0: of no line */
    const char *what;
} cm_yaml_problem;

static inline bool cm_yaml_refused(const yaml_parser_t *parser, cm_yaml_problem *problem) {
    problem->line = (int)parser->problem_mark.line + 1;
    problem->what = parser->problem ? parser->problem : "this is no YAML";
    return false;
}

/* does this line, counted from 1, begin with white space that has a tab? */
static inline bool cm_yaml_has_tab(const char *text, size_t size, int line) {
    const char *end = text + size;
    for (; text && line > 1; line--) {
        text = memchr(text, '\n', (size_t)(end - text));
        if (text)
            text++;
    }
    while (text && text < end && *text == ' ')
        text++;
    return text && text < end && *text == '\t';
}

static inline bool cm_yaml_has_anchor(const yaml_event_t *event) {
    return (event->type == YAML_SCALAR_EVENT && event->data.scalar.anchor) ||
           (event->type == YAML_SEQUENCE_START_EVENT && event->data.sequence_start.anchor) ||
           (event->type == YAML_MAPPING_START_EVENT && event->data.mapping_start.anchor);
}

/* looks at the text only until it is too deep, or has too many anchors */
static inline bool cm_yaml_is_modest(yaml_parser_t *parser, cm_yaml_problem *problem) {
    yaml_event_type_t type;
    int depth = 0, anchors = 0;
    do {
        yaml_event_t event;
        if (!yaml_parser_parse(parser, &event))
            return cm_yaml_refused(parser, problem);
        type = event.type;
        depth += type == YAML_SEQUENCE_START_EVENT || type == YAML_MAPPING_START_EVENT;
        depth -= type == YAML_SEQUENCE_END_EVENT || type == YAML_MAPPING_END_EVENT;
        anchors += cm_yaml_has_anchor(&event);
        const int line = (int)event.start_mark.line + 1;
        yaml_event_delete(&event);
        if (anchors > CM_MOST_ANCHORS) {
            *problem = (cm_yaml_problem){line, "more than 1000 anchors (&)"};
            return false;
        }
        if (depth > CM_DEEPEST_YAML) {
            *problem = (cm_yaml_problem){line, "nested more than 100 deep"};
            return false;
        }
    } while (type != YAML_DOCUMENT_END_EVENT && type != YAML_STREAM_END_EVENT);
    return true;
}

/* true: the document is to be deleted. false: the problem is told */
static inline bool cm_load_yaml(const char *text, size_t size, yaml_document_t *document,
                                cm_yaml_problem *problem) {
    bool good = size <= CM_MOST_YAML;
    *problem = (cm_yaml_problem){0, "a text in YAML of more than 16 MB"};
    for (int pass = 0; pass < 2 && good; pass++) {
        yaml_parser_t parser;
        if (!yaml_parser_initialize(&parser)) {
            *problem = (cm_yaml_problem){0, "not enough memory"};
            return false;
        }
        yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
        if (pass == 0)
            good = cm_yaml_is_modest(&parser, problem);
        else if (!yaml_parser_load(&parser, document))
            good = cm_yaml_refused(&parser, problem);
        yaml_parser_delete(&parser);
    }
    if (!good && strcmp(problem->what, "found character that cannot start any token") == 0 &&
        cm_yaml_has_tab(text, size, problem->line))
        problem->what = "the line begins with a tab, and YAML is indented by blanks";
    return good;
}

#endif
