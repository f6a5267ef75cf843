/* text → tokens. Inside [ ] and { } white space separates elements, and a quote may begin a text or
 * transpose; both are decided here, so that the parser sees commas and semicolons only:
 *
 *   [1 -2]   two elements     [1 - 2]  one     [a' b']  two transposes     [a 'b']  a and a text
 *   [f (1)]  two elements     [a.b(1)] one     [1 ...   the row goes on in the next line */
#include <ctype.h>
#include <string.h>

#include "value/number.h"
#include "value/evaluate.h"
#include "value/syntax.h"

typedef struct lexer {
    bd_calc *calc;
    bd_arena *tree;
    const char *text;
    size_t at;
    bd_token *tokens;
    size_t count, capacity;
    char brackets[BD_CALC_DEPTH];
    int depth;
    bool after_operand;    /* the last token ends an operand */
    bool is_script;        /* an expression has no commands */
    bool statement_begins; /* nothing of this statement was read yet */
} lexer;

static const struct {
    const char *text;
    int code;
} operators[] = {
    /* longer ones first */
    {"==", BD_OP_EQ},        {"~=", BD_OP_NE},       {"!=", BD_OP_NE},    {"<=", BD_OP_LE},
    {">=", BD_OP_GE},        {"&&", BD_OP_AND_AND},  {"||", BD_OP_OR_OR}, {".*", BD_OP_TIMES},
    {"./", BD_OP_RDIVIDE},   {".\\", BD_OP_LDIVIDE}, {".^", BD_OP_POWER}, {".'", BD_OP_TRANSPOSE},
    {"+", BD_OP_PLUS},       {"-", BD_OP_MINUS},     {"*", BD_OP_MTIMES}, {"/", BD_OP_MRDIVIDE},
    {"\\", BD_OP_MLDIVIDE},  {"^", BD_OP_MPOWER},    {"<", BD_OP_LT},     {">", BD_OP_GT},
    {"&", BD_OP_AND},        {"|", BD_OP_OR},        {"~", BD_OP_NOT},    {"!", BD_OP_NOT},
    {"'", BD_OP_CTRANSPOSE}, {":", BD_OP_COLON},     {"=", BD_OP_ASSIGN}, {".", BD_OP_DOT},
    {"@", BD_OP_AT},
};

static const struct {
    const char *text;
    int code;
} keywords[] = {
    {"if", BD_KEY_IF},
    {"elseif", BD_KEY_ELSEIF},
    {"else", BD_KEY_ELSE},
    {"end", BD_KEY_END},
    {"for", BD_KEY_FOR},
    {"while", BD_KEY_WHILE},
    {"switch", BD_KEY_SWITCH},
    {"case", BD_KEY_CASE},
    {"otherwise", BD_KEY_OTHERWISE},
    {"break", BD_KEY_BREAK},
    {"continue", BD_KEY_CONTINUE},
    {"return", BD_KEY_RETURN},
    {"try", BD_KEY_TRY},
    {"catch", BD_KEY_CATCH},
    {"function", BD_KEY_FUNCTION},
    {"global", BD_KEY_GLOBAL},
    {"persistent", BD_KEY_PERSISTENT},
    {"endif", BD_KEY_END},
    {"endfor", BD_KEY_END},
    {"endwhile", BD_KEY_END},
    {"endswitch", BD_KEY_END},
    {"end_try_catch", BD_KEY_END},
    {"endfunction", BD_KEY_END},
};

/* words that take the rest of their line as text */
static const char *const commands[] = {
    "clear",  "clearvars", "clc",  "close", "format",  "hold", "load", "run", "more", "warning",
    "figure", "echo",      "disp", "pkg",   "addpath", "grid", "axis", "cd",  "mex"};

const char *bd_operator_text(int code) {
    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++)
        if (operators[k].code == code)
            return operators[k].text;
    return "?";
}

static bool in_matrix(const lexer *lex) {
    const char open = lex->depth > 0 ? lex->brackets[lex->depth - 1] : '(';
    return open == '[' || open == '{';
}

static bool is_name_start(char c) {
    return isalpha((unsigned char)c) || c == '_';
}

