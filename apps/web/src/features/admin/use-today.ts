import { useQuery } from '@tanstack/react-query';
import { getToday } from '@waygate/contract/today/today.endpoints';
import type { TaskKind, Today } from '@waygate/contract/today/today.schemas';
import { call } from '#api/call.ts';
import type { AdminSectionId } from './sections.ts';

const REFRESH_MS = 60_000;

/** The key of what waits, which the menu's badges show on every page. */
export const TODAY_KEY = ['today'];

/** What waits for this member of staff; read again every minute while somebody looks. */
export function useToday() {
  return useQuery({
    queryKey: TODAY_KEY,
    queryFn: ({ signal }) => call(getToday, {}, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** Where each kind of task is dealt with. */
const MENU_OF: Record<TaskKind, AdminSectionId> = {
  dispute: 'orders',
  review: 'orders',
  payment: 'orders',
  delivery: 'deliveries',
  streamer: 'twitchDrops',
  alert: 'alerts',
};

/** How many tasks wait behind each entry of the menu, by its id; entries without any are missing. */
export function useTaskCounts(): Record<string, number> {
  const { data } = useToday();
  return data ? countsByEntry(data) : {};
}

function countsByEntry({ counts }: Today): Record<string, number> {
  const byEntry: Record<string, number> = {};
  // The record's own keys are its kinds.
  for (const [kind, entry] of Object.entries(MENU_OF) as [TaskKind, AdminSectionId][]) {
    const count = counts[kind] ?? 0;
    if (count > 0) byEntry[entry] = (byEntry[entry] ?? 0) + count;
  }
  return byEntry;
}
