/** Optimal decisions from probabilities, samples and scores. */
module org.libwald {
  exports org.libwald;
}
