function multirate_mask(block)
%MULTIRATE_MASK  What the popups of the block's dialog do.
%   Simulink calls MULTIRATE_MASK(BLOCK) when the dialog is opened and when a popup is changed. A
%   scheme or predictor that is chosen in a popup is written into the field below it, which is then
%   locked; 'by expression' leaves the field to the user. The fields are what the block reads, so
%   commands that set them need not know of the popups: if a field says something else than its
%   popup, the popup goes to 'by expression'.

known = get_param(block, 'UserData'); % choices that are in the fields already
if ~isstruct(known)
    known = struct;
end
fields = {'scheme', 'predictor_to_slave', 'predictor_to_master'};
for i = 1:numel(fields)
    field = fields{i};
    choice = get_param(block, [field '_choice']);
    if strcmp(choice, 'by expression')
        known.(field) = choice;
        continue;
    end
    wanted = ['''' choice ''''];
    fits = strcmp(get_param(block, field), wanted);
    chosen_now = isfield(known, field) && ~strcmp(known.(field), choice);
    if ~fits && chosen_now
        set_param(block, field, wanted);
    elseif ~fits
        choice = 'by expression';
        set_param(block, [field '_choice'], choice);
    end
    known.(field) = choice;
end
set_param(block, 'UserData', known);
enable_fields(block, fields);
end

% fields that have an effect are enabled
function enable_fields(block, fields)
names = get_param(block, 'MaskNames');
enabled = get_param(block, 'MaskEnables');
for i = 1:numel(fields)
    free = strcmp(get_param(block, [fields{i} '_choice']), 'by expression');
    enabled = enable(enabled, names, fields{i}, free);
end
enabled = enable(enabled, names, 'order_to_slave', ...
                 ~strcmp(get_param(block, 'predictor_to_slave_choice'), 'hold'));
enabled = enable(enabled, names, 'order_to_master', ...
                 ~strcmp(get_param(block, 'predictor_to_master_choice'), 'hold'));
enabled = enable(enabled, names, 'smoothing', ...
                 ~strcmp(get_param(block, 'scheme_choice'), 'slowest_first'));
set_param(block, 'MaskEnables', enabled);
end

function enabled = enable(enabled, names, name, yes)
words = {'off', 'on'};
enabled{strcmp(names, name)} = words{yes + 1};
end
