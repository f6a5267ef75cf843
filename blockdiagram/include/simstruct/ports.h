/* input and output ports: counts, sizes, types, rates, memory */
#ifndef BD_SIMSTRUCT_PORTS_H
#define BD_SIMSTRUCT_PORTS_H

#define ssSetNumInputPorts(S, n)  ((S)->host_->set_port_count_(S, BD_SS_INPUT, BD_SS_INT(n)))
#define ssSetNumOutputPorts(S, n) ((S)->host_->set_port_count_(S, BD_SS_OUTPUT, BD_SS_INT(n)))
#define ssGetNumInputPorts(S)     BD_SS_VALUE((S)->ports_[0].count_)
#define ssGetNumOutputPorts(S)    BD_SS_VALUE((S)->ports_[1].count_)

/* signals */
#define ssGetInputPortSignalPtrs(S, p)     ((InputPtrsType)bd_ss_input_signal(S, p)->pointers_)
#define ssGetInputPortRealSignalPtrs(S, p) ((InputRealPtrsType)bd_ss_input_signal(S, p)->pointers_)
#define ssGetInputPortSignal(S, p)         ((BD_SS_READ void *)bd_ss_input_memory(S, BD_SS_INT(p)))
#define ssGetInputPortRealSignal(S, p)     ((BD_SS_READ real_T *)bd_ss_input_memory(S, BD_SS_INT(p)))
#ifndef BD_SS_STRICT /* not documented */
#define ssGetInputPortSignalAddress(S, p) BD_SS_VALUE(bd_ss_input_signal(S, p)->signal_)
#endif
#define ssGetOutputPortSignal(S, p)     BD_SS_VALUE(bd_ss_output_signal(S, p)->signal_)
#define ssGetOutputPortRealSignal(S, p) ((real_T *)bd_ss_output_signal(S, p)->signal_)
#ifndef BD_SS_STRICT /* not documented */
#define ssGetOutputPortSignalAddress(S, p) BD_SS_VALUE(bd_ss_output_signal(S, p)->signal_)
#define ssSetInputPortSignal(S, p, v)      bd_ss_set_pointer(&bd_ss_input(S, p)->signal_, v)
#define ssSetOutputPortSignal(S, p, v)     bd_ss_set_pointer(&bd_ss_output(S, p)->signal_, v)
#endif
#define ssGetInputPortConnected(S, p)  BD_SS_VALUE(bd_ss_input(S, p)->connected_)
#define ssGetOutputPortConnected(S, p) BD_SS_VALUE(bd_ss_output(S, p)->connected_)
#ifndef BD_SS_STRICT /* not documented */
#define ssSetInputPortConnected(S, p, v)  bd_ss_set_int(&bd_ss_input(S, p)->connected_, v)
#define ssSetOutputPortConnected(S, p, v) bd_ss_set_int(&bd_ss_output(S, p)->connected_, v)
#endif
#define ssGetOutputPortBeingMerged(S, p) BD_SS_VALUE(bd_ss_output(S, p)->merged_)
#ifndef BD_SS_STRICT /* not documented */
#define ssSetOutputPortBeingMerged(S, p, v) bd_ss_set_int(&bd_ss_output(S, p)->merged_, v)
#endif

/* dimensions */
BD_SS_INLINE int_T bd_ss_set_width(SimStruct *S, bd_ss_side side, int_T port, int_T width) {
    return S->host_->set_port_dimensions_(S, side, port, 1, 0, width);
}

BD_SS_INLINE int_T bd_ss_set_matrix(SimStruct *S, bd_ss_side side, int_T port, int_T rows,
                                    int_T columns) {
    int_T dims[2];
    dims[0] = rows;
    dims[1] = columns;
    /* the host multiplies them, and refuses a product that is too large */
    return S->host_->set_port_dimensions_(S, side, port, 2, dims, DYNAMICALLY_SIZED);
}

BD_SS_INLINE int_T bd_ss_set_dimensions(SimStruct *S, bd_ss_side side, int_T port,
                                        const DimsInfo_T *info) {
    if (!info)
        return S->host_->set_port_dimensions_(S, side, port, DYNAMICALLY_SIZED, 0,
                                              DYNAMICALLY_SIZED);
    return S->host_->set_port_dimensions_(S, side, port, info->numDims, info->dims, info->width);
}

