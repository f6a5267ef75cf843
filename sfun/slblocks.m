function blkStruct = slblocks
%SLBLOCKS  Entry of the Multirate library in Simulink's Library Browser.
%   Simulink calls every file of this name on its path. Put this folder on the path, by
%   MULTIRATE_SETUP.

% newer releases need a library that they have saved themselves; tried once in a session
persistent tried;
if isempty(tried)
    tried = true;
    multirate_browser;
end

% the Library Browser
Browser.Library = 'multirate_lib';
Browser.Name = 'Multirate co-simulation';
Browser.IsFlat = 1;
blkStruct.Browser = Browser;

% the older list of block sets
blkStruct.Name = 'Multirate';
blkStruct.OpenFcn = 'multirate_lib';
blkStruct.MaskDisplay = 'disp(''Multirate'')';
