// CSV files are written by the server and by the browser, to the same rules.

export type CsvValue = string | number | boolean | Date | Cents | null | undefined;

/** An amount of money: `{ cents: -5 }` is written as -0.05, exactly and as a number. */
export type Cents = { cents: number };

/** A column of a file: its heading, and its value of a row. */
export type CsvColumn<Row> = { label: string; value: (row: Row) => CsvValue };

/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** How a CSV file begins: its byte order mark and the line of headings. */
export function csvHeading<Row>(columns: readonly CsvColumn<Row>[]): string {
  return `${BYTE_ORDER_MARK}${csvLine(columns.map(({ label }) => label))}`;
}

/**
 * Lines of a CSV file, one for each row: commas, CRLF, quoted where needed.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
export function csvLines<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return rows.map((row) => csvLine(columns.map(({ value }) => value(row)))).join('');
}

function csvLine(values: CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object') return decimalOf(value);
  if (typeof value !== 'string') return String(value);
  const text = withoutFormula(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function decimalOf({ cents }: Cents): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Spreadsheets run a text that begins like this as a formula, and players choose their names. Numbers are none, so that
 * they stay numbers.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
function withoutFormula(text: string): string {
  return /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text;
}
