/* The part of JNI's header that depends on the machine, for every system that natives are built for: a JDK has that of
 * its own system alone. The types are those of JNI's specification: 32, 64 and 8 bits. */
#ifndef WALD_JNI_MD_H
#define WALD_JNI_MD_H

#include <stdint.h>

#if defined(_WIN32)
#define JNIEXPORT __declspec(dllexport)
#define JNIIMPORT __declspec(dllimport)
#define JNICALL __stdcall
#else
#define JNIEXPORT __attribute__((visibility("default")))
#define JNIIMPORT __attribute__((visibility("default")))
#define JNICALL
#endif

typedef int32_t jint;
typedef int64_t jlong;
typedef signed char jbyte;

#endif
