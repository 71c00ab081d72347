import path from 'node:path';
import { keepCompiledCode, runScript } from '#platform/files/compiled-code.ts';
import type * as commands from './run-waygate.ts';

type Commands = typeof commands;

/** The commands that run for long. The others share what they keep. */
const SERVERS = ['api', 'start', 'worker'];
const TASKS = 'tasks';

/**
 * The commands, of a build from its one script and otherwise from their sources.
 *
 * @param command the one that will be run
 */
export async function loadCommands(command = ''): Promise<Commands> {
  // The build leaves this out of the programs.
  if (import.meta.url.endsWith('.ts')) return import('./run-waygate.ts');
  const isServer = SERVERS.includes(command);
  if (!isServer) process.once('exit', keepCompiledCode);
  const file = path.join(import.meta.dirname, 'commands.cjs');
  const program = isServer ? command : TASKS;
  // It is the same module.
  return runScript(file, { program, others: [TASKS, ...SERVERS] }) as Commands;
}
