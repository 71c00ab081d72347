import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
// oxlint-disable-next-line no-restricted-imports -- the server's parts have names within the server alone
import { breakGameAt, isGameStuck, mendGame } from '../../apps/server/src/test/broken-game.ts';
import type { Portal } from './portal.ts';

const root = path.resolve(import.meta.dirname, '../..');

const inventorySchema = z.array(z.object({ kind: z.string(), item_id: z.number(), quantity: z.number() }));

/** The reference game client with its own data. */
export type Game = {
  /** Fetches and applies what the portal has for it, until there is nothing left. */
  play: () => Promise<void>;
  /** Plays on in the background, until it is killed as a power cut would. */
  playOn: () => { kill: () => Promise<void> };
  /** The same game, asking a portal that was started again. */
  of: (portal: Portal) => Game;
  /** What an account has in the game: `item 30110 × 13`. */
  inventory: (accountId: number) => string[];
  /** From now on it hangs when it meets this item, until it is killed. */
  breakAt: (itemId: number) => void;
  isStuck: () => Promise<boolean>;
  mend: () => void;
  remove: () => Promise<void>;
};

export async function createGame(portal: Portal): Promise<Game> {
  return gameIn(await mkdtemp(path.join(tmpdir(), 'waygate-game-')), portal);
}

function gameIn(folder: string, portal: Portal): Game {
  return {
    play: async () => {
      const { code, output } = await untilEnded(startGame(folder, portal, ['--once']));
      if (code !== 0) throw new Error(`The game ended with ${code}:\n${output}`);
    },
    playOn: () => {
      const child = startGame(folder, portal, []);
      for (const stream of [child.stdout, child.stderr]) stream.resume();
      const closed = once(child, 'close');
      return {
        kill: async () => {
          child.kill('SIGKILL');
          await closed;
        },
      };
    },
    of: (next) => gameIn(folder, next),
    inventory: (accountId) => {
      const database = new DatabaseSync(path.join(folder, 'game.sqlite'), { readOnly: true });
      const statement = database.prepare(
        'select kind, item_id, quantity from inventory where account_id = ? and quantity <> 0 order by kind',
      );
      const rows = inventorySchema.parse(statement.all(accountId));
      database.close();
      return rows.map(({ kind, item_id: itemId, quantity }) => `${kind} ${itemId} × ${quantity}`);
    },
    breakAt: (itemId) => breakGameAt(folder, itemId),
    isStuck: () => isGameStuck(folder),
    mend: () => mendGame(folder),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function startGame(folder: string, { origin, dataDir }: Portal, options: string[]): Program {
  return startProgram('game-simulator', [...options, '--portal', origin, '--data', folder], {
    DATA_DIR: dataDir,
  });
}

export type Program = ChildProcessWithoutNullStreams;

/** Starts a program of the game bridge. */
export function startProgram(
  name: 'game-bridge' | 'game-simulator',
  options: string[],
  env: Record<string, string> = {},
): Program {
  return spawn(
    path.join(root, 'node_modules/.bin/node'),
    [path.join(root, `apps/game-bridge/src/bin/${name}.ts`), ...options],
    { cwd: path.join(root, 'apps/game-bridge'), env: { PATH: process.env.PATH ?? '', ...env } },
  );
}

/** What a program wrote, and how it ended. */
export async function untilEnded(child: Program): Promise<{ code: number; output: string }> {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = await once(child, 'close');
  return { code: Number(code), output };
}
