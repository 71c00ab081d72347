import { expect } from '@playwright/test';
// oxlint-disable-next-line no-restricted-imports -- the server's parts have names within the server alone
import type { Portal } from '../support/portal.ts';
import { START_COINS, type Taken } from './coins.ts';
import type { Grant } from './deliveries.ts';
import type { Thing } from './game.ts';
import type { Newcomer } from './newcomers.ts';
import type { Server } from './world.ts';

type Row = { key: string; state: string; failure: string | null; lastDetail: string | null };

/** A grant's ending: what the portal says, what the game wrote down, and what the player sees. */
type Ending = {
  grant: Grant;
  granted: Row | undefined;
  revoked: Row | undefined;
  receipt: string | undefined;
  things: Thing[];
};

/** Doesn't throw, so that one run shows the faults of all games. */
export async function expectOnceInGame(portal: Portal, { id, game }: Server, grants: Grant[]): Promise<void> {
  const rows = await portal.sql<Row & { revokesKey: string | null }>(
    `select idempotency_key as key, state, failure, last_detail as "lastDetail", revokes_key as "revokesKey"
     from deliveries where server_id = $1`,
    [id],
  );
  const inbox = await game.inbox();
  const receipts = new Map((await game.receipts()).map(({ key, state }) => [key, state]));
  const endings = grants.map((grant) => ({
    grant,
    granted: rows.find(({ key }) => key === grant.key),
    revoked: rows.find(({ revokesKey }) => revokesKey === grant.key),
    receipt: receipts.get(grant.key),
    things: inbox.filter(({ itemId }) => itemId === grant.itemId),
  }));
  const faults = endings.flatMap((ending) => {
    const found = [...findFaults(ending), ...(game.isAtMostOnce ? [] : findDoubts(ending))];
    return found.length > 0 ? [{ faults: found, ...ending }] : [];
  });
  expect.soft(faults, game.name).toEqual([]);
  // Nothing is there that the portal didn't send.
  const known = new Set(grants.map(({ itemId }) => itemId));
  expect.soft(inbox.filter(({ itemId }) => !known.has(itemId))).toEqual([]);
  const keys = new Set(rows.map(({ key }) => key));
  expect.soft([...receipts.keys()].filter((key) => !keys.has(key))).toEqual([]);
  expect.soft(await game.halfDone()).toEqual([]);
  expect.soft(game.faults()).toEqual([]);
  if (game.isAtMostOnce) expect.soft(rows.filter(({ state }) => state === 'unknown')).not.toEqual([]);
}

/** For every game. */
function findFaults({ grant, granted, revoked, receipt, things }: Ending): string[] {
  const isTakenBack = revoked?.state === 'applied';
  const isGone = granted?.state === 'cancelled' && !revoked;
  const isOwed = granted?.state === 'applied' && !isTakenBack;
  const [thing] = things;
  const isRight = thing?.recipient === grant.recipient.id && thing.quantity === grant.quantity;
  return Object.entries({
    'it is not in the portal': !granted,
    'it is there twice': things.length > 1,
    'it is for somebody else, or too much': thing !== undefined && !isRight,
    'it is lost': isOwed && things.length === 0,
    'it is there although it was taken back': isTakenBack && things.length > 0,
    'it is there although it was never sent': isGone && (things.length > 0 || receipt === 'given'),
    'it is there, and the portal says that the game refused it':
      granted?.state === 'dead' && things.length > 0,
    'it was given up': granted?.failure === 'exhausted' || revoked?.failure === 'exhausted',
    'it was withdrawn, and nobody told the game':
      grant.isWithdrawn && granted?.state === 'applied' && !revoked,
    'staff are not told why it was not taken back': revoked?.state === 'dead' && !revoked.lastDetail,
    'the portal has it as delivered, and the game wrote down something else': isOwed && receipt !== 'given',
    'the portal has it as taken back, and the game wrote down something else':
      isTakenBack && receipt !== 'taken_back' && receipt !== 'barred',
  }).flatMap(([fault, isSo]) => (isSo ? [fault] : []));
}

