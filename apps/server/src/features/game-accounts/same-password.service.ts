import { findLoginFault, findPasswordFault } from '@waygate/contract/game-accounts/credential-rules';
import { sql } from 'drizzle-orm';
import type { PortalPassword, UsePortalPassword } from '#platform/auth/portal-password.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { lockGameAccount, updateGameAccount } from './commands.queries.ts';
import { deriveCredential } from './credentials/credentials.ts';
import { nameDoesNotFit, newPasswordDoesNotFit, passwordDoesNotFit } from './messages.ts';
import { type RequestParts, writeRequest } from './requests.service.ts';
import type { AccountRow } from './requests.rules.ts';
import { type ManagedServer, type SamePasswordServer, selectSamePasswordServers } from './servers.queries.ts';

/** For how long a process keeps the list of servers with the portal's password. */
const SERVERS_KEPT_MS = 5000;

type Parts = RequestParts & { log: Logger; metrics: Metrics };
type FollowParts = RequestParts & { log: Logger; countFailure: (event: string) => void };

/**
 * Keeps passwords in games equal to the portal's, on servers with the policy `same_password`. Does nothing, without a query,
 * while there is none. Never throws: a game that can't take a password must not keep anybody from signing in.
 */
export function createUsePortalPassword(parts: Parts): UsePortalPassword {
  const { metrics } = parts;
  const countFailure = metrics.counter(
    'waygate_game_password_failures_total',
    'Portal passwords that could not be derived for games.',
    'event',
  );
  const readServers = keepServers(parts.db);
  return (given) =>
    unlessFailed({ ...parts, countFailure }, given, async () => {
      const servers = await readServers();
      if (servers.length > 0) await followPassword({ ...parts, countFailure }, servers, given);
    });
}

async function unlessFailed(
  { log, countFailure }: Pick<FollowParts, 'log' | 'countFailure'>,
  { event, accountId }: PortalPassword,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error({ err: error, accountId }, 'the portal password was not derived for games');
    countFailure(event);
  }
}

function keepServers(db: Db): () => Promise<SamePasswordServer[]> {
  let kept: Promise<SamePasswordServer[]> | undefined;
  let keptUntil = Number.NEGATIVE_INFINITY;
  return () => {
    if (kept && performance.now() < keptUntil) return kept;
    keptUntil = performance.now() + SERVERS_KEPT_MS;
    kept = selectSamePasswordServers(db).catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
}

type Known = { userName: string; accounts: Pick<AccountRow, 'serverId' | 'state' | 'login'>[] };

async function followPassword(
  parts: FollowParts,
  servers: SamePasswordServer[],
  given: PortalPassword,
): Promise<void> {
  const known = await selectKnown(parts.db, given, servers);
  if (!known) return;
  for (const server of servers) {
    const account = known.accounts.find(({ serverId }) => serverId === server.serverId);
    // What fails for one game must not keep the others from following.
    await unlessFailed(parts, given, async () => {
      if (account && given.event === 'changed') await followChange(parts, server, { ...given, account });
      else if (!account && server.isListed)
        await createMissing(parts, server, { ...given, userName: known.userName });
    });
  }
}

/** @returns undefined when the password has changed in the meantime */
async function selectKnown(
  db: Db,
  { accountId, passwordHash }: PortalPassword,
  servers: ManagedServer[],
): Promise<Known | undefined> {
  const ids = sql.param(servers.map(({ serverId }) => serverId));
  const { rows } = await db.execute<Known>(sql`
    select user_name as "userName", coalesce((
        select json_agg(json_build_object('serverId', server_id, 'state', state, 'login', coalesce((
          -- The game may have it already: a password goes with the login that follows.
          select new_login from game_account_commands as command
          where command.server_id = game_accounts.server_id and command.account_id = game_accounts.account_id
            and settled_at is null and kind = 'rename' and command.state = 'leased'
        ), login)))
        from game_accounts where account_id = accounts.id and server_id = any(${ids}::int[])), '[]') as accounts
    from accounts where id = ${accountId} and password_hash = ${passwordHash}`);
  return rows[0];
}

async function createMissing(
  parts: FollowParts,
  server: ManagedServer,
  { event, accountId, passwordHash, userName, password }: PortalPassword & { userName: string },
): Promise<void> {
  const { rules, serverId } = server;
  const owner = { serverId, accountId };
  const message = describeMisfit(server, { userName, password });
  // At registration nothing is written: who has never signed in sees no message.
  if (message !== undefined && event === 'registered') return;
  const secret =
    message === undefined
      ? await parts.queued(() => deriveCredential({ rules, login: userName, password }))
      : undefined;
  await parts.db.transaction(async (tx) => {
    if (!(await isCurrent(tx, { accountId, passwordHash }))) return;
    // Another request may have come first.
    if (await hasGameAccount(tx, owner)) return;
    if (secret)
      return writeRequest(tx, parts, { ...owner, request: { kind: 'set', login: userName }, secret, server });
    await lockGameAccount(tx, owner);
    await updateGameAccount(tx, owner, { message: message ?? null });
  });
}

function describeMisfit(
  { rules }: ManagedServer,
  { userName, password }: { userName: string; password: string },
): string | undefined {
  const nameFault = findLoginFault(rules, userName);
  if (nameFault !== undefined) return nameDoesNotFit(nameFault);
  const passwordFault = findPasswordFault(rules, password);
  return passwordFault === undefined ? undefined : passwordDoesNotFit(passwordFault);
}

async function followChange(
  parts: FollowParts,
  server: ManagedServer,
  { accountId, passwordHash, password, account }: PortalPassword & { account: Known['accounts'][number] },
): Promise<void> {
  const { rules, serverId } = server;
  const { login, state } = account;
  const owner = { serverId, accountId };
  // Of the others, the player is to choose a login or a password for the game.
  if (login === null || (state !== 'active' && state !== 'pending')) return;
  const fault = findPasswordFault(rules, password);
  if (fault !== undefined) {
    await updateGameAccount(parts.db, owner, { message: newPasswordDoesNotFit(fault) });
    return;
  }
  const secret = await parts.queued(() => deriveCredential({ rules, login, password }));
  await parts.db.transaction(async (tx) => {
    if (!(await isCurrent(tx, { accountId, passwordHash }))) return;
    await writeRequest(tx, parts, { ...owner, request: { kind: 'set', login }, secret, server });
  });
}

/** Locks the account against a newer password. Lock order: account, then login, then game account. */
async function isCurrent(
  tx: Transaction,
  { accountId, passwordHash }: Pick<PortalPassword, 'accountId' | 'passwordHash'>,
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from accounts where id = ${accountId} and password_hash = ${passwordHash} for share`);
  return rows.length > 0;
}

async function hasGameAccount(
  tx: Transaction,
  { serverId, accountId }: { serverId: number; accountId: number },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from game_accounts where server_id = ${serverId} and account_id = ${accountId}`);
  return rows.length > 0;
}
