package org.libwald;

import java.util.List;
import java.util.Locale;

/** Finds the name that a misspelt one likely means, by the rule of core/described/nearest_name.cpp. */
final class Nearest {
  private static final int LONGEST = 64; // what is longer is no misspelt name

  private Nearest() {}

  /** The known name with the fewest letters to change, at most one in three; empty if none is that near. */
  static String of(String asked, List<String> known) {
    String nearest = "";
    if (asked == null || asked.isEmpty() || asked.length() > LONGEST) {
      return nearest;
    }
    int least = Math.max(1, asked.length() / 3) + 1;
    for (String name : known) {
      int found = distance(asked.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
      if (found < least && found < name.length()) {
        least = found;
        nearest = name;
      }
    }
    return nearest;
  }

  /** Letters to insert, remove, replace, or swap with a neighbour. */
  private static int distance(String x, String y) {
    int[][] cells = new int[x.length() + 1][y.length() + 1];
    for (int i = 0; i <= x.length(); ++i) {
      for (int j = 0; j <= y.length(); ++j) {
        if (i == 0 || j == 0) {
          cells[i][j] = i + j;
          continue;
        }
        int replaced = cells[i - 1][j - 1] + (x.charAt(i - 1) == y.charAt(j - 1) ? 0 : 1);
        cells[i][j] = Math.min(replaced, Math.min(cells[i - 1][j], cells[i][j - 1]) + 1);
        if (i > 1 && j > 1 && x.charAt(i - 1) == y.charAt(j - 2) && x.charAt(i - 2) == y.charAt(j - 1)) {
          cells[i][j] = Math.min(cells[i][j], cells[i - 2][j - 2] + 1);
        }
      }
    }
    return cells[x.length()][y.length()];
  }
}
