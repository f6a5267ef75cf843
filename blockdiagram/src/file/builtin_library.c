/* link paths and mask types of Simulink's own libraries to block types. Masked blocks keep the name
 * they have in the palette, whichever way a release wrote the link; what has become a plain block
 * type since gets that type */
#include "file/builtin_library.h"

#include <stddef.h>
#include <string.h>

#include "common/words.h"
#include "file/internal.h"

/* mask type (SourceType) or old palette name -> block type */
static const cm_pair aliases[] = {
    {"2-D Lookup Table", "Lookup_n-D"},
    {"Atomic Subsystem", "SubSystem"},
    {"Bandlimited White Noise", "Band-Limited White Noise"},
    {"Band-Limited White Noise.", "Band-Limited White Noise"},
    {"CartesianToPolar", "Cartesian to Polar"},
    {"CartesianToSpherical", "Cartesian to Spherical"},
    {"CelsiusToFahrenheit", "Celsius to Fahrenheit"},
    {"Coulomb and Viscous Friction", "Coulomb & Viscous Friction"},
    {"Coulombic and Viscous Friction", "Coulomb & Viscous Friction"},
    {"Continuous White Noise.", "Band-Limited White Noise"},
    {"Conversion Inherited", "Data Type Conversion Inherited"},
    {"Data Type Duplicate", "DataTypeDuplicate"},
    {"Data Type Propagation", "DataTypePropagation"},
    {"Dead Zone", "DeadZone"},
    {"DegreesToRadians", "Degrees to Radians"},
    {"Discrete PID Controller", "PID Controller"},
    {"Discrete PID Controller (2DOF)", "PID Controller (2DOF)"},
    {"Transfer Function with Initial States", "Transfer Fcn (with initial states)"},
    {"Transfer Function with Initial Outputs", "Transfer Fcn (with initial outputs)"},
    {"Zero-Pole with Initial States", "Zero-Pole (with initial states)"},
    {"Zero-Pole with Initial Outputs", "Zero-Pole (with initial outputs)"},
    {"State-Space with Initial Outputs", "State-Space (with initial outputs)"},
    {"Descriptor State-Space", "DescriptorStateSpace"},
    {"Unit Delay External Initial Condition", "Unit Delay External IC"},
    {"Unit Delay Enabled External Initial Condition", "Unit Delay Enabled External IC"},
    {"Unit Delay Resettable External Initial Condition", "Unit Delay Resettable External IC"},
    {"Unit Delay Enabled Resettable External Initial Condition",
     "Unit Delay Enabled Resettable External IC"},
    {"Sample Time Math", "Weighted Sample Time Math"},
    {"Scaling Strip", "Data Type Scaling Strip"},
    {"S-Function Examples", "Note"},
    {"Data Type Propagation Examples", "Note"},
    {"Matrix Concatenation", "Concatenate"},
    {"Matrix Concatenate", "Concatenate"},
    {"Vector Concatenate", "Concatenate"},
    {"DiscreteFirst Order Transfer Fcn", "Transfer Fcn First Order"},
    {"Enumerated Constant", "Constant"},
    {"FahrenheitToCelsius", "Fahrenheit to Celsius"},
    {"First Order Transfer Fcn", "Transfer Fcn First Order"},
    {"Fixed-Point State-Space", "DiscreteStateSpace"},
    {"Lead or Lag Compensator", "Transfer Fcn Lead or Lag"},
    {"LookupIdxSearch", "PreLookup"},
    {"LookupNDInterpIdx", "Interpolation_n-D"},
    {"PID 1dof", "PID Controller"},
    {"PID 2dof", "PID Controller (2DOF)"},
    {"PID(2) Controller", "PID Controller (with Approximate Derivative)"},
    {"PolarToCartesian", "Polar to Cartesian"},
    {"RadiansToDegrees", "Radians to Degrees"},
    {"Real World Value Decrement", "Decrement Real World"},
    {"Real World Value Increment", "Increment Real World"},
    {"Real Zero Transfer Fcn", "Transfer Fcn Real Zero"},
    {"Repeating table", "Repeating Sequence"},
    {"Repeating Table", "Repeating Sequence"},
    {"Sigbuilder block", "Signal Builder"},
    {"Sliding gain", "Slider Gain"},
    {"Slider gain", "Slider Gain"},
    {"SphericalToCartesian", "Spherical to Cartesian"},
    {"Stored Integer Value Decrement", "Decrement Stored Integer"},
    {"Stored Integer Value Increment", "Increment Stored Integer"},
    {"Tapped Delay Line", "Tapped Delay"},
    {"Variable Pulse Generator", "VariablePulseGenerator"},
    {"ExpandScalar", "Expand Scalar"},
    {"Wrap to Zero", "Wrap To Zero"},
    {"chirp", "Chirp Signal"},
    {"ramp", "Ramp"},
};

