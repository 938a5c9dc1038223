// Tables of numbers from text: commas, semicolons or tabs between cells, names in the first line or none; or JSON: rows as
// arrays or objects. A column that names the rows is taken as their names.

const ROW_NAMES = /^(|id|ids|\w*[_ ]id|name|key|index|row|rownames)$/i;
const isNumber = (cell) => cell !== '' && Number.isFinite(Number(cell));
const plain = (cell) => cell.trim().replace(/^"(.*)"$/, '$1');

/** The table, {names, rows, columns: [Float64Array], ids, idName, delimiter}; ids are the names of the rows or null. An
 * Error says which cell is no number. */
export function parse(text) {
  const trimmed = text.replace(/^\ufeff/, '').trim();
  if (trimmed === '') throw new Error('Your data are empty: at least 1 row is needed');
  return /^[[{]/.test(trimmed) ? fromJson(trimmed) : fromLines(text.replace(/^\ufeff/, ''));
}

function fromLines(text) {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.replace(/^ +| +$/g, ''))
    .filter((line) => line.trim() !== '');
  const delimiter = ['\t', ';', ','].find((c) => lines[0].includes(c)) ?? ',';
  const cellsOf =
    delimiter === ';' // and then a comma may be a decimal point
      ? (line) => lines[line].split(';').map((cell) => cell.replace(/^(\s*-?\d*),(\d+\s*)$/, '$1.$2'))
      : (line) => lines[line].split(delimiter);
  const first = cellsOf(0).map(plain);
  // A line of names is one whose words stand above numbers: a row may begin with its own name.
  const second = lines.length > 1 ? cellsOf(1).map(plain) : [];
  const words = first.map((cell) => !isNumber(cell));
  const named = words.some((word, j) => word && (second[j] === undefined || isNumber(second[j])));
  const names = named ? first : first.map((_, i) => `column ${i + 1}`);
  const start = Number(named);
  if (lines.length === start) throw new Error('Your data have only a line of names: at least 1 row is needed below it');
  const at = lines.length - start;
  const id = idOf(names, named, (j) => {
    for (let i = start; i < lines.length; ++i) {
      const cell = plain(cellsOf(i)[j] ?? '');
      if (cell === '' || isNumber(cell)) return false;
    }
    return true;
  });
  const kept = names.map((_, j) => j).filter((j) => j !== id);
  if (kept.length === 0) throw new Error(`The only column is "${names[id]}": at least 1 column of numbers is needed`);
  const columns = kept.map(() => new Float64Array(at));
  const ids = id < 0 ? null : new Array(at);
  for (let i = 0; i < at; ++i) {
    const line = i + start;
    const cells = cellsOf(line);
    if (cells.length !== names.length)
      throw new Error(`line ${line + 1} has ${cells.length} cells: must have ${names.length}, as the first line has`);
    if (ids) ids[i] = plain(cells[id]);
    for (let n = 0; n < kept.length; ++n) {
      const cell = cells[kept[n]];
      let value = Number(cell); // blanks around a number are none of it, and a blank is 0
      if (!Number.isFinite(value) || (value === 0 && cell.trim() === '')) {
        const shown = plain(cell);
        if (!isNumber(shown)) throw wrong(`line ${line + 1}, ${names[kept[n]]}`, shown);
        value = Number(shown);
      }
      columns[n][i] = value;
    }
  }
  return { names: kept.map((j) => names[j]), rows: at, columns, ids, idName: id < 0 ? null : names[id], delimiter };
}

function fromJson(text) {
  let given;
  try {
    given = JSON.parse(text);
  } catch (error) {
    // Lines that are JSON each.
    try {
      given = text.split(/\r?\n/).filter((line) => line.trim()).map((line) => JSON.parse(line));
    } catch {
      throw new Error(`Your data begin as JSON, but are not: ${error.message}`);
    }
  }
  if (!Array.isArray(given)) given = [given];
  if (given.length > 0 && given.every((one) => typeof one !== 'object' || one === null)) given = [given];
  if (given.length === 0) throw new Error('Your data are empty: at least 1 row is needed');
  const keyed = !Array.isArray(given[0]);
  const names = keyed ? Object.keys(given[0] ?? {}) : given[0].map((_, i) => `column ${i + 1}`);
  given.forEach((row, i) => {
    if (row === null || typeof row !== 'object' || Array.isArray(row) === keyed)
      throw new Error(`row ${i + 1} is of another form: must be ${keyed ? 'an object' : 'an array'}, as the first row is`);
    const length = keyed ? Object.keys(row).length : row.length;
    if (length !== names.length)
      throw new Error(`row ${i + 1} has ${length} values: must have ${names.length}, as the first row has`);
  });
  const valueOf = (i, j) => given[i][keyed ? names[j] : j];
  const id = idOf(names, keyed, (j) => given.every((_, i) => typeof valueOf(i, j) === 'string' && !isNumber(valueOf(i, j))));
  const kept = names.map((_, j) => j).filter((j) => j !== id);
  if (kept.length === 0) throw new Error('Your data have no column of numbers');
  const columns = kept.map((j) =>
    Float64Array.from(given, (_, i) => {
      const value = valueOf(i, j);
      const number = typeof value === 'boolean' || (typeof value === 'string' && isNumber(value)) ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isFinite(number)) throw wrong(`row ${i + 1}, ${names[j]}`, String(value));
      return number;
    }),
  );
  const ids = id < 0 ? null : given.map((_, i) => String(valueOf(i, id)));
  return { names: kept.map((j) => names[j]), rows: given.length, columns, ids, idName: id < 0 ? null : names[id], delimiter: ',' };
}

const wrong = (place, cell) => new Error(`${place} is "${cell.slice(0, 40)}": must be a number`);

// The column that names the rows: by its own name, or the first if it holds no number. -1: none.
function idOf(names, named, isText) {
  if (names.length < 2) return -1;
  const byName = named ? names.findIndex((name, j) => ROW_NAMES.test(name.trim()) && (j === 0 || isText(j))) : -1;
  if (byName >= 0) return byName;
  return isText(0) ? 0 : -1;
}

/** The table as the library takes it: row by row, by the columns that are wanted. */
export function grid(table, columns = table.columns) {
  const data = new Float64Array(table.rows * columns.length);
  columns.forEach((column, j) => column.forEach((value, i) => (data[i * columns.length + j] = value)));
  return { data, rows: table.rows, columns: columns.length };
}
