// Sign-ins per second, compared with the number of passwords that the machine can check.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import autocannon from 'autocannon';
import { median, quantile, report, reportBudgets } from './budgets.ts';
import { withPortal } from './measured-portal.ts';

const ACCOUNTS = 5000;
const CONNECTIONS = 16;
const ROUNDS = 5;
const ROUND_SECONDS = 6;
const HEALTH_EVERY_MS = 50;
const PASSWORD = 'one password for everybody';

let visitors = 0;

/** The portal's parameters, see apps/server/src/platform/auth/passwords.ts. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const storedHash = await hash(PASSWORD, ARGON2ID);

// Behind a proxy, so that each sign-in has its own address and none is throttled.
await withPortal({ TRUST_PROXY: 'on' }, async ({ origin, sql }) => {
  await sql(
    `insert into accounts (user_name, email, password_hash, email_confirmed_at)
     select 'Player_' || n, 'player-' || n || '@example.test', $1, now() from generate_series(1, $2::int) as n`,
    [storedHash, ACCOUNTS],
  );
  await signIns(origin, 1);
  const ratios: number[] = [];
  const rates: number[] = [];
  const latencies: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const health = watchHealth(origin);
    const rate = await signIns(origin, ROUND_SECONDS);
    latencies.push(...(await health.stop()));
    rates.push(rate);
    ratios.push(rate / (await hashingBound()));
  }
  report('sign-ins a second', median(rates));
  report('/healthz p50 meanwhile', quantile(latencies, 0.5), ' ms');
  reportBudgets([
    { name: 'sign-ins, share of the hashing bound', measured: median(ratios), atLeast: 0.85 },
    { name: '/healthz p99 meanwhile', measured: quantile(latencies, 0.99), atMost: 50, unit: ' ms' },
  ]);
});

async function signIns(origin: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url: `${origin}/api/auth/login`,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          visitors += 1;
          return {
            ...request,
            headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(visitors) },
            body: JSON.stringify({ identifier: `Player_${(visitors % ACCOUNTS) + 1}`, password: PASSWORD }),
          };
        },
      },
    ],
  });
  if (result.non2xx + result.errors > 0) throw new Error(JSON.stringify(result.statusCodeStats));
  return result['2xx'] / result.duration;
}

function addressOf(visitor: number): string {
  return `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`;
}

/** Requests /healthz repeatedly and records the latency of each response. */
function watchHealth(origin: string): { stop: () => Promise<number[]> } {
  const latencies: number[] = [];
  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      await (await fetch(`${origin}/healthz`)).text();
      latencies.push(performance.now() - startedAt);
      await pause(HEALTH_EVERY_MS);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await watching;
      return latencies;
    },
  };
}

async function hashingBound(): Promise<number> {
  const child = fork(path.join(import.meta.dirname, 'hashing-bound.ts'), {
    env: { ...process.env, UV_THREADPOOL_SIZE: String(availableParallelism()) },
  });
  child.send({ storedHash, password: PASSWORD, seconds: ROUND_SECONDS });
  const [rate] = await once(child, 'message');
  child.disconnect();
  return Number(rate);
}
