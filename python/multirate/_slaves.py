"""Slaves behind their interface, and advice on the settings of a coupling."""

import math

import numpy as np

from . import _models
from ._library import Error, doubles, lib, message, sentence, taken, texts
from ._runs import _find


class Slave:
    """A slave behind its coupling, for a master of your own: with Slave("two_mass", "fr=40", "order=2") as s:
    s.start(0, [1.1]); u = s.exchange(0.01, y). `inputs` and `outputs` tell names, units and sizes."""

    def __init__(self, name, configuration="", options=""):
        why = message()
        self._pointer = lib.mp_slave_open(name.encode(), configuration.encode(), options.encode(), why)
        if not self._pointer:
            raise Error(sentence(why))
        self.title = lib.mp_slave_title(self._pointer).decode()
        self.inputs, self.outputs = (
            [{"name": lib.mp_slave_text(self._pointer, side, i, 0).decode(),
              "unit": lib.mp_slave_text(self._pointer, side, i, 1).decode(),
              "size": lib.mp_slave_size(self._pointer, side, i)}
             for i in range(lib.mp_slave_variables(self._pointer, side))] for side in (0, 1))
        self._sizes = [sum(v["size"] for v in side) for side in (self.inputs, self.outputs)]

    def _inputs(self, values):
        if not self._pointer:
            raise Error("the slave is closed")
        array = np.ascontiguousarray(np.atleast_1d(values), dtype=float).ravel()
        if array.size != self._sizes[0]:
            raise ValueError(f"the slave takes {self._sizes[0]} numbers, not {array.size}")
        return array

    def start(self, time, inputs):
        """Begin at this time with these inputs."""
        why = message()
        if lib.mp_slave_start(self._pointer, time, doubles(self._inputs(inputs)), why):
            raise Error(sentence(why))

    def exchange(self, time, inputs, minor=False):
        """The master is at this time with these outputs and gets the slave's; minor: a trial point."""
        given, outputs, why = self._inputs(inputs), np.zeros(self._sizes[1]), message()
        if lib.mp_slave_exchange(self._pointer, time, doubles(given), int(minor), doubles(outputs), why):
            raise Error(sentence(why))
        return outputs

    @property
    def time(self):
        return lib.mp_slave_time(self._pointer)

    def close(self):
        lib.mp_slave_close(self._pointer)
        self._pointer = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        if getattr(self, "_pointer", None):
            self.close()


def slave(name, configuration="", options=""):
    """The same as Slave(…)."""
    return Slave(name, configuration, options)


def advise(model, variables=None, *, stop_time=None, path=(), pilots=4):
    """Settings of the multirate block of a model file, best first, as `multirate advise` finds them: predicted from
    the linearised diagram and the slave's interface; then `pilots` of them and the present ones are run for a first
    part of the time. Dicts with options, stable, error (predicted), slave_step, radius, present, tried, pilot (error of
    the pilot run), expected (of the whole run), seconds, efficient, failure, block and its parameters; the first has
    the reason. Numbers and texts as variables. pilots=0: nothing is run."""
    def text(value):
        return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else repr(float(value))

    if not 0 <= int(pilots) <= 20:
        raise ValueError("pilots is 0 to 20")
    file, folders, why = _find(str(model), path), _models.folders(path), message()
    settings = [f"{name}={text(value)}" for name, value in (variables or {}).items()]
    advice = lib.mp_advise(file.encode(), texts(settings), len(settings), texts(folders), len(folders),
                           math.nan if stop_time is None else float(stop_time), int(pilots), why)
    if not advice:
        raise Error(sentence(why))
    try:
        block = lib.mp_advice_block(advice).decode()
        names = ("possible", "stable", "error", "slave_step", "radius", "present", "tried", "pilot", "expected", "seconds",
                 "efficient")
        answers = []
        for i in range(lib.mp_advice_count(advice)):
            answer = {name: lib.mp_advice_number(advice, i, what) for what, name in enumerate(names)}
            if not answer.pop("possible"):
                continue
            for name in ("stable", "present", "tried", "efficient"):
                answer[name] = bool(answer[name])
            parameters = dict(filter(lambda pair: len(pair) == 2, (taken(lib.mp_advice_parameter(advice, i, k)).split("\n", 1)
                                            for k in range(7)))) if len(answers) < 10 else {}
            answer.update(options=lib.mp_advice_text(advice, i).decode(), block=block, parameters=parameters,
                          failure=lib.mp_advice_failure(advice, i).decode())
            answers.append(answer)
        if answers:
            answers[0]["reason"] = lib.mp_advice_reason(advice).decode()
        return answers
    finally:
        lib.mp_advice_free(advice)
