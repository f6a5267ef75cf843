#include "case.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mr_test.h"

typedef struct buffer {
    char *text;
    size_t size, room;
} buffer;

static void put(buffer *b, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char piece[4000];
    const int length = vsnprintf(piece, sizeof piece, format, arguments);
    va_end(arguments);
    if (b->size + (size_t)length + 1 > b->room) {
        b->room = 2 * (b->size + (size_t)length) + 4000;
        b->text = realloc(b->text, b->room);
    }
    memcpy(b->text + b->size, piece, (size_t)length + 1);
    b->size += (size_t)length;
}

typedef struct line {
    char word[12][200];
    int count;
    char rest[12][1500]; /* of the line from word k on */
} line;

static const char *split(const char *text, line *l) {
    const size_t length = strcspn(text, "\n");
    memset(l, 0, sizeof *l);
    for (size_t at = 0; at < length && l->count < 12;) {
        while (at < length && text[at] == ' ')
            at++;
        if (at == length)
            break;
        snprintf(l->rest[l->count], sizeof *l->rest, "%.*s", (int)(length - at), text + at);
        const size_t end = at + strcspn(text + at, " \n");
        snprintf(l->word[l->count++], sizeof *l->word, "%.*s", (int)(end - at), text + at);
        at = end;
    }
    return text[length] ? text + length + 1 : NULL;
}

typedef struct names {
    char name[100][60];
    int count;
} names;

static int id_of(const names *n, const char *name) {
    for (int i = 0; i < n->count; i++)
        if (strcmp(n->name[i], name) == 0)
            return 100 + i;
    return strcmp(name, "-") == 0 ? 2 : 0;
}

static void put_label(buffer *b, const char *label) {
    put(b, "labelString \"");
    for (; *label; label++)
        if (*label == '~')
            put(b, "\\n");
        else if (*label == '"' || *label == '\\')
            put(b, "\\%c", *label);
        else
            put(b, "%c", *label);
    put(b, "\"\n");
}

/* "a & b | c & d" as 100 C2x2{T"a",T"c",T"b",T"d"}, in quotes of the file */
static void put_table(buffer *b, const char *key, const char *text, size_t length) {
    char cells[12][12][200];
    int rows = 0, columns = 0;
    memset(cells, 0, sizeof cells);
    for (size_t at = 0; at <= length && rows < 12; at++) {
        int column = 0;
        for (size_t used = 0; at < length && text[at] != '|'; at++) {
            if (text[at] == '&' && text[at + 1] == ' ') {
                column++;
                used = 0;
            } else if (used < 199 && !(used == 0 && text[at] == ' ')) {
                cells[rows][column][used++] = text[at];
            }
        }
        for (int k = 0; k <= column; k++)
            for (size_t n = strlen(cells[rows][k]); n > 0 && cells[rows][k][n - 1] == ' '; n--)
                cells[rows][k][n - 1] = '\0';
        columns = column + 1 > columns ? column + 1 : columns;
        rows++;
    }
    put(b, "%s \"100 C%dx%d{", key, rows, columns);
    for (int k = 0; k < columns; k++)
        for (int i = 0; i < rows; i++)
            put(b, "%sT\\\"%s\\\"", i + k ? "," : "", cells[i][k]);
    put(b, "}\"\n");
}

static void put_truth_table(buffer *b, const names *n, const line *l) {
    const char *table = strstr(l->rest[3], "@@"), *actions = strstr(table + 2, "@@");
    char label[200];
    snprintf(label, sizeof label, "%.*s", (int)(table - l->rest[3]), l->rest[3]);
    put(b, "state {\nid %d\nssIdNumber %d\ntreeNode [%d 0 0 0]\ntype FUNC_STATE\n",
        id_of(n, l->word[1]), id_of(n, l->word[1]), id_of(n, l->word[2]));
    put_label(b, label);
    put(b, "truthTable {\nisTruthTable 1\nuseEML %d\n", strcmp(l->word[0], "tt") == 0);
    put_table(b, "predicateArray", table + 2, (size_t)(actions - table - 2));
    put_table(b, "actionArray", actions + 2, strlen(actions + 2));
    put(b, "}\n}\n");
}

