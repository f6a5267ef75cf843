/* functions of the language: what they refuse, in which words, and systems whose numbers are known
 */
#include "blockdiagram/expression.h"

#include "scripts.h"

/* wrong kinds, sizes and options */
static const char *const mistakes[][2] = {
    {"accumarray(struct(),1)", "'accumarray': this cannot be computed with a struct"},
    {"all({1},1)", "this cannot be computed with a cell"},
    {"any({1})", "this cannot be computed with a cell"},
    {"arrayfun(5,1)", "the function must be a text in quotes"},
    {"atan2(1i,1)", "atan2 must be real, not complex"},
    {"atan2({1},1)", "'atan2' cannot be applied to a cell"},
    {"bin2dec('12')", "'2' is no digit here"},
    {"bin2dec(5)", "the digits must be a text in quotes"},
    {"bitand(-1,1)", "bits are those of whole numbers from 0 to 2^53"},
    {"bitand(1,-1)", "bits are those of whole numbers from 0 to 2^53"},
    {"bitand(1.5,1)", "bits are those of whole numbers from 0 to 2^53"},
    {"bitand([1 2],[1 2 3])", "the sizes do not fit: 1x2 bitand 1x3"},
    {"bitand(int8(1),int16(1))", "'bitand' cannot combine int8 with int16"},
    {"bitand({1},1)", "'bitand' cannot be applied to a cell"},
    {"bitshift(-1,1)", "bits are those of whole numbers from 0 to 2^53"},
    {"bitshift(1,0.5)", "bits are shifted by a whole number"},
    {"bitshift(1,{1})", "'bitshift' needs whole numbers"},
    {"bitshift(1.5,1)", "bits are those of whole numbers from 0 to 2^53"},
    {"bitshift(1i,1)", "'bitshift' needs real numbers"},
    {"bitshift({1},1)", "'bitshift' needs whole numbers"},
    {"blanks({1})", "the number of blanks must be a real number"},
    {"blkdiag(ones(2,2,2))", "'blkdiag' needs matrices"},
    {"blkdiag({1})", "this cannot be computed with a cell"},
    {"cat(0,1,2)", "the dimension must be from 1 to 16"},
    {"cat(1,[1 2],[1 2 3])", "arrays of size 1x2 and 1x3 cannot stand below each other"},
    {"cat(20,1,2)", "the dimension must be from 1 to 16"},
    {"cat({1},1,2)", "the dimension must be a real number"},
    {"cell2mat({[1 2],[3;4]})", "arrays of size 1x2 and 2x1 cannot stand beside each other"},
    {"cellfun(@sin,5)", "'cellfun' needs cells of the same size"},
    {"circshift([1 2],{1})", "this cannot be computed with a cell"},
    {"cond({1})", "this cannot be computed with a cell"},
    {"conv(1,{1})", "this cannot be computed with a cell"},
    {"conv({1},1)", "this cannot be computed with a cell"},
    {"cross([1 2 3],[1 2])", "'cross' needs two vectors of three elements"},
    {"cross([1 2 3],[1i 2 3])", "b must be real, not complex"},
    {"cross({1,2,3},[1 2 3])", "'cross' cannot be applied to a cell"},
    {"cumprod({1})", "this cannot be computed with a cell"},
    {"cumsum(1,{1})", "the dimension must be a real number"},
    {"cumsum({1})", "this cannot be computed with a cell"},
    {"cumtrapz([1 2],[1 2 3])", "'cumtrapz' needs as many places as values"},
    {"cumtrapz({1})", "this cannot be computed with a cell"},
    {"dec2bin(-1)", "'dec2bin' needs a whole number from 0 to 2^53"},
    {"dec2bin(1,100)", "'dec2bin' needs a whole number from 0 to 2^53"},
    {"dec2bin(1,{1})", "the length must be a real number"},
    {"dec2bin(1.5)", "'dec2bin' needs a whole number from 0 to 2^53"},
    {"dec2bin({1})", "the number must be a real number"},
    {"dec2hex(1e300)", "'dec2hex' needs a whole number from 0 to 2^53"},
    {"deconv(1,0)", "'deconv' needs two vectors, the second not beginning with 0"},
    {"deconv(1,{1})", "this cannot be computed with a cell"},
    {"deconv([1 2;3 4],1)", "'deconv' needs two vectors, the second not beginning with 0"},
    {"deconv({1},1)", "this cannot be computed with a cell"},
    {"det([1 2 3])", "this needs a square matrix"},
    {"det({1})", "this needs a square matrix"},
    {"diag([1 2],{1})", "the diagonal must be a real number"},
    {"diag({1})", "'diag' needs a vector or a matrix"},
    {"diff(1,{1})", "the number of differences must be a real number"},
    {"diff({1})", "'diff' needs numbers"},
    {"dot([1 2;3 4],[1 2])", "'dot' needs two vectors of the same length"},
    {"dot({1},{2})", "'*' cannot be applied to a cell"},
    {"eig({1})", "this needs a square matrix"},
    {"eps('thing')", "'eps' needs floating point numbers"},
    {"eps({1})", "'eps' needs floating point numbers"},
    {"expm({1})", "a cell cannot become a double"},
    {"filter(1,0,[1 2])", "'filter' needs coefficients and a vector"},
    {"filter(1,1,{1})", "this cannot be computed with a cell"},
    {"filter(1,[],[1 2])", "'filter' needs coefficients and a vector"},
    {"filter(1,{1},[1 2])", "this cannot be computed with a cell"},
    {"filter([],1,[1 2])", "'filter' needs coefficients and a vector"},
    {"filter({1},1,[1 2])", "this cannot be computed with a cell"},
    {"find(struct('a',1))", "'find' needs numbers"},
    {"floor({1})", "this cannot be computed with a cell"},
    {"gcd(1.5,1)", "'gcd' needs whole numbers"},
    {"hex2dec('xyz')", "'x' is no digit here"},
    {"histc({1},1)", "'==' cannot be applied to a cell"},
    {"hypot({1},1)", "'hypot' cannot be applied to a cell"},
    {"idivide(1,2)", "'idivide' needs integers, not two of class double"},
    {"idivide(int8(1),int16(2))", "'idivide' cannot combine int8 with int16"},
    {"idivide(single(1),2)", "'idivide' needs integers, not two of class single"},
    {"ind2sub([2 3],7)", "index 7 is out of bounds"},
    {"ind2sub({1},1)", "this cannot be computed with a cell"},
    {"int2str({1})", "this cannot be computed with a cell"},
    {"interp1(1,2,1)", "'interp1' needs as many x as y, and at least two"},
    {"interp1([1 2;3 4],[1 2],1)", "the points of a table must rise or fall strictly"},
    {"interp1([1 2],[1 2],1,5i)", "the value outside must be a real number"},
    {"interp1([1 2],[1 2],{1})", "this cannot be computed with a cell"},
    {"interp1([1 2],{1},1)", "this cannot be computed with a cell"},
    {"interp1([1 NaN],[1 2],1)", "the points of a table must rise or fall strictly"},
    {"interp1({1},1,1)", "this cannot be computed with a cell"},
    {"interp2(1,[1 2],[1 2;3 4],1,1)",
     "'interp2' needs vectors x, y and a matrix z of their lengths"},
    {"interp2([1 2;3 4],[1 2],[1 2;3 4],1,1)",
     "'interp2' needs vectors x, y and a matrix z of their lengths"},
    {"interp2([1 2],[1 2],[1 2;3 4],1,{1})", "this cannot be computed with a cell"},
    {"interp2([1 2],[1 2],[1 2;3 4],[1 2 3],[1 2])", "the sizes do not fit: 1x3 interp2 1x2"},
    {"interp2([1 2],[1 2],[1 2;3 4],{1},1)", "this cannot be computed with a cell"},
    {"interp2([1 2],[1 2],{1},1,1)",
     "'interp2' needs vectors x, y and a matrix z of their lengths"},
    {"interp2({1},1,1)", "'interp2' needs vectors x, y and a matrix z of their lengths"},
    {"intmax({1})", "'intmax' needs the name of an integer class"},
    {"inv({1})", "this needs a square matrix"},
    {"kron(1,{1})", "'kron' cannot be applied to a cell"},
    {"kron({1},1)", "'kron' cannot be applied to a cell"},
    {"lcm({1},1)", "'lcm' cannot be applied to a cell"},
    {"linspace(1,2,1.5)", "the number of points must be a whole number below 1e12, not 1.5"},
    {"linspace(1,2,{3})", "the number of points must be a real number"},
    {"linspace(1,{2})", "the last number must be a real number"},
    {"linspace({1},2)", "the first number must be a real number"},
    {"lower({5})", "'lower' needs texts"},
    {"mat2str(1,{1})", "the number of digits must be a real number"},
    {"mat2str(ones(2,2,2))", "'mat2str' prints matrices of numbers"},
    {"mat2str({1})", "'mat2str' prints matrices of numbers"},
    {"max(1,{1})", "'max' cannot be applied to a cell"},
    {"max([1 2],[],{1})", "the dimension must be a real number"},
    {"max(int8(1),int16(2))", "'max' cannot combine int8 with int16"},
    {"max({1})", "this cannot be computed with a cell"},
    {"mean([1 2],0)", "the dimension must be from 1 to 16"},
    {"mean([1 2],20)", "the dimension must be from 1 to 16"},
    {"mean([1 2],{1})", "the dimension must be a real number"},
    {"mean({1})", "this cannot be computed with a cell"},
    {"median(1i)", "the data must be real, not complex"},
    {"median([1 2],{1})", "the dimension must be a real number"},
    {"median({1})", "this cannot be computed with a cell"},
    {"meshgrid({1})", "a cell cannot become a double"},
    {"min({1},1)", "'min' cannot be applied to a cell"},
    {"mod(1i,1)", "mod must be real, not complex"},
    {"mod({1},1)", "'mod' cannot be applied to a cell"},
    {"mode({1})", "'mode': 'cell' is not a class of numbers"},
    {"nchoosek(2,3.5)", "nchoosek: there are no 3.5 of 2"},
    {"nnz({1})", "this cannot be computed with a cell"},
    {"norm([1 2;3 4],'thing')", "the kind of norm must be a real number"},
    {"norm([1 2],'thing')", "the kind of norm must be a real number"},
    {"norm([1 2],{1})", "the kind of norm must be a real number"},
    {"norm({1})", "this cannot be computed with a cell"},
    {"num2str(1,{1})", "the number of digits must be a real number"},
    {"num2str([1+i 2])", "'num2str' prints one complex number"},
    {"num2str(struct('a',1))", "this cannot be computed with a struct"},
    {"num2str({1})", "this cannot be computed with a cell"},
    {"orderfields(5)", "'orderfields': 'fieldnames' needs a struct"},
    {"permute([1 2],[1])", "'permute' needs every dimension once"},
    {"permute([1 2],{1})", "this cannot be computed with a cell"},
    {"pinv(1,{1})", "the tolerance must be a real number"},
    {"pinv({1})", "this cannot be computed with a cell"},
    {"poly([1 2 3;4 5 6])", "'poly' needs a vector of roots or a square matrix"},
    {"poly({1})", "this needs a square matrix"},
    {"polyder({1})", "this cannot be computed with a cell"},
    {"polyfit(1,{1},1)", "this cannot be computed with a cell"},
    {"polyfit([1 2],[1 2],{1})", "the order must be a real number"},
    {"polyfit([],[],1)", "'polyfit' needs as many x as y"},
    {"polyfit({1},1,1)", "this cannot be computed with a cell"},
    {"polyint(1,{1})", "the constant must be a real number"},
    {"polyint({1})", "this cannot be computed with a cell"},
    {"polyval(1,{1})", "this cannot be computed with a cell"},
    {"polyval({1},1)", "this cannot be computed with a cell"},
    {"power({1},1)", "'.^' cannot be applied to a cell"},
    {"primes({1})", "'primes': a cell cannot become a double"},
    {"prod({1})", "this cannot be computed with a cell"},
    {"rank(1,{1})", "the tolerance must be a real number"},
    {"rank({1})", "this cannot be computed with a cell"},
    {"rcond(1i)", "'rcond' of complex matrices"},
    {"rcond([1 2 3])", "'rcond' needs a square matrix"},
    {"rcond({1})", "this cannot be computed with a cell"},
    {"regexp('a','(?!')", "a '(' in the pattern is not closed"},
    {"regexp('a','(?<=a')", "a '(' in the pattern is not closed"},
    {"regexp('a','(?<name')", "the name of a group is not closed"},
    {"regexp('a','(?z)')", "'(?z' in a pattern is not known"},
    {"regexp('a','(a')", "a '(' in the pattern is not closed"},
    {"regexp('a','[a')", "a '[' in the pattern is not closed"},
    {"regexp('a','a','nonsense')", "'regexp' does not know the option 'nonsense'"},
    {"regexp('a','a',5)", "an option must be a text in quotes"},
    {"regexp('a','a)')", "the pattern has a ')' too many"},
    {"regexp('a','a\\')", "the pattern ends with '\\'"},
    {"regexp('a',5)", "the text must be a text in quotes"},
    {"regexp(5,'a')", "the text must be a text in quotes"},
    {"regexprep('a','[','b')", "a '[' in the pattern is not closed"},
    {"regexprep('a','a',5)", "the text must be a text in quotes"},
    {"regexprep(5,'a','b')", "the text must be a text in quotes"},
    {"repmat([1 2],{1})", "the size of an array is 1 to 16 whole numbers"},
    {"reshape(1:6,4,2)", "'reshape' cannot change the number of elements, which is 6"},
    {"reshape(1:6,4,[])", "'reshape' cannot change the number of elements, which is 6"},
    {"reshape(1:6,6)", "'reshape' needs at least two sizes"},
    {"reshape(1:6,[4 2])", "'reshape' cannot change the number of elements, which is 6"},
    {"reshape(1:6,[],[])", "a size must be a real number"},
    {"reshape(1:6,{1},2)", "a size must be a real number"},
    {"roots([1 2;3 4])", "'roots' needs a vector of coefficients"},
    {"roots({1})", "this cannot be computed with a cell"},
    {"schur([1 2 3])", "'schur' needs a square matrix"},
    {"schur({1})", "this cannot be computed with a cell"},
    {"setdiff(struct('a',1),1)", "this cannot be computed with a struct"},
    {"setfield(struct('a',1),5,1)", "the name of a field must be a text in quotes"},
    {"sin(struct('a',1))", "this cannot be computed with a struct"},
    {"sin({1})", "this cannot be computed with a cell"},
    {"size(1,-1)", "the dimension must be at least 1"},
    {"size(1,0)", "the dimension must be at least 1"},
    {"size(1,1.5)", "the dimension must be a whole number below 1e12, not 1.5"},
    {"size(1,{1})", "the dimension must be a real number"},
    {"sort([1 2],'sideways')", "the dimension must be a real number"},
    {"sort([1 2],{1})", "the dimension must be a real number"},
    {"sort(struct('a',1))", "this cannot be computed with a struct"},
    {"sprintf('%d',struct('a',1))", "a struct cannot be printed"},
    {"sprintf('%d',{1})", "a cell cannot be printed"},
    {"sprintf(5)", "the format must be a text in quotes"},
    {"sprintf({1})", "the format must be a text in quotes"},
    {"ss2tf(1i,1,1,1)", "'ss2tf' needs four real matrices"},
    {"ss2tf([0 1 2;-2 -3 1],[0;1],[1 0],0)", "the sizes of A, B, C and D do not fit"},
    {"ss2tf([0 1;-2 -3],[0;1;2],[1 0],0)", "the sizes of A, B, C and D do not fit"},
    {"ss2tf([0 1;-2 -3],[0;1],[1 0 3],0)", "the sizes of A, B, C and D do not fit"},
    {"ss2tf([0 1;-2 -3],[0;1],[1 0],0,0)", "the sizes of A, B, C and D do not fit"},
    {"ss2tf([0 1;-2 -3],[0;1],[1 0],0,2)", "the sizes of A, B, C and D do not fit"},
    {"ss2tf([0 1;-2 -3],[0;1],[1 0],0,{1})", "the input must be a real number"},
    {"ss2tf([0 1;-2 -3],[0;1],[1 0],[0 0])", "the sizes of A, B, C and D do not fit"},
    {"ss2tf([0 1;-2 -3],[0;1],[1 0],[0;0])", "the sizes of A, B, C and D do not fit"},
    {"ss2tf(ones(2,2,2),1,1,1)", "'ss2tf' needs four real matrices"},
    {"ss2tf({1},1,1,1)", "'ss2tf' needs four real matrices"},
    {"ssdata(5)", "this system has no 'A'"},
    {"ssdata(struct('a',1))", "this system has no 'A'"},
    {"std(1i)", "the data must be real, not complex"},
    {"std([1 2],0,{1})", "the dimension must be a real number"},
    {"std([1 2],{1})", "the weight must be a real number"},
    {"std({1})", "this cannot be computed with a cell"},
    {"str2double({'1+2i'})", "'str2double' of a cell gives real numbers"},
    {"strcat({'a','b'},{'c','d','e'})", "the cells must have the same size"},
    {"strcat({1},'a')", "'strcat' needs texts"},
    {"strfind('a',5)", "'strfind' needs two texts"},
    {"strjoin({'a'},5)", "'strjoin' needs a cell of texts"},
    {"strjoin({1},',')", "'strjoin' needs a cell of texts"},
    {"strncmp('a','b',{1})", "the length must be a real number"},
    {"strrep('a','b',5)", "'strrep' needs three texts"},
    {"strrep({1},'a','b')", "'strrep' needs three texts"},
    {"strsplit('a','')", "'strsplit' needs a text and what separates its parts"},
    {"strsplit('a',5)", "'strsplit' needs a text and what separates its parts"},
    {"strtrim({1})", "'strtrim' needs texts"},
    {"struct('a',1,5,2)", "the name of a field must be a text in quotes"},
    {"sub2ind([2 3],{1},1)", "this cannot be computed with a cell"},
    {"sum(1,0)", "the dimension must be from 1 to 16"},
    {"sum(1,{1})", "the dimension must be a real number"},
    {"sum({1})", "this cannot be computed with a cell"},
    {"svd([1 2;3 4],'thing')", "'svd' knows 'econ' and 0, not 'thing'"},
    {"svd([1 2;3 4],5)", "'svd' knows 'econ' and 0, not 5"},
    {"svd([1 2;3 4],{1})", "the form must be a real number"},
    {"svd({1})", "this cannot be computed with a cell"},
    {"swapbytes(1i)", "'swapbytes' needs real numbers"},
    {"swapbytes({1})", "'swapbytes' needs real numbers"},
    {"tf([1 2],[0 0])", "'tf2ss' needs a numerator and a denominator that is not 0"},
    {"tf([1 2],{1})", "a transfer function needs one numerator and one denominator"},
    {"tf({1},[1 2])", "a transfer function needs one numerator and one denominator"},
    {"tf2ss([1 2 3],[1 2])", "the numerator must not be longer than the denominator"},
    {"tf2ss([1 2],[0 0])", "'tf2ss' needs a numerator and a denominator that is not 0"},
    {"tf2ss([1 2],[1 2;3 4])", "'tf2ss' needs a numerator and a denominator that is not 0"},
    {"tf2ss([1 2],{1})", "this cannot be computed with a cell"},
    {"tf2ss(ones(2,2,2),[1 2])", "'tf2ss' needs a numerator and a denominator that is not 0"},
    {"tf2ss({1},[1 2])", "this cannot be computed with a cell"},
    {"trace(ones(2,2,2))", "'trace' needs a square matrix"},
    {"trace({1})", "this cannot be computed with a cell"},
    {"trapz(1i)", "the values must be real, not complex"},
    {"trapz([1 2],{1})", "this cannot be computed with a cell"},
    {"trapz({1})", "this cannot be computed with a cell"},
    {"trapz({1},[1 2])", "this cannot be computed with a cell"},
    {"tril({1})", "'tril' needs a matrix"},
    {"triu([1 2;3 4],{1})", "the diagonal must be a real number"},
    {"typecast(1,'cell')", "'typecast' makes real numbers of real numbers"},
    {"typecast(1,'thing')", "'typecast' makes real numbers of real numbers"},
    {"typecast(1,5)", "the class must be a text in quotes"},
    {"typecast(1i,'uint8')", "'typecast' makes real numbers of real numbers"},
    {"typecast(uint8([1 2 3]),'uint32')",
     "3 bytes are no whole number of elements of class uint32"},
    {"typecast({1},'uint8')", "'typecast' makes real numbers of real numbers"},
    {"unique(struct('a',1))", "this cannot be computed with a struct"},
    {"upper(5)", "'upper' needs a text"},
    {"upper({1})", "'upper' needs texts"},
    {"var([1 2],5)", "the weight of 'var' is 0 or 1"},
    {"zeros(1.5)", "the size of an array must be a whole number below 1e12, not 1.5"},
    {"zeros(2,'cell')", "'cell' is not a class of numbers"},
    {"zeros(2,{1})", "the size of an array must be a real number"},
    {"zeros({1})", "the size of an array is 1 to 16 whole numbers"},
    {"zpk({1},2,3)", "this needs a square matrix"},
    {"ss([0 1;-2 -3],[0;1;2],[1 0],0)", "the sizes of A, B, C and D do not fit"},
    {"ss({1},1,1,1)", "'ss' needs four matrices"},
    {"ss(ones(2,2,2),1,1,1)", "'ss' needs four matrices"},
    {"tf('x')", "'tf' needs 's', 'z', a gain, or what is divided"},
    {"tf({1,2})", "'tf' needs 's', 'z', a gain, or what is divided"},
    {"tf('z',{1})", "the period must be a real number"},
    {"tfdata(tf([1 2],[1 3]),'w')", "'tfdata' gives vectors only: tfdata(sys, 'v')"},
};

