function multirate_setup(varargin)
%MULTIRATE_SETUP  Makes the block ready: path, compiled block, Library Browser.
%   MULTIRATE_SETUP          for this session
%   MULTIRATE_SETUP('save')  for all sessions: the path is saved
%
%   Then open the library by its name, multirate_lib, or in the Library Browser. CHECK_MULTIRATE
%   runs all models that come with Multirate.

here = fileparts(mfilename('fullpath'));
addpath(here);
if exist('sfun_multirate', 'file') ~= 3
    build_sfun;
end
multirate_browser;
if exist('sl_refresh_customizations', 'file') % R2022a and later
    sl_refresh_customizations;
end
if nargin > 0 && strcmp(varargin{1}, 'save') && savepath ~= 0
    warning('multirate:path', 'The path could not be saved: call multirate_setup in startup.m');
end
end