/** For games that apply exactly once: nothing is ever in doubt. */
function findDoubts({ grant, granted, revoked, things }: Ending): string[] {
  return Object.entries({
    'it was not delivered': !grant.isWithdrawn && (granted?.state !== 'applied' || things.length !== 1),
    'it has another state': !['applied', 'cancelled'].includes(granted?.state ?? ''),
    // A game that has it already says so.
    'its revocation has another state':
      revoked !== undefined && revoked.state !== 'applied' && revoked.failure !== 'rejected',
    'a revocation was refused, and the player has nothing':
      revoked?.failure === 'rejected' && things.length === 0,
  }).flatMap(([fault, isSo]) => (isSo ? [fault] : []));
}

export async function expectGameAccounts(portal: Portal, newcomers: Newcomer[]): Promise<void> {
  const states = await portal.sql<{ accountId: number; state: string; isLocked: boolean; login: string }>(
    `select account_id as "accountId", state, is_locked as "isLocked", login from game_accounts`,
  );
  for (const { server, accountId, login, passwords, isBanned } of newcomers) {
    const { game } = server;
    const known = states.find((row) => row.accountId === accountId);
    const accepted: string[] = [];
    for (const password of passwords) if (await game.canSignIn(login, password)) accepted.push(password);
    const found = {
      game: game.name,
      login: known?.login.toLowerCase(),
      state: known?.state,
      isLocked: known?.isLocked,
      isLockedInGame: await game.isLocked(login),
      accepted,
    };
    expect(found).toEqual({
      game: game.name,
      login: login.toLowerCase(),
      state: 'active',
      isLocked: isBanned,
      isLockedInGame: isBanned,
      accepted: passwords.slice(-1),
    });
  }
}

/** Neither the database as a backup has it nor what the programs wrote has a password. */
export async function expectNoPlaintext(
  portal: Portal,
  newcomers: Newcomer[],
  logs: string[],
): Promise<void> {
  const tables = await portal.sql<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const texts = [...logs, portal.output()];
  for (const { name } of tables) {
    const rows = await portal.sql<{ row: string }>(`select t::text as row from ${name} as t`);
    texts.push(rows.map(({ row }) => row).join('\n'));
  }
  const all = texts.join('\n').toLowerCase();
  const secrets = newcomers.flatMap(({ passwords }) => passwords);
  const found = secrets.filter((secret) =>
    [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')].some((form) =>
      all.includes(form.toLowerCase()),
    ),
  );
  expect(found).toEqual([]);
  expect(await portal.sql('select id from game_account_commands where sealed is not null')).toEqual([]);
}

export async function expectCoins({ sql }: Portal, accountIds: number[], taken: Taken[]): Promise<void> {
  const balances = await sql<{ accountId: number; amount: string; counted: string; running: string }>(
    `select account_id as "accountId", amount,
            (select sum(e.amount) from ledger_entries e where e.account_id = b.account_id and e.currency = 'premium') as counted,
            (select e.balance from ledger_entries e where e.account_id = b.account_id and e.currency = 'premium'
             order by id desc limit 1) as running
     from coin_balances b where currency = 'premium' order by account_id`,
  );
  const found = balances.map(({ accountId, ...amounts }) => [
    accountId,
    ...Object.values(amounts).map(Number),
  ]);
  const expected = accountIds
    .toSorted((one, other) => one - other)
    .map((id) => {
      const left = START_COINS - taken.reduce((sum, of) => sum + (of.get(id) ?? 0), 0);
      return [id, left, left, left];
    });
  expect(found).toEqual(expected);
  expect(
    await sql(
      `select transaction_id from ledger_entries group by transaction_id, currency having sum(amount) <> 0
       union all select id from ledger_entries where account_id is not null and balance < 0`,
    ),
  ).toEqual([]);
}