static void put_state(buffer *b, const names *n, const line *l) {
    const char *kind = strcmp(l->word[3], "and") == 0 ? "AND_STATE"
                       : strcmp(l->word[3], "func") == 0 || strcmp(l->word[3], "blocks") == 0
                           ? "FUNC_STATE"
                       : strcmp(l->word[3], "box") == 0 ? "GROUP_STATE"
                                                        : "OR_STATE";
    put(b, "state {\nid %d\nssIdNumber %d\ntreeNode [%d 0 0 0]\ntype %s\nexecutionOrder %s\n",
        id_of(n, l->word[1]), id_of(n, l->word[1]), id_of(n, l->word[2]), kind, l->word[4]);
    const char *script = strstr(l->rest[5], "@@");
    if (script) { /* MATLAB code of a function */
        char label[200];
        snprintf(label, sizeof label, "%.*s", (int)(script - l->rest[5]), l->rest[5]);
        put_label(b, label);
        put(b, "eml {\nisEML 1\nscript \"");
        for (script += 2; *script; script++)
            put(b, *script == '~' ? "\\n" : "%c", *script);
        put(b, "\"\n}\n");
    } else if (strcmp(l->word[3], "blocks") == 0) {
        put_label(b, l->rest[5]);
        put(b, "simulink {\nisSimulinkFcn 1\nblockName \"f\"\n}\n");
    } else {
        put_label(b, l->rest[5]);
    }
    put(b, "}\n");
}

static void put_data(buffer *b, const names *n, const line *l, int id) {
    static const char *const scopes[][2] = {{"input", "INPUT_DATA"},
                                            {"output", "OUTPUT_DATA"},
                                            {"local", "LOCAL_DATA"},
                                            {"parameter", "PARAMETER_DATA"},
                                            {"constant", "CONSTANT_DATA"},
                                            {"argument", "FUNCTION_INPUT_DATA"},
                                            {"result", "FUNCTION_OUTPUT_DATA"},
                                            {"store", "DATA_STORE_MEMORY_DATA"}};
    int owner = 2;
    put(b, "data {\nid %d\nssIdNumber %d\nname \"%s\"\n", id, id, l->word[1]);
    for (int i = 0; i < 8; i++)
        if (strcmp(scopes[i][0], l->word[2]) == 0)
            put(b, "scope %s\n", scopes[i][1]);
    put(b, "props {\n");
    for (int i = 3; i + 1 < l->count; i += 2)
        if (strcmp(l->word[i], "value") == 0)
            put(b, "initialValue \"%s\"\n", l->word[i + 1]);
        else if (strcmp(l->word[i], "size") == 0)
            put(b, "array {\nsize \"%s\"\n}\n", l->word[i + 1]);
        else if (strcmp(l->word[i], "continuous") == 0)
            put(b, "updateMethod SF_CONTINUOUS_TIME_DATA\n");
    put(b, "}\n");
    for (int i = 3; i + 1 < l->count; i += 2)
        if (strcmp(l->word[i], "type") == 0)
            put(b, "dataType \"%s\"\n", l->word[i + 1]);
        else if (strcmp(l->word[i], "of") == 0)
            owner = id_of(n, l->word[i + 1]);
    put(b, "linkNode [%d 0 0]\n}\n", owner);
}

static void put_event(buffer *b, const names *n, const line *l, int id) {
    static const char *const scopes[][3] = {{"local", "LOCAL_EVENT", "EITHER_EDGE_EVENT"},
                                            {"rising", "INPUT_EVENT", "RISING_EDGE_EVENT"},
                                            {"falling", "INPUT_EVENT", "FALLING_EDGE_EVENT"},
                                            {"either", "INPUT_EVENT", "EITHER_EDGE_EVENT"},
                                            {"call", "INPUT_EVENT", "FUNCTION_CALL_EVENT"},
                                            {"output", "OUTPUT_EVENT", "FUNCTION_CALL_EVENT"},
                                            {"edge", "OUTPUT_EVENT", "EITHER_EDGE_EVENT"}};
    for (int i = 0; i < 7; i++)
        if (strcmp(scopes[i][0], l->word[2]) == 0)
            put(b,
                "event {\nid %d\nssIdNumber %d\nname \"%s\"\nscope %s\ntrigger %s\n"
                "linkNode [%d 0 0]\n}\n",
                id, id, l->word[1], scopes[i][1], scopes[i][2],
                l->count > 3 ? id_of(n, l->word[3]) : 2);
}

