/* the host's side of one S-function, asked directly. What it refuses returns 0 and leaves a
 * sentence in the error status (simstruct/host.h); where the S-function has no methods of its own,
 * the documented default rules hold */
#include "host_case.h"

#include "blockdiagram/expression.h"
#include "blockdiagram/sfunction.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* before its first method is called: what it may ask for without having said anything */
static void test_an_instance_that_has_said_nothing(void) {
    static const bd_sfunction_owner nobody = {0};
    static const int_T settings[] = {
#define BD_SS_SETTING(name, initial) initial,
#include "simstruct/settings.def"
#undef BD_SS_SETTING
    };
    size_t count = 0;
    bd_value **values = host_case_values("[1 2], 3, 'text'", &count);
    bd_sfunction *f = NULL;
    bd_error error = {0};
    CU_ASSERT_EQUAL_FATAL(bd_sfunction_create(HOST_CASE_FILE("sfun_runtime"), "model/block",
                                              "model", values, count, &nobody, &f, &error),
                          BD_OK);
    SimStruct *S = &f->simstruct;
    CU_ASSERT_EQUAL(S->abi_, BD_SS_ABI);
    CU_ASSERT_PTR_EQUAL(S->host_, &bd_sfunction_host);
    CU_ASSERT_PTR_EQUAL(bd_sfunction_of(S), f);
    CU_ASSERT(S->root_ == S && S->parent_ == S);
    CU_ASSERT_STRING_EQUAL(S->path_, "model/block");
    CU_ASSERT_STRING_EQUAL(S->model_name_, "model");
    CU_ASSERT_STRING_EQUAL(S->version_ ? S->version_ : "none", "");
    CU_ASSERT_STRING_EQUAL(S->time_.solver_name_ ? S->time_.solver_name_ : "none", "");
    CU_ASSERT_EQUAL(S->time_.solver_mode_, SS_SOLVER_MODE_SINGLETASKING);
    CU_ASSERT_EQUAL(S->time_.status_, SIMSTATUS_INITIALIZING);
    CU_ASSERT_EQUAL(S->time_.relative_tolerance_, 1e-3);
    CU_ASSERT_EQUAL(memcmp(S->settings_, settings, sizeof settings), 0);
    CU_ASSERT_EQUAL(S->settings_[BD_SS_SIM_STATE_COMPLIANCE], SIM_STATE_COMPLIANCE_UNKNOWN);
    CU_ASSERT_EQUAL(S->settings_[BD_SS_UNITS], 1);
    /* its parameters are there, of which it has not yet said how many it expects */
    CU_ASSERT_EQUAL(S->parameters_.count_, 3);
    CU_ASSERT_EQUAL(S->parameters_.expected_, 0);
    CU_ASSERT_PTR_NOT_NULL(S->parameters_.info_);
    CU_ASSERT_EQUAL(f->value_count, 3);
    for (int i = 0; i < 3; i++) {
        CU_ASSERT_PTR_NOT_NULL(S->parameters_.values_[i]);
        CU_ASSERT_TRUE(bd_value_equal(f->values[i], values[i]));
    }
    CU_ASSERT_PTR_NOT_NULL(S->spare_.array_); /* what a parameter that is not there reads as */
    CU_ASSERT_EQUAL(S->rates_.count_, 1);
    CU_ASSERT_EQUAL(S->rates_.period_[0], INHERITED_SAMPLE_TIME);
    CU_ASSERT(S->ports_[0].count_ == 0 && S->ports_[1].count_ == 0);
    CU_ASSERT_FALSE(f->in_run || f->started || f->has_resources);
    bd_expression_free_list(values, count);
    bd_sfunction_free(f);
}

static void test_impossible_counts_are_refused(void) {
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    SimStruct *S = &f->simstruct;
    const bd_ss_host *host = S->host_;
    assert_refused(S, host->set_port_count_(S, BD_SS_INPUT, -1),
                   "-1 is not a possible number of in");
    assert_refused(S, host->set_port_count_(S, BD_SS_OUTPUT, 10001),
                   "10001 is not a possible number of output ports");
    assert_done(S, host->set_port_count_(S, BD_SS_INPUT, 10000));
    CU_ASSERT_EQUAL(S->ports_[0].count_, 10000);
    assert_done(S, host->set_port_count_(S, BD_SS_INPUT, 0));
    CU_ASSERT_EQUAL(S->ports_[0].count_, 0);
    assert_refused(S, host->set_sample_time_count_(S, -4), "-4 is not a possible number of sample");
    assert_refused(S, host->set_sample_time_count_(S, 1000001), "1000001 is not a possible number");
    assert_refused(S, host->set_dwork_count_(S, -2),
                   "-2 is not a possible number of DWork vectors");
    assert_refused(S, host->set_dwork_count_(S, 1000001), "1000001 is not a possible number of DW");
    assert_refused(S, host->set_parameter_count_(S, -2),
                   "-2 is not a possible number of parameters");
    assert_refused(S, host->set_parameter_count_(S, 1000001), "1000001 is not a possible number");
    assert_refused(S, host->set_run_time_parameter_count_(S, -1),
                   "-1 is not a possible number of run-time parameters");
    assert_refused(S, host->set_run_time_parameter_count_(S, 100001), "100001 is not a possible");
    assert_done(S, host->set_run_time_parameter_count_(S, 100000));
    assert_refused(S, host->set_call_output_(S, -1),
                   "-1 is not a possible number of function-call");
    assert_refused(S, host->set_call_output_(S, 10001), "10001 is not a possible number of funct");
    assert_done(S, host->set_call_output_(S, 10000));
    bd_sfunction_free(f);
}

/* the largest counts that are possible */
static void test_the_largest_counts(void) {
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    SimStruct *S = &f->simstruct;
    const bd_ss_host *host = S->host_;
    assert_done(S, host->set_sample_time_count_(S, 1000000));
    CU_ASSERT_EQUAL(S->rates_.count_, 1000000);
    assert_done(S, host->set_dwork_count_(S, 1000000));
    CU_ASSERT_EQUAL(S->work_.dwork_count_, 1000000);
    assert_done(S, host->set_parameter_count_(S, 1000000));
    CU_ASSERT_EQUAL(S->parameters_.expected_, 1000000);
    bd_sfunction_free(f);
}

