/* the folders that binaries for this machine may be in */
#ifndef FMU_PLATFORM_H
#define FMU_PLATFORM_H

#define FMU_PLATFORMS 3

#if defined(__x86_64__)
#define FMU_PLATFORM_NAMES                                                                         \
    { "linux64", "x86_64-linux", "x86_64-linux-gnu" }
#elif defined(__aarch64__)
#define FMU_PLATFORM_NAMES                                                                         \
    { "aarch64-linux", "linux64", "aarch64-linux-gnu" }
#else
#define FMU_PLATFORM_NAMES                                                                         \
    { "linux32", "x86-linux", "x86-linux-gnu" }
#endif

/* the i-th folder to look into; the version's own name first */
static inline const char *fmu_platform(int version, int i) {
    static const char *const names[FMU_PLATFORMS] = FMU_PLATFORM_NAMES;
    return names[version == 3 && i < 2 ? 1 - i : i];
}

#endif
