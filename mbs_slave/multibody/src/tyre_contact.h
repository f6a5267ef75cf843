/* the tyre as a function of its wheel: a template over the numbers of dual.h
 *
 * Magic formula with combined slip by cosine weighting (Pacejka, Tire and Vehicle Dynamics, 2012,
 * ch. 4), slip relaxation s z' + |Vx| z = -Vs (ibid., ch. 7), which stays regular at standstill. In
 * a step the trapezoidal rule for z is solved on the spot: z follows from its history and the
 * velocities. */

typedef struct D(contact) {
    D(dual) force[3], torque[3]; /* on the wheel, about the hub */
    D(dual) Fx, Fy, Fz;
    D(dual)
    slip[2], slip_inflow[2], slip_leak; /* z, and z' = inflow - leak z per relaxation length */
    D(dual) depth, depth_rate;
} D(contact);

/* D sin(C atan(Bx - E(Bx - atan Bx))) with D = mu Fz */
static D(dual) D(magic)(D(dual) load, double mu, D(dual) B, double C, double E, D(dual) x) {
    D(dual) bx = D(mul)(B, x);
    D(dual) inner = D(sub)(bx, D(scale)(E, D(sub)(bx, D(arctan)(bx))));
    return D(mul)(D(scale)(mu, load), D(sine)(D(scale)(C, D(arctan)(inner))));
}

static D(dual) D(weighting)(double B, double C, D(dual) x) {
    return D(cosine)(D(scale)(C, D(arctan)(D(scale)(B, x))));
}

/* slip state at this moment; a: |Vx|, inflow: -Vs */
static D(dual)
    D(relaxed)(const mbs_moment *m, int state, double length, D(dual) leak, D(dual) inflow) {
    if (m->h == 0.0)
        return D(constant)(m->state[state]);
    if (m->h < 0.0) {
        /* steady, from walking speed on */
        return leak.v > 0.1 ? D(div)(inflow, leak) : D(constant)(0.0);
    }
    double half = 0.5 * m->h / length;
    D(dual) top = D(shift)(D(scale)(half, inflow), m->history[state]);
    return D(div)(top, D(shift)(D(scale)(half, leak), 1.0));
}

/* contact forces from the load, the slip velocities and the rolling speed */
static void D(horizontal)(const tyre *t, const mbs_moment *m, int state, D(dual) Vx, D(dual) Vsx,
                          D(dual) Vsy, D(contact) * c) {
    const mbs_tyre_data *p = &t->p;
    c->slip_leak = D(size)(Vx);
    c->slip_inflow[0] = D(scale)(-1.0, Vsx);
    c->slip_inflow[1] = D(scale)(-1.0, Vsy);
    c->slip[0] = D(relaxed)(m, state, p->relaxation_x, c->slip_leak, c->slip_inflow[0]);
    c->slip[1] = D(relaxed)(m, state + 1, p->relaxation_y, c->slip_leak, c->slip_inflow[1]);
    c->Fx = c->Fy = D(constant)(0.0);
    if (c->Fz.v <= 1e-6 * p->nominal_load)
        return;
    D(dual) dfz = D(shift)(D(scale)(1.0 / p->nominal_load, c->Fz), -1.0);
    D(dual) kappa = c->slip[0], alpha = c->slip[1];
    /* carcass damping at low speed, inside the formula so that friction still limits it */
    D(dual) low = D(constant)(0.0);
    if (p->low_speed_damping > 0.0 && fabs(Vx.v) < p->low_speed)
        low =
            D(scale)(0.5 * p->low_speed_damping,
                     D(shift)(D(cosine)(D(scale)(3.14159265358979323846 / p->low_speed, Vx)), 1.0));
    if (p->pDx1 > 0.0) {
        D(dual)
        slope = D(mul)(D(shift)(D(scale)(p->pKx2, dfz), p->pKx1),
                       D(exponential)(D(scale)(p->pKx3, dfz)));
        if (low.v > 0.0)
            kappa = D(sub)(kappa, D(div)(D(mul)(low, Vsx), D(mul)(slope, c->Fz)));
        D(dual) B = D(scale)(1.0 / (p->pCx1 * p->pDx1), slope);
        c->Fx = D(magic)(c->Fz, p->pDx1, B, p->pCx1, p->pEx1, kappa);
    }
    if (p->pDy1 > 0.0) {
        D(dual)
        stiff =
            D(scale)(p->pKy1 * p->nominal_load,
                     D(sine)(D(scale)(
                         p->pKy4, D(arctan)(D(scale)(1.0 / (p->pKy2 * p->nominal_load), c->Fz)))));
        if (low.v > 0.0)
            alpha = D(sub)(alpha, D(div)(D(mul)(low, Vsy), stiff));
        D(dual) B = D(div)(stiff, D(scale)(p->pCy1 * p->pDy1, c->Fz));
        c->Fy = D(magic)(c->Fz, p->pDy1, B, p->pCy1, p->pEy1, alpha);
    }
    c->Fx = D(mul)(c->Fx, D(weighting)(p->rBx1, p->rCx1, alpha));
    c->Fy = D(mul)(c->Fy, D(weighting)(p->rBy1, p->rCy1, kappa));
}

