/* one instance without a model; see host_case.h */
#include "host_case.h"

#include "blockdiagram/expression.h"

static const bd_sfunction_owner nobody = {0};

bd_value **host_case_values(const char *parameters, size_t *count) {
    bd_value **values = NULL;
    CU_ASSERT_EQUAL_FATAL(bd_expression_evaluate_list(parameters, NULL, &values, count, NULL),
                          BD_OK);
    return values;
}

bd_sfunction *host_case_made(const char *file, const char *parameters) {
    size_t count = 0;
    bd_value **values = host_case_values(parameters, &count);
    bd_sfunction *f = NULL;
    bd_error error = {0};
    CU_ASSERT_EQUAL_FATAL(
        bd_sfunction_create(file, "model/block", "model", values, count, &nobody, &f, &error),
        BD_OK);
    bd_expression_free_list(values, count);
    CU_ASSERT_EQUAL_FATAL(bd_sfunction_sizes(f, &error), BD_OK);
    return f;
}

bd_sfunction *host_case_runtime(const char *parameters) {
    return host_case_made(HOST_CASE_FILE("sfun_runtime"), parameters);
}

bd_sfunction *host_case_open(void) {
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    SimStruct *S = &f->simstruct;
    for (int s = 0; s < 2; s++) {
        CU_ASSERT_EQUAL(S->host_->set_port_count_(S, (bd_ss_side)s, 2), 1);
        for (int p = 0; p < 2; p++) {
            S->ports_[s].port_[p].type_ = DYNAMICALLY_TYPED;
            S->ports_[s].port_[p].complexity_ = COMPLEX_INHERITED;
        }
    }
    return f;
}

bd_status host_case_retune(bd_sfunction *f, const char *parameters, bd_error *error) {
    size_t count = 0;
    bd_value **values = host_case_values(parameters, &count);
    bd_status status = bd_sfunction_retune(f, values, count, error);
    bd_expression_free_list(values, count);
    return status;
}

void assert_refused(SimStruct *S, int_T answer, const char *sentence) {
    CU_ASSERT_EQUAL(answer, 0);
    MR_ASSERT_CONTAINS(S->error_ ? S->error_ : "", sentence);
    S->error_ = NULL;
}

void assert_done(const SimStruct *S, int_T answer) {
    CU_ASSERT_EQUAL(answer, 1);
    CU_ASSERT_PTR_NULL(S->error_);
}

static void keep_quiet(void *user, const char *text) {
    (void)user;
    (void)text;
}

void host_case_begin(void) {
    bd_sfunction_set_provider(bd_mx_own_provider());
    bd_mx_set_print(keep_quiet, NULL);
}
