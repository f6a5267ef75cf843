#!/usr/bin/env python3
"""Writes blockdiagram/src/file/default_table.c: what a block parameter is when nobody says.

usage: tools/make_block_defaults.py block-defaults.json > blockdiagram/src/file/default_table.c

The JSON file holds what model files store: type -> parameter -> value -> release -> count. The
newest release that stores a parameter decides. Parameters that only concern drawing or code
generation are left out. Types that no file showed follow the public documentation, below.
"""
import json
import re
import sys

NO_MEANING = re.compile(
    r"RTW|LUTDesign|^(Active|Allow(Service|Zero)|AutoFrame|CheckFcn|CodeGen|CodeInterface|"
    r"ConRadixGroup|ContentPreview|CopyOfModel|DefaultConfig|DisplayMFile|DisplayOption|"
    r"EnsureOutport|FunctionInterface|FunctionVis|FunctionWith|GeneratePre|Grid|HasFrame|IconDisplay|"
    r"IconShape|InheritSamplingMode|IsInjector|IsWeb|LockScale|Lockdown|MaskHide|MatchGraph|MinAlg|"
    r"ModelBased|MultiThread|Multithread|MustResolve|Opaque|Permissions|PropagateVariant|"
    r"RemoveDelay|RemoveProtection|RequestExec|SFunctionDeploy|ScrollMode|ShowLegends|ShowPortLabels|"
    r"SimViewing|StateMustResolve|SupportTunable|TickLabels|TreatAsGrouped|VariantActivation|YMax|"
    r"YMin|ZoomMode|TimeRange|Unit$|FixptAsFi|OutMin|OutMax|ParamMin|ParamMax|TableMin|TableMax|"
    r"CoefMin|CoefMax|BreakpointsForDimension\d+(DataTypeStr|Min|Max))")

