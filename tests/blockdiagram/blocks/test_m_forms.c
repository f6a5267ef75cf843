/* forms of M code in a MATLAB Function block whose results are known by hand: those that become
 * typed code, and those next to them that are interpreted. u is 1 at the end, k is 3 */
#define _POSIX_C_SOURCE 200809L
#include "m_model.h"

#include <math.h>

typedef struct form {
    const char *code;
    double y;
} form;

static void check_all(const form *forms, size_t count, const char *functions) {
    for (size_t i = 0; i < count; i++) {
        char script[3000];
        snprintf(script, sizeof script, "function [y, n] = fcn(u, k)\nn = 0;\n%s\nend\n%s",
                 forms[i].code, functions);
        result r = run_text(function_model(script, "", ""), "m.mdl", "k = 3;");
        const double y = r.status == BD_OK ? last(&r, "y", 0) : NAN;
        if (!(fabs(y - forms[i].y) <= 1e-12 * fmax(1.0, fabs(forms[i].y))))
            printf("\n    %s\n    gives %.17g instead of %.17g %s", forms[i].code, y, forms[i].y,
                   r.error.text);
        MR_ASSERT_CLOSE(y, forms[i].y, 1e-12 * fmax(1.0, fabs(forms[i].y)));
        finish(&r);
    }
}
#define CHECK_ALL(forms, functions) check_all(forms, sizeof(forms) / sizeof *(forms), functions)

static void test_loops(void) {
    static const form forms[] = {
        {"y = 0; for i = 5:-2:1, y = y * 10 + i; end", 531},
        {"y = 0; for i = 1:0, y = 7; end", 0},
        {"y = 0; for i = [2 4 8], y = y + i; end", 14},
        {"y = 0; for c = [1 2; 3 4], y = y * 10 + c(1) * c(2); end", 38},
        {"y = 0; for i = k, y = y + i; end", 3},
        {"y = 0; for i = 0.1:0.1:0.3, y = y + 1; end", 3},
        {"y = 0; for i = 1:10, if i > 4, break, end, if mod(i, 2), continue, end, y = y + i; end",
         6},
        {"y = 0; while true, y = y + 1; if y >= k, break; end, end", 3},
        {"y = 0; while y < 5 && u > 0, y = y + 2; end", 6},
        {"y = 0; i = 7; for i = 1:3, end, y = i;", 3},
        {"y = 0; for i = 1:3, for j = i:3, if j == 2, continue, end, y = y + 1; end, end", 4},
        {"y = 0; for i = int8(1):int8(3), y = y + double(i); end", 6},
        {"y = 0; for i = single(1):3, y = y + double(i); end", 6},
        {"y = 0; for w = {1, 'a', 3}, y = y + numel(w); end", 3},
        {"y = 0; for c = 'abc', y = y + double(c) - 96; end", 6},
    };
    CHECK_ALL(forms, "");
}

static void test_choices(void) {
    static const form forms[] = {
        {"switch k, case 1, y = 1; case {2, 3}, y = 23; otherwise, y = 0; end", 23},
        {"switch k + 1, case 1, y = 1; case {2, 3}, y = 23; otherwise, y = 5; end", 5},
        {"y = 4; switch k, case 9, y = 1; end", 4},
        {"switch 'word', case 'other', y = 1; case {'a', 'word'}, y = 2; otherwise, y = 3; end", 2},
        {"switch k, otherwise, y = 8; end", 8},
        {"y = 1; switch k, end", 1},
        {"if [], y = 1; else, y = 2; end", 2},
        {"if [1 u + 1] & 1, y = 1; else, y = 2; end", 1},
        {"if k < 2 && NaN * u, y = 1; else, y = 2; end", 2},
        {"y = (u > -1 && k) + (u < -1 || 0 * u) + (k == 3 && u + 1);", 2},
        {"if [1 1 0], y = 1; elseif [1 1], y = 2; else, y = 3; end", 2},
        {"if (k > 2) && ~(u < 0), y = 1; else, y = 2; end", 1},
        {"if k == 3 || error('not asked'), y = 1; else, y = 2; end", 1},
        {"if xor(true, k > 2), y = 1; else, y = 2; end", 2},
        {"y = 2 * (k > 2) + ~k;", 2},
        {"if isempty([]) && isempty(zeros(0, 3)) && ~isempty(k) && isempty(''), y = 1; else, y = "
         "2; end",
         1},
        {"if k, y = 1; return, end, y = 2;", 1},
        {"y = 0; if u < 0, return, end, y = 5;", 5},
        {"y = 0; if ischar('a') && isnumeric(k) && islogical(true) && isfloat(k), y = 1; end", 1},
        {"y = isa(k, 'double') + 2 * isa(int8(k), 'integer') + 4 * isreal(k) + 8 * isscalar(k);",
         15},
        {"y = isvector([1 2]) + 2 * isrow([1 2]) + 4 * iscolumn([1; 2]) + 8 * isvector(k);", 15},
        {"y = strcmp('a', 'a') + 2 * strcmp('a', 'b') + 4 * strcmpi('A', 'a');", 5},
    };
    CHECK_ALL(forms, "");
}

