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

#endif