/* what "as many as there are" and "I will tell later" mean */
static void test_counts_that_are_left_open(void) {
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    SimStruct *S = &f->simstruct;
    const bd_ss_host *host = S->host_;
    assert_done(S, host->set_parameter_count_(S, DYNAMICALLY_SIZED));
    CU_ASSERT_EQUAL(S->parameters_.expected_, 3);
    CU_ASSERT_EQUAL(S->parameters_.info_[2].tunable_, SS_PRM_TUNABLE);
    assert_done(S, host->set_dwork_count_(S, DYNAMICALLY_SIZED));
    CU_ASSERT_EQUAL(S->work_.dwork_count_, 0);
    assert_done(S, host->set_sample_time_count_(S, PORT_BASED_SAMPLE_TIMES));
    CU_ASSERT_TRUE(f->port_based);
    CU_ASSERT_EQUAL(S->rates_.count_, 0);
    static const int_T one[] = {0, BLOCK_AND_PORT_BASED_SAMPLE_TIMES, 1};
    for (size_t i = 0; i < sizeof one / sizeof *one; i++) {
        S->rates_.count_ = 0;
        assert_done(S, host->set_sample_time_count_(S, one[i]));
        CU_ASSERT_FALSE(f->port_based);
        CU_ASSERT_EQUAL(S->rates_.count_, 1);
        CU_ASSERT_EQUAL(S->rates_.period_[0], INHERITED_SAMPLE_TIME);
    }
    assert_done(S, host->set_sample_time_count_(S, 3));
    for (int i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(S->rates_.task_[i], i);
    bd_sfunction_free(f);
}

/* a count that is told again begins with zeros, whatever was there */
static void test_counted_again_is_new(void) {
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    SimStruct *S = &f->simstruct;
    const bd_ss_host *host = S->host_;
    assert_done(S, host->set_dwork_count_(S, 3));
    for (int i = 0; i < 3; i++)
        S->work_.dwork_[i] = (bd_ss_dwork){.width_ = 7, .type_ = SS_INT8, .name_ = "old"};
    assert_done(S, host->set_dwork_count_(S, 3));
    for (int i = 0; i < 3; i++) {
        CU_ASSERT_EQUAL(S->work_.dwork_[i].width_, 0);
        CU_ASSERT_EQUAL(S->work_.dwork_[i].type_, SS_DOUBLE);
        CU_ASSERT_PTR_NULL(S->work_.dwork_[i].name_);
    }
    assert_done(S, host->set_sample_time_count_(S, 2));
    for (int i = 0; i < 2; i++) {
        S->rates_.offset_[i] = S->rates_.time_[i] = S->rates_.period_[i] = 7.0;
        S->rates_.hit_[i] = S->rates_.task_[i] = 7;
    }
    assert_done(S, host->set_sample_time_count_(S, 2));
    for (int i = 0; i < 2; i++) {
        CU_ASSERT(S->rates_.offset_[i] == 0.0 && S->rates_.time_[i] == 0.0);
        CU_ASSERT_EQUAL(S->rates_.period_[i], INHERITED_SAMPLE_TIME);
        CU_ASSERT(S->rates_.hit_[i] == 0 && S->rates_.task_[i] == i);
    }
    assert_done(S, host->set_jacobian_size_(S, 2));
    for (int i = 0; i < 2; i++) {
        S->jacobian_.row_[i] = 7;
        S->jacobian_.value_[i] = 7.0;
    }
    S->jacobian_.column_[0] = 7;
    assert_done(S, host->set_jacobian_size_(S, 2));
    for (int i = 0; i < 2; i++)
        CU_ASSERT(S->jacobian_.row_[i] == 0 && S->jacobian_.value_[i] == 0.0);
    CU_ASSERT_EQUAL(S->jacobian_.column_[0], 0);
    assert_done(S, host->set_port_count_(S, BD_SS_OUTPUT, 2));
    for (int i = 0; i < 2; i++)
        S->ports_[1].port_[i].feedthrough_ = S->ports_[1].port_[i].width_ = 9;
    assert_done(S, host->set_port_count_(S, BD_SS_OUTPUT, 2));
    for (int i = 0; i < 2; i++) {
        CU_ASSERT_EQUAL(S->ports_[1].port_[i].feedthrough_, 0);
        CU_ASSERT_EQUAL(S->ports_[1].port_[i].width_, DYNAMICALLY_SIZED);
    }
    bd_sfunction_free(f);
}

/* before the S-function says anything: a port of unknown size, of real numbers, that inherits its
 * rate and shares its memory with nobody; a parameter that can be tuned */
static void test_ports_and_parameters_nobody_has_described(void) {
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    SimStruct *S = &f->simstruct;
    const bd_ss_host *host = S->host_;
    const bd_ss_port undescribed = {.width_ = DYNAMICALLY_SIZED,
                                    .dimension_count_ = DYNAMICALLY_SIZED,
                                    .sample_time_ = INHERITED_SAMPLE_TIME,
                                    .index_base_ = -1,
                                    .overwrites_input_ = INVALID_PORT_IDX,
                                    .buffer_port_ = INVALID_PORT_IDX,
                                    .connected_ = 1,
                                    .type_ = SS_DOUBLE};
    /* all members but the pointers, and no gap between them */
    const size_t numbers = offsetof(bd_ss_port, bus_as_structure_) + sizeof(int_T);
    for (int side = 0; side < 2; side++)
        for (int round = 0; round < 2; round++) {
            assert_done(S, host->set_port_count_(S, (bd_ss_side)side, 3));
            for (int p = 0; p < 3; p++) {
                bd_ss_port *port = &S->ports_[side].port_[p];
                CU_ASSERT_EQUAL(memcmp(port, &undescribed, numbers), 0);
                CU_ASSERT(!port->bus_name_ && !port->signal_ && !port->pointers_);
                memset(port, 0x55, sizeof *port); /* is forgotten when they are counted again */
            }
        }
    for (int round = 0; round < 2; round++) {
        assert_done(S, host->set_parameter_count_(S, 3));
        for (int i = 0; i < 3; i++) {
            bd_ss_parameter *info = &S->parameters_.info_[i];
            CU_ASSERT_EQUAL(info->tunable_, SS_PRM_TUNABLE);
            CU_ASSERT_EQUAL(info->unit_, INHERITED_UNIT);
            CU_ASSERT_STRING_EQUAL(info->name_ ? info->name_ : "none", "");
            *info = (bd_ss_parameter){SS_PRM_NOT_TUNABLE, 7, "old"};
        }
    }
    bd_sfunction_free(f);
}

static void test_dimensions_of_ports(void) {
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    SimStruct *S = &f->simstruct;
    const bd_ss_host *host = S->host_;
    assert_done(S, host->set_port_count_(S, BD_SS_INPUT, 1));
    const bd_ss_port *port = &S->ports_[0].port_[0];
    static const int_T two_by_three[] = {2, 3}, open[] = {2, DYNAMICALLY_SIZED}, none[] = {0, 3},
                       large[] = {65536, 65536};
    assert_refused(S, host->set_port_dimensions_(S, BD_SS_INPUT, 0, 0, two_by_three, -1),
                   "0 is not a possible number of dimensions");
    assert_refused(S, host->set_port_dimensions_(S, BD_SS_INPUT, 0, 33, two_by_three, -1),
                   "33 is not a possible number of dimensions");
    assert_refused(S, host->set_port_dimensions_(S, BD_SS_INPUT, 0, 2, large, -1),
                   "65536 is not a possible number of elements");
    assert_refused(S, host->set_port_dimensions_(S, BD_SS_INPUT, 0, 2, two_by_three, 5),
                   "the width 5 of input port 1 does not fit its dimensions (6 elements)");
    assert_refused(S, host->set_port_dimensions_(S, BD_SS_OUTPUT, 0, 2, two_by_three, 7),
                   "the width 7 of output port 1 does not fit");
    assert_refused(S, host->set_port_dimensions_(S, BD_SS_INPUT, 0, 2, two_by_three, 0),
                   "the width 0 of input port 1 does not fit its dimensions (6 elements)");
    assert_refused(S, host->set_port_dimensions_(S, BD_SS_INPUT, 0, 2, none, 1),
                   "the width 1 of input port 1 does not fit its dimensions (0 elements)");
    CU_ASSERT_EQUAL(port->width_, DYNAMICALLY_SIZED);
    assert_done(S, host->set_port_dimensions_(S, BD_SS_INPUT, 0, 2, two_by_three, 6));
    CU_ASSERT_EQUAL(port->width_, 6);
    CU_ASSERT_EQUAL(port->dimension_count_, 2);
    CU_ASSERT_EQUAL(port->dimensions_[1], 3);
    assert_done(S, host->set_port_dimensions_(S, BD_SS_INPUT, 0, 2, open, -1));
    CU_ASSERT_EQUAL(port->width_, DYNAMICALLY_SIZED);
    CU_ASSERT_EQUAL(port->dimension_count_, 2);
    /* the most dimensions there can be, and the most elements */
    int_T ones[SS_MAX_NUM_DIMS], most[] = {INT_MAX, 1, 1};
    for (int i = 0; i < SS_MAX_NUM_DIMS; i++)
        ones[i] = i == SS_MAX_NUM_DIMS - 1 ? 7 : 1;
    assert_done(S, host->set_port_dimensions_(S, BD_SS_INPUT, 0, SS_MAX_NUM_DIMS, ones, 7));
    CU_ASSERT(port->dimension_count_ == SS_MAX_NUM_DIMS && port->width_ == 7);
    CU_ASSERT_EQUAL(port->dimensions_[SS_MAX_NUM_DIMS - 1], 7);
    assert_done(S, host->set_port_dimensions_(S, BD_SS_INPUT, 0, 3, most, -1));
    CU_ASSERT_EQUAL(port->width_, INT_MAX);
    assert_refused(S, host->set_port_dimensions_(S, BD_SS_INPUT, 0, 2, large, -1),
                   "65536 is not a possible number of elements");
    /* a width alone is a vector */
    assert_done(S, host->set_port_dimensions_(S, BD_SS_INPUT, 0, 2, NULL, 4));
    CU_ASSERT_EQUAL(port->dimension_count_, 1);
    CU_ASSERT_EQUAL(port->dimensions_[0], 4);
    assert_done(S, host->set_port_dimensions_(S, BD_SS_INPUT, 0, DYNAMICALLY_SIZED, open, -1));
    CU_ASSERT_EQUAL(port->width_, 4);
    assert_done(S, host->set_port_dimensions_(S, BD_SS_INPUT, 0, 1, NULL, 0));
    CU_ASSERT_EQUAL(port->dimension_count_, 1);
    CU_ASSERT(port->dimensions_[0] == 0 && port->width_ == 0);
    assert_done(S, host->set_port_dimensions_(S, BD_SS_INPUT, 0, 1, NULL, -1));
    CU_ASSERT(port->dimensions_[0] == DYNAMICALLY_SIZED && port->width_ == DYNAMICALLY_SIZED);
    CU_ASSERT_EQUAL(port->dimension_count_, DYNAMICALLY_SIZED);
    bd_sfunction_free(f);
}

/* rows are states and outputs, columns states and inputs; ports that are still open have none */
static void test_room_of_a_full_jacobian(void) {
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    SimStruct *S = &f->simstruct;
    const bd_ss_host *host = S->host_;
    assert_done(S, host->set_port_count_(S, BD_SS_INPUT, 2));
    assert_done(S, host->set_port_count_(S, BD_SS_OUTPUT, 2));
    S->states_.continuous_count_ = 2;
    S->states_.discrete_count_ = DYNAMICALLY_SIZED;
    S->ports_[0].port_[0].width_ = 3;
    S->ports_[1].port_[0].width_ = 1;
    S->ports_[1].port_[1].width_ = 5;
    assert_done(S, host->set_jacobian_size_(S, -1));
    CU_ASSERT_EQUAL(S->jacobian_.nonzeros_, (2 + 1 + 5) * (2 + 3));
    assert_done(S, host->set_jacobian_size_(S, 4));
    CU_ASSERT_EQUAL(S->jacobian_.nonzeros_, 4);
    S->states_.continuous_count_ = 0; /* no columns */
    S->ports_[0].port_[0].width_ = DYNAMICALLY_SIZED;
    assert_done(S, host->set_jacobian_size_(S, -1));
    CU_ASSERT_EQUAL(S->jacobian_.nonzeros_, 0);
    assert_refused(S, host->set_jacobian_size_(S, 100000001), "elements of the Jacobian");
    /* 65538 rows and columns have more elements than an int counts */
    S->ports_[0].port_[0].width_ = S->ports_[1].port_[1].width_ = 65536;
    assert_refused(S, host->set_jacobian_size_(S, -1), "elements of the Jacobian");
    assert_done(S, host->set_jacobian_size_(S, 0));
    CU_ASSERT_EQUAL(S->jacobian_.nonzeros_, 0); /* none are none, and not all */
    /* so do 2^32 rows of one column */
    S->ports_[0].port_[0].width_ = 1;
    S->ports_[1].port_[0].width_ = S->ports_[1].port_[1].width_ = INT_MAX;
    assert_refused(S, host->set_jacobian_size_(S, -1), "elements of the Jacobian");
    S->ports_[1].port_[0].width_ = 1;
    S->ports_[1].port_[1].width_ = 65536;
    S->ports_[0].port_[0].width_ = S->ports_[0].port_[1].width_ = INT_MAX;
    assert_refused(S, host->set_jacobian_size_(S, -1), "columns of the Jacobian");
    assert_refused(S, host->set_jacobian_size_(S, 4), "columns of the Jacobian");
    bd_sfunction_free(f);
}

static void test_a_size_of_the_moment_stays_within_the_largest(void) {
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    SimStruct *S = &f->simstruct;
    const bd_ss_host *host = S->host_;
    static const struct {
        int_T dimension, size;
    } wrong[] = {{-1, 1}, {-1, 0}, {1, 1}, {1, 0}, {0, -1}, {0, 4}};
    CU_ASSERT_EQUAL(S->ports_[1].port_[0].width_, 3);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_refused(
            S, host->set_current_dimension_(S, BD_SS_OUTPUT, 0, wrong[i].dimension, wrong[i].size),
            "of port 1 cannot become");
    for (int_T size = 0; size <= 3; size++) {
        assert_done(S, host->set_current_dimension_(S, BD_SS_OUTPUT, 0, 0, size));
        CU_ASSERT_EQUAL(S->ports_[1].port_[0].current_dimensions_[0], size);
    }
    bd_sfunction_free(f);
}

static void test_systems_are_called_where_they_were_declared(void) {
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    SimStruct *S = &f->simstruct;
    const bd_ss_host *host = S->host_;
    assert_done(S, host->set_call_output_(S, 2));
    CU_ASSERT_TRUE(f->calls_systems);
    CU_ASSERT_EQUAL(f->call_output_count, 3);
    for (int_T element = -1; element <= 3; element++) {
        /* nobody is there to run it, but the request itself is in order */
        const char *sentence = element == 2 ? NULL : "is not declared with ssSetCallSystemOutput";
        int_T (*const requests[])(SimStruct *, int_T) = {host->enable_system_,
                                                         host->disable_system_};
        for (int k = 0; k < 3; k++) {
            const int_T answer =
                k < 2 ? requests[k](S, element) : host->call_system_(S, element, 0);
            if (sentence)
                assert_refused(S, answer, sentence);
            CU_ASSERT_EQUAL(answer, 0);
            CU_ASSERT_PTR_NULL(S->error_);
        }
    }
    bd_sfunction_free(f);
}

static void test_types_have_numbers_names_and_sizes(void) {
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    SimStruct *S = &f->simstruct;
    const bd_ss_host *host = S->host_;
    static const struct {
        const char *name;
        DTypeId id;
        int_T size;
    } known[] = {{"double", SS_DOUBLE, 8},
                 {"single", SS_SINGLE, 4},
                 {"int8", SS_INT8, 1},
                 {"uint8", SS_UINT8, 1},
                 {"int16", SS_INT16, 2},
                 {"uint16", SS_UINT16, 2},
                 {"int32", SS_INT32, 4},
                 {"uint32", SS_UINT32, 4},
                 {"boolean", SS_BOOLEAN, 1},
                 {"logical", SS_BOOLEAN, 1},
                 {"int64", SS_INT64, 8},
                 {"uint64", SS_UINT64, 8},
                 {"fcn_call", SS_FCN_CALL, sizeof(int)},
                 {"pointer", SS_POINTER, sizeof(void *)},
                 {"timer_uint32_pair", SS_TIMER_UINT32_PAIR, 8},
                 {"connection", SS_CONNECTION_TYPE, 8}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        CU_ASSERT_EQUAL(host->type_id_(S, known[i].name), known[i].id);
        CU_ASSERT_EQUAL(host->type_size_(S, known[i].id), known[i].size);
        CU_ASSERT_EQUAL(host->register_type_(S, known[i].name), known[i].id);
    }
    const int_T count = host->type_count_(S);
    CU_ASSERT_PTR_NULL(host->type_name_(S, count)); /* nobody has that number yet */
    CU_ASSERT_PTR_NULL(host->type_zero_(S, count));
    CU_ASSERT_EQUAL(host->type_size_(S, count), INVALID_DTYPE_ID);
    bd_shape shape = {0};
    CU_ASSERT_EQUAL(bd_sfunction_shape_of_type(f, count, &shape, NULL), BD_UNSUPPORTED);
    const DTypeId own = host->register_type_(S, "OWN");
    CU_ASSERT_EQUAL(own, count);
    CU_ASSERT_EQUAL(host->type_count_(S), count + 1);
    CU_ASSERT_EQUAL(host->register_named_type_(S, "OWN"), own); /* once */
    CU_ASSERT_EQUAL(host->type_id_(S, "OWN"), own);
    CU_ASSERT_EQUAL(host->type_id_(S, "OTHER"), INVALID_DTYPE_ID);
    CU_ASSERT_EQUAL(host->type_id_(S, NULL), INVALID_DTYPE_ID);
    CU_ASSERT_STRING_EQUAL(host->type_name_(S, own), "OWN");
    CU_ASSERT_STRING_EQUAL(host->type_name_(S, SS_UINT64), "uint64");
    CU_ASSERT_EQUAL(host->type_size_(S, own), INVALID_DTYPE_ID); /* not told yet */
    const DTypeId strangers[] = {-1, INT_MIN, own + 1, 999, INT_MAX};
    for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++) {
        CU_ASSERT_PTR_NULL(host->type_name_(S, strangers[i]));
        CU_ASSERT_PTR_NULL(host->type_zero_(S, strangers[i]));
        CU_ASSERT_EQUAL(host->type_size_(S, strangers[i]), INVALID_DTYPE_ID);
        CU_ASSERT_EQUAL(host->bus_element_count_(S, strangers[i]), 0);
        CU_ASSERT_PTR_NULL(host->bus_element_(S, strangers[i], 0));
    }
    CU_ASSERT_PTR_NULL(host->bus_element_(S, own, 0));
    for (int unnamed = 0; unnamed < 2; unnamed++) {
        CU_ASSERT_EQUAL(host->register_type_(S, unnamed ? "" : NULL), INVALID_DTYPE_ID);
        assert_refused(S, 0, "cannot be registered without a name");
    }
    static const double zero = 0.25;
    assert_refused(S, host->set_type_zero_(S, own, &zero), "needs the size of the type first");
    assert_refused(S, host->set_type_size_(S, own, 0), "cannot have a size of 0 bytes");
    assert_refused(S, host->set_type_size_(S, own, (1 << 24) + 1),
                   "cannot have a size of 16777217");
    assert_refused(S, host->set_type_size_(S, SS_DOUBLE, 4), "data type 0 cannot have a size of 4");
    static const char mark = 'x';
    assert_done(S, host->set_type_size_(S, own, 1));
    CU_ASSERT_EQUAL(host->type_size_(S, own), 1);
    assert_done(S, host->set_type_zero_(S, own, &mark));
    CU_ASSERT_EQUAL(*(const char *)host->type_zero_(S, own), 'x');
    assert_done(S, host->set_type_size_(S, own, 1)); /* nothing new */
    CU_ASSERT_EQUAL(*(const char *)host->type_zero_(S, own), 'x');
    assert_done(S, host->set_type_size_(S, own, 1 << 24));
    CU_ASSERT_PTR_NULL(host->type_zero_(S, own)); /* one byte is too little of it now */
    assert_done(S, host->set_type_size_(S, own, sizeof zero));
    CU_ASSERT_EQUAL(host->type_size_(S, own), 8);
    assert_refused(S, host->set_type_zero_(S, own, NULL), "the zero of data type");
    CU_ASSERT_PTR_NULL(host->type_zero_(S, own));
    assert_done(S, host->set_type_zero_(S, own, &zero));
    CU_ASSERT_EQUAL(*(const double *)host->type_zero_(S, own), 0.25);
    for (DTypeId id = 0; id <= SS_UINT64; id++)
        for (int part = 0; part < 2; part++) /* a complex one has two */
            CU_ASSERT_EQUAL(((const double *)host->type_zero_(S, id))[part], 0.0);
    bd_sfunction_free(f);
}

