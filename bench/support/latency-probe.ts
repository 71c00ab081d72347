// Requests an address again and again, in its own process: `{ url, seconds }` is answered with the latencies in ms.
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { keepConnection } from './kept-connection.ts';

const EVERY_MS = 10;

/** A visitor's browser doesn't wait for the server's cores, so the probe shouldn't either. Only root may ask for that. */
const PRIORITY = -10;

export type Probe = { url: string; seconds: number };

if (process.getuid?.() === 0) setPriority(PRIORITY);

process.on('message', (probe: Probe) => void latencies(probe).then((measured) => process.send?.(measured)));
process.on('disconnect', () => process.exit());

async function latencies({ url, seconds }: Probe): Promise<number[]> {
  const { origin, host, pathname, search } = new URL(url);
  const { ask, close } = await keepConnection(origin);
  const request = `GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\n\r\n`;
  const measured: number[] = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const startedAt = performance.now();
    const status = await ask(request);
    if (status !== 200) throw new Error(`${url} answered ${status}.`);
    measured.push(performance.now() - startedAt);
    await pause(EVERY_MS);
  }
  close();
  return measured;
}
