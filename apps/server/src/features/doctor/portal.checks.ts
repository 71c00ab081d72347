import { ADMIN_PAGE_ENTRIES, ADMIN_PAGES, type AdminPageId } from '@waygate/contract/site/admin-pages';
import { describeAlert } from '#features/alerts/alerts.ts';
import { countStalled } from '#features/bulk/bulk.ts';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import type { OpenDatabase } from '#platform/db/database.ts';
import { type Reach, whenReached } from './database.checks.ts';
import {
  type BridgeState,
  selectBridgeStates,
  selectLastEventHoursAgo,
  selectLedgerState,
  selectOpenAlerts,
  selectUnhealthyJobs,
} from './doctor.queries.ts';
import { type Check, type Observation, ok, problem, skipped, warning } from './finding.ts';

const LATE_MINUTES = 10;
const CHECKED_WITHIN_HOURS = 48;

export function portalChecks(reach: Reach, conditions: AlertCondition[]): Check[] {
  return [
    { name: 'bridges', run: whenReached(reach, checkBridges) },
    { name: 'jobs', run: whenReached(reach, checkJobs) },
    { name: 'stripe_events', run: whenReached(reach, checkEvents) },
    { name: 'ledger', run: whenReached(reach, checkLedger) },
    { name: 'bulk_lists', run: whenReached(reach, checkBulkLists) },
    { name: 'alerts', run: whenReached(reach, (database) => checkAlerts(database, conditions)) },
  ];
}

async function checkBridges({ db }: OpenDatabase): Promise<Observation[]> {
  return (await selectBridgeStates(db)).map(observeBridge);
}

export function observeBridge(state: BridgeState): Observation {
  const { slug, guarantee, leasedMinutesAgo, waiting, oldestMinutes } = state;
  const lease = leasedMinutesAgo === null ? 'has never fetched' : `last fetched ${ago(leasedMinutesAgo)}`;
  const deliveries = waiting === 1 ? '1 delivery is' : `${waiting} deliveries are`;
  const queue =
    oldestMinutes === null ? 'nothing waits' : `${deliveries} waiting, the oldest for ${oldestMinutes} min`;
  const promise = guarantee === null ? '' : `, ${guarantee.replaceAll('_', ' ')}`;
  const what = `The bridge of ${slug} ${lease}${promise}; ${queue}.`;
  const isSilent = leasedMinutesAgo === null || leasedMinutesAgo >= LATE_MINUTES;
  if (!isSilent) return ok(what);
  const reason = {
    what,
    why: 'What players buy waits until it fetches. Nothing is lost.',
    fix: "Check whether the game bridge runs, and look at 'waygate bridge-token list' and Admin → Game → Servers → Access.",
  };
  return oldestMinutes !== null && oldestMinutes >= LATE_MINUTES ? problem(reason) : warning(reason);
}

async function checkJobs({ db }: OpenDatabase): Promise<Observation[]> {
  const jobs = await selectUnhealthyJobs(db);
  if (jobs.length === 0) return [ok('No job is late, and none failed within a day.')];
  return jobs.map(({ name, failed, late }) =>
    late > 0
      ? problem({
          what: `Jobs that have been due for more than ${LATE_MINUTES} minutes: ${late} of '${wordsOf(name)}'.`,
          code: name,
          why: 'Mail, payments and clean-up wait for them.',
          fix: "Check whether a worker runs: 'waygate worker', or 'waygate start' alone.",
        })
      : warning({
          what: `Jobs that failed within a day: ${failed} of '${wordsOf(name)}'.`,
          code: name,
          why: 'What they should have done is not done.',
          fix: "The worker's log has the error of each.",
        }),
  );
}

/** Whether they are missing is decided by the alert `payment_webhooks_missing`, which knows of paid orders. */
async function checkEvents({ db }: OpenDatabase): Promise<Observation[]> {
  const hours = await selectLastEventHoursAgo(db);
  if (hours === null) return [skipped('Stripe has sent no event yet.')];
  return [ok(`The last event of Stripe arrived ${hours < 1 ? 'within an hour' : `${hours} h ago`}.`)];
}

async function checkLedger({ db }: OpenDatabase): Promise<Observation[]> {
  const { differences, checkedHoursAgo } = await selectLedgerState(db);
  if (differences !== null && differences > 0)
    return [
      problem({
        what: `The last check found ${differences} differences between coins and their entries.`,
        why: 'Coins were changed past the ledger.',
        fix: "The worker's log has examples; find what wrote them before you correct a balance.",
      }),
    ];
  if (checkedHoursAgo === null || checkedHoursAgo < CHECKED_WITHIN_HOURS)
    return [ok('The last check of the ledger found no difference.')];
  return [
    warning({
      what: `The ledger was last checked ${checkedHoursAgo} hours ago.`,
      why: 'A difference would go unnoticed.',
      fix: 'Check whether a worker runs: the check is a job of every night.',
    }),
  ];
}

async function checkBulkLists({ db }: OpenDatabase): Promise<Observation[]> {
  const stopped = await countStalled(db);
  if (stopped === 0) return [ok('No list of players has stopped in the middle.')];
  return [
    warning({
      what: `Lists of players that stopped in the middle, for 15 minutes or longer: ${stopped}.`,
      why: 'Some of the players wait for what the list grants.',
      fix: "Admin → Accounts → Actions or Benefits, 'Lists of players': go on with it, or stop it for good.",
    }),
  ];
}

async function checkAlerts({ db }: OpenDatabase, conditions: AlertCondition[]): Promise<Observation[]> {
  const alerts = await selectOpenAlerts(db);
  if (alerts.length === 0) return [ok('No alert is open.')];
  return alerts.map(({ openMinutes, ...incident }) => {
    const { title, sentence, advice, page } = describeAlert(incident, conditions);
    return warning({
      what: sentence,
      why: `The alert '${title}' was raised ${ago(openMinutes)}.`,
      fix: `${advice} Admin → ${placeOf(page)}`,
      code: incident.alert,
    });
  });
}

/** 'Deliveries', or 'Orders → Unmatched payments' for a page that isn't in the menu itself. */
function placeOf(page: AdminPageId): string {
  const { path, title } = ADMIN_PAGES[page];
  const section = ADMIN_PAGE_ENTRIES.find(([, above]) => above.menu && path.startsWith(`${above.path}/`));
  return section ? `${section[1].title} → ${title}` : title;
}

/** 'orders: collect transactions' for `orders.collect_transactions`. */
function wordsOf(job: string): string {
  return job.replaceAll('.', ': ').replaceAll('_', ' ');
}

function ago(minutes: number): string {
  return minutes < 1 ? 'less than a minute ago' : `${minutes} min ago`;
}
