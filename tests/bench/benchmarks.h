/* all benchmarks by name; a room that is not built has none */
#ifndef BENCHMARKS_H
#define BENCHMARKS_H

void bench_exchange(void);
void bench_exchange_counted(void);
void bench_isolated(void);
void bench_fmu(void);
void bench_couple(void);
void bench_two_mass_diagram(void);
void bench_chart(void);
void bench_parallel(void);
void bench_many(void);
void bench_remote(void);
void bench_language(void);
void bench_large(void);
void bench_sweep(void);
void bench_multibody(void);
void bench_kart(void);
void bench_kart_counted(void);
void bench_kart_start(void);
void bench_kart_start_counted(void);

#endif