BD_SS_INLINE int_T bd_ss_dimension(const bd_ss_port *port, int_T index) {
    return index >= 0 && index < port->dimension_count_ ? port->dimensions_[index] : 1;
}

BD_SS_INLINE int_T bd_ss_current_dimension(const bd_ss_port *port, int_T index) {
    if (port->dimensions_mode_ != VARIABLE_DIMS_MODE)
        return bd_ss_dimension(port, index);
    return index >= 0 && index < port->dimension_count_ ? port->current_dimensions_[index] : 1;
}

BD_SS_INLINE int_T bd_ss_current_width(const bd_ss_port *port) {
    int_T i, width = 1;
    if (port->dimensions_mode_ != VARIABLE_DIMS_MODE)
        return port->width_;
    for (i = 0; i < port->dimension_count_; i++)
        width *= port->current_dimensions_[i];
    return width;
}

BD_SS_INLINE DimsInfo_T bd_ss_dimensions_info(const bd_ss_port *port) {
    DimsInfo_T info;
    info.width = port->width_;
    info.numDims = port->dimension_count_;
    info.dims = (int_T *)port->dimensions_;
    info.nextSigDims = 0;
    return info;
}

#define ssSetInputPortWidth(S, p, w)            BD_SS_DO(bd_ss_set_width(S, BD_SS_INPUT, p, BD_SS_INT(w)))
#define ssSetOutputPortWidth(S, p, w)           BD_SS_DO(bd_ss_set_width(S, BD_SS_OUTPUT, p, BD_SS_INT(w)))
#define ssSetInputPortVectorDimension(S, p, w)  bd_ss_set_width(S, BD_SS_INPUT, p, BD_SS_INT(w))
#define ssSetOutputPortVectorDimension(S, p, w) bd_ss_set_width(S, BD_SS_OUTPUT, p, BD_SS_INT(w))
#define ssSetInputPortMatrixDimensions(S, p, m, n)                                                 \
    bd_ss_set_matrix(S, BD_SS_INPUT, p, BD_SS_INT(m), BD_SS_INT(n))
#define ssSetOutputPortMatrixDimensions(S, p, m, n)                                                \
    bd_ss_set_matrix(S, BD_SS_OUTPUT, p, BD_SS_INT(m), BD_SS_INT(n))
#define ssSetInputPortDimensionInfo(S, p, d)  bd_ss_set_dimensions(S, BD_SS_INPUT, p, d)
#define ssSetOutputPortDimensionInfo(S, p, d) bd_ss_set_dimensions(S, BD_SS_OUTPUT, p, d)
#define DYNAMIC_DIMENSION                     ((const DimsInfo_T *)0)
#define ssGetInputPortDimensionInfo(S, p)     bd_ss_dimensions_info(bd_ss_input(S, p))
#define ssGetOutputPortDimensionInfo(S, p)    bd_ss_dimensions_info(bd_ss_output(S, p))
#define ssGetInputPortWidth(S, p)             BD_SS_VALUE(bd_ss_input(S, p)->width_)
#define ssGetOutputPortWidth(S, p)            BD_SS_VALUE(bd_ss_output(S, p)->width_)
#define ssGetInputPortNumDimensions(S, p)     BD_SS_VALUE(bd_ss_input(S, p)->dimension_count_)
#define ssGetOutputPortNumDimensions(S, p)    BD_SS_VALUE(bd_ss_output(S, p)->dimension_count_)
#define ssGetInputPortDimensions(S, p)        BD_SS_VALUE(bd_ss_input(S, p)->dimensions_)
#define ssGetOutputPortDimensions(S, p)       BD_SS_VALUE(bd_ss_output(S, p)->dimensions_)
#define ssGetInputPortDimensionSize(S, p, i)  bd_ss_dimension(bd_ss_input(S, p), i)
#define ssGetOutputPortDimensionSize(S, p, i) bd_ss_dimension(bd_ss_output(S, p), i)
#define ssAllowSignalsWithMoreThan2D(S)       bd_ss_set_int(&(S)->settings_[BD_SS_MORE_THAN_2D], 1)

/* variable-size signals */
#define ssSetInputPortDimensionsMode(S, p, v)                                                      \
    bd_ss_set_int(&bd_ss_input(S, p)->dimensions_mode_, BD_SS_INT(v))
