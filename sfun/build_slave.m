function file = build_slave(name)
%BUILD_SLAVE  Compiles a slave that needs nothing but C into a plug-in beside the block.
%   BUILD_SLAVE('two_mass') makes two_mass.so, .dll or .dylib in this folder, where the block finds it.
%   A slave is no MEX file, so the compiler that mex has chosen is called by itself. Other slaves
%   (multibody, FMUs) need libraries: build them with CMake.

if nargin < 1
    name = 'two_mass';
end
here = fileparts(mfilename('fullpath'));
root = fileparts(here);
sources = dir(fullfile(root, 'mbs_slave', name, '*.c'));
if isempty(sources)
    error('multirate:slave', 'there are no sources of a slave ''%s''', name);
end
list = '';
for i = 1:numel(sources)
    list = [list ' "' fullfile(root, 'mbs_slave', name, sources(i).name) '"']; %#ok<AGROW>
end
includes = '';
for folder = {fullfile(root, 'libmultirate', 'include'), fullfile(root, 'common', 'include'), ...
              fullfile(root, 'mbs_slave', name), fullfile(root, 'mbs_slave', name, 'include')}
    includes = [includes ' -I"' folder{1} '"']; %#ok<AGROW>
end
endings = {'.so', '.dll', '.dylib'};
file = fullfile(here, [name endings{1 + ispc + 2 * ismac}]);
[status, said] = system(command(list, includes, file));
if status ~= 0
    error('multirate:slave', 'the slave ''%s'' is not built: %s', name, said);
end
end

function text = command(sources, includes, file)
if ispc && ~uses_mingw
    text = sprintf('"%s" && cl /nologo /LD /std:c11 /O2 /fp:precise %s %s /Fe"%s" /Fo"%s\\"', ...
                   visual_studio, includes, sources, file, tempdir);
    return;
end
compiler = 'cc';
libraries = '-lm';
if ispc
    compiler = ['"' fullfile(getenv('MW_MINGW64_LOC'), 'bin', 'gcc') '"'];
end
text = sprintf(['%s -std=gnu11 -O2 -fPIC -shared -fvisibility=hidden -ffp-contract=off ' ...
                '%s %s %s -o "%s"'], compiler, includes, sources, libraries, file);
end

function file = visual_studio
compiler = mex.getCompilerConfigurations('C', 'Selected');
file = fullfile(compiler(1).Location, 'VC', 'Auxiliary', 'Build', 'vcvars64.bat');
end
