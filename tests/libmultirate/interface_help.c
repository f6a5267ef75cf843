/* helpers of the interface suites */
#include "interface_help.h"

#include <math.h>
#include <string.h>

mr_interface *open_with(const char *options, const mr_slave_type *type, probe *p) {
    mr_config config;
    mr_message message = {""};
    mr_interface *interface = NULL;
    mr_config_default(&config);
    CU_ASSERT_EQUAL_FATAL(mr_config_parse(&config, options, &message), MR_OK);
    probe_next(p);
    const mr_status status = mr_interface_open(&config, type, "", &interface, &message);
    if (status != MR_OK)
        printf("\n    %s", message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    return interface;
}

mr_interface *open_probe(const char *options, probe *p) {
    return open_with(options, &probe_type, p);
}

double exchange(mr_interface *interface, double t, double y, mr_evaluation kind) {
    double u[PROBE_MOST_SIGNALS] = {NAN};
    const mr_status status = mr_interface_exchange(interface, t, &y, kind, u);
    if (status != MR_OK)
        printf("\n    %s", mr_interface_error(interface));
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    return u[0];
}

memory heard;

void remember(void *context, double from, double end, double t, const double *u) {
    (void)context;
    if (heard.count == MOST_HEARD)
        return;
    heard.from[heard.count] = from;
    heard.end[heard.count] = end;
    heard.t[heard.count] = t;
    memcpy(heard.u[heard.count++], u, sizeof heard.u[0]);
}

void input_dependent(double t, double impulse, double *y) {
    (void)t;
    y[0] = impulse;
}

void refuse(const char *options, const mr_slave_type *type, probe *p, mr_status expected,
            const char *sentence) {
    mr_config config;
    mr_message message = {""};
    mr_interface *interface = (mr_interface *)&config; /* must become NULL */
    mr_config_default(&config);
    CU_ASSERT_EQUAL_FATAL(mr_config_parse(&config, options, &message), MR_OK);
    probe_next(p);
    p->opened = p->closed = 0;
    CU_ASSERT_EQUAL(mr_interface_open(&config, type, "", &interface, &message), expected);
    MR_ASSERT_CONTAINS(message.text, sentence);
    CU_ASSERT_PTR_NULL(interface);
    CU_ASSERT_EQUAL(p->opened, p->closed);
}
