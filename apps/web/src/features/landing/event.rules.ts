import type { GameEvent } from '@waygate/contract/home/home.schemas';
import type { TimeLeft } from '#features/shop/sale/sale-countdown.rules.ts';

export type EventState = 'next' | 'running' | 'over';

type Times = Pick<GameEvent, 'startsAt' | 'endsAt'>;

export function eventState({ startsAt, endsAt }: Times, now: number): EventState {
  if (Date.parse(startsAt) > now) return 'next';
  return endsAt !== null && Date.parse(endsAt) <= now ? 'over' : 'running';
}

/** What its countdown counts to, in milliseconds; undefined for a running event that has no end. */
export function nextTurn({ startsAt, endsAt }: Times, state: EventState): number | undefined {
  if (state === 'next') return Date.parse(startsAt);
  return endsAt === null ? undefined : Date.parse(endsAt);
}

/** Its two largest units, such as '4 d 21 h'. */
export function briefTimeLeft({ days, hours, minutes }: TimeLeft): string {
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes} min` : `${Math.max(minutes, 1)} min`;
}
