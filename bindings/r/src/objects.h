// Objects of the library as external pointers of R, and the facts that are read of them.
#ifndef WALD_R_OBJECTS_H
#define WALD_R_OBJECTS_H

#include "call.h"

namespace glue {

// A type of objects.
struct Noun {
  const char *name;   // as messages call it
  const char *facts;  // the list of its facts
  wald_object type;
  bool saves;
};
// Of each type; noun_of<T>() in objects.cpp.
template <class T>
const Noun &noun_of();

SEXP own(void *handle, const Noun &noun, SEXP keep);
// An object of the library as an external pointer, which holds `keep` alive and destroys the object when collected.
template <class T>
SEXP own(T *handle, SEXP keep = R_NilValue) {
  return own(handle, noun_of<T>(), keep);
}
// What `create(&handle)` makes, a call that may call back and uses the handles `first` and `second`.
template <class T, class Create>
T *created(const Create &create, const void *first = nullptr, const void *second = nullptr) {
  T *out = nullptr;
  Call call(first, second);
  const wald_status status = create(&out);
  call.finish(status);
  return out;
}
// The same as an external pointer.
template <class T, class Create>
SEXP made(const Create &create, const void *first = nullptr, const void *second = nullptr) {
  return own(created<T>(create, first, second));
}

// The object behind an external pointer; an error that says why there is none.
void *address(SEXP pointer, const Noun &noun);
template <class T>
T *handle(SEXP pointer) {
  return static_cast<T *>(address(pointer, noun_of<T>()));
}
// One that is to be changed.
template <class T>
T *changing(SEXP pointer) {
  T *const found = handle<T>(pointer);
  Call::require_unused(found, noun_of<T>().name);
  return found;
}

// Facts by name: those that there is one of for each of what `which` names, and those that it names themselves. A fact
// that this object does not have is left out.
Rcpp::List facts_of(const void *handle, const Noun &noun, const std::vector<std::string> &which, int64_t item = 0);
template <class T>
Rcpp::List facts_of(const T *handle, const std::vector<std::string> &which, int64_t item = 0) {
  return facts_of(handle, noun_of<T>(), which, item);
}
// Of the facts that there is one of for each of what `per` names, the numbers of every item.
Rcpp::List items_of(const void *handle, const Noun &noun, const std::string &per);
template <class T>
Rcpp::List items_of(const T *handle, const std::string &per) {
  return items_of(handle, noun_of<T>(), per);
}

}  // namespace glue

#endif