/* palette names of plain blocks, for links that were never broken */
static const cm_pair plain[] = {
    {"1-D Lookup Table", "Lookup_n-D"},
    {"Action Port", "ActionPort"},
    {"Bus Assignment", "BusAssignment"},
    {"Bus Creator", "BusCreator"},
    {"Bus Selector", "BusSelector"},
    {"Data Store Memory", "DataStoreMemory"},
    {"Data Store Read", "DataStoreRead"},
    {"Data Store Write", "DataStoreWrite"},
    {"Data Type Conversion", "DataTypeConversion"},
    {"Digital Clock", "DigitalClock"},
    {"Discrete Filter", "DiscreteFilter"},
    {"Discrete State-Space", "DiscreteStateSpace"},
    {"Discrete Transfer Fcn", "DiscreteTransferFcn"},
    {"Discrete Zero-Pole", "DiscreteZeroPole"},
    {"Discrete-Time Integrator", "DiscreteIntegrator"},
    {"Dot Product", "DotProduct"},
    {"From Workspace", "FromWorkspace"},
    {"Hit Crossing", "HitCross"},
    {"Hit  Crossing", "HitCross"},
    {"IC", "InitialCondition"},
    {"In1", "Inport"},
    {"Interpreted MATLAB Function", "MATLABFcn"},
    {"Logical Operator", "Logic"},
    {"Look-Up Table", "Lookup"},
    {"Lookup Table", "Lookup"},
    {"Lookup Table (2-D)", "Lookup2D"},
    {"Lookup Table (n-D)", "Lookup_n-D"},
    {"MATLAB Fcn", "MATLABFcn"},
    {"Math Function", "Math"},
    {"Multiport Switch", "MultiPortSwitch"},
    {"Out1", "Outport"},
    {"Polynomial", "Polyval"},
    {"Prelookup", "PreLookup"},
    {"Pulse Generator", "DiscretePulseGenerator"},
    {"Random Number", "RandomNumber"},
    {"Rate Limiter", "RateLimiter"},
    {"Rate Transition", "RateTransition"},
    {"Relational Operator", "RelationalOperator"},
    {"Rounding Function", "Rounding"},
    {"Saturation", "Saturate"},
    {"Sign", "Signum"},
    {"Signal Generator", "SignalGenerator"},
    {"Sine Wave", "Sin"},
    {"State-Space", "StateSpace"},
    {"Stop Simulation", "Stop"},
    {"To File", "ToFile"},
    {"To Workspace", "ToWorkspace"},
    {"Transfer Fcn", "TransferFcn"},
    {"Transport Delay", "TransportDelay"},
    {"Trigonometric Function", "Trigonometry"},
    {"Uniform Random Number", "UniformRandomNumber"},
    {"Unit Delay", "UnitDelay"},
    {"Variable Time Delay", "VariableTransportDelay"},
    {"Variable Transport Delay", "VariableTransportDelay"},
    {"Zero-Order Hold", "ZeroOrderHold"},
    {"Zero-Pole", "ZeroPole"},
};