static void put_charts(buffer *b, const char *lines, const names *n, const char *instance) {
    int id = 1000;
    line l;
    put(b, "Stateflow {\nmachine {\nid 1\nname \"m\"\n}\nchart {\nid 2\nname \"c\"\nmachine 1\n"
           "saturateOnIntegerOverflow 1\n");
    for (const char *at = lines; at;) {
        at = split(at, &l);
        if (strcmp(l.word[0], "chart") == 0)
            put(b, "%s %s\n", l.word[1], l.word[2]);
    }
    put(b, "treeNode [0 0 0 0]\nchartFileNumber 1\n}\n");
    for (const char *at = lines; at;) {
        at = split(at, &l);
        id++;
        if (strcmp(l.word[0], "s") == 0)
            put_state(b, n, &l);
        else if (strcmp(l.word[0], "j") == 0)
            put(b, "junction {\nid %d\nssIdNumber %d\nlinkNode [%d 0 0]\ntype %s\n}\n",
                id_of(n, l.word[1]), id_of(n, l.word[1]), id_of(n, l.word[2]),
                l.count > 3 ? "HISTORY_JUNCTION" : "CONNECTIVE_JUNCTION");
        else if (strcmp(l.word[0], "d") == 0)
            put_data(b, n, &l, id);
        else if (strcmp(l.word[0], "e") == 0)
            put_event(b, n, &l, id);
        else if (strcmp(l.word[0], "tt") == 0 || strcmp(l.word[0], "ttc") == 0)
            put_truth_table(b, n, &l);
        else if (strcmp(l.word[0], "t") == 0 || strcmp(l.word[0], "#t") == 0) {
            put(b, "transition {\nid %d\nssIdNumber %d\nlinkNode [%d 0 0]\nexecutionOrder %s\n", id,
                id, id_of(n, l.word[3]), l.word[4]);
            if (l.word[0][0] == '#')
                put(b, "comment {\nxplicit 1\n}\n");
            put_label(b, l.count > 5 ? l.rest[5] : "");
            put(b, "src {\n");
            if (strcmp(l.word[1], "-") != 0)
                put(b, "id %d\n", id_of(n, l.word[1]));
            put(b, "}\ndst {\nid %d\n}\n}\n", id_of(n, l.word[2]));
        }
    }
    put(b, "instance {\nid 3\nname \"%s\"\nmachine 1\nchart 2\n}\n}\n", instance);
}

/* names of states and junctions, and how many ports there are */
static void survey(const char *lines, names *n, int *inputs, int *outputs, int *triggers,
                   int *calls, const char **trigger_type) {
    line l;
    *n = (names){0};
    *inputs = *outputs = *triggers = *calls = 0;
    *trigger_type = "either";
    for (const char *at = lines; at;) {
        at = split(at, &l);
        if (strcmp(l.word[0], "s") == 0 || strcmp(l.word[0], "j") == 0 ||
            strncmp(l.word[0], "tt", 2) == 0)
            snprintf(n->name[n->count++], 60, "%s", l.word[1]);
        if (strcmp(l.word[0], "d") == 0) {
            *inputs += strcmp(l.word[2], "input") == 0;
            *outputs += strcmp(l.word[2], "output") == 0;
        }
        if (strcmp(l.word[0], "e") == 0) {
            const bool out = strcmp(l.word[2], "output") == 0 || strcmp(l.word[2], "edge") == 0;
            *calls += out;
            *triggers += !out && strcmp(l.word[2], "local") != 0;
            if (strcmp(l.word[2], "call") == 0)
                *trigger_type = "function-call";
        }
    }
}

static void put_line(buffer *b, const char *source, int out, const char *target, const char *in) {
    put(b, "Line {\nSrcBlock \"%s\"\nSrcPort %d\nDstBlock \"%s\"\nDstPort %s\n}\n", source, out,
        target, in);
}

