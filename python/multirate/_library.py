"""The shared library, its functions, and values back and forth."""

import ctypes
import os
import warnings
from ctypes import POINTER, c_char_p, c_double, c_int, c_size_t, c_void_p
from pathlib import Path

import numpy as np

_here = Path(__file__).resolve().parent


def _root():
    """The folder with lib/ and share/: inside the package, or the build of a source tree."""
    for place in (os.environ.get("MULTIRATE_BUILD"), _here / "_native", _here.parents[1] / "build"):
        if place and (Path(place) / "lib" / "libmultirate_python.so").is_file():
            return Path(place)
    raise ImportError("libmultirate_python.so was not found: install the package by pip, or build the source tree")


root = _root()
_source = _here.parents[1]
simulink_folder = root / "share" / "simulink" if (root / "share" / "simulink").is_dir() else _source / "sfun"
models_folder = root / "share" / "models" if (root / "share" / "models").is_dir() else _source / "models"


def _add_path(variable, folder):
    known = [p for p in os.environ.get(variable, "").split(os.pathsep) if p]
    if str(folder) not in known:
        os.environ[variable] = os.pathsep.join(known + [str(folder)])


_add_path("MULTIRATE_SLAVE_PATH", root / "lib" / "multirate")
for _host in (root / "libexec" / "multirate" / "multirate-slave-host", root / "lib" / "multirate-slave-host"):
    if _host.is_file():
        os.environ.setdefault("MULTIRATE_SLAVE_HOST", str(_host))

# S-functions look for the arrays of their host in it
lib = ctypes.CDLL(str(root / "lib" / "libmultirate_python.so"), mode=ctypes.RTLD_GLOBAL)

_texts = POINTER(c_char_p)
_values = POINTER(c_void_p)
_doubles = POINTER(c_double)


class Settings(ctypes.Structure):
    _fields_ = [("solver", c_char_p)] + [
        (name, c_double)
        for name in ("start_time", "stop_time", "step", "relative_tolerance", "absolute_tolerance", "log_period")
    ] + [("all_signals", c_int)]


_signatures = {
    "mp_prepare": (c_int, [c_char_p, c_char_p]),
    "mp_free_text": (None, [c_void_p]),
    "mp_text": (c_void_p, [c_char_p]),
    "mp_numbers": (c_void_p, [c_size_t, c_size_t, _doubles]),
    "mp_logical": (c_void_p, [c_int]),
    "mp_cell": (c_void_p, [c_size_t]),
    "mp_cell_put": (c_int, [c_void_p, c_size_t, c_void_p]),
    "mp_struct": (c_void_p, []),
    "mp_struct_put": (c_int, [c_void_p, c_char_p, c_void_p]),
    "mp_value_free": (None, [c_void_p]),
    "mp_type": (c_int, [c_void_p]),
    "mp_rows": (c_size_t, [c_void_p]),
    "mp_count": (c_size_t, [c_void_p]),
    "mp_copy_numbers": (None, [c_void_p, _doubles]),
    "mp_copy_text": (c_void_p, [c_void_p]),
    "mp_field_count": (c_size_t, [c_void_p]),
    "mp_field_name": (c_char_p, [c_void_p, c_size_t]),
    "mp_child": (c_void_p, [c_void_p, c_size_t]),
    "mp_open": (c_void_p, [_texts, c_size_t]),
    "mp_close": (None, [c_void_p]),
    "mp_command": (c_int, [c_void_p, c_char_p, _values, c_size_t, POINTER(c_void_p), c_char_p]),
    "mp_identifier": (c_char_p, [c_void_p]),
    "mp_warnings": (c_void_p, [c_void_p]),
    "mp_draw": (c_int, [c_void_p, c_char_p, c_char_p, c_char_p, c_char_p]),
    "mp_compile": (c_void_p, [c_void_p, c_char_p, c_int, _texts, c_size_t, _texts, _values, c_size_t,
                              POINTER(Settings), c_char_p]),
    "mp_model_free": (None, [c_void_p]),
    "mp_model_uses": (c_int, [c_void_p, c_char_p, c_char_p]),
    "mp_start": (c_void_p, [c_void_p, _texts, _values, c_size_t, c_char_p]),
    "mp_go": (c_int, [c_void_p, c_char_p]),
    "mp_stop": (None, [c_void_p]),
    "mp_run_free": (None, [c_void_p]),
    "mp_run_warnings": (c_void_p, [c_void_p]),
    "mp_solver": (c_char_p, [c_void_p]),
    "mp_time_count": (c_size_t, [c_void_p]),
    "mp_times": (None, [c_void_p, _doubles]),
    "mp_record_count": (c_int, [c_void_p]),
    "mp_record_text": (c_char_p, [c_void_p, c_int, c_int]),
    "mp_record_rows": (c_size_t, [c_void_p, c_int]),
    "mp_record_width": (c_int, [c_void_p, c_int]),
    "mp_record_is_complex": (c_int, [c_void_p, c_int]),
    "mp_record": (None, [c_void_p, c_int, _doubles, _doubles]),
    "mp_slave_open": (c_void_p, [c_char_p, c_char_p, c_char_p, c_char_p]),
    "mp_slave_close": (None, [c_void_p]),
    "mp_slave_variables": (c_int, [c_void_p, c_int]),
    "mp_slave_text": (c_char_p, [c_void_p, c_int, c_int, c_int]),
    "mp_slave_size": (c_int, [c_void_p, c_int, c_int]),
    "mp_slave_title": (c_char_p, [c_void_p]),
    "mp_slave_start": (c_int, [c_void_p, c_double, _doubles, c_char_p]),
    "mp_slave_exchange": (c_int, [c_void_p, c_double, _doubles, c_int, _doubles, c_char_p]),
    "mp_slave_time": (c_double, [c_void_p]),
    "mp_advise": (c_void_p, [c_char_p, _texts, c_size_t, _texts, c_size_t, c_double, c_int, c_char_p]),
    "mp_advice_free": (None, [c_void_p]),
    "mp_advice_count": (c_int, [c_void_p]),
    "mp_advice_text": (c_char_p, [c_void_p, c_int]),
    "mp_advice_number": (c_double, [c_void_p, c_int, c_int]),
    "mp_advice_block": (c_char_p, [c_void_p]),
    "mp_advice_failure": (c_char_p, [c_void_p, c_int]),
    "mp_advice_reason": (c_char_p, [c_void_p]),
    "mp_advice_parameter": (c_void_p, [c_void_p, c_int, c_int]),
}
for _name, (_result, _arguments) in _signatures.items():
    _function = getattr(lib, _name)
    _function.restype, _function.argtypes = _result, _arguments


