/* registered data types and buses */
#ifndef BD_SIMSTRUCT_DATATYPES_H
#define BD_SIMSTRUCT_DATATYPES_H

#define ssRegisterDataType(S, name) ((S)->host_->register_type_(S, name))
#define ssRegisterTypeFromNamedObject(S, name, id)                                                 \
    ((void)(*(id) = (S)->host_->register_named_type_(S, name)))
#define ssGetDataTypeId(S, name)            ((S)->host_->type_id_(S, name))
#define ssGetDataTypeIdAliasedThruTo(S, id) ((void)(S), BD_SS_INT(id))
#define ssGetDataTypeName(S, id)            ((S)->host_->type_name_(S, BD_SS_INT(id)))
#define ssGetDataTypeSize(S, id)            ((S)->host_->type_size_(S, BD_SS_INT(id)))
#define ssSetDataTypeSize(S, id, n)         ((S)->host_->set_type_size_(S, BD_SS_INT(id), BD_SS_INT(n)))
#define ssGetDataTypeZero(S, id)            ((S)->host_->type_zero_(S, BD_SS_INT(id)))
#define ssSetDataTypeZero(S, id, zero)      ((S)->host_->set_type_zero_(S, BD_SS_INT(id), zero))
#define ssGetNumDataTypes(S)                ((S)->host_->type_count_(S))
#define ssIsDataTypeABus(S, id)             ((boolean_T)((S)->host_->bus_element_count_(S, BD_SS_INT(id)) > 0))

BD_SS_INLINE const bd_ss_bus_element *bd_ss_element(const SimStruct *S, DTypeId id, int_T index) {
    static const bd_ss_bus_element none = {"", INVALID_DTYPE_ID, COMPLEX_NO, 0, 0, 0, -1};
    const bd_ss_bus_element *element = S->host_->bus_element_(S, id, index);
    if (element)
        return element;
    S->host_->bad_index_(S, "bus element", index, S->host_->bus_element_count_(S, id));
    return &none;
}

BD_SS_INLINE int_T bd_ss_nested_elements(const SimStruct *S, DTypeId id) {
    int_T i, total = 0, count = S->host_->bus_element_count_(S, id);
    for (i = 0; i < count; i++) {
        const bd_ss_bus_element *element = bd_ss_element(S, id, i);
        int_T inner = element->type_ == id ? 0 : bd_ss_nested_elements(S, element->type_);
        total += inner > 0 ? inner : 1;
    }
    return total;
}

#define ssGetNumBusElements(S, id)        ((S)->host_->bus_element_count_(S, BD_SS_INT(id)))
#define ssGetNumBusElementsNested(S, id)  bd_ss_nested_elements(S, BD_SS_INT(id))
#define ssGetBusElementName(S, id, i)     BD_SS_VALUE(bd_ss_element(S, id, i)->name_)
#define ssGetBusElementDataType(S, id, i) BD_SS_VALUE(bd_ss_element(S, id, i)->type_)
#define ssGetBusElementOffset(S, id, i)   BD_SS_VALUE(bd_ss_element(S, id, i)->offset_)
#define ssGetBusElementNumDimensions(S, id, i)                                                     \
    BD_SS_VALUE(bd_ss_element(S, id, i)->dimension_count_)
#define ssGetBusElementDimensions(S, id, i)    BD_SS_VALUE(bd_ss_element(S, id, i)->dimensions_)
#define ssGetBusElementComplexSignal(S, id, i) BD_SS_VALUE(bd_ss_element(S, id, i)->complexity_)
#define ssGetBusElementComplexity(S, id, i)    BD_SS_VALUE(bd_ss_element(S, id, i)->complexity_)

#define ssSetBusInputAsStruct(S, p, v)                                                             \
    bd_ss_set_int(&bd_ss_input(S, p)->bus_as_structure_, (v) ? 1 : 0)
#define ssSetBusOutputAsStruct(S, p, v)                                                            \
    bd_ss_set_int(&bd_ss_output(S, p)->bus_as_structure_, (v) ? 1 : 0)
#define ssSetBusInputObjectName(S, p, v)                                                           \
    bd_ss_set_text(&bd_ss_input(S, p)->bus_name_, (const char_T *)(v))
#define ssSetBusOutputObjectName(S, p, v)                                                          \
    bd_ss_set_text(&bd_ss_output(S, p)->bus_name_, (const char_T *)(v))
#define ssGetBusInputObjectName(S, p)   BD_SS_VALUE(bd_ss_input(S, p)->bus_name_)
#define ssGetBusOutputObjectName(S, p)  BD_SS_VALUE(bd_ss_output(S, p)->bus_name_)
#define ssIsInputPortBusAsStruct(S, p)  (bd_ss_input(S, p)->bus_as_structure_)
#define ssIsOutputPortBusAsStruct(S, p) (bd_ss_output(S, p)->bus_as_structure_)

/* whether a port carries a bus; a structure always does */
typedef enum { SL_NON_BUS_MODE = 0, SL_BUS_MODE = 1 } ssBusMode;
#define ssSetInputPortBusMode(S, p, v)  bd_ss_accept(S, p, v)
#define ssSetOutputPortBusMode(S, p, v) bd_ss_accept(S, p, v)
#define ssGetInputPortBusMode(S, p)                                                                \
    (ssIsDataTypeABus(S, ssGetInputPortDataType(S, p)) ? SL_BUS_MODE : SL_NON_BUS_MODE)
#define ssGetOutputPortBusMode(S, p)                                                               \
    (ssIsDataTypeABus(S, ssGetOutputPortDataType(S, p)) ? SL_BUS_MODE : SL_NON_BUS_MODE)

/* the same questions as generated bus code asks them */
typedef SimStruct slDataTypeAccess;
#ifndef BD_SS_STRICT /* not documented */
#define ssGetDataTypeAccess(S)                      (S)
#define dtaGetDataTypeSize(a, path, id)             ((void)(path), ssGetDataTypeSize(a, id))
#define dtaGetNumElements(a, path, id)              ((void)(path), ssGetNumBusElements(a, id))
#define dtaGetDataTypeElementName(a, path, id, i)   ((void)(path), ssGetBusElementName(a, id, i))
#define dtaGetDataTypeElementOffset(a, path, id, i) ((void)(path), ssGetBusElementOffset(a, id, i))
#define dtaGetDataTypeElementDataTypeId(a, path, id, i)                                            \
    ((void)(path), ssGetBusElementDataType(a, id, i))
#define dtaGetDataTypeElementNumDims(a, path, id, i)                                               \
    ((void)(path), ssGetBusElementNumDimensions(a, id, i))
#define dtaGetDataTypeElementDims(a, path, id, i)                                                  \
    ((void)(path), ssGetBusElementDimensions(a, id, i))
#define dtaGetDataTypeElementIsComplex(a, path, id, i)                                             \
    ((void)(path), ssGetBusElementComplexSignal(a, id, i) == COMPLEX_YES)
#endif

#endif
