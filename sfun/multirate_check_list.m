function list = multirate_check_list
%MULTIRATE_CHECK_LIST  The models that come with Multirate, and how near they come to expected.csv.
%   A struct array: model, folder below models/, columns of expected.csv that count ({}: all),
%   deviation (the largest one, relative to the range of its column, that the open host has) and
%   tolerance (what may be added to it: other step control of a variable-step solver, other rounding
%   of a fixed-step one).

table = {
    'van_der_pol',         'van_der_pol',       {},           0,              1e-9
    'bouncing_ball',       'bouncing_ball',     {},           0,              1e-4
    'dc_motor',            'dc_motor',          {},           0,              1e-4
    'engine',              'engine',            {},           0,              1e-3
    'two_mass_monolithic', 'two_mass',          {'x1', 'x2'}, 3.885532873e-7, 1e-9
    'two_mass',            'two_mass',          {'x1', 'x2'}, 0.02140574885,  1e-6
    'two_mass_force',      'two_mass',          {'x1', 'x2'}, 0.02189023314,  1e-6
    'two_mass_memory',     'two_mass',          {'x1', 'x2'}, 0.1116440747,   1e-6
    'inverted_pendulum',   'inverted_pendulum', {},           0,              1e-4
    'kart_engine',         'kart_engine',       {},           0,              1e-3};
list = cell2struct(table, {'model', 'folder', 'columns', 'deviation', 'tolerance'}, 2);
end