static void test_arrays(void) {
    static const form forms[] = {
        {"a = [1 2 3]; a(2) = 7; y = sum(a);", 11},
        {"a = zeros(2, 3); a(:, 2) = 4; a(1, :) = 1; y = sum(a(:));", 7},
        {"a = eye(3); a(end, 1) = 5; y = sum(a(:)) + a(end) + a(end, end);", 10},
        {"a = 1:5; y = sum(a(end:-1:3)) + a(end - 1);", 16},
        {"a = 1:5; y = sum(a([true false true false true]));", 9},
        {"a = 1:5; a(2) = []; y = a(2) + numel(a);", 7},
        {"a = []; for i = 1:3, a(end + 1) = i; end, y = sum(a) + numel(a);", 9},
        {"a = ones(2, 2, 'int8'); y = double(a(1)) + numel(a);", 5},
        {"a = zeros(2, 2); a(:) = 1:4; y = a(1, 2) * 10 + a(2, 1);", 32},
        {"a = [1 2; 3 4]; b = a'; c = a * b; y = c(1, 2) + c(2, 1);", 22},
        {"a = [1 2; 3 4]; b = a .* a; y = b(2, 2) + length(a) + size(a, 1) + ndims(a);", 22},
        {"a = mldivide([1 2; 3 4], [5; 6]); y = a(1) + 2 * a(2);", 5},
        {"a = [4 1 3]; [m, i] = max(a); y = 10 * m + i;", 41},
        {"a = [4 1 3]; [m, i] = min(a); y = 10 * m + i;", 12},
        {"a = sort([4 1 3], 'descend'); y = a(1) * 100 + a(2) * 10 + a(3);", 431},
        {"y = any([0 0 1]) + 2 * all([1 1 0]) + 4 * all([1 1]);", 5},
        {"y = prod([1 2 3 4]) + mean([2 4]) + norm([3 4]);", 32},
        {"[r, c] = size(ones(2, 5)); y = r * 10 + c;", 25},
        {"a = repmat([1 2], 2, 2); y = sum(a(:)) + numel(a);", 20},
        {"a = reshape(1:6, 2, 3); y = a(2, 3) - a(1, 2);", 3},
        {"a = linspace(0, 1, 5); y = a(2) + a(end);", 1.25},
        {"a = cumsum([1 2 3]); b = diff([1 4 9]); y = a(3) + b(2);", 11},
        {"a = find([0 1 0 1]); y = a(1) * 10 + a(2);", 24},
        {"a = [1, 2, ...\n 3]; y = sum(a);", 6},
        {"s.a = 2; s.b = [1 2 3]; s.b(2) = 9; y = s.a + sum(s.b);", 15},
        {"s = struct('p', struct('q', 4)); s.p.q = s.p.q + 1; y = s.p.q;", 5},
        {"s = struct('p', {1, 2, 3}); y = sum([s.p]) + numel(s);", 9},
        {"c = {1, 'two', [3 4]}; y = c{1} + numel(c{2}) + c{3}(2);", 8},
        {"f = @(x) x ^ 2 + k; y = f(2) + feval(@max, 1, 5);", 12},
    };
    CHECK_ALL(forms, "");
}

static void test_classes(void) {
    static const form forms[] = {
        {"y = double(int8(100) + int8(100));", 127},
        {"y = double(uint8(3) - uint8(5));", 0},
        {"y = double(int32(7) / int32(2));", 4},
        {"y = double(idivide(int32(7), int32(2)));", 3},
        {"y = double(int8(-128) * -1);", 127},
        {"y = double(uint8(2.5)) + double(uint8(3.5));", 7},
        {"y = double(single(0.1)) - 0.1;", 0.10000000149011612 - 0.1},
        {"y = double(bitand(uint8(12), uint8(10))) + double(bitshift(1, 4));", 24},
        {"y = double(uint64(5) / uint64(2));", 3},
        {"y = true + true;", 2},
        {"y = 'a' + 1;", 98},
        {"y = mod(-1, 3) + 10 * rem(-1, 3);", -8},
        {"y = floor(-1.5) + ceil(-1.5) * 10 + round(-1.5) * 100 + fix(-1.5) * 1000;", -1212},
        {"z = 3 + 4i; y = abs(z) + real(z) + imag(z) + real(z * conj(z));", 37},
        {"y = real(sqrt(complex(-4, 0)) * 1i);", -2},
        {"y = hypot(3, 4) + sign(-2) + power(2, 3) + atan2(0, 1);", 12},
        {"y = isnan(NaN) + 2 * isinf(-Inf) + 4 * isfinite(1);", 7},
        {"y = max(NaN, 1) + min([NaN 2]);", 3},
        {"y = nnz([1 0 2]) + numel('text') + str2double('2.5');", 8.5},
        {"y = intmax('int8') == 127; y = double(y) + realmin * 0 + double(intmin('int16'));",
         -32767},
        {"y = cast(3.7, 'int8') == 4; y = double(y);", 1},
        {"y = bitor(5, 2) + bitxor(7, 2);", 12},
    };
    CHECK_ALL(forms, "");
}

