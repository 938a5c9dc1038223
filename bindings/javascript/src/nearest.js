// Finds the name that a misspelt one likely means, by the rule of core/described/nearest_name.cpp.

const LONGEST = 64; // what is longer is no misspelt name

// The known name with the fewest letters to change, at most one in three; undefined if none is that near.
export function nearestName(asked, known) {
  if (asked === "" || asked.length > LONGEST) return undefined;
  let least = Math.max(1, Math.floor(asked.length / 3)) + 1;
  let nearest;
  for (const name of known) {
    const found = editDistance(asked.toLowerCase(), name.toLowerCase());
    if (found >= least || found >= name.length) continue;
    least = found;
    nearest = name;
  }
  return nearest;
}

// Letters to insert, remove, replace, or swap with a neighbour.
function editDistance(x, y) {
  const cells = [];
  for (let i = 0; i <= x.length; ++i) {
    cells.push([]);
    for (let j = 0; j <= y.length; ++j) {
      if (i === 0 || j === 0) {
        cells[i][j] = i + j;
        continue;
      }
      const replaced = cells[i - 1][j - 1] + (x[i - 1] === y[j - 1] ? 0 : 1);
      cells[i][j] = Math.min(replaced, cells[i - 1][j] + 1, cells[i][j - 1] + 1);
      if (i > 1 && j > 1 && x[i - 1] === y[j - 2] && x[i - 2] === y[j - 1])
        cells[i][j] = Math.min(cells[i][j], cells[i - 2][j - 2] + 1);
    }
  }
  return cells[x.length][y.length];
}
