/* a shared library that is no S-function */
int answer(void);
int answer(void) {
    return 42;
}
