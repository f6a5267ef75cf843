/* changes of coordinates and units, as the older extra libraries have them, and the cross product.
 * All real doubles. Polar: radius, angle; spherical: radius, azimuth in the x-y plane, elevation
 * above it; angles in radians */
#include "blocks/elements.h"
#include "blocks/families.h"

typedef struct transformation {
    int ports; /* inputs and outputs, elements of one width */
    void (*convert)(const double *u, double *y);
} transformation;

static void degrees_to_radians(const double *u, double *y) {
    y[0] = u[0] * (3.14159265358979323846 / 180.0);
}
static void radians_to_degrees(const double *u, double *y) {
    y[0] = u[0] * (180.0 / 3.14159265358979323846);
}
static void fahrenheit_to_celsius(const double *u, double *y) {
    y[0] = (u[0] - 32.0) * (5.0 / 9.0);
}
static void celsius_to_fahrenheit(const double *u, double *y) {
    y[0] = u[0] * (9.0 / 5.0) + 32.0;
}
static void cartesian_to_polar(const double *u, double *y) {
    y[0] = hypot(u[0], u[1]);
    y[1] = atan2(u[1], u[0]);
}
static void polar_to_cartesian(const double *u, double *y) {
    y[0] = u[0] * cos(u[1]);
    y[1] = u[0] * sin(u[1]);
}
static void cartesian_to_spherical(const double *u, double *y) {
    double flat = hypot(u[0], u[1]);
    y[0] = hypot(flat, u[2]);
    y[1] = atan2(u[1], u[0]);
    y[2] = atan2(u[2], flat);
}
static void spherical_to_cartesian(const double *u, double *y) {
    y[0] = u[0] * cos(u[2]) * cos(u[1]);
    y[1] = u[0] * cos(u[2]) * sin(u[1]);
    y[2] = u[0] * sin(u[2]);
}

/* in the order of the types below */
static const transformation list[] = {
    {1, degrees_to_radians},     {1, radians_to_degrees},     {1, fahrenheit_to_celsius},
    {1, celsius_to_fahrenheit},  {2, cartesian_to_polar},     {2, polar_to_cartesian},
    {3, cartesian_to_spherical}, {3, spherical_to_cartesian},
};

static const bd_block_type types[sizeof list / sizeof *list];

static bd_status setup(bd_block *block) {
    const transformation *t = &list[block->type - types];
    BD_TRY(bd_setup_ports(block, sizeof(double), t->ports, t->ports));
    return BD_OK;
}

/* element by element; scalars expand */
static bd_status propagate(bd_block *block) {
    BD_TRY(bd_require_double(block));
    BD_TRY(bd_require_real(block));
    return bd_propagate_dims(block, 0, block->input_count - 1);
}

static bd_status outputs(bd_block *block) {
    const transformation *t = &list[block->type - types];
    for (int i = 0; i < block->outputs->width; i++) {
        double u[3], y[3];
        for (int k = 0; k < t->ports; k++)
            u[k] = bd_input(block, k)[block->inputs[k].width == 1 ? 0 : i];
        t->convert(u, y);
        for (int k = 0; k < t->ports; k++)
            bd_output(block, k)[i] = y[k];
    }
    return BD_OK;
}

#define TRANSFORMATION(text)                                                                       \
    { .name = text, .setup = setup, .propagate = propagate, .outputs = outputs, }

static const bd_block_type types[] = {
    TRANSFORMATION("Degrees to Radians"),     TRANSFORMATION("Radians to Degrees"),
    TRANSFORMATION("Fahrenheit to Celsius"),  TRANSFORMATION("Celsius to Fahrenheit"),
    TRANSFORMATION("Cartesian to Polar"),     TRANSFORMATION("Polar to Cartesian"),
    TRANSFORMATION("Cartesian to Spherical"), TRANSFORMATION("Spherical to Cartesian"),
};

static bd_status setup_cross(bd_block *block) {
    return bd_setup_ports(block, sizeof(double), 2, 1);
}

static bd_status propagate_cross(bd_block *block) {
    BD_TRY(bd_require_double(block));
    BD_TRY(bd_require_real(block));
    for (int i = 0; i < 2; i++)
        if (!bd_port_has_dims(&block->inputs[i]))
            BD_TRY(bd_port_set_width(&block->inputs[i], 3));
        else if (bd_shape_width(&block->inputs[i].shape) != 3)
            return bd_block_fail(block, BD_BAD_SIGNAL, "input %d must have 3 elements", i + 1);
    const bd_shape *shape = &block->inputs[0].shape;
    return bd_port_set_dims(block->outputs, shape->rank, shape->dims);
}

static bd_status outputs_cross(bd_block *block) {
    const double *a = bd_input(block, 0), *b = bd_input(block, 1);
    double *y = bd_output(block, 0);
    y[0] = a[1] * b[2] - a[2] * b[1];
    y[1] = a[2] * b[0] - a[0] * b[2];
    y[2] = a[0] * b[1] - a[1] * b[0];
    return BD_OK;
}

BD_BLOCK_TYPE(cross_product, "Cross Product", .setup = setup_cross, .propagate = propagate_cross,
              .outputs = outputs_cross);

const bd_block_type *const bd_blocks_transformation[] = {
    &types[0], &types[1], &types[2], &types[3],      &types[4],
    &types[5], &types[6], &types[7], &cross_product, NULL};
