import path from 'node:path';
import { parseArgs } from 'node:util';
import { parseAddress } from '#config/parse-address.ts';
import { readTokenFile, UsageError } from '#config/read-config.ts';

export const USAGE = `A simulated game: fetches what players bought and stores it in a SQLite file.

  npm run game-simulator -- [options]
  npm run game-simulator -- spend --account <id> --amount <coins> --reason <text> [options]
  npm run game-simulator -- sign-in --login <login> --password <password> [options]

  --portal <address>  address of the portal                  http://localhost:3000
  --data <folder>     data folder of the game                ./data/game
  --token <token>     bridge token                           BRIDGE_TOKEN, or the portal's data/bridge-token
  --batch <number>    deliveries per request, at most 500    100
  --poll <seconds>    seconds between two requests           2
  --once              ends when no delivery is left

  --account <id>      spend: the account that pays, by its id in the portal
  --amount <coins>    spend: how many coins
  --reason <text>     spend: what the player reads in the coin history
  --login, --password sign-in: as a player signs in to the game

  --help              this text`;

export type Action =
  | { do: 'play' }
  | { do: 'spend'; accountId: number; amount: number; reason: string }
  | { do: 'sign-in'; login: string; password: string };

export type Options = {
  portal: string;
  dataDir: string;
  batch: number;
  pollMs: number;
  isOnce: boolean;
  isHelp: boolean;
  action: Action;
  /** Reads the token file on each call, because the portal may create or replace it later. */
  readToken: () => string;
};

export function readOptions(
  args: string[],
  environment: { BRIDGE_TOKEN?: string | undefined; DATA_DIR?: string | undefined },
): Options {
  const { values, positionals } = parse(args);
  const { portal, data, token, batch, poll, once, help } = values;
  const tokenFile = path.resolve(environment.DATA_DIR || './data', 'bridge-token');
  const given = token ?? (environment.BRIDGE_TOKEN || undefined);
  return {
    portal: readOrigin(portal),
    dataDir: path.resolve(data),
    batch: readNumber('--batch', batch, { least: 1, most: 500, isWhole: true }),
    pollMs: readNumber('--poll', poll, { least: 0.01, most: 3600, isWhole: false }) * 1000,
    isOnce: once,
    isHelp: help,
    action: help ? { do: 'play' } : readAction(positionals, values),
    readToken: () => given ?? readTokenFile(tokenFile),
  };
}

function parse(args: string[]) {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        portal: textOption('http://localhost:3000'),
        data: textOption('./data/game'),
        token: { type: 'string' },
        batch: textOption('100'),
        poll: textOption('2'),
        once: flag,
        help: flag,
        account: { type: 'string' },
        amount: { type: 'string' },
        reason: { type: 'string' },
        login: { type: 'string' },
        password: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

type ActionOptions = Partial<Record<'account' | 'amount' | 'reason' | 'login' | 'password', string>>;

const MAX_ID = 2_147_483_647;
const MAX_AMOUNT = 100_000_000;

function readAction([action, ...rest]: string[], options: ActionOptions): Action {
  const { account = '', amount = '', reason = '', login = '', password = '' } = options;
  if (rest.length > 0) throw new UsageError(`Unexpected argument '${rest[0]}'.`);
  switch (action) {
    case undefined:
      return { do: 'play' };
    case 'spend':
      if (reason.trim() === '') throw new UsageError('spend needs a --reason.');
      return {
        do: 'spend',
        accountId: readNumber('--account', account, { least: 1, most: MAX_ID, isWhole: true }),
        amount: readNumber('--amount', amount, { least: 1, most: MAX_AMOUNT, isWhole: true }),
        reason,
      };
    case 'sign-in':
      if (login === '' || password === '') throw new UsageError('sign-in needs --login and --password.');
      return { do: 'sign-in', login, password };
    default:
      throw new UsageError(`There is no '${action}', only spend and sign-in.`);
  }
}

function textOption(fallback: string) {
  return { type: 'string', default: fallback } as const;
}

function readOrigin(text: string): string {
  const url = parseAddress(text);
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
