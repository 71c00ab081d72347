import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** Headers of the connection, which the bare server sets itself. */
const HOP_HEADERS = ['connection', 'keep-alive', 'date', 'transfer-encoding'];

/** Starts a bare server that answers everything with what this address answers, without compression. Ends when it is disconnected. */
export async function startBareServer(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ url: string; process: ChildProcess }> {
  const answer = await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
  const kept = [...answer.headers].filter(([name]) => !HOP_HEADERS.includes(name));
  const body = Buffer.from(await answer.arrayBuffer()).toString('base64');
  const child = fork(path.join(import.meta.dirname, 'bare-server.ts'));
  child.send({ headers: Object.fromEntries(kept), body });
  const [address] = await once(child, 'message');
  return { url: `http://127.0.0.1:${address.port}/`, process: child };
}