# stored defaults of the public block reference; a sample time of 1 follows the stored UnitDelay
DOCUMENTED = {
    "Assertion": {"Enabled": "on", "StopWhenAssertionFail": "on", "AssertionFailFcn": "",
                  "SampleTime": "-1"},
    "Assignment": {"NumberOfDimensions": "1", "IndexMode": "One-based",
                   "IndexOptions": "Index vector (dialog)", "Indices": "1",
                   "OutputInitialize": "Initialize using input port <Y0>", "InputPortWidth": "-1",
                   "SampleTime": "-1"},
    "ComplexToMagnitudeAngle": {"Output": "Magnitude and angle", "SampleTime": "-1"},
    "ComplexToRealImag": {"Output": "Real and imag", "SampleTime": "-1"},
    "ComposeString": {"Format": '"%s"', "OutDataTypeStr": "string"},
    "ScanString": {"Format": '"%f"'},
    "StringContains": {"CaseSensitive": "on", "Function": "Contains"},
    "StringCount": {"CaseSensitive": "on",
                    "OutDataTypeStr": "Inherit: Inherit via internal rule"},
    "StringFind": {"OutDataTypeStr": "Inherit: Inherit via internal rule"},
    "StringToASCII": {"OutputVectorSize": "31"},
    "Substring": {"InheritMaximumLength": "off", "OutDataTypeStr": "string"},
    "StringCompare": {"CaseSensitive": "on", "CompareOption": "Entire string"},
    "StringConcatenate": {"Inputs": "2", "OutDataTypeStr": "string"},
    "StringConstant": {"String": '"Hello!"', "OutDataTypeStr": "string"},
    "StringLength": {"OutDataTypeStr": "Inherit: Inherit via internal rule"},
    "ArgIn": {"ArgumentName": "u", "OutDataTypeStr": "double", "Port": "1", "PortDimensions": "1",
              "SignalType": "real"},
    "ArgOut": {"ArgumentName": "y", "OutDataTypeStr": "double", "Port": "1",
               "PortDimensions": "1", "SignalType": "real"},
    "FunctionCaller": {"FunctionPrototype": "y = f(x)", "SampleTime": "-1"},
    "DataStoreMemory": {"DataStoreName": "A", "InitialValue": "0", "VectorParams1D": "on"},
    "DataStoreRead": {"DataStoreName": "A", "SampleTime": "-1"},
    "DataStoreWrite": {"DataStoreName": "A", "SampleTime": "-1"},
    "DeadZone": {"LowerValue": "-0.5", "UpperValue": "0.5", "SaturateOnIntegerOverflow": "on",
                 "LinearizeAsGain": "on", "ZeroCross": "on", "SampleTime": "-1"},
    "Derivative": {"CoefficientInTFapproximation": "inf"},
    "DiscreteFilter": {"Numerator": "[1]", "Denominator": "[1 0.5]", "InitialStates": "0",
                       "SampleTime": "1"},
    "DiscreteStateSpace": {"A": "1", "B": "1", "C": "1", "D": "1", "InitialCondition": "0",
                           "SampleTime": "1"},
    "DiscreteTransferFcn": {"Numerator": "[1]", "Denominator": "[1 0.5]", "InitialStates": "0",
                            "SampleTime": "1"},
    "DiscreteZeroPole": {"Zeros": "[1]", "Poles": "[0 0.5]", "Gain": "1", "SampleTime": "1"},
    "ForIterator": {"ResetStates": "held", "IterationSource": "internal", "IterationLimit": "5",
                    "ExternalIncrement": "off", "ShowIterationPort": "on",
                    "IndexMode": "One-based", "IterationVariableDataType": "int32"},
    "FromFile": {"FileName": "untitled.mat", "SampleTime": "0",
                 "ExtrapolationBeforeFirstDataPoint": "Linear extrapolation",
                 "InterpolationWithinTimeRange": "Linear interpolation",
                 "ExtrapolationAfterLastDataPoint": "Linear extrapolation"},
    "GotoTagVisibility": {"GotoTag": "A"},
    "HitCross": {"HitCrossingOffset": "0", "HitCrossingDirection": "either",
                 "ShowOutputPort": "on", "ZeroCross": "on", "SampleTime": "-1"},
    "IdentityMatrix": {"InheritOutputPortAttributes": "off", "OutDataTypeStr": "double",
                       "SampleTime": "inf"},
    "Interpolation_n-D": {"NumberOfTableDimensions": "2", "Table": "sqrt([1:11]' * [1:11])",
                          "InterpMethod": "Linear", "ExtrapMethod": "Linear",
                          "NumSelectionDims": "0", "SampleTime": "-1"},
    "MagnitudeAngleToComplex": {"Input": "Magnitude and angle", "ConstantPart": "0",
                                "SampleTime": "-1"},
    "PermuteDimensions": {"Order": "[2,1]"},
    "PreLookup": {"BreakpointsData": "[10:10:110]", "IndexSearchMethod": "Binary search",
                  "BeginIndexSearchUsingPreviousIndexResult": "off", "ExtrapMethod": "Linear",
                  "OutputOnlyTheIndex": "off", "UseLastBreakpoint": "off", "SampleTime": "-1"},
    "RealImagToComplex": {"Input": "Real and imag", "ConstantPart": "0", "SampleTime": "-1"},
    "ResetPort": {"ResetTriggerType": "level"},
    "SecondOrderIntegrator": {"ICSourceX": "internal", "ICX": "0.0", "LimitX": "off",
                              "UpperLimitX": "inf", "LowerLimitX": "-inf",
                              "ICSourceDXDT": "internal", "ICDXDT": "0.0", "LimitDXDT": "off",
                              "UpperLimitDXDT": "inf", "LowerLimitDXDT": "-inf",
                              "ExternalReset": "none", "ZeroCross": "on",
                              "ReinitDXDTwhenXreachesSaturation": "off",
                              "AbsoluteTolerance": "auto", "ShowOutput": "both"},
    "SwitchCase": {"CaseConditions": "{1}", "ShowDefaultCase": "on", "ZeroCross": "on",
                   "SampleTime": "-1"},
    "TransportDelay": {"DelayTime": "1", "InitialOutput": "0", "BufferSize": "1024",
                       "FixedBuffer": "off", "TransDelayFeedthrough": "off", "PadeOrder": "0"},
    "UniformRandomNumber": {"Minimum": "-1", "Maximum": "1", "Seed": "0", "SampleTime": "-1",
                            "VectorParams1D": "on"},
    "VariableTransportDelay": {"VariableDelayType": "Variable transport delay",
                               "MaximumDelay": "10", "InitialOutput": "0",
                               "MaximumPoints": "1024", "FixedBuffer": "off", "ZeroDelay": "off",
                               "TransDelayFeedthrough": "off", "PadeOrder": "0",
                               "AbsoluteTolerance": "auto"},
    "ZeroPole": {"Zeros": "[1]", "Poles": "[0 -1]", "Gain": "[1]", "AbsoluteTolerance": "auto"},
    # masked blocks of Simulink's own libraries; the names are those of their masks
    "Band-Limited White Noise": {"Cov": "[0.1]", "Ts": "0.1", "seed": "[23341]",
                                 "VectorParams1D": "on"},
    "Chirp Signal": {"f1": "0.1", "T": "100", "f2": "1", "VectorParams1D": "on"},
    "Compare To Constant": {"relop": "<=", "const": "3.0", "ZeroCross": "on"},
    "Compare To Zero": {"relop": "<=", "ZeroCross": "on"},
    "Coulomb & Viscous Friction": {"offset": "[1 3 2 0]", "gain": "1"},
    "Counter Free-Running": {"NumBits": "16", "tsamp": "-1"},
    "Counter Limited": {"uplimit": "7", "tsamp": "-1"},
    "Detect Change": {"vinit": "0.0"},
    "Detect Decrease": {"vinit": "0.0"},
    "Detect Increase": {"vinit": "0.0"},
    "Detect Fall Negative": {"vinit": "0"},
    "Detect Fall Nonpositive": {"vinit": "0"},
    "Detect Rise Nonnegative": {"vinit": "0"},
    "Detect Rise Positive": {"vinit": "0"},
    "Difference": {"ICPrevInput": "0.0"},
    "Discrete Derivative": {"gainval": "1.0", "ICPrevScaledInput": "0.0"},
    "Interval Test": {"uplimit": "0.5", "lowlimit": "-0.5", "IntervalClosedRight": "on",
                      "IntervalClosedLeft": "on"},
    "Interval Test Dynamic": {"IntervalClosedRight": "on", "IntervalClosedLeft": "on"},
    "Manual Switch": {"sw": "1"},
    "PID Controller": {"Controller": "PID", "TimeDomain": "Continuous-time", "SampleTime": "-1",
                       "IntegratorMethod": "Forward Euler", "FilterMethod": "Forward Euler",
                       "Form": "Parallel", "UseFilter": "on", "P": "1", "I": "1", "D": "0",
                       "N": "100", "InitialConditionSource": "internal",
                       "InitialConditionForIntegrator": "0", "InitialConditionForFilter": "0",
                       "ExternalReset": "none", "IgnoreLimit": "off", "ZeroCross": "on",
                       "LimitOutput": "off", "UpperSaturationLimit": "inf",
                       "LowerSaturationLimit": "-inf", "AntiWindupMode": "none", "Kb": "1",
                       "TrackingMode": "off", "Kt": "1"},
    "PID Controller (2DOF)": {"Controller": "PID", "TimeDomain": "Continuous-time",
                              "SampleTime": "-1", "IntegratorMethod": "Forward Euler",
                              "FilterMethod": "Forward Euler", "Form": "Parallel",
                              "UseFilter": "on", "P": "1", "I": "1", "D": "0", "N": "100",
                              "b": "1", "c": "1", "InitialConditionForIntegrator": "0",
                              "InitialConditionForFilter": "0", "ExternalReset": "none",
                              "LimitOutput": "off", "UpperSaturationLimit": "inf",
                              "LowerSaturationLimit": "-inf", "AntiWindupMode": "none",
                              "Kb": "1"},
    "Ramp": {"slope": "1", "start": "0", "X0": "0", "VectorParams1D": "on"},
    "Repeating Sequence": {"rep_seq_t": "[0 2]", "rep_seq_y": "[0 2]"},
    "Repeating Sequence Interpolated": {"OutValues": "[3 1 4 2 1].'",
                                        "TimeValues": "[0 0.1 0.5 0.6 1].'",
                                        "LookUpMeth": "Interpolation-Use End Values",
                                        "tsamp": "0.01"},
    "Repeating Sequence Stair": {"OutValues": "[3 1 4 2 1].'", "tsamp": "-1"},
    "Slider Gain": {"low": "0", "gain": "1", "high": "2"},
    "Tapped Delay": {"vinit": "0.0", "samptime": "-1", "NumDelays": "4", "DelayOrder": "Oldest",
                     "includeCurrent": "off"},
    "Transfer Fcn First Order": {"PoleZ": "0.95", "ICPrevOutput": "0.0"},
    "Transfer Fcn Lead or Lag": {"PoleZ": "0.95", "ZeroZ": "0.75", "ICPrevOutput": "0.0",
                                 "ICPrevInput": "0.0"},
    "Transfer Fcn Real Zero": {"ZeroZ": "0.75", "ICPrevInput": "0.0"},
    "Unit Delay External IC": {"tsamp": "-1"},
    "Wrap To Zero": {"Threshold": "255"},
}


