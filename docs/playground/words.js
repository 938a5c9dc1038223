// Messages of the library in the words of the page: options by the labels of their fields, cells by row and column.

const snake = (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** @param fields those of the form @param others names without a field, and what the page calls them; null: left out of a
 * list @param table what was read, where it could be */
export function inWords(message, fields, others, table) {
  const known = new Map([...Object.entries(others), ...fields.flatMap((row) => [[row.key, row], [snake(row.key), row]])]);
  const place = (_, what, row, column) => {
    const name = table?.ids ? ` (${table.ids[row]})` : '';
    const cell = column !== undefined && table ? `, ${table.names[column]}` : '';
    return `${what === 'truth' ? 'true labels, ' : ''}row ${Number(row) + 1}${name}${cell}`;
  };
  const named = (whole, name, value) => {
    const row = known.get(name);
    if (row === undefined) return whole;
    const label = typeof row === 'string' ? row : row.label;
    if (value === undefined) return `"${label}"`;
    const shown = Number.isNaN(Number(value)) && row.options?.find(([own]) => own === value)?.[1];
    return `"${label}" is ${shown ? `"${shown}"` : value}`;
  };
  const left = Object.keys(others).filter((name) => others[name] === null);
  const said = message
    .replace(/\b(probabilities|scores|truth)\[(\d+)\](?:\[(\d+)\])?/g, place)
    .replace(/,? (\w+)(?=,| or )/g, (whole, name) => (left.includes(name) ? '' : whole))
    .replace(/\b(\w+) is ([\w.+-]+)/g, named) // a word alone may be one of the language
    .replace(/\b([a-z]+(?:_[a-z]+)+)\b(?!"? is )/g, (whole, name) => named(whole, name));
  return said[0].toUpperCase() + said.slice(1);
}
