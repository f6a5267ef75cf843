function build_sfun(varargin)
%BUILD_SFUN  Compiles the multirate block with MATLAB's mex: sfun_multirate in this folder.
%   BUILD_SFUN            on Windows, macOS and Linux, with the compiler chosen by mex -setup
%   BUILD_SFUN(ARG, ...)  with further arguments for mex, like '-g' or '-v'
%
%   The library is compiled into the block, so the block is one file. Only MATLAB's own headers and
%   those of block and libmultirate are used. The source is in another folder than the result, on
%   purpose: rapid accelerator mode would compile a source that lies beside it. A slave (an external simulator) is a shared library of its own,
%   see docs/block.md.

here = fileparts(mfilename('fullpath'));
library = fullfile(fileparts(here), 'libmultirate');
block = fullfile(fileparts(here), 'block');
sources = [{fullfile(here, 'src', 'sfun_multirate.c')}, files_in(fullfile(block, 'src')), files_in(fullfile(library, 'src'))];
rooms = dir(fullfile(library, 'src'));
for i = 1:numel(rooms)
    if rooms(i).isdir && rooms(i).name(1) ~= '.'
        sources = [sources, files_in(fullfile(library, 'src', rooms(i).name))]; %#ok<AGROW>
    end
end
includes = {['-I' fullfile(block, 'include')], ['-I' fullfile(library, 'include')], ...
             ['-I' fullfile(library, 'src')], host_release};

% the library is C11, and its arithmetic must not be contracted into fused operations
if ispc && ~uses_mingw
    flags = {'COMPFLAGS=$COMPFLAGS /std:c11 /fp:precise /D_CRT_SECURE_NO_WARNINGS'};
    libraries = {};
elseif ispc
    flags = {'CFLAGS=$CFLAGS -std=c11 -ffp-contract=off'};
    libraries = {};
else
    flags = {'CFLAGS=$CFLAGS -std=gnu11 -ffp-contract=off'};
    libraries = {'-lm'};
    if ~ismac
        libraries = {'-lm', '-ldl'};
    end
end
clear('sfun_multirate'); % a file that is loaded cannot be replaced everywhere
mex(varargin{:}, flags{:}, includes{:}, '-outdir', here, '-output', 'sfun_multirate', ...
    sources{:}, libraries{:});
end

function list = files_in(folder)
found = dir(fullfile(folder, '*.c'));
list = cell(1, numel(found));
for i = 1:numel(found)
    list{i} = fullfile(folder, found(i).name);
end
end

function define = host_release
% which calls there are cannot be asked in C, where some are macros and some are functions
name = version('-release'); % '2019a'
define = '-DSIMULINK_RELEASE=99999';
if ~isempty(regexp(name, '^\d{4}[ab]$', 'once'))
    define = ['-DSIMULINK_RELEASE=' name(1:4) char(name(5) - 'a' + '1')];
end
end
