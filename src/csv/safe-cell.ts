/**
 * How a spreadsheet's formula begins, in ASCII and as wide letters (OWASP, "CSV Injection"). Apostrophes before it count:
 * one is taken away again when the cell is read.
 */
// oxlint-disable-next-line no-control-regex
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** The text as a cell that no spreadsheet takes for a formula: prefixed with an apostrophe where it might be one. */
export function safeCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The text that `safeCell` was given for this cell. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
