import type { BulkProgress } from '@waygate/contract/bulk/bulk.schemas';
import type { BulkProgressRow } from '#features/bulk/bulk.queries.ts';

export function presentProgress({ list, staffName, ...counts }: BulkProgressRow): BulkProgress {
  const { waiting, done, already, failed, untried } = counts;
  return {
    id: list.id,
    action: list.action,
    staff: { accountDBID: list.staffId, userName: staffName },
    reason: list.reason,
    createdAt: list.createdAt.toISOString(),
    finishedAt: list.finishedAt?.toISOString() ?? null,
    total: waiting + done + already + failed,
    waiting,
    done,
    already,
    failed,
    untried,
  };
}