/* r = f(x) as blocks: the sum of all x so far */
static void put_function(buffer *b, int inputs, int outputs) {
    char port[20];
    put(b, "Block {\nBlockType SubSystem\nName \"f\"\nPorts [1, 1, 0, 1]\nSystem {\nName \"f\"\n"
           "Block {\nBlockType Inport\nName \"x\"\n}\n"
           "Block {\nBlockType TriggerPort\nName \"f\"\nTriggerType \"function-call\"\n}\n"
           "Block {\nBlockType Sum\nName \"sum\"\nInputs \"++\"\nPorts [2, 1]\n}\n"
           "Block {\nBlockType UnitDelay\nName \"before\"\nSampleTime \"-1\"\n}\n"
           "Block {\nBlockType Outport\nName \"r\"\n}\n");
    put_line(b, "x", 1, "sum", "1");
    put_line(b, "before", 1, "sum", "2");
    put_line(b, "sum", 1, "before", "1");
    put_line(b, "sum", 1, "r", "1");
    put(b, "}\n}\n");
    put_line(b, " SFunction ", outputs + 2, "f", "1");
    snprintf(port, sizeof port, "%d", inputs + 1);
    put_line(b, "f", 1, " SFunction ", port);
    put_line(b, "end", 1, "f", "trigger");
}

/* inside: u1 … → S-Function → y1 …, the trigger, and a subsystem outside for each output event */
static void put_inside(buffer *b, int inputs, int outputs, int triggers, int calls,
                       const char *trigger_type, bool function) {
    char name[20], port[20];
    put(b, "System {\nName \"c\"\n");
    if (function)
        put_function(b, inputs, outputs);
    for (int i = 1; i <= inputs; i++)
        put(b, "Block {\nBlockType Inport\nName \"u%d\"\nPort \"%d\"\n}\n", i, i);
    if (inputs + triggers == 0 && !function)
        put(b, "Block {\nBlockType Ground\nName \"g\"\n}\n");
    if (triggers)
        put(b,
            "Block {\nBlockType TriggerPort\nName \"trigger\"\nTriggerType \"%s\"\n"
            "ShowOutputPort on\nPorts [0, 1]\n}\n",
            trigger_type);
    const int sources = inputs + (triggers > 0);
    put(b,
        "Block {\nBlockType \"S-Function\"\nName \" SFunction \"\nFunctionName \"sf_sfun\"\n"
        "Tag \"Stateflow S-Function m 1\"\nPorts [%d, %d]\n}\n",
        function  ? inputs + 1
        : sources ? sources
                  : 1,
        outputs + 1 + function);
    if (function)
        put(b, "Block {\nBlockType Demux\nName \"end\"\nPorts [1, 1]\nOutputs \"1\"\n}\n");
    else if (!calls)
        put(b, "Block {\nBlockType Terminator\nName \"end\"\n}\n");
    else
        put(b, "Block {\nBlockType Demux\nName \"calls\"\nPorts [1, %d]\nOutputs \"%d\"\n}\n",
            calls, calls);
    for (int i = 1; i <= outputs + calls; i++)
        put(b, "Block {\nBlockType Outport\nName \"y%d\"\nPort \"%d\"\n}\n", i, i);
    for (int i = 1; i <= inputs; i++) {
        snprintf(name, sizeof name, "u%d", i);
        snprintf(port, sizeof port, "%d", i);
        put_line(b, name, 1, " SFunction ", port);
    }
    snprintf(port, sizeof port, "%d", inputs + 1);
    if (triggers)
        put_line(b, "trigger", 1, " SFunction ", port);
    else if (!inputs && !function)
        put_line(b, "g", 1, " SFunction ", "1");
    put_line(b, " SFunction ", 1, calls ? "calls" : "end", "1");
    for (int i = 1; i <= outputs; i++) {
        snprintf(name, sizeof name, "y%d", i);
        put_line(b, " SFunction ", i + 1, name, "1");
    }
    for (int i = 1; i <= calls; i++) {
        snprintf(name, sizeof name, "y%d", outputs + i);
        put_line(b, "calls", i, name, "1");
    }
    put(b, "}\n");
}

