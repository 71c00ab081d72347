// Signs in to a portal, in its own process: `SignInLoad` is answered with the rate.
import { type Ask, keepConnection } from './kept-connection.ts';

/** One that works and two that wait for each core, and few enough that the queue of passwords refuses none. */
const CONNECTIONS = 8;

/** For so many seconds, or so many sign-ins. */
export type SignInLoad = { origin: string; password: string; accounts: number } & (
  | { seconds: number }
  | { amount: number }
);

let visitors = 0;

process.on('message', (load: SignInLoad) => void signIns(load).then((rate) => process.send?.(rate)));
process.on('disconnect', () => process.exit());

/** Sign-ins a second, each from another address and with another account than the one before. */
async function signIns(load: SignInLoad): Promise<number> {
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => keepConnection(load.origin)),
  );
  const amount = 'amount' in load ? load.amount : Number.POSITIVE_INFINITY;
  const startedAt = performance.now();
  const until = startedAt + ('seconds' in load ? load.seconds * 1000 : Number.POSITIVE_INFINITY);
  let begun = 0;
  let inTime = 0;
  const signInAgain = async (ask: Ask): Promise<void> => {
    while (begun < amount && performance.now() < until) {
      begun += 1;
      const status = await ask(nextRequest(load));
      if (status !== 200) throw new Error(`A sign-in was answered with ${status}.`);
      if (performance.now() < until) inTime += 1;
    }
  };
  await Promise.all(connections.map(({ ask }) => signInAgain(ask)));
  const seconds = 'seconds' in load ? load.seconds : (performance.now() - startedAt) / 1000;
  for (const { close } of connections) close();
  return inTime / seconds;
}

function nextRequest({ origin, password, accounts }: SignInLoad): string {
  visitors += 1;
  // Neighbours in time are not neighbours in the database.
  const identifier = `Player_${((visitors * 7919) % accounts) + 1}`;
  const body = JSON.stringify({ identifier, password });
  return [
    'POST /api/auth/login HTTP/1.1',
    `host: ${origin.slice('http://'.length)}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    `x-forwarded-for: ${addressOf(visitors)}`,
    '',
    body,
  ].join('\r\n');
}

function addressOf(visitor: number): string {
  return `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`;
}
