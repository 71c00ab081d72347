// Makes requests from its own process, so that neither server shares its event loop with the measurement.
import autocannon from 'autocannon';
import type { Load, LoadResult } from './measured-rate.ts';

/** So that each request of a run has another path. */
let requestsMade = 0;

process.on('message', (load: Load) => void generate(load).then((result) => process.send?.(result)));
process.on('disconnect', () => process.exit());

async function generate({ url, connections, seconds, numberedPath, requests }: Load): Promise<LoadResult> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(numberedPath !== undefined && { requests: [numbered(numberedPath)] }),
    ...(requests && { requests }),
  });
  const counts = Object.entries(result.statusCodeStats).map(
    ([status, { count }]) => [status, count] as const,
  );
  return { rate: result.requests.average, counts: Object.fromEntries(counts), errors: result.errors };
}

function numbered(path: string) {
  return {
    setupRequest: (request: object) => ({
      ...request,
      path: path.replace('{number}', String((requestsMade += 1))),
    }),
  };
}
