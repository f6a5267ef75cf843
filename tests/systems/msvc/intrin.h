#ifndef MSVC_INTRIN_H
#define MSVC_INTRIN_H
long _InterlockedIncrement(long volatile *value);
long _InterlockedOr(long volatile *value, long other);
void _mm_pause(void);
long _InterlockedExchange(long volatile *value, long other);
#endif
