/* what an FMU needs of a library that it brings along */
#ifndef FMU_BESIDE_H
#define FMU_BESIDE_H

__attribute__((visibility("default"))) int fmu_beside_number(void);

#endif
