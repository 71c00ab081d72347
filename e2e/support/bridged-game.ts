import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { startProgram, untilEnded } from './game.ts';
import type { Portal } from './portal.ts';

const itemsSchema = z.array(z.object({ item_id: z.number(), quantity: z.number() }));
const namesSchema = z.array(z.object({ name: z.string() }));

/** The simulated game of one game server, which delivers to characters, behind the program that operators run. */
export type BridgedGame = {
  /** Runs `game-bridge … once`. */
  bridge: () => Promise<void>;
  /** Pays for something in the game. @returns what the game says */
  spend: (accountId: number, amount: number, reason: string) => Promise<string>;
  /** Signs in to the game as a player does. @returns what the game says */
  signIn: (login: string, password: string) => Promise<string>;
  /** The names of an account's characters. */
  characters: (accountId: number) => string[];
  createCharacter: (accountId: number, name: string) => void;
  deleteCharacter: (accountId: number, name: string) => void;
  /** What was delivered to a character: `8201 × 2`. */
  itemsOf: (accountId: number, name: string) => string[];
  remove: () => Promise<void>;
};

/** @param token the bridge token of the game server */
export async function createBridgedGame({ origin }: Portal, token: string): Promise<BridgedGame> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waygate-bridged-game-'));
  const config = path.join(folder, 'bridge.yaml');
  const file = path.join(folder, 'game.sqlite');
  await writeFile(config, yamlOf({ origin, token, file }));
  const access = ['--portal', origin, '--token', token, '--data', folder];
  return {
    bridge: async () => {
      const { code, output } = await untilEnded(startProgram('game-bridge', ['--config', config, 'once']));
      if (code !== 0) throw new Error(`The bridge ended with ${code}:\n${output}`);
    },
    spend: (accountId, amount, reason) =>
      simulate([
        'spend',
        '--account',
        String(accountId),
        '--amount',
        String(amount),
        '--reason',
        reason,
        ...access,
      ]),
    signIn: (login, password) =>
      simulate(['sign-in', '--login', login, '--password', password, '--data', folder]),
    characters: (accountId) =>
      namesSchema
        .parse(query(file, 'select name from characters where account_id = ? order by name', accountId))
        .map(({ name }) => name),
    createCharacter: (accountId, name) =>
      void query(
        file,
        `insert into characters (account_id, name, level, class) values (?, ?, 12, 'Ranger') returning name`,
        accountId,
        name,
      ),
    deleteCharacter: (accountId, name) =>
      void query(
        file,
        'delete from characters where account_id = ? and name = ? returning name',
        accountId,
        name,
      ),
    itemsOf: (accountId, name) =>
      itemsSchema
        .parse(
          query(
            file,
            `select item_id, quantity from receipts
             where account_id = ? and character_id = ? and state = 'given' and kind = 'item' order by item_id`,
            accountId,
            // As the simulated game makes the ids of characters.
            `${accountId}.${name}`,
          ),
        )
        .map(({ item_id: itemId, quantity }) => `${itemId} × ${quantity}`),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** @returns what the game says */
async function simulate(options: string[]): Promise<string> {
  return (await untilEnded(startProgram('game-simulator', options))).output.trim();
}

function yamlOf({ origin, token, file }: { origin: string; token: string; file: string }): string {
  return [
    `portal: ${origin}`,
    `token: ${token}`,
    'game: simulator',
    `database: sqlite:${file}`,
    'needsCharacter: true',
    "listen: 'off'",
    '',
  ].join('\n');
}

function query(file: string, text: string, ...values: (string | number)[]): unknown[] {
  const database = new DatabaseSync(file);
  try {
    return database.prepare(text).all(...values);
  } finally {
    database.close();
  }
}
