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
  const cells = lines.map((line) => line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')));
  const named = cells[0].some((cell) => !isNumber(cell));
  const names = named ? cells.shift() : cells[0].map((_, i) => `column ${i + 1}`);
  if (cells.length === 0) throw new Error('data has 0 rows: must have at least 1 below its names');
  const columns = names.map(() => new Float64Array(cells.length));
  cells.forEach((row, i) => {
    const line = i + 1 + (named ? 1 : 0);
    if (row.length !== names.length)
      throw new Error(`line ${line} has ${row.length} cells: must have ${names.length}, as the first line has`);
    row.forEach((cell, j) => {
      if (!isNumber(cell)) throw new Error(`line ${line}, ${names[j]} is "${cell.slice(0, 40)}": must be a number`);
      columns[j][i] = Number(cell);
    });
  });
  return { names, rows: cells.length, columns };
}

const isNumber = (cell) => cell !== '' && Number.isFinite(Number(cell));

/** The table as the library takes it: a row a row, by the columns that are wanted. */
export function grid(table, columns = table.columns) {
  const data = new Float64Array(table.rows * columns.length);
  columns.forEach((column, j) => column.forEach((value, i) => (data[i * columns.length + j] = value)));
  return { data, rows: table.rows, columns: columns.length };
}