static bool is_name_part(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static bd_token *add(lexer *lex, bd_token_kind kind, int code, size_t length) {
    if (lex->count == lex->capacity) {
        const size_t capacity = lex->capacity > 0 ? 2 * lex->capacity : 32;
        bd_token *grown = bd_syntax_alloc(lex->tree, lex->calc, capacity * sizeof *grown);
        if (!grown)
            return NULL;
        if (lex->count > 0)
            memcpy(grown, lex->tokens, lex->count * sizeof *grown);
        lex->tokens = grown;
        lex->capacity = capacity;
    }
    bd_token *token = &lex->tokens[lex->count++];
    *token = (bd_token){.kind = kind, .code = code, .at = lex->at};
    lex->at += length;
    lex->after_operand =
        kind == BD_TOKEN_NUMBER || kind == BD_TOKEN_TEXT || kind == BD_TOKEN_NAME ||
        kind == BD_TOKEN_CLOSE || (kind == BD_TOKEN_KEYWORD && code == BD_KEY_END) ||
        (kind == BD_TOKEN_OPERATOR && (code == BD_OP_CTRANSPOSE || code == BD_OP_TRANSPOSE));
    lex->statement_begins = kind == BD_TOKEN_NEWLINE ||
                            (lex->depth == 0 && (kind == BD_TOKEN_SEMI || kind == BD_TOKEN_COMMA));
    return token;
}

static bool keep_text(lexer *lex, bd_token *token, const char *text, size_t length) {
    char *copy = bd_syntax_alloc(lex->tree, lex->calc, length + 1);

    if (!token || !copy)
        return false;
    memcpy(copy, text, length);
    token->text = copy;
    token->length = length;
    return true;
}

static bool fail(lexer *lex, const char *message) {
    lex->calc->at = lex->at;
    bd_calc_fail(lex->calc, BD_BAD_EXPRESSION, "%s", message);
    return false;
}

/* to the end of the line, but not beyond it */
static void skip_line(lexer *lex) {
    lex->at += strcspn(lex->text + lex->at, "\n");
}

/* true if the line at this place holds nothing but the two characters, as %{ and %} must stand */
static bool is_lone(const lexer *lex, size_t at, char second) {
    size_t k = at;

    while (k > 0 && (lex->text[k - 1] == ' ' || lex->text[k - 1] == '\t'))
        k--;
    if (k > 0 && lex->text[k - 1] != '\n')
        return false;
    return lex->text[at] == '%' && lex->text[at + 1] == second &&
           lex->text[at + 2 + strspn(lex->text + at + 2, " \t\r")] == '\n';
}

static void skip_block_comment(lexer *lex) {
    int level = 0;

    while (lex->text[lex->at] != '\0') {
        const size_t mark = lex->at + strspn(lex->text + lex->at, " \t");
        if (is_lone(lex, mark, '{'))
            level++;
        else if (lex->text[mark] == '%' && lex->text[mark + 1] == '}')
            level--;
        skip_line(lex);
        if (level == 0)
            return;
        lex->at += lex->text[lex->at] == '\n';
    }
}

/* white space, comments and continuations; true if there was any */
static bool skip_blanks(lexer *lex) {
    const size_t begin = lex->at;

    for (;;) {
        const char *c = lex->text + lex->at;
        if (*c == ' ' || *c == '\t' || *c == '\r') {
            lex->at++;
        } else if (*c == '%' && is_lone(lex, lex->at, '{')) {
            skip_block_comment(lex);
        } else if (*c == '%' || *c == '#') {
            skip_line(lex);
        } else if (strncmp(c, "...", 3) == 0) {
            skip_line(lex);
            lex->at += lex->text[lex->at] == '\n';
        } else {
            return lex->at > begin;
        }
    }
}

/* 0xff and 0b101: the smallest unsigned class that holds them */
static bool read_bits(lexer *lex) {
    const char *begin = lex->text + lex->at;
    const int base = begin[1] == 'x' || begin[1] == 'X' ? 16 : 2;
    uint64_t number = 0;
    size_t length = 2;

    for (; isxdigit((unsigned char)begin[length]); length++) {
        const char c = (char)tolower((unsigned char)begin[length]);
        const int digit = c <= '9' ? c - '0' : c - 'a' + 10;
        if (digit >= base || number > UINT64_MAX / (uint64_t)base)
            return fail(lex, "this number cannot be read");
        number = number * (uint64_t)base + (uint64_t)digit;
    }
    if (length == 2 || is_name_part(begin[length]))
        return fail(lex, "this number cannot be read");
    if (number > (1ULL << 53))
        return fail(lex, "whole numbers above 2^53 cannot be written like this here");
    bd_token *token = add(lex, BD_TOKEN_NUMBER, 0, length);
    if (token) {
        token->number = (double)number;
        token->class = number <= UINT8_MAX    ? BD_UINT8
                       : number <= UINT16_MAX ? BD_UINT16
                       : number <= UINT32_MAX ? BD_UINT32
                                              : BD_UINT64;
    }
    return token != NULL;
}

static bool read_number(lexer *lex) {
    const char *begin = lex->text + lex->at;
    double number;
    size_t length = bd_number_read(begin, &number);

    if (length == 0)
        return fail(lex, "this number cannot be read");
    /* in 1./x and 1.' the point belongs to the operator */
    if (begin[length - 1] == '.' && begin[length] != '\0' && strchr("*/\\^'", begin[length]))
        length--;
    const bool imaginary =
        (begin[length] == 'i' || begin[length] == 'j') && !is_name_part(begin[length + 1]);
    length += imaginary;
    if (is_name_part(begin[length])) {
        lex->at += length;
        return fail(lex, "a number runs into a name");
    }
    bd_token *token = add(lex, BD_TOKEN_NUMBER, 0, length);
    if (token) {
        token->number = number;
        token->imaginary = imaginary;
    }
    return token != NULL;
}

static bool read_text(lexer *lex) {
    const char *begin = lex->text + lex->at;
    const char quote = *begin;
    const char *c = begin + 1;

    while (*c != '\0' && *c != '\n' && (*c != quote || c[1] == quote))
        c += *c == quote ? 2 : 1;
    if (*c != quote)
        return fail(lex, "a text has no closing quote");
    const size_t length = (size_t)(c - begin) + 1;
    char *copy = bd_syntax_alloc(lex->tree, lex->calc, length);
    if (!copy)
        return false;
    size_t used = 0;
    for (const char *k = begin + 1; k < c; k++) {
        copy[used++] = *k;
        k += *k == quote;
    }
    bd_token *token = add(lex, BD_TOKEN_TEXT, quote, length);
    if (token) {
        token->text = copy;
        token->length = used;
    }
    return token != NULL;
}

/* two words side by side are an operator short: `syms a b`, `disp 'text'`. Only where statements
 * that fail are skipped; what it means is found out when it runs */
static bool is_any_command(const lexer *lex, const char *end, const char *after) {
    if (!lex->calc->log || end == after)
        return false;
    if (*after == '\'') {
        const char *quote = strpbrk(after + 1, "'\n");
        return after[1] != ' ' && quote && *quote == '\'';
    }
    if (!is_name_part(*after) && !(*after == '-' && is_name_start(after[1])))
        return false;
    /* a = b, a (1), a + b are none; neither is `a b = c` */
    return memchr(after, '=', strcspn(after, "\n")) == NULL;
}

static bool is_keyword(const char *word, size_t length) {
    for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++)
        if (strlen(keywords[k].text) == length && strncmp(keywords[k].text, word, length) == 0)
            return true;
    return false;
}

