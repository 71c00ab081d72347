import { auditFieldLabel, auditValueText } from '@waygate/contract/audit/audit-text';
import type { TimelineEntry, TimelineKind } from '@waygate/contract/players/players.schemas';
import { localTimeText } from '#ui/admin/local-time-text.ts';

export const KIND_LABELS: Record<TimelineKind, string> = {
  sign_in: 'Sign-ins',
  order: 'Orders',
  delivery: 'Deliveries',
  coins: 'Coins',
  ban: 'Bans',
  note: 'Notes',
  staff: 'By staff',
};

/** An entry, or a run of days on which nothing but sign-ins is known. */
export type ShownEntry = TimelineEntry | SignInRun;

export type SignInRun = {
  event: 'sign_in_run';
  id: number;
  at: string;
  until: string;
  count: number;
  days: number;
};

type Day = { day: string; label: string; entries: ShownEntry[] };

/** The entries by day in the visitor's zone, in their order. */
export function daysOf(entries: TimelineEntry[], now = new Date()): Day[] {
  const days = Map.groupBy(foldSignIns(entries), ({ at }) => new Date(at).toDateString());
  return [...days].map(([day, ofDay]) => ({ day, label: labelOf(day, now), entries: ofDay }));
}

/** Days of sign-ins that follow one another become one line: they would hide what else happened. */
function foldSignIns(entries: TimelineEntry[]): ShownEntry[] {
  const shown: ShownEntry[] = [];
  for (const entry of entries) {
    const last = shown.at(-1);
    if (entry.event !== 'sign_ins' || (last?.event !== 'sign_ins' && last?.event !== 'sign_in_run')) {
      shown.push(entry);
      continue;
    }
    const { id, at } = last;
    const days = last.event === 'sign_ins' ? 2 : last.days + 1;
    shown[shown.length - 1] = {
      event: 'sign_in_run',
      id,
      at,
      until: entry.at,
      count: last.count + entry.count,
      days,
    };
  }
  return shown;
}

function labelOf(day: string, now: Date): string {
  if (day === now.toDateString()) return 'Today';
  const date = new Date(day);
  const isThisYear = date.getFullYear() === now.getFullYear();
  const year = isThisYear ? {} : ({ year: 'numeric' } as const);
  return new Intl.DateTimeFormat(undefined, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...year,
  }).format(date);
}

type StaffEntry = Extract<TimelineEntry, { event: 'staff' }>;

/** They name the account, whose page it is. */
const OF_THE_ACCOUNT = new Set(['accountDBID', 'accountId', 'account']);

/** Characters of a value in a line; the audit log shows all. */
const LONGEST = 60;

/** What a member of staff changed, in words: 'Agaia Coins 0 → 500, Club until: Dec 1'. Empty without a change. */
export function changesText({ before, after }: Pick<StaffEntry, 'before' | 'after'>): string {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .filter((field) => !OF_THE_ACCOUNT.has(field))
    .map((field) => {
      const [from, to] = [before, after].map((values) => valueIn(values, field));
      const isBoth = from !== undefined && to !== undefined;
      return `${auditFieldLabel(field)}${isBoth ? ` ${from} → ${to}` : `: ${to ?? from}`}`;
    })
    .join(', ');
}

function valueIn(values: StaffEntry['before'], field: string): string | undefined {
  if (values === null || !(field in values)) return undefined;
  const text = auditValueText(field, values[field], localTimeText);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** The time of day, as the line has it. */
export function timeOfDay(at: string): string {
  return new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(new Date(at));
}
