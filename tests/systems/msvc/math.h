#ifndef MSVC_MATH_H
#define MSVC_MATH_H
double fabs(double x);
double sqrt(double x);
double pow(double x, double y);
double exp(double x);
double log(double x);
double log2(double x);
double log10(double x);
double sin(double x);
double cos(double x);
double atan2(double y, double x);
double floor(double x);
double ceil(double x);
double fmin(double x, double y);
double fmax(double x, double y);
double fmod(double x, double y);
double ldexp(double x, int exponent);
double frexp(double x, int *exponent);
double hypot(double x, double y);
double round(double x);
double nextafter(double x, double y);
int msvc_classify(double x);
#define isfinite(x) (msvc_classify(x) <= 0)
#define isnan(x)    (msvc_classify(x) == 2)
#define isinf(x)    (msvc_classify(x) == 1)
#define INFINITY    ((float)(1e300 * 1e300))
#define NAN         (-(float)(INFINITY * 0.0F))
#define HUGE_VAL    ((double)INFINITY)
#endif
