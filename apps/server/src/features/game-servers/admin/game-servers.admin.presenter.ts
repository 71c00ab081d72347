import type { AdminGameServer } from '@waygate/contract/game-servers/game-servers.admin.schemas';
import { presentGameServer } from '#features/game-servers/game-servers.presenter.ts';
import { effectiveAccountPolicy } from '#features/game-servers/game-servers.rules.ts';
import { FIRST_SERVER_ID } from '#features/game-servers/game-servers.tables.ts';
import type { AdminGameServerRow } from './game-servers.admin.queries.ts';

export function presentAdminGameServer(row: AdminGameServerRow): AdminGameServer {
  const { report, accountPolicy, isHashingTrusted: isTrusted } = row;
  const accounts = report?.accountRules ?? null;
  return {
    ...presentGameServer(row),
    isFirst: row.id === FIRST_SERVER_ID,
    isListed: row.isListed,
    position: row.position,
    accountPolicy,
    effectiveAccountPolicy: effectiveAccountPolicy(accounts, { policy: accountPolicy, isTrusted }),
    adapter: report?.adapter ?? null,
    bridgeVersion: report?.bridgeVersion ?? null,
    guarantee: report?.guarantee ?? null,
    reportsCollected: report?.reportsCollected ?? false,
    expiresAfterDays: report?.expiresAfterDays ?? null,
    accounts,
    reportedAt: report?.reportedAt.toISOString() ?? null,
    lastLeaseAt: row.lastLeaseAt?.toISOString() ?? null,
    waitingDeliveries: row.dueDeliveries + row.stuckDeliveries,
    undecidedDeliveries: row.undecidedDeliveries,
    revision: row.revision,
  };
}
