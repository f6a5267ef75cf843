"""Charts of public models, written by hand as programs: (collection, file, check), where check(program, model, folder) gives the
largest difference and what was compared."""
import csv
import os
import random
import subprocess

from recording import record

CONQAT = "Simulink2dL-Src/org.conqat.lib.simulink/test-data/org.conqat.lib.simulink."
PX4 = "code/controller/backup/px4/commander/doc/"


def differs(ours, theirs):
    """0 or 1: values of charts are equal or not"""
    return float(len(ours) != len(theirs) or any(a != b for a, b in zip(ours, theirs)))


class Microwave:
    """setup (1), cooking (2), suspended (3); a step of cooking takes one from what remains"""

    def __init__(self):
        self.mode, self.left = 0, 0

    def step(self, start, clear, cook, closed):
        if self.mode == 0:
            self.mode, self.left = 1, cook
        elif self.mode == 1:
            if start and cook > 0:
                self.left = cook
                self.mode = 2 if closed else 3
        elif self.left <= 0:  # the state around both is asked first
            self.mode, self.left = 1, cook
        elif self.mode == 2:
            if clear or not closed:
                self.mode = 3
            else:
                self.left -= 1
        elif clear:
            self.mode, self.left = 1, cook
        elif start and closed:
            self.mode = 2
        return self.mode, self.left


def microwave(program, model, folder):
    dice, oven = random.Random(1), Microwave()
    rows = []
    for k in range(400):
        rows.append([k, dice.random() < 0.4, dice.random() < 0.1, dice.randrange(0, 6), dice.random() < 0.85])
    run = record(program, model, folder, inputs=rows, classes=["logical", "logical", "uint16", "logical"],
                 options=["--stop-time", "399"])
    expected = [oven.step(*row[1:]) for row in rows]
    ours = list(zip(run.columns["mode"], run.columns["steps_remaining"]))
    seen = len({m for m, _ in expected})
    return differs(ours, expected), "%d rows, %d modes" % (len(rows), seen)


def rising(before, now):
    return before <= 0.0 < now


def counters(program, model, folder):
    """A -E-> B -F-> C -E-> A, each counts its entries; E falls, F rises, and the first event only enters"""
    dice = random.Random(2)
    rows = [[k, dice.choice((-1, 1)), dice.choice((-1, 1))] for k in range(300)]
    run = record(program, model, folder, ["Arrays1"], inputs=rows, options=["--stop-time", "299", "--step", "1"])
    signals = run("Arrays1", "in", "trigger")
    state, counts, before, expected = None, [1, 1, 1], signals[0], []
    for row in signals:
        for event in range(2):
            sign = -1.0 if event == 0 else 1.0
            if not rising(sign * before[event], sign * row[event]):
                continue
            if state is None:
                state = 0
            elif (state, event) in ((0, 0), (1, 1), (2, 0)):
                state = (state + 1) % 3
            else:
                continue
            counts[state] += 1
        before = row
        expected.append(tuple(counts))
    ours = list(zip(*[run.columns[n] for n in ("x1", "x2", "x3")]))
    return differs(ours, expected), "%d rows, %d entries" % (len(signals), sum(counts) - 3)


def hotel(program, model, folder):
    """guests wait for a room, leave it at a fire alarm, and come back to the same one"""
    run = record(program, model, folder, ["Stateflow"])
    events, guest, c1 = run("Stateflow", "in", "trigger"), run("Stateflow", "in", 1), run("Stateflow", "in", 2)
    room, outside, b, expected, before = None, False, 0.0, [], events[0]
    for now, (who,), (c,) in zip(events, guest, c1):
        for event in range(4):  # checkin, alarm, all clear, clock
            if not rising(before[event], now[event]):
                continue
            if room is None:
                room = "wait"
            elif outside:
                if event == 2:
                    outside = False
                    b = (3.0 if c < 0.0 else 4.0) if room == "NonSmokingRoom" else b
            elif event == 1:
                outside = True
                b = (2.0 if c > 1.0 else 1.0) if room == "NonSmokingRoom" else b
            elif room == "wait":
                if event == 0:
                    room = "FamilySuite" if who > 2 else {2: "ExecutiveSuite", 1: "SmokingRoom"}.get(who, "NonSmokingRoom")
                    b = (3.0 if c < 0.0 else 4.0) if room == "NonSmokingRoom" else b
            elif room == "NonSmokingRoom":
                b = 2.0 * c
            else:
                raise RuntimeError("a room that this program does not know")
        before = now
        expected.append((b, float(outside), float(room == "NonSmokingRoom" and not outside)))
    ours = list(zip([row[0] for row in run("Stateflow", "out")], run.columns["Stateflow.AssemblyPoint"],
                    run.columns["Stateflow.HotelStateflow.NonSmokingRoom"]))
    moves = sum(x != y for x, y in zip(expected, expected[1:]))
    return differs(ours, expected), "%d rows, %d changes" % (len(expected), moves)


def truth_table(program, model, folder):
    """the input where both conditions hold or none does, else its reciprocal"""
    run = record(program, model, folder, ["Truth Table"])
    expected = [u if (u >= 0.0) == (u * u <= 1.0) else 1.0 / u for (u,) in run("Truth Table", "in", 1)]
    ours = [row[0] for row in run("Truth Table", "out")]
    return differs(ours, expected), "%d rows" % len(ours)


