// Calls an API from its own process, so that the load isn't measured with what it loads.
import { fork } from 'node:child_process';
import { once } from 'node:events';

type Order = { origin: string; token: string; paths: string[]; atOnce: number };
/** `latencies` in milliseconds; `failed`: the first answer that was neither 200 nor 404. */
type Outcome = { latencies: number[]; seconds: number; failed?: string };

/** Calls every path once, so many at a time. */
export type Call = (paths: string[], atOnce: number) => Promise<Outcome>;

export type Callers = { call: Call; stop: () => void };

/** Starts the process that calls the API with this access token. */
export function startCallers(origin: string, token: string): Callers {
  const child = fork(import.meta.filename, ['call']);
  return {
    call: async (paths, atOnce) => {
      child.send({ origin, token, paths, atOnce } satisfies Order);
      const [outcome] = (await once(child, 'message')) as [Outcome];
      if (outcome.failed) throw new Error(outcome.failed);
      return outcome;
    },
    stop: () => child.disconnect(),
  };
}

if (process.argv[2] === 'call')
  process.on('message', (order: Order) => {
    void callAll(order).then((outcome) => process.send?.(outcome));
  });

async function callAll({ origin, token, paths, atOnce }: Order): Promise<Outcome> {
  const waiting = paths.values();
  const latencies: number[] = [];
  let failed: string | undefined;
  const work = async (): Promise<void> => {
    for (const path of waiting) {
      const startedAt = performance.now();
      const answer = await fetch(`${origin}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
      await answer.text();
      latencies.push(performance.now() - startedAt);
      if (answer.status !== 200 && answer.status !== 404)
        failed ??= `${path} was answered by ${answer.status}.`;
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: atOnce }, work));
  const seconds = (performance.now() - startedAt) / 1000;
  return { latencies, seconds, ...(failed && { failed }) };
}