/* `clear all`: a command word with a blank or the end of its statement behind it, and then neither
 * ( nor = nor an operator that stands alone: `run.steps` and `grid + 1` are expressions */
static bool is_command(const lexer *lex, const char *word, size_t length) {
    const char *end = word + length, *after = end + strspn(end, " \t");

    if (!lex->is_script || !lex->statement_begins || lex->depth > 0 ||
        !strchr(" \t\r\n;,%", *end) || *after == '(' || (*after == '=' && after[1] != '='))
        return false;
    const size_t signs = strspn(after, "+-*/\\^<>=&|~:.'");
    if (signs > 0 && (after[signs] == ' ' || after[signs] == '\t'))
        return false;
    for (size_t k = 0; k < sizeof commands / sizeof *commands; k++)
        if (strlen(commands[k]) == length && strncmp(commands[k], word, length) == 0)
            return true;
    char name[BD_MAX_NAME + 1];
    memcpy(name, word, length);
    name[length] = '\0';
    if (is_name_start(*after) && bd_is_idle_function(name))
        return true; /* `shading interp` */
    return !is_keyword(word, length) && is_any_command(lex, end, after);
}

/* where a statement goes on in the next line; NULL: it does not */
static const char *next_line(const char *text) {
    const char *end = strncmp(text, "...", 3) == 0 ? strchr(text, '\n') : NULL;
    return end ? end + 1 : NULL;
}

