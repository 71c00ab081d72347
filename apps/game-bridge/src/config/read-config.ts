import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Document, parseDocument } from 'yaml';
import * as z from 'zod/mini';
import type { Preset, PresetConfig } from '#preset.ts';
import { PRESETS } from '#presets.ts';
import { type CommonConfig, commonShape } from './config-schema.ts';
import { parseAddress } from './parse-address.ts';
import { type Fault, findFaults } from './faults.ts';
import { type Environment, substitute } from './substitute.ts';

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
  faults.push(...findFaults(z.object(commonShape), fields).filter(({ path: place }) => !missing.has(place)));
  const preset = await findPreset(fields.game, faults);
  if (preset) faults.push(...findFaults(preset.optionsSchema, options));
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
  const faults = document.errors.map(({ pos, message }) => {
    const line = text.slice(0, pos[0]).split('\n').length;
    // What follows a colon is a piece of the file, and may be a secret.
    return { path: `line ${line}`, message: `${message.split(':', 1)[0]}.` };
  });
  if (faults.length > 0) throw new UsageError(describe(file, faults, "isn't YAML"));
  const value = toValue(document, file);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`The configuration ${file} has no fields. See the examples.`);
  }
  return value;
}

function toValue(document: Document, file: string): unknown {
  try {
    return document.toJS();
  } catch {
    throw new UsageError(
      `The configuration ${file} isn't YAML: a value that begins with * names nothing. Put it in quotes.`,
    );
  }
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

function describe(file: string, faults: Fault[], state?: string): string {
  const lines = new Set(faults.map((fault) => `  ${fault.path}: ${fault.message}`));
  const count = lines.size === 1 ? 'a fault' : `${lines.size} faults`;
  return [`The configuration ${file} ${state ?? `has ${count}`}:`, ...lines].join('\n');
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
