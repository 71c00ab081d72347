import type { GameDatabase, SqlParameters, SqlValue } from './game-database.ts';

export type Dialect = GameDatabase['dialect'];
/** A statement with the database's own placeholders, and the name of the parameter for each of them. */
export type BoundStatement = { text: string; names: string[] };

const MAX_CACHED = 500;
const cache = new Map<string, BoundStatement>();

/**
 * Replaces named parameters (`:key`) by placeholders: `?` for MySQL and SQLite, `$1` for PostgreSQL. Texts, quoted names,
 * comments, casts (`::`) and assignments (`:=`) stay as they are.
 */
export function bindStatement(statement: string, dialect: Dialect): BoundStatement {
  const cacheKey = `${dialect} ${statement}`;
  const known = cache.get(cacheKey);
  if (known) return known;
  const bound = translate(statement, dialect);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(cacheKey, bound);
  return bound;
}

/** The names of the parameters of a statement, each once. */
export function parametersOf(statement: string, dialect: Dialect): string[] {
  return [...new Set(bindStatement(statement, dialect).names)];
}

/** @throws Error that names a parameter without a value */
export function valuesOf({ names }: BoundStatement, parameters: SqlParameters): SqlValue[] {
  return names.map((name) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`The statement has the parameter :${name}, which has no value.`);
    return value;
  });
}

const OPAQUE = {
  // A backslash escapes in MySQL only.
  mysql: /'(?:[^'\\]|\\[^]|'')*'|"(?:[^"\\]|\\[^]|"")*"|`[^`]*`|--(?=\s|$)[^\n]*|#[^\n]*|\/\*[^]*?\*\//y,
  postgres: /[eE]'(?:[^'\\]|\\[^]|'')*'|'[^']*'|"[^"]*"|--[^\n]*|\/\*[^]*?\*\/|(\$[A-Za-z_]*\$)[^]*?\1|::/y,
  sqlite: /'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[^]*?\*\//y,
} satisfies Record<Dialect, RegExp>;
const NAME = /:([A-Za-z_]\w*)/y;
const WORD = /[\w$]+/y;

function translate(statement: string, dialect: Dialect): BoundStatement {
  const names: string[] = [];
  let text = '';
  let at = 0;
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(statement);
  };
  while (at < statement.length) {
    const opaque = match(OPAQUE[dialect]) ?? match(WORD);
    const named = opaque ? null : match(NAME);
    if (named) {
      text += placeholder(names, named[1] ?? '', dialect);
    } else if (!opaque && statement[at] === '?' && dialect !== 'postgres') {
      throw new Error("The statement has a '?'. Name its parameters, such as :accountId.");
    } else {
      text += opaque?.[0] ?? statement[at];
    }
    at += (named ?? opaque)?.[0].length ?? 1;
  }
  return { text, names };
}

/** A statement without its comments, and with its texts and quoted names emptied: what is left are its words and signs. */
export function skeletonOf(statement: string, dialect: Dialect): string {
  let skeleton = '';
  for (let at = 0; at < statement.length;) {
    OPAQUE[dialect].lastIndex = at;
    const [opaque = ''] = OPAQUE[dialect].exec(statement) ?? [];
    const isComment = /^(--|#|\/\*)/.test(opaque);
    skeleton += opaque === '' ? statement[at] : isComment ? ' ' : "''";
    at += Math.max(1, opaque.length);
  }
  return skeleton;
}

function placeholder(names: string[], name: string, dialect: Dialect): string {
  if (dialect !== 'postgres') {
    names.push(name);
    return '?';
  }
  // The same number for the same name, so that PostgreSQL finds one type for it.
  if (!names.includes(name)) names.push(name);
  return `$${names.indexOf(name) + 1}`;
}
