/* every diagram of models/, compiled once: with another value of each of its parameters in turn a
 * run gives the bits of a model that was compiled with this value */
#define _POSIX_C_SOURCE 200809L
#include "mr_test.h"

#include "blockdiagram/run.h"
#include "blockdiagram/sfunction.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 24 /* parameters of a diagram that are tried, spread over all */

typedef struct wish {
    const bd_node *node;
    const char *parameter;
    char value[64];
} wish;

typedef struct wishes {
    wish *items;
    int count;
} wishes;

/* parameters that are written as a number */
static void list(const bd_system *system, wishes *all) {
    for (size_t b = 0; b < system->block_count; b++) {
        const bd_node *node = system->blocks[b];
        for (size_t i = 0; i < node->parameters.count; i++) {
            char *end;
            const char *text = node->parameters.items[i].value;
            const double number = strtod(text, &end);
            if (end == text || *end || strcmp(node->parameters.items[i].name, "Port") == 0)
                continue;
            all->items = realloc(all->items, (size_t)(all->count + 1) * sizeof *all->items);
            wish *w = &all->items[all->count++];
            *w = (wish){.node = node, .parameter = node->parameters.items[i].name};
            snprintf(w->value, sizeof w->value, "%.17g", number == 0.0 ? 0.125 : 1.125 * number);
        }
        if (node->system && !node->link)
            list(node->system, all);
    }
}

/* all numbers of all records, one after the other, and the sentence of a failure */
static char *results(bd_run *run, bd_status made, bd_error *error, size_t *size) {
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    if (made == BD_OK)
        made = bd_run_complete(run, error);
    fprintf(out, "%s", made == BD_OK ? "" : error->text);
    for (int i = 0; run && i < bd_run_record_count(run); i++)
        for (size_t k = 0; k < bd_run_record(run, i)->row_count; k++) {
            const double t = bd_run_record_time(run, i, k);
            fwrite(&t, sizeof t, 1, out);
            fwrite(bd_run_record_row(run, i, k), sizeof(double),
                   (size_t)bd_run_record(run, i)->width, out);
        }
    fclose(out);
    return text;
}

static const char *const folders[] = {MR_SOURCE_DIR "/sfun"};
static const bd_search_path search = {folders, 1};

static bd_diagram *read(const char *path) {
    bd_diagram *diagram = NULL;
    bd_error error = {0};
    CU_ASSERT_EQUAL_FATAL(bd_diagram_read(path, &search, &diagram, NULL, &error), BD_OK);
    return diagram;
}

/* 1: the compiled model took it, 0: it got one of its own */
static int try_one(const char *path, const bd_model *model, const bd_options *options,
                   const wish *w) {
    const bd_run_setting setting = {w->node->path, w->parameter, w->value};
    const bd_run_options how = {.settings = &setting, .setting_count = 1};
    bd_diagram *diagram = read(path);
    bd_run *one = NULL, *other = NULL;
    bd_error first = {0}, second = {0};
    size_t size[2];
    bd_node *node = bd_diagram_find(diagram, w->node->path);
    CU_ASSERT_EQUAL_FATAL(bd_node_set(node, w->parameter, w->value), BD_OK);
    const bd_status made = bd_run_create(model, &how, &one, &first);
    const bd_status drawn = bd_run_compile(diagram, NULL, options, NULL, &other, &second);
    const int shared = one && bd_run_model(one) == model;
    char *a = results(one, made, &first, &size[0]), *b = results(other, drawn, &second, &size[1]);
    const bool same = size[0] == size[1] && memcmp(a, b, size[0]) == 0;
    if (!same)
        printf("%s: %s %s=%s: '%s' and '%s'\n", path, w->node->path, w->parameter, w->value,
               first.text, second.text);
    CU_ASSERT(same);
    free(a);
    free(b);
    bd_run_free(one);
    bd_run_free(other);
    bd_diagram_free(diagram);
    return shared;
}

static int try_model(const char *path, int *tried) {
    bd_diagram *diagram = read(path);
    bd_model *model = NULL;
    bd_error error = {0};
    wishes all = {0};
    int shared = 0;
    bd_options options = bd_options_default();
    options.stop_time = 0.25;
    list(diagram->root, &all);
    /* a diagram that needs a workspace is run by its study */
    if (bd_model_compile(diagram, NULL, &options, &model, &error) == BD_OK)
        for (int i = 0; i < all.count && i < MOST; i++, ++*tried)
            shared += try_one(path, model, &options,
                              &all.items[all.count <= MOST ? i : i * all.count / MOST]);
    bd_model_free(model);
    bd_diagram_free(diagram);
    free(all.items);
    return shared;
}

static void test_a_parameter_of_each_model_in_turn(void) {
    int tried = 0, shared = 0, models = 0;
    bd_sfunction_set_provider(bd_mx_own_provider());
    setenv("BD_SFUNCTION_PATH", MR_BINARY_DIR "/lib/sfunctions", 1);
    DIR *rooms = opendir(MR_SOURCE_DIR "/models");
    CU_ASSERT_PTR_NOT_NULL_FATAL(rooms);
    for (struct dirent *room; (room = readdir(rooms));) {
        char folder[600];
        snprintf(folder, sizeof folder, MR_SOURCE_DIR "/models/%s", room->d_name);
        DIR *files = room->d_name[0] == '.' ? NULL : opendir(folder);
        for (struct dirent *file; files && (file = readdir(files));) {
            char path[1200];
            const size_t length = strlen(file->d_name);
            if (length < 4 || strcmp(file->d_name + length - 4, ".mdl") != 0 ||
                strstr(file->d_name, "_lib"))
                continue;
            snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
            shared += try_model(path, &tried);
            models++;
        }
        if (files)
            closedir(files);
    }
    closedir(rooms);
    printf("%d models, %d parameters, %d runs of a model that was compiled before\n", models, tried,
           shared);
    CU_ASSERT(models >= 12);
    CU_ASSERT(shared >= 25);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {MR_TEST(test_a_parameter_of_each_model_in_turn)};
    return mr_test_main("one_compile", tests, sizeof tests / sizeof *tests, argc, argv);
}
