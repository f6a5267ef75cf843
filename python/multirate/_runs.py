"""Runs: sim, sweep, and their results as arrays."""

import concurrent.futures
import itertools
import math
import os
from pathlib import Path

import numpy as np

from . import _models
from ._library import Error, Settings, Values, doubles, lib, message, sentence, taken, texts, warn


class Result:
    """What a run has recorded: result.time, result["x1"] on the grid of major steps, result.units["x1"],
    result.records with every signal at its own times."""

    def __init__(self, run):
        count = lib.mp_time_count(run)
        self.time = np.zeros(count)
        lib.mp_times(run, doubles(self.time))
        self.solver = lib.mp_solver(run).decode()
        self.message = ""
        self.records = []
        for i in range(lib.mp_record_count(run)):
            rows, width = lib.mp_record_rows(run, i), lib.mp_record_width(run, i)
            times, values = np.zeros(rows), np.zeros((rows, width))
            lib.mp_record(run, i, doubles(times), doubles(values))
            if lib.mp_record_is_complex(run, i):
                values = values[:, 0::2] + 1j * values[:, 1::2]
            name, path, kind, unit = (lib.mp_record_text(run, i, what).decode() for what in range(4))
            self.records.append({"name": name, "path": path, "kind": kind, "unit": unit, "time": times,
                                 "values": values[:, 0] if values.shape[1] == 1 else values})
        self.units = {}
        self._signals = {}
        for record in self.records:
            name = record["name"]
            number = 1
            while name in self._signals:
                number += 1
                name = f"{record['name']}_{number}"
            self._signals[name] = record
            self.units[name] = record["unit"]

    def __getitem__(self, name):
        if name == "time":
            return self.time
        if name not in self._signals:
            raise KeyError(f"there is no signal '{name}'; there are {', '.join(self._signals)}")
        record = self._signals[name]
        if np.array_equal(record["time"], self.time):
            return record["values"]
        # held between its own samples, zero before the first one
        at = np.searchsorted(record["time"], self.time, side="right") - 1
        values = np.zeros((len(self.time), *record["values"].shape[1:]), record["values"].dtype)
        values[at >= 0] = record["values"][at[at >= 0]]
        return values

    def __contains__(self, name):
        return name in self._signals

    def __iter__(self):
        return iter(self._signals)

    def keys(self):
        return self._signals.keys()

    def __repr__(self):
        return f"<multirate.Result of {len(self.time)} steps to t = {self.time[-1] if len(self.time) else 0:g}: " \
               f"{', '.join(self._signals)}>"

    def to_pandas(self):
        """A DataFrame over time; elements of a vector are columns x(1), x(2) …"""
        import pandas

        columns = {}
        for name in self:
            values = self[name]
            if values.ndim == 1:
                columns[name] = values
            else:
                for k in range(values.shape[1]):
                    columns[f"{name}({k + 1})"] = values[:, k]
        return pandas.DataFrame(columns, index=pandas.Index(self.time, name="time"))

    def plot(self, *names, axes=None):
        """Curves of the signals named (all, if none), with their units."""
        import matplotlib.pyplot

        axes = axes or matplotlib.pyplot.gca()
        for name in names or self:
            unit = self.units.get(name, "")
            axes.plot(self.time, self[name], label=f"{name} [{unit}]" if unit else name)
        axes.set_xlabel("time [s]")
        axes.legend()
        return axes


class _Compiled:
    """A model made ready to run."""

    def __init__(self, model, variables, path, settings, allow_unknown):
        self.pointer = None
        name = str(model)
        loaded = _models.bdIsLoaded(name)
        file = name if loaded else _find(name, path)
        folders = _models.folders([*path, *([] if loaded else [Path(file).parent])])
        why = message()
        with Values(variables.values()) as values:
            self.pointer = lib.mp_compile(_models.session, file.encode(), int(loaded), texts(folders), len(folders),
                                          texts(list(variables)), values.array, len(variables), settings, why)
        if not self.pointer:
            raise Error(sentence(why), "Simulink:Simulation:Failed")
        if not allow_unknown:
            self.check(variables)

    def check(self, variables):
        """A variable that nothing reads is a misspelt one."""
        for name in variables:
            hint = message()
            used = lib.mp_model_uses(self.pointer, name.encode(), hint)
            if used:
                self.free()
                raise Error(f"variable {name}: code of the model (InitFcn) sets '{name}' anew, so that this has no effect"
                            if used == 2 else
                            f"the model does not use a variable '{name}'{sentence(hint)}; allow_unknown=True lets it pass")

    def run(self, variables, keep_failed):
        why = message()
        with Values(variables.values()) as values:
            run = lib.mp_start(self.pointer, texts(list(variables)), values.array, len(variables), why)
        if not run:
            raise Error(sentence(why), "Simulink:Simulation:Failed")
        try:
            failed = lib.mp_go(run, why)
            warnings = taken(lib.mp_run_warnings(run))
            if failed and not keep_failed:
                raise Error(sentence(why), "Simulink:Simulation:Failed")
            result = Result(run)
            result.message = sentence(why) if failed else ""
        finally:
            lib.mp_run_free(run)
        return result, warnings

    def free(self):
        lib.mp_model_free(self.pointer)
        self.pointer = None


