/**
 * Stages of Spark's machine learning: decisions of rows, thresholds that are chosen in passes over partitions, and
 * cascades. Promises that rows are added to. Rows are decided in the executors' own JVMs, by the native library from the
 * jar.
 */
package org.libwald.spark;
