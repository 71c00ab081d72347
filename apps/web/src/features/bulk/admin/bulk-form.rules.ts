import { ACTION_TITLES } from '@waygate/contract/actions/actions.schemas';
import {
  BULK_LIMIT,
  type BulkActionInput,
  type BulkActionName,
  type BulkChecked,
} from '@waygate/contract/bulk/bulk.schemas';
import { type BanLength, NO_END } from '#features/actions/admin/ban-length.ts';
import { reasonFault } from '#features/admin/records/reason.ts';
import { serverTime } from '#features/admin/records/server-time.ts';

/** What a list is for, with the verb of its button. */
export const BULK_TEXTS: Record<BulkActionName, { label: string; verb: string }> = {
  GRANT_VETERAN_PACK: packText('GRANT_VETERAN_PACK'),
  GRANT_FOUNDER_PACK: packText('GRANT_FOUNDER_PACK'),
  GRANT_CONTENT_CREATOR_PACK: packText('GRANT_CONTENT_CREATOR_PACK'),
  GRANT_STAFF_PACK: packText('GRANT_STAFF_PACK'),
  GRANT_BENEFIT: { label: 'Grant Benefit', verb: 'Grant to' },
  BAN: { label: 'Ban', verb: 'Ban' },
};

function packText(action: keyof typeof ACTION_TITLES) {
  return { label: ACTION_TITLES[action], verb: 'Grant to' };
}

export type BulkFields = {
  action: BulkActionName;
  /** Until when a pack or a benefit lasts. */
  date: string;
  banLength: BanLength;
  /** Whether a pack has no end. */
  isForGood: boolean;
  benefitId: string;
  players: string;
  reason: string;
};

export type BulkFault = { [Field in keyof BulkFields]?: string };

/** A first line that names the columns. */
const HEADING = /^"?(accountDBID|userName|e-?mail|player|name|id)"?\s*([,;\t]|$)/i;

/** The lines that name somebody, without the heading of a CSV. */
export function linesOf(players: string): string[] {
  const lines = players
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [first = '', ...others] = lines;
  return others.length > 0 && HEADING.test(first) ? others : lines;
}

/** Why the list can't be checked, by field; empty when it can. */
export function bulkFaults(fields: BulkFields): BulkFault {
  const { action, benefitId, players, reason } = fields;
  const count = linesOf(players).length;
  const noReason = reasonFault(reason);
  return {
    ...(action === 'GRANT_BENEFIT' &&
      !/^[1-9]\d{0,9}$/.test(benefitId.trim()) && { benefitId: 'Please give the number of the benefit.' }),
    ...(endOfList(fields) === '' && !lastsForGood(fields) && { date: dateFault(action) }),
    ...(count === 0 && { players: 'Please name at least one player.' }),
    ...(count > BULK_LIMIT && {
      players: `A list has at most ${BULK_LIMIT.toLocaleString()} lines, and this one has ${count.toLocaleString()}.`,
    }),
    ...(noReason !== '' && { reason: noReason }),
  };
}

/** As typed; '' for none yet, and for what has no end. */
function endOfList({ action, date, banLength }: BulkFields): string {
  return action === 'BAN' ? banLength.end : date;
}

function dateFault(action: BulkActionName): string {
  if (action === 'BAN') return NO_END;
  return isPack(action)
    ? 'Please give a date and a time, or choose “For good”.'
    : 'Please give a date and a time.';
}

export function isPack(action: BulkActionName): boolean {
  return action !== 'GRANT_BENEFIT' && action !== 'BAN';
}

/** An empty date alone doesn't mean so: it may be half typed. */
export function lastsForGood({ action, isForGood, banLength }: BulkFields): boolean {
  return action === 'BAN' ? banLength.preset === 'permanent' : isForGood && isPack(action);
}

/** Valid fields as the request names the action. */
export function whatOf(fields: BulkFields): BulkActionInput {
  const { action, benefitId } = fields;
  const time = serverTime(endOfList(fields));
  if (action === 'GRANT_BENEFIT') return { action, benefitId: Number(benefitId), availableUntil: time ?? '' };
  return action === 'BAN' ? { action, endTime: time } : { action, date: lastsForGood(fields) ? null : time };
}

export type CheckedLine = BulkChecked['lines'][number];

/** The lines with those that name a player again marked, who gets it once. */
export function withoutRepeated(lines: CheckedLine[]): CheckedLine[] {
  const seen = new Set<number>();
  return lines.map((line) => {
    const id = line.account?.accountDBID;
    if (id === undefined || line.verdict !== 'ready') return line;
    if (seen.has(id)) return { ...line, verdict: 'already', message: 'Named twice.' };
    seen.add(id);
    return line;
  });
}

/** The accounts that it is done for. */
export function readyAccounts(lines: CheckedLine[]): number[] {
  return lines.flatMap(({ verdict, account }) =>
    verdict === 'ready' && account ? [account.accountDBID] : [],
  );
}
