/* joints between linear members */
#include "many_joints.h"

#include "analysis/matrix.h"

#include <math.h>
#include <stdlib.h>

mr_status many_joints_check(const an_many *many, mr_message *message) {
    if (many->joint_count > 0 && many->config.own_steps) {
        mr_message_set(message, "members with joints make common exchange steps");
        return MR_ERR_UNSUPPORTED;
    }
    for (int j = 0; j < many->joint_count; j++) {
        const mr_joint *joint = &many->joints[j];
        if (!joint->project && !joint->method->projects && !joint->method->copies)
            continue;
        mr_message_set(message,
                       "joint '%.60s' sets states of members, which is not analysed here; "
                       "`multirate stability --joint %s` knows it between two masses",
                       joint->name ? joint->name : "",
                       joint->method->copies ? "overlap" : "projection");
        return MR_ERR_UNSUPPORTED;
    }
    return MR_OK;
}

int many_joints_size(const an_many *many) {
    int size = 0;
    for (int j = 0; j < many->joint_count; j++)
        size += MR_JOINT_PAST * many->joints[j].size;
    return size;
}

int many_joints_prelude(const an_many *many, int samples) {
    int longest = samples > MR_JOINT_PAST ? samples : MR_JOINT_PAST;
    return many->joint_count > 0 ? longest + 1 : 0;
}

mr_status many_joints_add(const an_many *many, mr_coupled *coupled, mr_message *message) {
    for (int j = 0; j < many->joint_count; j++) {
        const mr_status status = mr_coupled_add_joint(coupled, &many->joints[j]);
        if (status != MR_OK) {
            mr_message_set(message, "%s", mr_coupled_error(coupled));
            return status;
        }
    }
    return MR_OK;
}

/* second side less first side of an output, by the states */
static void gap_row(const mr_joint *joint, int k, bool velocity, const double *C, int states,
                    const int *first, double *row) {
    for (int i = 0; i < states; i++)
        row[i] = 0.0;
    for (int side = 0; side < 2; side++) {
        const mr_joint_side *s = &joint->side[side];
        const int *list = velocity ? s->velocity : s->position;
        for (int i = 0; list && i < states; i++)
            row[i] += (side ? 1.0 : -1.0) * C[(first[s->member] + list[k]) * states + i];
    }
}

static double largest(const double *A, int n) {
    double size = 0.0;
    for (int i = 0; i < n * n; i++)
        size = fmax(size, fabs(A[i]));
    return size;
}

mr_status many_joints_close(const an_many *many, const double *A, const double *B, const double *C,
                            int states, const int *first, double *K) {
    int scalars = 0;
    for (int j = 0; j < many->joint_count; j++)
        scalars += many->joints[j].size;
    const size_t n = (size_t)states, S = (size_t)scalars;
    double *memory = calloc(S * S + 3 * n + 1, sizeof *memory);
    if (!memory)
        return MR_ERR_MEMORY;
    double *matrix = memory, *gap = matrix + S * S, *rate = gap + n, *change = rate + n;
    /* a gap is no motion of the whole: it shall die away, as quickly as anything moves */
    const double beta = 1.0 + sqrt(largest(A, states));
    for (int j = 0, s = 0; j < many->joint_count; j++)
        for (int k = 0; k < many->joints[j].size; k++, s++) {
            const mr_joint *joint = &many->joints[j];
            const bool spring = joint->method->spring;
            gap_row(joint, k, false, C, states, first, gap);
            gap_row(joint, k, true, C, states, first, rate);
            an_multiply(rate, A, 1, states, states, false, change);
            const double c = spring && joint->stiffness ? joint->stiffness[k] : 0.0;
            const double d = spring && joint->damping ? joint->damping[k] : 0.0;
            for (int i = 0; i < states; i++)
                K[s * states + i] = spring
                                        ? c * gap[i] + d * rate[i]
                                        : -change[i] - 2.0 * beta * rate[i] - beta * beta * gap[i];
            if (spring)
                matrix[s * scalars + s] = 1.0;
            else
                an_multiply(rate, B, 1, states, scalars, false, matrix + s * scalars);
        }
    const mr_status status = an_solve(matrix, scalars, K, states);
    free(memory);
    return status;
}
