import { createHash } from 'node:crypto';
import * as endpoints from '@waygate/contract/game-accounts/game-accounts.endpoints';
import type { GameAccount } from '@waygate/contract/game-accounts/game-accounts.schemas';
import type { BridgeConfig } from '#platform/config/bridge-config.ts';
import type { SealedBox } from '#platform/crypto/sealed-box.ts';
import type { Database } from '#platform/db/database.ts';
import { notFound } from '#platform/errors/app-error.ts';
import type { Route } from '#platform/http/route.ts';
import { consume } from '#platform/http/throttle.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { RunQueued } from '#platform/queue/bounded-queue.ts';
import { acknowledgeCommands, leaseCommands, type OnActivated } from './bridge.service.ts';
import { updateClaimsExpired } from './commands.queries.ts';
import { presentGameAccount } from './game-accounts.presenter.ts';
import { selectGameAccounts } from './game-accounts.queries.ts';
import { MESSAGES } from './messages.ts';
import { claimAccount, setGamePassword } from './requests.service.ts';
import { selectServersOfAccount } from './servers.queries.ts';

/** Claims of one login on one server, by all accounts together, so that many accounts can't guess its password. */
const CLAIMS_OF_LOGIN = { points: 10, windowSeconds: 3600 };

export type GameAccountParts = {
  db: Database;
  log: Logger;
  config: { bridge: BridgeConfig };
  credentials: { box: SealedBox; queued: RunQueued };
};

/** @param onActivated what is to happen when accounts in a game become active */
export function gameAccountRoutes(
  route: Route,
  { db, log, config, credentials }: GameAccountParts,
  onActivated: OnActivated,
): void {
  const parts = { db, log, onActivated, ...credentials };

  route(endpoints.listGameAccounts, async ({ viewer }) => {
    await updateClaimsExpired(db, MESSAGES.claimExpired, viewer);
    return { gameAccounts: await listGameAccounts(db, viewer.accountId) };
  });

  route(endpoints.putGameAccount, async ({ viewer, params: { serverId }, body }) => {
    const { accountId } = viewer;
    await setGamePassword(parts, viewer, { ...body, serverId, accountId });
    return getGameAccount(db, { serverId, accountId });
  });

  route(endpoints.claimGameAccount, async ({ viewer, params: { serverId }, body }) => {
    const { accountId } = viewer;
    await consume(db, [{ key: claimKey(serverId, body.login), ...CLAIMS_OF_LOGIN }]);
    await claimAccount(parts, viewer, { ...body, serverId, accountId });
    return getGameAccount(db, { serverId, accountId });
  });

  route(endpoints.leaseAccountCommands, async ({ serverId, body: { limit } }) => {
    const { leaseSeconds } = config.bridge;
    return { leaseSeconds, commands: await leaseCommands(parts, { serverId, limit, leaseSeconds }) };
  });

  route(endpoints.acknowledgeAccountCommands, async ({ serverId, body }) => ({
    results: await acknowledgeCommands(parts, serverId, body),
  }));
}

async function listGameAccounts(db: Database, accountId: number): Promise<GameAccount[]> {
  const servers = await selectServersOfAccount(db, accountId);
  if (servers.length === 0) return [];
  const accounts = await selectGameAccounts(db, accountId);
  return servers.map((server) =>
    presentGameAccount(
      server,
      accounts.find(({ serverId }) => serverId === server.serverId),
    ),
  );
}

async function getGameAccount(
  db: Database,
  { serverId, accountId }: { serverId: number; accountId: number },
): Promise<GameAccount> {
  const found = (await listGameAccounts(db, accountId)).find((account) => account.serverId === serverId);
  if (!found) throw notFound('There is no such game server, or it manages no accounts.');
  return found;
}

function claimKey(serverId: number, login: string): string {
  // Games compare logins in their own ways, mostly without case, accents or width.
  const plain = login.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  // Hashed, because a login may have any length and a password may be typed in its place.
  const hash = createHash('sha256').update(plain).digest('base64url');
  return `claim game account ${serverId} ${hash}`;
}