/* what a signal can be: a predefined type, a bus, or a structure whose size is known */
static void test_types_that_no_signal_has(void) {
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    SimStruct *S = &f->simstruct;
    bd_shape shape = {0};
    bd_error error = {0};
    const DTypeId own = S->host_->register_type_(S, "OWN");
    CU_ASSERT_EQUAL(bd_sfunction_shape_of_type(f, SS_INT64, &shape, &error), BD_OK);
    CU_ASSERT_EQUAL(shape.type, BD_INT64);
    static const DTypeId pointers[] = {
        SS_POINTER, SS_POINTER + 1, SS_TIMER_UINT32_PAIR, SS_CONNECTION_TYPE, -1, INT_MAX};
    for (size_t i = 0; i < sizeof pointers / sizeof *pointers; i++) {
        CU_ASSERT_EQUAL(bd_sfunction_shape_of_type(f, pointers[i], &shape, &error), BD_UNSUPPORTED);
        MR_ASSERT_CONTAINS(error.text, "no signal can have the data type");
    }
    CU_ASSERT_EQUAL(bd_sfunction_shape_of_type(f, own, &shape, &error), BD_UNSUPPORTED);
    MR_ASSERT_CONTAINS(error.text, "the data type 'OWN' of a port is not known");
    shape = (bd_shape){.type = BD_CHAR};
    CU_ASSERT_EQUAL(bd_sfunction_type_of_shape(f, &shape), DYNAMICALLY_TYPED);
    bd_sfunction_free(f);
}

