// Public reads, compared with a minimal server that sends the same bytes.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import autocannon from 'autocannon';
import { median, report, reportBudgets } from './budgets.ts';
import { withPortal } from './measured-portal.ts';

const CONNECTIONS = 16;
const ROUNDS = 7;
const ROUND_SECONDS = 3;
/** Headers of the connection, which the bare server sets itself. */
const HOP_HEADERS = ['connection', 'keep-alive', 'date', 'transfer-encoding'];

/** So that each request of a run has another path. */
let requestsMade = 0;

await withPortal({}, async ({ origin }) => {
  const list = await compare(`${origin}/api/content/news?limit=20`);
  const page = await compare(`${origin}/news`);
  const unknown = await shareOf(origin, (count) => `/unknown/${count}`, '/news');
  const missing = await shareOf(origin, (count) => `/news/${1_000_000 + count}`, '/news');
  reportBudgets([
    { name: 'news list of the API, share of a bare server', measured: list, atLeast: 0.6 },
    { name: 'server-rendered /news, share of a bare server', measured: page, atLeast: 0.4 },
    { name: 'a new unknown path each time, share of /news', measured: unknown, atLeast: 0.7 },
    { name: 'a new missing article each time, share of /news', measured: missing, atLeast: 0.7 },
  ]);
});

/** The median, over alternating rounds, of the portal's rate divided by the bare server's. */
async function compare(url: string): Promise<number> {
  const bare = await startBareServer(url);
  try {
    await rate(url);
    await rate(bare.url);
    const ratios: number[] = [];
    const rates: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const measured = await rate(url);
      rates.push(measured);
      ratios.push(measured / (await rate(bare.url)));
    }
    report(`${new URL(url).pathname}, requests a second`, median(rates));
    return median(ratios);
  } finally {
    bare.process.disconnect();
  }
}

/** The median, over alternating rounds, of the rate of 404 pages, each at another path, divided by that of one page. */
async function shareOf(origin: string, missing: (count: number) => string, page: string): Promise<number> {
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const measured = await rate(origin, { path: missing, status: 404 });
    // Its path is set for each request too, because that costs the measuring process something.
    ratios.push(measured / (await rate(origin, { path: () => page, status: 200 })));
  }
  return median(ratios);
}

/** Requests a second; all must have this status. */
async function rate(
  url: string,
  { path: pathOf, status = 200 }: { path?: (count: number) => string; status?: number } = {},
): Promise<number> {
  const setPath = pathOf && ((request: object) => ({ ...request, path: pathOf((requestsMade += 1)) }));
  const { requests, statusCodeStats, errors } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: ROUND_SECONDS,
    ...(setPath && { requests: [{ setupRequest: setPath }] }),
  });
  const { [status]: expected, ...others } = statusCodeStats;
  if (!expected || errors > 0 || Object.keys(others).length > 0)
    throw new Error(`${url}: ${JSON.stringify(others)} and ${errors} errors.`);
  return requests.average;
}

async function startBareServer(url: string): Promise<{ url: string; process: ChildProcess }> {
  // Without compression, like autocannon's requests.
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
  const headers = [...answer.headers].filter(([name]) => !HOP_HEADERS.includes(name));
  const body = Buffer.from(await answer.arrayBuffer()).toString('base64');
  const child = fork(path.join(import.meta.dirname, 'bare-server.ts'));
  child.send({ headers: Object.fromEntries(headers), body });
  const [address] = await once(child, 'message');
  return { url: `http://127.0.0.1:${address.port}/`, process: child };
}
