/* functions that are easily said in the language itself; a user's function of the same name comes
 * first, and so does a built-in one */
#include <pthread.h>

#include "value/library.h"

static const char text[] =
    "function y = full(x)\ny = x;\nend\n"
    "function y = issparse(x)\ny = false;\nend\n"
    "function y = speye(varargin)\ny = eye(varargin{:});\nend\n"
    "function y = spalloc(m, n, k)\nif nargin < 2\n n = m;\nend\ny = zeros(m, n);\nend\n"
    "function y = sparse(i, j, v, m, n)\n"
    "if nargin == 1\n y = i;\n return\nelseif nargin == 2\n y = zeros(i, j);\n return\nend\n"
    "c = max([numel(i) numel(j) numel(v)]);\n"
    "if nargin < 4\n m = max(i(:));\n n = max(j(:));\nend\n"
    "y = zeros(m, n);\n"
    "for k = 1:c\n"
    " r = i(min(k, numel(i))); s = j(min(k, numel(j)));\n"
    " y(r, s) = y(r, s) + v(min(k, numel(v)));\nend\nend\n"
    "function x = linsolve(a, b, varargin)\n"
    "if nargin > 2 && isfield(varargin{1}, 'TRANSA') && varargin{1}.TRANSA\n a = a';\nend\n"
    "x = a \\ b;\nend\n"
    "function z = null(a)\n"
    "[u, s, v] = svd(a);\n[m, n] = size(a);\n"
    "if m == 1 || n == 1\n d = s(1);\nelse\n d = diag(s);\nend\n"
    "r = sum(d > max(m, n) * max(d) * eps);\nz = v(:, r + 1:n);\nz(abs(z) < eps) = 0;\nend\n"
    "function q = orth(a)\n"
    "[u, s, v] = svd(a);\n[m, n] = size(a);\n"
    "if m == 1 || n == 1\n d = s(1);\nelse\n d = diag(s);\nend\n"
    "r = sum(d > max(m, n) * max(d) * eps);\nq = u(:, 1:r);\nend\n"
    "function y = sinc(x)\ny = ones(size(x));\nk = x ~= 0;\ny(k) = sin(pi * x(k)) ./ (pi * x(k));\n"
    "end\n"
    "function y = isequaln(a, varargin)\ny = true;\n"
    "for k = 1:numel(varargin)\n y = y && same(a, varargin{k});\nend\nend\n"
    "function y = same(a, b)\n"
    "if isnumeric(a) && isnumeric(b)\n"
    " y = isequal(size(a), size(b)) && all(a(:) == b(:) | (isnan(a(:)) & isnan(b(:))));\n"
    "elseif iscell(a) && iscell(b)\n"
    " y = isequal(size(a), size(b));\n"
    " for k = 1:numel(a)\n  y = y && same(a{k}, b{k});\n end\n"
    "elseif isstruct(a) && isstruct(b)\n"
    " n = sort(fieldnames(a)); y = isequal(size(a), size(b)) && isequal(n, sort(fieldnames(b)));\n"
    " for k = 1:numel(a)\n  for f = 1:numel(n)\n"
    "   y = y && same(a(k).(n{f}), b(k).(n{f}));\n  end\n end\n"
    "else\n y = isequal(a, b);\nend\nend\n"
    "function y = bitget(x, n)\ny = bitand(bitshift(x, -(double(n) - 1)), cast(1, "
    "class(x)));\nend\n"
    "function y = bitset(x, n, v)\nif nargin < 3\n v = 1;\nend\n"
    "b = bitshift(cast(1, class(x)), double(n) - 1);\n"
    "if v\n y = bitor(x, b);\nelse\n y = x - bitand(x, b);\nend\nend\n"
    "function y = bitcmp(x)\nif isa(x, 'double')\n y = 2^53 - 1 - x;\nelse\n y = intmax(class(x)) "
    "- "
    "x;\nend\nend\n"
    "function s = cell2struct(c, names, d)\n"
    "if nargin < 3\n d = 1;\nend\nif ischar(names)\n names = cellstr(names);\nend\n"
    "if d == 2\n c = c';\nend\n"
    "if size(c, 1) ~= numel(names)\n error('cell2struct: the numbers of names and values "
    "differ');\n"
    "end\n"
    "n = size(c, 2);\ns = struct();\n"
    "for e = 1:n\n for k = 1:numel(names)\n  s(e, 1).(names{k}) = c{k, e};\n end\nend\nend\n"
    "function y = nextpow2(x)\ny = ceil(log2(abs(x)));\ny(x == 0) = 0;\nend\n"
    "function y = wrapToPi(x)\ny = mod(x + pi, 2 * pi) - pi;\ny(y == -pi & x > 0) = pi;\nend\n"
    "function y = wrapTo2Pi(x)\ny = mod(x, 2 * pi);\ny(y == 0 & x > 0) = 2 * pi;\nend\n"
    "function y = quat2eul(q, order)\n"
    "if nargin > 1 && ~strcmpi(order, 'ZYX')\n error('quat2eul: only the order ZYX is "
    "known');\nend\n"
    "n = sqrt(sum(q .^ 2, 2));\nw = q(:, 1) ./ n; x = q(:, 2) ./ n; y1 = q(:, 3) ./ n; z = q(:, 4) "
    "./ n;\n"
    "s = max(min(-2 * (x .* z - w .* y1), 1), -1);\n"
    "y = [atan2(2 * (x .* y1 + w .* z), w.^2 + x.^2 - y1.^2 - z.^2), asin(s), ...\n"
    " atan2(2 * (y1 .* z + w .* x), w.^2 - x.^2 - y1.^2 + z.^2)];\nend\n"
    "function y = issymmetric(a)\ny = size(a, 1) == size(a, 2) && isequal(a, a.');\nend\n"
    "function t = toeplitz(c, r)\nif nargin < 2\n r = c;\nend\n"
    "t = zeros(numel(c), numel(r));\n"
    "for i = 1:numel(c)\n for j = 1:numel(r)\n  if i >= j\n   t(i, j) = c(i - j + 1);\n  else\n"
    "   t(i, j) = r(j - i + 1);\n  end\n end\nend\nend\n"
    "function [t, r] = strtok(s, d)\nif nargin < 2\n d = char([0 9 10 11 12 13 32]);\nend\n"
    "k = 1;\nwhile k <= numel(s) && any(s(k) == d)\n k = k + 1;\nend\n"
    "e = k;\nwhile e <= numel(s) && ~any(s(e) == d)\n e = e + 1;\nend\n"
    "t = s(k:e - 1);\nr = s(e:end);\nend\n"
    "function y = nchoosek(n, k)\nif numel(n) > 1\n error('nchoosek of a vector is not "
    "known');\nend\n"
    "y = 1;\nk = min(k, n - k);\nfor i = 1:k\n y = y * (n - k + i) / i;\nend\ny = round(y);\nend\n"
    "function y = isvarname(s)\n"
    "y = ischar(s) && ~isempty(s) && (isletter(s(1)) || s(1) == '_') && ...\n"
    " all(isletter(s) | s == '_' | (s >= '0' & s <= '9'));\nend\n"
    "function y = isstring(x)\ny = false;\nend\n"
    "function validateattributes(varargin)\nend\n"
    "function y = flintmax()\ny = 2^53;\nend\n";

static bd_library *prelude;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void read_prelude(void) {
    bd_error error;

    if (bd_library_create(NULL, &prelude, &error) == BD_OK &&
        bd_library_add_text(prelude, text, "prelude", NULL, &error) != BD_OK) {
        bd_library_free(prelude);
        prelude = NULL;
    }
}

const bd_library *bd_prelude(void) {
    pthread_once(&once, read_prelude);
    return prelude;
}
