/* the palette as documented: every block by the name of its library, with the values that its copy
 * has where they are not those of the type */
#include "file/palette.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "file/default_table.h"
#include "file/internal.h"
#include "multirate/nearest.h"

/* clang-format off */
static const bd_palette_block blocks[] = {
    {"Continuous/Derivative", "Derivative", NULL, NULL, NULL, -1, -1},
    {"Continuous/Integrator", "Integrator", NULL, NULL, NULL, -1, -1},
    {"Continuous/Integrator Limited", "Integrator", NULL, "LimitOutput=on\nUpperSaturationLimit=1\nLowerSaturationLimit=0", NULL, -1, -1},
    {"Continuous/PID Controller", "PID Controller", "PID 1dof", NULL, NULL, 1, 1},
    {"Continuous/PID Controller (2DOF)", "PID Controller (2DOF)", "PID 2dof", NULL, NULL, 2, 1},
    {"Continuous/Second-Order Integrator", "SecondOrderIntegrator", NULL, NULL, NULL, -1, -1},
    {"Continuous/State-Space", "StateSpace", NULL, NULL, NULL, -1, -1},
    {"Continuous/Transfer Fcn", "TransferFcn", NULL, "Numerator=[1]\nDenominator=[1 1]", NULL, -1, -1},
    {"Continuous/Transport Delay", "TransportDelay", NULL, NULL, NULL, -1, -1},
    {"Continuous/Variable Time Delay", "VariableTransportDelay", NULL, "VariableDelayType=Variable time delay", NULL, -1, -1},
    {"Continuous/Variable Transport Delay", "VariableTransportDelay", NULL, "VariableDelayType=Variable transport delay", NULL, -1, -1},
    {"Continuous/Zero-Pole", "ZeroPole", NULL, "Zeros=[1]\nPoles=[0 -1]\nGain=[1]", NULL, -1, -1},
    {"Continuous/Descriptor State-Space", "DescriptorStateSpace", NULL, "E=1\nA=1\nB=1\nC=1\nD=1\nInitialCondition=0", NULL, -1, -1},
    {"Continuous/First Order Hold", "FirstOrderHold", NULL, NULL, NULL, -1, -1},
    {"Continuous/Second-Order Integrator Limited", "SecondOrderIntegrator", NULL, "LimitX=on\nLimitDXDT=on", NULL, -1, -1},
    {"Discontinuities/Backlash", "Backlash", NULL, NULL, NULL, -1, -1},
    {"Discontinuities/Coulomb & Viscous Friction", "Coulomb & Viscous Friction", "Coulombic and Viscous Friction", NULL, NULL, 1, 1},
    {"Discontinuities/Dead Zone", "DeadZone", NULL, NULL, NULL, -1, -1},
    {"Discontinuities/Dead Zone Dynamic", "Dead Zone Dynamic", "Dead Zone Dynamic", NULL, NULL, 3, 1},
    {"Discontinuities/Hit Crossing", "HitCross", NULL, NULL, NULL, -1, -1},
    {"Discontinuities/Quantizer", "Quantizer", NULL, NULL, NULL, -1, -1},
    {"Discontinuities/Rate Limiter", "RateLimiter", NULL, NULL, NULL, -1, -1},
    {"Discontinuities/Rate Limiter Dynamic", "Rate Limiter Dynamic", "Rate Limiter Dynamic", NULL, NULL, 3, 1},
    {"Discontinuities/Relay", "Relay", NULL, NULL, NULL, -1, -1},
    {"Discontinuities/Saturation", "Saturate", NULL, NULL, NULL, -1, -1},
    {"Discontinuities/Saturation Dynamic", "Saturation Dynamic", "Saturation Dynamic", NULL, NULL, 3, 1},
    {"Discontinuities/Wrap To Zero", "Wrap To Zero", "Wrap To Zero", NULL, NULL, 1, 1},
    {"Discontinuities/PWM", "PWM", "PWM", "Period=1\nInitialDelay=0\nRunAtFixedTimeIntervals=off\nSampleTime=1", NULL, 1, 1},
    {"Discontinuities/Variable Pulse Generator", "VariablePulseGenerator", NULL, "InitialDelay=0\nRunAtFixedTimeIntervals=off\nSampleTime=1", NULL, 2, 1},
    {"Discrete/Delay", "Delay", NULL, NULL, NULL, -1, -1},
    {"Discrete/Difference", "Difference", "Difference", NULL, NULL, 1, 1},
    {"Discrete/Discrete Derivative", "Discrete Derivative", "Discrete Derivative", NULL, NULL, 1, 1},
    {"Discrete/Discrete FIR Filter", "DiscreteFir", NULL, NULL, NULL, -1, -1},
    {"Discrete/Discrete Filter", "DiscreteFilter", NULL, "SampleTime=-1", NULL, -1, -1},
    {"Discrete/Discrete PID Controller", "PID Controller", "PID 1dof", "TimeDomain=Discrete-time\nSampleTime=-1", NULL, 1, 1},
    {"Discrete/Discrete PID Controller (2DOF)", "PID Controller (2DOF)", "PID 2dof", "TimeDomain=Discrete-time\nSampleTime=-1", NULL, 2, 1},
    {"Discrete/Discrete State-Space", "DiscreteStateSpace", NULL, "SampleTime=-1", NULL, -1, -1},
    {"Discrete/Discrete Transfer Fcn", "DiscreteTransferFcn", NULL, "SampleTime=-1", NULL, -1, -1},
    {"Discrete/Discrete Zero-Pole", "DiscreteZeroPole", NULL, "SampleTime=-1", NULL, -1, -1},
    {"Discrete/Discrete-Time Integrator", "DiscreteIntegrator", NULL, "SampleTime=-1", NULL, -1, -1},
    {"Discrete/First-Order Hold", "First-Order Hold", "First-Order Hold", NULL, NULL, 1, 1},
    {"Discrete/Memory", "Memory", NULL, NULL, NULL, -1, -1},
    {"Discrete/Tapped Delay", "Tapped Delay", "Tapped Delay Line", NULL, NULL, 1, 1},
    {"Discrete/Transfer Fcn First Order", "Transfer Fcn First Order", "First Order Transfer Fcn", NULL, NULL, 1, 1},
    {"Discrete/Transfer Fcn Lead or Lag", "Transfer Fcn Lead or Lag", "Lead or Lag Compensator", NULL, NULL, 1, 1},
    {"Discrete/Transfer Fcn Real Zero", "Transfer Fcn Real Zero", "Transfer Fcn Real Zero", NULL, NULL, 1, 1},
    {"Discrete/Unit Delay", "UnitDelay", NULL, "SampleTime=-1", NULL, -1, -1},
    {"Discrete/Zero-Order Hold", "ZeroOrderHold", NULL, "SampleTime=-1", NULL, -1, -1},
    {"Discrete/Enabled Delay", "Delay", NULL, "ShowEnablePort=on", NULL, -1, -1},
    {"Discrete/Resettable Delay", "Delay", NULL, "ExternalReset=Rising\nInitialConditionSource=Input port", NULL, -1, -1},
    {"Discrete/Variable Integer Delay", "Delay", NULL, "DelayLengthSource=Input port\nDelayLengthUpperLimit=100", NULL, -1, -1},
    {"Logic and Bit Operations/Combinatorial Logic", "CombinatorialLogic", NULL, "TruthTable=[0 0;0 1;0 1;1 0;0 1;1 0;1 0;1 1]", NULL, -1, -1},
    {"Logic and Bit Operations/Compare To Constant", "Compare To Constant", "Compare To Constant", NULL, NULL, 1, 1},
    {"Logic and Bit Operations/Compare To Zero", "Compare To Zero", "Compare To Zero", NULL, NULL, 1, 1},
    {"Logic and Bit Operations/Detect Change", "Detect Change", "Detect Change", NULL, NULL, 1, 1},
    {"Logic and Bit Operations/Detect Decrease", "Detect Decrease", "Detect Decrease", NULL, NULL, 1, 1},
    {"Logic and Bit Operations/Detect Fall Negative", "Detect Fall Negative", "Detect Fall Negative", NULL, NULL, 1, 1},
    {"Logic and Bit Operations/Detect Fall Nonpositive", "Detect Fall Nonpositive", "Detect Fall Nonpositive", NULL, NULL, 1, 1},
    {"Logic and Bit Operations/Detect Increase", "Detect Increase", "Detect Increase", NULL, NULL, 1, 1},
    {"Logic and Bit Operations/Detect Rise Nonnegative", "Detect Rise Nonnegative", "Detect Rise Nonnegative", NULL, NULL, 1, 1},
    {"Logic and Bit Operations/Detect Rise Positive", "Detect Rise Positive", "Detect Rise Positive", NULL, NULL, 1, 1},
    {"Logic and Bit Operations/Interval Test", "Interval Test", "Interval Test", NULL, NULL, 1, 1},
    {"Logic and Bit Operations/Interval Test Dynamic", "Interval Test Dynamic", "Interval Test Dynamic", NULL, NULL, 3, 1},
    {"Logic and Bit Operations/Logical Operator", "Logic", NULL, "AllPortsSameDT=off", NULL, -1, -1},
    {"Logic and Bit Operations/Relational Operator", "RelationalOperator", NULL, "Operator=<=\nInputSameDT=off", NULL, -1, -1},
    {"Logic and Bit Operations/Bit Clear", "Bit Clear", "Bit Clear", "iBit=0", NULL, 1, 1},
    {"Logic and Bit Operations/Bit Set", "Bit Set", "Bit Set", "iBit=0", NULL, 1, 1},
    {"Logic and Bit Operations/Bitwise Operator", "Bitwise Operator", "Bitwise Operator", "logicop=AND\nUseBitMask=on\nNumInputPorts=1\nBitMask=bin2dec('11011001')\nBitMaskRealWorld=Stored Integer", NULL, 1, 1},
    {"Logic and Bit Operations/Extract Bits", "Extract Bits", "Extract Bits", "bitsToExtract=Upper half\nnumBits=8\nbitIdxRange=[0 7]\noutScalingMode=Preserve fixed-point scaling", NULL, 1, 1},
    {"Logic and Bit Operations/Shift Arithmetic", "ArithShift", NULL, "BitShiftNumberSource=Dialog\nBitShiftDirection=Bidirectional\nBitShiftNumber=8\nBinPtShiftNumber=0", NULL, -1, -1},
    {"Lookup Tables/1-D Lookup Table", "Lookup_n-D", NULL, "NumberOfTableDimensions=1\nTable=tanh([-5:5])\nBreakpointsForDimension1=[-5:5]", NULL, -1, -1},
    {"Lookup Tables/2-D Lookup Table", "Lookup_n-D", NULL, "NumberOfTableDimensions=2\nTable=[4 5 6;16 19 20;10 18 23]\nBreakpointsForDimension1=[1:3]\nBreakpointsForDimension2=[1:3]", NULL, -1, -1},
    {"Lookup Tables/Direct Lookup Table (n-D)", "LookupNDDirect", NULL, NULL, NULL, -1, -1},
    {"Lookup Tables/Interpolation Using Prelookup", "Interpolation_n-D", NULL, NULL, NULL, -1, -1},
    {"Lookup Tables/Lookup Table Dynamic", "Lookup Table Dynamic", "Lookup Table Dynamic", NULL, NULL, 3, 1},
    {"Lookup Tables/Prelookup", "PreLookup", NULL, NULL, NULL, -1, -1},
    {"Lookup Tables/n-D Lookup Table", "Lookup_n-D", NULL, "NumberOfTableDimensions=3\nTable=reshape(repmat([4 5 6;16 19 20;10 18 23],1,2),[3,3,2])\nBreakpointsForDimension1=[10,22,31]\nBreakpointsForDimension2=[10,22,31]\nBreakpointsForDimension3=[5, 7]", NULL, -1, -1},
    {"Lookup Tables/Cosine", "Cosine", "Sine and Cosine", "Formula=cos(2*pi*u)\nNumDataPoints=(2^5)+1\nOutputWordLength=16\nInternalRulePriority=Speed", NULL, 1, 1},
    {"Lookup Tables/Sine", "Sine", "Sine and Cosine", "Formula=sin(2*pi*u)\nNumDataPoints=(2^5)+1\nOutputWordLength=16\nInternalRulePriority=Speed", NULL, 1, 1},
    {"Math Operations/Abs", "Abs", NULL, NULL, NULL, -1, -1},
    {"Math Operations/Add", "Sum", NULL, "IconShape=rectangular\nInputs=++\nInputSameDT=off", NULL, -1, -1},
    {"Math Operations/Algebraic Constraint", "Algebraic Constraint", "Algebraic Constraint", NULL, NULL, 1, 1},
    {"Math Operations/Assignment", "Assignment", NULL, NULL, NULL, -1, -1},
    {"Math Operations/Bias", "Bias", NULL, NULL, NULL, -1, -1},
    {"Math Operations/Complex to Magnitude-Angle", "ComplexToMagnitudeAngle", NULL, NULL, NULL, -1, -1},
    {"Math Operations/Complex to Real-Imag", "ComplexToRealImag", NULL, NULL, NULL, -1, -1},
    {"Math Operations/Divide", "Product", NULL, "Inputs=*/\nInputSameDT=off", NULL, -1, -1},
    {"Math Operations/Dot Product", "DotProduct", NULL, NULL, NULL, -1, -1},
    {"Math Operations/Gain", "Gain", NULL, NULL, NULL, -1, -1},
    {"Math Operations/Magnitude-Angle to Complex", "MagnitudeAngleToComplex", NULL, NULL, NULL, -1, -1},
    {"Math Operations/Math Function", "Math", NULL, NULL, NULL, -1, -1},
    {"Math Operations/MinMax", "MinMax", NULL, NULL, NULL, -1, -1},
    {"Math Operations/Permute Dimensions", "PermuteDimensions", NULL, NULL, NULL, -1, -1},
    {"Math Operations/Polynomial", "Polyval", NULL, NULL, NULL, -1, -1},
    {"Math Operations/Product", "Product", NULL, "Inputs=2\nInputSameDT=off", NULL, -1, -1},
    {"Math Operations/Product of Elements", "Product", NULL, "Inputs=*\nInputSameDT=off", NULL, -1, -1},
    {"Math Operations/Real-Imag to Complex", "RealImagToComplex", NULL, NULL, NULL, -1, -1},
    {"Math Operations/Reshape", "Reshape", NULL, NULL, NULL, -1, -1},
    {"Math Operations/Rounding Function", "Rounding", NULL, NULL, NULL, -1, -1},
    {"Math Operations/Sign", "Signum", NULL, NULL, NULL, -1, -1},
    {"Math Operations/Sine Wave Function", "Sin", NULL, "TimeSource=Use external signal\nSampleTime=0", NULL, -1, -1},
    {"Math Operations/Slider Gain", "Slider Gain", "Slider Gain", NULL, NULL, 1, 1},
    {"Math Operations/Sqrt", "Sqrt", NULL, NULL, NULL, -1, -1},
    {"Math Operations/Squeeze", "Squeeze", NULL, NULL, NULL, -1, -1},
    {"Math Operations/Subtract", "Sum", NULL, "IconShape=rectangular\nInputs=+-\nInputSameDT=off", NULL, -1, -1},
    {"Math Operations/Sum", "Sum", NULL, "IconShape=round\nInputs=|++\nInputSameDT=off", NULL, -1, -1},
    {"Math Operations/Sum of Elements", "Sum", NULL, "IconShape=rectangular\nInputs=+\nInputSameDT=off", NULL, -1, -1},
    {"Math Operations/Trigonometric Function", "Trigonometry", NULL, NULL, NULL, -1, -1},
    {"Math Operations/Unary Minus", "UnaryMinus", NULL, NULL, NULL, -1, -1},
    {"Math Operations/Vector Concatenate", "Concatenate", NULL, "Mode=Vector", NULL, -1, -1},
    {"Math Operations/Matrix Concatenate", "Concatenate", NULL, "Mode=Multidimensional array\nConcatenateDimension=2", NULL, -1, -1},
    {"Math Operations/Find Nonzero Elements", "Find", NULL, "IndexOutputFormat=Linear indices\nNumberOfInputDimensions=1\nIndexMode=Zero-based\nShowOutputForNonzeroInputValues=off", NULL, -1, -1},
    {"Math Operations/MinMax Running Resettable", "MinMax Running Resettable", "MinMax Running Resettable", "Function=min\nvinit=0", NULL, 2, 1},
    {"Math Operations/Reciprocal Sqrt", "Sqrt", NULL, "Operator=rSqrt", NULL, -1, -1},
    {"Math Operations/Signed Sqrt", "Sqrt", NULL, "Operator=signedSqrt", NULL, -1, -1},
    {"Math Operations/Weighted Sample Time Math", "SampleTimeMath", NULL, "TsampMathOp=+\nweightValue=1.0", NULL, -1, -1},
    {"Model Verification/Assertion", "Assertion", NULL, NULL, NULL, -1, -1},
    {"Model Verification/Check Discrete Gradient", "Check Discrete Gradient", "Checks_Gradient", "gradient=1\nenabled=on\ncallback=\nstopWhenAssertionFail=on\nexport=off\nicon=graphic", NULL, 1, 0},
    {"Model Verification/Check Dynamic Gap", "Check Dynamic Gap", "Checks_DGap", "enabled=on\ncallback=\nstopWhenAssertionFail=on\nexport=off\nicon=graphic", NULL, 3, 0},
    {"Model Verification/Check Dynamic Lower Bound", "Check Dynamic Lower Bound", "Checks_DMin", "enabled=on\ncallback=\nstopWhenAssertionFail=on\nexport=off\nicon=graphic", NULL, 2, 0},
    {"Model Verification/Check Dynamic Range", "Check Dynamic Range", "Checks_DRange", "enabled=on\ncallback=\nstopWhenAssertionFail=on\nexport=off\nicon=graphic", NULL, 3, 0},
    {"Model Verification/Check Dynamic Upper Bound", "Check Dynamic Upper Bound", "Checks_DMax", "enabled=on\ncallback=\nstopWhenAssertionFail=on\nexport=off\nicon=graphic", NULL, 2, 0},
    {"Model Verification/Check Input Resolution", "Check Input Resolution", "Checks_Resolution", "resolution=1\nenabled=on\ncallback=\nstopWhenAssertionFail=on\nexport=off\nicon=graphic", NULL, 1, 0},
    {"Model Verification/Check Static Gap", "Check Static Gap", "Checks_SGap", "max=100\nmax_included=on\nmin=0\nmin_included=on\nenabled=on\ncallback=\nstopWhenAssertionFail=on\nexport=off\nicon=graphic", NULL, 1, 0},
    {"Model Verification/Check Static Lower Bound", "Check Static Lower Bound", "Checks_SMin", "min=0\nmin_included=on\nenabled=on\ncallback=\nstopWhenAssertionFail=on\nexport=off\nicon=graphic", NULL, 1, 0},
    {"Model Verification/Check Static Range", "Check Static Range", "Checks_SRange", "max=100\nmax_included=on\nmin=0\nmin_included=on\nenabled=on\ncallback=\nstopWhenAssertionFail=on\nexport=off\nicon=graphic", NULL, 1, 0},
    {"Model Verification/Check Static Upper Bound", "Check Static Upper Bound", "Checks_SMax", "max=0\nmax_included=on\nenabled=on\ncallback=\nstopWhenAssertionFail=on\nexport=off\nicon=graphic", NULL, 1, 0},
    {"Ports & Subsystems/Atomic Subsystem", "SubSystem", NULL, "TreatAsAtomicUnit=on", "Inport In1|Outport Out1", -1, -1},
    {"Ports & Subsystems/Enable", "EnablePort", NULL, NULL, NULL, -1, -1},
    {"Ports & Subsystems/Enabled Subsystem", "SubSystem", NULL, NULL, "EnablePort Enable|Inport In1|Outport Out1", -1, -1},
    {"Ports & Subsystems/Enabled and Triggered Subsystem", "SubSystem", NULL, NULL, "EnablePort Enable|TriggerPort Trigger|Inport In1|Outport Out1", -1, -1},
    {"Ports & Subsystems/For Each Subsystem", "SubSystem", NULL, "TreatAsAtomicUnit=on", "ForEach For Each|Inport In1|Outport Out1", -1, -1},
    {"Ports & Subsystems/For Iterator Subsystem", "SubSystem", NULL, "TreatAsAtomicUnit=on", "ForIterator For Iterator|Inport In1|Outport Out1", -1, -1},
    {"Ports & Subsystems/Function-Call Generator", "Function-Call Generator", "Function-Call Generator", "sample_time=1\nnumberOfIterations=1", NULL, 0, 1},
    {"Ports & Subsystems/Function-Call Split", "FunctionCallSplit", NULL, NULL, NULL, -1, -1},
    {"Ports & Subsystems/Function-Call Subsystem", "SubSystem", NULL, "TreatAsAtomicUnit=on", "TriggerPort function|Inport In1|Outport Out1", -1, -1},
    {"Ports & Subsystems/If", "If", NULL, NULL, NULL, -1, -1},
    {"Ports & Subsystems/If Action Subsystem", "SubSystem", NULL, "TreatAsAtomicUnit=on", "ActionPort Action Port|Inport In1|Outport Out1", -1, -1},
    {"Ports & Subsystems/In1", "Inport", NULL, NULL, NULL, -1, -1},
    {"Ports & Subsystems/Model", "ModelReference", NULL, NULL, NULL, -1, -1},
    {"Ports & Subsystems/Out1", "Outport", NULL, NULL, NULL, -1, -1},
    {"Ports & Subsystems/Resettable Subsystem", "SubSystem", NULL, "TreatAsAtomicUnit=on", "ResetPort Reset|Inport In1|Outport Out1", -1, -1},
    {"Ports & Subsystems/Subsystem", "SubSystem", NULL, NULL, "Inport In1|Outport Out1", -1, -1},
    {"Ports & Subsystems/Switch Case", "SwitchCase", NULL, NULL, NULL, -1, -1},
    {"Ports & Subsystems/Switch Case Action Subsystem", "SubSystem", NULL, "TreatAsAtomicUnit=on", "ActionPort Action Port|Inport In1|Outport Out1", -1, -1},
    {"Ports & Subsystems/Trigger", "TriggerPort", NULL, NULL, NULL, -1, -1},
    {"Ports & Subsystems/Triggered Subsystem", "SubSystem", NULL, NULL, "TriggerPort Trigger|Inport In1|Outport Out1", -1, -1},
    {"Ports & Subsystems/While Iterator Subsystem", "SubSystem", NULL, "TreatAsAtomicUnit=on", "WhileIterator While Iterator|Inport In1|Inport IC|Outport Out1", -1, -1},
    {"Ports & Subsystems/Function-Call Feedback Latch", "FunctionCallFeedbackLatch", NULL, NULL, NULL, -1, -1},
    {"Signal Attributes/Data Type Conversion", "DataTypeConversion", NULL, NULL, NULL, -1, -1},
    {"Signal Attributes/Data Type Propagation", "DataTypePropagation", NULL, NULL, NULL, 3, 0},
    {"Signal Attributes/IC", "InitialCondition", NULL, NULL, NULL, -1, -1},
    {"Signal Attributes/Probe", "Probe", NULL, NULL, NULL, -1, -1},
    {"Signal Attributes/Rate Transition", "RateTransition", NULL, NULL, NULL, -1, -1},
    {"Signal Attributes/Signal Conversion", "SignalConversion", NULL, NULL, NULL, -1, -1},
    {"Signal Attributes/Signal Specification", "SignalSpecification", NULL, NULL, NULL, -1, -1},
    {"Signal Attributes/Width", "Width", NULL, NULL, NULL, -1, -1},
    {"Signal Attributes/Bus to Vector", "BusToVector", NULL, NULL, NULL, -1, -1},
    {"Signal Attributes/Data Type Conversion Inherited", "Data Type Conversion Inherited", "Conversion Inherited", "ConvertRealWorld=Real World Value (RWV)\nRndMeth=Floor\nDoSatur=off", NULL, 2, 1},
    {"Signal Attributes/Data Type Duplicate", "DataTypeDuplicate", NULL, "NumInputPorts=2", NULL, 2, 0},
    {"Signal Attributes/Unit Conversion", "UnitConversion", NULL, NULL, NULL, -1, -1},
    {"Signal Attributes/Weighted Sample Time", "Weighted Sample Time", "Sample Time Math", "TsampMathOp=Ts Only\nweightValue=1.0", NULL, 1, 1},
    {"Signal Routing/Bus Assignment", "BusAssignment", NULL, NULL, NULL, -1, -1},
    {"Signal Routing/Bus Creator", "BusCreator", NULL, "Inputs=2", NULL, -1, -1},
    {"Signal Routing/Bus Selector", "BusSelector", NULL, "OutputSignals=signal1,signal2", NULL, -1, -1},
    {"Signal Routing/Data Store Memory", "DataStoreMemory", NULL, NULL, NULL, -1, -1},
    {"Signal Routing/Data Store Read", "DataStoreRead", NULL, NULL, NULL, -1, -1},
    {"Signal Routing/Data Store Write", "DataStoreWrite", NULL, NULL, NULL, -1, -1},
    {"Signal Routing/Demux", "Demux", NULL, "Outputs=2\nDisplayOption=bar", NULL, -1, -1},
    {"Signal Routing/From", "From", NULL, NULL, NULL, -1, -1},
    {"Signal Routing/Goto", "Goto", NULL, NULL, NULL, -1, -1},
    {"Signal Routing/Goto Tag Visibility", "GotoTagVisibility", NULL, NULL, NULL, -1, -1},
    {"Signal Routing/Index Vector", "MultiPortSwitch", NULL, "Inputs=1", NULL, -1, -1},
    {"Signal Routing/Manual Switch", "ManualSwitch", NULL, NULL, NULL, -1, -1},
    {"Signal Routing/Merge", "Merge", NULL, NULL, NULL, -1, -1},
    {"Signal Routing/Multiport Switch", "MultiPortSwitch", NULL, "Inputs=3", NULL, -1, -1},
    {"Signal Routing/Mux", "Mux", NULL, "Inputs=2\nDisplayOption=bar", NULL, -1, -1},
    {"Signal Routing/Parameter Writer", "ParameterWriter", NULL, "ParameterOwnerBlock=\nParameterName=", NULL, 1, 0},
    {"Signal Routing/State Reader", "StateReader", NULL, "StateOwnerBlock=", NULL, 0, 1},
    {"Signal Routing/State Writer", "StateWriter", NULL, "StateOwnerBlock=", NULL, 1, 0},
    {"Signal Routing/Selector", "Selector", NULL, "IndexOptions=Index vector (dialog)\nIndices=[1 3]\nInputPortWidth=3", NULL, -1, -1},
    {"Signal Routing/Switch", "Switch", NULL, NULL, NULL, -1, -1},
    {"Signal Routing/Environment Controller", "Environment Controller", "Environment Controller", NULL, NULL, 2, 1},
    {"Sinks/Display", "Display", NULL, NULL, NULL, -1, -1},
    {"Sinks/Out1", "Outport", NULL, NULL, NULL, -1, -1},
    {"Sinks/Scope", "Scope", NULL, NULL, NULL, -1, -1},
    {"Sinks/Stop Simulation", "Stop", NULL, NULL, NULL, -1, -1},
    {"Sinks/Terminator", "Terminator", NULL, NULL, NULL, -1, -1},
    {"Sinks/To File", "ToFile", NULL, NULL, NULL, -1, -1},
    {"Sinks/To Workspace", "ToWorkspace", NULL, "VariableName=simout\nMaxDataPoints=inf\nSaveFormat=Timeseries\nSampleTime=-1", NULL, -1, -1},
    {"Sinks/XY Graph", "XY Graph", "XY scope.", NULL, NULL, 2, 0},
    {"Sinks/Floating Scope", "Scope", NULL, "Floating=on", NULL, -1, -1},
    {"Sources/Band-Limited White Noise", "Band-Limited White Noise", "Band-Limited White Noise.", NULL, NULL, 0, 1},
    {"Sources/Chirp Signal", "Chirp Signal", "chirp", NULL, NULL, 0, 1},
    {"Sources/Clock", "Clock", NULL, NULL, NULL, -1, -1},
    {"Sources/Constant", "Constant", NULL, NULL, NULL, -1, -1},
    {"Sources/Counter Free-Running", "Counter Free-Running", "Counter Free-Running", NULL, NULL, 0, 1},
    {"Sources/Counter Limited", "Counter Limited", "Counter Limited", NULL, NULL, 0, 1},
    {"Sources/Digital Clock", "DigitalClock", NULL, NULL, NULL, -1, -1},
    {"Sources/From File", "FromFile", NULL, NULL, NULL, -1, -1},
    {"Sources/From Workspace", "FromWorkspace", NULL, "VariableName=simin\nSampleTime=0", NULL, -1, -1},
    {"Sources/Ground", "Ground", NULL, NULL, NULL, -1, -1},
    {"Sources/In1", "Inport", NULL, NULL, NULL, -1, -1},
    {"Sources/Pulse Generator", "DiscretePulseGenerator", NULL, "PulseType=Time based\nPeriod=10\nPulseWidth=5", NULL, -1, -1},
    {"Sources/Ramp", "Ramp", "Ramp", NULL, NULL, 0, 1},
    {"Sources/Random Number", "RandomNumber", NULL, "SampleTime=0.1", NULL, -1, -1},
    {"Sources/Repeating Sequence", "Repeating Sequence", "Repeating table", NULL, NULL, 0, 1},
    {"Sources/Repeating Sequence Interpolated", "Repeating Sequence Interpolated", "Repeating Sequence Interpolated", NULL, NULL, 0, 1},
    {"Sources/Repeating Sequence Stair", "Repeating Sequence Stair", "Repeating Sequence Stair", NULL, NULL, 0, 1},
    {"Sources/Signal Generator", "SignalGenerator", NULL, NULL, NULL, -1, -1},
    {"Sources/Sine Wave", "Sin", NULL, "SampleTime=0", NULL, -1, -1},
    {"Sources/Step", "Step", NULL, "SampleTime=0", NULL, -1, -1},
    {"Sources/Uniform Random Number", "UniformRandomNumber", NULL, "SampleTime=0.1", NULL, -1, -1},
    {"Sources/Waveform Generator", "WaveformGenerator", "WaveformGenerator", "SelectedSignal=1\nSignals=sin(1,1,0)\nSampleTime=0", NULL, 0, 1},
    {"String/ASCII to String", "ASCIIToString", NULL, NULL, NULL, -1, -1},
    {"String/Compose String", "ComposeString", NULL, NULL, NULL, -1, -1},
    {"String/Scan String", "ScanString", NULL, NULL, NULL, -1, -1},
    {"String/String Compare", "StringCompare", NULL, NULL, NULL, -1, -1},
    {"String/String Concatenate", "StringConcatenate", NULL, NULL, NULL, -1, -1},
    {"String/String Constant", "StringConstant", NULL, NULL, NULL, -1, -1},
    {"String/String Contains", "StringContains", NULL, NULL, NULL, -1, -1},
    {"String/String Count", "StringCount", NULL, NULL, NULL, -1, -1},
    {"String/String Find", "StringFind", NULL, NULL, NULL, -1, -1},
    {"String/String Length", "StringLength", NULL, NULL, NULL, -1, -1},
    {"String/String to ASCII", "StringToASCII", NULL, NULL, NULL, -1, -1},
    {"String/String to Double", "StringToDouble", NULL, NULL, NULL, -1, -1},
    {"String/String to Enum", "StringToEnum", NULL, NULL, NULL, -1, -1},
    {"String/String to Single", "StringToSingle", NULL, NULL, NULL, -1, -1},
    {"String/Substring", "Substring", NULL, NULL, NULL, -1, -1},
    {"String/To String", "ToString", NULL, NULL, NULL, -1, -1},
    {"User-Defined Functions/Argument Inport", "ArgIn", NULL, NULL, NULL, -1, -1},
    {"User-Defined Functions/Argument Outport", "ArgOut", NULL, NULL, NULL, -1, -1},
    {"User-Defined Functions/Function Caller", "FunctionCaller", NULL, "FunctionPrototype=y = f(u)", NULL, -1, -1},
    {"User-Defined Functions/Simulink Function", "SubSystem", NULL, "TreatAsAtomicUnit=on", "TriggerPort f|ArgIn u|ArgOut y", -1, -1},
    {"User-Defined Functions/Fcn", "Fcn", NULL, "Expr=sin(u(1)*exp(2.3*(-u(2))))", NULL, -1, -1},
    {"User-Defined Functions/Interpreted MATLAB Function", "MATLABFcn", NULL, NULL, NULL, -1, -1},
    {"User-Defined Functions/S-Function", "S-Function", NULL, NULL, NULL, -1, -1},
    {"Matrix Operations/Create Diagonal Matrix", "Create Diagonal Matrix", "Create Diagonal Matrix", NULL, NULL, 1, 1},
    {"Matrix Operations/Cross Product", "Cross Product", "Cross Product", NULL, NULL, 2, 1},
    {"Matrix Operations/Expand Scalar", "Expand Scalar", "Expand Scalar", "ElementValue=1\nOutputDimensions=5\nOutDataTypeStr=Inherit: Inherit from 'Element value'", NULL, 0, 1},
    {"Matrix Operations/Extract Diagonal", "Extract Diagonal", "Extract Diagonal", NULL, NULL, 1, 1},
    {"Matrix Operations/Hermitian Transpose", "Math", NULL, "Operator=hermitian", NULL, -1, -1},
    {"Matrix Operations/IdentityMatrix", "IdentityMatrix", NULL, "OutputDimensions=3", NULL, -1, -1},
    {"Matrix Operations/IsHermitian", "IsHermitian", "IsHermitian", "Mode=Hermitian", NULL, 1, 1},
    {"Matrix Operations/IsSymmetric", "IsSymmetric", "IsSymmetric", "Mode=Symmetric", NULL, 1, 1},
    {"Matrix Operations/IsTriangular", "IsTriangular", "IsTriangular", "Mode=Upper", NULL, 1, 1},
    {"Matrix Operations/Matrix Concatenate", "Concatenate", NULL, "Mode=Multidimensional array\nConcatenateDimension=2", NULL, -1, -1},
    {"Matrix Operations/Matrix Multiply", "Product", NULL, "Multiplication=Matrix(*)", NULL, -1, -1},
    {"Matrix Operations/Matrix Square", "Matrix Square", "Matrix Square", NULL, NULL, 1, 1},
    {"Matrix Operations/Permute Matrix", "Permute Matrix", "Permute Matrix", "mode=Columns\nerrmode=Clip Index", NULL, 2, 1},
    {"Matrix Operations/Submatrix", "Submatrix", "Submatrix", "RowSpan=All rows\nRowStartMode=First\nRowStartIndex=1\nRowEndMode=Last\nRowEndIndex=1\nColSpan=All columns\nColStartMode=First\nColStartIndex=1\nColEndMode=Last\nColEndIndex=1", NULL, 1, 1},
    {"Matrix Operations/Transpose", "Math", NULL, "Operator=transpose", NULL, -1, -1},
    {"Additional Math & Discrete/Additional Math: Increment - Decrement/Decrement Real World", "Decrement Real World", "Real World Value Decrement", NULL, NULL, 1, 1},
    {"Additional Math & Discrete/Additional Math: Increment - Decrement/Decrement Stored Integer", "Decrement Stored Integer", "Stored Integer Value Decrement", NULL, NULL, 1, 1},
    {"Additional Math & Discrete/Additional Math: Increment - Decrement/Decrement Time To Zero", "Decrement Time To Zero", "Decrement Time To Zero", NULL, NULL, 1, 1},
    {"Additional Math & Discrete/Additional Math: Increment - Decrement/Decrement To Zero", "Decrement To Zero", "Decrement To Zero", NULL, NULL, 1, 1},
    {"Additional Math & Discrete/Additional Math: Increment - Decrement/Increment Real World", "Increment Real World", "Real World Value Increment", NULL, NULL, 1, 1},
    {"Additional Math & Discrete/Additional Math: Increment - Decrement/Increment Stored Integer", "Increment Stored Integer", "Stored Integer Value Increment", NULL, NULL, 1, 1},
    {"Additional Math & Discrete/Additional Discrete/Transfer Fcn Direct Form II", "Transfer Fcn Direct Form II", "Transfer Fcn Direct Form II", "NumCoefVec=[0.2 0.3 0.2]\nDenCoefVec=[-0.9 0.6]\nvinit=0.0", NULL, 1, 1},
    {"Additional Math & Discrete/Additional Discrete/Transfer Fcn Direct Form II Time Varying", "Transfer Fcn Direct Form II Time Varying", "Transfer Fcn Direct Form II Time Varying", "vinit=0.0", NULL, 3, 1},
    {"Additional Math & Discrete/Additional Discrete/Unit Delay Enabled", "Unit Delay Enabled", "Unit Delay Enabled", "vinit=0.0\ntsamp=-1", NULL, 2, 1},
    {"Additional Math & Discrete/Additional Discrete/Unit Delay Enabled External IC", "Unit Delay Enabled External IC", "Unit Delay Enabled External Initial Condition", "tsamp=-1", NULL, 3, 1},
    {"Additional Math & Discrete/Additional Discrete/Unit Delay Enabled Resettable", "Unit Delay Enabled Resettable", "Unit Delay Enabled Resettable", "vinit=0.0\ntsamp=-1", NULL, 3, 1},
    {"Additional Math & Discrete/Additional Discrete/Unit Delay Enabled Resettable External IC", "Unit Delay Enabled Resettable External IC", "Unit Delay Enabled Resettable External Initial Condition", "tsamp=-1", NULL, 4, 1},
    {"Additional Math & Discrete/Additional Discrete/Unit Delay External IC", "Unit Delay External IC", "Unit Delay External Initial Condition", "tsamp=-1", NULL, 2, 1},
    {"Additional Math & Discrete/Additional Discrete/Unit Delay Resettable", "Unit Delay Resettable", "Unit Delay Resettable", "vinit=0.0\ntsamp=-1", NULL, 2, 1},
    {"Additional Math & Discrete/Additional Discrete/Unit Delay Resettable External IC", "Unit Delay Resettable External IC", "Unit Delay Resettable External Initial Condition", "tsamp=-1", NULL, 3, 1},
    {"Additional Math & Discrete/Additional Discrete/Unit Delay With Preview Enabled", "Unit Delay With Preview Enabled", "Unit Delay With Preview Enabled", "vinit=0.0\ntsamp=-1", NULL, 2, 2},
    {"Additional Math & Discrete/Additional Discrete/Unit Delay With Preview Enabled Resettable", "Unit Delay With Preview Enabled Resettable", "Unit Delay With Preview Enabled Resettable", "vinit=0.0\ntsamp=-1", NULL, 3, 2},
    {"Additional Math & Discrete/Additional Discrete/Unit Delay With Preview Enabled Resettable External RV", "Unit Delay With Preview Enabled Resettable External RV", "Unit Delay With Preview Enabled Resettable External RV", "vinit=0.0\ntsamp=-1", NULL, 4, 2},
    {"Additional Math & Discrete/Additional Discrete/Unit Delay With Preview Resettable", "Unit Delay With Preview Resettable", "Unit Delay With Preview Resettable", "vinit=0.0\ntsamp=-1", NULL, 2, 2},
    {"Additional Math & Discrete/Additional Discrete/Unit Delay With Preview Resettable External RV", "Unit Delay With Preview Resettable External RV", "Unit Delay With Preview Resettable External RV", "vinit=0.0\ntsamp=-1", NULL, 3, 2},
};
/* clang-format on */