def age(release):
    """sorts release tags: slxR2013b, opcR2021b, mdl7.6"""
    match = re.search(r"R(\d{4})([ab])", release)
    if match:
        return int(match[1]) + (0.5 if match[2] == "b" else 0.0)
    version = re.search(r"mdl(\d+)\.(\d+)", release)
    major, minor = int(version[1]), int(version[2])
    # 7.0 is R14, 7.1 R2005a and from there two a year: 7.9 is R2012a's predecessor, 8.0 R2012b
    return (2004.5 + minor * 0.5 + (0.5 if minor > 4 else 0)) if major == 7 else 2012.5 + minor * 0.5


def newest(values):
    best = max((age(r), n, value) for value, seen in values.items() for r, n in seen.items())
    return best[2]


def quote(text):
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return '"' + escaped + '"'


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        seen = json.load(file)
    rows = {}
    for kind, parameters in DOCUMENTED.items():
        for name, value in parameters.items():
            rows[kind, name] = value
    for kind, parameters in seen.items():
        for name, values in parameters.items():
            if not NO_MEANING.search(name):
                rows[kind, name] = newest(values)
    print("/* built-in parameter defaults, sorted; made by tools/make_block_defaults.py */")
    print('#include "file/default_table.h"\n')
    print("/* clang-format off */")
    print("const bd_default_row bd_default_table[] = {")
    for (kind, name), value in sorted(rows.items(), key=lambda row: (row[0][0].encode(), row[0][1].encode())):
        print(f"    {{{quote(kind)}, {quote(name)}, {quote(value)}}},")
    print("};")
    print("/* clang-format on */\n")
    print("const size_t bd_default_count = sizeof bd_default_table / sizeof *bd_default_table;")


main()
