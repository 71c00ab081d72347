import { onTestFinished } from 'vitest';
import { createShutdown } from '#app/shutdown.ts';
import { startPortal } from '#app/start-portal.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import { captureLog } from './captured-log.ts';
import { type TestDatabase, urlOf } from './database.ts';

export type StartedPortal = {
  /** Everything that it printed for the person at the terminal. */
  printed: () => string;
  /** The lines of its log. */
  logged: () => ReturnType<ReturnType<typeof captureLog>['lines']>;
  stop: () => Promise<void>;
};

/** The whole portal in this process, except its pages, as one of its programs starts it. Stopped when the test ends. */
export async function startWithoutPages(
  { connection }: TestDatabase,
  environment: Record<string, string>,
  changes: Partial<Config> = {},
  isWorker = false,
): Promise<StartedPortal> {
  const { log, lines } = captureLog();
  const shutdown = createShutdown(log);
  onTestFinished(() => shutdown.run());
  const printed: string[] = [];
  const config = { ...readConfig({ ...environment, DATABASE_URL: urlOf(connection) }), ...changes };
  const program = { config, log, shutdown, print: (sentence: string) => void printed.push(sentence) };
  await startPortal(program, { createPages: createNoPages, isWorker });
  return { printed: () => printed.join('\n'), logged: lines, stop: () => shutdown.run() };
}

async function createNoPages() {
  return { inlineScriptHashes: [], register: async () => {} };
}
