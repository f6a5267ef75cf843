"""The package multirate: editing, runs, sweeps, slaves and advice."""

import math
import os
import pathlib
import sys
import tempfile
import unittest
import warnings

import numpy as np

import multirate as mr

SOURCE = pathlib.Path(os.environ["SOURCE_ROOT"])


class Editing(unittest.TestCase):
    def setUp(self):
        mr.bdclose()

    def test_a_script_builds_saves_and_runs(self):
        mr.new_system("wave")
        mr.add_block("simulink/Sources/Sine Wave", "wave/s", "Frequency", "w")
        mr.add_block("simulink/Math Operations/Gain", "wave/K", Gain="[1 2]*k")
        mr.add_block("simulink/Sinks/Out1", "wave/y", Unit="m")
        mr.add_line("wave", ["s/1", "K/1"], ["K/1", "y/1"])
        mr.set_param("wave", Solver="ode4", FixedStep="0.1", StopTime="2")
        self.assertEqual(mr.find_system("wave", "BlockType", "Gain"), ["wave/K"])
        result = mr.sim("wave", {"w": 3.0, "k": 2.0})
        expected = [math.sin(3.0 * t) for t in result.time]  # the C library's sine
        self.assertTrue(np.array_equal(result["y"], np.outer(expected, [2.0, 4.0])))
        self.assertEqual(result.units["y"], "m")
        with tempfile.TemporaryDirectory() as folder:
            file = mr.save_system("wave", f"{folder}/wave_saved.mdl")
            again = mr.sim(file, {"w": 3.0, "k": 2.0})
            self.assertTrue(np.array_equal(again["y"], result["y"]))
            picture = pathlib.Path(mr.open_system("wave_saved", f"{folder}/picture.svg")).read_text()
            self.assertIn('data-block="wave_saved/K"', picture)

    def test_values_come_back_as_python_has_them(self):
        mr.new_system("v")
        handle = mr.add_block("built-in/Gain", "v/K", Position=[10, 20, 40, 50])
        self.assertIsInstance(handle, float)
        self.assertEqual(list(mr.get_param("v/K", "Position")), [10, 20, 40, 50])
        self.assertIn("Outport", mr.get_param("v/K", "PortHandles"))
        self.assertEqual(mr.get_param(["v/K", "v"], "Name"), ["K", "v"])
        self.assertIs(mr.bdIsLoaded("v"), True)
        self.assertEqual((mr.gcs(), mr.gcb(), mr.bdroot("v/K")), ("v", "v/K", "v"))

    def test_refused_commands_are_errors_that_change_nothing(self):
        mr.new_system("e")
        with self.assertRaisesRegex(mr.Error, "did you mean 'built-in/Gain'") as refused:
            mr.add_block("built-in/Gian", "e/x")
        self.assertEqual(refused.exception.identifier, "Simulink:Commands:AddBlockCantAdd")
        with self.assertRaisesRegex(mr.Error, "must be a text"):
            mr.add_block("built-in/Gain", "e/x", Gain=3.0)
        self.assertEqual(mr.find_system("e"), ["e"])
        with self.assertRaises(TypeError):
            mr.set_param("e", StopTime=object())


