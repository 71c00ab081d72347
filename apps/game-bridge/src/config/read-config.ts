import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseDocument } from 'yaml';
import * as z from 'zod/mini';
import type { Preset, PresetConfig } from '#preset.ts';
import { PRESETS } from '#presets.ts';
import { type CommonConfig, commonShape } from './config-schema.ts';
import { parseAddress } from './parse-address.ts';
import { type Environment, type Fault, substitute } from './substitute.ts';

/** A fault of the command line or of the configuration. The message is for the person at the terminal. */
export class UsageError extends Error {}

export type Config = Omit<CommonConfig, 'token' | 'tokenFile'> & {
  preset: Preset;
  presetConfig: PresetConfig;
  readToken: () => string;
  /** What no log may show. */
  secrets: string[];
};

/** @throws UsageError that names every fault with its path, and none of the values */
export async function readConfig(file: string, environment: Environment): Promise<Config> {
  return parseConfig(readText(file), { file, environment });
}

export async function parseConfig(
  text: string,
  { file, environment }: { file: string; environment: Environment },
): Promise<Config> {
  const { value, faults } = substitute(parseYaml(text, file), environment);
  const fields = { ...Object(value) };
  const common = z.object(commonShape).safeParse(fields);
  const names = new Set(Object.keys(commonShape));
  const options = Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));
  // A variable that is missing leaves an empty text, which isn't another fault.
  const missing = new Set(faults.map(({ path: place }) => place));
  faults.push(...faultsOf(common.error).filter(({ path: place }) => !missing.has(place)));
  const preset = await findPreset(fields.game, faults);
  if (preset) faults.push(...faultsOf(preset.optionsSchema.safeParse(options).error));
  if (preset?.findFaults && common.success) {
    const { database, accountDatabase = database, soap } = common.data;
    faults.push(...preset.findFaults({ database, accountDatabase, soap }));
  }
  if (!common.success || !preset || faults.length > 0) throw new UsageError(describe(file, faults));
  const { token, tokenFile, ...rest } = common.data;
  const readToken = createTokenReader({ token, tokenFile, environment });
  const { database, accountDatabase = database, soap } = rest;
  return {
    ...rest,
    preset,
    presetConfig: { database, accountDatabase, soap, options },
    readToken,
    // A preset may name another database.
    secrets: [token ?? '', ...[database, accountDatabase, soap, ...Object.values(options)].map(passwordOf)],
  };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`The configuration ${file} can't be read. Name yours with --config FILE.`);
  }
}

function parseYaml(text: string, file: string): unknown {
  const document = parseDocument(text, { prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    const line = text.slice(0, error.pos[0]).split('\n').length;
    throw new UsageError(`The configuration ${file} isn't YAML (line ${line}, ${error.code}).`);
  }
  const value: unknown = document.toJS();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`The configuration ${file} has no fields. See the examples.`);
  }
  return value;
}

async function findPreset(game: unknown, faults: Fault[]): Promise<Preset | undefined> {
  // Its own fault is found with the common fields.
  if (typeof game !== 'string') return undefined;
  const load = Object.hasOwn(PRESETS, game) ? PRESETS[game] : undefined;
  if (load) return load();
  faults.push({
    path: 'game',
    message: `There is no preset '${game}', only ${Object.keys(PRESETS).join(', ')}.`,
  });
  return undefined;
}

function faultsOf(error: z.core.$ZodError | undefined): Fault[] {
  return (error?.issues ?? []).flatMap((issue) => {
    const place = issue.path.map(String).join('.');
    if (issue.code !== 'unrecognized_keys') return [{ path: place, message: messageOf(issue) }];
    return issue.keys.map((key) => ({
      path: place === '' ? key : `${place}.${key}`,
      message: 'This field is not known.',
    }));
  });
}

function messageOf(issue: z.core.$ZodIssue): string {
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
  // Without locales, zod/mini has no messages of its own.
  if (issue.message !== 'Invalid input') return isMissing ? `Missing. ${issue.message}` : issue.message;
  return issue.code === 'invalid_type'
    ? `This is not of the type ${issue.expected}.`
    : 'This value is not possible.';
}

function describe(file: string, faults: Fault[]): string {
  const lines = faults.map((fault) => `  ${fault.path}: ${fault.message}`);
  return [
    `The configuration ${file} has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:`,
    ...new Set(lines),
  ].join('\n');
}

/** The token of the configuration, of BRIDGE_TOKEN, or of the file that the portal writes at its first start. */
function createTokenReader({
  token,
  tokenFile,
  environment,
}: {
  token: string | undefined;
  tokenFile: string | undefined;
  environment: Environment;
}): () => string {
  const given = token ?? (tokenFile === undefined ? environment.BRIDGE_TOKEN || undefined : undefined);
  const file = path.resolve(tokenFile ?? path.join(environment.DATA_DIR || './data', 'bridge-token'));
  return () => given ?? readTokenFile(file);
}

export function readTokenFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new UsageError(
      `There is no token: start the portal (npm start), which writes ${file}, or set --token or BRIDGE_TOKEN.`,
    );
  }
}

function passwordOf(address: unknown): string {
  const { password = '' } = parseAddress(typeof address === 'string' ? address : '') ?? {};
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}
