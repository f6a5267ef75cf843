/* find, sort, and the way between subscripts and linear indices */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "value/functions.h"
#include "value/operators.h"
#include "value/search.h"

static bool is_nonzero(const bd_value *x, size_t k) {
    return bd_value_real_at(x, k) != 0.0 || bd_value_imag_at(x, k) != 0.0;
}

static bd_value *index_vector(bd_calc *calc, const bd_value *x, size_t count) {
    const bool is_row = x->rank == 2 && x->dims[0] == 1 && x->dims[1] != 1;

    if (x->rank == 2 && x->dims[0] == x->dims[1] && x->dims[0] < 2 && count == 0)
        return bd_calc_matrix(calc, BD_DOUBLE, 0, 0);
    return bd_calc_matrix(calc, BD_DOUBLE, is_row ? 1 : count, is_row ? count : 1);
}

static const bd_value *run_find(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    size_t limit = SIZE_MAX;
    const bool last = bd_call_is_text(call, 2, "last");

    if (!bd_value_is_number_like(x))
        return bd_calc_refuse(calc, "'find' needs numbers");
    if (call->count > 1 && !bd_calc_size(calc, call->args[1], "the number of results", &limit))
        return NULL;
    size_t count = 0;
    for (size_t k = 0; k < x->count; k++)
        count += is_nonzero(x, k);
    const size_t skip = last && count > limit ? count - limit : 0;
    count = count < limit ? count : limit;

    bd_value *places = index_vector(calc, x, count);
    bd_value *columns = call->wanted > 1 ? index_vector(calc, x, count) : NULL;
    bd_value *values = NULL;
    if (call->wanted > 2 && places)
        values = bd_calc_like(calc, x->type, places, false);
    size_t used = 0;
    size_t seen = 0;
    for (size_t k = 0; places && k < x->count && used < count; k++) {
        if (!is_nonzero(x, k) || seen++ < skip)
            continue;
        if (columns) {
            const size_t row = k % x->dims[0], column = k / x->dims[0];
            ((double *)places->re)[used] = (double)row + 1.0;
            ((double *)columns->re)[used] = (double)column + 1.0;
        } else {
            ((double *)places->re)[used] = (double)k + 1.0;
        }
        if (values)
            bd_element_write(values->re, x->type, used, bd_value_real_at(x, k));
        used++;
    }
    call->more[0] = columns;
    call->more[1] = values;
    return places;
}

/* numbers in rising order, NaN last; complex ones by size, then by angle; equal ones keep theirs */
int bd_sort_compare(const bd_sort_item *a, const bd_sort_item *b) {
    if (isnan(a->key) || isnan(b->key))
        return isnan(a->key) - isnan(b->key);
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->second > b->second) - (a->second < b->second);
}

static int compare_up(const void *a, const void *b) {
    const bd_sort_item *x = a;
    const bd_sort_item *y = b;
    const int order = bd_sort_compare(x, y);

    return order != 0 ? order : (x->place > y->place) - (x->place < y->place);
}

static int compare_down(const void *a, const void *b) {
    const bd_sort_item *x = a;
    const bd_sort_item *y = b;
    const int order = bd_sort_compare(y, x);

    return order != 0 ? order : (x->place > y->place) - (x->place < y->place);
}

void bd_sort_items(bd_sort_item *items, size_t count, bool falling) {
    qsort(items, count, sizeof *items, falling ? compare_down : compare_up);
}

/* texts in the order of their bytes */
typedef struct text_item {
    const bd_value *text;
    size_t place;
} text_item;

/* equal texts stay in their order, whichever way */
static int compare_items(const text_item *a, const text_item *b, int sign) {
    const bd_value *x = a->text, *y = b->text;
    const size_t shorter = x->count < y->count ? x->count : y->count;
    int order = shorter > 0 ? memcmp(x->re, y->re, shorter) : 0;

    order = order != 0 ? order : (x->count > y->count) - (x->count < y->count);
    return order != 0 ? sign * order : (a->place > b->place) - (a->place < b->place);
}

static int compare_rising(const void *a, const void *b) {
    return compare_items(a, b, 1);
}

static int compare_falling(const void *a, const void *b) {
    return compare_items(a, b, -1);
}

static const bd_value *sort_texts(bd_calc *calc, bd_call *call, bool falling) {
    const bd_value *x = call->args[0];
    text_item *items = bd_calc_alloc(calc, x->count, sizeof *items);

    for (size_t k = 0; k < x->count && items; k++) {
        items[k] = (text_item){bd_calc_child(calc, x, k), k};
        if (!items[k].text || !bd_value_is_text(items[k].text))
            return bd_calc_refuse(calc, "'sort' of a cell needs texts");
    }
    bd_value *made = !items ? NULL : bd_calc_like(calc, BD_CELL, x, false);
    bd_value *places = !items ? NULL : bd_calc_like(calc, BD_DOUBLE, x, false);
    if (!made || !places)
        return NULL;
    if (x->count > 0)
        qsort(items, x->count, sizeof *items, falling ? compare_falling : compare_rising);
    for (size_t k = 0; k < x->count; k++) {
        if (!bd_calc_set_child(calc, made, k, items[k].text))
            return NULL;
        ((double *)places->re)[k] = (double)items[k].place + 1.0;
    }
    call->more[0] = places;
    return made;
}

