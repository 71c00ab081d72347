import { type Config, ConfigError, readConfig } from '#platform/config/config.ts';
import { createLogger, type Logger, openReadableOutput } from '#platform/logging/logger.ts';
import { keepCompiledCode } from '#platform/files/compiled-code.ts';
import { limitHeapGrowth } from '#platform/runtime/heap-growth.ts';
import { leaveRoot } from '#platform/runtime/leave-root.ts';
import { findGivenEnvFiles } from './env-files.ts';
import { createShutdown, type Shutdown } from './shutdown.ts';

const STOP_WITHIN_MS = 10_000;
const EXIT_BAD_CONFIG = 2;
const EXIT_INTERRUPTED = 130;

/** The context of every program of the portal. */
export type Program = {
  config: Config;
  log: Logger;
  shutdown: Shutdown;
  /** Prints a sentence for the person at the terminal. */
  print: (sentence: string) => void;
};

/** The context of a program that ends when its work is done. */
export type Task = Program & {
  /** Prints the result as JSON if that is asked for. @returns whether it was; otherwise `print` says it in words */
  printResult: (result: unknown) => boolean;
  /** Aborted by the first SIGINT or SIGTERM: work that leaves something behind ends at once and removes it. */
  interrupted: AbortSignal;
};

/** Why a program cannot start, in one sentence for the operator. */
export class StartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartError';
  }
}

/**
 * Runs a server until SIGINT or SIGTERM.
 *
 * @param heapGrowth percent by which its heap may grow between collections, once it has started; without it, as V8 decides
 */
export async function runServer(
  start: (program: Program) => Promise<void>,
  { heapGrowth }: { heapGrowth?: number } = {},
): Promise<void> {
  await run(start, { isTask: false, isJson: false, keepsRoot: true });
  if (heapGrowth !== undefined) limitHeapGrowth(heapGrowth);
}

/**
 * Runs a program that ends when its work is done. A server names unknown variables in its report, see `reportStart`.
 *
 * @param isJson the standard output is the result alone; everything else goes to the standard error
 * @param keepsRoot started by root, it stays root; otherwise it goes on as the user of the portal's files
 */
export function runTask(
  work: (task: Task) => Promise<void>,
  { isJson = false, keepsRoot = false }: { isJson?: boolean; keepsRoot?: boolean } = {},
): Promise<void> {
  const printResult = (result: unknown) => {
    if (isJson) console.log(JSON.stringify(result));
    return isJson;
  };
  const start = (program: Program, interrupted: AbortSignal) => {
    for (const sentence of program.config.unknownVariables) console.error(`Warning: ${sentence}`);
    return work({ ...program, printResult, interrupted });
  };
  return run(start, { isTask: true, isJson, keepsRoot });
}

async function run(
  start: (program: Program, interrupted: AbortSignal) => Promise<void>,
  { isTask, isJson, keepsRoot }: { isTask: boolean; isJson: boolean; keepsRoot: boolean },
): Promise<void> {
  const config = readConfigOrExit();
  if (!keepsRoot) await leaveRootOrExit(config);
  const isReadable = config.mode === 'local' && process.stdout.isTTY;
  const log = createLogger({
    level: config.logLevel,
    ...(isReadable && { to: await openReadableOutput() }),
    ...(isJson && { to: process.stderr }),
  });
  // What is printed can be lost, too. Without a listener, a full disk or a closed pipe would end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const shutdown = createShutdown(log);
  const print = (sentence: string) => (isJson ? console.error(sentence) : console.log(sentence));
  const program: Program = { config, log, shutdown, print };
  const interruption = new AbortController();
  const started = start(program, interruption.signal);
  stopOnSignal(started, program, interruption);
  stopOnBug(log);
  try {
    await started;
  } catch (error) {
    if (error instanceof StartError) console.error(error.message);
    else log.fatal({ err: error }, 'the program could not start');
    await shutdown.run();
    process.exit(1);
  }
  keepCompiledCode();
  if (!isTask) return;
  await shutdown.run();
  process.exit(0);
}

async function leaveRootOrExit(config: Config): Promise<void> {
  const refusal = await leaveRoot(config, findGivenEnvFiles());
  if (refusal === undefined) return;
  console.error(refusal);
  process.exit(1);
}

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(EXIT_BAD_CONFIG);
  }
}

/** The first signal stops gracefully, and Ctrl+C without a drain; the second one exits immediately. */
function stopOnSignal(
  started: Promise<void>,
  { config, shutdown }: Program,
  interruption: AbortController,
): void {
  let isStopping = false;
  const stop = async (drainMs: number) => {
    if (isStopping) process.exit(EXIT_INTERRUPTED);
    isStopping = true;
    interruption.abort();
    setTimeout(() => process.exit(1), drainMs + STOP_WITHIN_MS).unref();
    // A part can be stopped only once it has started. `run` reports a failed start.
    await started.catch(() => {});
    await shutdown.run(drainMs);
    process.exit(0);
  };
  process.on('SIGINT', () => void stop(0));
  process.on('SIGTERM', () => void stop(config.drainSeconds * 1000));
}

/** After an uncaught error the process's state is unknown. Logged instead of printed, so that secrets are redacted. */
function stopOnBug(log: Logger): void {
  const stop = (err: unknown) => {
    log.fatal({ err }, 'stopped by an error that nobody caught');
    process.exit(1);
  };
  process.on('uncaughtException', stop);
  process.on('unhandledRejection', stop);
}