#define COUNT (sizeof blocks / sizeof *blocks)

/* blocks of the palette's first page are those of the pages behind it */
static const char *const common[] = {"Bus Creator",
                                     "Bus Selector",
                                     "Constant",
                                     "Data Type Conversion",
                                     "Delay",
                                     "Demux",
                                     "Gain",
                                     "Ground",
                                     "In1",
                                     "Integrator",
                                     "Logical Operator",
                                     "Mux",
                                     "Out1",
                                     "Product",
                                     "Relational Operator",
                                     "Saturation",
                                     "Scope",
                                     "Subsystem",
                                     "Sum",
                                     "Switch",
                                     "Terminator",
                                     "Unit Delay",
                                     "Vector Concatenate",
                                     "Discrete-Time Integrator"};

static const char *last_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_common(const char *name) {
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        if (bd_names_match(common[i], name))
            return true;
    return false;
}

static const bd_palette_block *find_path(const char *path) {
    for (size_t i = 0; i < COUNT; i++)
        if (bd_names_match(blocks[i].path, path))
            return &blocks[i];
    static const char page[] = "Commonly Used Blocks/";
    if (strncmp(path, page, sizeof page - 1) == 0 && is_common(path + sizeof page - 1))
        for (size_t i = 0; i < COUNT; i++)
            if (bd_names_match(last_name(blocks[i].path), path + sizeof page - 1))
                return &blocks[i];
    return NULL;
}

