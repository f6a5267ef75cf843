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


def advise(model, variables=None, *, stop_time=None, path=()):
    """Settings of the multirate block of a model file, best first, as predicted from the linearised diagram and
    the slave's interface: dicts with options, stable, error, slave_step, radius, block and its parameters.
    Numbers and texts as variables. Nothing is run: `multirate advise` makes pilot runs besides."""
    def text(value):
        return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else repr(float(value))

    file, folders, why = _find(str(model), path), _models.folders(path), message()
    settings = [f"{name}={text(value)}" for name, value in (variables or {}).items()]
    advice = lib.mp_advise(file.encode(), texts(settings), len(settings), texts(folders), len(folders),
                           math.nan if stop_time is None else float(stop_time), why)
    if not advice:
        raise Error(sentence(why))
    try:
        block = lib.mp_advice_block(advice).decode()
        answers = []
        for i in range(lib.mp_advice_count(advice)):
            stable, error, step, radius = (lib.mp_advice_number(advice, i, what) for what in range(4))
            parameters = dict(filter(None, (taken(lib.mp_advice_parameter(advice, i, k)).split("\n", 1)
                                            for k in range(7)))) if i < 10 else {}
            answers.append({"options": lib.mp_advice_text(advice, i).decode(), "stable": bool(stable), "error": error,
                            "slave_step": step, "radius": radius, "block": block, "parameters": parameters})
        return answers
    finally:
        lib.mp_advice_free(advice)
