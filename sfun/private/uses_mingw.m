function yes = uses_mingw
%USES_MINGW  The compiler chosen by mex -setup C is MinGW.
yes = false;
try
    compiler = mex.getCompilerConfigurations('C', 'Selected');
    yes = ~isempty(compiler) && ~isempty(strfind(lower(compiler(1).Name), 'mingw')); %#ok<STREMP>
catch
end
end
