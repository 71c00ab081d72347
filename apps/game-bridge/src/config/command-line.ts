import { parseArgs } from 'node:util';
import { UsageError } from './read-config.ts';

export const USAGE = `Connects a game to the portal: applies what players bought, manages game accounts, reports characters.

  npm run game-bridge -- --config <file> <command>
  node game-bridge.mjs --config <file> <command>

  run            works until it is stopped (Ctrl+C, SIGTERM)
  once           does everything that waits, reports the characters and ends
  check          checks the portal, the game and the configuration
  check --fix    also fixes what is safe to fix

  --config <file>  the configuration; see the examples
  --help           this text

Exit codes: 0; 1 if check found an error or once left something to fix; 2 if the configuration is wrong.`;

export type Command = { do: 'run' | 'once' | 'check'; file: string; isFixing: boolean; isHelp: boolean };

/** @throws UsageError */
export function parseCommand(args: string[]): Command {
  const { values, positionals } = parse(args);
  const [name = 'run', ...rest] = positionals;
  if (values.help) return { do: 'run', file: '', isFixing: false, isHelp: true };
  if (rest.length > 0) throw new UsageError(`Unexpected argument '${rest[0]}'. See --help.`);
  if (name !== 'run' && name !== 'once' && name !== 'check') {
    throw new UsageError(`There is no command '${name}', only run, once and check. See --help.`);
  }
  if (values.fix && name !== 'check') throw new UsageError('--fix belongs to check. See --help.');
  if (values.config === undefined)
    throw new UsageError('Name the configuration with --config FILE. See --help.');
  return { do: name, file: values.config, isFixing: values.fix, isHelp: false };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        config: { type: 'string' },
        fix: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