#define ssSetOutputPortDimensionsMode(S, p, v)                                                     \
    bd_ss_set_int(&bd_ss_output(S, p)->dimensions_mode_, BD_SS_INT(v))
#define ssGetInputPortDimensionsMode(S, p)        ((DimensionsMode_T)bd_ss_input(S, p)->dimensions_mode_)
#define ssGetOutputPortDimensionsMode(S, p)       ((DimensionsMode_T)bd_ss_output(S, p)->dimensions_mode_)
#define ssGetCurrentInputPortDimensions(S, p, i)  bd_ss_current_dimension(bd_ss_input(S, p), i)
#define ssGetCurrentOutputPortDimensions(S, p, i) bd_ss_current_dimension(bd_ss_output(S, p), i)
#define ssSetCurrentInputPortDimensions(S, p, i, n)                                                \
    BD_SS_DO((S)->host_->set_current_dimension_(S, BD_SS_INPUT, p, i, n))
#define ssSetCurrentOutputPortDimensions(S, p, i, n)                                               \
    BD_SS_DO((S)->host_->set_current_dimension_(S, BD_SS_OUTPUT, p, i, n))
#define ssGetCurrentInputPortWidth(S, p)  bd_ss_current_width(bd_ss_input(S, p))
#define ssGetCurrentOutputPortWidth(S, p) bd_ss_current_width(bd_ss_output(S, p))
#define ssSetSignalSizesComputeType(S, v)                                                          \
    bd_ss_set_int(&(S)->settings_[BD_SS_SIGNAL_SIZES], BD_SS_INT(v))
#define ssGetSignalSizesComputeType(S)                                                             \
    ((ssSignalSizesComputeType)(S)->settings_[BD_SS_SIGNAL_SIZES])
#define ssRegMdlSetInputPortDimensionsModeFcn(S, f)                                                \
    BD_SS_DO((S)->methods_.set_input_dimensions_mode_ = (bd_ss_dimensions_mode_method)(f))

/* a rule by which an output's size follows from those of inputs: sizes are fixed here, so it is
 * never asked */
typedef struct DimsDependInfo_tag {
    int_T *inputs;
    int_T numInputs;
    void (*SetOutputDimsFcn)(SimStruct *S, int_T output, int_T *inputs, int_T numInputs);
} DimsDependInfo_T;
#define ssAddOutputDimsDependencyRule(S, p, rule)          bd_ss_accept(S, p, rule)
#define ssSetInputPortDimsSameAsOutputPortDims(S, in, out) bd_ss_accept(S, in, out)
#define ssSetDWorkRequireResetForSignalSize(S, i, v)       bd_ss_accept(S, i, v)

BD_SS_INLINE void bd_ss_prune_dimensions(DimsInfo_T *info) {
    while (info->numDims > 2 && info->dims[info->numDims - 1] == 1)
        info->numDims--;
}
#define ssPruneNDMatrixSingletonDims(S, info) ((void)(S), bd_ss_prune_dimensions(info))

/* types, complexity, frames */
#define ssSetInputPortDataType(S, p, v)  bd_ss_set_int(&bd_ss_input(S, p)->type_, BD_SS_INT(v))
#define ssSetOutputPortDataType(S, p, v) bd_ss_set_int(&bd_ss_output(S, p)->type_, BD_SS_INT(v))
#define ssGetInputPortDataType(S, p)     BD_SS_VALUE(bd_ss_input(S, p)->type_)
#define ssGetOutputPortDataType(S, p)    BD_SS_VALUE(bd_ss_output(S, p)->type_)
#define ssSetInputPortComplexSignal(S, p, v)                                                       \
    bd_ss_set_int(&bd_ss_input(S, p)->complexity_, BD_SS_INT(v))
#define ssSetOutputPortComplexSignal(S, p, v)                                                      \
    bd_ss_set_int(&bd_ss_output(S, p)->complexity_, BD_SS_INT(v))
