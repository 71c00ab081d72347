// Public reads, compared with a minimal server that sends the same bytes.
import { reportBudgets } from './support/budgets.ts';
import { compareRates } from './support/measured-rate.ts';
import { withPortal } from './support/measured-portal.ts';
import { startBareServer } from './support/start-bare-server.ts';

await withPortal({}, async ({ origin }) => {
  const list = await shareOfBareServer(`${origin}/api/content/news?limit=20`);
  const page = await shareOfBareServer(`${origin}/news`);
  // Both through the framework: the front handler has no 404, and no address with another query each time.
  const unknown = await compareRates(
    { url: origin, numberedPath: '/unknown/{number}', status: 404 },
    { url: origin, numberedPath: '/news?{number}' },
  );
  const missing = await compareRates(
    { url: origin, numberedPath: '/news/99{number}', status: 404 },
    { url: origin, numberedPath: '/news?{number}' },
  );
  reportBudgets([
    { name: 'news list of the API, share of a bare server', measured: list, atLeast: 0.85 },
    { name: 'server-rendered /news, share of a bare server', measured: page, atLeast: 0.7 },
    { name: 'a new unknown path each time, share of a new query of /news', measured: unknown, atLeast: 0.7 },
    {
      name: 'a new missing article each time, share of a new query of /news',
      measured: missing,
      atLeast: 0.7,
    },
  ]);
});

async function shareOfBareServer(url: string): Promise<number> {
  const bare = await startBareServer(url);
  try {
    return await compareRates({ url }, { url: bare.url });
  } finally {
    bare.process.disconnect();
  }
}
