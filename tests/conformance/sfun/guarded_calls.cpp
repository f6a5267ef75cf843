// no S-function, but a file that asks for memory in every way there is
#include "guarded_calls.h"

#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <new>
#include <string>

// not every compiler declares these by itself
void operator delete(void *memory, std::size_t bytes) noexcept;
void operator delete[](void *memory, std::size_t bytes) noexcept;

namespace {

void *by_malloc(size_t bytes) {
    return std::malloc(bytes);
}
void *by_new(size_t bytes) {
    return ::operator new(bytes);
}
void *by_new_array(size_t bytes) {
    return ::operator new[](bytes);
}
void *by_new_nothrow(size_t bytes) {
    return ::operator new(bytes, std::nothrow);
}
void *by_new_array_nothrow(size_t bytes) {
    return ::operator new[](bytes, std::nothrow);
}

void by_free(void *memory, size_t) {
    std::free(memory);
}
void by_delete(void *memory, size_t) {
    ::operator delete(memory);
}
void by_delete_array(void *memory, size_t) {
    ::operator delete[](memory);
}
void by_delete_sized(void *memory, size_t bytes) {
    ::operator delete(memory, bytes);
}
void by_delete_array_sized(void *memory, size_t bytes) {
    ::operator delete[](memory, bytes);
}
void by_delete_nothrow(void *memory, size_t) {
    ::operator delete(memory, std::nothrow);
}
void by_delete_array_nothrow(void *memory, size_t) {
    ::operator delete[](memory, std::nothrow);
}

void *by_calloc(size_t count, size_t size) {
    return std::calloc(count, size);
}
void *by_realloc(void *memory, size_t bytes) {
    return std::realloc(memory, bytes);
}

// the demangler frees a buffer that is too small for its answer
int hand_over() {
    size_t size = 1;
    int status = 1;
    char *buffer = static_cast<char *>(std::malloc(size));
    char *name = abi::__cxa_demangle("St6vectorIdSaIdEE", buffer, &size, &status);
    const int wrong = status != 0 || !name || std::strncmp(name, "std::vector<double", 18) != 0;
    std::free(name);
    return wrong;
}

size_t take_over(size_t length) {
    std::string text(length, 'x');
    text.append(length, 'y');
    return text.size();
}

} // namespace

extern "C" const guarded_calls *guarded_calls_of_this_file();
extern "C" const guarded_calls *guarded_calls_of_this_file() {
    static const guarded_calls calls = {
        {by_malloc, by_new, by_new_array, by_new_nothrow, by_new_array_nothrow},
        {by_free, by_delete, by_delete_array, by_delete_sized, by_delete_array_sized,
         by_delete_nothrow, by_delete_array_nothrow},
        by_calloc,
        by_realloc,
        std::malloc,
        hand_over,
        take_over};
    return &calls;
}
