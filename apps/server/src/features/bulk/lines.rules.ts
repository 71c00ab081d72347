/** What a line of a pasted list names. */
export type LineName = { text: string; id?: number; email?: string; name?: string };

/** A field in quotes, which may contain separators, and quotes that are doubled (RFC 4180). */
const QUOTED = /^\s*"((?:[^"]|"")*)"/;

/** The first column of a line that may come from a spreadsheet, without its quotes. */
export function lineNameOf(line: string): LineName {
  const quoted = QUOTED.exec(line)?.[1]?.replaceAll('""', '"');
  const text = (quoted ?? line.split(/[,;\t]/)[0] ?? '').trim();
  if (text.includes('@')) return { text, email: text.toLowerCase() };
  const number = /^#?([1-9]\d{0,9})$/.exec(text)?.[1];
  // A name may be a number too.
  const id = number === undefined || Number(number) > 2_147_483_647 ? {} : { id: Number(number) };
  return text === '' ? { text } : { text, name: text.toLowerCase(), ...id };
}
