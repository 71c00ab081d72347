import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
// oxlint-disable-next-line no-restricted-imports -- the server's parts have names within the server alone
import type { Portal } from '../support/portal.ts';
// oxlint-disable-next-line no-restricted-imports -- as above
import { type Shopper, untilAnswered } from '../support/shoppers.ts';
import type { Server } from './world.ts';

const LONGEST_PAUSE_MS = 4000;
const CALL_TIMEOUT_MS = 10_000;

/** A player who has an account made in a game, with what the game has to accept in the end. */
export type Newcomer = {
  server: Server;
  accountId: number;
  login: string;
  /** All that were ever set; the last one counts. */
  passwords: string[];
  isBanned: boolean;
};

/** Has an account made, and sets its password twice more. Some are banned; some of these only for a while. */
export async function joinGame(
  portal: () => Portal,
  { server, shopper, place }: { server: Server; shopper: Shopper; place: number },
  random: () => number,
): Promise<Newcomer> {
  const login = `Fresh${server.id}x${place}`;
  const passwords: string[] = [];
  const { accountId } = shopper;
  for (let change = 0; change < 3; change += 1) {
    await pause(random() * LONGEST_PAUSE_MS);
    const password = `Pw${randomBytes(5).toString('hex')}`;
    passwords.push(password);
    await setGamePassword(portal, { shopper, serverId: server.id, login, password });
  }
  const { sql } = portal();
  if (place % 3 > 0) {
    await sql(`insert into bans (account_id, description) values ($1, 'Sold the same sword twice')`, [
      accountId,
    ]);
  }
  if (place % 3 === 2) {
    await pause(random() * LONGEST_PAUSE_MS);
    await sql('update bans set is_active = false where account_id = $1', [accountId]);
  }
  return { server, accountId, login, passwords, isBanned: place % 3 === 1 };
}

async function setGamePassword(
  portal: () => Portal,
  wanted: { shopper: Shopper; serverId: number; login: string; password: string },
): Promise<void> {
  const { shopper, serverId, login, password } = wanted;
  const { status, text } = await untilAnswered(async () => {
    const answer = await fetch(`${portal().origin}/api/user/game-accounts/${serverId}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${shopper.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ login, password }),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    if (answer.status >= 500) throw new Error(`The game account answered ${answer.status}.`);
    return { status: answer.status, text: await answer.text() };
  });
  if (status !== 200) throw new Error(`The game account answered ${status}: ${text}`);
}