/* a bus in a bus: both get numbers, and elements say where they lie */
static void test_buses_are_registered_with_their_elements(void) {
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    SimStruct *S = &f->simstruct;
    const bd_ss_host *host = S->host_;
    bd_bus_element deep[] = {
        {.name = "flag", .shape = {.type = BD_LOGICAL, .rank = 1, .dims = {3}}},
        {.name = "z",
         .shape = {.type = BD_DOUBLE, .rank = 1, .dims = {2}, .complexity = 1},
         .offset = 8}};
    const bd_bus inner = {.name = "INNER", .elements = deep, .count = 2, .size = 40};
    bd_bus_element elements[] = {
        {.name = "part", .shape = {.type = BD_BUS, .bus = &inner, .rank = 1, .dims = {1}}},
        {.name = "n", .shape = {.type = BD_INT16, .rank = 1, .dims = {1}}, .offset = 40}};
    const bd_bus outer = {.name = "", .elements = elements, .count = 2, .size = 48};
    const bd_shape shape = {.type = BD_BUS, .bus = &outer, .rank = 1, .dims = {1}};
    const DTypeId id = bd_sfunction_type_of_shape(f, &shape);
    CU_ASSERT_EQUAL(bd_sfunction_type_of_shape(f, &shape), id);
    CU_ASSERT_STRING_EQUAL(host->type_name_(S, id), "bus"); /* it has no name of its own */
    CU_ASSERT_EQUAL(host->type_size_(S, id), 48);
    CU_ASSERT_EQUAL(host->bus_element_count_(S, id), 2);
    CU_ASSERT_PTR_NULL(host->bus_element_(S, id, -1));
    CU_ASSERT_PTR_NULL(host->bus_element_(S, id, 2));
    const DTypeId part = host->bus_element_(S, id, 0)->type_;
    CU_ASSERT_EQUAL(part, host->type_id_(S, "INNER"));
    CU_ASSERT_EQUAL(host->bus_element_(S, id, 1)->type_, SS_INT16);
    CU_ASSERT_EQUAL(host->bus_element_(S, id, 1)->offset_, 40);
    CU_ASSERT_EQUAL(host->bus_element_(S, part, 0)->width_, 3);
    CU_ASSERT_EQUAL(host->bus_element_(S, part, 0)->complexity_, COMPLEX_NO);
    CU_ASSERT_EQUAL(host->bus_element_(S, part, 1)->complexity_, COMPLEX_YES);
    CU_ASSERT_EQUAL(bd_sfunction_type_bytes(f, part, COMPLEX_NO), 40);
    bd_shape back = {0};
    CU_ASSERT_EQUAL(bd_sfunction_shape_of_type(f, id, &back, NULL), BD_OK);
    CU_ASSERT_PTR_EQUAL(back.bus, &outer);
    bd_sfunction_free(f);
}

