/* how many ports a block has when its file does not say: by type and parameters */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/words.h"
#include "file/internal.h"

/* types whose count does not depend on parameters; all others begin as 1/1 */
static const struct {
    const char *type;
    int inputs, outputs;
} fixed[] = {
    {"ActionPort", 0, 0},
    {"ArgIn", 0, 1},
    {"ArgOut", 1, 0},
    {"Assertion", 1, 0},
    {"Assignment", 2, 1},
    {"Band-Limited White Noise", 0, 1},
    {"BusAssignment", 2, 1},
    {"Chirp Signal", 0, 1},
    {"Clock", 0, 1},
    {"ComplexToMagnitudeAngle", 1, 2},
    {"ComplexToRealImag", 1, 2},
    {"Constant", 0, 1},
    {"Counter Free-Running", 0, 1},
    {"Counter Limited", 0, 1},
    {"DataStoreMemory", 0, 0},
    {"DataStoreRead", 0, 1},
    {"DataStoreWrite", 1, 0},
    {"Dead Zone Dynamic", 3, 1},
    {"DigitalClock", 0, 1},
    {"DiscretePulseGenerator", 0, 1},
    {"Display", 1, 0},
    {"DocBlock", 0, 0},
    {"DotProduct", 2, 1},
    {"EnablePort", 0, 0},
    {"From", 0, 1},
    {"FromFile", 0, 1},
    {"FromSpreadsheet", 0, 1},
    {"FromWorkspace", 0, 1},
    {"FunctionCallGenerator", 0, 1},
    {"Goto", 1, 0},
    {"GotoTagVisibility", 0, 0},
    {"Ground", 0, 1},
    {"IdentityMatrix", 0, 1},
    {"Inport", 0, 1},
    {"Interval Test Dynamic", 3, 1},
    {"Lookup2D", 2, 1},
    {"MagnitudeAngleToComplex", 2, 1},
    {"ManualSwitch", 2, 1},
    {"Model Info", 0, 0},
    {"Outport", 1, 0},
    {"PMIOPort", 0, 0},
    {"PreLookup", 1, 2},
    {"Ramp", 0, 1},
    {"RandomNumber", 0, 1},
    {"RealImagToComplex", 2, 1},
    {"RelationalOperator", 2, 1},
    {"Repeating Sequence", 0, 1},
    {"Repeating Sequence Interpolated", 0, 1},
    {"Repeating Sequence Stair", 0, 1},
    {"ResetPort", 0, 0},
    {"Saturation Dynamic", 3, 1},
    {"Signal Builder", 0, 1},
    {"Signal Editor", 0, 1},
    {"SignalGenerator", 0, 1},
    {"Sin", 0, 1},
    {"Step", 0, 1},
    {"Stop", 1, 0},
    {"StringCompare", 2, 1},
    {"StringConcatenate", 2, 1},
    {"StringConstant", 0, 1},
    {"StringContains", 2, 1},
    {"StringCount", 2, 1},
    {"StringFind", 2, 1},
    {"Substring", 3, 1},
    {"Switch", 3, 1},
    {"Terminator", 1, 0},
    {"ToFile", 1, 0},
    {"ToWorkspace", 1, 0},
    {"TriggerPort", 0, 0},
    {"UniformRandomNumber", 0, 1},
    {"VariableTransportDelay", 2, 1},
};

/* number of items of a text list: a plain number, signs, [1 2 3], {1,[2,3]} or a,b */
static int count_list(const char *text, int fallback) {
    if (strncmp(text, BD_STORED_VALUE, strlen(BD_STORED_VALUE)) == 0)
        return fallback; /* such files tell their ports themselves */
    char *end = NULL;
    double number = strtod(text, &end);
    end += strspn(end, " ");
    if (end != text && *end == '\0')
        return number >= 0 && number <= BD_PORTS ? (int)number : fallback;
    bool bracketed = *text == '[' || *text == '{';
    int depth = 0, count = 0;
    bool inside = false, quoted = false;
    for (const char *c = bracketed ? text + 1 : text; *c != '\0'; c++) {
        bool separator = !quoted && depth == 0 &&
                         (*c == ',' || *c == ';' || (bracketed && (*c == ' ' || *c == '\n')));
        if (!quoted && depth == 0 && bracketed && (*c == ']' || *c == '}'))
            break;
        if (*c == '\'')
            quoted = !quoted;
        if (!quoted && strchr("([{", *c))
            depth++;
        if (!quoted && strchr(")]}", *c))
            depth--;
        if (separator)
            inside = false;
        else if (*c != ' ' && !inside) {
            inside = true;
            count++;
        }
        if (count >= BD_PORTS)
            break;
    }
    return count;
}

/* operators of Sum or Product: "|+-" or "*" "/" signs, else a number */
static int count_operators(const char *text, const char *signs, int fallback) {
    int count = 0;
    for (const char *c = text; *c != '\0'; c++) {
        if (strchr(signs, *c))
            count++;
        else if (*c != '|' && *c != ' ')
            return count_list(text, fallback);
    }
    return count > 0 && count <= BD_PORTS ? count : fallback;
}

