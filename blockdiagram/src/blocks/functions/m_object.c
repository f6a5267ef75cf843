/* the object that methods of a block in M code share: a structure among its persistent variables */
#include "blocks/functions/m_object.h"

double bd_object_number(const bd_value *structure, size_t element, const char *field,
                        double usual) {
    const bd_value *value = structure && structure->type == BD_STRUCT && element < structure->count
                                ? bd_value_field_at(structure, element, field)
                                : NULL;
    return value && value->count == 1 && bd_value_is_number_like(value) ? bd_value_real_at(value, 0)
                                                                        : usual;
}

/* the object as the caller's own, to be changed and put back */
bd_value *bd_object_take(bd_persistent *persistent, bd_error *error) {
    const bd_value *kept = bd_persistent_value(persistent, BD_OBJECT);
    bd_value *copy = NULL;
    if (kept && bd_value_copy(kept, &copy, error) == BD_OK)
        return copy;
    return NULL;
}

const bd_value *bd_object_of(bd_persistent *persistent) {
    return bd_persistent_value(persistent, BD_OBJECT);
}

bd_status bd_object_set_number(bd_value *object, const char *field, double number,
                               bd_error *error) {
    bd_value *value = NULL;
    bd_status status = bd_value_create_scalar(number, &value, error);
    return status == BD_OK ? bd_value_field_set(object, 0, field, value, error) : status;
}

/* object.list(index).field = value; the list grows */
bd_status bd_object_set_part(bd_value *object, const char *list, size_t index, const char *field,
                             bd_value *value, bd_error *error) {
    const bd_value *old = bd_value_field(object, list);
    bd_value *made = NULL;
    bd_status status;
    if (old && old->type == BD_STRUCT && index < old->count) {
        status = bd_value_copy(old, &made, error);
    } else {
        const size_t had = old && old->type == BD_STRUCT ? old->count : 0;
        status = bd_value_create_matrix(BD_STRUCT, 1, index + 1, &made, error);
        for (size_t e = 0; e < had && status == BD_OK; e++)
            for (size_t k = 0; k < old->field_count && status == BD_OK; k++)
                status = bd_value_field_set(
                    made, e, old->field_names[k],
                    bd_value_share(bd_value_field_at(old, e, old->field_names[k])), error);
    }
    if (status == BD_OK)
        status = bd_value_field_set(made, index, field, value, error);
    else
        bd_value_free(value);
    if (status != BD_OK) {
        bd_value_free(made);
        return status;
    }
    return bd_value_field_set(object, 0, list, made, error);
}
