import type { DatabaseSync } from 'node:sqlite';
import type { Character } from '@waygate/contract/deliveries/deliveries.schemas';
import { inTransaction } from './simulated-game.ts';

const BEGINNINGS = ['Ka', 'Bel', 'Or', 'Thal', 'Mi', 'Ser', 'Du', 'Ren', 'Isa', 'Vor'];
const ENDINGS = ['ra', 'wyn', 'en', 'dor', 'lis', 'mir', 'na', 'thas', 'gar', 'ia'];
const CLASSES = ['Warden', 'Stormcaller', 'Ranger', 'Lorekeeper', 'Blade'];
const MAX_LEVEL = 60;
const EACH = 2;

export type CharacterReport = { accountDBID: number; characters: Character[] };

/** Creates two characters for each account that owns something and has none. A real game has its players' characters. */
export function makeDemoCharacters(database: DatabaseSync): void {
  const insert = database.prepare(
    'insert or ignore into characters (account_id, name, level, class) values (?, ?, ?, ?)',
  );
  const owners = database.prepare(
    'select distinct account_id as accountId from inventory except select account_id from characters',
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

/** All characters, grouped by account. */
export function readCharacters(database: DatabaseSync): CharacterReport[] {
  const reports = new Map<number, CharacterReport>();
  const rows = database.prepare('select * from characters order by account_id, name').all();
  for (const row of rows) {
    const accountDBID = Number(row.account_id);
    const report = reports.get(accountDBID) ?? { accountDBID, characters: [] };
    report.characters.push({ name: String(row.name), level: Number(row.level), class: String(row.class) });
    reports.set(accountDBID, report);
  }
  return [...reports.values()];
}

function demoCharacter(seed: number): Character {
  return {
    name: pick(BEGINNINGS, seed) + pick(ENDINGS, seed * 7 + Math.floor(seed / 10)),
    level: 1 + ((seed * 17) % MAX_LEVEL),
    class: pick(CLASSES, seed),
  };
}

function pick(from: readonly string[], by: number): string {
  return from[by % from.length] ?? '';
}
