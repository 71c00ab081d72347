// Memory of the portal and its embedded PostgreSQL, and of the api alone, after a period of load.
import autocannon from 'autocannon';
import { report, reportBudgets } from './support/budgets.ts';
import { withPortal } from './support/measured-portal.ts';
import { memoryOf, processTree, residentMemoryOf } from './support/process-memory.ts';
import { createDataFolder, type Portal, removeDataFolder, startDatabase, startPortal } from '#e2e/portal.ts';

const REQUESTS = 10_000;
const CONNECTIONS = 16;
const PLAYERS = 20;

const READS = [
  '/',
  '/news',
  '/news/1',
  '/news/2',
  '/patch-notes',
  '/patch-notes/1',
  '/tos',
  '/login',
  '/nowhere',
  '/api/content/news?limit=20',
  '/api/content/news/1',
  '/api/content/patchnotes/?limit=15',
  '/sitemap.xml',
  '/healthz',
  '/readyz',
];

if (process.platform === 'linux') await measure();
else console.log('  Skipped: only Linux reports how much memory processes share.');

async function measure(): Promise<void> {
  await withPortal({ TRUST_PROXY: 'on' }, async (portal) => {
    const { pid } = portal;
    report('after the start', await memoryOf(await processTree(pid)), ' MB');
    await load(portal);
    const tree = await processTree(pid);
    report('the server alone', await memoryOf([pid]), ' MB');
    reportBudgets([
      { name: 'all processes together', measured: await memoryOf(tree), atMost: 300, unit: ' MB' },
    ]);
  });
  await withApi(async (portal) => {
    report('api after the start', await residentMemoryOf(portal.pid), ' MiB');
    await load(portal);
    const measured = await residentMemoryOf(portal.pid);
    reportBudgets([{ name: 'the api alone, resident', measured, atMost: 150, unit: ' MiB' }]);
  });
}

/** An api on a separate database, without a worker. */
async function withApi(work: (portal: Portal) => Promise<void>): Promise<void> {
  const dataDir = await createDataFolder();
  const database = await startDatabase(dataDir);
  try {
    const portal = await startPortal({ dataDir, program: 'api', env: { TRUST_PROXY: 'on' } });
    try {
      await work(portal);
    } finally {
      await portal.stop();
    }
  } finally {
    await database.stop();
    await removeDataFolder(dataDir);
  }
}

async function load({ origin }: Portal): Promise<void> {
  const tokens = await registerPlayers(origin);
  const startedAt = performance.now();
  await sendRequests(origin, tokens);
  report('requests', REQUESTS / ((performance.now() - startedAt) / 1000), ' a second');
}

async function registerPlayers(origin: string): Promise<string[]> {
  const tokens: string[] = [];
  for (let player = 1; player <= PLAYERS; player++) {
    const address = `10.9.0.${player}`;
    const username = `Player_${player}`;
    const password = 'a separate password';
    const email = `player-${player}@example.test`;
    await post(`${origin}/api/auth/register`, address, { username, email, password });
    const session = await post(`${origin}/api/auth/login`, address, { identifier: username, password });
    // The contract's session carries a token.
    tokens.push(((await session.json()) as { accessToken: string }).accessToken);
  }
  return tokens;
}

async function post(url: string, address: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

async function sendRequests(origin: string, tokens: string[]): Promise<void> {
  const reads = READS.map((path) => ({ method: 'GET' as const, path }));
  const profiles = tokens.map((token) => ({
    method: 'GET' as const,
    path: '/api/user/profile',
    headers: { authorization: `Bearer ${token}` },
  }));
  const refused = {
    method: 'POST' as const,
    path: '/api/auth/register',
    headers: { 'content-type': 'application/json' },
    body: '{"username":"x"}',
  };
  const { statusCodeStats, errors } = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    amount: REQUESTS,
    requests: [...reads, ...profiles, refused],
  });
  const failures = Object.entries(statusCodeStats).filter(([status]) => status.startsWith('5'));
  if (errors > 0 || failures.length > 0) throw new Error(JSON.stringify({ errors, statusCodeStats }));
}
