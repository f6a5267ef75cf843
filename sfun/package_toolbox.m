function file = package_toolbox(file, stage)
%PACKAGE_TOOLBOX  Makes the toolbox multirate.mltbx: block, library, models, help.
%   PACKAGE_TOOLBOX            multirate.mltbx in the present folder
%   PACKAGE_TOOLBOX(FILE)      that file
%   PACKAGE_TOOLBOX([], STAGE) only collects what belongs into it in the new folder STAGE
%
%   The block is compiled where the toolbox is installed (MULTIRATE_SETUP), so one file serves all
%   systems. Packaging needs R2023a or later.

root = fileparts(fileparts(mfilename('fullpath')));
only_stage = nargin > 1;
if ~only_stage
    stage = tempname;
end
if nargin < 1
    file = fullfile(pwd, 'multirate.mltbx');
end
collect(root, stage);
if only_stage
    file = stage;
    return;
end
options = matlab.addons.toolbox.ToolboxOptions(stage, '7d0f2c52-5e0c-4f0b-9a36-6a1f8d2b4c11');
options.ToolboxName = 'Multirate co-simulation';
options.ToolboxVersion = '0.1.0';
options.Summary = 'A diagram and an external simulator, each at its own step size';
options.AuthorName = 'the Multirate authors';
options.ToolboxMatlabPath = {fullfile(stage, 'sfun')};
options.MinimumMatlabRelease = 'R2013b';
options.OutputFile = file;
matlab.addons.toolbox.packageToolbox(options);
rmdir(stage, 's');
end

% folders with the same places to each other as in the source tree
function collect(root, stage)
folders = {'sfun', fullfile('sfun', 'src'), fullfile('sfun', 'private'), fullfile('sfun', 'help'), ...
           fullfile('block', 'include'), fullfile('block', 'src'), ...
           fullfile('libmultirate', 'include'), fullfile('libmultirate', 'src'), ...
           fullfile('common', 'include'), fullfile('mbs_slave', 'two_mass'), 'models'};
for i = 1:numel(folders)
    copy_folder(fullfile(root, folders{i}), fullfile(stage, folders{i}), i > 1);
end
copyfile(fullfile(root, 'LICENSE'), stage);
end

% what is built or saved here stays here
function copy_folder(from, to, deep)
if ~exist(to, 'dir')
    mkdir(to);
end
found = dir(from);
for i = 1:numel(found)
    name = found(i).name;
    if found(i).isdir
        if deep && name(1) ~= '.'
            copy_folder(fullfile(from, name), fullfile(to, name), true);
        end
    elseif ~isempty(regexp(name, '\.(m|c|h|def|mdl|xml|html|md|csv)$', 'once'))
        copyfile(fullfile(from, name), to);
    end
end
end
