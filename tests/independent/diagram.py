"""A diagram of continuous, sampled and algebraic blocks, evaluated by asking each output for its inputs, and integrated by the
classical Runge-Kutta method. What a block does is written from its documentation; what is not here is not guessed."""
import math
import re
from fractions import Fraction

from model_file import NotUnderstood, load
from numbers_of import matrix, vector

COMPARE = {">=": lambda x, y: x >= y, ">": lambda x, y: x > y, "<=": lambda x, y: x <= y, "<": lambda x, y: x < y,
           "==": lambda x, y: x == y, "~=": lambda x, y: x != y}
SINKS = ("Scope", "ToWorkspace", "Outport", "Display", "XYGraph")
# links of the block library, by the type of their mask
SHOWS = re.compile("Checks_|Linear(ization)? ?Plot|Slider Block")  # blocks that only look at signals
LINKS = {"Ramp": "Ramp", "ramp": "Ramp", "Compare To Constant": "CompareToConstant", "RadiansToDegrees": "ToDegrees",
         "DegreesToRadians": "ToRadians", "Slider Gain": "SliderGain", "Compare To Zero": "CompareToZero", "XY scope.": "XYGraph", "XY Graph": "XYGraph", "PID 1dof": "PID",
         "chirp": "Chirp", "Repeating table": "RepeatingTable", "DocBlock": "Shows", "CMBlock": "Shows",
         "Integer Delay": "IntegerDelay", "Lookup Table Dynamic": "DynamicTable"}
KNOWN = set("""Integrator TransferFcn StateSpace Constant Step Sin Clock Gain Sum Product Fcn Mux Demux Saturate Abs
    Trigonometry Math Signum Scope Display Outport Inport ToWorkspace SubSystem Terminator Goto From Ramp Bias Sqrt MinMax
    DeadZone Ground Switch RelationalOperator Logic ManualSwitch CompareToConstant CompareToZero ToDegrees ToRadians
    SliderGain BusCreator BusSelector DataTypeConversion UnitDelay DiscreteIntegrator ZeroOrderHold Lookup_n-D
    XYGraph PID Stop Selector Shows DiscretePulseGenerator Derivative SignalGenerator Relay Delay Chirp RepeatingTable
    DotProduct Assertion MultiPortSwitch IntegerDelay DynamicTable CommentedOut Memory""".split())
SAMPLED = ("UnitDelay", "DiscreteIntegrator", "ZeroOrderHold", "Delay", "IntegerDelay")
HELD_OVER_A_STEP = ("DiscretePulseGenerator", "Relay")


class Diverges(NotUnderstood):
    """a shorter step may help"""


def wide(*signals):
    """scalars as wide as the widest"""
    width = max(map(len, signals))
    if any(len(s) not in (1, width) for s in signals):
        raise NotUnderstood("widths")
    return [s * width if len(s) == 1 else s for s in signals]


def each(function, *signals):
    return [function(*x) for x in zip(*wide(*signals))]


def divide(x, y):
    if y != 0.0:
        return x / y
    return math.nan if x == 0.0 or math.isnan(x) else math.copysign(math.inf, x) * math.copysign(1.0, y)


def exponential(x):
    return math.exp(x) if x < 709.0 else math.inf


def transfer_function(numerator, denominator):
    """controller form: A, B, C, D and states at rest"""
    while denominator and denominator[0] == 0.0:
        denominator = denominator[1:]
    while len(numerator) > len(denominator) and numerator[0] == 0.0:
        numerator = numerator[1:]
    if not denominator or len(numerator) > len(denominator):
        raise NotUnderstood("transfer function")
    numerator = [0.0] * (len(denominator) - len(numerator)) + numerator
    n, d = [x / denominator[0] for x in numerator], [x / denominator[0] for x in denominator]
    order = len(d) - 1
    a = [[-x for x in d[1:]]] if order else []
    a += [[1.0 if j == i else 0.0 for j in range(order)] for i in range(order - 1)]
    b = [[1.0 if i == 0 else 0.0] for i in range(order)]
    c = [[n[i + 1] - n[0] * d[i + 1] for i in range(order)]]
    return a, b, c, [[n[0]]], [0.0] * order


