// The tag of C++'s exceptions, which zig's C++ runtime, being built without them, leaves out.
__asm__(".globl __cpp_exception\n"
        ".tagtype __cpp_exception i32\n"
        "__cpp_exception:\n");
