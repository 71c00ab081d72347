// One minute of drops, with a hundred thousand linked accounts and half a million people in chats: first a thousand live
// streamers and a Twitch that answers at once, then ten thousand and answers that take 200 ms.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { askProgram } from './support/ask-program.ts';
import { median, report, reportBudgets } from './support/budgets.ts';
import { withPortal } from './support/measured-portal.ts';
import { memoryOf } from './support/process-memory.ts';
import type { BareCalls } from './support/bare-calls.ts';
import { startBareServer } from './support/start-bare-server.ts';
// oxlint-disable-next-line no-restricted-imports -- the server's parts have names within the server alone
import { listenForTwitch, openPort } from '../apps/server/src/simulators/twitch/simulator-listener.ts';
// oxlint-disable-next-line no-restricted-imports -- the server's parts have names within the server alone
import {
  createTwitchSimulator,
  type TwitchSimulator,
} from '../apps/server/src/simulators/twitch/twitch-simulator.ts';
// oxlint-disable-next-line no-restricted-imports -- the server's parts have names within the server alone
import { createLogger } from '../apps/server/src/platform/logging/logger.ts';
// oxlint-disable-next-line no-restricted-imports -- the server's parts have names within the server alone
import { createTokenBox } from '../apps/server/src/platform/twitch/token-box.ts';
import { type Portal, startWorker } from '#e2e/portal.ts';

type Scenario = {
  name: string;
  streamers: number;
  /** In each chat. */
  chatters: number;
  answersAfterMs: number;
  ticks: number;
  secondsATick: number;
  /** CPU time of a tick, compared with that of bare calls for the same answers. */
  timesBareCalls: number;
};

const SCENARIOS: Scenario[] = [
  {
    name: '1 000 chats',
    streamers: 1000,
    chatters: 500,
    answersAfterMs: 0,
    ticks: 3,
    secondsATick: 20,
    timesBareCalls: 6,
  },
  {
    name: '10 000 chats, answers after 200 ms',
    streamers: 10_000,
    chatters: 50,
    answersAfterMs: 200,
    ticks: 3,
    // What is left of its minute is for those that begin late.
    secondsATick: 40,
    timesBareCalls: 6,
  },
];
const LINKED = 100_000;
const FIRST_USER_ID = 1_000_001;
const GAME_ID = '900001';
const SCOPE = 'moderator:read:chatters';
const CLOCK_TICKS_A_SECOND = 100;
const TICK_WITHIN_MS = 200_000;

const key = randomBytes(32);
const origin = 'http://127.0.0.1';

for (const scenario of SCENARIOS) await measure(scenario);

async function measure(scenario: Scenario): Promise<void> {
  const twitch = await openTwitch();
  const env = {
    TWITCH_CLIENT_ID: 'bench',
    TWITCH_CLIENT_SECRET: 'bench',
    TWITCH_GAME_IDS: GAME_ID,
    TWITCH_TOKEN_KEY: `bench:${key.toString('base64')}`,
    TWITCH_API_BASE: `${twitch.url}/helix`,
    TWITCH_AUTH_BASE: `${twitch.url}/oauth2`,
    DROPS_DAILY_CAP: 'off',
    DEMO_CONTENT: 'off',
  };
  await withPortal(
    env,
    async (portal) => {
      const accessToken = await fill(portal, scenario, twitch.simulator);
      const bareSeconds = await measureBareCalls(twitch.url, accessToken, scenario.streamers);
      const { answersAfterMs: slowMs } = scenario;
      if (slowMs > 0) twitch.simulator.faults.plan({ fault: 'slow', slowMs });
      const worker = startWorker({ dataDir: portal.dataDir, env });
      await worker.untilWorking();
      try {
        const ticks = await measureTicks(portal, worker.pid(), scenario);
        reportScenario(scenario, ticks, { bareSeconds, refused: twitch.refusedPoints() });
      } finally {
        await worker.kill();
      }
    },
    { program: 'api' },
  );
  await twitch.close();
}

