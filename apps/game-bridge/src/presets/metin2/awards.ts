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

type AwardRow = { login: string; vnum: number; count: number };

/**
 * Writes a row for each stack. The unique key lets each row in once, however often it is repeated. All of them in one
 * statement: the game never reads an id below the highest that it has read.
 */
export async function insertAwards(
  connection: GameConnection,
  key: string,
  { login, itemId, counts }: Award,
): Promise<void> {
  const rows = counts.map(
    (count, place) => `(:login, :itemId, ${count}, ${GAME_NOW}, '${WHY}', 1, :key${place})`,
  );
  const keys = counts.map((_, place) => [`key${place}`, awardKey(key, place)]);
  await connection.execute(
    `insert ignore into item_award (login, vnum, count, given_time, why, mall, ${KEY_COLUMN}) values ${rows.join(', ')}`,
    { login, itemId, ...Object.fromEntries(keys) },
  );
}

export async function selectAwards(connection: GameConnection, key: string): Promise<AwardRow[]> {
  return connection.query<AwardRow>(
    `select login, vnum, count from item_award
     where ${KEY_COLUMN} = :key or (${KEY_COLUMN} > :after and ${KEY_COLUMN} < :before) order by id`,
    { key, after: `${key}#`, before: `${key}$` },
  );
}

/** Whether the rows of a key are the ones that would be written. */
export function areAwards(rows: AwardRow[], { login, itemId, counts }: Award): boolean {
  return (
    rows.length === counts.length &&
    rows.every((row) => row.login.toLowerCase() === login.toLowerCase() && row.vnum === itemId) &&
    rows.reduce((sum, { count }) => sum + count, 0) === counts.reduce((sum, count) => sum + count, 0)
  );
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
