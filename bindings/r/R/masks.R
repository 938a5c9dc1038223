#' The optimal masks of images
#'
#' Finds the masks of greatest expected Dice (`"f1"`), IoU (`"jaccard"`) or other metric, from the probabilities of
#' pixels: one mask per image and class, or the class of each pixel. [wald_consensus()] finds the mask that agrees best
#' with samples of one image, such as the masks of raters.
#'
#' @param p An array of probabilities whose first axes are those of pixels, then classes, then images: the dimensions
#'   are height x width, height x width x classes, or height x width x classes x images. `aperm` brings other orders
#'   there.
#' @param raters An array of 0 and 1, or `FALSE` and `TRUE`: the axes of pixels, then classes (may be absent), then
#'   samples.
#' @param metric What masks are judged by: a name such as `"dice"` (F1) or `"iou"` (Jaccard; see [wald_metrics()]) or a
#'   [wald_metric()].
#' @param classes `"overlapping"` (the default), each class has a mask of its own, or `"exclusive"`, each pixel has one
#'   class.
#' @param average `"image"`, each image is a problem of its own, or `"dataset"`, each class over all images together.
#' @param spatial_dims The number of axes of pixels.
#' @param exactly The number of pixels of each mask: short for `at_least` and `at_most`.
#' @inheritParams decision_options
#' @param ... No further arguments.
#' @return `wald_masks`, a list: `mask`, a logical array of the dimensions of `p` (of samples without their axis), or
#'   with exclusive classes `labels`, the class of each pixel from 1, `NA` for none; and the [facts] of a decision,
#'   vectors with an element for each image and class, image by image: `k`, `expected`, `bound`, `threshold` (the
#'   smallest probability of a pixel of the mask) and so on. `empty` tells which masks have no pixel. `as.data.frame`
#'   and `summary` have a row for each mask, `plot` draws the masks of one image.
#' @examples
#' p <- outer(1:40, 1:60, function(y, x) 0.6 * exp(-((y - 20)^2 + (x - 30)^2) / 150))
#' masks <- wald_masks(p, "f1")
#' masks
#' plot(masks)
#' raters <- array(runif(5 * 40 * 60) < rep(p, 5), c(40, 60, 5))
#' wald_consensus(raters, "jaccard")$expected
#' @export
wald_masks <- with_options("decisions", function(p, metric = "dice", classes = NULL, average = NULL, spatial_dims = 2,
                                                 exactly = NULL, ...) {
  metric <- metric_of(metric)
  options <- asked("decisions", with_exactly(options_given(...), exactly))
  values <- reals(p, "p")
  axes <- map_axes(values, "p", spatial_dims, "images")
  exclusive <- choice(classes, c("overlapping", "exclusive"), "classes") == "exclusive"
  if (choice(average, c("image", "dataset"), "average") == "dataset")
    options$average <- "micro"
  kind <- number_of(if (exclusive) "categorical" else "independent", "kind")
  facts <- ok(native_masks(native_pointer(metric), values, kind, c(axes$images, axes$classes, axes$pixels), options))
  finished_masks(facts, axes, if (exclusive) c(axes$spatial, axes$of_images) else dim(values), exclusive, metric)
}, calls = "masks")

#' @rdname wald_masks
#' @export
wald_consensus <- with_options("decisions", function(raters, metric = "dice", spatial_dims = 2, exactly = NULL, ...) {
  metric <- metric_of(metric)
  options <- asked("decisions", with_exactly(options_given(...), exactly))
  axes <- map_axes(raters, "raters", spatial_dims, "samples")
  cells <- cells_of_raters(raters)
  facts <- ok(native_consensus(native_pointer(metric), cells, c(axes$images, axes$classes, axes$pixels), options))
  axes$of_images <- NULL
  finished_masks(facts, axes, c(axes$spatial, axes$of_classes), FALSE, metric)
}, calls = "masks")

cells_of_raters <- function(raters) {
  if (!(is.numeric(raters) || is.logical(raters)))
    refuse("raters is of class ", class(raters)[1], ": must hold 0 and 1, or FALSE and TRUE")
  if (anyNA(raters)) refuse("raters[", which(is.na(raters))[1], "] is NA: must be 0 or 1")
  storage.mode(raters) <- "integer"
  raters
}

