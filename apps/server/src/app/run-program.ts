import { type Config, ConfigError, readConfig } from '#platform/config/config.ts';
import { createLogger, type Logger } from '#platform/logging/logger.ts';
import { createShutdown, type Shutdown } from './shutdown.ts';

const STOP_WITHIN_MS = 10_000;
const EXIT_BAD_CONFIG = 2;
const EXIT_INTERRUPTED = 130;

/** What every program of the portal is given. */
export type Program = {
  config: Config;
  log: Logger;
  shutdown: Shutdown;
  /** Prints a sentence for the person at the terminal. */
  tell: (sentence: string) => void;
};

/** Why a program cannot start, in one sentence for the operator. */
export class StartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartError';
  }
}

/** Runs a server until it is told to stop. */
export function runServer(start: (program: Program) => Promise<void>): Promise<void> {
  return run(start, false);
}

/** Runs a program that ends by itself. */
export function runTask(work: (program: Program) => Promise<void>): Promise<void> {
  return run(work, true);
}

async function run(start: (program: Program) => Promise<void>, endsByItself: boolean): Promise<void> {
  const config = readConfigOrExit();
  const isReadable = config.mode === 'embedded' && process.stdout.isTTY;
  const log = createLogger({ level: config.logLevel, isReadable });
  const shutdown = createShutdown(log);
  const program: Program = { config, log, shutdown, tell: (sentence) => console.log(sentence) };
  const started = start(program);
  stopOnSignal(started, shutdown);
  stopOnBug(log);
  try {
    await started;
  } catch (error) {
    if (error instanceof StartError) console.error(error.message);
    else log.fatal({ err: error }, 'the program could not start');
    await shutdown.run();
    process.exit(1);
  }
  if (!endsByItself) return;
  await shutdown.run();
  process.exit(0);
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

/** The first signal lets finish what runs; the second one ends at once. */
function stopOnSignal(started: Promise<void>, shutdown: Shutdown): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) process.exit(EXIT_INTERRUPTED);
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    // What is being started now has to be known before it can be stopped; a failed start is reported by `run`.
    await started.catch(() => {});
    await shutdown.run();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
}

/** What nobody caught leaves this process in a state nobody knows; the log keeps secrets out of the report. */
function stopOnBug(log: Logger): void {
  const stop = (err: unknown) => {
    log.fatal({ err }, 'stopped by an error that nobody caught');
    process.exit(1);
  };
  process.on('uncaughtException', stop);
  process.on('unhandledRejection', stop);
}
