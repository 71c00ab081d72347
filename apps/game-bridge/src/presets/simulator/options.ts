import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

export const USAGE = `A simulated game: fetches what players bought and stores it in a SQLite file.

  npm run game-simulator -- [options]

  --portal <address>  address of the portal                  http://localhost:3000
  --data <folder>     data folder of the game                ./data/game
  --token <token>     bridge token                           BRIDGE_TOKEN, or the portal's data/bridge-token
  --batch <number>    deliveries per request, at most 500    100
  --poll <seconds>    seconds between two requests           2
  --once              ends when no delivery is left
  --help              this text`;

export type Options = {
  portal: string;
  dataDir: string;
  batch: number;
  pollMs: number;
  isOnce: boolean;
  isHelp: boolean;
  /** Reads the token file on each call, because the portal may create or replace it later. */
  readToken: () => string;
};

/** A fault of the command line. The message is a sentence for the person at the terminal. */
export class UsageError extends Error {}

export function readOptions(
  args: string[],
  environment: { BRIDGE_TOKEN?: string | undefined; DATA_DIR?: string | undefined },
): Options {
  const { portal, data, token, batch, poll, once, help } = parse(args);
  const tokenFile = path.resolve(environment.DATA_DIR || './data', 'bridge-token');
  const given = token ?? (environment.BRIDGE_TOKEN || undefined);
  return {
    portal: readOrigin(portal),
    dataDir: path.resolve(data),
    batch: readNumber('--batch', batch, { least: 1, most: 500, isWhole: true }),
    pollMs: readNumber('--poll', poll, { least: 0.01, most: 3600, isWhole: false }) * 1000,
    isOnce: once,
    isHelp: help,
    readToken: () => given ?? readTokenFile(tokenFile),
  };
}

function parse(args: string[]) {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values } = parseArgs({
      args,
      options: {
        portal: textOption('http://localhost:3000'),
        data: textOption('./data/game'),
        token: { type: 'string' },
        batch: textOption('100'),
        poll: textOption('2'),
        once: flag,
        help: flag,
      },
    });
    return values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function textOption(fallback: string) {
  return { type: 'string', default: fallback } as const;
}

function readOrigin(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`--portal must be an address such as http://localhost:3000, not '${text}'.`);
  }
  return url.origin;
}

function readNumber(
  name: string,
  text: string,
  { least, most, isWhole }: { least: number; most: number; isWhole: boolean },
): number {
  const number = Number(text);
  if (text.trim() === '' || !(number >= least && number <= most) || (isWhole && !Number.isInteger(number))) {
    throw new UsageError(`${name} must be a number from ${least} to ${most}, not '${text}'.`);
  }
  return number;
}

function readTokenFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new UsageError(
      `There is no token: start the portal (npm start), which writes ${file}, or set --token or BRIDGE_TOKEN.`,
    );
  }
}