static int count_substring(const char *text, const char *part) {
    int count = 0;
    for (; (text = strstr(text, part)) && count < BD_PORTS; text += strlen(part))
        count++;
    return count;
}

static const char *get(const bd_node *node, const char *name) {
    const char *value = bd_node_parameter(node, name);
    return value ? value : "";
}

static bool is(const bd_node *node, const char *name, const char *value) {
    return strcmp(get(node, name), value) == 0;
}

static void integrator_ports(const bd_node *node, int *in, int *out, int *state) {
    *in = 1 + !(is(node, "ExternalReset", "none") || is(node, "ExternalReset", "")) +
          is(node, "InitialConditionSource", "external");
    *out = 1 + is(node, "ShowSaturationPort", "on");
    *state = is(node, "ShowStatePort", "on");
}

static int delay_inputs(const bd_node *node) {
    return 1 + is(node, "DelayLengthSource", "Input port") +
           is(node, "InitialConditionSource", "Input port") + is(node, "ShowEnablePort", "on") +
           !(is(node, "ExternalReset", "None") || is(node, "ExternalReset", ""));
}

static int math_inputs(const bd_node *node) {
    static const char *const binary[] = {"hypot", "rem", "mod", "pow"};
    for (size_t i = 0; i < sizeof binary / sizeof *binary; i++)
        if (is(node, "Operator", binary[i]))
            return 2;
    return 1;
}

/* of "[a, b] = f(x, y)" */
static void prototype_ports(const char *text, int *in, int *out) {
    const char *equals = strchr(text, '='), *open = strchr(text, '(');
    *in = open && open[1 + strspn(open + 1, " ")] != ')' ? 1 + count_substring(open, ",") : 0;
    *out = equals ? 1 + count_substring(text, ",") - (open ? count_substring(open, ",") : 0) : 0;
}

static int if_outputs(const bd_node *node) {
    const char *more = get(node, "ElseIfExpressions");
    return 1 + (*more != '\0' ? count_list(more, 0) : 0) + is(node, "ShowElse", "on");
}

void bd_node_usual_ports(const bd_node *node, int ports[BD_PORT_KINDS]) {
    const char *type = node->type;
    int in = 1, out = 1, state = 0;
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        if (strcmp(type, fixed[i].type) == 0) {
            in = fixed[i].inputs;
            out = fixed[i].outputs;
        }
    }
    const char *inputs = get(node, "Inputs");
    if (strcmp(type, "Sum") == 0)
        in = count_operators(inputs, "+-", 2);
    else if (strcmp(type, "Product") == 0)
        in = count_operators(inputs, "*/", 2);
    else if (strcmp(type, "Logic") == 0)
        in = is(node, "Operator", "NOT") ? 1 : count_list(inputs, 2);
    else if (strcmp(type, "MinMax") == 0)
        in = count_list(inputs, 1);
    else if (strcmp(type, "Mux") == 0 || strcmp(type, "BusCreator") == 0)
        in = count_list(inputs, 4);
    else if (strcmp(type, "Merge") == 0)
        in = count_list(inputs, 2);
    else if (strcmp(type, "Concatenate") == 0)
        in = bd_text_integer(get(node, "NumInputs"), 2, 1, BD_PORTS);
    else if (strcmp(type, "VariantSource") == 0)
        in = count_list(get(node, "VariantControls"), 2);
    else if (strcmp(type, "VariantSink") == 0)
        out = count_list(get(node, "VariantControls"), 2);
    else if (strcmp(type, "MultiPortSwitch") == 0)
        in = 1 + count_list(inputs, 3);
    else if (strcmp(type, "Demux") == 0)
        out = count_list(get(node, "Outputs"), 4);
    else if (strcmp(type, "BusSelector") == 0)
        out = is(node, "OutputAsBus", "on") ? 1 : count_list(get(node, "OutputSignals"), 1);
    else if (strcmp(type, "BusAssignment") == 0)
        in = 1 + count_list(get(node, "AssignedSignals"), 1);
    else if (strcmp(type, "Integrator") == 0 || strcmp(type, "DiscreteIntegrator") == 0)
        integrator_ports(node, &in, &out, &state);
    else if (strcmp(type, "FunctionCaller") == 0)
        prototype_ports(get(node, "FunctionPrototype"), &in, &out);
    else if (strcmp(type, "FunctionCallSplit") == 0)
        out = bd_text_integer(get(node, "NumOutputPorts"), 2, 1, BD_PORTS);
    else if (strcmp(type, "SecondOrderIntegrator") == 0)
        out = 2;
    else if (strcmp(type, "Delay") == 0)
        in = delay_inputs(node);
    else if (strcmp(type, "Math") == 0)
        in = math_inputs(node);
    else if (strcmp(type, "Trigonometry") == 0) {
        in = is(node, "Operator", "atan2") ? 2 : 1;
        out = is(node, "Operator", "sincos") ? 2 : 1;
    } else if (strcmp(type, "Sin") == 0)
        in = is(node, "TimeSource", "Use external signal");
    else if (strcmp(type, "Lookup_n-D") == 0)
        in = bd_text_integer(get(node, "NumberOfTableDimensions"), 2, 1, 30);
    else if (strcmp(type, "LookupNDDirect") == 0)
        in = bd_text_integer(get(node, "NumberOfTableDimensions"), 2, 1, 30);
    else if (strcmp(type, "Interpolation_n-D") == 0)
        in = 2 * bd_text_integer(get(node, "NumberOfTableDimensions"), 2, 1, 30);
    else if (strcmp(type, "Selector") == 0)
        in = 1 + count_substring(get(node, "IndexOptions"), "(port)");
    else if (strcmp(type, "Assignment") == 0)
        in = 2 + count_substring(get(node, "IndexOptions"), "(port)");
    else if (strcmp(type, "Scope") == 0) {
        in = bd_text_integer(get(node, "NumInputPorts"), 1, 0, BD_PORTS);
        out = 0;
    } else if (strcmp(type, "If") == 0) {
        in = bd_text_integer(get(node, "NumInputs"), 1, 1, BD_PORTS);
        out = if_outputs(node);
    } else if (strcmp(type, "SwitchCase") == 0)
        out = count_list(get(node, "CaseConditions"), 1) + is(node, "ShowDefaultCase", "on");
    else if (strcmp(type, "ForEach") == 0) {
        in = 0;
        out = is(node, "ShowIterationIndex", "on");
    } else if (strcmp(type, "EnablePort") == 0 || strcmp(type, "TriggerPort") == 0)
        out = is(node, "ShowOutputPort", "on");
    else if (strcmp(type, "ForIterator") == 0) {
        in = is(node, "IterationSource", "external");
        out = is(node, "ShowIterationPort", "on");
    } else if (strcmp(type, "WhileIterator") == 0) {
        in = is(node, "WhileBlockType", "while") ? 2 : 1;
        out = is(node, "ShowIterationPort", "on");
    } else if (strcmp(type, "SubSystem") == 0 || strcmp(type, "ModelReference") == 0)
        in = out = 0;
    memset(ports, 0, BD_PORT_KINDS * sizeof *ports);
    ports[BD_PORT_INPUT] = in;
    ports[BD_PORT_OUTPUT] = out;
    ports[BD_PORT_STATE] = state;
}

