/* what `stability` knows by name: systems and their parameters, joints, methods, predictors */
#include "json.h"
#include "stability_arguments.h"

#include "multirate/predictor.h"

#include <stdio.h>

static void print_pairs(const char *title, const char *const *pairs) {
    printf("%s\n", title);
    for (; pairs[0]; pairs += 2)
        printf("  %-22s %s\n", pairs[0], pairs[1]);
}

static void print_text(void) {
    print_pairs("Systems", an_system_names);
    print_pairs("\nParameters", an_parameter_names);
    print_pairs("\nParameters of joints", an_joint_parameters);
    printf("\nJoints\n");
    for (const mr_joint_method *const *m = mr_joint_methods; *m; m++)
        printf("  %-22s %s\n", (*m)->name, (*m)->summary);
    printf("\nMethods\n");
    for (const an_method *const *m = an_methods; *m; m++)
        printf("  %-22s %s\n", (*m)->name, (*m)->summary);
    printf("\nPredictors\n");
    for (const mr_predictor_type *const *p = mr_predictor_types; *p; p++)
        printf("  %-22s %s\n", (*p)->name, (*p)->summary);
}

static void json_pair(json *j, const char *name, const char *summary) {
    json_object(j, NULL);
    json_text(j, "name", name);
    json_text(j, "summary", summary);
    json_end(j);
}

static void json_pairs(json *j, const char *title, const char *const *pairs) {
    json_list(j, title);
    for (; pairs[0]; pairs += 2)
        json_pair(j, pairs[0], pairs[1]);
    json_end(j);
}

static void print_json(void) {
    json j = json_answer(stdout);
    json_pairs(&j, "systems", an_system_names);
    json_pairs(&j, "parameters", an_parameter_names);
    json_pairs(&j, "joint_parameters", an_joint_parameters);
    json_list(&j, "joints");
    for (const mr_joint_method *const *m = mr_joint_methods; *m; m++)
        json_pair(&j, (*m)->name, (*m)->summary);
    json_end(&j);
    json_list(&j, "methods");
    for (const an_method *const *m = an_methods; *m; m++)
        json_pair(&j, (*m)->name, (*m)->summary);
    json_end(&j);
    json_list(&j, "predictors");
    for (const mr_predictor_type *const *p = mr_predictor_types; *p; p++)
        json_pair(&j, (*p)->name, (*p)->summary);
    json_end(&j);
    json_end(&j);
}

void stability_print_list(bool as_json) {
    (as_json ? print_json : print_text)();
}
