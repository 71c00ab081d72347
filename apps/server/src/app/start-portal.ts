import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { observeAlerts } from '#features/alerts/alerts.ts';
import { observeBackups } from '#features/backups/backups.jobs.ts';
import { observeBulkLists } from '#features/bulk/bulk.ts';
import { ensureOwner } from '#features/accounts/accounts.ts';
import { checkFactorKeys, observeFactors } from '#features/factors/factors.ts';
import { createFindViewer } from '#features/sessions/sessions.ts';
import type { AuthorizeBridge } from '#platform/auth/bridge.ts';
import { observeDeliveries } from '#features/deliveries/deliveries.ts';
import {
  allowAddress,
  allowLoopback,
  ensureBridgeToken,
  keepBridgeTokenFile,
  observeGameServers,
} from '#features/game-servers/game-servers.ts';
import { observeGameAccounts } from '#features/game-accounts/game-accounts.ts';
import { observeDrops, startTicker } from '#features/drops/drops.ts';
import { observeProcesses, startHeartbeat } from '#features/processes/processes.ts';
import { warnOfMissingKeys } from '#features/twitch-links/twitch-links.ts';
import { createMailTransport } from '#features/mail/mail.ts';
import { createCredentials, ensureCredentialKeys } from '#platform/crypto/credential-keys.ts';
import { createFactorBox, ensureFactorKeys } from '#platform/crypto/factor-keys.ts';
import { createPasswords } from '#platform/auth/passwords.ts';
import type { TokenKey } from '#platform/config/token-keys.ts';
import type { Connection } from '#platform/db/database.ts';
import { openDatabase } from '#platform/db/database.ts';
import { isDemo } from '#platform/db/demo-mark.ts';
import { findNewestMigration } from '#platform/db/migrate.ts';
import { stopServer } from '#platform/http/drain.ts';
import { createPublicCache } from '#platform/http/public-cache.ts';
import { startJobs } from '#platform/jobs/jobs.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { createPictures } from '#platform/pictures/pictures.ts';
import { readVersion } from '#platform/files/read-version.ts';
import { createStorage } from '#platform/storage/storage.ts';
import { together } from '#platform/runtime/together.ts';
import { lowerPoolPriority } from '#platform/threads/pool-priority.ts';
import { MIGRATIONS } from '#platform/files/package-root.ts';
import { buildApp, type ServePages } from './build-app.ts';
import { followContentChanges } from './content-changes.ts';
import { type FirstStartSecrets, openFirstStartSecrets } from './first-start-secrets.ts';
import { JOB_DEFINITIONS, standInForWorker, workOnJobs } from './jobs.ts';
import { leaveSimulation } from './leave-simulation.ts';
import { openMigratedDatabase } from './open-database.ts';
import { openPayments, receiveWebhooksAt } from './open-payments.ts';
import { openTwitch } from './open-twitch.ts';
import { observeBuild } from './operations.ts';
import type { Parts } from './parts.ts';
import { type Program, StartError } from './run-program.ts';
import { enqueueStartJobs, scheduleJobs } from './schedules.ts';
import { seed } from './seed.ts';
import { reportGameServers, reportStart } from './startup-report.ts';

/** A process serves pages and the API, works on jobs, or does both. */
export type Roles = {
  /** Undefined: this process does not serve HTTP. */
  createPages?: (parts: Parts) => Promise<ServePages>;
  isWorker: boolean;
  /** Makes the portal a demo: called once the database is migrated, before anything else uses it. */
  prepareDemo?: (connection: Connection) => Promise<void>;
};

/** In a demo. Nothing is ever leased there, whatever tokens are made. */
const REFUSE_BRIDGES: AuthorizeBridge = async () => 'wrong_token';

