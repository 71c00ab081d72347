// Sign-ins: their rate, compared with the passwords that the machine can check, what they write, and what others wait.
// Nobody calls the bound over a network, so what the load costs counts against the portal: it writes to bare connections.
import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { hash } from '@node-rs/argon2';
import { askProgram } from './support/ask-program.ts';
import { median, quantile, report, reportBudgets } from './support/budgets.ts';
import type { Probe } from './support/latency-probe.ts';
import { withPortal } from './support/measured-portal.ts';
import type { SignInLoad } from './support/sign-in-load.ts';

const ACCOUNTS = 20_000;
/** So that pages of accounts don't compress better than where each has its own password. */
const HASHES = 40;
const ROUNDS = 5;
const ROUND_SECONDS = 6;
/** A number and not a time: the fewer there are between two checkpoints, the more pages each writes. */
const WRITTEN_SIGN_INS = 500;
const PASSWORD = 'one password for everybody';

/** The portal's parameters, see apps/server/src/platform/auth/passwords.ts. */
const ARGON2ID = { algorithm: 2, memoryCost: 12_288, timeCost: 3, parallelism: 1 } as const;
/** OWASP's, which the budget was set by; the portal's hash takes less time, and must not raise what it is measured by. */
const OWASP_ARGON2ID = { ...ARGON2ID, memoryCost: 19_456, timeCost: 2 } as const;

const hashes = await Promise.all(Array.from({ length: HASHES }, () => hash(PASSWORD, ARGON2ID)));
const owaspHash = await hash(PASSWORD, OWASP_ARGON2ID);

/** `share` of OWASP's hash, `ownShare` of the portal's; the news' latencies in ms. */
type Round = { rate: number; share: number; ownShare: number; p50: number; p99: number };

type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

// Behind a proxy, so that each sign-in has its own address and none is throttled.
await withPortal({ TRUST_PROXY: 'on' }, async ({ origin, sql }) => {
  await sql(
    `insert into accounts (user_name, email, password_hash, email_confirmed_at)
     select 'Player_' || n, 'player-' || n || '@example.test', ($1::text[])[n % $2 + 1], now()
     from generate_series(1, $3::int) as n`,
    [hashes, HASHES, ACCOUNTS],
  );
  await sql('vacuum analyze accounts, account_activity');
  const load = start('sign-in-load.ts');
  const probe = start('latency-probe.ts');
  const signIns = (wanted: { seconds: number } | { amount: number }) =>
    askProgram<number>(load, {
      origin,
      password: PASSWORD,
      accounts: ACCOUNTS,
      ...wanted,
    } satisfies SignInLoad);
  const news = (seconds: number) =>
    askProgram<number[]>(probe, { url: `${origin}/api/content/news?limit=20`, seconds } satisfies Probe);

  await signIns({ seconds: 1 });
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [rate, latencies] = await Promise.all([signIns({ seconds: ROUND_SECONDS }), news(ROUND_SECONDS)]);
    rounds.push({
      rate,
      share: rate / (await hashingBound(owaspHash)),
      ownShare: rate / (await hashingBound(hashes[0])),
      p50: quantile(latencies, 0.5),
      p99: quantile(latencies, 0.99),
    });
  }
  const written = await startWal(sql);
  await signIns({ amount: WRITTEN_SIGN_INS });
  const wal = (await written()) / WRITTEN_SIGN_INS;
  load.disconnect();
  probe.disconnect();

  reportRounds(rounds, wal);
});

/** @param wal bytes of write-ahead log of a sign-in after a checkpoint */
function reportRounds(rounds: Round[], wal: number): void {
  const medianOf = (value: (round: Round) => number) => median(rounds.map(value));
  report(
    'sign-ins a second',
    medianOf(({ rate }) => rate),
  );
  report(
    "sign-ins, share of what the machine hashes with the portal's parameters",
    medianOf(({ ownShare }) => ownShare),
  );
  report(
    'news p50 meanwhile',
    medianOf(({ p50 }) => p50),
    ' ms',
  );
  reportBudgets([
    {
      name: "sign-ins, share of what the machine hashes with OWASP's parameters",
      measured: medianOf(({ share }) => share),
      atLeast: 0.8,
    },
    { name: 'news p99 meanwhile', measured: medianOf(({ p99 }) => p99), atMost: 10, unit: ' ms' },
    {
      name: 'write-ahead log of a sign-in after a checkpoint',
      measured: wal / 1000,
      atMost: 8.4,
      unit: ' kB',
    },
  ]);
}

/** Starts one of the measuring programs. */
function start(program: string): ChildProcess {
  return fork(path.join(import.meta.dirname, 'support', program), {
    env: { ...process.env, UV_THREADPOOL_SIZE: String(availableParallelism()) },
  });
}

/** @returns the bytes of write-ahead log since a checkpoint right now: pages that change first are written whole. */
async function startWal(sql: Sql): Promise<() => Promise<number>> {
  await sql('checkpoint');
  const [before] = await sql<{ lsn: string }>('select pg_current_wal_insert_lsn() as lsn');
  return async () => {
    const [end] = await sql<{ bytes: number }>(
      'select (pg_current_wal_insert_lsn() - $1::pg_lsn)::float8 as bytes',
      [before?.lsn],
    );
    return end?.bytes ?? Number.NaN;
  };
}

/** @returns how many passwords a second the machine checks against this hash. */
async function hashingBound(storedHash: string | undefined): Promise<number> {
  const child = start('hashing-bound.ts');
  const rate = await askProgram<number>(child, {
    storedHash,
    password: PASSWORD,
    seconds: ROUND_SECONDS,
  });
  child.disconnect();
  return rate;
}
