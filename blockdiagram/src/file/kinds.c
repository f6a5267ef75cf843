/* kinds of blocks by the names of their types */
#include "file/internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct named_kind {
    const char *type;
    bd_kind kind;
} named_kind;

/* in the order of strcmp */
static const named_kind table[] = {
    {"ActionPort", BD_KIND_ACTION_PORT},
    {"Block Support Table", BD_KIND_REMARK},
    {"BusAssignment", BD_KIND_BUS_ASSIGNMENT},
    {"BusCreator", BD_KIND_BUS_CREATOR},
    {"BusSelector", BD_KIND_BUS_SELECTOR},
    {"BusToVector", BD_KIND_PASSING},
    {"CMBlock", BD_KIND_REMARK},
    {"CallbackButton", BD_KIND_REMARK},
    {"CheckBox", BD_KIND_REMARK},
    {"CircularGaugeBlock", BD_KIND_REMARK},
    {"ComboBox", BD_KIND_REMARK},
    {"DashboardScope", BD_KIND_REMARK},
    {"Data Type Scaling Strip", BD_KIND_REMARK},
    {"Demux", BD_KIND_DEMUX},
    {"DisplayBlock", BD_KIND_REMARK},
    {"DocBlock", BD_KIND_REMARK},
    {"EditField", BD_KIND_REMARK},
    {"EnablePort", BD_KIND_ENABLE_PORT},
    {"EventListener", BD_KIND_TRIGGER_PORT},
    {"Floating Scope", BD_KIND_REMARK},
    {"ForEach", BD_KIND_FOR_EACH},
    {"ForIterator", BD_KIND_FOR_ITERATOR},
    {"FrameConversion", BD_KIND_PASSING},
    {"From", BD_KIND_FROM},
    {"FunctionCallSplit", BD_KIND_CALL_SPLIT},
    {"GaugeBlock", BD_KIND_REMARK},
    {"Goto", BD_KIND_GOTO},
    {"GotoTagVisibility", BD_KIND_TAG_VISIBILITY},
    {"Ground", BD_KIND_GROUND},
    {"HalfCircularGaugeBlock", BD_KIND_REMARK},
    {"HiddenBuffer", BD_KIND_PASSING},
    {"Inport", BD_KIND_INPORT},
    {"KnobBlock", BD_KIND_REMARK},
    {"LampBlock", BD_KIND_REMARK},
    {"Linear Analysis Plot", BD_KIND_REMARK},
    {"LinearGaugeBlock", BD_KIND_REMARK},
    {"ManualVariantSink", BD_KIND_VARIANT_SINK},
    {"ManualVariantSource", BD_KIND_VARIANT_SOURCE},
    {"Merge", BD_KIND_MERGE},
    {"Model Info", BD_KIND_REMARK},
    {"ModelInfo", BD_KIND_REMARK},
    {"ModelReference", BD_KIND_MODEL_REFERENCE},
    {"MultiStateImageBlock", BD_KIND_REMARK},
    {"Mux", BD_KIND_MUX},
    {"Note", BD_KIND_REMARK},
    {"ObserverReference", BD_KIND_REMARK},
    {"Outport", BD_KIND_OUTPORT},
    {"PushButtonBlock", BD_KIND_REMARK},
    {"QuarterCircularGaugeBlock", BD_KIND_REMARK},
    {"RadioButtonGroup", BD_KIND_REMARK},
    {"ResetPort", BD_KIND_RESET_PORT},
    {"RockerSwitchBlock", BD_KIND_REMARK},
    {"RotarySwitchBlock", BD_KIND_REMARK},
    {"S-Function", BD_KIND_S_FUNCTION},
    {"SequenceViewer", BD_KIND_REMARK},
    {"SignalConversion", BD_KIND_PASSING},
    {"SliderBlock", BD_KIND_REMARK},
    {"SliderSwitchBlock", BD_KIND_REMARK},
    {"SubSystem", BD_KIND_SUBSYSTEM},
    {"Terminator", BD_KIND_TERMINATOR},
    {"Timed Linearization", BD_KIND_REMARK},
    {"Timed-Based Linearization", BD_KIND_REMARK},
    {"ToggleSwitchBlock", BD_KIND_REMARK},
    {"Trigger-Based Linearization", BD_KIND_REMARK},
    {"TriggerPort", BD_KIND_TRIGGER_PORT},
    {"Triggered Linearization", BD_KIND_REMARK},
    {"UnitSystemConfiguration", BD_KIND_REMARK},
    {"VariantSink", BD_KIND_VARIANT_SINK},
    {"VariantSource", BD_KIND_VARIANT_SOURCE},
    {"Verification Mark", BD_KIND_PASSING},
    {"WhileIterator", BD_KIND_WHILE_ITERATOR},
};

/* instruments of a cockpit, gauges and the like: they show and set while a run can be watched */
static bool is_instrument(const char *type) {
    static const char *const endings[] = {"GaugeBlock",     "IndicatorBlock", "HorizonBlock",
                                          "AltimeterBlock", "WebBlock",       "CoordinatorBlock",
                                          "SwitchBlock",    "KnobBlock",      "SliderBlock",
                                          "LampBlock",      "CallbackButton", "PushButtonBlock"};
    size_t length = strlen(type);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t tail = strlen(endings[i]);
        if (length >= tail && strcmp(type + length - tail, endings[i]) == 0)
            return true;
    }
    return false;
}

static int compare(const void *type, const void *row) {
    return strcmp(type, ((const named_kind *)row)->type);
}

void bd_node_set_type(bd_node *node, const char *type) {
    const named_kind *row =
        bsearch(type, table, sizeof table / sizeof *table, sizeof *table, compare);
    node->type = type;
    node->kind = row ? row->kind : is_instrument(type) ? BD_KIND_REMARK : BD_KIND_COMPUTING;
}

bool bd_node_listens_to_events(const bd_node *port) {
    return strcmp(port->type, "EventListener") == 0;
}

bool bd_mask_is_signal_builder(const bd_mask *mask) {
    return strcmp(mask->type, "Sigbuilder block") == 0;
}
