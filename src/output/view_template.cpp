#include "output/view_template.hpp"

#ifdef TULLE_VIEW_TEMPLATE
// The assembler includes the file directly; compiling a C++ array of its bytes would take minutes.
__asm__(
    ".pushsection .rodata\n"
    ".hidden tulle_view_begin\n"
    ".hidden tulle_view_end\n"
    ".global tulle_view_begin\n"
    ".global tulle_view_end\n"
    "tulle_view_begin: .incbin \"" TULLE_VIEW_TEMPLATE
    "\"\n"
    "tulle_view_end: .byte 0\n"
    ".popsection\n");
extern "C" {
extern const char tulle_view_begin[];  // two labels in the assembly above
extern const char tulle_view_end[];
}
#endif

namespace tulle {

std::string_view view_template()
{
#ifdef TULLE_VIEW_TEMPLATE
    return {tulle_view_begin, static_cast<std::size_t>(tulle_view_end - tulle_view_begin)};
#else
    return {};
#endif
}

}  // namespace tulle
