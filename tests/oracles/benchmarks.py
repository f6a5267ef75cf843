"""Public benchmarks of falsification, integrated by hand: (collection, file, check) as in charts.py. Manoeuvres are random ones of
our own; the tables of the transmissions are read from their packages."""
import math
import os
import random
import re
import zipfile

from mat_file import arrays
from recording import convert, record

TIGHT = ["--rel-tol", "1e-10", "--abs-tol", "1e-12"]
# Dormand and Prince 1980, table 2: fifth order
NODES = (0.0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0)
STAGES = ((), (1 / 5,), (3 / 40, 9 / 40), (44 / 45, -56 / 15, 32 / 9),
          (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
          (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656))
WEIGHTS = (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84)


def step(rate, t, x, h):
    slopes = []
    for node, row in zip(NODES, STAGES):
        inner = [v + h * sum(a * k[i] for a, k in zip(row, slopes)) for i, v in enumerate(x)]
        slopes.append(rate(t + node * h, inner))
    return [v + h * sum(b * k[i] for b, k in zip(WEIGHTS, slopes)) for i, v in enumerate(x)]


def relative(ours, theirs):
    """largest difference of columns, relative to the largest value of each"""
    worst = 0.0
    for a, b in zip(ours, theirs):
        if len(a) != len(b):
            raise RuntimeError("lengths differ")
        size = max(abs(v) for v in b) or 1.0
        worst = max([worst] + [abs(v - w) / size for v, w in zip(a, b)])
    return worst


def follow(rate, x, times, longest=0.005):
    """the state at these times"""
    t, rows = times[0], [x]
    for end in times[1:]:
        pieces = max(1, math.ceil((end - t) / longest))
        for k in range(pieces):
            x = step(rate, t + k * (end - t) / pieces, x, (end - t) / pieces)
        t = end
        rows.append(x)
    return rows


# ---- chasing cars: every mode has a closed form ----

class Motion:
    """position and speed of a car since its last change"""

    def __init__(self, mode, t, y, v, inputs=(0.0, 0.0)):
        self.mode, self.t, self.y, self.v, self.inputs = mode, t, y, v, inputs

    def at(self, t):
        s, y, v = t - self.t, self.y, self.v
        if self.mode == "Keeping":
            return y + v * s, v
        if self.mode == "Chasing":
            return y - v * s - s * s / 2, v + s
        if self.mode == "Braking":
            return y + v * math.expm1(-s), v * math.exp(-s)
        throttle, brake = self.inputs
        if brake == 0.0:
            return y + v * s - throttle * s * s / 2, v - throttle * s
        far = -throttle / brake
        return y + far * s - (v - far) * math.expm1(-brake * s) / brake, far + (v - far) * math.exp(-brake * s)


WAYS = {"Keeping": ((15.0, 1.0, "Chasing"), (5.0, -1.0, "Braking")), "Chasing": ((10.0, -1.0, "Keeping"),),
        "Braking": ((20.0, 1.0, "Chasing"),)}


class Cars:
    def __init__(self, throttle, brake):
        self.inputs = throttle, brake
        self.cars = [Motion("Run", 0.0, 0.0, 0.0, (throttle[0], brake[0]))]
        self.cars += [Motion("Keeping", 0.0, 10.0 * k, 0.0) for k in range(1, 5)]
        self.t, self.changes = 0.0, 0

    def due(self, k, t):
        gap = self.cars[k].at(t)[0] - self.cars[k - 1].at(t)[0]
        return next((mode for limit, sign, mode in WAYS[self.cars[k].mode] if sign * (gap - limit) >= 0.0), None)

    def change(self, k, t, mode, inputs=(0.0, 0.0)):
        self.cars[k] = Motion(mode, t, *self.cars[k].at(t), inputs)

    def go_on(self, end, longest=0.002):
        """up to a time, from change to change"""
        while self.t < end:
            ahead = min(end, self.t + longest)
            if any(self.due(k, ahead) for k in range(1, 5)):
                low, high = self.t, ahead
                for _ in range(60):
                    middle = (low + high) / 2
                    low, high = (low, middle) if any(self.due(k, middle) for k in range(1, 5)) else (middle, high)
                for k in range(1, 5):
                    mode = self.due(k, high)
                    if mode:
                        self.change(k, high, mode)
                        self.changes += 1
                ahead = max(high, math.nextafter(self.t, math.inf))
            self.t = ahead

    def positions(self):
        return [car.at(self.t)[0] for car in self.cars]


def chasing_cars(program, model, folder):
    """throttle and brake are held over 20 s each"""
    dice = random.Random(6)
    throttle, brake = [[round(dice.random(), 3) for _ in range(5)] for _ in range(2)]
    rows = [[20.0 * k, u, b] for k, (u, b) in enumerate(zip(throttle, brake))] + [[100.0, throttle[-1], brake[-1]]]
    run = record(program, model, folder, inputs=rows, options=TIGHT + ["--stop-time", "100"])
    cars, expected = Cars(throttle, brake), []
    for t in run.time:
        while cars.t < t:
            period = int(cars.t // 20.0)
            border = 20.0 * (period + 1)
            cars.go_on(min(t, border))
            if cars.t == border and border < 100.0:
                cars.change(0, border, "Run", (throttle[period + 1], brake[period + 1]))
        expected.append(cars.positions())
    names = ["Out1(%d)" % k for k in range(1, 6)] if "Out1(1)" in run.columns else ["Out%d" % k for k in range(1, 6)]
    return relative([run.columns[n] for n in names], list(zip(*expected))), "%d rows, %d changes" % (
        len(run.time), cars.changes)


# ---- automatic transmission ----

def interval(points, x):
    """the last interval that begins at or below x, the outer ones go on beyond"""
    k = 0
    while k < len(points) - 2 and x >= points[k + 1]:
        k += 1
    return k, (x - points[k]) / (points[k + 1] - points[k])


def between(points, values, x):
    k, part = interval(points, x)
    return values[k] + part * (values[k + 1] - values[k])


def between_both(rows, columns, table, x, y):
    """table: list of columns"""
    k, part = interval(columns, y)
    low, high = between(rows, table[k], x), between(rows, table[k + 1], x)
    return low + part * (high - low)


class Transmission:
    H = 0.04

    def __init__(self, data, maneuver):
        self.data, self.maneuver = data, maneuver
        self.speed_ratio, self.k_factor, self.torque_ratio = data["CONVERTER_DATA"]
        self.throttles, self.speeds = data["TH_VEC"][0], [c[0] for c in data["NE_VEC"]]
        (self.final, self.drag, self.drag2, self.radius, self.inertia, begin), = data["VEHICLE_DATA"]
        self.x = [1000.0, begin / self.radius]  # engine in rpm, wheel
        self.gear, self.mode, self.ticks, self.entered = 1, "steady", 0, False

    def mph(self, wheel):
        return wheel * 2.0 * math.pi * self.radius * 60.0 / 5280.0

    def rate(self, t, x):
        throttle, brake = self.maneuver(t)
        engine, wheel = x
        ratio = (2.393, 1.450, 1.000, 0.677)[self.gear - 1]
        slip = wheel * self.final * ratio / engine
        impeller = (engine / between(self.speed_ratio, self.k_factor, slip)) ** 2
        out = impeller * between(self.speed_ratio, self.torque_ratio, slip) * ratio
        torque = between_both(self.throttles, self.speeds, self.data["EMAP"], throttle, engine)
        mph = self.mph(wheel)
        load = ((mph > 0) - (mph < 0)) * (self.drag + self.drag2 * mph * mph + brake)
        return [(torque - impeller) / self.data["Iei"][0][0], (out * self.final - load) / self.inertia]

    def shift(self, t):
        """one wake-up of the chart"""
        speed, throttle = self.mph(self.x[1]), self.maneuver(t)[0]
        if not self.entered:
            self.entered = True
            return
        gears = [1.0, 2.0, 3.0, 4.0]
        down = between_both(self.data["DOWN_TH_BP"][0], gears, self.data["DOWN_TABLE"], throttle, self.gear)
        up = between_both(self.data["UP_TH_BP"][0], gears, self.data["UP_TABLE"], throttle, self.gear)
        self.ticks += 1
        wait, before = self.ticks >= self.data["TWAIT"][0][0], self.mode
        if self.mode == "steady":
            self.mode = "up" if speed > up else "down" if speed < down else "steady"
        elif self.mode == "up" and wait and speed >= up:
            self.gear, self.mode = min(4, self.gear + 1), "steady"
        elif self.mode == "down" and wait and speed <= down:
            self.gear, self.mode = max(1, self.gear - 1), "steady"
        elif (self.mode == "up" and speed < up) or (self.mode == "down" and speed > down):
            self.mode = "steady"
        self.ticks = self.ticks if self.mode == before else 0

    def run(self, steps):
        rows = []
        for k in range(steps + 1):
            t = k * self.H
            self.shift(t)
            rows.append((self.gear, self.x[0], self.mph(self.x[1])))
            self.x = step(self.rate, t, self.x, self.H)
            if not 600.0 < self.x[0] < 6000.0:
                raise RuntimeError("the engine comes to its limits, of which this program knows nothing")
        return rows


def with_maneuver(text):
    """the Signal Builder reads the variable oracle_maneuver; monitors of the outputs are left out"""
    text = text.replace("tuvar = sigbuilder_block('maskInit');", "tuvar = oracle_maneuver;")
    text = text.replace('"Sigbuilder block"', '""').replace('"STV Subsys"', '""').replace('"STV FromWs"', '""')
    text = re.sub(r'\n\s*SigBuilderData\s+"(?:[^"\\]|\\.)*"(?:\n\s*"(?:[^"\\]|\\.)*")*', "", text)
    return re.sub(r'BlockType\s+Reference(\s+Name\s+"STL Stop Monitor\d?")', r"BlockType Terminator\1", text)


def transmission(program, model, folder):
    data = arrays(zipfile.ZipFile(model).read("simulink/modelworkspace.mat"))
    dice, worst, shifts = random.Random(7), 0.0, 0
    text = with_maneuver(convert(program, model, folder))
    changed = os.path.join(folder, "transmission.mdl")
    with open(changed, "w", encoding="utf8") as file:
        file.write(text)
    for _ in range(5):
        points = [(2.0 * k, dice.uniform(20.0, 100.0), dice.choice((0.0, 0.0, 0.0, dice.uniform(0.0, 200.0))))
                  for k in range(16)]
        def maneuver(t, points=points):
            times = [p[0] for p in points]
            return between(times, [p[1] for p in points], t), between(times, [p[2] for p in points], t)
        script = os.path.join(folder, "maneuver.m")
        with open(script, "w") as file:
            file.write("oracle_maneuver = [%s];\n" % "; ".join("%r %r %r" % p for p in points))
        run = record(program, changed, folder, options=["--params", script])
        expected = Transmission(data, maneuver).run(len(run.time) - 1)
        ours = [run.columns[name] for name in ("Gear", "PlotResults_2", "PlotResults_3")]
        worst = max(worst, relative(ours, list(zip(*expected))))
        shifts += sum(a[0] != b[0] for a, b in zip(expected, expected[1:]))
    return worst, "5 manoeuvres, %d shifts" % shifts


# ---- small systems ----

def oscillator(rate):
    def check(program, model, folder):
        worst, rows = 0.0, 0
        for x0, y0 in ((1.0, -0.5), (-2.0, 0.3), (0.1, 0.1)):
            run = record(program, model, folder, options=TIGHT + ["--set", "x0=%r" % x0, "--set", "y0=%r" % y0])
            expected = follow(rate, [x0, y0], run.time)
            names = ("y", "x") if rate is van_der_pol else ("x", "y")
            worst = max(worst, relative([run.columns[n] for n in names], list(zip(*expected))))
            rows += len(run.time)
        return worst, "3 runs, %d rows" % rows
    return check


def van_der_pol(_, x):
    """x0 is the beginning of the speed here"""
    speed, place = x
    return [-place - place * place * speed - speed, speed]


def brusselator(_, x):
    return [1.0 - 2.5 * x[0] + x[0] * x[0] * x[1], 1.5 * x[0] - x[0] * x[0] * x[1]]


def held(rows, t, column):
    """the last sample at or before a time"""
    return [r for r in rows if r[0] <= t + 1e-9][-1][column]


def euler(rate, x, times):
    """steps that ask for held inputs at their beginning only"""
    rows = [x]
    for t, end in zip(times, times[1:]):
        x = [v + (end - t) * r for v, r in zip(x, rate(t, x))]
        rows.append(x)
    return rows


def simple_robot(program, model, folder):
    """a yaw rate that is held turns a body of unit speed"""
    dice = random.Random(8)
    rows = [[float(k), dice.uniform(-2.0, 2.0)] for k in range(11)]
    run = record(program, model, folder, inputs=rows, options=["--solver", "ode1"])
    expected = euler(lambda t, x: [math.cos(x[2]), math.sin(x[2]), held(rows, t, 1)], [0.0] * 3, run.time)
    return relative([run.columns["x"], run.columns["y"]], list(zip(*expected))[:2]), "%d rows" % len(run.time)


def polarity(program, model, folder):
    """the sign of what is sampled every second, and its integral"""
    dice = random.Random(9)
    rows = [[0.5 * k, dice.choice((-1.0, 0.0, 2.0))] for k in range(21)]
    run = record(program, model, folder, inputs=rows)
    expected, total, t = [], 0.0, 0.0
    for now in run.time:
        last = held(rows, math.floor(t + 1e-9), 1)
        total, t = total + ((last > 0) - (last < 0)) * (now - t), now
        last = held(rows, math.floor(now + 1e-9), 1)
        expected.append((float((last > 0) - (last < 0)), total))
    return relative([run.columns["x"], run.columns["y"]], list(zip(*expected))), "%d rows" % len(run.time)


def floating_robot(program, model, folder):
    """two pairs of thrusters move and turn a body: x, its speed, y, its speed, angle, its speed. The first thruster is held, the
    others are not"""
    dice = random.Random(10)
    rows = [[float(k)] + [dice.uniform(-1.0, 1.0) for _ in range(4)] for k in range(11)]
    times = [r[0] for r in rows]
    run = record(program, model, folder, inputs=rows, options=["--solver", "ode1"])

    def rate(t, x):
        u1, (u2, u3, u4) = held(rows, t, 1), [between(times, [r[c] for r in rows], t) for c in (2, 3, 4)]
        cosine, sine = math.cos(x[4]), math.sin(x[4])
        return [x[1], ((u1 + u3) * cosine - (u2 + u4) * sine) / 10.0, x[3],
                ((u1 + u3) * sine + (u2 + u4) * cosine) / 10.0, x[5], 5.0 * ((u1 + u3) - (u2 + u4)) / 12.0]

    expected = euler(rate, [0.0] * 6, run.time)
    return relative([run.columns["x%d" % k] for k in range(1, 7)], list(zip(*expected))), "%d rows" % len(run.time)


SIMULINK = "falstar/resource/simulink/"
MODELS = [("ERATOMMSD/falstar", SIMULINK + "cars.mdl", chasing_cars),
          ("decyphir/breach", "Ext/Models/Autotrans_w_signal_builder.slx", transmission),
          ("decyphir/breach", "Online/examples/Autotrans_online/autotrans_signal_builder.slx", transmission),
          ("ERATOMMSD/falstar", SIMULINK + "van_der_pol.slx", oscillator(van_der_pol)),
          ("ERATOMMSD/falstar", SIMULINK + "brusselator.slx", oscillator(brusselator)),
          ("ERATOMMSD/falstar", SIMULINK + "simple_robot.slx", simple_robot),
          ("ERATOMMSD/falstar", SIMULINK + "sampled_polarity_integrator.slx", polarity),
          ("ERATOMMSD/falstar", SIMULINK + "free_floating_robot.slx", floating_robot)]
