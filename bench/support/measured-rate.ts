import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { median, report } from './budgets.ts';

export type Load = {
  url: string;
  connections: number;
  seconds: number;
  /** A path in which `{number}` becomes another number for each request. */
  numberedPath?: string;
  /** Sent in turn. */
  requests?: { path?: string; headers: Record<string, string> }[];
};

export type LoadResult = { rate: number; counts: Record<string, number>; errors: number };

const CONNECTIONS = 16;
const ROUNDS = 7;
const ROUND_SECONDS = 3;

/** What is requested; `status` is what every answer must have, 200 if left out. */
type Measured = Pick<Load, 'url' | 'numberedPath' | 'requests'> & { status?: number };

/** Requests a second of the first, and the median, over alternating rounds, of its rate divided by the second's. */
export async function compareRates(measured: Measured, baseline: Measured): Promise<number> {
  const load = fork(path.join(import.meta.dirname, 'load-process.ts'));
  const rates: number[] = [];
  const ratios: number[] = [];
  // The first round warms both up.
  for (let round = 0; round <= ROUNDS; round++) {
    const rate = await measureRate(load, measured);
    const ratio = rate / (await measureRate(load, baseline));
    if (round === 0) continue;
    rates.push(rate);
    ratios.push(ratio);
  }
  load.disconnect();
  report(`${measured.numberedPath ?? new URL(measured.url).pathname}, requests a second`, median(rates));
  return median(ratios);
}

async function measureRate(load: ChildProcess, { status = 200, ...requested }: Measured): Promise<number> {
  load.send({ ...requested, connections: CONNECTIONS, seconds: ROUND_SECONDS } satisfies Load);
  const [result] = (await once(load, 'message')) as [LoadResult];
  const { [status]: expected, ...others } = result.counts;
  if (!expected || result.errors > 0 || Object.keys(others).length > 0)
    throw new Error(`${requested.url}: ${JSON.stringify(others)} and ${result.errors} errors.`);
  return result.rate;
}
