/* subscripts: reading and writing parts of values */
#ifndef BD_VALUE_INDEX_H
#define BD_VALUE_INDEX_H

#include "value/calc.h"

/* a ( subscripts ): a value of the same class; a lone ':' is the text ':' */
const bd_value *bd_index_read(bd_calc *calc, const bd_value *value,
                              const bd_value *const *subscripts, size_t count);

/* the value after value(subscripts) = right; value may be NULL (a new variable) and is changed in
 * place if nobody else sees it. Both belong to the caller and the pool as before: the result is a
 * new reference for the caller, who gives up the one to value, also when it fails */
bd_value *bd_index_write(bd_calc *calc, bd_value *value, const bd_value *const *subscripts,
                         size_t count, const bd_value *right);

/* the value after value(subscripts) = [] */
bd_value *bd_index_delete(bd_calc *calc, bd_value *value, const bd_value *const *subscripts,
                          size_t count);

/* one subscript as numbers from 0 */
typedef struct bd_subscript {
    bool is_colon;
    size_t count;
    size_t *index; /* NULL for a colon */
    size_t limit;  /* one more than the largest index */
    const bd_value *shape;
    bool is_mask;
} bd_subscript;
/* length is the size of the dimension, for a colon */
bool bd_subscript_read(bd_calc *calc, const bd_value *value, size_t length, bd_subscript *made);
static inline size_t bd_subscript_at(const bd_subscript *subscript, size_t k) {
    return subscript->is_colon ? k : subscript->index[k];
}

/* the size of dimension k of count when the last one folds the rest */
size_t bd_folded_size(const bd_value *value, size_t k, size_t count);

/* copies element `from` of one value to element `to` of another of the same class */
bool bd_element_copy(bd_calc *calc, bd_value *to, size_t k, const bd_value *from, size_t l);

#endif