def sent_every_fifth(program, model, folder):
    """E goes to a state at every fifth step: it changes sides, backwards only behind 1.2 s"""
    done = subprocess.run([program, "run", model, "--trace", "Chart"], capture_output=True, text=True, timeout=60, cwd=folder)
    trace = [(float(r["time"]), r["what"], r["state"]) for r in csv.DictReader(
        [line for line in done.stdout.splitlines() if line.count(",") == 3])]
    expected, side = [(0.0, "enter", "ddd"), (0.0, "enter", "ddd1"), (0.0, "enter", "ddd1.b")], "b"
    for k in range(5, 101, 5):
        other = "a" if side == "b" else "b"
        if side == "b" or k / 10.0 > 1.2:
            expected += [(k / 10.0, "leave", "ddd1." + side), (k / 10.0, "enter", "ddd1." + other)]
            side = other
    return differs([(round(t, 9), w, s) for t, w, s in trace], expected), "%d activations" % len(expected)


def bacteria(program, model, folder):
    """doubles below 32, halves above"""
    worst, rows = 0.0, 0
    for begin in (1.0, 3.0, 32.0, 40.0, 0.3):
        run = record(program, model, folder, inputs=[[k, begin] for k in range(11)],
                     options=["--path", os.path.join(os.path.dirname(model), "../../libs/contract"), "--stop-time", "10", "--solver", "FixedStepDiscrete", "--step", "1"])
        expected = [begin]
        while len(expected) < len(run.time):
            last = expected[-1]
            expected.append(2.0 * last if last < 32.0 else last / 2.0 if last > 32.0 else last)
        worst, rows = max(worst, differs(run.columns["population"], expected)), rows + len(expected)
    return worst, "%d rows" % rows


class Teller:
    """an automatic teller, as a table: state, event -> state, change of the amount"""

    TABLE = {("VERIFYING_CARD", "accept_card"): ("AMOUNT_SELECTION", None),
             ("AMOUNT_SELECTION", "amount"): ("VERIFYING_TRANSACTION", "given"),
             ("ENTER_AMOUNT", "digit"): ("ENTER_AMOUNT", "digit"),
             ("ENTER_AMOUNT", "ok"): ("VERIFYING_TRANSACTION", None),
             ("VERIFYING_TRANSACTION", "reject_transaction"): ("ENTER_AMOUNT", "none"),
             ("VERIFYING_TRANSACTION", "transaction_succeeded"): ("CARD_RELEASED", None)}

    def __init__(self):
        self.state, self.amount, self.trace = "VERIFYING_CARD", 0, [(0.0, "Chart", "enter", "VERIFYING_CARD")]

    def path(self):
        inner = self.state in ("AMOUNT_SELECTION", "ENTER_AMOUNT")
        return ["READ_AMOUNT", "READ_AMOUNT." + self.state] if inner else [self.state]

    def happen(self, t, event, value):
        target, change = self.TABLE[self.state, event]
        self.amount = {"given": value, "digit": 10 * self.amount + value, "none": 0, None: self.amount}[change]
        before, self.state = self.path(), target
        common = len(before) == 2 and len(self.path()) == 2
        self.trace += [(t, "Chart", "leave", s) for s in reversed(before[common:])]
        self.trace += [(t, "Chart", "enter", s) for s in self.path()[common:]]


def teller(program, model, folder):
    """a chart calls three others by function-calls, ten of them to the teller; what that calls is not connected"""
    plot = [("accept_card", 0), ("amount", 5000), ("reject_transaction", 0), ("digit", 5), ("digit", 0), ("digit", 0), ("ok", 0),
            ("reject_transaction", 0), ("digit", 5), ("ok", 0), ("transaction_succeeded", 0)]
    done = subprocess.run([program, "run", model, "--trace", "all", "--stop-time", "13"], capture_output=True, text=True,
                          timeout=60, cwd=folder)
    rows = csv.DictReader([line for line in done.stdout.splitlines() if line.count(",") == 3])
    trace = [(float(r["time"]), r["chart"].split("/")[-1], r["what"], r["state"]) for r in rows]
    machine, amounts = Teller(), [0]
    for k, (event, value) in enumerate(plot):
        machine.happen(k + 1.0, event, value)
        amounts.append(machine.amount)
    others = [(0.0, name, "enter", "A") for name in ("eject_card", "transaction")]
    wrong = differs([x for x in trace if x[1] == "Chart"], machine.trace)
    wrong = wrong or differs(sorted(x for x in trace if x[1] not in ("Chart", "eventCaller")), others)
    run = record(program, model, folder, ["Chart"], options=["--stop-time", "13"])
    values = {round(t, 6): v[0] for t, v in zip(run.time, run("Chart", "out"))}
    wrong = wrong or differs([values[float(t)] for t in range(len(amounts))], amounts)
    return wrong, "%d activations" % (len(machine.trace) + len(others))


MODELS = [("coco-team/cocoSim2", "examples/StateFlow/MicrowaveV2.mdl", microwave),
          ("coco-team/cocoSim2", "examples/StateFlow/MicrowaveCex.slx", microwave),
          ("coco-team/cocoSim2", "examples/StateFlow/Arrays1V2.mdl", counters)]
MODELS += [("EmbSys-WWU/Simulink2dL", CONQAT + "builder/" + name, hotel) for name in (
    "model02_2013a.mdl", "model02_2013a.slx", "model02_2015b.slx")]
MODELS += [("EmbSys-WWU/Simulink2dL", CONQAT + "model.stateflow/" + name, truth_table) for name in (
    "TruthTable.mdl", "TruthTable.slx")]
MODELS += [("nextpilot/nextpilot-simulink-project", PX4 + "trans_fail_demo.slx", sent_every_fifth)]
MODELS += [("coco-team/cocoSim2", "examples/contract/bacteriaPopulation%s.slx" % name, bacteria) for name in (
    "", "Stateflow", "TruthTable")]
MODELS += [("taheruddin/transformation-stateflow-sdl", "case-studies/atm/Stateflow/%s.slx" % name, teller) for name in (
    "atm", "atm_cor")]
