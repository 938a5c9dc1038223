package org.libwald;

import java.util.List;
import java.util.Set;

/**
 * A metric that goes by a name; see {@link Metric#list}.
 *
 * @param name the pattern of its name, {@code "fbeta:B"} for example
 * @param aliases names that are accepted beside it; unmodifiable
 * @param formula its formula
 * @param sentence what it is
 * @param properties what is known of it; unmodifiable
 */
public record MetricInfo(
    String name, List<String> aliases, String formula, String sentence, Set<Property> properties) {}
