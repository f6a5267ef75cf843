/* bulk modulus of oil, perhaps with air in it */
#ifndef PART_HYDRAULIC_H
#define PART_HYDRAULIC_H

typedef enum hydraulic_law { CONSTANT_MODULUS, STEPPED_MODULUS, MODULUS_WITH_AIR } hydraulic_law;

typedef struct hydraulic_oil {
    hydraulic_law law;
    double modulus;          /* Pa: of the oil; constant law: E itself */
    double air;              /* part of the volume that is air at the reference pressure */
    double exponent;         /* polytropic, of the air */
    double reference, start; /* Pa */
} hydraulic_oil;

/* E(p) */
double hydraulic_modulus(const hydraulic_oil *oil, double p);

/* the pressure after a part `filling` of the volume has flowed in since the start, with a guess */
double hydraulic_pressure(const hydraulic_oil *oil, double filling, double guess);

/* values of a volume of oil, in this order */
#define HYDRAULIC_INDICES VOLUME, PRESSURE, LAW, MODULUS, AIR, EXPONENT, REFERENCE
#define HYDRAULIC_VALUES(laws, last_law)                                                           \
    {"volume", 1e-4, DBL_MIN, DBL_MAX, NULL}, {"pressure", 1e5, -DBL_MAX, DBL_MAX, NULL},          \
        {"law", 0.0, 0.0, last_law, laws}, {"modulus", 1.4e9, DBL_MIN, DBL_MAX, NULL},             \
        {"air", 0.0, 0.0, 1e3, NULL}, {"exponent", 1.4, 1.0, 10.0, NULL}, {                        \
        "reference", 1e5, DBL_MIN, DBL_MAX, NULL                                                   \
    }

#endif
