import { sql } from 'drizzle-orm';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';

export const LEDGER_ALERTS: AlertCondition[] = [
  {
    name: 'ledger_check_failed',
    title: 'Coins differ from the ledger',
    count: sql`(select differences from ledger_check)`,
    describe: (count) =>
      `The ledger's check found ${count === 1 ? '1 difference' : `${count} differences`} between coins and their entries.`,
    advice:
      "Coins were changed past the ledger, for example by SQL. Nothing is repaired automatically. The worker's log has examples; find what wrote them before you correct a balance. The next check, at night, ends this alert if nothing differs any more.",
    page: 'alerts',
    clearAfterMinutes: 0,
  },
  {
    name: 'ledger_check_overdue',
    title: 'Ledger check overdue',
    count: sql`(select count(*) from ledger_check where checked_at < now() - interval '2 days')`,
    describe: () => "The ledger wasn't checked for 2 days.",
    advice:
      'The check runs every night at 03:41 UTC in a worker. Check whether a worker runs, and look in its log for failures of the job ledger.check.',
    page: 'alerts',
  },
];