static void test_mistakes_are_told_in_one_sentence(void) {
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        bd_error error = {0};
        bd_value *value = NULL;
        const bd_status status = bd_expression_evaluate(mistakes[i][0], NULL, &value, &error);
        if (status != BD_BAD_VALUE)
            printf("\n  %s: %d '%s'", mistakes[i][0], (int)status, error.text);
        CU_ASSERT_EQUAL(status, BD_BAD_VALUE);
        CU_ASSERT_PTR_NULL(value);
        MR_ASSERT_CONTAINS(error.text, mistakes[i][1]);
        bd_value_free(value);
    }
}

/* every truth of the list holds after the code */
static void check(const char *code, const char *const *truths) {
    bd_error error = {0};
    bd_workspace *scope = make(NULL);
    CU_ASSERT_EQUAL(bd_workspace_run(scope, code, "test", NULL, &error), BD_OK);
    if (error.text[0])
        printf("\n  %s", error.text);
    for (; *truths; truths++) {
        const double truth = number_of(scope, *truths);
        if (truth != 1.0)
            printf("\n  not true: %s", *truths);
        CU_ASSERT_EQUAL(truth, 1.0);
    }
    bd_workspace_free(scope);
}

/* (s + 3) / ((s + 1) (s + 2)): companion form, and back; the poles are -1 and -2 */
static void test_transfer_functions_and_state_space_are_one_system(void) {
    static const char *const truths[] = {
        "isequal(A, [-3 -2; 1 0])",
        "isequal(B, [1; 0])",
        "isequal(C, [1 3])",
        "isequal(D, 0)",
        "norm(num - [0 1 3]) < 1e-12",
        "norm(den - [1 3 2]) < 1e-12",
        "isempty(A0) && isequal(D0, 2.5)",
        "isequal(Aw, [-3 -2; 1 0]) && isequal(Cw, [1 3; 0 4])",
        "norm(n2 - [0 4 10]) < 1e-12", /* C adj(sI - A) B with the second column of B */
        "isequal(zn, [0 4 4]) && isequal(zd, [1 5 6])",
        NULL};
    check("[A, B, C, D] = tf2ss([1 3], [1 3 2]);\n"
          "[num, den] = ss2tf(A, B, C, D);\n"
          "[A0, B0, C0, D0] = tf2ss(5, 2);\n"
          "[Aw, Bw, Cw, Dw] = tf2ss([1 3; 0 4], [0 1 3 2]);\n"
          "[n2, d2] = ss2tf([-3 -2; 1 0], [9 1; 9 1], [1 3], [0 0], 2);\n"
          "[zn, zd] = zp2tf(-1, [-2 -3], 4);\n",
          truths);
}

