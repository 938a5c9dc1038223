package org.libwald;

import java.util.Set;

/**
 * A metric that goes by a name; see {@link Metric#list}.
 *
 * @param name the pattern of its name, {@code "fbeta:B"} for example
 * @param formula its formula
 * @param note a sentence on it
 * @param properties what it is
 */
public record MetricInfo(String name, String formula, String note, Set<Property> properties) {}
