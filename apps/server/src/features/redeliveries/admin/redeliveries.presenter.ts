import type { Redelivery } from '@waygate/contract/redeliveries/redeliveries.schemas';
import type { ListedRedelivery } from '#features/redeliveries/redeliveries.queries.ts';

export function presentRedelivery({
  redelivery,
  staffName,
  serverName,
  waiting,
  failed,
}: ListedRedelivery): Redelivery {
  return {
    id: redelivery.id,
    mode: redelivery.mode,
    scope: redelivery.scope,
    target: redelivery.targetId,
    serverId: redelivery.serverId,
    serverName,
    since: redelivery.since?.toISOString() ?? null,
    until: redelivery.until.toISOString(),
    reason: redelivery.reason,
    staffName,
    planned: redelivery.planned,
    redelivered: redelivery.redelivered,
    waiting,
    failed,
    createdAt: redelivery.createdAt.toISOString(),
    finishedAt: redelivery.finishedAt?.toISOString() ?? null,
  };
}
