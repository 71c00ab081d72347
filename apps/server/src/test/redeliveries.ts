import { randomUUID } from 'node:crypto';
import type { RedeliveryPreview } from '@waygate/contract/redeliveries/redeliveries.schemas';
import { sql } from 'drizzle-orm';
import { redeliverBatch } from '#features/redeliveries/batches.service.ts';
import type { Db } from '#platform/db/database.ts';
import type { Portal } from './account-journeys.ts';

/** What a preview asks: ids and times as the API takes them. */
export type Lost = {
  mode: 'same_keys' | 'new_keys';
  scope?: 'everything' | 'account' | 'order' | 'product';
  target?: number;
  server?: number;
  since?: string;
};

/** Redeliveries as a member of staff starts them over the API. */
export function redeliveriesBy({ call, parts }: Pick<Portal, 'call' | 'parts'>, token: string) {
  const preview = async ({ scope = 'everything', ...lost }: Lost): Promise<RedeliveryPreview> => {
    const given = Object.entries({ scope, ...lost }).map(([name, value]) => [name, String(value)]);
    const response = await call('GET', `/admin/redeliveries/preview?${new URLSearchParams(given)}`, {
      token,
    });
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json();
  };
  const requestOf = async (lost: Lost) => {
    const { until, deliveries: expected } = await preview(lost);
    const { mode, scope = 'everything', target = null, server: serverId = null, since = null } = lost;
    return {
      id: randomUUID(),
      mode,
      scope,
      target,
      serverId,
      since,
      until,
      expected,
      reason: 'The disk broke',
    };
  };
  const send = (body: object) => call('POST', '/admin/redeliveries', { token, body });
  return {
    preview,
    requestOf,
    send,
    /** Confirms what a preview counts, and works on it until nothing is left. @returns how many were sent again */
    redeliver: async (lost: Lost): Promise<number> => {
      const response = await send(await requestOf(lost));
      if (response.statusCode !== 200) throw new Error(response.body);
      await redeliverAll(parts);
      return readRedelivered(parts.db, response.json().id);
    },
  };
}

/** Works as the worker does. */
export async function redeliverAll({ db }: Portal['parts']): Promise<void> {
  while (await redeliverBatch(db));
}

export async function readRedelivered(db: Db, id: string): Promise<number> {
  const { rows } = await db.execute<{ redelivered: number }>(
    sql`select redelivered from redeliveries where id = ${id} and finished_at is not null`,
  );
  if (!rows[0]) throw new Error('The redelivery is not finished.');
  return rows[0].redelivered;
}

/** As if these times were so long ago: what is applied now, was applied then. */
export async function moveApplied(db: Db, interval: string): Promise<void> {
  await db.execute(
    sql`update deliveries set settled_at = settled_at - ${interval}::interval where state = 'applied'`,
  );
}
