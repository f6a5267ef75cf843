"""What functions of public models compute, written by hand: expression of the block -> function of its input's elements.
Models with such functions: (collection, file)."""
import math

import robot

STUDY = "control study/"
BOOK = "Chapter_5/"


def sinc(x):
    return 1.0 if x == 0.0 else math.sin(math.pi * x) / (math.pi * x)


OTHER = {
    "sinc(u)": lambda u: [sinc(x) for x in u],
    "exp(sinc(u))+exp(sin(250*u))": lambda u: [math.exp(sinc(x)) + math.exp(math.sin(250.0 * x)) for x in u],
}

MODELS = [("jhc1000/simulink_control_study", STUDY + name + ".slx") for name in (
    "joint_pd_control/robot3_pd_step", "joint_pd_control/robot3_pd_sin", "joint_pd_control/robot3_pdG_step",
    "joint_pd_control/robot3_pdG_sin", "joint_ctc_control/robot3_CTC_step", "joint_ctc_control/robot3_CTC_sin",
    "cartesian_pd_control/robot3_pdG_Cartasian", "cartesian_ctc_control/robot3_CTC_Cartasian_joint_model",
    "sliding_mode_control/robot3_model_slidingmode_control", "sliding_mode_control/robot3_model_slidingmode_control_step",
    "sliding_mode_control/robot3_no_model_slidingmode_control", "robust_control/unlinear_DOB/robot3_model_mob_control",
    "robust_control/unlinear_DOB/robot3_model_mob_control2")]
MODELS += [("Apress/beginning-matlab-and-simulink", BOOK + name + ".slx") for name in (
    "Ex3_Function_Compute", "Ex3_Function_Compute_Simple")]


def plain(expression):
    return " ".join(expression.split()).rstrip("; ")


def find(expression):
    name = plain(expression)
    return robot.FUNCTIONS.get(name) or OTHER.get(name)