static const bd_value *run_sort(bd_calc *calc, bd_call *call) {
    const bd_value *x = call->args[0];
    const bool falling = bd_call_is_text(call, call->count - 1, "descend");
    const bool named =
        falling || (call->count > 1 && bd_call_is_text(call, call->count - 1, "ascend"));
    bd_call numbers = *call;
    const double *re, *im;
    int dimension;

    numbers.count -= named;
    if (x->type == BD_CELL)
        return sort_texts(calc, call, falling);
    if (!bd_call_dimension(calc, &numbers, 1, &dimension) || !bd_calc_doubles(calc, x, &re, &im))
        return NULL;
    const bd_fibres fibres = bd_fibres_of(x, dimension);
    bd_value *made = bd_calc_like(calc, x->type, x, im != NULL);
    bd_value *places = bd_calc_like(calc, BD_DOUBLE, x, false);
    bd_sort_item *items = bd_calc_alloc(calc, fibres.length, sizeof *items);
    if (!made || !places || !items || !bd_calc_charge(calc, 20.0 * (double)x->count))
        return NULL;
    for (size_t v = 0; made->count > 0 && v < fibres.count; v++) {
        const size_t start = bd_fibre_start(&fibres, v);
        for (size_t k = 0; k < fibres.length; k++) {
            const size_t at = start + k * fibres.stride;
            items[k].key = !im ? re[at] : hypot(re[at], im[at]);
            items[k].second = !im ? 0.0 : atan2(im[at], re[at]);
            items[k].place = k;
        }
        bd_sort_items(items, fibres.length, falling);
        for (size_t k = 0; k < fibres.length; k++) {
            const size_t from = start + items[k].place * fibres.stride;
            const size_t to = start + k * fibres.stride;
            bd_element_write_long(made->re, x->type, to,
                                  bd_element_read_long(x->re, x->type, from));
            if (im)
                bd_element_write(made->im, x->type, to, im[from]);
            ((double *)places->re)[to] = (double)items[k].place + 1.0;
        }
    }
    call->more[0] = places;
    return made;
}

static const bd_value *run_issorted(bd_calc *calc, bd_call *call) {
    const double *x;

    if (!bd_calc_reals(calc, call->args[0], "the data", &x))
        return NULL;
    for (size_t k = 1; k < call->args[0]->count; k++)
        if (!(x[k] >= x[k - 1]) && !isnan(x[k]))
            return bd_calc_logical(calc, false);
    return bd_calc_logical(calc, true);
}

static const bd_value *run_sub2ind(bd_calc *calc, bd_call *call) {
    const bd_value *sizes = call->args[0];
    bd_value *made = bd_calc_like(calc, BD_DOUBLE, call->args[1], false);
    const double *lengths;
    double step = 1.0;

    if (!made || !bd_calc_reals(calc, sizes, "the size", &lengths))
        return NULL;
    for (size_t k = 0; k < made->count; k++)
        ((double *)made->re)[k] = 1.0;
    for (size_t d = 1; d < call->count; d++) {
        const double *numbers;
        if (call->args[d]->count != made->count ||
            !bd_calc_reals(calc, call->args[d], "a subscript", &numbers))
            return bd_calc_refuse(calc, "'sub2ind' needs subscripts of the same size");
        double limit = d <= sizes->count ? lengths[d - 1] : 1.0;
        for (size_t more = d; d + 1 == call->count && more < sizes->count; more++)
            limit *= lengths[more];
        for (size_t k = 0; k < made->count; k++) {
            if (!(numbers[k] >= 1.0 && numbers[k] <= limit) || numbers[k] != floor(numbers[k]))
                return bd_calc_refuse(calc, "subscript %.15g is out of bounds", numbers[k]);
            ((double *)made->re)[k] += (numbers[k] - 1.0) * step;
        }
        step *= limit;
    }
    return made;
}

static const bd_value *run_ind2sub(bd_calc *calc, bd_call *call) {
    const bd_value *sizes = call->args[0];
    const bd_value *indices = call->args[1];
    const double *lengths, *numbers;
    double total = 1.0;

    if (!bd_calc_reals(calc, sizes, "the size", &lengths) ||
        !bd_calc_reals(calc, indices, "the index", &numbers))
        return NULL;
    for (size_t d = 0; d < sizes->count; d++)
        total *= lengths[d];
    const bd_value *first = NULL;
    double step = 1.0;
    for (size_t d = 0; d < call->wanted; d++) {
        const double length = d < sizes->count ? lengths[d] : 1.0;
        bd_value *made = bd_calc_like(calc, BD_DOUBLE, indices, false);
        for (size_t k = 0; made && k < indices->count; k++) {
            if (!(numbers[k] >= 1.0 && numbers[k] <= total) || numbers[k] != floor(numbers[k]))
                return bd_calc_refuse(calc, "index %.15g is out of bounds", numbers[k]);
            const double rest = floor((numbers[k] - 1.0) / step);
            ((double *)made->re)[k] = (d + 1 == call->wanted ? rest : fmod(rest, length)) + 1.0;
        }
        if (!made)
            return NULL;
        if (d == 0)
            first = made;
        else
            call->more[d - 1] = made;
        step *= length;
    }
    return first;
}

const bd_function bd_functions_search[] = {BD_RESULTS(find, 1, 3, 3),
                                           BD_RESULTS(sort, 1, 3, 2),
                                           BD_FUNCTION(issorted, 1, 1),
                                           BD_FUNCTION(sub2ind, 2, BD_MAX_RANK),
                                           BD_RESULTS(ind2sub, 2, 2, BD_MAX_OUTPUTS),
                                           BD_FUNCTIONS_END};
