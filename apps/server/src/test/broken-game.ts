import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';

/** Longer than any transaction of a game that works. */
const STUCK_MS = 500;
const POLL_MS = 20;

/** From now on the game hangs in the transaction in which it meets this item, until the process is killed. */
export function breakGameAt(folder: string, itemId: number): void {
  const game = openGame(folder);
  game.exec(`
    create trigger poison before insert on receipts when new.item_id = ${itemId} begin
      select count(*) from (
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers) select n from numbers);
    end`);
  game.close();
}

/** As an update of the game does. */
export function mendGame(folder: string): void {
  const game = openGame(folder);
  game.exec('drop trigger poison');
  game.close();
}

/** Whether a transaction of the game holds the database for longer than any that works. */
export async function isGameStuck(folder: string): Promise<boolean> {
  const game = openGame(folder);
  try {
    for (const end = Date.now() + STUCK_MS; Date.now() < end; await setTimeout(POLL_MS)) {
      try {
        game.exec('begin immediate; rollback');
        return false;
      } catch {
        // Busy.
      }
    }
    return true;
  } finally {
    game.close();
  }
}

function openGame(folder: string): DatabaseSync {
  return new DatabaseSync(path.join(folder, 'game.sqlite'), { timeout: 0 });
}
