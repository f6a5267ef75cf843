"""Simulink's own commands on models in memory, by the same words."""

from ctypes import byref, c_void_p
from pathlib import Path

from ._library import Error, Values, from_value, lib, message, models_folder, sentence, simulink_folder, taken, texts, warn


def folders(path=()):
    """Where libraries and models are looked for: given folders, the block's library, the models that came along."""
    known = sorted(p for p in models_folder.iterdir() if p.is_dir()) if models_folder.is_dir() else []
    return [str(f) for f in [*path, Path.cwd(), simulink_folder, *known]]


_list = folders()
session = lib.mp_open(texts(_list), len(_list))


def command(name, *arguments):
    """Any command by its name; a refused one is an Error and has changed nothing."""
    result, why = c_void_p(), message()
    with Values(arguments) as values:
        failed = lib.mp_command(session, name.encode(), values.array, len(arguments), byref(result), why)
    warn(taken(lib.mp_warnings(session)))
    if failed:
        raise Error(f"{name}: {sentence(why)}", lib.mp_identifier(session).decode())
    if not result:
        return None
    value = from_value(result)
    lib.mp_value_free(result)
    return value


def _pairs(arguments, settings):
    """Parameters as in Simulink ('Gain', '2', …) or as keywords (Gain='2')."""
    flat = list(arguments)
    for name, value in settings.items():
        flat += [name, value]
    return flat


def new_system(name="", kind="Model"):
    """Make an empty model or library; its handle."""
    return command("new_system", name, kind)


def load_system(name):
    """Load a model or library (.slx, .mdl, .yaml) into memory; its handle."""
    return command("load_system", name)


def save_system(name, file=None, **options):
    """Write a model, to its own file or another one; the path."""
    return command("save_system", name, *([file] if file is not None else []), *_pairs((), options))


def close_system(name, save=None):
    """Take a model out of memory; save: False forgets changes, True writes them, a text is the file to write."""
    return command("close_system", name, *([] if save is None else [save if isinstance(save, str) else float(save)]))


def bdclose(name="all"):
    """Take a model, or all, out of memory without saving."""
    return command("bdclose", name)


def bdIsLoaded(name):
    """Is a model of this name in memory?"""
    return command("bdIsLoaded", name)


def add_block(source, path, *parameters, **settings):
    """Add a block of the palette, a type, a library or another model; its handle."""
    return command("add_block", source, path, *_pairs(parameters, settings))


def delete_block(block):
    """Delete a block, or a list of them, with their lines."""
    return command("delete_block", block)


def replace_block(system, kind, source):
    """Replace all blocks of a type below a system; their paths."""
    return command("replace_block", system, kind, source, "noprompt")


def add_line(system, source, destination):
    """Connect 'Block/1' with 'Block/1', or lists of them, all or none."""
    return command("add_line", system, source, destination)


def delete_line(system, *ends):
    """Delete a line between two ports, or by its handle."""
    return command("delete_line", system, *ends)


def set_param(target, *parameters, **settings):
    """Set parameters of a model, block, port or line, all or none; values are texts."""
    return command("set_param", target, *_pairs(parameters, settings))


def get_param(target, name):
    """The value of a parameter that is in force."""
    return command("get_param", target, name)


def find_system(*arguments, **constraints):
    """Paths of models and blocks: find_system('m', 'BlockType', 'Gain')."""
    return command("find_system", *_pairs(arguments, constraints))


def gcs():
    """The present system."""
    return command("gcs")


def gcb():
    """The present block."""
    return command("gcb")


def bdroot(target=None):
    """The model that something belongs to."""
    return command("bdroot", *([] if target is None else [target]))


def open_system(system, file=None):
    """Draw a system into an .svg file (usual: MODEL.svg in the present folder); a model that is not loaded is loaded.
    The path of the picture."""
    command("open_system", system)
    model, where, why = bdroot(), gcs(), message()
    path = str(file if file is not None else f"{model}.svg")
    if lib.mp_draw(session, model.encode(), (where if where != model else "").encode(), path.encode(), why):
        raise Error(f"open_system: {sentence(why)}")
    return path
