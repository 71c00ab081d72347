import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Portal } from './portal.ts';
import { signInAs, untilAnswered } from './shoppers.ts';

const CALL_TIMEOUT_MS = 10_000;
const REASON = 'The disk of the game broke';

const previewSchema = z.object({ until: z.string(), deliveries: z.number() });

/** The owner, who works over the API. */
export type OwnerCalls = {
  call: (method: 'GET' | 'POST', path: string, body?: object) => Promise<{ status: number; body: unknown }>;
  /** Sends everything that was applied to the game again, under the same keys. @returns the redelivery's id */
  redeliverEverything: () => Promise<string>;
};

/** @param portalNow it moves when it is started again; each call is repeated until it is answered */
export async function signInOwner(portalNow: () => Portal): Promise<OwnerCalls> {
  const { sql, owner } = portalNow();
  const [account] = await sql<{ id: number }>('select id from accounts where email = $1', [owner.email]);
  const [{ token } = { token: '' }] = await signInAs(portalNow(), [account?.id ?? 0]);
  const call: OwnerCalls['call'] = (method, path, body) =>
    untilAnswered(async () => {
      const answer = await fetch(`${portalNow().origin}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      });
      if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}.`);
      return { status: answer.status, body: await answer.json() };
    });
  return {
    call,
    redeliverEverything: async () => {
      const lost = { mode: 'same_keys', scope: 'everything' };
      for (;;) {
        const preview = await call('GET', `/admin/redeliveries/preview?${new URLSearchParams(lost)}`);
        const { until, deliveries: expected } = previewSchema.parse(preview.body);
        const id = randomUUID();
        const request = { ...lost, id, target: null, since: null, until, expected, reason: REASON };
        // Repeated with the same id, when its answer was lost. Another number by now needs another preview.
        const { status, body } = await call('POST', '/admin/redeliveries', request);
        if (status === 200) return id;
        if (status !== 409) throw new Error(`The redelivery answered ${status}: ${JSON.stringify(body)}`);
      }
    },
  };
}
