// Signs in to a portal, in its own process: `SignInLoad` is answered with the rate.
import autocannon from 'autocannon';

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
async function signIns({ origin, password, accounts, ...wanted }: SignInLoad): Promise<number> {
  const result = await autocannon({
    url: `${origin}/api/auth/login`,
    connections: CONNECTIONS,
    ...('amount' in wanted ? wanted : { duration: wanted.seconds }),
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          visitors += 1;
          return {
            ...request,
            headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(visitors) },
            // Neighbours in time are not neighbours in the database.
            body: JSON.stringify({ identifier: `Player_${((visitors * 7919) % accounts) + 1}`, password }),
          };
        },
      },
    ],
  });
  if (result.non2xx + result.errors > 0) throw new Error(JSON.stringify(result.statusCodeStats));
  return result['2xx'] / result.duration;
}

function addressOf(visitor: number): string {
  return `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`;
}
