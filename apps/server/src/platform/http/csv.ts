export type CsvValue = string | number | boolean | Date | null | undefined;

/** A column of a file: its heading, and its value of a row. */
export type CsvColumn<Row> = { label: string; value: (row: Row) => CsvValue };

/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A CSV file (RFC 4180: commas, CRLF, quoted where needed) in parts: the heading, then one part for each batch of rows.
 * Holds no more than a batch, and asks for the next when the caller is ready for it.
 *
 * @param batches rows in the order of the file
 */
export async function* csvParts<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${csvLine(columns.map(({ label }) => label))}`;
  for await (const rows of batches) {
    yield rows.map((row) => csvLine(columns.map(({ value }) => value(row)))).join('');
  }
}

function csvLine(values: CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'string') return String(value);
  const text = withoutFormula(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Spreadsheets run a text that begins like this as a formula. Numbers are none, so that they stay numbers.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
function withoutFormula(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}