/** Builds the parts in order and starts them. */
export async function startPortal(program: Program, roles: Roles): Promise<void> {
  const { createPages, isWorker, prepareDemo } = roles;
  reportStart(program);
  const { connection } = await openMigratedDatabase(program);
  await prepareDemo?.(connection);
  const parts = await createParts(program, connection, isWorker);
  observe(parts);
  // Routes are registered while the database answers on the connection that is there: another one could come too late meanwhile.
  // Nothing is served before both are done.
  const [app] = await together(buildPortal(parts, roles), prepare(program, parts, roles));
  if (roles.isWorker) await startWork(program, parts);
  // Stopped after the server, so that a process that drains still counts as one that runs.
  let heartbeat: { stop: () => Promise<void> } | undefined;
  let localOrigin: string | undefined;
  program.shutdown.add('the heartbeat', () => heartbeat?.stop());
  if (app) {
    const { cache, db, log } = parts;
    const listener = followContentChanges({ connection, db, cache, log });
    program.shutdown.add('the change listener', listener.stop);
    program.shutdown.add('the server', (drainMs) => stopServer(app, pause(drainMs)));
    const address = await listen(app, program);
    localOrigin = localOriginOf(parts.config.host, portOf(app, parts.config.port));
    await receiveWebhooksAt(app, parts);
    program.print(`${parts.config.brand.name} is ready at ${address}`);
  } else await serveHealth(program, parts);
  heartbeat = await startHeartbeatOf(parts, {
    isApi: createPages !== undefined,
    isWorker,
    localOrigin,
  });
}

/** @returns undefined for a process that serves no pages */
async function buildPortal(
  parts: Parts,
  { createPages, prepareDemo }: Roles,
): Promise<FastifyInstance | undefined> {
  if (!createPages) return undefined;
  const pages = await createPages(parts);
  return buildApp(parts, createFindViewer(parts.db), pages, prepareDemo && REFUSE_BRIDGES);
}

/** What must be in the database. */
async function prepare(program: Program, parts: Parts, { prepareDemo }: Roles): Promise<void> {
  if (!prepareDemo) await prepareAccess(program, parts);
  await reportGameServers(program, parts.db);
  if (parts.twitch) await warnOfMissingKeys({ ...parts, twitch: parts.twitch });
  await checkFactorKeys(parts);
  await leaveSimulation(parts);
  if (await seed(parts)) program.print('Demo content is in place.');
}

/** Works on jobs, and on what was left before the start. */
async function startWork(program: Program, parts: Parts): Promise<void> {
  await workOnJobs(parts);
  await scheduleJobs(parts);
  await enqueueStartJobs(parts);
  sampleDrops(program, parts);
  parts.log.info('working on jobs');
}

/** What operators see of the portal in its metrics. */
function observe(parts: Parts): void {
  const { metrics, db, config } = parts;
  observeBuild(metrics);
  observeGameServers(metrics, db);
  observeDeliveries(metrics, db);
  observeAlerts(metrics, db);
  observeBackups(metrics, db);
  observeBulkLists(metrics, db);
  observeDrops(metrics, parts);
  observeGameAccounts(metrics, db);
  observeFactors(metrics, db);
  observeProcesses(metrics, db, config.dataDir);
}

/** The accounts of the owner and of the first bridge. A demo has its own, and only `waygate demo` serves it. */
async function prepareAccess(program: Program, parts: Parts): Promise<void> {
  if (await isDemo(parts.db))
    throw new StartError(
      "This is the data of a demo. Start it with 'waygate demo', or choose another DATA_DIR.",
    );
  const secrets = await openFirstStartSecrets(program);
  await ensureOwnerAccount(program, parts, secrets);
  await ensureBridgeAccess(program, parts, secrets);
}

/** The port of a worker, if one is set. */
async function serveHealth(program: Program, parts: Parts): Promise<void> {
  const { host, workerHealthPort: port } = parts.config;
  if (port === undefined) return;
  const { buildWorkerHealth } = await import('./worker-health.ts');
  const app = await buildWorkerHealth(parts);
  program.shutdown.add('the health port', () => app.close());
  await listenAt(app, { host, port, variable: 'WORKER_HEALTH_PORT' });
  program.print(`Health of this worker at http://${host}:${portOf(app, port)}/healthz`);
}

/** Last, so that a process that is seen is one that works. */
async function startHeartbeatOf(
  parts: Parts,
  roles: { isApi: boolean; isWorker: boolean; localOrigin: string | undefined },
) {
  return startHeartbeat({
    ...parts,
    ...roles,
    version: await readVersion(),
    newestMigration: await findNewestMigration(MIGRATIONS),
    onNoWorker: standInForWorker(parts),
    onSchemaTooNew: (error) => {
      parts.log.fatal({ err: error }, 'stopped by a newer schema');
      // Like a stop by the operator: what is under way is answered.
      process.kill(process.pid, 'SIGTERM');
    },
  });
}

