import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Acknowledgement, Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type {
  AccountAcknowledgement,
  AccountCommand,
} from '@waygate/contract/game-accounts/game-accounts.schemas';

/** Short, so that a test needn't wait for what was lost. */
const LEASE_MS = 400;
const TOKEN = 'stand-in-token-0123456789';

type Entry = { id: number };
type Ack = { id: number; result: string };

/**
 * What the portal does with one kind of work: it leases until it hears a result that settles.
 *
 * @param turnOf work of the same turn is leased one at a time, in its order
 */
function createQueue<Work extends Entry, Result extends Ack>(
  work: Work[],
  turnOf: (entry: Work) => number = ({ id }) => id,
) {
  const waiting = new Map(work.map((entry) => [entry.id, entry]));
  /** Until when each is leased: a lost answer is sent again. */
  const leased = new Map<number, number>();
  const results = new Map<number, Result>();
  return {
    results,
    lease: (limit: number): Work[] => {
      const first = new Map([...waiting.values()].toReversed().map((entry) => [turnOf(entry), entry.id]));
      const free = [...waiting.values()]
        .filter((entry) => first.get(turnOf(entry)) === entry.id)
        .filter(({ id }) => (leased.get(id) ?? 0) < Date.now())
        .slice(0, limit);
      for (const { id } of free) leased.set(id, Date.now() + LEASE_MS);
      return free;
    },
    acknowledge: (acks: Result[]) => {
      for (const ack of acks) {
        leased.delete(ack.id);
        if (ack.result === 'retry') continue;
        if (waiting.delete(ack.id)) results.set(ack.id, ack);
      }
    },
    release: () => leased.clear(),
    isSettled: () => waiting.size === 0,
  };
}

export type StandInPortal = {
  origin: string;
  token: string;
  /** The results that settled each delivery and each command, by its id. */
  results: Map<number, Acknowledgement>;
  accountResults: Map<number, AccountAcknowledgement>;
  isSettled: () => boolean;
  /** As when leases end: what was not acknowledged is leased again. */
  releaseLeases: () => void;
  /** Resolves when the bridge gets work the next time. */
  nextLease: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * A portal for tests of the bridge alone, which speaks the same API.
 *
 * @param options.perLease how many it leases at once
 * @param options.losesAnswers whether an answer is lost, after the request was handled
 */
export async function startStandInPortal(
  work: { deliveries: Delivery[]; commands: AccountCommand[] },
  { perLease = 8, losesAnswers = () => false }: { perLease?: number; losesAnswers?: () => boolean } = {},
): Promise<StandInPortal> {
  const deliveries = createQueue<Delivery, Acknowledgement>(work.deliveries);
  const commands = createQueue<AccountCommand, AccountAcknowledgement>(
    work.commands,
    ({ accountDBID }) => accountDBID,
  );
  let onLease: (() => void)[] = [];
  const leased = <Work>(entries: Work[]): Work[] => {
    if (entries.length > 0) for (const resolve of onLease.splice(0)) resolve();
    return entries;
  };
  const answers: Record<string, (body: never) => unknown> = {
    'POST /api/bridge/v1/lease': ({ limit }: { limit: number }) => ({
      leaseSeconds: 60,
      deliveries: leased(deliveries.lease(Math.min(limit, perLease))),
    }),
    'POST /api/bridge/v1/acks': (acks: Acknowledgement[]) => {
      deliveries.acknowledge(acks);
      return { results: acks.map(({ id }) => ({ id, outcome: 'settled' })) };
    },
    'POST /api/bridge/v1/accounts/lease': ({ limit }: { limit: number }) => ({
      leaseSeconds: 60,
      commands: leased(commands.lease(Math.min(limit, perLease))),
    }),
    'POST /api/bridge/v1/accounts/acks': (acks: AccountAcknowledgement[]) => {
      commands.acknowledge(acks);
      return { results: acks.map(({ id }) => ({ id, outcome: 'settled' })) };
    },
    'PUT /api/bridge/v1/status': () => ({ now: new Date().toISOString() }),
    'PUT /api/bridge/v1/characters': () => ({ updated: 0 }),
    'POST /api/bridge/v1/collections': () => ({ updated: 0 }),
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const answer = answers[`${request.method} ${request.url}`];
    // The bridge sends what its own types say.
    const body = (await readBody(request)) as never;
    const text = JSON.stringify(answer ? answer(body) : {});
    if (losesAnswers()) {
      response.destroy();
      return;
    }
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(text);
  };
  const server = createServer((request, response) => {
    // A bridge that was killed while it sent.
    handle(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    token: TOKEN,
    results: deliveries.results,
    accountResults: commands.results,
    isSettled: () => deliveries.isSettled() && commands.isSettled(),
    releaseLeases: () => {
      deliveries.release();
      commands.release();
    },
    nextLease: () => new Promise((resolve) => (onLease = [...onLease, resolve])),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? {} : JSON.parse(text);
}