def _find(name, path):
    for folder in ["", *_models.folders(path)]:
        for ending in ("", ".slx", ".mdl", ".yaml"):
            file = Path(folder) / (name + ending)
            if file.is_file():
                return str(file.resolve())
    raise Error(f"there is no model named '{name}'", "Simulink:Commands:OpenSystemUnknownSystem")


def _settings(solver, start_time, stop_time, step, rel_tol, abs_tol, log_period, all_signals):
    def number(value):
        return math.nan if value is None else float(value)

    return Settings(solver.encode() if solver else None, number(start_time), number(stop_time), number(step),
                    number(rel_tol), number(abs_tol), number(log_period), int(all_signals))


def sim(model, variables=None, *, solver=None, start_time=None, stop_time=None, step=None, rel_tol=None, abs_tol=None,
        log_period=None, all_signals=False, path=(), allow_unknown=False, keep_failed=False):
    """Run a model: one that is loaded, as it is in memory, or a file (.slx, .mdl, .yaml). Settings stand in
    front of the model's own. A run that fails is an Error; with keep_failed its result up to there, and why in
    result.message."""
    variables = dict(variables or {})
    settings = _settings(solver, start_time, stop_time, step, rel_tol, abs_tol, log_period, all_signals)
    compiled = _Compiled(model, variables, path, settings, allow_unknown)
    try:
        result, warnings = compiled.run({}, keep_failed)
    finally:
        compiled.free()
    warn(warnings)
    return result


def sweep(model, vary, measure, variables=None, *, design="grid", jobs=None, solver=None, start_time=None, stop_time=None,
          step=None, rel_tol=None, abs_tol=None, log_period=None, path=(), allow_unknown=False):
    """Run a model at many points, which are compiled once and run in threads. vary: {"fr": [5, 10, 20]}; design
    "grid" (all combinations, the last running fastest) or "zip". measure: {"last": lambda r: r["x1"][-1]}, or one
    function. A dict of arrays, a row per point: what was varied, what was measured (nan where a run failed), and
    "error" with the sentences of failed runs."""
    names = list(vary)
    lists = [list(values) for values in vary.values()]
    if design == "zip":
        if len({len(values) for values in lists}) > 1:
            raise ValueError("lists of a zip are equally long")
        points = list(zip(*lists))
    elif design == "grid":
        points = list(itertools.product(*lists))
    else:
        raise ValueError("design is 'grid' or 'zip'")
    measures = measure if isinstance(measure, dict) else {"value": measure}
    variables = dict(variables or {})
    first = dict(variables)
    if points:
        first.update(zip(names, points[0]))
    settings = _settings(solver, start_time, stop_time, step, rel_tol, abs_tol, log_period, False)
    compiled = _Compiled(model, first, path, settings, allow_unknown)

    def one(point):
        try:
            result, _ = compiled.run(dict(zip(names, point)), False)
            return [float(function(result)) for function in measures.values()], ""
        except Error as error:
            return [math.nan] * len(measures), str(error)

    try:
        with concurrent.futures.ThreadPoolExecutor(jobs or os.cpu_count()) as pool:
            rows = list(pool.map(one, points))
    finally:
        compiled.free()
    table = {name: np.array([point[i] for point in points]) for i, name in enumerate(names)}
    table.update({label: np.array([row[0][i] for row in rows]) for i, label in enumerate(measures)})
    table["error"] = [row[1] for row in rows]
    return table