/* every masked block that has its palette name as type */
static const char *const masked[] = {
    "Band-Limited White Noise",
    "Cartesian to Polar",
    "Cartesian to Spherical",
    "Celsius to Fahrenheit",
    "Chirp Signal",
    "Compare To Constant",
    "Compare To Zero",
    "Coulomb & Viscous Friction",
    "Counter Free-Running",
    "Counter Limited",
    "Cross Product",
    "D Flip-Flop",
    "D Latch",
    "Data Type Conversion Inherited",
    "Dead Zone Dynamic",
    "Decrement Real World",
    "Decrement Time To Zero",
    "Decrement To Zero",
    "Degrees to Radians",
    "Detect Change",
    "Detect Decrease",
    "Detect Fall Negative",
    "Detect Fall Nonpositive",
    "Detect Increase",
    "Detect Rise Nonnegative",
    "Detect Rise Positive",
    "Difference",
    "Discrete Derivative",
    "Fahrenheit to Celsius",
    "First-Order Hold",
    "Function-Call Generator",
    "Increment Real World",
    "Interval Test",
    "Interval Test Dynamic",
    "J-K Flip-Flop",
    "Lookup Table Dynamic",
    "Manual Switch",
    "PID Controller",
    "PID Controller (2DOF)",
    "PID Controller (with Approximate Derivative)",
    "Polar to Cartesian",
    "Radians to Degrees",
    "Ramp",
    "Rate Limiter Dynamic",
    "Repeating Sequence",
    "Repeating Sequence Interpolated",
    "Repeating Sequence Stair",
    "S-R Flip-Flop",
    "Saturation Dynamic",
    "Signal Builder",
    "Signal Editor",
    "Slider Gain",
    "Spherical to Cartesian",
    "Tapped Delay",
    "Transfer Fcn First Order",
    "Transfer Fcn Lead or Lag",
    "Transfer Fcn Real Zero",
    "Unit Delay External IC",
    "Weighted Moving Average",
    "Wrap To Zero",
    "XY Graph",
};

/* behind the last single slash; a doubled one belongs to the name */
static const char *last_name(const char *source) {
    const char *name = source;
    for (const char *c = source; *c != '\0'; c++) {
        if (c[0] == '/' && c[1] == '/')
            c++;
        else if (c[0] == '/')
            name = c + 1;
    }
    return name;
}

/* blocks of other products that need nothing of them: they only show and check how a model would
 * behave, or are what Simulink has, too */
static const cm_pair guests[] = {
    {"cstblocks/LTI System", "LTI System"},
    {"slctrlblks/Bode Plot", "Linear Analysis Plot"},
    {"slctrlblks/Gain and Phase Margin Plot", "Linear Analysis Plot"},
    {"slctrlblks/Linear Step Response Plot", "Linear Analysis Plot"},
    {"slctrlblks/Nichols Plot", "Linear Analysis Plot"},
    {"slctrlblks/Nyquist Plot", "Linear Analysis Plot"},
    {"slctrlblks/Pole-Zero Plot", "Linear Analysis Plot"},
    {"slctrlblks/Singular Value Plot", "Linear Analysis Plot"},
    {"slctrlblks/Check Bode Characteristics", "Linear Analysis Plot"},
    {"slctrlblks/Check Gain and Phase Margins", "Linear Analysis Plot"},
    {"slctrlblks/Check Linear Step Response Characteristics", "Linear Analysis Plot"},
    {"slctrlblks/Check Nichols Characteristics", "Linear Analysis Plot"},
    {"slctrlblks/Check Pole-Zero Characteristics", "Linear Analysis Plot"},
    {"slctrlblks/Check Singular Value Characteristics", "Linear Analysis Plot"},
    {"SignalEditorBlockLib/Signal Editor", "Signal Editor"},
    {"dspmtrx3/Create Diagonal Matrix", "Create Diagonal Matrix"},
    {"dspmtrx3/Extract Diagonal", "Extract Diagonal"},
    {"dspmtrx3/Matrix Square", "Matrix Square"},
    {"dspmtrx3/Permute Matrix", "Permute Matrix"},
    {"dspmtrx3/Submatrix", "Submatrix"},
    {"dspindex/Submatrix", "Submatrix"},
    {"sldvlib/Extender", "Extender"},
    {"sldvlib/Implies", "Implies"},
    {"sldvlib/Proof Assumption", "Verification Mark"},
    {"sldvlib/Proof Objective", "Verification Mark"},
    {"sldvlib/Test Condition", "Verification Mark"},
    {"sldvlib/Test Objective", "Verification Mark"},
};