/* the value of a line "word …", or usual; the last one counts */
static const char *setting(const char *lines, const char *word, int number, const char *usual) {
    static line l;
    static char found[2][1000];
    char *place = found[number & 1];
    snprintf(place, sizeof *found, "%s", usual);
    for (const char *at = lines; at;) {
        at = split(at, &l);
        if (strcmp(l.word[0], word) == 0)
            snprintf(place, sizeof *found, "%s", number < 0 ? l.rest[1] : l.word[number]);
    }
    return place;
}

/* the subsystem around the chart: inputs and outputs go through */
static void put_wrapping(buffer *b, const char *kind, const char *states, int inputs, int outputs) {
    char name[20], port[20];
    for (int i = 1; i <= inputs; i++) {
        put(b, "Block {\nBlockType Inport\nName \"wu%d\"\nPort \"%d\"\n}\n", i, i);
        snprintf(name, sizeof name, "wu%d", i);
        snprintf(port, sizeof port, "%d", i);
        put_line(b, name, 1, "c", port);
    }
    for (int i = 1; i <= outputs; i++) {
        put(b, "Block {\nBlockType Outport\nName \"wy%d\"\nPort \"%d\"\nInitialOutput \"0\"\n}\n",
            i, i);
        snprintf(name, sizeof name, "wy%d", i);
        put_line(b, "c", i, name, "1");
    }
    if (strcmp(kind, "enable") == 0)
        put(b, "Block {\nBlockType EnablePort\nName \"control\"\nStatesWhenEnabling \"%s\"\n}\n",
            states);
    else
        put(b, "Block {\nBlockType TriggerPort\nName \"control\"\nTriggerType \"%s\"\n}\n", kind);
    put(b, "}\n}\n");
}

static void put_chart_block(buffer *b, const char *lines, int inputs, int outputs, int triggers,
                            int calls, const char *trigger_type) {
    put(b,
        "Block {\nBlockType SubSystem\nName \"c\"\nSFBlockType \"%s\"\n"
        "TreatAsAtomicUnit on\nPorts [%d, %d, 0, %d]\n",
        setting(lines, "kind", -1, "Chart"), inputs, outputs + calls, triggers > 0);
    put_inside(b, inputs, outputs, triggers, calls, trigger_type,
               strstr(lines, " blocks ") != NULL);
    put(b, "}\n");
}

/* what wakes the chart: further Inports, or callers of which the i-th calls every i seconds */
static void put_trigger(buffer *b, int inputs, int triggers, const char *trigger_type) {
    char name[20], port[20];
    const bool called = strcmp(trigger_type, "function-call") == 0;
    for (int i = 1; called && i <= triggers; i++)
        put(b,
            "Block {\nBlockType FunctionCallGenerator\nName \"caller%d\"\nsample_time \"%d\"\n"
            "numberOfIterations \"1\"\nPorts [0, 1]\n}\n",
            i, i);
    if (triggers > 1)
        put(b, "Block {\nBlockType Mux\nName \"mux\"\nInputs \"%d\"\nPorts [%d, 1]\n}\n", triggers,
            triggers);
    for (int i = 1; i <= triggers; i++) {
        snprintf(name, sizeof name, called ? "caller%d" : "in%d", called ? i : inputs + i);
        snprintf(port, sizeof port, "%d", i);
        put_line(b, name, 1, triggers > 1 ? "mux" : "c", triggers > 1 ? port : "trigger");
    }
    if (triggers > 1)
        put_line(b, "mux", 1, "c", "trigger");
}

/* each output event doubles the first output into a further one of the model; one that is an edge
 * triggers at both of its directions */
