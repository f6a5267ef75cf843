/* the N-four-bar mechanism in MuJoCo: posts hinged to the ground, beams hinged to posts, loops
 * closed by equality constraints as stiff as the step allows; RK4, sparse Newton solver to tight
 * tolerance */
#include "bench_mujoco.h"

#include "chain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double chain_miss(double theta, double x, double y) {
    double dx = (x - sin(theta)) / fmax(fabs(sin(theta)), 1e-3);
    double dy = (y - cos(theta)) / fmax(fabs(cos(theta)), 1e-3);
    return dx * dx + dy * dy;
}

#ifdef BENCH_MUJOCO
#include <mujoco/mujoco.h>

static const char ROD[] = "diaginertia=\"%.17g %.17g %.17g\"";

static char *write_model(int loops, double h) {
    size_t room = 4096 + 1200 * (size_t)(loops + 1), n = 0;
    char *xml = malloc(room), upright[128], level[128];
    if (!xml)
        return NULL;
    (void)snprintf(upright, sizeof upright, ROD, 1.0 / 12.0, 1e-7, 1.0 / 12.0);
    (void)snprintf(level, sizeof level, ROD, 1e-7, 1.0 / 12.0, 1.0 / 12.0);
    n += (size_t)snprintf(
        xml + n, room - n,
        "<mujoco><option timestep=\"%.17g\" integrator=\"RK4\" gravity=\"0 -9.81 0\" "
        "jacobian=\"sparse\" solver=\"Newton\" tolerance=\"1e-12\" iterations=\"50\">"
        "<flag contact=\"disable\"/></option><worldbody>",
        h);
    for (int i = 0; i <= loops; i++) {
        n += (size_t)snprintf(
            xml + n, room - n,
            "<body name=\"post%d\" pos=\"%d 0 0\"><joint type=\"hinge\" axis=\"0 0 1\"/>"
            "<inertial pos=\"0 0.5 0\" mass=\"1\" %s/>",
            i, i, upright);
        if (i < loops)
            n += (size_t)snprintf(
                xml + n, room - n,
                "<body name=\"beam%d\" pos=\"0 1 0\"><joint type=\"hinge\" axis=\"0 0 1\"/>"
                "<inertial pos=\"0.5 0 0\" mass=\"1\" %s/></body>",
                i, level);
        n += (size_t)snprintf(xml + n, room - n, "</body>");
    }
    n += (size_t)snprintf(xml + n, room - n, "</worldbody><equality>");
    for (int i = 0; i < loops; i++)
        n += (size_t)snprintf(xml + n, room - n,
                              "<connect body1=\"beam%d\" body2=\"post%d\" anchor=\"1 0 0\" "
                              "solref=\"%.17g 1\" solimp=\"0.9999 0.9999 0.001\"/>",
                              i, i + 1, 2.0 * h);
    (void)snprintf(xml + n, room - n, "</equality></mujoco>");
    return xml;
}

static mjModel *compile_model(const char *xml) {
    char error[500] = "";
    mjVFS *vfs = malloc(sizeof *vfs);
    mjModel *model = NULL;
    if (!vfs)
        return NULL;
    mj_defaultVFS(vfs);
    size_t size = strlen(xml);
    if (mj_makeEmptyFileVFS(vfs, "chain.xml", (int)size) == 0) {
        memcpy(vfs->filedata[mj_findFileVFS(vfs, "chain.xml")], xml, size);
        model = mj_loadXML("chain.xml", vfs, error, sizeof error);
        if (!model)
            printf("MuJoCo: %s\n", error);
    }
    mj_deleteVFS(vfs);
    free(vfs);
    return model;
}

double mujoco_chain_error(int loops, int parts, int rows, double *seconds) {
    char *xml = write_model(loops, 0.02 / parts);
    mjModel *model = xml ? compile_model(xml) : NULL;
    mjData *data = model ? mj_makeData(model) : NULL;
    double theta = 0.0, omega = 1.0, sum = 0.0;
    free(xml);
    *seconds = 0.0;
    if (!data)
        return -1.0;
    /* x' = 1 m/s at the heads: posts turn with -1 rad/s, beams stay level */
    for (int i = 0; i < model->nv; i++)
        data->qvel[i] = i % 2 == 0 ? -1.0 : 1.0;
    for (int i = 0; i < rows; i++) {
        clock_t start = clock();
        for (int k = 0; k < parts; k++)
            mj_step(model, data);
        *seconds += (double)(clock() - start) / CLOCKS_PER_SEC;
        chain_reference(loops, 0.02, &theta, &omega);
        sum += chain_miss(theta, -sin(data->qpos[0]), cos(data->qpos[0]));
    }
    mj_deleteData(data);
    mj_deleteModel(model);
    return sqrt(sum / (2.0 * rows));
}
#else
double mujoco_chain_error(int loops, int parts, int rows, double *seconds) {
    (void)loops, (void)parts, (void)rows;
    *seconds = 0.0;
    return -1.0;
}
#endif
