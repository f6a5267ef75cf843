"""Packs the C libraries with the package: those of MULTIRATE_BUILD or of build/ beside this folder, else they are built
by CMake first."""

import os
import pathlib
import shutil
import subprocess
import sys

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

here = pathlib.Path(__file__).resolve().parent
tree = here.parent


def native_build():
    for place in (os.environ.get("MULTIRATE_BUILD"), tree / "build"):
        if place and (pathlib.Path(place) / "lib" / "libmultirate_python.so").is_file():
            return pathlib.Path(place)
    build = here / "build" / "native"
    if not (tree / "CMakeLists.txt").is_file():
        sys.exit("the C sources are not here: install from the source tree, or name a build by MULTIRATE_BUILD")
    subprocess.check_call(["cmake", "-S", tree, "-B", build, "-DMR_BUILD_TESTS=OFF", "-DMR_STRICT=OFF",
                           "-DCMAKE_BUILD_TYPE=Release"])
    subprocess.check_call(["cmake", "--build", build, "--parallel", "2"])
    return build


class WithLibraries(build_py):
    def run(self):
        super().run()
        build, native = native_build(), pathlib.Path(self.build_lib) / "multirate" / "_native"
        shutil.rmtree(native, ignore_errors=True)
        (native / "lib").mkdir(parents=True)
        shutil.copy2(build / "lib" / "libmultirate_python.so", native / "lib")
        for folder in ("multirate", "sfunctions"):
            shutil.copytree(build / "lib" / folder, native / "lib" / folder)
        for host in build.glob("**/multirate-slave-host"):
            if host.is_file() and "octave" not in host.parts:
                shutil.copy2(host, native / "lib")
                break
        shutil.copytree(tree / "sfun", native / "share" / "simulink", ignore=shutil.ignore_patterns("src", "CMakeLists.txt"))
        shutil.copytree(tree / "models", native / "share" / "models")


class WithCode(Distribution):
    def has_ext_modules(self):
        return True


setup(cmdclass={"build_py": WithLibraries}, distclass=WithCode)