static void put_called(buffer *b, const char *lines, int outputs, int calls) {
    char name[20], port[20];
    const bool edge = strstr(lines, " edge") != NULL;
    for (int i = 1; i <= calls; i++) {
        put(b,
            "Block {\nBlockType SubSystem\nName \"f%d\"\nPorts [1, 1, 0, 1]\n"
            "System {\nName \"f\"\nBlock {\nBlockType Inport\nName \"u\"\n}\n"
            "Block {\nBlockType TriggerPort\nName \"t\"\nTriggerType \"%s\"\n}\n"
            "Block {\nBlockType Gain\nName \"g\"\nGain \"2\"\n}\n"
            "Block {\nBlockType Outport\nName \"y\"\n}\n",
            i, edge ? "either" : "function-call");
        put_line(b, "u", 1, "g", "1");
        put_line(b, "g", 1, "y", "1");
        put(b, "}\n}\n");
        snprintf(name, sizeof name, "f%d", i);
        put_line(b, "c", outputs + i, name, "trigger");
        put_line(b, "c", 1, name, "1");
        put(b, "Block {\nBlockType Outport\nName \"called%d\"\nPort \"%d\"\n}\n", i, outputs + i);
        snprintf(port, sizeof port, "called%d", i);
        put_line(b, name, 1, port, "1");
    }
}

char *case_model(const char *lines, const char *solver) {
    buffer b = {0};
    names n;
    int inputs, outputs, triggers, calls;
    const char *trigger_type;
    char name[20], port[20], wrap[100], states[100];
    survey(lines, &n, &inputs, &outputs, &triggers, &calls, &trigger_type);
    snprintf(wrap, sizeof wrap, "%s", setting(lines, "wrap", 1, ""));
    snprintf(states, sizeof states, "%s", setting(lines, "wrap", 2, ""));
    put(&b,
        "Model {\nName \"m\"\nVersion 7.6\nSolver \"%s\"\nFixedStep \"1\"\nStopTime \"100\"\n"
        "PreLoadFcn \"%s\"\n",
        solver, setting(lines, "load", -1, ""));
    const char *diagnostic = setting(lines, "diagnostic", 1, "");
    if (*diagnostic)
        put(&b, "SFNoUnconditionalDefaultTransitionDiag \"%s\"\n", diagnostic);
    put(&b, "System {\nName \"m\"\n");
    const char *chart = *wrap ? "w" : "c";
    if (*wrap)
        put(&b,
            "Block {\nBlockType SubSystem\nName \"w\"\nPorts [%d, %d, %d, %d]\nSystem {\nName "
            "\"w\"\n",
            inputs, outputs, strcmp(wrap, "enable") == 0, strcmp(wrap, "enable") != 0);
    put_chart_block(&b, lines, inputs, outputs, triggers, calls, trigger_type);
    if (*wrap)
        put_wrapping(&b, wrap, states, inputs, outputs);
    const bool bus = strstr(lines, "bus\n") != NULL;
    const int all = inputs + triggers + (*wrap != '\0') + bus;
    for (int i = 1; i <= all; i++)
        put(&b, "Block {\nBlockType Inport\nName \"in%d\"\nPort \"%d\"\n}\n", i, i);
    for (int i = 1; i <= outputs; i++)
        put(&b, "Block {\nBlockType Outport\nName \"out%d\"\nPort \"%d\"\n}\n", i, i);
    for (int i = 1; i <= inputs && !bus; i++) {
        snprintf(name, sizeof name, "in%d", i);
        snprintf(port, sizeof port, "%d", i);
        put_line(&b, name, 1, chart, port);
    }
    if (bus)
        put(&b, "Block {\nBlockType BusCreator\nName \"bus\"\nInputs \"2\"\nPorts [2, 1]\n}\n"
                "Line {\nName \"a\"\nSrcBlock \"in1\"\nSrcPort 1\nDstBlock \"bus\"\nDstPort 1\n}\n"
                "Line {\nName \"b\"\nSrcBlock \"in2\"\nSrcPort 1\nDstBlock \"bus\"\nDstPort 2\n}\n"
                "Line {\nSrcBlock \"bus\"\nSrcPort 1\nDstBlock \"c\"\nDstPort 1\n}\n");
    if (*wrap) {
        snprintf(name, sizeof name, "in%d", all);
        put_line(&b, name, 1, "w", strcmp(wrap, "enable") == 0 ? "enable" : "trigger");
    } else {
        put_trigger(&b, inputs, triggers, trigger_type);
    }
    for (int i = 1; i <= outputs; i++) {
        snprintf(name, sizeof name, "out%d", i);
        put_line(&b, chart, i, name, "1");
    }
    put_called(&b, lines, outputs, calls);
    for (const char *at = lines; at;) {
        line l;
        at = split(at, &l);
        for (const char *c = l.rest[1]; strcmp(l.word[0], "model") == 0 && *c; c++)
            put(&b, "%c", *c == '~' ? '\n' : *c);
        put(&b, "\n");
    }
    put(&b, "}\n}\n");
    put_charts(&b, lines, &n, *wrap ? "w/c" : "c");
    return b.text;
}