static void test_functions(void) {
    static const char functions[] =
        "function [a, b, c] = three(x)\na = x; b = 2 * x;\nif nargout > 2\n c = 3 * x;\nend\nend\n"
        "function r = some(x, z)\nif nargin < 2\n z = 10;\nend\nr = x + z;\nend\n"
        "function r = fact(x)\nif x <= 1\n r = 1;\n return\nend\nr = x * fact(x - 1);\nend\n"
        "function r = count()\npersistent c\nif isempty(c)\n c = 0;\nend\nc = c + 1;\nr = c;\nend\n"
        "function varargout = any_of(varargin)\nfor i = 1:nargout\n varargout{i} = varargin{i} * "
        "10;\nend\nend\n"
        "function nothing(x)\nx = x + 1;\nend\n";
    static const form forms[] = {
        {"[a, b] = three(2); y = a + b;", 6},
        {"[a, ~, c] = three(2); y = a + c;", 8},
        {"y = three(5);", 5},
        {"y = some(1) + some(1, 2);", 14},
        {"y = fact(5);", 120},
        {"count(); count(); y = count() - count();", -1},
        {"[a, b] = any_of(1, 2, 3); y = a + b;", 30},
        {"nothing(k); y = k;", 3},
        {"y = 0; try, error('my:id', 'wrong %d', 3); catch e, y = strcmp(e.identifier, 'my:id') + "
         "strcmp(e.message, 'wrong 3'); end",
         2},
        {"y = 0; try, a = [1 2]; y = a(3); catch, y = 7; end", 7},
        {"y = sum(arrayfun(@(x) x ^ 2, [1 2 3]));", 14},
        {"y = sum(cellfun(@numel, {'a', 'bcd', ''}));", 4},
        {"assert(k == 3); y = 1;", 1},
        {"coder.extrinsic('disp'); y = 2;", 2},
        {"y = k; %#ok<NASGU>\n% a word\n%{\ny = 5;\n%}\ny = y + 1;", 4},
    };
    CHECK_ALL(forms, functions);
}

static void refused(const char *code, const char *told) {
    char script[2000];
    snprintf(script, sizeof script, "function [y, n] = fcn(u, k)\nn = 0;\n%s\nend\n", code);
    result r = run_text(function_model(script, "", ""), "m.mdl", "k = 3;");
    if (!strstr(r.error.text, told))
        printf("\n    %s\n    %s", code, r.error.text);
    MR_ASSERT_CONTAINS(r.error.text, told);
    finish(&r);
}

static void test_what_fails(void) {
    refused("y = [1 2 3] * [4 5 6];", "1x3");
    refused("a = [1 2]; y = a(3);", "3");
    refused("a = [1 2]; y = a(0);", "0");
    refused("a = [1 2]; y = a(1.5);", "1.5");
    refused("y = nobody(k);", "nobody");
    refused("y = int8(1) + int16(1);", "int8");
    refused("error('Own:id', 'too bad: %d', k); y = 1;", "too bad: 3");
    refused("assert(k == 4, 'k is %d', k); y = 1;", "k is 3");
    refused("y = [1 2; 3];", "");
    refused("a.b = 1; y = a.c;", "c");
    refused("y = k{1};", "");
    static const char *const conditions[] = {"NaN",
                                             "NaN * u",
                                             "[1 NaN * u]",
                                             "true && NaN",
                                             "true && NaN * u",
                                             "k > 2 && NaN * u",
                                             "k < 2 || NaN * u"};
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        char code[200];
        snprintf(code, sizeof code, "if %s, y = 1; else, y = 2; end", conditions[i]);
        refused(code, "NaN is neither true nor false");
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {MR_TEST(test_loops),     MR_TEST(test_choices),
                                    MR_TEST(test_arrays),    MR_TEST(test_classes),
                                    MR_TEST(test_functions), MR_TEST(test_what_fails)};
    return mr_test_main("blocks_m_forms", tests, sizeof tests / sizeof *tests, argc, argv);
}
