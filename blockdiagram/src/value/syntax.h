/* text → tokens → tree. Tokens know the white space rules of matrices; the tree is what runs. */
#ifndef BD_VALUE_SYNTAX_H
#define BD_VALUE_SYNTAX_H

#include "base/arena.h"
#include "value/calc.h"

typedef enum bd_token_kind {
    BD_TOKEN_EOF,
    BD_TOKEN_NUMBER,
    BD_TOKEN_TEXT,
    BD_TOKEN_NAME,
    BD_TOKEN_KEYWORD,
    BD_TOKEN_OPERATOR,
    BD_TOKEN_OPEN,    /* ( [ { */
    BD_TOKEN_CLOSE,   /* ) ] } */
    BD_TOKEN_COMMA,   /* also white space between the elements of a matrix */
    BD_TOKEN_SEMI,    /* also a line end inside a matrix */
    BD_TOKEN_NEWLINE, /* outside of brackets only */
    BD_TOKEN_COMMAND, /* a word and the rest of its line, as `clear all` */
    BD_TOKEN_BROKEN   /* a line that cannot be read; text says why */
} bd_token_kind;

typedef enum bd_operator {
    BD_OP_PLUS,
    BD_OP_MINUS,
    BD_OP_TIMES,
    BD_OP_MTIMES,
    BD_OP_RDIVIDE,
    BD_OP_MRDIVIDE,
    BD_OP_LDIVIDE,
    BD_OP_MLDIVIDE,
    BD_OP_POWER,
    BD_OP_MPOWER,
    BD_OP_EQ,
    BD_OP_NE,
    BD_OP_LT,
    BD_OP_LE,
    BD_OP_GT,
    BD_OP_GE,
    BD_OP_AND,
    BD_OP_OR,
    BD_OP_AND_AND,
    BD_OP_OR_OR,
    BD_OP_NOT,
    BD_OP_CTRANSPOSE,
    BD_OP_TRANSPOSE,
    BD_OP_COLON,
    BD_OP_ASSIGN,
    BD_OP_DOT,
    BD_OP_AT
} bd_operator;

static inline bool bd_operator_compares(int code) {
    return code >= BD_OP_EQ && code <= BD_OP_GE;
}

typedef enum bd_keyword {
    BD_KEY_IF,
    BD_KEY_ELSEIF,
    BD_KEY_ELSE,
    BD_KEY_END,
    BD_KEY_FOR,
    BD_KEY_WHILE,
    BD_KEY_SWITCH,
    BD_KEY_CASE,
    BD_KEY_OTHERWISE,
    BD_KEY_BREAK,
    BD_KEY_CONTINUE,
    BD_KEY_RETURN,
    BD_KEY_TRY,
    BD_KEY_CATCH,
    BD_KEY_FUNCTION,
    BD_KEY_GLOBAL,
    BD_KEY_PERSISTENT
} bd_keyword;

typedef struct bd_token {
    bd_token_kind kind;
    int code; /* operator, keyword, or the bracket's character */
    size_t at;
    const char *text; /* name or contents of a text, terminated */
    size_t length;
    double number;
    bool imaginary;
    int class; /* of the number: BD_DOUBLE, or an integer class for 0xff */
} bd_token;