#define ssGetInputPortComplexSignal(S, p)  ((CSignal_T)bd_ss_input(S, p)->complexity_)
#define ssGetOutputPortComplexSignal(S, p) ((CSignal_T)bd_ss_output(S, p)->complexity_)
#define ssSetInputPortFrameData(S, p, v)   bd_ss_set_int(&bd_ss_input(S, p)->frame_, BD_SS_INT(v))
#define ssSetOutputPortFrameData(S, p, v)  bd_ss_set_int(&bd_ss_output(S, p)->frame_, BD_SS_INT(v))
#define ssGetInputPortFrameData(S, p)      ((Frame_T)bd_ss_input(S, p)->frame_)
#define ssGetOutputPortFrameData(S, p)     ((Frame_T)bd_ss_output(S, p)->frame_)

/* feedthrough and memory */
#define ssSetInputPortDirectFeedThrough(S, p, v)                                                   \
    bd_ss_set_int(&bd_ss_input(S, p)->feedthrough_, (v) ? 1 : 0)
#define ssGetInputPortDirectFeedThrough(S, p) BD_SS_VALUE(bd_ss_input(S, p)->feedthrough_)
#define ssSetInputPortRequiredContiguous(S, p, v)                                                  \
    bd_ss_set_int(&bd_ss_input(S, p)->contiguous_, (v) ? 1 : 0)
#define ssGetInputPortRequiredContiguous(S, p) BD_SS_VALUE(bd_ss_input(S, p)->contiguous_)
#define ssSetInputPortOverWritable(S, p, v)                                                        \
    bd_ss_set_int(&bd_ss_input(S, p)->overwritable_, (v) ? 1 : 0)
#define ssGetInputPortOverWritable(S, p)  BD_SS_VALUE(bd_ss_input(S, p)->overwritable_)
#define ssGetInputPortBufferDstPort(S, p) BD_SS_VALUE(bd_ss_input(S, p)->buffer_port_)
#define ssSetOutputPortOverwritesInputPort(S, p, v)                                                \
    bd_ss_set_int(&bd_ss_output(S, p)->overwrites_input_, v)
#define ssGetOutputPortOverwritesInputPort(S, p) BD_SS_VALUE(bd_ss_output(S, p)->overwrites_input_)
#define ssSetInputPortOptimOpts(S, p, v)                                                           \
    bd_ss_set_int(&bd_ss_input(S, p)->optimisation_, BD_SS_INT(v))
#define ssSetOutputPortOptimOpts(S, p, v)                                                          \
    bd_ss_set_int(&bd_ss_output(S, p)->optimisation_, BD_SS_INT(v))
#define ssGetInputPortOptimOpts(S, p)  BD_SS_VALUE(bd_ss_input(S, p)->optimisation_)
#define ssGetOutputPortOptimOpts(S, p) BD_SS_VALUE(bd_ss_output(S, p)->optimisation_)
#define ssSetInputPortReusable(S, p, v)                                                            \
    ssSetInputPortOptimOpts(S, p, (v) ? SS_REUSABLE_AND_LOCAL : SS_NOT_REUSABLE_AND_GLOBAL)
#define ssSetOutputPortReusable(S, p, v)                                                           \
    ssSetOutputPortOptimOpts(S, p, (v) ? SS_REUSABLE_AND_LOCAL : SS_NOT_REUSABLE_AND_GLOBAL)
#define ssGetInputPortReusable(S, p)  (bd_ss_input(S, p)->optimisation_ >= SS_REUSABLE_AND_GLOBAL)
#define ssGetOutputPortReusable(S, p) (bd_ss_output(S, p)->optimisation_ >= SS_REUSABLE_AND_GLOBAL)
#define ssSetInputPortAcceptExprInRTW(S, p, v)                                                     \
    bd_ss_set_int(&bd_ss_input(S, p)->accepts_expression_, (v) ? 1 : 0)
#define ssSetOutputPortOutputExprInRTW(S, p, v)                                                    \
    bd_ss_set_int(&bd_ss_output(S, p)->accepts_expression_, (v) ? 1 : 0)
#define ssSetOutputPortConstOutputExprInRTW(S, p, v)                                               \
    bd_ss_set_int(&bd_ss_output(S, p)->constant_, (v) ? 1 : 0)
#define ssGetInputPortAcceptExprInRTW(S, p)       BD_SS_VALUE(bd_ss_input(S, p)->accepts_expression_)
#define ssGetOutputPortOutputExprInRTW(S, p)      BD_SS_VALUE(bd_ss_output(S, p)->accepts_expression_)
#define ssGetOutputPortConstOutputExprInRTW(S, p) BD_SS_VALUE(bd_ss_output(S, p)->constant_)
#define ssSetInputPortIsContinuousQuantity(S, p, v)                                                \
    bd_ss_set_int(&bd_ss_input(S, p)->continuous_quantity_, (v) ? 1 : 0)
