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

await withPortal({}, async ({ origin }) => {
  const list = await compare(`${origin}/api/content/news?limit=20`);
  const page = await compare(`${origin}/news`);
  reportBudgets([
    { name: 'news list of the API, share of a bare server', measured: list, atLeast: 0.6 },
    { name: 'server-rendered /news, share of a bare server', measured: page, atLeast: 0.4 },
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

async function rate(url: string): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: ROUND_SECONDS,
  });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} refusals and ${errors} errors.`);
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
