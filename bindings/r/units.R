# Which source files are compiled together. A compiler reads the same headers for each of 150 files, which takes much of
# its time; so files are included by a few units. What a file keeps to itself (in unnamed namespaces) meets what the
# others of its unit use and keep, so files of which one uses a name that the other keeps go to different units. That
# is judged by words alone, on the safe side.

# Words and signs of a file, without comments, texts and lines of the preprocessor.
tokens_of <- function(text) {
  text <- gsub("(?s)/\\*.*?\\*/|//[^\n]*", " ", paste(text, collapse = "\n"), perl = TRUE)
  text <- gsub('"(\\\\.|[^"\\\\\n])*"', '""', text, perl = TRUE)
  text <- gsub("'(\\\\.|[^'\\\\\n])'", "0", text, perl = TRUE)
  text <- gsub("(?m)^[ \t]*#([^\n\\\\]|\\\\\n|\\\\.)*", "", text, perl = TRUE)
  # Macros that declare: core/numeric/compiler.hpp
  text <- gsub("\\bWALD_LEVELS\\(([\\w:]+),\\s*(\\w+),", "\\1 \\2(", text, perl = TRUE)
  text <- gsub("\\bWALD_LEVELS_OF\\((template <[^>]*>),\\s*([\\w:]+),\\s*(\\w+),", "\\1 \\2 \\3(", text, perl = TRUE)
  text <- gsub("\\bWALD_VECTOR\\((\\w+),", "using \\1 = (", text, perl = TRUE)
  regmatches(text, gregexpr("[A-Za-z_]\\w*|::|->|\\S", text, perl = TRUE))[[1]]
}

# The names that a file keeps to itself, and those that it uses.
names_of <- function(text) {
  tokens <- tokens_of(text)
  n <- length(tokens)
  before <- c("", tokens[-n])
  after <- c(tokens[-1], "")
  is_word <- grepl("^[A-Za-z_]", tokens)
  reserved <- c("const", "noexcept", "override", "default", "operator", "namespace", "typename", "class", "alignas",
                "constexpr", "if", "for", "while", "return", "switch", "T")
  no_declaration <- c(":", ",", "::", "<", "=", "public", "private", "protected") # what stands before a name that is used
  kept <- logical(n)
  blocks <- character()
  opens <- "other" # what the next brace opens
  depth <- 0       # of parentheses
  for (i in seq_len(n)) {
    token <- tokens[i]
    if (token == "namespace" && before[i] != "using") opens <- if (after[i] == "{") "unnamed" else "named"
    else if (token %in% c("(", "[")) depth <- depth + 1
    else if (token %in% c(")", "]")) depth <- depth - 1
    else if (token == "{") {
      blocks <- c(blocks, opens)
      opens <- "other"
    } else if (token == "}") blocks <- blocks[-length(blocks)]
    else if (token == ";") opens <- "other"
    else if (is_word[i] && depth == 0 && "unnamed" %in% blocks && !"other" %in% blocks)
      kept[i] <- if (before[i] %in% c("struct", "class", "using", "enum")) after[i] != "::"
                 else after[i] %in% c("(", "=", "{", ";", "[") && !before[i] %in% no_declaration
  }
  qualifier <- c("", "", tokens[seq_len(max(0, n - 2))])[seq_len(n)]
  # A member, of an object or of an instance of a template, or another library's.
  outside <- before %in% c(".", "->") | before == "::" & qualifier %in% c(">", "std", "Eigen", "boost", "Rcpp")
  list(kept = setdiff(tokens[kept], reserved), used = setdiff(tokens[is_word & !outside], reserved))
}

# What a file includes, as paths from the folder, where it is there.
includes_of <- function(file, text, folder) {
  named <- sub('^#include "([^"]+)".*', "\\1", grep('^#include "', text, value = TRUE))
  places <- lapply(named, function(name) file.path(c(dirname(file), ".", "capi"), name))
  found <- lapply(places, function(paths) Find(function(path) file.exists(file.path(folder, path)), paths))
  unique(gsub("(^|/)\\./", "\\1", unlist(found)))
}

# Files in groups of like size, none with names that collide: with those of another, or of a header that only another
# includes. A file that sets the instructions of what follows it is alone.
units_of <- function(files, texts, folder) {
  names <- lapply(texts, names_of)
  size <- lengths(texts)
  alone <- vapply(texts, function(text) any(grepl("^WALD_BEGIN_V", text)), NA)
  headers <- new.env()
  header <- function(path) {
    if (is.null(headers[[path]])) {
      text <- readLines(file.path(folder, path), warn = FALSE)
      headers[[path]] <- list(used = names_of(text)$used, includes = includes_of(path, text, folder))
    }
    headers[[path]]
  }
  reached <- Map(function(file, text) {
    seen <- character()
    visit <- function(path) if (!path %in% seen) {
      seen <<- c(seen, path)
      lapply(header(path)$includes, visit)
    }
    lapply(includes_of(file, text, folder), visit)
    seen
  }, files, texts)
  # Of files by words, and of files by headers: whose kept names meet those that others use, or that a header uses which
  # they alone include.
  table_of <- function(sets, all) matrix(unlist(lapply(sets, function(set) all %in% set)), length(sets), byrow = TRUE)
  words <- unique(unlist(lapply(names, `[[`, "kept")))
  kept <- table_of(lapply(names, `[[`, "kept"), words)
  used <- table_of(lapply(names, `[[`, "used"), words)
  paths <- unique(unlist(reached))
  includes <- table_of(reached, paths)
  in_headers <- table_of(lapply(paths, function(path) header(path)$used), words)
  meets <- kept %*% t(kept | used) + (kept %*% t(in_headers) & !includes) %*% t(includes) > 0
  together <- which(!alone)
  clashes <- (meets | t(meets))[together, together]
  diag(clashes) <- FALSE
  units <- list()
  for (i in order(-rowSums(clashes), -size[together])) {
    fits <- Filter(function(unit) !any(clashes[i, units[[unit]]]), seq_along(units))
    into <- if (length(fits)) fits[which.min(vapply(units[fits], function(unit) sum(size[together[unit]]), 0))]
            else length(units) + 1
    units[[into]] <- c(if (into <= length(units)) units[[into]], i)
  }
  c(lapply(units, function(unit) sort(files[together[unit]], method = "radix")), as.list(files[alone]))
}

# The text of a unit: the headers of all its files, so that none is read amid what a file keeps, then the files.
unit_text <- function(files, texts, folder) {
  headers <- unlist(Map(function(file, text) {
    head <- text[cumsum(!grepl("^(#include.*|#pragma once|//.*|\\s*)$", text)) == 0]
    head <- grep("^#include", head, value = TRUE)
    beside <- file.path(dirname(file), sub('.*"(.*)".*', "\\1", head))
    ifelse(grepl('"', head) & file.exists(file.path(folder, beside)), paste0('#include "', beside, '"'), head)
  }, files, texts))
  headers <- unique(unname(headers))
  first <- grepl("contraction.hpp", headers, fixed = TRUE) # it holds for all that follows it
  c(headers[first], headers[!first], paste0('#include "', files, '"'))
}
