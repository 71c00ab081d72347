import type { GameConnection } from '#database/game-database.ts';
import { GAME_NOW, gameTimeOf, secondsOf } from './game-time.ts';

/** The game parses this field as a command, so it is one fixed word and never a product's name. */
const WHY = 'portal';

export const KEY_COLUMN = 'waygate_key';
/** Adds what makes a row its own receipt. */
export const ADD_KEY_COLUMN =
  `ALTER TABLE item_award ADD COLUMN ${KEY_COLUMN} VARCHAR(120) CHARACTER SET ascii COLLATE ascii_bin NULL, ` +
  `ADD UNIQUE KEY ${KEY_COLUMN} (${KEY_COLUMN})`;

export type Award = { login: string; itemId: number; counts: number[] };

export type AwardRow = { key: string; login: string; vnum: number; count: number };

/**
 * Writes a row for each stack that isn't there yet. All of them in one statement: the game never reads an id below the
 * highest that it has read. Without `ignore`, which would cut a number that doesn't fit.
 */
export async function insertAwards(
  connection: GameConnection,
  key: string,
  { login, itemId, counts, written }: Award & { written: AwardRow[] },
): Promise<void> {
  const known = new Set(written.map((row) => row.key));
  const missing = counts.flatMap((count, place) =>
    known.has(awardKey(key, place)) ? [] : [{ count, place }],
  );
  if (missing.length === 0) return;
  const rows = missing.map(
    ({ count, place }) => `(:login, :itemId, ${count}, ${GAME_NOW}, '${WHY}', 1, :key${place})`,
  );
  const keys = missing.map(({ place }) => [`key${place}`, awardKey(key, place)]);
  await connection.execute(
    `insert into item_award (login, vnum, count, given_time, why, mall, ${KEY_COLUMN}) values ${rows.join(', ')}`,
    { login, itemId, ...Object.fromEntries(keys) },
  );
}

export async function selectAwards(connection: GameConnection, key: string): Promise<AwardRow[]> {
  return connection.query<AwardRow>(
    `select ${KEY_COLUMN} as \`key\`, login, vnum, count from item_award
     where ${KEY_COLUMN} = :key or (${KEY_COLUMN} > :after and ${KEY_COLUMN} < :before) order by id`,
    { key, after: `${key}#`, before: `${key}$` },
  );
}

/** Whether the rows of a key are all of so many of an item, in stacks of whatever size, for one login. */
export function areWhole(
  rows: AwardRow[],
  { itemId, quantity }: { itemId: number; quantity: number },
): boolean {
  return (
    rows.every((row) => row.vnum === itemId && isSameLogin(row.login, rows[0]?.login ?? '')) &&
    rows.reduce((sum, { count }) => sum + count, 0) === quantity
  );
}

export function isSameLogin(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Deliveries all of whose rows were taken, after a time in seconds since 1970. */
export async function selectTaken(
  connection: GameConnection,
  since: number,
  limit: number,
): Promise<{ key: string; collectedAt: number }[]> {
  return connection.query<{ key: string; collectedAt: number }>(
    `select substring_index(taken.${KEY_COLUMN}, '#', 1) as \`key\`, max(${secondsOf('taken.taken_time')}) as collectedAt
     from item_award taken
     where taken.${KEY_COLUMN} is not null and taken.taken_time >= ${gameTimeOf(':since')}
       and not exists (select 1 from item_award waiting
                       where waiting.taken_time is null
                         and waiting.${KEY_COLUMN} >= substring_index(taken.${KEY_COLUMN}, '#', 1)
                         and waiting.${KEY_COLUMN} < concat(substring_index(taken.${KEY_COLUMN}, '#', 1), '$')
                         and substring_index(waiting.${KEY_COLUMN}, '#', 1) = substring_index(taken.${KEY_COLUMN}, '#', 1))
     group by 1 order by collectedAt limit :limit`,
    { since, limit },
  );
}

/** The first row has the delivery's own key. `#` sorts before `$`, and no key of the portal has either. */
function awardKey(key: string, place: number): string {
  return place === 0 ? key : `${key}#${place}`;
}
