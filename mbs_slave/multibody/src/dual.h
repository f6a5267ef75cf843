/* numbers that carry their derivatives (forward mode of algorithmic differentiation: Griewank and
 * Walther, Evaluating Derivatives, 2008, ch. 3); a template: DUAL_N derivatives, names through D()
 *
 * With DUAL_N 0 everything melts into plain arithmetic, so a formula is written once and serves
 * both for values and for exact tangents. Included once per size. */

typedef struct D(dual) {
    double v;
#if DUAL_N > 0
    double d[DUAL_N];
#endif
} D(dual);

#if DUAL_N > 0
#define DUAL_EACH(statement)                                                                       \
    for (int i = 0; i < DUAL_N; i++) {                                                             \
        statement;                                                                                 \
    }
#else
#define DUAL_EACH(statement)
#endif

static inline D(dual) D(constant)(double v) {
    D(dual)
    r = {
        v
#if DUAL_N > 0
        ,
        {0}
#endif
    };
    return r;
}

/* f(a) with f' known */
static inline D(dual) D(chain)(D(dual) a, double f, double slope) {
    D(dual) r;
    r.v = f;
    (void)slope, (void)a;
    DUAL_EACH(r.d[i] = slope * a.d[i])
    return r;
}

static inline D(dual) D(add)(D(dual) a, D(dual) b) {
    D(dual) r;
    r.v = a.v + b.v;
    DUAL_EACH(r.d[i] = a.d[i] + b.d[i])
    return r;
}

static inline D(dual) D(sub)(D(dual) a, D(dual) b) {
    D(dual) r;
    r.v = a.v - b.v;
    DUAL_EACH(r.d[i] = a.d[i] - b.d[i])
    return r;
}

static inline D(dual) D(mul)(D(dual) a, D(dual) b) {
    D(dual) r;
    r.v = a.v * b.v;
    DUAL_EACH(r.d[i] = a.d[i] * b.v + a.v * b.d[i])
    return r;
}

static inline D(dual) D(scale)(double c, D(dual) a) {
    return D(chain)(a, c * a.v, c);
}

static inline D(dual) D(shift)(D(dual) a, double c) {
    a.v += c;
    return a;
}

static inline D(dual) D(div)(D(dual) a, D(dual) b) {
    D(dual) r;
    double inverse = 1.0 / b.v;
    r.v = a.v * inverse;
    DUAL_EACH(r.d[i] = (a.d[i] - r.v * b.d[i]) * inverse)
    return r;
}

static inline D(dual) D(root)(D(dual) a) {
    double f = sqrt(a.v);
    return D(chain)(a, f, 0.5 / f);
}

static inline D(dual) D(size)(D(dual) a) {
    return D(chain)(a, fabs(a.v), (double)((a.v > 0.0) - (a.v < 0.0)));
}

static inline D(dual) D(arctan)(D(dual) a) {
    return D(chain)(a, atan(a.v), 1.0 / (1.0 + a.v * a.v));
}

static inline D(dual) D(sine)(D(dual) a) {
    return D(chain)(a, sin(a.v), cos(a.v));
}

static inline D(dual) D(cosine)(D(dual) a) {
    return D(chain)(a, cos(a.v), -sin(a.v));
}

static inline D(dual) D(exponential)(D(dual) a) {
    double f = exp(a.v);
    return D(chain)(a, f, f);
}

static inline D(dual) D(tanhyp)(D(dual) a) {
    double f = tanh(a.v);
    return D(chain)(a, f, 1.0 - f * f);
}

static inline void D(cross)(const D(dual) a[3], const D(dual) b[3], D(dual) c[3]) {
    for (int k = 0; k < 3; k++) {
        int l = (k + 1) % 3, m = (k + 2) % 3;
        c[k] = D(sub)(D(mul)(a[l], b[m]), D(mul)(a[m], b[l]));
    }
}

static inline D(dual) D(dot)(const D(dual) a[3], const D(dual) b[3]) {
    return D(add)(D(add)(D(mul)(a[0], b[0]), D(mul)(a[1], b[1])), D(mul)(a[2], b[2]));
}

#undef DUAL_EACH