class Diagram:
    def __init__(self, path, variables):
        system, self.defaults, settings = load(path)
        self.variables = variables
        if variables and settings["callback"]:
            raise NotUnderstood("variables and a callback that may set them")
        self.blocks, self.sources, self.sinks, self.tags = {}, {}, [], {}
        self.stops, self.stopped = [], None
        self.start = self.vector(settings.get("StartTime", "0"))[0]
        self.stop = self.vector(settings.get("StopTime", "10"))[0]
        self.add(system, "", None, variables)
        self.states, self.place, self.linear = [], {}, {}
        self.held, self.periods, self.now, self.limits = {}, {}, {}, {}
        self.fits, self.chosen, self.last, self.remembered = set(), {}, {}, {}
        for key in self.blocks:
            self.add_states(key)
            self.add_sampled(key)
            self.add_remembered(key)

    def vector(self, text, key=None):
        return vector(text, self.blocks[key]["_variables"] if key else self.variables)

    def get(self, key, name, fallback=None):
        block = self.blocks[key]
        return block.get(name, self.defaults.get(block["BlockType"], {}).get(name, fallback))

    def numbers(self, key, name, fallback):
        return self.vector(self.get(key, name, fallback), key)

    def inside_mask(self, mask, around):
        """the variables inside of a masked subsystem: those of the mask, each by what is known around it"""
        found = dict(around)
        for name, text in mask.items():
            rows = matrix(text, around)
            found[name] = rows[0][0] if len(rows) == 1 and len(rows[0]) == 1 else rows
        return found

    def add(self, system, prefix, owner, variables):
        blocks, lines = system
        for name, block in blocks.items():
            kind = block["BlockType"]
            if block.get("Commented", "off") == "through":
                raise NotUnderstood("commented through")
            if block.get("Commented", "off") != "off":
                kind = block["BlockType"] = "CommentedOut"
            if kind == "Reference":
                if SHOWS.match(block.get("SourceType", "")):
                    block["SourceType"] = "shows"
                elif block.get("SourceType") not in LINKS:
                    raise NotUnderstood("link %s" % block.get("SourceType"))
                kind = block["BlockType"] = LINKS.get(block["SourceType"], "Shows")
            if kind not in KNOWN:
                raise NotUnderstood("block " + kind)
            if kind == "SubSystem":
                inner = block["_inside"]
                if inner is None or block["_mask"] is None:
                    raise NotUnderstood("mask")
                if any(b["BlockType"] in ("EnablePort", "TriggerPort", "ActionPort") for b in inner[0].values()):
                    raise NotUnderstood("conditional subsystem")
            if kind == "DataTypeConversion" and block.get("OutDataTypeStr", block.get("DataType", "")) not in \
                    ("double", "boolean"):
                raise NotUnderstood("data types")
            key = prefix + name
            self.blocks[key] = block
            block["_owner"], block["_key"], block["_variables"] = owner, key, variables
            if kind == "Goto":
                self.tags[block.get("GotoTag", "A")] = key
            if kind == "SubSystem":
                self.add(block["_inside"], key + "/", key, self.inside_mask(block["_mask"], variables))
            if kind == "Stop":
                self.stops.append(key)
            if kind in SINKS and (kind != "Outport" or owner is None):
                self.sinks.append(key)
        for (source, output), (target, port) in lines:
            if not output.isdigit() or not port.isdigit():
                raise NotUnderstood("port " + port)
            self.sources[prefix + target, int(port)] = (prefix + source, int(output))

    def add_states(self, key):
        kind = self.blocks[key]["BlockType"]
        if kind == "Integrator":
            plain = {"ExternalReset": "none", "InitialConditionSource": "internal", "WrapState": "off"}
            if self.get(key, "LimitOutput", "off") == "on":
                self.limits[key] = [self.numbers(key, side + "SaturationLimit", usual)[0]
                                    for side, usual in (("Lower", "-inf"), ("Upper", "inf"))]
            if any(self.get(key, name, value) != value for name, value in plain.items()):
                raise NotUnderstood("integrator with options")
            initial = self.numbers(key, "InitialCondition", "0")
        elif kind == "TransferFcn":
            *self.linear[key], initial = transfer_function(self.numbers(key, "Numerator", "[1]"),
                                                           self.numbers(key, "Denominator", "[1 1]"))
        elif kind == "PID":
            *self.linear[key], initial = self.controller(key)
        elif kind == "StateSpace":
            block = self.blocks[key]
            self.linear[key] = [matrix(self.get(key, name, "1"), block["_variables"]) for name in "ABCD"]
            initial = self.vector(block.get("X0", block.get("InitialCondition", "0")), key)
            initial = initial * len(self.linear[key][0]) if len(initial) == 1 else initial
        else:
            return
        self.place[key] = (len(self.states), len(initial))
        self.states += initial

    def controller(self, key):
        """P + I/s + D N s/(s + N), or P times all of it in the ideal form; states are the integral and the filter"""
        plain = {"TimeDomain": "Continuous-time", "LimitOutput": "off", "ExternalReset": "none", "TrackingMode": "off",
                 "InitialConditionSource": "internal", "ControllerParametersSource": "internal", "UseFilter": "on"}
        if any(self.get(key, name, value) != value for name, value in plain.items()) or \
                any(self.numbers(key, name, "0") != [0.0] for name in
                    ("InitialConditionForIntegrator", "InitialConditionForFilter")):
            raise NotUnderstood("controller with options")
        kind, form = self.get(key, "Controller", "PID"), self.get(key, "Form", "Parallel")
        if form not in ("Parallel", "Ideal") or self.get(key, "AntiWindupMode", "none") not in ("none", "off"):
            raise NotUnderstood("controller with options")
        p, i, d, n = [self.numbers(key, name, usual)[0] for name, usual in
                      (("P", "1"), ("I", "1"), ("D", "0"), ("N", "100"))]
        p = p if "P" in kind else 1.0 if form == "Ideal" else 0.0
        i, d = i if "I" in kind else 0.0, d if "D" in kind else 0.0
        if form == "Ideal":
            i, d = p * i, p * d
        return [[0.0, 0.0], [0.0, -n]], [[i], [n * d]], [[1.0, -n]], [[p + n * d]], [0.0, 0.0]

    def add_sampled(self, key):
        kind = self.blocks[key]["BlockType"]
        if kind == "SubSystem":
            time = self.numbers(key, "SystemSampleTime", "-1")
            if time[0] > 0.0 and self.get(key, "TreatAsAtomicUnit", "off") == "on":
                if any(time[1:]):
                    raise NotUnderstood("offset")
                self.periods[key] = time[0]
            return
        if kind not in SAMPLED:
            return
        time = self.numbers(key, "samptime" if kind == "IntegerDelay" else "SampleTime", "-1")
        owner = self.blocks[key]["_owner"]
        while time == [-1.0] and owner:
            time, owner = [self.periods.get(owner, -1.0)], self.blocks[owner]["_owner"]
        if len(time) != 1 or not 0.0 < time[0] < 1e6:
            raise NotUnderstood("inherited sample time")
        self.periods[key] = time[0]
        if kind == "Delay":
            plain = {"DelayLengthSource": "Dialog", "InitialConditionSource": "Dialog", "ExternalReset": "None",
                     "ShowEnablePort": "off"}
            length = self.numbers(key, "DelayLength", "2")
            if any(self.get(key, name, value) != value for name, value in plain.items()) or length[0] < 1.0:
                raise NotUnderstood("delay with options")
            initial = self.numbers(key, "InitialCondition", "0")
            if len(initial) != 1:
                raise NotUnderstood("delay with options")
            self.held[key] = [initial] * int(length[0])
        if kind == "IntegerDelay":
            self.held[key] = [self.numbers(key, "vinit", "0")] * int(self.numbers(key, "NumDelays", "4")[0])
        if kind == "UnitDelay":
            name = "InitialCondition" if self.get(key, "InitialCondition") is not None else "X0"
            self.held[key] = self.numbers(key, name, "0")
        if kind == "DiscreteIntegrator":
            plain = {"ExternalReset": "none", "LimitOutput": "off", "InitialConditionSource": "internal",
                     "IntegratorMethod": "Integration: Forward Euler"}
            if any(self.get(key, name, value) != value for name, value in plain.items()) or \
                    self.numbers(key, "gainval", "1.0") != [1.0]:
                raise NotUnderstood("integrator with options")
            self.held[key] = self.numbers(key, "InitialCondition", "0")

    def add_remembered(self, key):
        """what keeps its value over a step, and what asks for the value of the step before"""
        kind = self.blocks[key]["BlockType"]
        if kind == "DiscretePulseGenerator":
            if self.get(key, "PulseType", "Sample based") != "Time based" or \
                    self.get(key, "TimeSource", "Use simulation time") != "Use simulation time":
                raise NotUnderstood("sampled pulse")
            period, width, delay = [self.numbers(key, name, usual)[0] for name, usual in
                                    (("Period", "10"), ("PulseWidth", "5"), ("PhaseDelay", "0"))]
            self.fits.update(x for x in (period, period * width / 100.0, delay) if x > 0.0)
        if kind == "Memory":
            name = "InitialCondition" if self.get(key, "InitialCondition") is not None else "X0"
            self.remembered[key] = self.numbers(key, name, "0")
        if kind in HELD_OVER_A_STEP:
            self.chosen[key] = None
        if kind == "Derivative":
            if self.get(key, "CoefficientInTFapproximation", "inf") not in ("inf", "Inf"):
                raise NotUnderstood("derivative with a filter")
            self.last[key] = []

    # ---- signals ----

    def count_inputs(self, key):
        return max([p for (k, p) in self.sources if k == key] or [0])

    def input(self, key, port):
        source = self.sources.get((key, port))
        if not source:
            return [0.0]
        known = self.memo.get(source)
        if known is None:
            self.memo[source] = "busy"
            known = self.memo[source] = self.output(*source)
        if known == "busy":
            raise NotUnderstood("algebraic loop")
        return known

    def input_of(self, key):
        """asks a block for its output, as one that reads it would"""
        if self.memo.get((key, 1)) is None:
            self.memo[key, 1] = "busy"
            self.memo[key, 1] = self.output(key, 1)

    def inputs(self, key):
        return [self.input(key, i + 1) for i in range(self.count_inputs(key))]

    def output(self, key, port):
        kind = self.blocks[key]["BlockType"]
        if key in self.linear:
            return self.output_linear(key)
        if kind == "Integrator":
            at, count = self.place[key]
            low, high = self.limits.get(key, (-math.inf, math.inf))
            return [min(max(v, low), high) for v in self.x[at:at + count]]
        if key in self.periods:
            if kind == "ZeroOrderHold" and (key in self.hits or key not in self.now):
                self.now[key] = self.input(key, 1)
            if kind == "SubSystem" and (key in self.hits or (key, port) not in self.now):
                self.now[key, port] = self.output_SubSystem(key, port)
            if kind == "SubSystem":
                return self.now[key, port]
            return self.now[key][0] if kind in ("Delay", "IntegerDelay") else self.now[key]
        if key in self.remembered:
            return self.remembered[key]
        if key in self.chosen:
            if self.major or self.chosen[key] is None:
                self.chosen[key] = getattr(self, "output_" + kind)(key, port)
            return self.chosen[key]
        if kind == "Lookup_n-D":
            return self.output_table(key)
        method = getattr(self, "output_" + kind, None)
        if not method:
            raise NotUnderstood("block " + kind)
        return method(key, port)

    def output_linear(self, key):
        a, b, c, d = self.linear[key]
        at, count = self.place[key]
        x = self.x[at:at + count]
        y = [sum(row[j] * x[j] for j in range(count)) for row in c]
        if any(v for row in d for v in row):
            u = self.input(key, 1)
            y = [y[i] + sum(d[i][j] * u[j] for j in range(len(u))) for i in range(len(y))]
        return y

    def output_Constant(self, key, port):
        return self.numbers(key, "Value", "1")

    def output_Ground(self, key, port):
        return [0.0]

    output_CommentedOut = output_Ground

    def output_Clock(self, key, port):
        return [self.t]

    def output_Step(self, key, port):
        if self.numbers(key, "SampleTime", "-1") != [0.0] and self.periods:
            raise NotUnderstood("inherited sample time")
        return each(lambda at, before, after: after if self.t >= at - 1e-12 else before,
                    self.numbers(key, "Time", "1"), self.numbers(key, "Before", "0"), self.numbers(key, "After", "1"))

    def output_Ramp(self, key, port):
        return each(lambda slope, start, initial: initial + slope * max(0.0, self.t - start),
                    self.numbers(key, "slope", "1"), self.numbers(key, "start", "0"), self.numbers(key, "X0", "0"))

    def output_Sin(self, key, port):
        if self.get(key, "SineType", "Time based") != "Time based" or \
                self.numbers(key, "SampleTime", "0")[0] not in (0.0, -1.0):
            raise NotUnderstood("sampled sine")
        return each(lambda a, f, p, b: a * math.sin(f * self.t + p) + b, self.numbers(key, "Amplitude", "1"),
                    self.numbers(key, "Frequency", "1"), self.numbers(key, "Phase", "0"), self.numbers(key, "Bias", "0"))

    def output_DiscretePulseGenerator(self, key, port):
        def pulse(height, period, width, delay):
            begun = (self.t - delay) / period
            within = begun - math.floor(begun + 1e-9)
            return height if begun > -1e-9 and within < width / 100.0 - 1e-9 else 0.0
        return each(pulse, self.numbers(key, "Amplitude", "1"), self.numbers(key, "Period", "10"),
                    self.numbers(key, "PulseWidth", "5"), self.numbers(key, "PhaseDelay", "0"))

    def output_Relay(self, key, port):
        on, off = self.numbers(key, "OnSwitchValue", "eps")[0], self.numbers(key, "OffSwitchValue", "eps")[0]
        high, low = self.numbers(key, "OnOutputValue", "1"), self.numbers(key, "OffOutputValue", "0")
        u = self.input(key, 1)
        if len(u) != 1:
            raise NotUnderstood("relay of a vector")
        return high if u[0] >= on or (u[0] > off and self.chosen[key] == high) else low

    def output_Derivative(self, key, port):
        """the difference to the last time before this one"""
        u = self.input(key, 1)
        for time, value in reversed(self.last[key]):
            if time < self.t:
                return each(lambda new, old: (new - old) / (self.t - time), u, value)
        return [0.0] * len(u)

    def output_SignalGenerator(self, key, port):
        form, unit = self.get(key, "WaveForm", "sine"), self.get(key, "Units", "Hertz")
        if self.get(key, "TimeSource", "Use simulation time") != "Use simulation time" or \
                form not in ("sine", "square", "sawtooth"):
            raise NotUnderstood("signal generator")

        def wave(height, frequency):
            turns = self.t * frequency / (1.0 if unit == "Hertz" else 2.0 * math.pi)
            part = turns - math.floor(turns + 1e-12)
            if form == "sine":
                return height * math.sin(2.0 * math.pi * turns)
            # as code shows that users have let be generated from their models
            return (height if part >= 0.5 - 1e-12 else -height) if form == "square" else height * (1.0 - 2.0 * part)
        return each(wave, self.numbers(key, "Amplitude", "1"), self.numbers(key, "Frequency", "1"))

    def output_Chirp(self, key, port):
        f1, time, f2 = [self.numbers(key, name, usual)[0] for name, usual in (("f1", "0.1"), ("T", "100"), ("f2", "1"))]
        return [math.sin(2.0 * math.pi * (f1 + (f2 - f1) / (2.0 * time) * self.t) * self.t)]

    def output_RepeatingTable(self, key, port):
        x, y = self.numbers(key, "rep_seq_t", "[0 2]"), self.numbers(key, "rep_seq_y", "[0 2]")
        if x[0] != 0.0:
            raise NotUnderstood("sequence")
        turns = self.t / x[-1]
        at = x[-1] * max(0.0, turns - math.floor(turns + 1e-12))
        i = 0
        while i < len(x) - 2 and at >= x[i + 1]:
            i += 1
        return [y[i] + (y[i + 1] - y[i]) * (at - x[i]) / (x[i + 1] - x[i])]

    def output_DotProduct(self, key, port):
        return [sum(each(lambda a, b: a * b, self.input(key, 1), self.input(key, 2)))]

    def output_Gain(self, key, port):
        form = self.get(key, "Multiplication", "Element")
        if form.startswith("Matrix(K*u)"):
            rows, u = matrix(self.get(key, "Gain", "1"), self.blocks[key]["_variables"]), self.input(key, 1)
            if len(rows) * len(rows[0]) > 1 and len(rows[0]) == len(u):
                return [sum(k * v for k, v in zip(row, u)) for row in rows]
        gain = self.numbers(key, "Gain", "1")
        if not form.startswith("Element") and len(gain) > 1:
            raise NotUnderstood("matrix gain")
        return each(lambda k, u: k * u, gain, self.input(key, 1))

    def output_SliderGain(self, key, port):
        return each(lambda k, u: k * u, self.numbers(key, "gain", "1"), self.input(key, 1))

    def output_Bias(self, key, port):
        return each(lambda b, u: b + u, self.numbers(key, "Bias", "0"), self.input(key, 1))

    def output_Sum(self, key, port):
        signs = self.get(key, "Inputs", "++").replace("|", "").strip()
        signs = "+" * int(signs) if signs.isdigit() else signs
        if len(signs) == 1:
            return [sum(self.input(key, 1)) * (1.0 if signs == "+" else -1.0)]
        return each(lambda *u: sum(x if s == "+" else -x for s, x in zip(signs, u)),
                    *[self.input(key, i + 1) for i in range(len(signs))])

    def output_Product(self, key, port):
        signs = self.get(key, "Inputs", "2")
        signs = "*" * int(signs) if signs.isdigit() else signs
        if signs == "*" and not self.get(key, "Multiplication", "Element").startswith("Matrix"):
            return [math.prod(self.input(key, 1))]
        if self.get(key, "Multiplication", "Element").startswith("Matrix") or len(signs) == 1:
            raise NotUnderstood("product of elements or matrices")

        def multiply(*u):
            value = 1.0
            for sign, x in zip(signs, u):
                value = value * x if sign == "*" else divide(value, x)
            return value
        return each(multiply, *[self.input(key, i + 1) for i in range(len(signs))])

    def output_Fcn(self, key, port):
        text = self.get(key, "Expr", "")
        if re.search(r"[~=<>&|!\[\]]", re.sub(r"u\s*\[\s*\d+\s*\]", "u", text)):
            raise NotUnderstood("formula")
        text = re.sub(r"\bu\s*[(\[]\s*(\d+)\s*[)\]]", lambda m: "U[%d]" % (int(m.group(1)) - 1), text.replace("^", "**"))
        text = re.sub(r"\bu\b", "U[0]", text)
        names = {n: getattr(math, n) for n in "sin cos tan exp sqrt asin acos atan atan2 sinh cosh tanh log10".split()}
        names.update(U=self.input(key, 1), exp=exponential, log=math.log, ln=math.log, abs=abs, pi=math.pi,
                     sgn=lambda x: float((x > 0) - (x < 0)))
        names.update({k: v for k, v in self.blocks[key]["_variables"].items() if not isinstance(v, list)})
        try:
            return [float(eval(text, {"__builtins__": {}}, names))]
        except Exception:
            raise NotUnderstood("formula " + text[:40])

    def output_Mux(self, key, port):
        return [x for u in self.inputs(key) for x in u]

    output_BusCreator = output_Mux

    def output_Selector(self, key, port):
        if self.get(key, "NumberOfDimensions", "1") != "1" or self.count_inputs(key) > 1 or \
                self.get(key, "IndexOptions", "Index vector (dialog)") != "Index vector (dialog)":
            raise NotUnderstood("selector")
        first = 1 if self.get(key, "IndexMode", "One-based") == "One-based" else 0
        name = "Indices" if self.get(key, "Indices") is not None else "Elements"
        u = self.input(key, 1)
        return [u[int(i) - first] for i in self.numbers(key, name, "1")]

    def output_BusSelector(self, key, port):
        raise NotUnderstood("bus")

    def output_Demux(self, key, port):
        u, sizes = self.input(key, 1), self.numbers(key, "Outputs", "4")
        if len(sizes) == 1 and int(sizes[0]) == len(u):
            return [u[port - 1]]
        if len(sizes) > 1 and sum(sizes) == len(u):
            at = int(sum(sizes[:port - 1]))
            return u[at:at + int(sizes[port - 1])]
        raise NotUnderstood("demux")

    def output_Saturate(self, key, port):
        return each(lambda low, high, u: min(max(u, low), high), self.numbers(key, "LowerLimit", "-0.5"),
                    self.numbers(key, "UpperLimit", "0.5"), self.input(key, 1))

    def output_DeadZone(self, key, port):
        return each(lambda low, high, u: u - high if u > high else u - low if u < low else 0.0,
                    self.numbers(key, "LowerValue", "-0.5"), self.numbers(key, "UpperValue", "0.5"), self.input(key, 1))

    def output_Abs(self, key, port):
        return each(abs, self.input(key, 1))

    def output_Signum(self, key, port):
        return each(lambda u: float((u > 0) - (u < 0)), self.input(key, 1))

    def output_Sqrt(self, key, port):
        roots = {"sqrt": math.sqrt, "signedSqrt": lambda u: math.copysign(math.sqrt(abs(u)), u),
                 "rSqrt": lambda u: 1.0 / math.sqrt(u)}
        if self.get(key, "Operator", "sqrt") not in roots:
            raise NotUnderstood("root")
        return each(roots[self.get(key, "Operator", "sqrt")], self.input(key, 1))

    def output_Trigonometry(self, key, port):
        name = self.get(key, "Operator", "sin")
        if name not in "sin cos tan asin acos atan sinh cosh tanh atan2".split():
            raise NotUnderstood(name)
        return each(getattr(math, name), *self.inputs(key))

    def output_MinMax(self, key, port):
        chosen = min if self.get(key, "Function", "min") == "min" else max
        u = self.inputs(key)
        return each(lambda *x: chosen(x), *u) if len(u) > 1 else [chosen(u[0])]

    def output_Math(self, key, port):
        name = self.get(key, "Operator", "exp")
        functions = {"exp": exponential, "log": math.log, "square": lambda x: x * x, "magnitude^2": lambda x: x * x,
                     "sqrt": math.sqrt, "reciprocal": lambda x: divide(1.0, x), "log10": math.log10, "10^u": lambda x: 10.0**x,
                     "hypot": math.hypot, "pow": lambda x, y: x**y, "rem": math.fmod,
                     "mod": lambda x, y: x - y * math.floor(x / y)}
        if name not in functions:
            raise NotUnderstood(name)
        result = each(functions[name], *self.inputs(key))
        if any(isinstance(x, complex) for x in result):
            raise NotUnderstood("complex")
        return result

    def output_Switch(self, key, port):
        rule = self.get(key, "Criteria", "u2 >= Threshold")
        hold = {"u2 >= Threshold": lambda u, h: u >= h, "u2 > Threshold": lambda u, h: u > h,
                "u2 ~= 0": lambda u, h: u != 0.0}[rule]
        return each(lambda a, u, b, h: a if hold(u, h) else b, self.input(key, 1), self.input(key, 2),
                    self.input(key, 3), self.numbers(key, "Threshold", "0"))

    def output_ManualSwitch(self, key, port):
        return self.input(key, 1 if self.get(key, "CurrentSetting", self.get(key, "sw", "1")) == "1" else 2)

    def output_RelationalOperator(self, key, port):
        compare = COMPARE.get(self.get(key, "Operator", ">="))
        if not compare:
            raise NotUnderstood("comparison")
        return each(lambda x, y: float(compare(x, y)), self.input(key, 1), self.input(key, 2))

    def output_CompareToConstant(self, key, port):
        compare = COMPARE[self.get(key, "relop", "<=")]
        return each(lambda x, y: float(compare(x, y)), self.input(key, 1), self.numbers(key, "const", "3.0"))

    def output_CompareToZero(self, key, port):
        compare = COMPARE[self.get(key, "relop", "<=")]
        return each(lambda x: float(compare(x, 0.0)), self.input(key, 1))

    def output_Logic(self, key, port):
        name = self.get(key, "Operator", "AND")
        if name == "NOT":
            return each(lambda x: float(x == 0.0), self.input(key, 1))
        function = {"AND": all, "OR": any}.get(name)
        if not function:
            raise NotUnderstood(name)
        return each(lambda *x: float(function(v != 0.0 for v in x)), *self.inputs(key))

    def output_table(self, key):
        plain = {"NumberOfTableDimensions": ("1",), "InterpMethod": ("Linear", "Linear point-slope"),
                 "ExtrapMethod": ("Linear",)}
        if any(self.get(key, name, "?") not in value for name, value in plain.items()):
            raise NotUnderstood("table")
        x, y = self.numbers(key, "BreakpointsForDimension1", ""), self.numbers(key, "Table", "")

        def find(u):
            i = 0
            while i < len(x) - 2 and u >= x[i + 1]:
                i += 1
            return y[i] + (y[i + 1] - y[i]) * (u - x[i]) / (x[i + 1] - x[i])
        return each(find, self.input(key, 1))

    def output_ToDegrees(self, key, port):
        return each(math.degrees, self.input(key, 1))

    def output_ToRadians(self, key, port):
        return each(math.radians, self.input(key, 1))

    def output_DataTypeConversion(self, key, port):
        truth = self.get(key, "OutDataTypeStr", self.get(key, "DataType")) == "boolean"
        return [float(u != 0.0) for u in self.input(key, 1)] if truth else self.input(key, 1)

    def output_MultiPortSwitch(self, key, port):
        order = self.get(key, "DataPortOrder", "One-based contiguous")
        control = self.input(key, 1)
        first = {"One-based contiguous": 1, "Zero-based contiguous": 0}.get(order)
        at = int(control[0]) - (1 if first is None else first)
        if first is None or len(control) != 1 or self.count_inputs(key) < 3 or not 0 <= at < self.count_inputs(key) - 1:
            raise NotUnderstood("multiport switch")
        return self.input(key, at + 2)

    def output_DynamicTable(self, key, port):
        if self.get(key, "LookUpMeth") not in ("Interpolation-Use End Values",):
            raise NotUnderstood("table")
        u, x, y = self.input(key, 1), self.input(key, 2), self.input(key, 3)

        def find(value):
            i = 0
            while i < len(x) - 2 and value >= x[i + 1]:
                i += 1
            return y[i] + (y[i + 1] - y[i]) * (min(max(value, x[0]), x[-1]) - x[i]) / (x[i + 1] - x[i])
        return each(find, u)

    def output_Inport(self, key, port):
        owner = self.blocks[key]["_owner"]
        return [0.0] if owner is None else self.input(owner, int(self.blocks[key].get("Port", "1")))

    def output_SubSystem(self, key, port):
        for block in self.blocks.values():
            if block["_owner"] == key and block["BlockType"] == "Outport" and int(block.get("Port", "1")) == port:
                return self.input(block["_key"], 1)
        raise NotUnderstood("outport")

    def output_From(self, key, port):
        tag = self.blocks[key].get("GotoTag", "A")
        if tag not in self.tags:
            raise NotUnderstood("tag")
        return self.input(self.tags[tag], 1)

    # ---- integration ----

    def look(self, t, x, hits=(), major=False):
        self.t, self.x, self.memo, self.hits, self.major = t, x, {}, hits, major

    def step_for(self, steps):
        """about that many steps, a whole number of them in each period, and in the whole"""
        span = self.stop - self.start
        h = span / steps
        common = Fraction(0)
        for period in self.fits.union(self.periods.values()):
            exact, rest = Fraction(period).limit_denominator(1000000), common
            while rest:
                exact, rest = rest, exact % rest
            common = exact
        if common:
            h = float(common) / math.ceil(float(common) / h * (1 - 1e-9))
        count = round(span / h)
        if abs(count * h - span) > 1e-9 * span or count > 20 * steps or \
                any(abs(p / h - round(p / h)) > 1e-9 for p in self.periods.values()):
            raise NotUnderstood("periods that do not fit")
        return h, count

    def sample(self, k, t, h, x):
        """what is due at step k shows its state, and takes the next one from its input"""
        due = [key for key, period in self.periods.items() if k % round(period / h) == 0]
        for key in due:
            if key in self.held:
                self.now[key] = self.held[key]
        self.look(t, x, due, True)
        for key in self.chosen:
            self.input_of(key)
        following = {}
        for key in due:
            if self.blocks[key]["BlockType"] == "SubSystem":
                for port in [int(b.get("Port", "1")) for b in self.blocks.values()
                             if b["_owner"] == key and b["BlockType"] == "Outport"]:
                    self.now[key, port] = self.output_SubSystem(key, port)
                continue
            u = self.input(key, 1)
            if self.blocks[key]["BlockType"] == "ZeroOrderHold":
                following[key] = self.now[key] = u
            elif self.blocks[key]["BlockType"] == "UnitDelay":
                following[key] = u
            elif self.blocks[key]["BlockType"] in ("Delay", "IntegerDelay"):
                following[key] = self.held[key][1:] + [u]
            else:
                following[key] = each(lambda s, v: s + self.periods[key] * v, self.held[key], u)
        return following

    def rates(self, t, x):
        self.look(t, x)
        result = [0.0] * len(x)
        for key, (at, count) in self.place.items():
            u = self.input(key, 1)
            if key in self.linear:
                a, b = self.linear[key][:2]
                for i in range(count):
                    result[at + i] = sum(a[i][j] * x[at + j] for j in range(count)) + \
                        sum(b[i][j] * u[j] for j in range(len(b[i])))
            else:
                low, high = self.limits.get(key, (-math.inf, math.inf))
                for i, v in enumerate(u * count if len(u) == 1 else u):
                    outward = (v > 0.0 and x[at + i] >= high) or (v < 0.0 and x[at + i] <= low)
                    result[at + i] = 0.0 if outward else v
        return result

    def signals(self):
        """(sink, port, element): value"""
        return {(key, port, i): v for key in self.sinks for port in range(1, self.count_inputs(key) + 1)
                for i, v in enumerate(self.input(key, port))}

    def probe(self):
        """asks everything once, so that what is missing is told before the run"""
        self.stop = min(self.stop, self.start + 1e6)
        self.sample(0, self.start, min(list(self.periods.values()) + [1.0]), self.states)
        self.signals()
        self.wants_stop()
        self.rates(self.start, self.states)
        return self

    def wants_stop(self):
        return any(v != 0.0 for key in self.stops for v in self.input(key, 1))

    def run(self, steps, rows):
        """step, and (number of the step, signals) at about rows + 1 times, up to where a Stop block ends it"""
        x, found = list(self.states), []
        h, steps = self.step_for(steps)
        for k in range(steps + 1):
            t = self.start + k * h
            following = self.sample(k, t, h, x)
            end = self.wants_stop()
            if end or k % max(1, steps // rows) == 0:
                found.append((k, self.signals()))
            if end:
                self.stopped = k
                return h, found
            self.held.update({key: v for key, v in following.items() if key in self.held})
            self.hits = ()
            self.remembered = {key: self.input(key, 1) for key in self.remembered}
            for key in self.last:
                self.last[key] = (self.last[key] + [(t, self.input(key, 1))])[-2:]
            if k == steps:
                return h, found
            k1 = self.rates(t, x)
            k2 = self.rates(t + h / 2, [a + h / 2 * b for a, b in zip(x, k1)])
            k3 = self.rates(t + h / 2, [a + h / 2 * b for a, b in zip(x, k2)])
            k4 = self.rates(t + h, [a + h * b for a, b in zip(x, k3)])
            x = [a + h / 6 * (p + 2 * q + 2 * r + s) for a, p, q, r, s in zip(x, k1, k2, k3, k4)]
            for key, (low, high) in self.limits.items():
                at, count = self.place[key]
                x[at:at + count] = [min(max(v, low), high) for v in x[at:at + count]]
            if not all(map(math.isfinite, x)):
                raise Diverges("it diverges")
