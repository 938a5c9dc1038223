.onUnload <- function(libpath) library.dynam.unload("wald", libpath)