class Error(Exception):
    """What was refused or has failed, in one sentence; `identifier` as Simulink names it."""

    def __init__(self, sentence, identifier=""):
        super().__init__(sentence)
        self.identifier = identifier


def message():
    return ctypes.create_string_buffer(1200)


def sentence(buffer):
    return buffer.value.decode(errors="replace")


def taken(pointer):
    """A text that the library has made for us."""
    if not pointer:
        return ""
    text = ctypes.cast(pointer, c_char_p).value.decode(errors="replace")
    lib.mp_free_text(pointer)
    return text


def texts(items):
    return (c_char_p * max(len(items), 1))(*[str(item).encode() for item in items])


def doubles(array):
    return array.ctypes.data_as(_doubles)


def _made(pointer):
    if not pointer:
        raise MemoryError("a value cannot be made")
    return pointer


def to_value(thing):
    """A Python thing as a value of the library: text, number, array, list (a cell), dict (a struct), bool."""
    if isinstance(thing, (str, Path)):
        return _made(lib.mp_text(str(thing).encode()))
    if isinstance(thing, (bool, np.bool_)):
        return _made(lib.mp_logical(int(thing)))
    if isinstance(thing, dict):
        value = _made(lib.mp_struct())
        for name, child in thing.items():
            if lib.mp_struct_put(value, str(name).encode(), to_value(child)):
                lib.mp_value_free(value)
                raise ValueError(f"'{name}' cannot be a field")
        return value
    if isinstance(thing, (list, tuple)) and not all(isinstance(t, (int, float, np.number)) for t in thing):
        value = _made(lib.mp_cell(len(thing)))
        for i, child in enumerate(thing):
            lib.mp_cell_put(value, i, to_value(child))
        return value
    array = np.asarray(thing)
    if array.dtype.kind not in "biuf" or array.ndim > 2:
        raise TypeError(f"{type(thing).__name__} cannot be a value of a model")
    array = np.asfortranarray(np.atleast_2d(array), dtype=float)
    return _made(lib.mp_numbers(*array.shape, doubles(array)))


def from_value(value):
    """A value of the library as str, float, bool, array, list or dict."""
    kind, count = lib.mp_type(value), lib.mp_count(value)
    if kind == 1:
        return taken(lib.mp_copy_text(value))
    if kind == 2:
        return [from_value(lib.mp_child(value, i)) if lib.mp_child(value, i) else np.zeros((0, 0)) for i in range(count)]
    if kind == 3:
        fields = lib.mp_field_count(value)
        names = [lib.mp_field_name(value, f).decode() for f in range(fields)]
        made = [{name: from_value(lib.mp_child(value, e * fields + f)) if lib.mp_child(value, e * fields + f) else None
                 for f, name in enumerate(names)} for e in range(count)]
        return made[0] if count == 1 else made
    numbers = np.zeros(count)
    lib.mp_copy_numbers(value, doubles(numbers))
    if kind == 4:
        return bool(numbers[0]) if count == 1 else numbers.astype(bool)
    if count == 1:
        return float(numbers[0])
    rows = lib.mp_rows(value)
    shaped = numbers.reshape((rows, -1), order="F") if rows else numbers
    return shaped.ravel() if 1 in shaped.shape else shaped


class Values:
    """Several values, freed at the end of a block."""

    def __init__(self, things):
        self.items = []
        try:
            for thing in things:
                self.items.append(to_value(thing))
        except BaseException:
            self.free()
            raise
        self.array = (c_void_p * max(len(self.items), 1))(*self.items)

    def free(self):
        for item in self.items:
            lib.mp_value_free(item)
        self.items = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.free()


def warn(text):
    for line in filter(None, text.split("\n")):
        warnings.warn(line, stacklevel=4)


_why = message()
if lib.mp_prepare(str(root / "lib" / "sfunctions").encode(), _why):
    raise ImportError(sentence(_why))
