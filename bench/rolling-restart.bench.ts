// Restarts two api processes one after the other behind an nginx with its defaults, under a steady load of reads and
// writes, and counts the requests that visitors lose. Needs nginx on the path or in /usr/sbin.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { report, reportBudgets } from './support/budgets.ts';
// oxlint-disable-next-line no-restricted-imports -- the repository's root has no '#…' names
import {
  createDataFolder,
  findFreePort,
  type Portal,
  removeDataFolder,
  startDatabase,
  startPortal,
} from '../e2e/support/portal.ts';

const READERS = 12;
const WRITERS = 12;
/** Between two requests of a caller, so that fast failures don't count for more than answers. */
const PAUSE_MS = 20;
/** The default of a public portal. */
const DRAIN_SECONDS = process.env.DRAIN_SECONDS ?? '12';

const NGINX_ENV = { PATH: `${process.env.PATH}:/usr/sbin` };

type Load = { answered: number; lost: string[]; isOver: boolean };

if (spawnSync('nginx', ['-v'], { env: NGINX_ENV }).error) {
  console.error('nginx is not installed. On Debian: apt-get install nginx-light');
  process.exit(1);
}
const dataDir = await createDataFolder();
const database = await startDatabase(dataDir);
try {
  await measure();
} finally {
  await database.stop();
  await removeDataFolder(dataDir);
}

async function measure(): Promise<void> {
  const portals: Portal[] = [];
  for (let index = 0; index < 2; index += 1) portals.push(await startApi());
  const nginx = await startNginx(portals.map(({ origin }) => new URL(origin).host));
  const load: Load = { answered: 0, lost: [], isOver: false };
  const agent = new Agent({ keepAlive: true });
  const callers = [
    ...Array.from({ length: READERS }, () => callOften(load, { agent, method: 'GET', port: nginx.port })),
    ...Array.from({ length: WRITERS }, () => callOften(load, { agent, method: 'POST', port: nginx.port })),
  ];
  try {
    for (const [index, { origin, stop }] of portals.entries()) {
      await stop();
      portals[index] = await startApi(Number(new URL(origin).port));
    }
  } finally {
    load.isOver = true;
    await Promise.all(callers);
    agent.destroy();
    await nginx.stop();
    await Promise.all(portals.map(({ stop }) => stop()));
  }
  report('requests answered', load.answered);
  for (const [reason, lost] of Object.entries(Object.groupBy(load.lost, (entry) => entry)))
    report(`lost: ${reason}`, lost?.length ?? 0);
  if (load.lost.length > 0) console.log(await readFile(path.join(dataDir, 'nginx.log'), 'utf8'));
  reportBudgets([{ name: 'requests lost in a rolling restart', measured: load.lost.length, atMost: 0 }]);
}

/** Joins the database of the folder. */
function startApi(port?: number): Promise<Portal> {
  return startPortal({
    dataDir,
    program: 'api',
    env: { DRAIN_SECONDS },
    ...(port !== undefined && { port }),
  });
}

/** An nginx with two processes, as on a machine with two cores, and nothing set but where it listens and forwards to. */
async function startNginx(hosts: string[]): Promise<{ port: number; stop: () => Promise<void> }> {
  const port = await findFreePort();
  const configuration = path.join(dataDir, 'nginx.conf');
  await writeFile(
    configuration,
    `worker_processes 2;
daemon off;
pid ${dataDir}/nginx.pid;
error_log ${dataDir}/nginx.log;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${dataDir}/nginx-${name};`).join('\n  ')}
  upstream portal { ${hosts.map((host) => `server ${host};`).join(' ')} }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://portal; }
  }
}
`,
  );
  const child = spawn('nginx', ['-c', configuration, '-e', path.join(dataDir, 'nginx.log')], {
    env: NGINX_ENV,
    stdio: 'inherit',
  });
  const exited = once(child, 'exit');
  await untilAnswering(port);
  return {
    port,
    stop: async () => {
      child.kill('SIGQUIT');
      await exited;
    },
  };
}

async function untilAnswering(port: number): Promise<void> {
  const agent = new Agent();
  while ((await call({ agent, method: 'GET', port })) !== 200) await pause(PAUSE_MS);
}

type Caller = { agent: Agent; method: 'GET' | 'POST'; port: number };

async function callOften(load: Load, caller: Caller): Promise<void> {
  const wanted = caller.method === 'GET' ? 200 : 401;
  while (!load.isOver) {
    const outcome = await call(caller);
    if (outcome === wanted) load.answered += 1;
    else load.lost.push(`${caller.method} ${outcome}`);
    await pause(PAUSE_MS);
  }
}

/** @returns the status, or why there is none */
function call({ agent, method, port }: Caller): Promise<number | string> {
  const { promise, resolve } = Promise.withResolvers<number | string>();
  const url = `http://127.0.0.1:${port}${method === 'GET' ? '/api/content/news' : '/api/auth/logout'}`;
  const headers = method === 'GET' ? {} : { authorization: `Bearer ${'x'.repeat(43)}` };
  request(url, { agent, method, headers }, (response) => {
    response.resume().on('end', () => resolve(response.statusCode ?? 0));
  })
    .on('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    .end();
  return promise;
}
