"""Multirate: models made, run, swept and coupled from Python, on the same C libraries as everything else."""

from ._library import Error
from ._models import (add_block, add_line, bdclose, bdIsLoaded, bdroot, close_system, command, delete_block,
                      delete_line, find_system, gcb, gcs, get_param, load_system, new_system, open_system, replace_block,
                      save_system, set_param)
from ._runs import Result, sim, sweep
from ._slaves import Slave, advise, slave

__version__ = "0.1.0"
__all__ = ["Error", "Result", "Slave", "add_block", "add_line", "advise", "bdIsLoaded", "bdclose", "bdroot",
           "close_system", "command", "delete_block", "delete_line", "find_system", "gcb", "gcs", "get_param",
           "load_system", "new_system", "open_system", "replace_block", "save_system", "set_param", "sim", "slave", "sweep"]
