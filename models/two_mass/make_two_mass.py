"""Builds two_mass from nothing in Python, saves, draws, runs and sweeps it; the same words as make_two_mass.m."""

import pathlib
import sys

import multirate as mr

here = pathlib.Path(__file__).resolve().parent


def build(target):
    """Make the model and write it to the file; its name."""
    model = pathlib.Path(target).stem
    if mr.bdIsLoaded(model):
        mr.close_system(model, False)
    mr.new_system(model)

    # the fast mass, in the diagram
    mr.add_block("simulink/Math Operations/Add", f"{model}/Forces on m1", Inputs="---")
    mr.add_block("simulink/Math Operations/Gain", f"{model}/1//m1", Gain="1/m1")
    mr.add_block("simulink/Continuous/Integrator", f"{model}/Velocity", InitialCondition="0")
    mr.add_block("simulink/Continuous/Integrator", f"{model}/Position", InitialCondition="x1_start")
    for gain in ("k1", "c1", "k2"):
        mr.add_block("simulink/Math Operations/Gain", f"{model}/{gain}", Gain=gain)
    mr.add_block("simulink/Math Operations/Subtract", f"{model}/Stretch")

    # the slow mass, in the slave behind the multirate block
    settings = {name: name for name in ("slave_configuration", "scheme", "predictor_to_slave", "order_to_slave",
                                        "predictor_to_master", "order_to_master", "further_options")}
    choices = {f"{name}_choice": "by expression" for name in ("scheme", "predictor_to_slave", "predictor_to_master")}
    mr.add_block("multirate_lib/Multirate with diagnostics", f"{model}/Multirate", slave="'two_mass'", **settings, **choices)
    mr.add_block("simulink/Signal Routing/Demux", f"{model}/Slave outputs", Outputs="3")
    mr.add_block("simulink/Sinks/Terminator", f"{model}/Acceleration of m2")
    for name in ("x1", "v1", "x2", "v2", "diagnostics"):
        mr.add_block("simulink/Sinks/Out1", f"{model}/{name}")
    for line in ("Forces on m1/1 > 1//m1/1", "1//m1/1 > Velocity/1", "Velocity/1 > Position/1", "Velocity/1 > c1/1",
                 "Velocity/1 > v1/1", "Position/1 > k1/1", "Position/1 > Stretch/1", "Position/1 > Multirate/1",
                 "Position/1 > x1/1", "k1/1 > Forces on m1/1", "c1/1 > Forces on m1/2", "Stretch/1 > k2/1",
                 "k2/1 > Forces on m1/3", "Multirate/1 > Slave outputs/1", "Multirate/2 > diagnostics/1",
                 "Slave outputs/1 > x2/1", "Slave outputs/1 > Stretch/2", "Slave outputs/2 > v2/1",
                 "Slave outputs/3 > Acceleration of m2/1"):
        mr.add_line(model, *line.split(" > "))
    mr.set_param(model, PreLoadFcn=(here / "two_mass_defaults.m").read_text(),
                 InitFcn=(here / "two_mass_parameters.m").read_text(),
                 Solver="ode4", FixedStep="h1", StopTime="t_end", SaveFormat="Array")
    mr.save_system(model, str(target))
    return model


if __name__ == "__main__":
    model = build(sys.argv[1] if len(sys.argv) > 1 else "two_mass_made.slx")
    print(mr.open_system(model))
    result = mr.sim(model, stop_time=20)
    print(result)
    print(mr.sweep(model, {"fr": [5, 10, 20]}, {"last": lambda r: r["x1"][-1]}, stop_time=20))
