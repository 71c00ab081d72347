import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those from which systems choose for connections: there, a client could take it while its server is dead. */
const [FIRST, COUNT] = [12_000, 18_000];
const TRIES = 50;

/** A port on loopback for a server that is killed and started again. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error('There is no free port on loopback.');
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
