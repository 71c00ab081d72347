import type {
  AccountMinutes,
  MinutesAdjustment,
  Streamer,
  StreamerDecision,
} from '@waygate/contract/drops/drops.admin.schemas';
import { asStaff, audited, type Staff, unchanged } from '#features/staff/staff.ts';
import { endAccess, type TwitchParts, selectIsLinkedLocked } from '#features/twitch-links/twitch-links.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { conflict, notFound } from '#platform/errors/app-error.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { selectCurrentSeasonId } from '#features/drops/claims.queries.ts';
import {
  type Adjustment,
  getAccountMinutes,
  insertAdjustment,
  selectIsAdjusted,
  upsertAdjusted,
} from './drop-minutes.queries.ts';
import { presentAccountMinutes, presentStreamer } from './drops.admin.presenter.ts';
import {
  seenBy,
  selectStreamerRow,
  type StreamerListRow,
  updateStreamerDecision,
} from './drops.admin.queries.ts';

const SENT_BEFORE =
  'This form was sent before with something else in it, and that counts. Please close it and look at the minutes.';

/**
 * Approves or rejects a streamer, whose minutes count when approved. A rejection ends our access to the chat at Twitch.
 * Repeating a decision changes nothing.
 *
 * @throws what `asStaff` throws; notFound; conflict when the account is linked with another channel by now
 */
export async function decideStreamer(
  parts: TwitchParts & { jobs: Jobs },
  staff: Staff,
  { accountId, decision, twitchId }: { accountId: number } & StreamerDecision,
): Promise<Streamer> {
  return asStaff(parts.db, staff, { section: 'twitchDrops', accountId, givesValue: true }, async ({ tx }) => {
    const after = decision === 'approve' ? 'approved' : 'rejected';
    const before = await updateStreamerDecision(tx, { accountId, decision: after });
    if (before !== undefined && after === 'rejected')
      await endAccess(tx, { jobs: parts.jobs, accountId, isEnabled: parts.twitch !== undefined });
    const streamer = presentStreamer(await getSeenStreamer(tx, parts, { accountId, twitchId }));
    if (before === undefined) return unchanged(streamer);
    const kind = decision === 'approve' ? 'twitch_streamer.approve' : 'twitch_streamer.reject';
    const changes = { before: { decision: before }, after: { decision: after } };
    return audited({ kind, target: accountId, ...changes }, streamer);
  });
}

/**
 * The streamer with the channel that staff saw: the account may have another one by now.
 *
 * @throws notFound; conflict for another channel
 */
export async function getSeenStreamer(
  tx: Transaction,
  parts: TwitchParts,
  { accountId, twitchId }: { accountId: number; twitchId: string },
): Promise<StreamerListRow> {
  const row = await selectStreamerRow(tx, { accountId, ...seenBy(parts) });
  if (!row) throw notFound(`Account ${accountId} isn't a streamer.`);
  if (row.twitchUserId !== twitchId)
    throw conflict(`${row.userName} is now linked to another channel. Check it again.`);
  return row;
}

/**
 * Adjusts an account's minutes of the current season, once for each request id.
 *
 * @throws what `asStaff` throws; conflict when no season is running, the account has no Twitch link, too few minutes
 *   are left, or the request id was used for another adjustment
 */
export async function adjustMinutes(
  db: Database,
  staff: Staff,
  { accountDBID: accountId, ...input }: MinutesAdjustment,
): Promise<AccountMinutes> {
  await asStaff(db, staff, { section: 'twitchDrops', accountId, givesValue: true }, async ({ tx }) => {
    const seasonId = await selectCurrentSeasonId(tx);
    if (seasonId === undefined) throw conflict('No season is running.');
    // Unlinking deletes the minutes, and a repeated request must not bring any back.
    if (!(await selectIsLinkedLocked(tx, accountId)))
      throw conflict('This account is not linked with Twitch.');
    const adjustment = { ...input, accountId, seasonId };
    if (!(await insertAdjustment(tx, adjustment))) {
      await requireSameAdjustment(tx, adjustment);
      return unchanged();
    }
    const sums = await upsertAdjusted(tx, adjustment);
    if (!sums) throw conflict('The account has fewer minutes than you want to take away.');
    const { kind, reason } = input;
    return audited({
      kind: 'drop_minutes.adjust',
      target: accountId,
      before: { [`${kind}Minutes`]: sums.before },
      after: { [`${kind}Minutes`]: sums.after },
      reason,
    });
  });
  return presentAccountMinutes(await getAccountMinutes(db, accountId));
}

/** A form that was changed after its first answer was lost is refused: the change would not count. */
async function requireSameAdjustment(tx: Transaction, adjustment: Adjustment): Promise<void> {
  if (!(await selectIsAdjusted(tx, adjustment))) throw conflict(SENT_BEFORE);
}
