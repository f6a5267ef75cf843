#ifndef MSVC_CTYPE_H
#define MSVC_CTYPE_H
int isspace(int c);
int isdigit(int c);
int isalpha(int c);
int isalnum(int c);
int tolower(int c);
#endif