async function createParts(program: Program, connection: Connection, isWorker: boolean): Promise<Parts> {
  const { config, log, shutdown } = program;
  const metrics = createMetrics();
  const { db, close } = openDatabase({ connection, log });
  shutdown.add('the database pool', close);
  const mail = await createMailTransport(db, config);
  shutdown.add('mail', () => mail?.close());
  const [jobs, twitch] = await together(
    startJobs({ connection, definitions: JOB_DEFINITIONS, isWorker, log, metrics }),
    openTwitch(program),
    // A connection must be there before routes are registered. On a slow machine that takes longer than a connection may.
    db.$client.query('select 1'),
  );
  const payments = await openPayments(program, { db, jobs });
  // Stopped before mail, Twitch and payments, which they use.
  shutdown.add('jobs', jobs.stop);
  const storage = await createStorage(config);
  const cache = createPublicCache();
  const passwords = createPasswords();
  lowerPoolPriority();
  const credentials = createCredentials(await findCredentialKeys(config));
  const { factorKeys, dataDir } = config;
  const factorBox = createFactorBox(factorKeys.length > 0 ? factorKeys : await ensureFactorKeys(dataDir));
  const pictures = createPictures();
  return {
    config,
    db,
    jobs,
    mail,
    payments,
    twitch,
    storage,
    cache,
    passwords,
    credentials,
    factorBox,
    pictures,
    log,
    metrics,
  };
}

/** Those of Twitch's tokens serve here as well: all processes of a larger portal have them. */
async function findCredentialKeys({
  credentialKeys,
  twitch,
  dataDir,
}: Program['config']): Promise<TokenKey[]> {
  if (credentialKeys.length > 0) return credentialKeys;
  const shared = twitch.provider === 'off' ? [] : twitch.tokenKeys;
  return shared.length > 0 ? shared : ensureCredentialKeys(dataDir);
}

/** Stopped before the other parts. The next sample makes up for one that is cut off. */
function sampleDrops({ shutdown }: Program, parts: Parts): void {
  if (!parts.twitch) return;
  const ticker = startTicker({ ...parts, twitch: parts.twitch });
  shutdown.add('the drops ticker', ticker.stop);
}

/** Reports a generated password before anything else can fail: it cannot be shown again. */
async function ensureOwnerAccount(
  { config }: Program,
  { db, passwords }: Parts,
  secrets: FirstStartSecrets,
): Promise<void> {
  const { owner } = config;
  const password = await ensureOwner(db, passwords, owner, (made) => secrets.keepPassword(owner.name, made));
  if (password !== undefined) secrets.reportPassword(owner.name, password);
}

async function ensureBridgeAccess(
  { config }: Program,
  { db }: Parts,
  secrets: FirstStartSecrets,
): Promise<void> {
  const created = await ensureBridgeToken(db, config.bridge.token, secrets.keepBridgeToken);
  if (created !== undefined && config.bridge.token === undefined) secrets.reportBridgeToken(created);
  // One after the other, on the connection that is there.
  for (const address of config.bridge.addresses) await allowAddress(db, address);
  if (config.mode !== 'local') return;
  await allowLoopback(db);
  await keepBridgeTokenFile(db, path.join(config.dataDir, 'bridge-token'), created);
}

/** @returns an address that a browser on this machine can open */
async function listen(app: FastifyInstance, { config }: Program): Promise<string> {
  const { host, port, publicOrigin } = config;
  await listenAt(app, { host, port, variable: 'PORT' });
  return port === 0 ? `http://localhost:${portOf(app, port)}` : publicOrigin;
}

/** Where this machine reaches a server on that address. */
function localOriginOf(host: string, port: number): string {
  const reached = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

type Listening = { host: string; port: number; variable: string };

async function listenAt(app: FastifyInstance, at: Listening): Promise<void> {
  try {
    await app.listen({ host: at.host, port: at.port });
  } catch (error) {
    throw asStartError(error, at);
  }
}

/** The one that the system chose for port 0. */
function portOf(app: FastifyInstance, port: number): number {
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function asStartError(error: unknown, { host, port, variable }: Listening): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return new StartError(`Port ${port} is in use: set ${variable} to another one.`);
  if (code === 'EACCES')
    return new StartError(`Port ${port} needs more privileges: set ${variable} to one above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`HOST ${host} is not an address of this machine.`);
  return error;
}