static void test_systems_give_their_parts(void) {
    static const char *const truths[] = {
        "isequal(a, [0 1; -2 -3]) && isequal(b, [0; 1]) && isequal(c, [1 0]) && isequal(d, 0)",
        "isequal(size(wide.D), [2 3]) && ~any(wide.D(:))", /* 0 is a matrix of zeros */
        "isequal(gain.D, 5) && isempty(gain.A)",
        "isequal(n, [1 3]) && isequal(m, [1 3 2])",
        "isequal(G.Ts, 0.1) && isequal(H.Ts, 0)",
        "isequal(s.num, [1 0]) && isequal(s.den, 1) && s.Ts == 0",
        "z.Ts == -1 && z5.Ts == 0.5",
        "isequal(k.num, 7) && isequal(same, G)",
        "isequal(p.num, [0 4 4]) && isequal(p.den, [1 5 6]) && p1.Ts == 0.2",
        NULL};
    check("sys = ss([0 1; -2 -3], [0; 1], [1 0], 0);\n[a, b, c, d] = ssdata(sys);\n"
          "wide = ss(-1, [1 2 3], [1; 2], 0);\ngain = ss([], [], [], 5);\n"
          "H = tf([1 3], [1 3 2]);\nG = tf([1 3], [1 3 2], 0.1);\n[n, m] = tfdata(H, 'v');\n"
          "s = tf('s');\nz = tf('z');\nz5 = tf('z', 0.5);\nk = tf(7);\nsame = tf(G);\n"
          "p = zpk(-1, [-2 -3], 4);\np1 = zpk(-1, [-2 -3], 4, 0.2);\n",
          truths);
}

/* y(k) = x(k) + x(k-1) + y(k-1) / 2 */
static void test_filter_runs_the_difference_equation(void) {
    static const char *const truths[] = {"isequal(y, [1 3.5 6.75])", "isequal(c, y')",
                                         "isequal(h, [0.5 1.5])", "isempty(e)", NULL};
    check("y = filter([1 1], [1 -0.5], [1 2 3]);\nc = filter([1 1], [1 -0.5], [1; 2; 3]);\n"
          "h = filter([1 1], 2, [1 2]);\ne = filter(1, 1, []);\n",
          truths);
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_mistakes_are_told_in_one_sentence),
        MR_TEST(test_transfer_functions_and_state_space_are_one_system),
        MR_TEST(test_systems_give_their_parts),
        MR_TEST(test_filter_runs_the_difference_equation),
    };
    return mr_test_main("functions", tests, sizeof tests / sizeof *tests, argc, argv);
}
