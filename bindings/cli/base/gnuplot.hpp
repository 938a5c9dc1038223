// gnuplot, which draws every picture.
#ifndef WALD_CLI_BASE_GNUPLOT_HPP
#define WALD_CLI_BASE_GNUPLOT_HPP

#include <string>

namespace wald::cli {

/// Whether a picture's name asks for SVG; else it is PNG.
bool is_svg(const std::string &path);

/// The lines that set the form and size of a picture.
std::string gnuplot_terminal(bool svg, int width, int height);

/// A text for gnuplot's double quotes. Names come from files: nothing in them may act.
std::string gnuplot_string(const std::string &text);

/// Runs gnuplot on a script, its output to a descriptor: no file name and no shell comes near it.
void run_gnuplot(const std::string &script, int output);

}  // namespace wald::cli

#endif