class Runs(unittest.TestCase):
    def test_two_mass_from_nothing_has_the_bits_of_the_model_file(self):
        sys.path.insert(0, str(SOURCE / "models" / "two_mass"))
        import make_two_mass

        with tempfile.TemporaryDirectory() as folder:
            model = make_two_mass.build(pathlib.Path(folder) / "two_mass_python.slx")
            made = mr.sim(model, stop_time=20)
            file = mr.sim("two_mass", stop_time=20)
            text = mr.sim(SOURCE / "models" / "two_mass" / "two_mass_text.yaml", stop_time=20)
            saved = mr.sim(f"{folder}/two_mass_python.slx", stop_time=20)
            # a model of an older release tells them in the descriptions of its blocks, a vector of several has none
            self.assertEqual([file.units[name] for name in ("x1", "v1", "diagnostics")], ["m", "m/s", ""])
            for other in (made, text, saved):
                self.assertTrue(np.array_equal(other.time, file.time))
                for name in file:
                    self.assertTrue(np.array_equal(other[name], file[name]), name)
            table = mr.sweep(model, {"fr": [5.0, 10.0, 20.0]}, {"last": lambda r: r["x1"][-1]}, stop_time=20)
            for ratio, last in zip(table["fr"], table["last"]):
                self.assertEqual(last, mr.sim("two_mass", {"fr": ratio}, stop_time=20)["x1"][-1])

    def test_a_sweep_is_the_same_in_one_thread_and_in_many(self):
        vary = {"fr": [2.0, 5.0, 10.0, 20.0, 40.0], "order_to_slave": [1.0, 2.0, 3.0]}
        tables = [mr.sweep("two_mass", vary, lambda r: np.max(np.abs(r["x2"])), stop_time=5, jobs=jobs) for jobs in (1, 4)]
        self.assertEqual(len(tables[0]["value"]), 15)
        self.assertEqual(tables[0]["order_to_slave"][:4].tolist(), [1.0, 2.0, 3.0, 1.0])
        self.assertTrue(np.array_equal(tables[0]["value"], tables[1]["value"]))

    def test_the_order_of_ode4(self):
        errors = []
        for step in (0.1, 0.05):
            r = mr.sim(SOURCE / "models" / "van_der_pol" / "van_der_pol.mdl", {"mu": 0.0}, solver="ode4", step=step, stop_time=3)
            fine = mr.sim(SOURCE / "models" / "van_der_pol" / "van_der_pol.mdl", {"mu": 0.0}, solver="ode8", step=step, stop_time=3)
            errors.append(np.max(np.abs(r["x"] - fine["x"])))
        self.assertAlmostEqual(math.log2(errors[0] / errors[1]), 4.0, delta=0.3)

    def test_what_fails_is_told_and_kept_on_demand(self):
        model = SOURCE / "models" / "two_mass" / "two_mass.mdl"
        with self.assertRaisesRegex(mr.Error, "diverged"):
            mr.sim(model, step=0.9)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = mr.sim(model, step=0.9, keep_failed=True)
        self.assertIn("diverged", result.message)
        self.assertGreater(len(result.time), 10)
        with self.assertRaisesRegex(mr.Error, r"variable 'fx' \(did you mean 'fr'"):
            mr.sim(model, {"fx": 3.0})
        with self.assertRaisesRegex(KeyError, "there are x1, v1"):
            result["x9"]
        with self.assertRaisesRegex(mr.Error, "no model named"):
            mr.sim("no_such_model")
        table = mr.sweep(model, {"h1": [0.01, 0.9]}, lambda r: r["x1"][-1], {"t_end": 60.0})
        self.assertTrue(math.isnan(table["value"][1]) and "diverged" in table["error"][1] and table["error"][0] == "")


class Couplings(unittest.TestCase):
    def test_a_slave_follows_a_master_of_ours(self):
        with mr.Slave("two_mass", "fr=10", "scheme=fastest_first order=2") as slave:
            self.assertEqual([v["name"] for v in slave.outputs], ["x2", "v2", "a2"])
            self.assertEqual(slave.outputs[1]["unit"], "m/s")
            slave.start(0.0, [1.1])
            for i in range(1, 101):
                outputs = slave.exchange(0.01 * i, [1.1])
            self.assertEqual(outputs.shape, (3,))
            self.assertGreater(slave.time, 0.8)
            with self.assertRaisesRegex(ValueError, "takes 1 numbers, not 2"):
                slave.exchange(2.0, [1.0, 2.0])
        with self.assertRaisesRegex(mr.Error, "no_such_slave"):
            mr.slave("no_such_slave")

    def test_advice_is_stable_and_good(self):
        answers = mr.advise("two_mass_force", {"fr": 40.0}, stop_time=50)
        self.assertTrue(answers[0]["stable"] and answers[0]["tried"] and answers[0]["reason"])
        self.assertLess(answers[0]["expected"], 0.1)
        self.assertLess(answers[0]["pilot"], 0.1)
        present = [a for a in answers if a["present"]]
        self.assertTrue(len(present) == 1 and present[0]["tried"])
        self.assertGreater(present[0]["pilot"], answers[0]["pilot"])
        predicted = mr.advise("two_mass_force", {"fr": 40.0}, stop_time=50, pilots=0)
        self.assertFalse(any(a["tried"] for a in predicted))
        self.assertTrue(predicted[0]["stable"])
        self.assertEqual(answers[0]["block"], "two_mass_force/Multirate")
        self.assertIn("order_to_slave", answers[0]["parameters"])


if __name__ == "__main__":
    program = unittest.main(exit=False, verbosity=0)
    failed = len(program.result.failures) + len(program.result.errors)
    print(f"python_package: {program.result.testsRun - failed} passed, {failed} failed")
    sys.exit(failed > 0)