/* types that can stand alone: those of the tables of defaults and of the palette that are no masks
 */
static const char *find_type(const char *name) {
    for (size_t i = 0; i < COUNT; i++)
        if (!blocks[i].mask && strcasecmp(blocks[i].type, name) == 0)
            return blocks[i].type;
    for (size_t i = 0; i < bd_default_count; i++)
        if (strcasecmp(bd_default_table[i].type, name) == 0 &&
            !strchr(bd_default_table[i].type, ' ') &&
            strcmp(bd_default_table[i].type, "Ramp") != 0 &&
            strcmp(bd_default_table[i].type, "Difference") != 0)
            return bd_default_table[i].type;
    return NULL;
}

/* older scripts name a type as the palette does: "built-in/Sine Wave" */
static const bd_palette_block *find_named_type(const char *name) {
    for (size_t i = 0; i < COUNT; i++)
        if (!blocks[i].mask && !blocks[i].inside && bd_names_match(last_name(blocks[i].path), name))
            return &blocks[i];
    return NULL;
}

static void tell_near(const char *path, bool built_in, char *hint, size_t size) {
    const char *name = last_name(path);
    hint[0] = '\0';
    for (size_t i = 0; !built_in && i < COUNT; i++)
        if (bd_names_match(last_name(blocks[i].path), name)) {
            snprintf(hint, size, " (did you mean 'simulink/%s'?)", blocks[i].path);
            return;
        }
    mr_nearest nearest = {built_in ? name : path, NULL, 0};
    for (size_t i = 0; i < COUNT; i++)
        if (!built_in || !blocks[i].mask)
            mr_nearest_try(&nearest, built_in ? blocks[i].type : blocks[i].path);
    if (nearest.name)
        snprintf(hint, size, " (did you mean '%s/%s'?)", built_in ? "built-in" : "simulink",
                 nearest.name);
}

