import { holds } from '@waygate/contract/permissions';
import {
  type Timeline,
  TIMELINE_KINDS,
  type TimelineKind,
  type TimelinePlace,
} from '@waygate/contract/players/players.schemas';
import { type AccountRow, hidesContact, hidesNotes } from '#features/identity/identity.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Db } from '#platform/db/database.ts';
import { presentTimeline } from './timeline.presenter.ts';
import { selectTimeline } from './timeline.queries.ts';

type TimelineQuery = {
  account: AccountRow;
  kinds?: TimelineKind[] | undefined;
  limit: number;
  before?: TimelinePlace | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/** A page of what happened around an account, as far as it is the viewer's. */
export async function readTimeline(
  db: Db,
  viewer: Viewer,
  { account, kinds, limit, ...place }: TimelineQuery,
): Promise<Timeline> {
  const namesStaff = !hidesContact(viewer, account);
  const namesNotes = !hidesNotes(viewer, account);
  const visible = kindsOf(viewer, { namesStaff, namesNotes });
  const rows = await selectTimeline(db, {
    accountId: account.id,
    kinds: kinds ? visible.filter((kind) => kinds.includes(kind)) : visible,
    namesStaff,
    namesNotes,
    namesOrders: visible.includes('order'),
    limit: limit + 1,
    ...place,
  });
  return { ...presentTimeline(rows, limit), kinds: visible };
}

/** Who did what to an account is for those who may edit it, as in the audit log; notes are for others than itself. */
function kindsOf(
  viewer: Viewer,
  { namesStaff, namesNotes }: { namesStaff: boolean; namesNotes: boolean },
): TimelineKind[] {
  const isNamed = (kind: TimelineKind) => (kind !== 'staff' || namesStaff) && (kind !== 'note' || namesNotes);
  // The record's own keys.
  return (Object.keys(TIMELINE_KINDS) as TimelineKind[]).filter(
    (kind) => holds(viewer, TIMELINE_KINDS[kind]) && isNamed(kind),
  );
}
