import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';

const MAX_ID = 2_147_483_647;

/** A pattern for `ilike` that finds this very text anywhere. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
}

/**
 * Contains the text, or begins with it where it is too short for a trigram index.
 *
 * @param column of small letters, as `ilike` would find beginnings in no plain index
 */
export function isLike(column: SQL, text: string): SQL {
  return hasTrigram(text) ? contains(column, text) : beginsWith(column, text);
}

/** @param column of small letters */
export function contains(column: SQL, text: string): SQL {
  return sql`${column} like lower(${containing(text)}::text)`;
}

/** @param column of small letters */
export function beginsWith(column: SQL, text: string): SQL {
  return sql`${column} like lower(${containing(text).slice(1)}::text)`;
}

/**
 * The same as a range, which a statement that is prepared for any text finds in an index too.
 *
 * @param column of small letters, in the collation "C"
 */
export function isInRangeOf(column: SQL, text: string): SQL {
  // No character comes after the last one of Unicode.
  return sql`(${column} >= lower(${text}::text) and ${column} < lower(${text}::text) || chr(1114111))`;
}

/** Three letters or digits in a row, or two at the edge of a word: what pg_trgm cuts a pattern into. */
export function hasTrigram(text: string): boolean {
  return /[a-z0-9]{3}|[@._+-][a-z0-9]{2}|[a-z0-9]{2}[@._+-]/i.test(text);
}

/** The id that the text may mean; undefined for any other text. */
export function idIn(text: string): number | undefined {
  if (!/^[1-9]\d{0,9}$/.test(text)) return undefined;
  const id = Number(text);
  return id <= MAX_ID ? id : undefined;
}

/**
 * Conditions that an id starts with these digits: one for each number of digits, each a range that an index of the
 * column has in its order. None for what is no number.
 *
 * @param largest no id of the column is larger
 */
export function startsWithDigits(column: SQL, digits: string, largest = MAX_ID): SQL[] {
  // Of one id an index has the order of what comes after it.
  return rangesOfPrefix(digits, largest).map(([from, to]) =>
    from === to ? sql`${column} = ${from}` : sql`${column} between ${from} and ${to}`,
  );
}

/** '12' → 12, 120 to 129, 1200 to 1299 … as far as ids go. */
function rangesOfPrefix(digits: string, largest: number): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  if (!/^[1-9]\d{0,9}$/.test(digits)) return ranges;
  for (let [from, width] = [Number(digits), 1]; from <= largest; from *= 10, width *= 10) {
    ranges.push([from, Math.min(from + width - 1, largest)]);
  }
  return ranges;
}

/**
 * Is one of these ids, which PostgreSQL then finds before it sorts. With a plain condition it may walk the order's index
 * through the whole table, since it can only guess how many rows contain a text.
 *
 * @param found selects the ids that a search finds
 */
export function isFoundFirst(id: SQLWrapper, found: SQLWrapper): SQL {
  return sql`${id} = any(array(${found}))`;
}
