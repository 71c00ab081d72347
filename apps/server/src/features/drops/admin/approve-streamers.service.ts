import {
  type AccountAction,
  asStaff,
  auditedAll,
  requireOtherOrOwner,
  type Staff,
} from '#features/staff/staff.ts';
import type { TwitchParts } from '#features/twitch-links/twitch-links.ts';
import { updateStreamerDecision } from './drops.admin.queries.ts';
import { getSeenStreamer } from './drops.admin.service.ts';

type Selected = { accountDBID: number; twitchId: string };

/**
 * Approves the selected streamers, all or none: as each alone, with one audit entry for all of them besides its own.
 *
 * @returns how many were not approved before
 * @throws what `asStaff` throws; notFound; conflict when one is linked with another channel by now
 */
export function approveStreamers(parts: TwitchParts, staff: Staff, streamers: Selected[]): Promise<number> {
  const ids = streamers.map(({ accountDBID }) => accountDBID);
  const right = { section: 'twitchDrops', findAccounts: async () => ids } as const;
  return asStaff(parts.db, staff, right, async ({ tx, viewer }) => {
    const actions: AccountAction[] = [];
    // Some statements for each, since hardly more than a few wait.
    for (const { accountDBID: accountId, twitchId } of streamers.toSorted(byAccount)) {
      requireOtherOrOwner(viewer, accountId);
      const before = await updateStreamerDecision(tx, { accountId, decision: 'approved' });
      await getSeenStreamer(tx, parts, { accountId, twitchId });
      if (before === undefined) continue;
      const changes = { before: { decision: before }, after: { decision: 'approved' } };
      actions.push({ kind: 'twitch_streamer.approve', target: accountId, accountId, ...changes });
    }
    const together: AccountAction = {
      kind: 'twitch_streamer.approve_all',
      target: actions.length,
      after: { streamers: actions.map(({ target }) => target) },
    };
    return auditedAll(actions.length > 1 ? [together, ...actions] : actions, actions.length);
  });
}

function byAccount(one: Selected, other: Selected): number {
  return one.accountDBID - other.accountDBID;
}