int bd_port_kind_of(const char *word, size_t length) {
    static const cm_number words[] = {{"in", BD_PORT_INPUT},
                                      {"out", BD_PORT_OUTPUT},
                                      {"enable", BD_PORT_ENABLE},
                                      {"trigger", BD_PORT_TRIGGER},
                                      {"state", BD_PORT_STATE},
                                      {"lconn", BD_PORT_LEFT_CONNECTION},
                                      {"rconn", BD_PORT_RIGHT_CONNECTION},
                                      {"ifaction", BD_PORT_IF_ACTION},
                                      {"reset", BD_PORT_RESET}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == length && strncasecmp(word, words[i].word, length) == 0)
            return words[i].number;
    return -1;
}

int bd_control_port_kind(const char *type) {
    static const cm_number controls[] = {{"EnablePort", BD_PORT_ENABLE},
                                         {"TriggerPort", BD_PORT_TRIGGER},
                                         {"ActionPort", BD_PORT_IF_ACTION},
                                         {"ResetPort", BD_PORT_RESET}};
    return cm_number_of(CM_TABLE(controls), type, -1);
}

void bd_node_ports_from_inside(bd_node *node) {
    int ports[BD_PORT_KINDS] = {0};
    for (size_t i = 0; i < node->system->block_count; i++) {
        const bd_node *inner = node->system->blocks[i];
        bool in = strcmp(inner->type, "Inport") == 0;
        if (in || strcmp(inner->type, "Outport") == 0) {
            /* several bus element ports may share a number, so the largest number counts */
            int number = bd_text_integer(get(inner, "Port"), 1, 1, BD_PORTS);
            int *count = &ports[in ? BD_PORT_INPUT : BD_PORT_OUTPUT];
            *count = number > *count ? number : *count;
        } else if (strcmp(inner->type, "PMIOPort") == 0) {
            ports[is(inner, "Side", "Right") ? BD_PORT_RIGHT_CONNECTION
                                             : BD_PORT_LEFT_CONNECTION]++;
        }
        const int control = bd_control_port_kind(inner->type);
        if (control >= 0 && !is(inner, "IsSimulinkFunction", "on"))
            ports[control] = 1;
    }
    memcpy(node->ports, ports, sizeof ports);
    node->ports_written = true;
}
