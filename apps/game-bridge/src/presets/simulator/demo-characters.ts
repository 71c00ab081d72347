import type { DatabaseSync } from 'node:sqlite';
import type { GameCharacter } from '#adapter.ts';
import { inTransaction } from './simulated-game.ts';

const BEGINNINGS = ['Ka', 'Bel', 'Or', 'Thal', 'Mi', 'Ser', 'Du', 'Ren', 'Isa', 'Vor'];
const ENDINGS = ['ra', 'wyn', 'en', 'dor', 'lis', 'mir', 'na', 'thas', 'gar', 'ia'];
const CLASSES = ['Warden', 'Stormcaller', 'Ranger', 'Lorekeeper', 'Blade'];
const MAX_LEVEL = 60;
const EACH = 2;

type Character = Omit<GameCharacter, 'accountDBID'>;
export type CharacterReport = { accountDBID: number; characters: Character[] };

/** Creates two characters for each account that owns or plays something and has none. A real game has its players' characters. */
export function makeDemoCharacters(database: DatabaseSync): void {
  const insert = database.prepare(
    'insert or ignore into characters (account_id, name, level, class) values (?, ?, ?, ?)',
  );
  const owners = database.prepare(
    `select account_id as accountId from inventory union select account_id from accounts where account_id > 0
     except select account_id from characters`,
  );
  inTransaction(database, () => {
    for (const row of owners.all()) {
      const accountId = Number(row.accountId);
      for (let n = 0; n < EACH; n += 1) {
        const { name, level, class: className } = demoCharacter(accountId * EACH + n);
        insert.run(accountId, name, level, className);
      }
    }
  });
}

/**
 * All characters, grouped by account.
 *
 * @param since of accounts that signed in later, the first character is online
 */
export function readCharacters(database: DatabaseSync, since: string): CharacterReport[] {
  const reports = new Map<number, CharacterReport>();
  const rows = database
    .prepare(
      `select c.*, coalesce(a.signed_in_at > ? and a.is_locked = 0, 0) as playing
       from characters c left join accounts a using (account_id) order by account_id, name`,
    )
    .all(since);
  for (const row of rows) {
    const accountDBID = Number(row.account_id);
    const report = reports.get(accountDBID) ?? { accountDBID, characters: [] };
    report.characters.push({
      characterId: idOf(accountDBID, String(row.name)),
      name: String(row.name),
      level: Number(row.level),
      class: String(row.class),
      online: row.playing === 1 && report.characters.length === 0,
    });
    reports.set(accountDBID, report);
  }
  return [...reports.values()];
}

/** Whether an account has the character. */
export function findCharacter(database: DatabaseSync, accountId: number, characterId: string): boolean {
  const rows = database.prepare('select name from characters where account_id = ?').all(accountId);
  return rows.some(({ name }) => idOf(accountId, String(name)) === characterId);
}

/** Accounts may have characters of the same name. */
function idOf(accountId: number, name: string): string {
  return `${accountId}.${name}`;
}

function demoCharacter(seed: number): Pick<Character, 'name' | 'level' | 'class'> {
  return {
    name: pick(BEGINNINGS, seed) + pick(ENDINGS, seed * 7 + Math.floor(seed / 10)),
    level: 1 + ((seed * 17) % MAX_LEVEL),
    class: pick(CLASSES, seed),
  };
}

function pick(from: readonly string[], by: number): string {
  return from[by % from.length] ?? '';
}
