import { sql } from 'drizzle-orm';
import type { OpenDatabase } from '#platform/db/database.ts';
import { type Reach, whenReached } from './database.checks.ts';
import { type Check, type Observation, ok, warning } from './finding.ts';

const LATE_SECONDS = 60;
const MIB = 2 ** 20;
const KEPT_MIB = 1024;

/** Lag in seconds; null: nothing is behind, or this user may not see it. */
export type Replica = { name: string; lagSeconds: number | null };
/** A slot that no replica reads, with what the server keeps for it. */
export type IdleSlot = { name: string; keptBytes: number };

export function replicationChecks(reach: Reach): Check[] {
  return [{ name: 'replicas', run: whenReached(reach, checkReplicas) }];
}

async function checkReplicas({ db }: OpenDatabase): Promise<Observation[]> {
  const { rows: replicas } = await db.execute<Replica>(sql`
    select coalesce(nullif(application_name, ''), host(client_addr), 'a replica') as name,
      extract(epoch from replay_lag)::float8 as "lagSeconds"
    from pg_stat_replication order by 1`);
  const { rows: slots } = await db.execute<IdleSlot>(sql`
    select slot_name as name,
      coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)::float8 as "keptBytes"
    from pg_replication_slots where not active and not pg_is_in_recovery()`);
  return observeReplicas(replicas, slots);
}

export function observeReplicas(replicas: Replica[], slots: IdleSlot[]): Observation[] {
  const late = replicas.filter(({ lagSeconds }) => (lagSeconds ?? 0) > LATE_SECONDS);
  const kept = slots.filter(({ keptBytes }) => keptBytes > KEPT_MIB * MIB);
  if (late.length + kept.length === 0)
    return [ok(replicas.length === 0 ? 'There is no replica.' : `Replicas that follow: ${replicas.length}.`)];
  return [
    ...late.map(({ name, lagSeconds }) =>
      warning({
        what: `The replica ${name} is ${Math.round(lagSeconds ?? 0)} s behind.`,
        why: 'If it takes over, these seconds of payments and deliveries are lost.',
        fix: "Look at the replica's load and at the network between.",
      }),
    ),
    ...kept.map(({ name, keptBytes }) =>
      warning({
        what: `Nothing reads the replication slot ${name}, and the server keeps ${Math.round(keptBytes / MIB)} MiB for it.`,
        why: 'It grows until the disk of the database is full.',
        fix: `Start its replica, or: select pg_drop_replication_slot('${name}');`,
      }),
    ),
  ];
}
