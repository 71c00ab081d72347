import { type SQL, sql } from 'drizzle-orm';

/** What is known of an account, so that it is found where no key leads to it. All texts are in lower case. */
export type Person = {
  accountId: number;
  /** E-mail addresses that were confirmed: one that was only typed may be a stranger's. */
  emails: string[];
  /** Values that are replaced wherever they stand in audit entries about the account. */
  parts: string[];
  /** Names and internet addresses, which may also be words, or somebody else's. */
  wholes: string[];
  twitchLogins: string[];
};

/** A table that holds personal data. */
export type PersonalTable = {
  /** Why it is stored. */
  why: string;
  /** SQL condition: the rows about this person. */
  rows: (person: Person) => SQL;
  /** Personal columns, and what each is. */
  columns: Record<string, string>;
  /** The other columns, with spaces between them. */
  others: string;
  /** Columns that prove who somebody is, or keep a secret: left out of the player's file. */
  secrets?: string[];
  /** Left out of the player's file as a whole: it is about somebody else as well, or names only technical values. */
  isUnexported?: true;
  erasure: Erasure;
};

export type Erasure =
  /** The rows are deleted. */
  | { by: 'rows' }
  /** These columns are overwritten, and the rest stays for the reason. */
  | { by: 'columns'; set: Record<string, (person: Person) => SQL>; stays: string }
  /** Another step does it, in these words. */
  | { by: 'step'; how: string }
  /** The rows stay until they end by themselves, because they name nobody once the account is erased. */
  | { by: 'time'; why: string };

export const ROWS: Erasure = { by: 'rows' };

export const BLANK = () => sql`null`;

/** What stands where a text was that can't be missing. */
export const ERASED_TEXT = '[erased]';

export function ofAccount(column = 'account_id'): PersonalTable['rows'] {
  return ({ accountId }) => sql`${sql.identifier(column)} = ${accountId}`;
}

/** Rows of the account's orders. */
export const OF_ORDERS: PersonalTable['rows'] = ({ accountId }) =>
  sql`order_id in (select id from orders where account_id = ${accountId})`;

/** An array of texts as a parameter. */
export function texts(values: string[]): SQL {
  return sql`${sql.param(values)}::text[]`;
}

/** SQL condition: a text contains one of the values. Both in lower case. */
export function containsAny(text: SQL, values: string[]): SQL {
  return sql`exists (select from unnest(${texts(values)}) as known where strpos(lower(${text}), known) > 0)`;
}

/** What the books keep, and why. */
export const BOOKS = 'the books keep amounts and dates under the number of the account';

/** Rows whose column has an e-mail address of the person. */
export function hasEmail(column: string): PersonalTable['rows'] {
  return ({ emails }) => sql`lower(${sql.identifier(column)}) = any(${texts(emails)})`;
}

/** A text column without the person's names at Twitch. */
export function withoutTwitchLogins(column: string): (person: Person) => SQL {
  return ({ twitchLogins }) => sql`redact_words(${sql.identifier(column)}, ${texts(twitchLogins)})`;
}
