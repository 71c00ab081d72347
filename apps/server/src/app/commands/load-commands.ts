import path from 'node:path';
import { runScript } from '#platform/files/compiled-code.ts';
import type * as commands from './run-waygate.ts';

type Commands = typeof commands;

/** The commands whose start counts. All others share what they keep. */
const SERVERS = ['api', 'start', 'worker'];
const OTHERS = 'others';

/**
 * The commands, of a build from its one script and otherwise from their sources.
 *
 * @param command the one that will be run
 */
export async function loadCommands(command = ''): Promise<Commands> {
  // The build keeps this import external, and this branch never runs there.
  if (import.meta.url.endsWith('.ts')) return import('./run-waygate.ts');
  const names = [...SERVERS, OTHERS];
  const program = SERVERS.includes(command) ? command : OTHERS;
  const fallbacks = names.filter((name) => name !== program);
  // commands.cjs is run-waygate.ts, bundled.
  return runScript(path.join(import.meta.dirname, 'commands.cjs'), { program, fallbacks }) as Commands;
}