#define ssSetOutputPortIsContinuousQuantity(S, p, v)                                               \
    bd_ss_set_int(&bd_ss_output(S, p)->continuous_quantity_, (v) ? 1 : 0)
#define ssGetInputPortIsContinuousQuantity(S, p)                                                   \
    BD_SS_VALUE(bd_ss_input(S, p)->continuous_quantity_)
#define ssGetOutputPortIsContinuousQuantity(S, p)                                                  \
    BD_SS_VALUE(bd_ss_output(S, p)->continuous_quantity_)
#define ssSetDiscreteValuedOutput(S, p, v)                                                         \
    bd_ss_set_int(&(S)->settings_[BD_SS_DISCRETE_VALUED_OUTPUT], v)

/* signals that are indices */
#define ssSetZeroBasedIndexInputPort(S, p)  bd_ss_set_int(&bd_ss_input(S, p)->index_base_, 0)
#define ssSetOneBasedIndexInputPort(S, p)   bd_ss_set_int(&bd_ss_input(S, p)->index_base_, 1)
#define ssSetZeroBasedIndexOutputPort(S, p) bd_ss_set_int(&bd_ss_output(S, p)->index_base_, 0)
#define ssSetOneBasedIndexOutputPort(S, p)  bd_ss_set_int(&bd_ss_output(S, p)->index_base_, 1)

/* rates of ports */
#define ssSetInputPortSampleTime(S, p, v)  bd_ss_set_real(&bd_ss_input(S, p)->sample_time_, v)
#define ssSetOutputPortSampleTime(S, p, v) bd_ss_set_real(&bd_ss_output(S, p)->sample_time_, v)
#define ssSetInputPortOffsetTime(S, p, v)  bd_ss_set_real(&bd_ss_input(S, p)->offset_time_, v)
#define ssSetOutputPortOffsetTime(S, p, v) bd_ss_set_real(&bd_ss_output(S, p)->offset_time_, v)
#define ssGetInputPortSampleTime(S, p)     BD_SS_VALUE(bd_ss_input(S, p)->sample_time_)
#define ssGetOutputPortSampleTime(S, p)    BD_SS_VALUE(bd_ss_output(S, p)->sample_time_)
#define ssGetInputPortOffsetTime(S, p)     BD_SS_VALUE(bd_ss_input(S, p)->offset_time_)
#define ssGetOutputPortOffsetTime(S, p)    BD_SS_VALUE(bd_ss_output(S, p)->offset_time_)
#define ssSetInputPortSampleTimeIndex(S, p, v)                                                     \
    bd_ss_set_int(&bd_ss_input(S, p)->sample_time_index_, v)
#define ssSetOutputPortSampleTimeIndex(S, p, v)                                                    \
    bd_ss_set_int(&bd_ss_output(S, p)->sample_time_index_, v)
#define ssGetInputPortSampleTimeIndex(S, p)  BD_SS_VALUE(bd_ss_input(S, p)->sample_time_index_)
#define ssGetOutputPortSampleTimeIndex(S, p) BD_SS_VALUE(bd_ss_output(S, p)->sample_time_index_)

/* units */
typedef int_T UnitId;
#define ssSetInputPortUnit(S, p, v)         bd_ss_set_int(&bd_ss_input(S, p)->unit_, BD_SS_INT(v))
#define ssSetOutputPortUnit(S, p, v)        bd_ss_set_int(&bd_ss_output(S, p)->unit_, BD_SS_INT(v))
#define ssGetInputPortUnit(S, p)            BD_SS_VALUE(bd_ss_input(S, p)->unit_)
#define ssGetOutputPortUnit(S, p)           BD_SS_VALUE(bd_ss_output(S, p)->unit_)
#define ssRegisterUnitFromExpr(S, text, id) ((void)(*(id) = (S)->host_->register_unit_(S, text)))
#define ssSetUnitsAllowed(S, v)             bd_ss_set_int(&(S)->settings_[BD_SS_UNITS], v)

#endif
