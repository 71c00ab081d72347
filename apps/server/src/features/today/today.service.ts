import { holds, type Section } from '@waygate/contract/permissions';
import type { Rank } from '@waygate/contract/ranks';
import {
  type ComingUp,
  NAMED_TASKS,
  type Task,
  TASK_KINDS,
  type TaskKind,
  type Today,
} from '@waygate/contract/today/today.schemas';
import { selectAlertTasks } from '#features/alerts/alerts.ts';
import { selectDeliveryTasks } from '#features/deliveries/deliveries.ts';
import { selectComingSeasons, selectStreamerTasks } from '#features/drops/drops.ts';
import { selectComingEvents } from '#features/news/news.ts';
import { selectMoneyTasks } from '#features/orders/orders.ts';
import { selectComingSales } from '#features/products/products.ts';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import type { Db } from '#platform/db/database.ts';

/** How many coming events are listed, the nearest first. */
const COMING_UP_LIMIT = 8;

/** A query has either counted all of its kind, or its rows are all there is. */
type Counted = Task & { total?: number };

/** The section that each kind of task belongs to. */
const SECTION_OF: Record<TaskKind, Section> = {
  dispute: 'orders',
  review: 'orders',
  payment: 'orders',
  delivery: 'orders',
  streamer: 'twitchDrops',
  alert: 'alerts',
};

/** What waits for a decision, as far as the viewer's sections go. Of another section nothing is read. */
export async function readToday(
  tx: Db,
  { viewer, conditions }: { viewer: Rank; conditions: AlertCondition[] },
): Promise<Today> {
  const opens = (section: Section) => holds(viewer, section);
  const tasks: Counted[] = [
    ...(opens('orders') ? await selectMoneyTasks(tx, NAMED_TASKS) : []),
    ...(opens('orders') ? await selectDeliveryTasks(tx) : []),
    ...(opens('twitchDrops') ? await selectStreamerTasks(tx, NAMED_TASKS) : []),
    ...(opens('alerts') ? await selectAlertTasks(tx, conditions) : []),
  ];
  const byKind = Map.groupBy(withoutRepeats(tasks), ({ kind }) => kind);
  return {
    at: new Date().toISOString(),
    tasks: TASK_KINDS.flatMap((kind) => (byKind.get(kind) ?? []).map(presentTask).toSorted(byUrgency)),
    counts: countsOf(byKind, opens),
    comingUp: await readComingUp(tx, opens),
  };
}

/** Alerts that are also tasks, by name. */
const TASK_OF_ALERT: Record<string, TaskKind> = {
  orders_in_review: 'review',
  unmatched_payment: 'payment',
  dead_deliveries: 'delivery',
  unknown_deliveries: 'delivery',
  unmatched_receipts: 'delivery',
  streamers_waiting: 'streamer',
};

/** Without the alerts whose cases stand above them as tasks. */
function withoutRepeats(tasks: Counted[]): Counted[] {
  const kinds = new Set<TaskKind | undefined>(tasks.map(({ kind }) => kind));
  return tasks.filter(({ kind, reason }) => kind !== 'alert' || !kinds.has(TASK_OF_ALERT[reason]));
}

async function readComingUp(tx: Db, opens: (section: Section) => boolean): Promise<ComingUp[]> {
  const found = [
    ...(opens('products') ? await selectComingSales(tx, COMING_UP_LIMIT) : []),
    ...(opens('news') ? await selectComingEvents(tx, COMING_UP_LIMIT) : []),
    ...(opens('twitchDrops') ? await selectComingSeasons(tx, COMING_UP_LIMIT) : []),
  ];
  return found
    .map(({ at, ...coming }) => ({ ...coming, at: new Date(at).toISOString() }))
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .slice(0, COMING_UP_LIMIT);
}

function countsOf(byKind: Map<TaskKind, Counted[]>, opens: (section: Section) => boolean): Today['counts'] {
  const count = (kind: TaskKind) => {
    const tasks = byKind.get(kind) ?? [];
    return opens(SECTION_OF[kind]) ? (tasks[0]?.total ?? sumOfCases(kind, tasks)) : null;
  };
  return {
    dispute: count('dispute'),
    review: count('review'),
    payment: count('payment'),
    delivery: count('delivery'),
    streamer: count('streamer'),
    alert: count('alert'),
  };
}

/** Deliveries are counted by their cases; an alert is one, however many cases it has. */
function sumOfCases(kind: TaskKind, tasks: Counted[]): number {
  return kind === 'delivery' ? tasks.reduce((sum, { cases }) => sum + cases, 0) : tasks.length;
}

function presentTask(counted: Counted): Task {
  const { total: _, since, due, ...task } = counted;
  return {
    ...task,
    since: new Date(since).toISOString(),
    // The database says null where there is none.
    ...(due && { due: new Date(due).toISOString() }),
  };
}

/** What is due first, then what waits longest. */
function byUrgency(one: Task, other: Task): number {
  return (one.due ?? '9').localeCompare(other.due ?? '9') || one.since.localeCompare(other.since);
}