/* up to the end of the line or of the statement; nothing ends it within quotes, or at "..." */
static size_t command_length(const char *begin) {
    const char *c = begin;
    char quote = '\0';
    while (*c != '\0' && *c != '\n' && (quote || !strchr(";,%", *c))) {
        const char *next = quote ? NULL : next_line(c);
        if (*c == quote)
            quote = '\0';
        else if (!quote && strchr("'\"", *c) && memchr(c + 1, *c, strcspn(c + 1, "\n")))
            quote = *c;
        c = next ? next : c + 1;
    }
    return (size_t)(c - begin);
}

static bool read_command(lexer *lex, size_t length) {
    const char *begin = lex->text + lex->at;
    const size_t whole = command_length(begin);
    bd_token *token = add(lex, BD_TOKEN_COMMAND, 0, whole);
    char *copy = token ? bd_syntax_alloc(lex->tree, lex->calc, whole + 1) : NULL;

    if (!copy)
        return false;
    for (size_t k = 0; k < whole;) {
        const char *next = next_line(begin + k);
        const bool goes_on = next && next <= begin + whole;
        copy[token->length++] = goes_on ? ' ' : begin[k];
        k = goes_on ? (size_t)(next - begin) : k + 1;
    }
    token->text = copy;
    token->code = (int)length;
    return true;
}

static bool read_name(lexer *lex) {
    const char *begin = lex->text + lex->at;
    const bool is_field = lex->count > 0 && lex->tokens[lex->count - 1].kind == BD_TOKEN_OPERATOR &&
                          lex->tokens[lex->count - 1].code == BD_OP_DOT;
    size_t length = 0;

    while (is_name_part(begin[length]))
        length++;
    if (length > BD_MAX_NAME)
        return fail(lex, "a name is too long");
    if (is_command(lex, begin, length))
        return read_command(lex, length);
    for (size_t k = 0; k < sizeof keywords / sizeof *keywords && !is_field; k++)
        if (strlen(keywords[k].text) == length && strncmp(keywords[k].text, begin, length) == 0)
            return add(lex, BD_TOKEN_KEYWORD, keywords[k].code, length) != NULL;
    bd_token *token = add(lex, BD_TOKEN_NAME, 0, length);
    return keep_text(lex, token, begin, length);
}

/* after white space in a matrix: does a new element begin here? */
static bool begins_element(const lexer *lex) {
    const char *c = lex->text + lex->at;

    if (*c == '+' || *c == '-')
        return c[1] != ' ' && c[1] != '\t' && c[1] != '\0' && c[1] != '\n' && c[1] != '=';
    if (*c == '~' || *c == '!')
        return c[1] != '=';
    if (*c == '.')
        return isdigit((unsigned char)c[1]) != 0;
    return is_name_part(*c) || (*c != '\0' && strchr("'\"([{@", *c));
}

static bool open_bracket(lexer *lex, char c) {
    if (lex->depth == BD_CALC_DEPTH)
        return fail(lex, "brackets are nested too deep");
    /* @( opens the names of an anonymous function */
    const bd_token *last = lex->count > 0 ? &lex->tokens[lex->count - 1] : NULL;
    const bool names =
        c == '(' && last && last->kind == BD_TOKEN_OPERATOR && last->code == BD_OP_AT;
    lex->brackets[lex->depth++] = names ? '@' : c;
    return add(lex, BD_TOKEN_OPEN, c, 1) != NULL;
}