typedef enum bd_syntax_kind {
    BD_SYNTAX_NUMBER,
    BD_SYNTAX_TEXT,
    BD_SYNTAX_NAME,
    BD_SYNTAX_COLON, /* a lone : as subscript */
    BD_SYNTAX_END,   /* end as subscript */
    BD_SYNTAX_GROUP, /* ( left ) where the parentheses matter */
    BD_SYNTAX_UNARY,
    BD_SYNTAX_BINARY,
    BD_SYNTAX_RANGE,  /* left : middle : right, middle may be NULL */
    BD_SYNTAX_MATRIX, /* items are rows */
    BD_SYNTAX_CELL,
    BD_SYNTAX_ROW,
    BD_SYNTAX_CALL,      /* left ( items ): subscripts or arguments */
    BD_SYNTAX_BRACE,     /* left { items } */
    BD_SYNTAX_FIELD,     /* left . text */
    BD_SYNTAX_ANY_FIELD, /* left . ( right ) */
    BD_SYNTAX_HANDLE,    /* text is all of it; @(items) left, or only a name and no left */
    BD_SYNTAX_IGNORED,   /* ~ in [~, i] = max(x) */
    /* statements */
    BD_SYNTAX_BLOCK,    /* items are statements; middle: a BLOCK of the functions behind them */
    BD_SYNTAX_EVALUATE, /* left */
    BD_SYNTAX_ASSIGN,   /* items = left */
    BD_SYNTAX_IF,       /* left condition, middle block, right else part (IF or BLOCK) or NULL */
    BD_SYNTAX_FOR,      /* for left = middle, right block */
    BD_SYNTAX_WHILE,    /* left condition, right block */
    BD_SYNTAX_SWITCH,   /* left, items are CASE */
    BD_SYNTAX_CASE,     /* left or NULL for otherwise, right block */
    BD_SYNTAX_TRY, /* left block, right block or NULL; text the name of the exception, or NULL */
    BD_SYNTAX_BREAK,
    BD_SYNTAX_CONTINUE,
    BD_SYNTAX_RETURN,
    BD_SYNTAX_GLOBAL,     /* items are names */
    BD_SYNTAX_PERSISTENT, /* items are names */
    BD_SYNTAX_FUNCTION,   /* text: [middle] = text(left), right block; items are nested functions */
    BD_SYNTAX_COMMAND,    /* text is the word, rest the rest of its line */
    BD_SYNTAX_BROKEN      /* cannot be read, text says why; items are names that it would assign */
} bd_syntax_kind;

typedef struct bd_syntax {
    bd_syntax_kind kind;
    int code; /* operator */
    int depth;
    size_t at;
    double number;
    bool imaginary;
    int class; /* of a number; BD_DOUBLE but for 0xff */
    const char *text;
    size_t length;
    const char *rest;
    bool is_list; /* targets of an assignment stand in brackets */
    bool shown;   /* a statement without semicolon */
    struct bd_syntax *left, *middle, *right;
    struct bd_syntax **items;
    size_t count;
} bd_syntax;

/* a tree and everything it points to live in one arena, of at most so many bytes */
#define BD_SYNTAX_BYTES 400000000
void *bd_syntax_alloc(bd_arena *tree, bd_calc *calc, size_t bytes);

/* the last token is EOF; NULL after a mistake. In a script a statement may be a command (`clear
 * all`) */
bd_token *bd_tokens_read(bd_calc *calc, bd_arena *tree, const char *text, bool is_script);

typedef struct bd_parser {
    bd_calc *calc;
    bd_arena *tree;
    const char *source;    /* what the tokens were read from */
    const bd_token *token; /* the next one */
    int depth;
} bd_parser;

/* a list of nodes that grows */
typedef struct bd_syntax_nodes {
    bd_syntax **items;
    size_t count, capacity;
} bd_syntax_nodes;

/* all return NULL/false after a mistake, which the calculation then holds */
bd_syntax *bd_parse_expression(bd_parser *parser);
bd_syntax *bd_parse_postfix(bd_parser *parser); /* name, call, field …: also what may be assigned */
bd_syntax *bd_parse_script(bd_parser *parser);
bd_syntax *bd_syntax_make(bd_parser *parser, bd_syntax_kind kind, size_t at, bd_syntax *left,
                          bd_syntax *middle, bd_syntax *right);
bool bd_syntax_nodes_add(bd_parser *parser, bd_syntax_nodes *list, bd_syntax *node);
/* moves the items into the node */
bd_syntax *bd_syntax_adopt(bd_parser *parser, bd_syntax *node, const bd_syntax_nodes *list);
bool bd_parser_enter(bd_parser *parser); /* one level deeper, or too deep */
void *bd_parser_unexpected(bd_parser *parser, const char *wanted);
bool bd_token_is(const bd_token *token, bd_token_kind kind, int code);

/* does this hold of one of the nodes right below? */
bool bd_syntax_below(const bd_syntax *node, bool (*holds)(const bd_syntax *node, const char *name),
                     const char *name);

/* whole texts */
bd_syntax *bd_syntax_expression(bd_calc *calc, bd_arena *tree, const char *text);
bd_syntax *bd_syntax_list(bd_calc *calc, bd_arena *tree, const char *text); /* a CALL's items */
bd_syntax *bd_syntax_script(bd_calc *calc, bd_arena *tree, const char *text);

/* the operator as it is written, for messages */
const char *bd_operator_text(int code);

#endif
