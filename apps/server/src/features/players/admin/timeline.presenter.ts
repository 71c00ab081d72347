import type { Timeline, TimelineEntry } from '@waygate/contract/players/players.schemas';
import { reasonOf } from '#features/coins/coins.ts';
import type { TimelineRow } from './timeline.queries.ts';

/** @param rows a page, and one row more if there are more */
export function presentTimeline(rows: TimelineRow[], limit: number): Pick<Timeline, 'entries' | 'before'> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    entries: shown.map(presentEntry),
    before: last ? `${last.at}~${last.event}~${last.id}` : null,
  };
}

function presentEntry({ event, id, at, details }: TimelineRow): TimelineEntry {
  const { reason } = details;
  return {
    event,
    id: Number(id),
    at,
    ...details,
    ...(event === 'coins' && { reason: reasonOf(String(reason)) }),
    // Each branch of the query writes the fields of its event.
  } as TimelineEntry;
}
