import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Portal } from './portal.ts';

const root = path.resolve(import.meta.dirname, '../..');

const inventorySchema = z.array(z.object({ kind: z.string(), item_id: z.number(), quantity: z.number() }));

/** The reference game client with its own data. */
export type Game = {
  /** Fetches and applies what the portal has for it, until there is nothing left. */
  play: () => Promise<void>;
  /** What an account has in the game: `item 30110 × 13`. */
  inventory: (accountId: number) => string[];
  remove: () => Promise<void>;
};

export async function createGame({ origin, dataDir }: Portal): Promise<Game> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waygate-game-'));
  const entry = path.join(root, 'apps/game-simulator/src/bin/game-simulator.ts');
  return {
    play: async () => {
      const child = spawn(
        path.join(root, 'node_modules/.bin/node'),
        [entry, '--once', '--portal', origin, '--data', folder],
        {
          cwd: path.join(root, 'apps/game-simulator'),
          env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir },
        },
      );
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (output += text));
      const [code] = await once(child, 'close');
      if (code !== 0) throw new Error(`The game ended with ${String(code)}:\n${output}`);
    },
    inventory: (accountId) => {
      const database = new DatabaseSync(path.join(folder, 'game.sqlite'), { readOnly: true });
      const statement = database.prepare(
        'select kind, item_id, quantity from inventory where account_id = ? and quantity <> 0 order by kind',
      );
      const rows = inventorySchema.parse(statement.all(accountId));
      database.close();
      return rows.map(({ kind, item_id: itemId, quantity }) => `${kind} ${itemId} × ${quantity}`);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
