/* 17 significant digits of a double by integers. With size = m 2^e and the power p = 16 - exponent
 * the digits are m 5^p 2^(e + p). m has 53 bits and 5^p at most 128 (p up to 55), so the product is
 * exact in three words, and so is what is left of it behind the point: the digits are those that
 * printf finds with numbers of any length, for a quarter of its time */
#include "base/digits.h"

#include <math.h>

enum { LARGEST = 55, ONE_WORD = 27 }; /* powers of 5 in two words, and in one */

static const uint64_t TEN_TO_17 = 100000000000000000u;

/* words from the lowest one up */
typedef struct wide {
    uint64_t word[3];
} wide;

/* x y = low + 2^64 high */
static uint64_t multiply(uint64_t x, uint64_t y, uint64_t *high) {
    const uint64_t half = 0xffffffffu;
    const uint64_t x0 = x & half, x1 = x >> 32, y0 = y & half, y1 = y >> 32;
    const uint64_t low = x0 * y0, middle = x1 * y0 + (low >> 32);
    const uint64_t other = x0 * y1 + (middle & half);
    *high = x1 * y1 + (middle >> 32) + (other >> 32);
    return (other << 32) | (low & half);
}

/* 5^power with power <= ONE_WORD */
static uint64_t power_of_5(int power) {
    static const uint64_t table[] = {1u,
                                     5u,
                                     25u,
                                     125u,
                                     625u,
                                     3125u,
                                     15625u,
                                     78125u,
                                     390625u,
                                     1953125u,
                                     9765625u,
                                     48828125u,
                                     244140625u,
                                     1220703125u,
                                     6103515625u,
                                     30517578125u,
                                     152587890625u,
                                     762939453125u,
                                     3814697265625u,
                                     19073486328125u,
                                     95367431640625u,
                                     476837158203125u,
                                     2384185791015625u,
                                     11920928955078125u,
                                     59604644775390625u,
                                     298023223876953125u,
                                     1490116119384765625u,
                                     7450580596923828125u};
    return table[power];
}

/* m 5^power */
static wide multiply_by_5(uint64_t m, int power) {
    wide x = {{0}};
    const int rest = power > ONE_WORD ? power - ONE_WORD : 0;
    x.word[0] = multiply(m, power_of_5(power - rest), &x.word[1]);
    if (rest == 0)
        return x;
    /* 5^55 is 5^27 5^27 5 */
    const int last = rest > ONE_WORD ? rest - ONE_WORD : 0;
    const uint64_t factors[] = {power_of_5(rest - last), power_of_5(last)};
    for (int k = 0; k < (last > 0 ? 2 : 1); k++) {
        uint64_t carry = 0;
        for (int i = 0; i < 3; i++) {
            uint64_t high;
            const uint64_t low = multiply(x.word[i], factors[k], &high);
            x.word[i] = low + carry;
            carry = high + (x.word[i] < low);
        }
    }
    return x;
}

/* the bit at a place counted from the lowest one */
static int bit(const wide *x, int place) {
    return place < 192 && ((x->word[place / 64] >> (place % 64)) & 1u) != 0;
}

/* is any bit below this place set? */
static int any_below(const wide *x, int place) {
    for (int i = 0; i < 3 && 64 * i < place; i++) {
        const int count = place - 64 * i;
        const uint64_t mask = count >= 64 ? UINT64_MAX : ((uint64_t)1 << count) - 1;
        if (x->word[i] & mask)
            return 1;
    }
    return 0;
}

/* x 2^-places, whose value fits into a word, to the nearest whole number, or the even one of two */
static uint64_t shift_and_round(const wide *x, int places) {
    const int first = places / 64, inside = places % 64;
    uint64_t whole = first < 3 ? x->word[first] >> inside : 0;
    if (inside > 0 && first < 2)
        whole |= x->word[first + 1] << (64 - inside);
    const int is_up = bit(x, places - 1) && (any_below(x, places - 1) || (whole & 1u) != 0);
    return whole + (is_up ? 1u : 0u);
}

int bd_digits(double size, uint64_t *digits, int *exponent) {
    if (!(size >= 1e-38 && size < 1e16))
        return 0;
    int binary;
    const uint64_t m = (uint64_t)ldexp(frexp(size, &binary), 53);
    /* the exponent, or one less: log10(2) = .30103, and size is at least 2^(binary - 1) */
    int tens = (int)floor((binary - 1) * 0.30102999566398120);
    for (;;) {
        const int power = BD_DIGITS - 1 - tens, places = 53 - binary - power;
        const wide product = multiply_by_5(m, power);
        *digits = places > 0 ? shift_and_round(&product, places) : product.word[0] << -places;
        *exponent = tens;
        if (*digits < TEN_TO_17)
            return 1;
        tens++;
    }
}