/* from what the road sees of the wheel: axis, height of the hub, its velocity, angular velocity */
static void D(touch)(const tyre *t, const mbs_moment *m, int state, const D(dual) seen[SEEN],
                     D(contact) * c) {
    const mbs_tyre_data *p = &t->p;
    const D(dual) *n = seen + AXIS, *v = seen + VELOCITY, *spin = seen + SPIN;
    D(dual) zero = D(constant)(0.0), one = D(constant)(1.0);
    /* level of the axis, rolling and side directions in the road, down in the wheel plane */
    D(dual) level = D(root)(D(add)(D(mul)(n[0], n[0]), D(mul)(n[1], n[1])));
    D(dual) along[3] = {D(div)(n[1], level), D(scale)(-1.0, D(div)(n[0], level)), zero};
    D(dual) side[3] = {D(scale)(-1.0, along[1]), along[0], zero};
    D(dual)
    down[3] = {D(div)(D(mul)(n[2], n[0]), level), D(div)(D(mul)(n[2], n[1]), level),
               D(scale)(-1.0, level)};
    D(dual) radius = D(div)(D(shift)(seen[HEIGHT], -p->road), level);
    /* velocity of the material point in contact */
    D(dual) arm[3], slide[3];
    for (int k = 0; k < 3; k++)
        arm[k] = D(mul)(radius, down[k]);
    D(cross)(spin, arm, slide);
    for (int k = 0; k < 3; k++)
        slide[k] = D(add)(slide[k], v[k]);
    D(dual) Vx = D(dot)(v, along);
    c->depth = D(shift)(D(scale)(-1.0, radius), p->radius);
    c->depth_rate = D(scale)(-1.0, D(div)(slide[2], level));
    c->Fz = zero;
    if (c->depth.v > 0.0) {
        c->Fz = D(add)(D(scale)(p->stiffness, c->depth), D(scale)(p->damping, c->depth_rate));
        if (c->Fz.v < 0.0)
            c->Fz = zero;
    }
    D(horizontal)(t, m, state, Vx, D(dot)(slide, along), D(dot)(slide, side), c);
    for (int k = 0; k < 3; k++) {
        c->force[k] = D(add)(D(mul)(c->Fx, along[k]), D(mul)(c->Fy, side[k]));
        if (k == 2)
            c->force[k] = D(add)(c->force[k], D(mul)(c->Fz, one));
    }
    D(cross)(arm, c->force, c->torque);
    if (p->rolling_resistance > 0.0) {
        D(dual) roll = D(tanhyp)(D(scale)(10.0 / p->low_speed, Vx));
        D(dual) moment = D(scale)(-p->rolling_resistance * p->radius, D(mul)(c->Fz, roll));
        for (int k = 0; k < 3; k++)
            c->torque[k] = D(add)(c->torque[k], D(mul)(moment, n[k]));
    }
}