static bool close_bracket(lexer *lex, char c) {
    const char open = c == ')' ? '(' : c == ']' ? '[' : '{';

    const char opened = lex->depth > 0 ? lex->brackets[lex->depth - 1] : '\0';

    if (opened != open && !(opened == '@' && c == ')'))
        return fail(lex, "a closing bracket has no opening one");
    lex->depth--;
    if (!add(lex, BD_TOKEN_CLOSE, c, 1))
        return false;
    lex->after_operand = opened != '@'; /* a quote behind the names begins a text */
    return true;
}

static bool read_operator(lexer *lex) {
    const char *c = lex->text + lex->at;

    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++) {
        const size_t length = strlen(operators[k].text);
        if (strncmp(c, operators[k].text, length) == 0)
            return add(lex, BD_TOKEN_OPERATOR, operators[k].code, length) != NULL;
    }
    lex->calc->at = lex->at;
    if (isprint((unsigned char)*c)) {
        bd_calc_fail(lex->calc, BD_BAD_EXPRESSION, "the character '%c' has no meaning here", *c);
    } else {
        bd_calc_fail(lex->calc, BD_BAD_EXPRESSION, "a byte %#x has no meaning here",
                     (unsigned)(unsigned char)*c);
    }
    return false;
}

static bool read_line_end(lexer *lex) {
    if (lex->depth == 0)
        return add(lex, BD_TOKEN_NEWLINE, 0, 1) != NULL;
    if (in_matrix(lex))
        return add(lex, BD_TOKEN_SEMI, 0, 1) != NULL;
    lex->at++; /* a call may go on in the next line */
    return true;
}

static bool read_token(lexer *lex, bool blank) {
    const char c = lex->text[lex->at];

    if (blank && in_matrix(lex) && lex->after_operand && begins_element(lex))
        return add(lex, BD_TOKEN_COMMA, ' ', 0) != NULL;
    if (c == '\n')
        return read_line_end(lex);
    if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)lex->text[lex->at + 1]))) {
        const char next = lex->text[lex->at + 1];
        return c == '0' && (next == 'x' || next == 'X' || next == 'b' || next == 'B')
                   ? read_bits(lex)
                   : read_number(lex);
    }
    if (is_name_start(c))
        return read_name(lex);
    if (c == '"' || (c == '\'' && !lex->after_operand))
        return read_text(lex);
    if (c == '(' || c == '[' || c == '{')
        return open_bracket(lex, c);
    if (c == ')' || c == ']' || c == '}')
        return close_bracket(lex, c);
    if (c == ',' || c == ';')
        return add(lex, c == ',' ? BD_TOKEN_COMMA : BD_TOKEN_SEMI, c, 1) != NULL;
    return read_operator(lex);
}

/* in a script whose failing statements are skipped, one with a line that cannot be read is one of
 * them: the rest of the line is one token, and brackets that are open stay so */
static bool give_up_line(lexer *lex) {
    bd_calc *calc = lex->calc;

    if (!lex->is_script || !calc->log || calc->status != BD_BAD_EXPRESSION)
        return false;
    calc->status = BD_OK;
    lex->depth = 0;
    bd_token *token = add(lex, BD_TOKEN_BROKEN, 0, strcspn(lex->text + lex->at, "\n"));
    return keep_text(lex, token, calc->message, strlen(calc->message));
}

bd_token *bd_tokens_read(bd_calc *calc, bd_arena *tree, const char *text, bool is_script) {
    lexer lex = {
        .calc = calc, .tree = tree, .text = text, .is_script = is_script, .statement_begins = true};

    for (;;) {
        const bool blank = skip_blanks(&lex);
        if (text[lex.at] == '\0')
            break;
        if (!read_token(&lex, blank) && !give_up_line(&lex))
            return NULL;
    }
    if (lex.depth > 0) {
        lex.at = strlen(text);
        fail(&lex, "a bracket is not closed");
        if (!give_up_line(&lex))
            return NULL;
    }
    return add(&lex, BD_TOKEN_EOF, 0, 0) ? lex.tokens : NULL;
}
