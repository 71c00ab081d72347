import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import { STALLED_COUNT } from './bulk.queries.ts';

export const BULK_ALERTS: AlertCondition[] = [
  {
    name: 'bulk_list_unfinished',
    title: 'Lists of players unfinished',
    count: STALLED_COUNT,
    describe: (count) =>
      `${count === 1 ? 'A list of players has' : `${count} lists of players have`} stopped in the middle.`,
    advice:
      "Nobody has gone on with it for 15 minutes, so some players wait for their pack, benefit or ban. Under 'Lists of players' on Actions or Benefits, go on with it, or stop it for good. Nobody gets anything twice.",
    page: 'actions',
  },
];
