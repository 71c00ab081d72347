/** What a line of a pasted list names. */
export type LineName = { text: string; id?: number; email?: string; name?: string };

/** The first column of a line that may come from a spreadsheet, without its quotes. */
export function lineNameOf(line: string): LineName {
  const [first = ''] = line.split(/[,;\t]/);
  const text = first.trim().replaceAll('"', '');
  if (text.includes('@')) return { text, email: text.toLowerCase() };
  const number = /^#?([1-9]\d{0,9})$/.exec(text)?.[1];
  // A name may be a number too.
  const id = number === undefined || Number(number) > 2_147_483_647 ? {} : { id: Number(number) };
  return text === '' ? { text } : { text, name: text.toLowerCase(), ...id };
}
