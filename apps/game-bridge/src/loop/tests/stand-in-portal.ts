import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import { onTestFinished } from 'vitest';

export type Call = { path: string; body: unknown };
/** Answers a call as it likes; undefined leaves it to the stand-in. */
export type Misbehaviour = (call: Call, response: ServerResponse, nth: number) => true | undefined;

export type StandInPortal = {
  url: string;
  calls: Call[];
  /** The results of the acknowledgements, by the delivery's id. */
  results: Map<number, string[]>;
  queue: (...deliveries: Delivery[]) => void;
  misbehave: (how: Misbehaviour | undefined) => void;
};

/** A portal that leases what is queued until it is acknowledged; closed when the test ends. */
export async function openStandInPortal(): Promise<StandInPortal> {
  const calls: Call[] = [];
  const results = new Map<number, string[]>();
  const queued = new Map<number, Delivery>();
  let misbehaviour: Misbehaviour | undefined;
  const answerOf = ({ path, body }: Call) => {
    if (path === 'lease')
      return { leaseSeconds: 60, deliveries: [...queued.values()].slice(0, Object(body).limit) };
    if (path === 'accounts/lease') return { leaseSeconds: 60, commands: [] };
    if (path === 'status') return { serverId: 1, now: new Date().toISOString() };
    if (path !== 'acks' || !Array.isArray(body)) return {};
    for (const { id, result } of body) {
      results.set(id, [...(results.get(id) ?? []), result]);
      queued.delete(id);
    }
    return { results: [] };
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const call = { path: String(request.url).replace('/api/bridge/v1/', ''), body: await readBody(request) };
    calls.push(call);
    const nth = calls.filter(({ path }) => path === call.path).length;
    if (misbehaviour?.(call, response, nth)) return;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answerOf(call)));
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  // A server that listens on a TCP port has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    results,
    queue: (...deliveries) => {
      for (const delivery of deliveries) queued.set(delivery.id, delivery);
    },
    misbehave: (how) => void (misbehaviour = how),
  };
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? undefined : JSON.parse(text);
}