const bd_palette_block *bd_palette_find(const char *path, bd_palette_block *room, char *hint,
                                        size_t size) {
    static const char palette[] = "simulink/", types[] = "built-in/";
    const bd_palette_block *found = NULL;
    hint[0] = '\0';
    if (strncmp(path, palette, sizeof palette - 1) == 0)
        found = find_path(path + sizeof palette - 1);
    else if (strncmp(path, types, sizeof types - 1) == 0) {
        const char *type = find_type(path + sizeof types - 1);
        *room = (bd_palette_block){.path = path, .type = type, .inputs = -1, .outputs = -1};
        found = type ? room : find_named_type(path + sizeof types - 1);
    }
    if (!found)
        tell_near(path + strcspn(path, "/") + (strchr(path, '/') != NULL),
                  strncmp(path, types, sizeof types - 1) == 0, hint, size);
    return found;
}

/* length of the name if the text begins with it, upper and lower case aside */
static size_t begins(const char *text, const char *name) {
    const size_t length = strlen(name);
    return strncasecmp(text, name, length) == 0 &&
                   (text[length] == '\0' || text[length] == ' ' || text[length] == '\t')
               ? length
               : 0;
}

size_t bd_palette_named(const char *text, char *path, size_t size) {
    size_t longest = 0;
    for (size_t i = 0; i < COUNT; i++) {
        const size_t length = begins(text, last_name(blocks[i].path));
        if (length > longest) {
            longest = length;
            snprintf(path, size, "simulink/%s", blocks[i].path);
        }
    }
    for (size_t i = 0; i < COUNT + bd_default_count; i++) {
        const char *type = i < COUNT ? blocks[i].type : bd_default_table[i - COUNT].type;
        const size_t length = begins(text, type);
        if (length > longest && find_type(type)) {
            longest = length;
            snprintf(path, size, "built-in/%s", type);
        }
    }
    return longest;
}
