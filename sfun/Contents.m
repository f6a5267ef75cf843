% Multirate co-simulation
% Version 0.1.0 01-Jan-2026
%
% A block that couples a diagram with an external simulator, each at its own step size.
%
% Getting ready
%   multirate_setup       - path, compiled block, Library Browser
%   build_sfun            - compiles the block with mex
%   build_slave           - compiles the two-mass slave
%   multirate_browser     - makes the library known to the Library Browser
%
% Use
%   multirate_lib         - the library (open it by its name)
%   build_models          - makes library and two-mass models by commands
%
% Proof
%   check_multirate       - builds, runs all models, prints one page to send back
%   MultirateModelsTest   - the same as a test class: runtests('MultirateModelsTest')
%   multirate_check_model - runs and compares one model
%   multirate_check_list  - the models, and how near they come
%
% Packaging
%   package_toolbox       - makes multirate.mltbx
%
% Called by Simulink
%   multirate_mask        - what the popups of the dialog do
%   slblocks              - entry in the Library Browser
