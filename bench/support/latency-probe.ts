// Requests an address again and again, in its own process: `{ url, seconds }` is answered with the latencies in ms.
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const EVERY_MS = 10;

export type Probe = { url: string; seconds: number };

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

process.on('message', (probe: Probe) => void latencies(probe).then((measured) => process.send?.(measured)));
process.on('disconnect', () => process.exit());

async function latencies({ url, seconds }: Probe): Promise<number[]> {
  const measured: number[] = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const startedAt = performance.now();
    await read(url);
    measured.push(performance.now() - startedAt);
    await pause(EVERY_MS);
  }
  return measured;
}

function read(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}.`));
      response.resume().on('end', resolve);
    }).on('error', reject);
  });
}
