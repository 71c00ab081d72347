import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { verify } from '@node-rs/bcrypt';
import { z } from 'zod';
import type { Game } from './game.ts';

const thingSchema = z.object({ recipient: z.coerce.string(), itemId: z.number(), quantity: z.number() });
const receiptSchema = z.object({ key: z.string(), state: z.string() });
const accountSchema = z.object({ verifier: z.string(), isLocked: z.number() });

export async function openSimulator(): Promise<Game> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waygate-soak-'));
  const file = path.join(folder, 'game.sqlite');
  const query = (text: string, ...values: string[]): unknown[] => {
    const database = new DatabaseSync(file);
    try {
      return database.prepare(text).all(...values);
    } finally {
      database.close();
    }
  };
  const accountOf = (login: string) => {
    const rows = query('select verifier, is_locked as isLocked from accounts where login = ?', login);
    return rows.length === 1 ? accountSchema.parse(rows[0]) : undefined;
  };
  return {
    name: 'simulator',
    configuration: `game: simulator\ndatabase: sqlite:${file}`,
    isAtMostOnce: false,
    recipients: async (accountIds) =>
      accountIds.map((id) => ({ account: null, characterId: null, id: String(id) })),
    inbox: async () =>
      z.array(thingSchema).parse(
        query(
          `select account_id as recipient, item_id as itemId, quantity from inventory
             where kind = 'item' and quantity <> 0`,
        ),
      ),
    receipts: async () =>
      z.array(receiptSchema).parse(query('select idempotency_key as key, state from receipts')),
    halfDone: async () => [],
    canSignIn: async (login, password) => {
      const account = accountOf(login);
      return account !== undefined && verify(password, account.verifier);
    },
    isLocked: async (login) => accountOf(login)?.isLocked === 1,
    faults: () => [],
    stop: () => rm(folder, { recursive: true, force: true }),
  };
}
