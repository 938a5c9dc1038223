# What the R package adds to a call, as one line of JSON: see overhead.py for what it holds. Needs the package wald.
library(wald)
options(wald.progress = FALSE)

# The shortest mean time of `number` calls, in seconds.
best <- function(f, number, times = 7) {
  min(replicate(times, {
    start <- as.numeric(Sys.time())
    for (i in seq_len(number)) f()
    (as.numeric(Sys.time()) - start) / number
  }))
}

rows <- 10000
labels <- 14
# Pseudo-random, and the same in every language.
table <- matrix((seq(0, rows * labels - 1) * 2654435761) %% 2^32 / 2^32, rows, labels, byrow = TRUE)
metric <- wald_metric("f1")
known <- wald_independent(table[1, ])

call <- function() {
  decision <- wald_decide(known, metric)
  c(decision$k, decision$expected)
}
batch <- function() {
  decisions <- wald_decide(table, metric, threads = 1)
  list(decisions$prediction, decisions$expected)
}
for (i in 1:100) batch() # memory that was collected is used again
cat(sprintf('{"language": "r", "call_us": %.3f, "batch_ms": %.3f, "ones": %d}\n', best(call, 2000) * 1e6,
            best(batch, 1, 50) * 1e3, sum(batch()[[1]])))