type Tick = Awaited<ReturnType<typeof nextTick>>;

async function measureTicks(portal: Portal, pid: number, { name, ticks: count }: Scenario): Promise<Tick[]> {
  const ticks: Tick[] = [];
  await passFirstSample(portal);
  while (ticks.length < count) {
    const tick = await nextTick(portal, pid);
    ticks.push(tick);
    report(`${name}: credited in tick ${ticks.length}`, tick.credited);
  }
  return ticks;
}

function reportScenario(
  { name, ...most }: Scenario,
  ticks: Tick[],
  { bareSeconds, refused }: { bareSeconds: number; refused: number },
): void {
  const cpuSeconds = median(ticks.map((tick) => tick.cpuSeconds));
  report(`${name}: the worker's own CPU in a tick`, cpuSeconds, ' s');
  report(`${name}: CPU of bare calls`, bareSeconds, ' s');
  reportBudgets([
    {
      name: `${name}: one tick`,
      measured: Math.max(...ticks.map(({ seconds }) => seconds)),
      atMost: most.secondsATick,
      unit: ' s',
    },
    {
      name: `${name}: the worker's own CPU in a tick, times that of bare calls`,
      measured: cpuSeconds / bareSeconds,
      atMost: most.timesBareCalls,
    },
    {
      name: `${name}: memory of the worker`,
      measured: Math.max(...ticks.map(({ megabytes }) => megabytes)),
      atMost: 300,
      unit: ' MB',
    },
    { name: `${name}: calls that Twitch refused because of its rate limit`, measured: refused, atMost: 0 },
    {
      name: `${name}: minutes credited in a tick`,
      measured: Math.min(...ticks.map(({ credited }) => credited)),
      atLeast: LINKED,
    },
  ]);
}

async function openTwitch() {
  const simulator = createTwitchSimulator({
    application: { clientId: 'bench', clientSecret: 'bench', redirectUris: [origin] },
    brandName: 'Bench',
    gameIds: [GAME_ID],
  });
  const server = await openPort(0);
  if (!server) throw new Error('There is no free port.');
  const { url, close } = listenForTwitch(server, simulator, createLogger({ level: 'error' }));
  return {
    url,
    close,
    simulator,
    refusedPoints: () => simulator.points.usage().reduce((sum, { refused }) => sum + refused, 0),
  };
}

/** @returns CPU seconds */
async function measureBareCalls(twitchUrl: string, accessToken: string, count: number): Promise<number> {
  const id = FIRST_USER_ID;
  const bare = await startBareServer(
    `${twitchUrl}/helix/chat/chatters?broadcaster_id=${id}&moderator_id=${id}&first=1000`,
    { authorization: `Bearer ${accessToken}`, 'client-id': 'bench' },
  );
  const caller = fork(path.join(import.meta.dirname, 'support/bare-calls.ts'));
  const seconds = await askProgram<number>(caller, { url: bare.url, count } satisfies BareCalls);
  caller.disconnect();
  bare.process.disconnect();
  return seconds;
}

/**
 * Half a million chatters, of whom a hundred thousand are linked; every streamer is.
 *
 * @returns the first streamer's access token
 */
