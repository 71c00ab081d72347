import { parseArgs } from 'node:util';
import { closest, distance } from 'fastest-levenshtein';
import { type Arguments, type Command, UsageError } from './command.ts';
import { COMMANDS, findCommand } from './commands.ts';

const EXIT_WRONG_USAGE = 2;
const MAX_TYPOS = 2;

const HELP = `Usage: waygate <command> [options]

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(18)}${summary}`).join('\n')}

'waygate <command> --help' describes a command. Settings are environment variables.
Exit codes: 0 fine, 1 failed, 2 wrong usage or configuration.`;

/** Runs `waygate` with what was typed after its name. */
export async function runWaygate([name = '', ...rest]: string[]): Promise<void> {
  if (name === '--help' || name === '-h') return console.log(HELP);
  if (name === '--version') return runCommand('version', rest);
  if (findCommand(name)) return runCommand(name, rest);
  console.error(name === '' ? HELP : describeUnknown(name));
  process.exit(EXIT_WRONG_USAGE);
}

/** Runs one command. The programs that run it alone share it with `waygate`. */
export async function runCommand(name: string, typed: string[]): Promise<void> {
  const command = findCommand(name);
  if (!command) throw new Error(`There is no command ${name}.`);
  try {
    const args = readArguments(command, typed);
    if (args.values.help === true) return console.log(usageOf(command));
    const run = await command.load();
    await run(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error([error.message, usageOf(command)].filter(Boolean).join('\n'));
    process.exit(EXIT_WRONG_USAGE);
  }
}

/** @throws UsageError for an unknown option, one without its value, or too many words */
function readArguments({ options, maxWords = 0 }: Command, typed: string[]): Arguments {
  const { positionals: words, values } = parse(typed, options);
  if (words.length > maxWords) throw new UsageError(`'${words[maxWords]}' is one word too many.`);
  return { words, values };
}

function parse(args: string[], options: Command['options']) {
  try {
    const help = { type: 'boolean', short: 'h' } as const;
    return parseArgs({ args, allowPositionals: true, options: { ...options, help } });
  } catch (error) {
    // Node names what is wrong in its first sentence; the rest is about its own syntax.
    throw new UsageError(error instanceof Error ? (error.message.split(/(?<=[^.])\. /)[0] ?? '') : '');
  }
}

function usageOf({ name, usage, summary, details }: Command): string {
  const line = `Usage: waygate ${name} ${usage}`.trimEnd();
  return `${line}\n\n${details ?? `  ${summary}`}`;
}

function describeUnknown(name: string): string {
  const nearest = closest(
    name,
    COMMANDS.map((command) => command.name),
  );
  const hint = distance(name, nearest) <= MAX_TYPOS ? `Did you mean ${nearest}?` : "See 'waygate --help'.";
  return `There is no command '${name}'. ${hint}`;
}