bd_run *case_run(const char *lines, const char *solver, bd_diagram **diagram, bd_error *error) {
    char *text = case_model(lines, solver);
    bd_run *run = NULL;
    *diagram = NULL;
    if (bd_diagram_read_memory(text, strlen(text), "m.mdl", NULL, diagram, NULL, error) == BD_OK)
        bd_run_compile(*diagram, NULL, NULL, NULL, &run, error);
    if (!*diagram)
        puts(text);
    free(text);
    return run;
}

static void tell(const char *file, int where, const char *what) {
    char text[700];
    snprintf(text, sizeof text, "%s", what);
    CU_assertImplementation(CU_FALSE, (unsigned)where, text, file, "", CU_FALSE);
    printf("%s:%d: %s\n", file, where, what);
}

void case_check_port(const char *file, int where, const char *lines, const double *inputs, int port,
                     int input_count, const double *expected, int count) {
    bd_error error = {0};
    bd_diagram *diagram;
    bd_run *run = case_run(lines, "FixedStepDiscrete", &diagram, &error);
    char what[500];
    bd_status status = run ? bd_run_start(run, &error) : BD_BAD_FILE;
    void *saved = NULL;
    size_t size = 0;
    for (int pass = 0; pass < 2 && status == BD_OK; pass++) {
        int i = 0;
        if (pass == 1) { /* again from the middle */
            status = bd_run_restore(run, saved, size, &error);
            i = count / 2;
        }
        for (; i < count && status == BD_OK; i++) {
            if (pass == 0 && i == count / 2) {
                size = bd_run_state_size(run);
                saved = malloc(size);
                status = bd_run_save(run, saved, size, &error);
            }
            double value = NAN;
            const double zero = 0.0;
            for (int k = 0; k < input_count && status == BD_OK; k++)
                if (bd_model_input_count(bd_run_model(run)) > k)
                    status = bd_run_set_input(run, k, inputs ? &inputs[k * count + i] : &zero, 1,
                                              &error);
            if (status == BD_OK)
                status = bd_run_step(run, &error);
            for (int k = 0; k < bd_run_record_count(run) && status == BD_OK; k++) {
                const bd_record *record = bd_run_record(run, k);
                if (record->outport_index == port && record->row_count > 0)
                    value = bd_run_record_row(run, k, record->row_count - 1)[0];
            }
            if (status == BD_OK && value != expected[i]) {
                snprintf(what, sizeof what, "step %d%s: %.17g instead of %.17g", i,
                         pass ? " after restoring" : "", value, expected[i]);
                tell(file, where, what);
                status = BD_BAD_VALUE;
                error.text[0] = '\0';
            }
        }
    }
    if (status != BD_OK && error.text[0])
        tell(file, where, error.text);
    CU_PASS("");
    free(saved);
    bd_run_free(run);
    bd_diagram_free(diagram);
}

void case_check(const char *file, int where, const char *lines, const double *inputs,
                const double *expected, int count) {
    case_check_port(file, where, lines, inputs, 0, 1, expected, count);
}

void case_refused(const char *file, int where, const char *lines, const char *sentence) {
    bd_error error = {0};
    bd_diagram *diagram;
    bd_run *run = case_run(lines, "FixedStepDiscrete", &diagram, &error);
    bd_status status = run ? bd_run_start(run, &error) : BD_BAD_FILE;
    for (int i = 0; i < 3 && status == BD_OK; i++)
        status = bd_run_step(run, &error);
    if (status == BD_OK)
        tell(file, where, "nothing is refused");
    else if (!strstr(error.text, sentence))
        tell(file, where, error.text);
    CU_PASS("");
    bd_run_free(run);
    bd_diagram_free(diagram);
}
