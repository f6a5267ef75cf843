/* what the C library of Windows' compilers has beyond the standard. A source written there uses
 * these names without a declaration; the compiler's complaint about that is the only safe sign that
 * the author did not mean a function of his own. So it is with calls that end without a semicolon,
 * which some headers forgive */
#include "sfunction/second_compile.h"

#include <ctype.h>
#include <string.h>

#include "common/words.h"

static const cm_pair names[] = {
    {"max", "-Dmax(a,b)=((a)>(b)?(a):(b))"},
    {"min", "-Dmin(a,b)=((a)<(b)?(a):(b))"},
    {"__max", "-D__max(a,b)=((a)>(b)?(a):(b))"},
    {"__min", "-D__min(a,b)=((a)<(b)?(a):(b))"},
    {"_isnan", "-D_isnan(x)=(isnan(x)!=0)"},
    {"_finite", "-D_finite(x)=(isfinite(x)!=0)"},
    {"stricmp", "-Dstricmp=strcasecmp"},
    {"_stricmp", "-D_stricmp=strcasecmp"},
    {"strcmpi", "-Dstrcmpi=strcasecmp"},
    {"strnicmp", "-Dstrnicmp=strncasecmp"},
    {"_strnicmp", "-D_strnicmp=strncasecmp"},
    {"_strdup", "-D_strdup=strdup"},
    {"_snprintf", "-D_snprintf=snprintf"},
    {"sprintf_s", "-Dsprintf_s=snprintf"},
    {"sscanf_s", "-Dsscanf_s=sscanf"},
    {"fprintf_s", "-Dfprintf_s=fprintf"},
    {"strcpy_s", "-Dstrcpy_s(to,size,from)=(snprintf(to,size,\"%s\",from),0)"},
    {"strcat_s", "-Dstrcat_s(to,size,from)=(strncat(to,from,(size)-strlen(to)-1),0)"},
    {"memcpy_s", "-Dmemcpy_s(to,size,from,count)=(memcpy(to,from,count),0)"},
    {"fopen_s", "-Dfopen_s(file,name,mode)=((*(file)=fopen(name,mode))?0:1)"},
};
#define COUNT (sizeof names / sizeof *names)

/* the name in "implicit declaration of function 'max'" or "call to undeclared function 'max'" */
static const char *undeclared(const char *line, size_t *length) {
    static const char *const phrases[] = {"implicit declaration of function ",
                                          "call to undeclared function ",
                                          "call to undeclared library function "};
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
        const char *at = strstr(line, phrases[i]);
        if (!at)
            continue;
        at += strlen(phrases[i]);
        while (*at && !isalpha((unsigned char)*at) && *at != '_')
            at++; /* quotation marks, of one byte or three */
        *length = 0;
        while (isalnum((unsigned char)at[*length]) || at[*length] == '_')
            ++*length;
        return at;
    }
    return NULL;
}

/* "expected ';' before 'else'" or "expected ';' after expression" */
static bool semicolon_missing(const char *line) {
    const char *at = strstr(line, "error: expected ");
    return at && strstr(at, ";") && (strstr(at, " before ") || strstr(at, " after expression"));
}

size_t bd_second_compile_flags(FILE *said, const char **flags) {
    char line[600];
    bool used[COUNT] = {false}, statements = false;
    size_t count = 0, length;
    rewind(said);
    while (fgets(line, sizeof line, said)) {
        if (!statements && semicolon_missing(line)) {
            statements = true;
            flags[count++] = "-DBD_SS_STATEMENTS";
        }
        const char *name = undeclared(line, &length);
        for (size_t i = 0; name && i < COUNT; i++)
            if (!used[i] && strlen(names[i].word) == length &&
                strncmp(names[i].word, name, length) == 0) {
                used[i] = true;
                flags[count++] = names[i].other;
            }
    }
    return count;
}

/* of these it knows the type: "incompatible implicit declaration of built-in function 'memcpy'",
 * "call to undeclared library function 'memcpy' with type …" */
static bool is_known_to_compiler(FILE *said, const char *name, size_t length) {
    static const char *const phrases[] = {"built-in function ", "library function "};
    char line[600];
    bool known = false;
    rewind(said);
    while (!known && fgets(line, sizeof line, said))
        for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
            const char *at = strstr(line, phrases[i]);
            const char *found = at ? strstr(at, name) : NULL;
            known = known || (found && !isalnum((unsigned char)found[length]));
        }
    return known;
}

bool bd_undeclared_function(FILE *said, char *name, size_t capacity) {
    char line[600];
    size_t length;
    rewind(said);
    while (fgets(line, sizeof line, said)) {
        const char *found = undeclared(line, &length);
        if (!found || length == 0 || length >= capacity)
            continue;
        memcpy(name, found, length);
        name[length] = '\0';
        long here = ftell(said);
        if (!is_known_to_compiler(said, name, length))
            return true;
        if (here < 0 || fseek(said, here, SEEK_SET) != 0)
            break;
    }
    return false;
}
