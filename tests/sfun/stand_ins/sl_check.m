## refuses parameters that are not documented for a block type, of a model, or of a mask

function sl_check (type, names)

  known.Gain = {"Gain"};
  known.Sum = {"Inputs", "IconShape"};
  known.Integrator = {"InitialCondition"};
  known.Memory = {"X0"};
  known.Demux = {"Outputs", "DisplayOption"};
  known.Outport = known.Inport = {"Port"};
  known.Terminator = known.Clock = {};
  known.S_Function = {"FunctionName", "Parameters"};
  known.SubSystem = {"Mask", "MaskType", "MaskDescription", "MaskHelp", "MaskPromptString", ...
                     "MaskStyleString", "MaskVariables", "MaskTunableValueString", "MaskDisplay", ...
                     "MaskIconFrame", "MaskIconOpaque", "MaskIconRotate", "MaskIconUnits", ...
                     "MaskValueString", "MaskCallbackString", "MaskEnableString"};
  known.model = {"PreLoadFcn", "InitFcn", "RelTol", "AbsTol", "StartTime", "StopTime", "Solver", ...
                 "FixedStep", "Lock", "EnableLBRepository"};
  known.Reference = {"scheme", "scheme_choice", "predictor_to_slave", "predictor_to_slave_choice", ...
                     "predictor_to_master", "predictor_to_master_choice", "UserData", "MaskEnables"};
  field = strrep (type, "-", "_");
  if (! isfield (known, field))
    error ("stand-in: there is no block type %s", type);
  endif
  for i = 1:numel (names)
    if (! any (strcmp (names{i}, [known.(field), {"Position", "Description"}])))
      error ("stand-in: %s has no parameter %s", type, names{i});
    endif
  endfor

endfunction