async function fill(
  { sql }: Portal,
  { streamers: count, chatters }: Scenario,
  { world, grants }: TwitchSimulator,
): Promise<string> {
  const streamers = await linkAccounts(sql, count);
  const box = createTokenBox([{ id: 'bench', key }]);
  const sealed = streamers.map(({ account_id: accountId, twitch_user_id: id, login }, index) => {
    world.createUser({ login, id });
    world.goLive(id, { gameId: GAME_ID });
    world.joinChat(id, ...chattersOf(index, { streamers: count, chatters }));
    const code = grants.issueCode({ userId: id, scopes: [SCOPE], redirectUri: origin });
    const tokens = grants.exchangeCode(code, origin);
    if (!tokens) throw new Error('The code was not taken.');
    return {
      accountId,
      accessToken: tokens.accessToken,
      access: box.seal(tokens.accessToken, accountId).sealed,
      refresh: box.seal(tokens.refreshToken, accountId).sealed,
    };
  });
  await sql(
    `insert into twitch_streamers (account_id, decision, key_id, access_token, refresh_token, expires_at)
     select s.account_id, 'approved', 'bench', s.access, s.refresh, now() + interval '4 hours'
     from unnest($1::int[], $2::bytea[], $3::bytea[]) as s (account_id, access, refresh)`,
    [
      sealed.map(({ accountId }) => accountId),
      sealed.map(({ access }) => access),
      sealed.map(({ refresh }) => refresh),
    ],
  );
  await sql('analyze');
  const [first] = sealed;
  if (!first) throw new Error('There is no streamer.');
  return first.accessToken;
}

/** @returns the links of the streamers, which are the first */
async function linkAccounts(sql: Portal['sql'], count: number) {
  await sql(`insert into twitch_seasons (name, starts_at) values ('Bench', now() - interval '1 day')`);
  await sql(
    `with made as (
       insert into accounts (user_name, email, password_hash)
       select 'bench_' || n, 'bench_' || n || '@example.test', 'none' from generate_series(1, $1::int) n
       returning id, substr(user_name, 7)::int as n
     )
     insert into twitch_links (account_id, twitch_user_id, login, display_name)
     select id, (${FIRST_USER_ID - 1} + n)::text, 'bench_' || n, 'Bench ' || n from made`,
    [LINKED + count],
  );
  return sql<{ account_id: number; twitch_user_id: string; login: string }>(
    'select account_id, twitch_user_id, login from twitch_links order by account_id limit $1',
    [count],
  );
}

/** One in five chatters is linked. The first ids belong to the streamers. */
function chattersOf(
  index: number,
  { streamers, chatters }: Pick<Scenario, 'streamers' | 'chatters'>,
): string[] {
  const perChat = LINKED / streamers;
  return Array.from({ length: chatters }, (_, chatter) =>
    chatter < perChat
      ? String(FIRST_USER_ID + streamers + index * perChat + chatter)
      : String(900_000_000 + index * chatters + chatter),
  );
}

/** The first sample is taken as the worker starts, and so has only what is left of that minute. */
async function passFirstSample(portal: Portal): Promise<void> {
  const deadline = Date.now() + TICK_WITHIN_MS;
  while (Date.now() < deadline) {
    const finished = await portal.sql('select from drop_samples where finished_at is not null limit 1');
    if (finished.length > 0) return;
    await pause(250);
  }
  throw new Error('The worker took no sample in time.');
}

/** Waits for the next complete sample, and measures the worker's CPU and memory. */
async function nextTick(portal: Portal, pid: number) {
  const [last] = await portal.sql<{ minute: number | null }>(
    'select max(minute) as minute from drop_samples',
  );
  const cpuBefore = await cpuSecondsOf(pid);
  const deadline = Date.now() + TICK_WITHIN_MS;
  let megabytes = 0;
  for (;;) {
    megabytes = Math.max(megabytes, await memoryOf([pid]));
    const [sample] = await portal.sql<{ state: string; credited: number; seconds: number; detail: string }>(
      `select state, credited, detail, extract(epoch from finished_at - started_at)::float as seconds
       from drop_samples where finished_at is not null and minute > $1 order by minute limit 1`,
      [last?.minute ?? 0],
    );
    if (sample?.state === 'ok')
      return { ...sample, megabytes, cpuSeconds: (await cpuSecondsOf(pid)) - cpuBefore };
    if (sample || Date.now() > deadline) throw new Error(`No whole sample: ${sample?.detail ?? 'in time'}`);
    await pause(250);
  }
}

async function cpuSecondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_A_SECOND;
}