# Which axes an array has: those of pixels, classes, images or samples. `last` names the last.
map_axes <- function(x, name, spatial, last) {
  spatial <- whole_numbers(spatial, "spatial_dims")
  if (length(spatial) != 1 || spatial < 1)
    refuse("spatial_dims is ", shown(spatial), ": must be a number of at least 1")
  size <- if (is.null(dim(x))) length(x) else dim(x)
  others <- length(size) - spatial
  least <- if (last == "samples") 1 else 0
  if (others < least || others > 2)
    refuse(name, " has ", length(size), " dimensions: must have ", spatial + least, " to ", spatial + 2, ", ", spatial,
           " of pixels, classes and ", last)
  if (any(size == 0)) refuse(name, " has dimensions ", paste(size, collapse = " x "), ": none may be 0")
  of_classes <- if (others == 2 || (others == 1 && last != "samples")) size[spatial + 1]
  of_images <- if (others == 2 || (others == 1 && last == "samples")) size[length(size)]
  pixels <- size[seq_len(spatial)]
  list(spatial = pixels, pixels = prod(pixels), of_classes = of_classes, of_images = of_images,
       classes = if (is.null(of_classes)) 1 else of_classes, images = if (is.null(of_images)) 1 else of_images)
}

finished_masks <- function(facts, axes, size, exclusive, metric) {
  if (any(facts$warned))
    warn(sub("pass kind categorical", 'give classes = "exclusive"', facts$warning, fixed = TRUE))
  names(facts)[names(facts) == "prediction"] <- if (exclusive) "labels" else "mask"
  if (length(size) > 1) dim(facts[[1]]) <- size
  facts[c("n_items", "abstained", "n_undecided", "warned")] <- NULL
  facts$empty <- facts$k == 0
  structure(c(facts, list(metric = metric_name(metric), n_classes = axes$classes, spatial = axes$spatial)),
            class = "wald_masks")
}

#' @method print wald_masks
#' @export
print.wald_masks <- function(x, ...) {
  per <- length(x$k) / x$n_classes
  counted <- function(n, one, many) paste(n, if (n == 1) one else many)
  cat("Masks for ", x$metric, ": ", counted(per, "image", "images"), " of ", paste(x$spatial, collapse = " x "), " pixels, ",
      counted(x$n_classes, "class", "classes"), "; mean expected ", digits(mean(x$expected)), ", ", sum(x$empty), " empty\n",
      sep = "")
  invisible(x)
}

#' @method as.data.frame wald_masks
#' @export
as.data.frame.wald_masks <- function(x, row.names = NULL, optional = FALSE, ...) {
  answers <- length(x$k)
  before <- seq_len(answers) - 1
  out <- data.frame(image = before %/% x$n_classes + 1, class = before %% x$n_classes + 1, k = x$k,
                    expected = x$expected, bound = x$bound, threshold = x$threshold, empty = x$empty)
  if (!is.null(row.names)) rownames(out) <- row.names
  out
}

#' @method summary wald_masks
#' @export
summary.wald_masks <- function(object, ...) as.data.frame(object)

#' @method plot wald_masks
#' @param x Masks.
#' @param image Which image is drawn, from 1.
#' @param class Of overlapping classes, whose mask.
#' @rdname wald_masks
#' @export
plot.wald_masks <- function(x, image = 1, class = 1, ...) {
  if (length(x$spatial) != 2) refuse("x has ", length(x$spatial), " axes of pixels: pictures have 2")
  cells <- if (is.null(x$labels)) x$mask else x$labels
  pixels <- prod(x$spatial)
  first <- if (is.null(x$labels)) (image - 1) * x$n_classes + class - 1 else image - 1
  if (first < 0 || (first + 1) * pixels > length(cells))
    refuse("image is ", image, ", class is ", class, ": there is no such mask")
  picture <- matrix(as.numeric(cells[first * pixels + seq_len(pixels)]), x$spatial[1])
  if (!is.null(x$labels)) {
    picture[is.na(picture)] <- 0
    picture <- picture / x$n_classes
  }
  graphics::plot(grDevices::as.raster(picture), interpolate = FALSE, ...)
  invisible(x)
}
