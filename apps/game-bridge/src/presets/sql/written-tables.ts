/** A comment, a text, a name in quotes, a word, or a sign. */
const TOKEN =
  /(?<comment>--(?=\s|$)[^\n]*|#[^\n]*|\/\*[^]*?\*\/)|'(?:[^'\\]|\\[^]|'')*'|"(?:[^"\\]|\\[^]|"")*"|`[^`]*`|[\p{L}\p{N}_$]+|\S/gu;
const VERB = /^(insert|replace|update|delete)$/i;
const MODIFIERS = new Set(['low_priority', 'high_priority', 'delayed', 'quick', 'ignore', 'into']);
/** What a table's name follows where several tables are written to. Those that are only joined count as well. */
const BEFORE_TABLE: Record<string, Set<string>> = {
  update: new Set(['update', ',', 'join']),
  delete: new Set(['from', ',', 'join', 'using']),
};

/** The tables that a statement of MySQL writes to, as it names them, without quotes. */
export function writtenTables(sql: string): string[] {
  const tokens = [...sql.matchAll(TOKEN)].flatMap(({ 0: token, groups }) => (groups?.comment ? [] : [token]));
  // A statement begins with its verb, after what `with` names.
  const from = tokens.findIndex(
    (token, at) => VERB.test(token) && (at === 0 || tokens[at - 1] === ')') && depthAt(tokens, at) === 0,
  );
  const verb = tokens[from]?.toLowerCase();
  if (verb === undefined) return [];
  const rest = tokens.slice(from).filter((token) => !MODIFIERS.has(token.toLowerCase()));
  const before = BEFORE_TABLE[verb];
  if (before === undefined) return [nameAt(rest, 1)];
  const end = rest.findIndex((token) => /^(set|where)$/i.test(token));
  const places = rest
    .slice(0, end === -1 ? undefined : end)
    .flatMap((token, at) => (before.has(token.toLowerCase()) ? [at + 1] : []));
  // Those before 'from' are aliases of those after it.
  const first = verb === 'delete' ? rest.findIndex((token) => /^from$/i.test(token)) : 0;
  return places.filter((at) => at > first && isName(rest[at])).map((at) => nameAt(rest, at));
}

function depthAt(tokens: string[], at: number): number {
  const before = tokens.slice(0, at);
  return before.filter((token) => token === '(').length - before.filter((token) => token === ')').length;
}

function isName(token: string | undefined): boolean {
  return /^[\p{L}\p{N}_$`"]/u.test(token ?? '');
}

function nameAt(tokens: string[], at: number): string {
  const parts = tokens[at + 1] === '.' ? [tokens[at], tokens[at + 2]] : [tokens[at]];
  return parts.map((part) => part?.replaceAll(/[`"]/g, '')).join('.');
}