static const char *guest_type(const char *source) {
    const size_t length = strcspn(source, "/") + 1;
    for (size_t i = 0; i < sizeof guests / sizeof *guests; i++)
        if (strncmp(source, guests[i].word, length) == 0 &&
            bd_names_match(guests[i].word + length, last_name(source)))
            return guests[i].other;
    return NULL;
}

bool bd_is_builtin_library(const char *source) {
    static const char *const libraries[] = {"simulink", "simulink3",   "simulink_extras",
                                            "built-in", "fixpt_lib_4", "simulink_need_slupdate",
                                            "slpidlib", "pid_lib",     "fixpt_lib_3",
                                            "simgens",  "simviewers"};
    size_t length = strcspn(source, "/");
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        if (strlen(libraries[i]) == length && strncmp(source, libraries[i], length) == 0)
            return true;
    return guest_type(source) != NULL;
}

/* name in one of the lists, or NULL */
static const char *look_up(const char *name) {
    for (size_t i = 0; i < sizeof masked / sizeof *masked; i++)
        if (bd_names_match(masked[i], name))
            return masked[i];
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (bd_names_match(aliases[i].word, name))
            return aliases[i].other;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (bd_names_match(plain[i].word, name))
            return plain[i].other;
    return NULL;
}

const char *bd_library_product(const char *library) {
    static const cm_pair products[] = {
        {"aero", "Aerospace Blockset"},
        {"comm", "Communications Toolbox"},
        {"cstblocks", "Control System Toolbox"},
        {"dsp", "DSP System Toolbox"},
        {"eml_lib", "MATLAB Function blocks"},
        {"fl_lib", "Simscape"},
        {"foundation", "Simscape"},
        {"fuz", "Fuzzy Logic Toolbox"},
        {"mblib", "SimMechanics"},
        {"mpclib", "Model Predictive Control Toolbox"},
        {"nesl_utility", "Simscape"},
        {"neural", "Deep Learning Toolbox"},
        {"power", "SimPowerSystems"},
        {"sflib", "Stateflow"},
        {"slident", "System Identification Toolbox"},
        {"sm_lib", "Simscape Multibody"},
        {"sps", "Simscape Electrical"},
        {"vip", "Computer Vision Toolbox"},
        {"vrlib", "Simulink 3D Animation"},
        {"xpc", "Simulink Real-Time"},
    };
    for (size_t i = 0; i < sizeof products / sizeof *products; i++)
        if (strncmp(library, products[i].word, strlen(products[i].word)) == 0)
            return products[i].other;
    return NULL;
}

const char *bd_builtin_type(const char *source, const char *source_type) {
    const char *name = last_name(source);
    if (name == source || *name == '\0')
        return NULL;
    if (strncmp(source, "built-in/", 9) == 0)
        return name;
    if (guest_type(source))
        return guest_type(source);
    const char *type = look_up(name);
    /* the older PID block has other parameters and no filter, the newer ones name their mask */
    if (type && strcmp(type, "PID Controller") == 0 && strncmp(source, "simulink_extras/", 16) == 0)
        type = "PID Controller (extras)";
    if (!type && *source_type != '\0')
        type = look_up(source_type);
    if (!type)
        type = *source_type != '\0' && strcmp(source_type, "SubSystem") != 0 ? source_type : name;
    return type;
}