static void test_units_are_numbered_once(void) {
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    SimStruct *S = &f->simstruct;
    static const struct {
        const char *text;
        int_T number;
    } cases[] = {{NULL, INHERITED_UNIT},
                 {"", INHERITED_UNIT},
                 {"inherit", INHERITED_UNIT},
                 {"m", 1},
                 {"s", 2},
                 {"m", 1},
                 {"kg", 3},
                 {"s", 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CU_ASSERT_EQUAL(S->host_->register_unit_(S, cases[i].text), cases[i].number);
    bd_sfunction_free(f);
}

static void test_functions_of_a_model_that_is_not_there(void) {
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    SimStruct *S = &f->simstruct;
    const bd_ss_host *host = S->host_;
    char longest[400] = "y = ";
    memset(longest + 4, 'f', 300);
    strcpy(longest + 304, "(u)");
    static const char *const senseless[] = {NULL, "", "y =", "[a, b] = (u)"};
    for (size_t i = 0; i < sizeof senseless / sizeof *senseless; i++)
        assert_refused(S, host->declare_caller_(S, senseless[i]),
                       "is not like [y1, y2] = f(u1, u2)");
    assert_refused(S, host->declare_caller_(S, longest), "is not like [y1, y2] = f(u1, u2)");
    strcpy(longest + 4 + 256, "(u)");
    assert_refused(S, host->declare_caller_(S, longest), "is not like [y1, y2] = f(u1, u2)");
    strcpy(longest + 4 + 255, "(u)");
    assert_refused(S, host->declare_caller_(S, longest), "there is no Simulink function 'fffff");
    longest[4 + 255] = '\0';
    CU_ASSERT_TRUE(host->is_declared_(S, longest + 4));
    assert_refused(S, host->declare_caller_(S, "[a,b] =\t twice (u)"),
                   "there is no Simulink function 'twice'");
    CU_ASSERT_TRUE(host->is_declared_(S, "twice"));
    CU_ASSERT_TRUE(host->is_declared_(S, longest + 4)); /* still */
    CU_ASSERT_FALSE(host->is_declared_(S, "thrice"));
    CU_ASSERT_FALSE(host->is_declared_(S, NULL));
    static const char *const names[] = {"twice", "thrice", NULL};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_refused(S, host->call_function_(S, names[i], 0, NULL, 0, NULL), "was not declared");
    bd_sfunction_free(f);
}

/* ---- ports without methods of their own ---- */

static void test_defaults_of_a_block_that_knows_nothing(void) {
    bd_sfunction *f = host_case_open();
    bd_error error = {0};
    CU_ASSERT_EQUAL(bd_sfunction_default_dimensions(f, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_sfunction_default_types(f, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_sfunction_default_complexities(f, &error), BD_OK);
    for (int k = 0; k < 4; k++) {
        const bd_ss_port *port = &f->simstruct.ports_[k / 2].port_[k % 2];
        CU_ASSERT_EQUAL(port->width_, 1);
        CU_ASSERT_EQUAL(port->dimension_count_, 1);
        CU_ASSERT_EQUAL(port->type_, SS_DOUBLE);
        CU_ASSERT_EQUAL(port->complexity_, COMPLEX_NO);
    }
    bd_sfunction_free(f);
}

/* the widest port, the largest type (of equally large ones the earlier) and any complex port decide
 * for the others, wherever they stand */
static void test_what_one_port_knows_holds_for_the_others(void) {
    for (int k = 0; k < 4; k++) {
        bd_sfunction *f = host_case_open();
        bd_error error = {0};
        bd_ss_port *knows = &f->simstruct.ports_[k / 2].port_[k % 2];
        bd_ss_port *next = &f->simstruct.ports_[(k + 1) % 4 / 2].port_[(k + 1) % 2];
        *knows = (bd_ss_port){.width_ = 6,
                              .dimension_count_ = 2,
                              .dimensions_ = {2, 3},
                              .type_ = SS_INT32,
                              .complexity_ = COMPLEX_YES};
        *next = (bd_ss_port){.width_ = 5,
                             .dimension_count_ = 1,
                             .dimensions_ = {5},
                             .type_ = SS_UINT16,
                             .complexity_ = COMPLEX_NO};
        CU_ASSERT_EQUAL(bd_sfunction_default_dimensions(f, &error), BD_OK);
        CU_ASSERT_EQUAL(bd_sfunction_default_types(f, &error), BD_OK);
        CU_ASSERT_EQUAL(bd_sfunction_default_complexities(f, &error), BD_OK);
        for (int i = 0; i < 4; i++) {
            const bd_ss_port *port = &f->simstruct.ports_[i / 2].port_[i % 2];
            CU_ASSERT_EQUAL(port->width_, port == next ? 5 : 6);
            CU_ASSERT_EQUAL(port->dimension_count_, port == next ? 1 : 2);
            CU_ASSERT_EQUAL(port->type_, port == next ? SS_UINT16 : SS_INT32);
            CU_ASSERT_EQUAL(port->complexity_, port == next ? COMPLEX_NO : COMPLEX_YES);
        }
        bd_sfunction_free(f);
    }
}

static void test_the_earlier_of_equally_large_types_wins(void) {
    static const DTypeId cases[][3] = {
        {SS_UINT32, SS_SINGLE, SS_UINT32}, {SS_SINGLE, SS_UINT32, SS_SINGLE},
        {SS_DOUBLE, SS_INT8, SS_DOUBLE},   {SS_INT8, SS_DOUBLE, SS_DOUBLE},
        {SS_SINGLE, SS_INT8, SS_SINGLE},   {SS_INT8, SS_INT16, SS_INT16},
        {SS_INT64, SS_DOUBLE, SS_INT64},   {DYNAMICALLY_TYPED, SS_BOOLEAN, SS_BOOLEAN}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bd_sfunction *f = host_case_open();
        SimStruct *S = &f->simstruct;
        bd_error error = {0};
        S->ports_[0].port_[0].type_ = cases[i][0];
        S->ports_[0].port_[1].type_ = cases[i][1];
        CU_ASSERT_EQUAL(bd_sfunction_default_types(f, &error), BD_OK);
        CU_ASSERT_EQUAL(S->ports_[1].port_[1].type_, cases[i][2]);
        bd_sfunction_free(f);
    }
}

/* of equally wide ports the first decides what a vector or matrix is */
static void test_the_first_of_equally_wide_ports_wins(void) {
    for (int matrix = 0; matrix < 2; matrix++) {
        bd_sfunction *f = host_case_open();
        SimStruct *S = &f->simstruct;
        bd_error error = {0};
        for (int p = 0; p < 2; p++)
            S->ports_[0].port_[p] =
                p == matrix
                    ? (bd_ss_port){.width_ = 6, .dimension_count_ = 1, .dimensions_ = {6}}
                    : (bd_ss_port){.width_ = 6, .dimension_count_ = 2, .dimensions_ = {2, 3}};
        CU_ASSERT_EQUAL(bd_sfunction_default_dimensions(f, &error), BD_OK);
        for (int p = 0; p < 2; p++) {
            CU_ASSERT_EQUAL(S->ports_[1].port_[p].dimension_count_, matrix ? 2 : 1);
            CU_ASSERT_EQUAL(S->ports_[1].port_[p].dimensions_[0], matrix ? 2 : 6);
            CU_ASSERT_EQUAL(S->ports_[1].port_[p].width_, 6);
        }
        bd_sfunction_free(f);
    }
}

/* an offer to one port is the size of all open ones; a scalar input is not, if the option is set */
static void test_an_offered_size_is_the_size_of_an_elementwise_block(void) {
    static const int three[] = {3}, scalar[] = {1};
    for (int option = 0; option < 2; option++)
        for (int side = 0; side < 2; side++)
            for (int large = 0; large < 2; large++) {
                bd_sfunction *f = host_case_open();
                SimStruct *S = &f->simstruct;
                bd_error error = {0};
                S->options_ |= option ? SS_OPTION_ALLOW_INPUT_SCALAR_EXPANSION : 0;
                CU_ASSERT_EQUAL(bd_sfunction_offer_dimensions(f, (bd_ss_side)side, 1, 1,
                                                              large ? three : scalar, &error),
                                BD_OK);
                const int width = large ? 3 : 1;
                for (int s = 0; s < 2; s++)
                    for (int p = 0; p < 2; p++) {
                        const bool offered = s == side && p == 1;
                        const bool follows =
                            !option || (s == BD_SS_OUTPUT && (side == BD_SS_OUTPUT || large));
                        CU_ASSERT_EQUAL(S->ports_[s].port_[p].width_,
                                        offered || follows ? width : DYNAMICALLY_SIZED);
                    }
                bd_sfunction_free(f);
            }
}

static void test_offers_fill_only_what_is_open(void) {
    bd_sfunction *f = host_case_open();
    SimStruct *S = &f->simstruct;
    bd_error error = {0};
    bd_ss_port *port = &S->ports_[1].port_[0];
    CU_ASSERT_EQUAL(bd_sfunction_offer_type(f, BD_SS_OUTPUT, 0, SS_INT8, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_sfunction_offer_type(f, BD_SS_OUTPUT, 0, SS_DOUBLE, &error), BD_OK);
    CU_ASSERT_EQUAL(port->type_, SS_INT8);
    CU_ASSERT_EQUAL(bd_sfunction_offer_complexity(f, BD_SS_OUTPUT, 0, COMPLEX_YES, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_sfunction_offer_complexity(f, BD_SS_OUTPUT, 0, COMPLEX_NO, &error), BD_OK);
    CU_ASSERT_EQUAL(port->complexity_, COMPLEX_YES);
    CU_ASSERT_EQUAL(bd_sfunction_offer_rate(f, BD_SS_OUTPUT, 0, 0.5, 0.1, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_sfunction_offer_rate(f, BD_SS_OUTPUT, 0, 2.0, 0.0, &error), BD_OK);
    CU_ASSERT_EQUAL(port->sample_time_, 0.5);
    CU_ASSERT_EQUAL(port->offset_time_, 0.1);
    /* [-1, -1] is the rate of the caller, and no open one */
    bd_ss_port *called = &S->ports_[0].port_[0];
    called->offset_time_ = -1.0;
    CU_ASSERT_EQUAL(bd_sfunction_offer_rate(f, BD_SS_INPUT, 0, 0.5, 0.0, &error), BD_OK);
    CU_ASSERT_EQUAL(called->sample_time_, INHERITED_SAMPLE_TIME);
    CU_ASSERT_EQUAL(S->ports_[0].port_[1].type_, DYNAMICALLY_TYPED);
    bd_sfunction_free(f);
}

/* rates of ports are numbered in the order of the ports, each once; without ports there is one */
static void test_rates_of_ports_are_collected(void) {
    bd_sfunction *f = host_case_open();
    SimStruct *S = &f->simstruct;
    bd_error error = {0};
    static const double rates[4][2] = {{0.5, 0.0}, {1.0, 0.0}, {0.5, 0.25}, {0.5, 0.0}};
    static const int numbers[4] = {0, 1, 2, 0};
    for (int k = 0; k < 4; k++) {
        S->ports_[k / 2].port_[k % 2].sample_time_ = rates[k][0];
        S->ports_[k / 2].port_[k % 2].offset_time_ = rates[k][1];
    }
    CU_ASSERT_EQUAL(bd_sfunction_collect_rates(f, &error), BD_OK);
    CU_ASSERT_TRUE(f->port_based);
    CU_ASSERT_EQUAL(S->rates_.count_, 3);
    for (int k = 0; k < 4; k++) {
        CU_ASSERT_EQUAL(S->ports_[k / 2].port_[k % 2].sample_time_index_, numbers[k]);
        CU_ASSERT_EQUAL(S->rates_.period_[numbers[k]], rates[k][0]);
        CU_ASSERT_EQUAL(S->rates_.offset_[numbers[k]], rates[k][1]);
    }
    S->host_->set_port_count_(S, BD_SS_INPUT, 0);
    S->host_->set_port_count_(S, BD_SS_OUTPUT, 0);
    CU_ASSERT_EQUAL(bd_sfunction_collect_rates(f, &error), BD_OK);
    CU_ASSERT_EQUAL(S->rates_.count_, 1);
    CU_ASSERT_EQUAL(S->rates_.period_[0], INHERITED_SAMPLE_TIME);
    bd_sfunction_free(f);
}

static void test_ports_belong_to_the_rate_they_were_declared_with(void) {
    bd_sfunction *f = host_case_open();
    SimStruct *S = &f->simstruct;
    static const double periods[] = {-1.0, 0.5, 0.5}, offsets[] = {0.0, 0.0, 0.25};
    static const double declared[4][2] = {{0.5, 0.0}, {0.5, 0.25}, {-1.0, 0.0}, {0.5, 0.3}};
    static const int numbers[4] = {1, 2, 0, 0};
    CU_ASSERT_EQUAL(S->host_->set_sample_time_count_(S, 3), 1);
    for (int i = 0; i < 3; i++) {
        S->rates_.period_[i] = 10.0 + i; /* what was found for them */
        S->rates_.offset_[i] = 0.5 * i;
    }
    for (int k = 0; k < 4; k++) {
        S->ports_[k / 2].port_[k % 2].sample_time_ = declared[k][0];
        S->ports_[k / 2].port_[k % 2].offset_time_ = declared[k][1];
    }
    bd_sfunction_number_ports(f, periods, offsets);
    for (int k = 0; k < 4; k++) {
        const bd_ss_port *port = &S->ports_[k / 2].port_[k % 2];
        CU_ASSERT_EQUAL(port->sample_time_index_, numbers[k]);
        CU_ASSERT_EQUAL(port->sample_time_, 10.0 + numbers[k]);
        CU_ASSERT_EQUAL(port->offset_time_, 0.5 * numbers[k]);
    }
    bd_sfunction_free(f);
}

/* ---- a run ---- */

/* the status of the simulation, as the S-function may ask for it (documented names) */
static void test_status_of_the_simulation(void) {
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    SimStruct *S = &f->simstruct;
    bd_error error = {0};
    double work[8] = {0}, y[3] = {0};
    S->ports_[1].port_[0].signal_ = y;
    const bd_sfunction_memory memory = {.work = work};
    CU_ASSERT_EQUAL(S->time_.status_, SIMSTATUS_INITIALIZING);
    CU_ASSERT_STRING_EQUAL(S->time_.solver_name_, ""); /* nobody has told it yet */
    CU_ASSERT_EQUAL(bd_sfunction_work_widths(f, &error), BD_OK);
    CU_ASSERT_TRUE(bd_sfunction_work_bytes(f) <= sizeof work);
    for (int round = 0; round < 2; round++) {
        CU_ASSERT_EQUAL(bd_sfunction_attach(f, &memory, &error), BD_OK);
        S->time_.stop_requested_ = 1; /* before it begins there is nothing to stop */
        S->time_.major_ = 0;
        CU_ASSERT_EQUAL(bd_sfunction_start(f, &error), BD_OK);
        CU_ASSERT_EQUAL(S->time_.stop_requested_, 0);
        CU_ASSERT_EQUAL(S->time_.major_, 1);
        CU_ASSERT_EQUAL(S->time_.status_, SIMSTATUS_INITIALIZING);
        CU_ASSERT_TRUE(f->started);
        CU_ASSERT_TRUE(f->in_run);
        CU_ASSERT_EQUAL(bd_sfunction_initialise(f, true, &error), BD_OK);
        CU_ASSERT_EQUAL(S->time_.status_, SIMSTATUS_RUNNING);
        CU_ASSERT_EQUAL(S->time_.first_initial_condition_, 0);
        CU_ASSERT_EQUAL(bd_sfunction_terminate(f, &error), BD_OK);
        CU_ASSERT_EQUAL(S->time_.status_, SIMSTATUS_STOPPED);
        CU_ASSERT_FALSE(f->started);
        CU_ASSERT_FALSE(f->in_run);
    }
    bd_sfunction_free(f);
}

/* what an S-function has is given back: every array that was made of a value is destroyed, and what
 * a run has allocated goes with the run */
static int arrays, emptied, scopes;
static bd_mx_scope *last_emptied;

static bd_status counted_from_value(const bd_value *value, void **array, bd_error *error) {
    const bd_status status = bd_mx_own_provider()->from_value(value, array, error);
    arrays += status == BD_OK;
    return status;
}

static void counted_destroy(void *array) {
    arrays--;
    bd_mx_own_provider()->destroy(array);
}

static bd_mx_scope *counted_scope_create(const bd_mx_sink *sink) {
    scopes++;
    return bd_mx_own_provider()->scope_create(sink);
}

static void counted_scope_empty(bd_mx_scope *scope) {
    emptied++;
    last_emptied = scope;
    bd_mx_own_provider()->scope_empty(scope);
}

static void counted_scope_free(bd_mx_scope *scope) {
    scopes--;
    bd_mx_own_provider()->scope_free(scope);
}

static void set_nothing(SimStruct *S, const mxArray *state) {
    (void)S;
    CU_ASSERT_PTR_NOT_NULL(state);
}

static mxArray *get_first_parameter(SimStruct *S) {
    void *copy = NULL;
    CU_ASSERT_EQUAL(counted_from_value(bd_sfunction_of(S)->values[0], &copy, NULL), BD_OK);
    return copy;
}

static void test_all_that_was_made_is_given_back(void) {
    bd_mx_provider counted = *bd_mx_own_provider();
    counted.from_value = counted_from_value;
    counted.destroy = counted_destroy;
    counted.scope_create = counted_scope_create;
    counted.scope_empty = counted_scope_empty;
    counted.scope_free = counted_scope_free;
    bd_sfunction_set_provider(&counted);
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    SimStruct *S = &f->simstruct;
    bd_error error = {0};
    double work[8] = {0}, y[3] = {0};
    bd_value *state = NULL;
    S->ports_[1].port_[0].signal_ = y;
    const bd_sfunction_memory memory = {.work = work};
    CU_ASSERT_EQUAL(arrays, 3 + 1); /* its parameters, and the empty one */
    CU_ASSERT_EQUAL(scopes, 2);
    CU_ASSERT_EQUAL(bd_sfunction_work_widths(f, &error), BD_OK);
    for (int round = 1; round <= 2; round++) {
        CU_ASSERT_EQUAL(bd_sfunction_attach(f, &memory, &error), BD_OK);
        CU_ASSERT_EQUAL(bd_sfunction_start(f, &error), BD_OK);
        CU_ASSERT_EQUAL(host_case_retune(f, round == 1 ? "[3 4], 5, 4" : "[1 2], 3, 4", &error),
                        BD_OK);
        CU_ASSERT_EQUAL(arrays, 3 + 1);
        CU_ASSERT_EQUAL(host_case_retune(f, "[3 4], -5, 4", &error), BD_BLOCK_FAILED);
        CU_ASSERT_EQUAL(arrays, 3 + 1); /* what was refused is not kept */
        CU_ASSERT_EQUAL(emptied, round - 1);
        CU_ASSERT_EQUAL(bd_sfunction_terminate(f, &error), BD_OK);
        CU_ASSERT_EQUAL(emptied, round);
        CU_ASSERT_PTR_EQUAL(last_emptied, f->run_scope);
    }
    S->settings_[BD_SS_SIM_STATE_COMPLIANCE] = USE_CUSTOM_SIM_STATE;
    S->methods_.get_state_ = get_first_parameter;
    S->methods_.set_state_ = set_nothing;
    CU_ASSERT_EQUAL(bd_sfunction_get_state(f, &state, &error), BD_OK);
    CU_ASSERT_EQUAL(arrays, 3 + 1);
    CU_ASSERT_TRUE(bd_value_equal(state, f->values[0]));
    CU_ASSERT_EQUAL(bd_sfunction_set_state(f, state, &error), BD_OK);
    CU_ASSERT_EQUAL(arrays, 3 + 1);
    bd_value_free(state);
    bd_sfunction_free(f);
    CU_ASSERT_EQUAL(arrays, 0);
    CU_ASSERT_EQUAL(scopes, 0);
    bd_sfunction_set_provider(bd_mx_own_provider());
}

/* outputs of a registered type begin with its zero, element by element; others are left alone */
static void test_outputs_begin_with_the_zero_of_their_type(void) {
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    SimStruct *S = &f->simstruct;
    bd_error error = {0};
    const struct pair {
        double a;
        int b;
    } zero = {0.25, 7};
    struct pair y[3] = {{1.0, 1}, {2.0, 2}, {3.0, 3}};
    double work[8] = {0}, plain[3] = {4.0, 5.0, 6.0};
    const bd_sfunction_memory memory = {.work = work};
    CU_ASSERT_EQUAL(bd_sfunction_work_widths(f, &error), BD_OK);
    CU_ASSERT_TRUE(bd_sfunction_work_bytes(f) <= sizeof work);
    S->ports_[1].port_[0].signal_ = plain;
    static const DTypeId plain_types[] = {SS_DOUBLE, SS_INT64, SS_UINT64};
    for (int i = 0; i < 3; i++) {
        S->ports_[1].port_[0].type_ = plain_types[i];
        CU_ASSERT_EQUAL(bd_sfunction_attach(f, &memory, &error), BD_OK);
        CU_ASSERT(plain[0] == 4.0 && plain[1] == 5.0 && plain[2] == 6.0);
    }
    const DTypeId own = S->host_->register_type_(S, "OWN");
    assert_done(S, S->host_->set_type_size_(S, own, sizeof zero));
    S->ports_[1].port_[0].type_ = own;
    S->ports_[1].port_[0].signal_ = y;
    CU_ASSERT_EQUAL(bd_sfunction_attach(f, &memory, &error), BD_OK);
    CU_ASSERT(y[0].a == 1.0 && y[2].b == 3); /* nobody has told a zero */
    assert_done(S, S->host_->set_type_zero_(S, own, &zero));
    CU_ASSERT_EQUAL(bd_sfunction_attach(f, &memory, &error), BD_OK);
    for (int i = 0; i < 3; i++)
        CU_ASSERT(y[i].a == 0.25 && y[i].b == 7);
    bd_sfunction_free(f);
}

/* mdlStart (7) or mdlSetupRuntimeResources (6) fails: it has not started */
static void test_a_failed_start_is_none(void) {
    static const struct {
        const char *parameters, *method;
        bool resources;
    } cases[] = {{"7,0,0", "mdlStart", true}, {"6,0,0", "mdlSetupRuntimeResources", false}};
    for (size_t i = 0; i < 2; i++) {
        bd_sfunction *f = host_case_made(HOST_CASE_FILE("sfun_order"), cases[i].parameters);
        bd_error error = {0};
        f->started = true; /* from an earlier run */
        CU_ASSERT_EQUAL(bd_sfunction_start(f, &error), BD_BLOCK_FAILED);
        MR_ASSERT_CONTAINS(error.text, cases[i].method);
        CU_ASSERT_FALSE(f->started);
        CU_ASSERT_EQUAL(f->has_resources, cases[i].resources);
        bd_sfunction_free(f);
    }
}

/* what mdlOutputs leaves is looked at once per port, in real and imaginary parts */
static int warnings;
static void count_warning(void *user, const char *text) {
    (void)user;
    MR_ASSERT_CONTAINS(text, "wrote NaN to output port 2");
    warnings++;
}

static void test_nan_is_found_in_every_part_of_an_output(void) {
    static const struct {
        DTypeId type;
        int complexity, place;
        bool found;
    } cases[] = {{SS_DOUBLE, COMPLEX_NO, 0, true},   {SS_DOUBLE, COMPLEX_NO, 1, true},
                 {SS_DOUBLE, COMPLEX_NO, 2, false},  {SS_DOUBLE, COMPLEX_YES, 3, true},
                 {SS_DOUBLE, COMPLEX_YES, 4, false}, {SS_SINGLE, COMPLEX_NO, 1, true},
                 {SS_SINGLE, COMPLEX_NO, 0, true},   {SS_SINGLE, COMPLEX_YES, 4, false},
                 {SS_SINGLE, COMPLEX_YES, 3, true},  {SS_SINGLE, COMPLEX_NO, 2, false},
                 {SS_UINT64, COMPLEX_NO, 0, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bd_sfunction *f = host_case_open();
        SimStruct *S = &f->simstruct;
        double numbers[5] = {0}, good[5] = {0};
        float singles[5] = {0};
        CU_ASSERT_TRUE_FATAL(bd_sfunction_renew(&f->nan_warned, 2, sizeof(bool)));
        f->owner.warn = count_warning;
        numbers[cases[i].place] = NAN;
        singles[cases[i].place] = NAN;
        for (int p = 0; p < 2; p++) {
            bd_ss_port *port = &S->ports_[1].port_[p];
            port->type_ = cases[i].type;
            port->complexity_ = cases[i].complexity;
            port->width_ = 2;
            port->signal_ = p == 0                       ? (void *)good
                            : cases[i].type == SS_SINGLE ? (void *)singles
                                                         : (void *)numbers;
        }
        warnings = 0;
        for (int again = 0; again < 2; again++)
            bd_sfunction_check_outputs(f);
        CU_ASSERT_EQUAL(warnings, cases[i].found);
        f->nan_warned[1] = false;
        S->ports_[1].port_[1].signal_ = NULL; /* an output without memory */
        bd_sfunction_check_outputs(f);
        CU_ASSERT_EQUAL(warnings, cases[i].found);
        bd_sfunction_free(f);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_an_instance_that_has_said_nothing),
        MR_TEST(test_impossible_counts_are_refused),
        MR_TEST(test_the_largest_counts),
        MR_TEST(test_counts_that_are_left_open),
        MR_TEST(test_counted_again_is_new),
        MR_TEST(test_ports_and_parameters_nobody_has_described),
        MR_TEST(test_dimensions_of_ports),
        MR_TEST(test_room_of_a_full_jacobian),
        MR_TEST(test_a_size_of_the_moment_stays_within_the_largest),
        MR_TEST(test_systems_are_called_where_they_were_declared),
        MR_TEST(test_types_have_numbers_names_and_sizes),
        MR_TEST(test_types_that_no_signal_has),
        MR_TEST(test_buses_are_registered_with_their_elements),
        MR_TEST(test_units_are_numbered_once),
        MR_TEST(test_functions_of_a_model_that_is_not_there),
        MR_TEST(test_defaults_of_a_block_that_knows_nothing),
        MR_TEST(test_what_one_port_knows_holds_for_the_others),
        MR_TEST(test_the_earlier_of_equally_large_types_wins),
        MR_TEST(test_the_first_of_equally_wide_ports_wins),
        MR_TEST(test_an_offered_size_is_the_size_of_an_elementwise_block),
        MR_TEST(test_offers_fill_only_what_is_open),
        MR_TEST(test_rates_of_ports_are_collected),
        MR_TEST(test_ports_belong_to_the_rate_they_were_declared_with),
        MR_TEST(test_status_of_the_simulation),
        MR_TEST(test_all_that_was_made_is_given_back),
        MR_TEST(test_outputs_begin_with_the_zero_of_their_type),
        MR_TEST(test_a_failed_start_is_none),
        MR_TEST(test_nan_is_found_in_every_part_of_an_output),
    };
    host_case_begin();
    return mr_test_main("conformance_host", tests, sizeof tests / sizeof *tests, argc, argv);
}
