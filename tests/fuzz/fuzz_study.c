/* descriptions of studies (YAML): read, checked, every value evaluated */
#include <stdint.h>
#include <stdlib.h>

#include "quiet_complain.h"
#include "scratch_file.h"
#include "study_description.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void walk(description *d, const description_node *node, bd_workspace *scope, int depth) {
    static const description_rule rules[] = {{"model", DESCRIPTION_TEXT},
                                             {"set", DESCRIPTION_MAP},
                                             {"measures", DESCRIPTION_PAIRS},
                                             {"options", DESCRIPTION_LIST},
                                             {NULL, DESCRIPTION_VALUE}};
    bd_error error = {0};
    bool truth;
    if (!node || depth > 12)
        return;
    (void)description_check(d, node, rules);
    (void)description_text(node);
    bd_value_free(description_value(d, node, scope, &error));
    (void)description_holds(d, node, scope, &truth, &error);
    const int count = description_count(node);
    for (int i = 0; i < count && i < 30; i++) {
        if (node->type == YAML_MAPPING_NODE)
            (void)description_name(d, node, i);
        walk(d, description_at(d, node, i), scope, depth + 1);
    }
    if (node->type == YAML_MAPPING_NODE)
        (void)description_set_all(d, node, scope, scope, &error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *path = scratch_file("study.yaml", data, size);
    description d = {0};
    bd_error error = {0};
    bd_workspace *scope = NULL;
    complaint_made[0] = '\0';
    if (bd_workspace_create("study", NULL, &scope, &error) != BD_OK)
        abort();
    if (description_open(&d, "study", path))
        walk(&d, description_root(&d), scope, 0);
    else if (!complaint_made[0])
        abort();
    description_close(&d);
    bd_workspace_free(scope);
    return 0;
}
