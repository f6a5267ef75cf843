function done = multirate_browser()
%MULTIRATE_BROWSER  Makes the library known to the Library Browser of this release.
%   Newer releases show a library only if its file says so, in a form that changes from release to
%   release. So the library that comes with Multirate (multirate_lib.mdl, which all releases open) is
%   saved once as multirate_lib.slx beside it, by this release itself. slblocks calls this at the
%   first start; MULTIRATE_SETUP calls it too. True if the library is shown, or needs nothing.
%
%   Releases before R2014b need nothing. A folder that cannot be written is told in a warning.

here = fileparts(mfilename('fullpath'));
saved = fullfile(here, 'multirate_lib.slx');
done = true;
if exist(saved, 'file') || ~needs_entry
    return;
end
done = false;
name = 'multirate_lib';
loaded = bdIsLoaded(name);
try
    if ~loaded
        load_system(fullfile(here, [name '.mdl']));
    end
    set_param(name, 'Lock', 'off');
    set_param(name, 'EnableLBRepository', 'on');
    save_system(name, saved);
    done = true;
catch problem
    warning('multirate:browser', ...
            'The Library Browser may not show the library: %s\nOpen it by its name: multirate_lib', ...
            problem.message);
end
if ~loaded && bdIsLoaded(name)
    close_system(name, 0);
end
end

function yes = needs_entry
release = version('-release'); % '2014b'
yes = numel(release) == 5 && (str2double(release(1:4)) > 2014 || strcmp(release, '2014b'));
end
