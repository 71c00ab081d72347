// Connects a game to the portal: applies what players bought, manages game accounts and reports what the game knows.
// First, before anything grows.
import '#config/small-memory.ts';
import { check } from '#check/check.ts';
import { parseCommand, USAGE } from '#config/command-line.ts';
import { type Config, readConfig, UsageError } from '#config/read-config.ts';
import { stopOnSignals } from '#config/stop-on-signals.ts';
import { DatabaseAddressError } from '#database/open-game-database.ts';
import { describeDatabaseError } from '#database/database-errors.ts';
import { createJsonLog, createRedaction } from '#log/json-log.ts';
import { type Bridge, GameFailure } from '#loop/bridge.ts';
import { runBridge } from '#loop/run-bridge.ts';
import { createMetrics, type Metrics, serveMetrics } from '#metrics.ts';
import { createPortalClient, PortalFailure } from '#portal/portal-client.ts';
import { VERSION } from '#version.ts';

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
const OPEN_METRICS =
  "Everybody who reaches this computer can read /metrics: 'listen' isn't 127.0.0.1. Let only your monitoring through the firewall.";

let redact = (text: string) => text;
// Node.js itself would print the error with all its fields, such as a statement with its values.
process.on('uncaughtException', (error) => {
  console.error(redact(error.stack ?? String(error)));
  process.exit(EXIT_FAILED);
});
try {
  process.exitCode = await main();
} catch (error) {
  const isKnown = error instanceof PortalFailure || error instanceof GameFailure;
  const isUsage = error instanceof UsageError || error instanceof DatabaseAddressError;
  if (!isKnown && !isUsage) throw error;
  const remedy = error instanceof PortalFailure && error.remedy ? `\n→ ${error.remedy}` : '';
  console.error(redact(`${error.message}${remedy}`));
  process.exitCode = isUsage ? EXIT_USAGE : EXIT_FAILED;
}

async function main(): Promise<number> {
  const command = parseCommand(process.argv.slice(2));
  if (command.isHelp) {
    console.log(USAGE);
    return 0;
  }
  const config = await readConfig(command.file, process.env);
  redact = createRedaction([...config.secrets, findToken(config)]);
  const print = (line: string) => console.log(redact(line));
  if (command.do === 'check') return check(config, { isFixing: command.isFixing, version: VERSION, print });
  config.readToken();
  return work(config, command.do === 'once');
}

/** Empty without one, which has its own message. */
function findToken({ readToken }: Config): string {
  try {
    return readToken();
  } catch {
    return '';
  }
}

async function work(config: Config, isOnce: boolean): Promise<number> {
  const { portal, game, batch, pollSeconds, charactersSeconds, readToken } = config;
  const log = createJsonLog((line) => console.log(line), [...config.secrets, readToken()]);
  const stop = stopOnSignals();
  const adapter = await openGame(config);
  const metrics = createMetrics();
  const server = isOnce ? undefined : await listen(config, metrics, log);
  const settings = {
    version: VERSION,
    batch,
    pollMs: pollSeconds * 1000,
    charactersMs: charactersSeconds * 1000,
    isOnce,
  };
  log({ event: 'started', preset: game, portal, version: VERSION });
  try {
    const bridge: Bridge = { portal: createPortalClient(portal, readToken), adapter, log, metrics, settings };
    const { failed } = await runBridge(bridge, stop);
    return isOnce && failed > 0 ? EXIT_FAILED : 0;
  } finally {
    await server?.close();
    await adapter.close().catch(() => {});
  }
}

async function openGame({ preset, presetConfig }: Config): Promise<Bridge['adapter']> {
  try {
    return await preset.createAdapter(presetConfig);
  } catch (error) {
    if (error instanceof UsageError || error instanceof DatabaseAddressError) throw error;
    throw new GameFailure(`The game can't be opened: ${describeDatabaseError(error)}`, { cause: error });
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** Metrics are no reason not to deliver: an address in use is a warning. */
async function listen({ listen: address }: Config, metrics: Metrics, log: Bridge['log']) {
  if (!address) return undefined;
  try {
    const server = await serveMetrics(metrics, address);
    if (!isLoopback(address.host)) log({ event: 'warning', message: OPEN_METRICS });
    return server;
  } catch (error) {
    const message = `/metrics and /healthz aren't served: ${describeDatabaseError(error)}. Set 'listen' to another address.`;
    log({ event: 'warning', message });
    return undefined;
  }
}
