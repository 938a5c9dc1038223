// Tables of numbers from text: commas, semicolons or tabs between cells, names in the first line or none.

/** The table, {names, rows, columns: [Float64Array]}; an Error says which cell is no number. */
export function parse(text) {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) throw new Error('data is empty: must have at least 1 row');
  const separator = ['\t', ';', ','].find((c) => lines[0].includes(c)) ?? ',';
  const plain = (cell) => cell.trim().replace(/^"(.*)"$/, '$1');
  const first = lines[0].split(separator).map(plain);
  const named = first.some((cell) => !isNumber(cell));
  const names = named ? first : first.map((_, i) => `column ${i + 1}`);
  const rows = lines.length - Number(named);
  if (rows === 0) throw new Error('data has 0 rows: must have at least 1 below its names');
  const columns = names.map(() => new Float64Array(rows));
  for (let i = 0; i < rows; ++i) {
    const line = i + 1 + Number(named);
    const cells = lines[line - 1].split(separator);
    if (cells.length !== names.length)
      throw new Error(`line ${line} has ${cells.length} cells: must have ${names.length}, as the first line has`);
    for (let j = 0; j < cells.length; ++j) {
      let value = Number(cells[j]); // blanks around a number are none of it, and a blank is 0
      if (!Number.isFinite(value) || (value === 0 && cells[j].trim() === '')) {
        const cell = plain(cells[j]);
        if (!isNumber(cell)) throw new Error(`line ${line}, ${names[j]} is "${cell.slice(0, 40)}": must be a number`);
        value = Number(cell);
      }
      columns[j][i] = value;
    }
  }
  return { names, rows, columns };
}

const isNumber = (cell) => cell !== '' && Number.isFinite(Number(cell));

/** The table as the library takes it: a row a row, by the columns that are wanted. */
export function grid(table, columns = table.columns) {
  const data = new Float64Array(table.rows * columns.length);
  columns.forEach((column, j) => column.forEach((value, i) => (data[i * columns.length + j] = value)));
  return { data, rows: table.rows, columns: columns.length };
}
