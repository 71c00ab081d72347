import type { Task, TaskKind } from '@waygate/contract/today/today.schemas';
import { reviewReasonText } from '#features/orders/admin/order-admin-labels.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';
import type { BadgeTone } from '#ui/admin/Badge.tsx';
import { countText } from '#ui/admin/count-text.ts';

const UNMATCHED = 'A payment that fits no order';
/** The reason of receipts that games have, and the restored portal has no deliveries of. */
const UNMATCHED_RECEIPT = 'unmatched_receipt';

/** What each kind is called, and what its button says. */
export const TASK_LABELS: Record<TaskKind, { label: string; tone: BadgeTone; action: string }> = {
  dispute: { label: 'Dispute', tone: 'error', action: 'Answer' },
  review: { label: 'Review', tone: 'warning', action: 'Decide' },
  payment: { label: 'No order', tone: 'warning', action: 'Match' },
  delivery: { label: 'Delivery', tone: 'warning', action: 'View' },
  streamer: { label: 'Streamer', tone: 'info', action: 'Decide' },
  alert: { label: 'Alert', tone: 'error', action: 'View' },
};

/** What it is about: '#158 Horn of the Grey Stag', '3 deliveries failed for good'. */
export function taskTitle({ kind, id, title, reason, cases }: Task): string {
  switch (kind) {
    case 'dispute':
    case 'review':
      return `#${id} ${title}`;
    case 'payment':
      return title || UNMATCHED;
    case 'delivery':
      return deliveryTitle(reason, cases);
    case 'streamer':
      return `${title} asks to earn by streaming`;
    case 'alert':
      return title;
  }
}

function deliveryTitle(reason: string, cases: number): string {
  if (reason === UNMATCHED_RECEIPT)
    return cases === 1 ? '1 receipt has no delivery' : `${cases.toLocaleString()} receipts have no delivery`;
  const what = countText(cases, 'delivery', 'deliveries');
  return `${what} ${reason === 'unknown' ? 'may or may not have arrived' : 'failed for good'}`;
}

/** The rest of the line; '' where the title says all. */
export function taskDetail({ kind, title, reason, advice = '' }: Task): string {
  if (kind === 'alert') return advice;
  if (kind === 'review') return reviewReasonText(reason === '' ? null : reason);
  if (kind === 'delivery') return title;
  return kind === 'payment' ? reason : '';
}

/** Where it is decided. */
export function taskPath({ kind, id, reason }: Pick<Task, 'kind' | 'id' | 'reason'>): string {
  switch (kind) {
    case 'dispute':
    case 'review':
      return adminPaths.order({ orderId: id });
    case 'payment':
      return adminPaths.unmatchedPayments;
    case 'delivery':
      // The page lists them above the deliveries, of all servers.
      if (reason === UNMATCHED_RECEIPT) return adminPaths.deliveries;
      // Failed ones are what the list shows unless a state is chosen.
      return `${adminPaths.deliveries}?${reason === 'dead' ? '' : `state=${reason}&`}server=${id}`;
    case 'streamer':
      return `${adminPaths.twitchDrops}?tab=streamers&state=pending`;
    case 'alert':
      return adminPaths.alerts;
  }
}

type TaskLists = readonly [{ label: string; path: string }, ...{ label: string; path: string }[]];

/** The lists that together have all tasks of a kind. */
export function taskLists(kind: TaskKind): TaskLists {
  switch (kind) {
    case 'dispute':
      return [{ label: 'their list', path: `${adminPaths.orders}?state=disputed` }];
    case 'review':
      return [{ label: 'their list', path: `${adminPaths.orders}?state=review` }];
    case 'payment':
      return [{ label: 'their list', path: adminPaths.unmatchedPayments }];
    case 'delivery':
      // Receipts without a delivery stand above both.
      return [
        { label: 'the failed ones', path: adminPaths.deliveries },
        { label: 'those of unknown outcome', path: `${adminPaths.deliveries}?state=unknown` },
      ];
    case 'streamer':
      return [{ label: 'their list', path: `${adminPaths.twitchDrops}?tab=streamers&state=pending` }];
    case 'alert':
      return [{ label: 'their list', path: adminPaths.alerts }];
  }
}

/** 'due in 30 h', 'overdue'. */
export function dueText(due: string, now: number): string {
  return Date.parse(due) <= now
    ? 'overdue'
    : `due in ${waitText(new Date(now).toISOString(), Date.parse(due))}`;
}

/** '41 min', '3 h', '5 days'. */
export function waitText(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`;
  return `${Math.floor(minutes / 1440)} days`;
}
