import type { Database } from '#platform/db/database.ts';
import { queryWithin } from '#platform/db/query-within.ts';
import { IS_ALIVE_SQL } from './processes.queries.ts';

const ANSWER_WITHIN_MS = 1500;

type Queue = { waiting: number; oldestSeconds: number };

/** What operators and their tools watch. Ages are in seconds; null: never. */
export type PortalState = {
  processes: { api: number; worker: number };
  /** The newest migration of the database. */
  schema: string;
  /** What is due and not done. */
  queues: { jobs: Queue; mails: Queue; deliveries: Queue };
  secondsSince: { webhook: number | null; lease: number | null; dropSample: number | null };
  /** Of this process. */
  pool: { used: number; idle: number; waiting: number; max: number };
};

/** @throws what the database throws, and an error after 1.5 s */
export async function readPortalState(db: Database): Promise<PortalState> {
  const query = { text: SELECT_STATE };
  const { rows } = await queryWithin<Omit<PortalState, 'pool'>>(db, ANSWER_WITHIN_MS, query);
  const [state] = rows;
  if (!state) throw new Error('The database returned no row.');
  const { totalCount, idleCount, waitingCount, options } = db.$client;
  return {
    ...state,
    pool: { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount, max: options.max },
  };
}

const age = (time: string) => `extract(epoch from now() - ${time})::float8`;
const queue = (time: string) =>
  `json_build_object('waiting', count(*), 'oldestSeconds', coalesce(${age(`min(${time})`)}, 0))`;

/** Each part reads along an index of what waits, or a table of a few rows. */
const SELECT_STATE = `
  select
    (select json_build_object('api', count(*) filter (where is_api), 'worker', count(*) filter (where is_worker))
      from processes where ${IS_ALIVE_SQL}) as processes,
    (select max(name) from schema_migrations) as schema,
    json_build_object(
      'jobs', (select ${queue('start_after')} from pgboss.job where state < 'active' and start_after <= now()),
      'mails', (select ${queue('created_at')} from mails where sent_at is null and failed_at is null),
      'deliveries', (select ${queue('available_at')} from deliveries
        where state in ('pending', 'leased') and available_at <= now())) as queues,
    json_build_object(
      'webhook', (select ${age('at')} from last_signals where name = 'stripe webhook'),
      'lease', (select ${age('max(at)')} from last_signals where name like 'game lease %'),
      'dropSample', (select ${age('finished_at')} from drop_samples
        where state in ('ok', 'partial') order by minute desc limit 1)) as "secondsSince"`;
