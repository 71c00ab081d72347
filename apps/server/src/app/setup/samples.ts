import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DEFAULT_DATA_DIR } from '#platform/config/config.ts';
import { readIfThere } from '#platform/files/kept-files.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import type { Prompter } from './prompter.ts';
import { SetupFault } from './setup-fault.ts';
import type { Values } from './steps.ts';
import { findTarget } from './target-file.ts';

const SAMPLES = path.join(SERVER_ROOT, '../../deploy');

/** A file that only the setup writes begins with it. */
const MARK = "# Written by 'waygate setup', which replaces it when it runs again.\n";

const DEFAULT_PORT = '3000';
const WORKER_PORT_DISTANCE = 900;
const LAST_PORT = 65_535;
/** Longer than a restart takes. */
const WAITS_SECONDS = 15;

/** Of the units: the only folder that they can write to. */
export const STATE_FOLDER = '/var/lib/waygate';

const UNIT = 'waygate.service';
const UNITS_OF_SEVERAL = ['waygate-api@.service', 'waygate-worker.service'];

/** Whether a unit is for a portal of several processes. */
export const isForSeveral = (unit: string) => UNITS_OF_SEVERAL.includes(unit);

type Sample = { file: string; text: string };

/**
 * Asks for the files of proxy and service manager.
 *
 * @param file the environment file, which they stand next to
 * @returns them as made for this portal, and the values that fit them
 * @throws SetupFault
 */
export async function chooseSamples(
  file: string,
  values: Values,
  prompter: Prompter,
): Promise<{ samples: Sample[]; values: Values }> {
  for (;;) {
    const isSingle = isSingleProcess(values);
    const names = await askForSamples(prompter, isSingle);
    const placed = names.some(isUnit) ? withFoldersOfUnits(values) : values;
    try {
      const samples = await Promise.all(
        names.map((name) => makeSample(name, { file, values: placed, isSingle })),
      );
      reportLeftFolder(values, placed, prompter);
      return { samples, values: placed };
    } catch (error) {
      if (!(error instanceof SetupFault)) throw error;
      if (!(await prompter.asksAgain(error))) return { samples: [], values };
    }
  }
}

/** The embedded database belongs to one process. */
export function isSingleProcess({ DATABASE_URL: url }: Values): boolean {
  return url === undefined;
}

const isUnit = (name: string) => name.startsWith('systemd/');

async function askForSamples(prompter: Prompter, isSingle: boolean): Promise<string[]> {
  const proxy = await prompter.ask({
    name: 'PROXY',
    message: "Which proxy is in front? 'caddy', 'nginx', or nothing",
    validate: (answer) => (['caddy', 'nginx'].includes(answer) ? undefined : 'must be caddy or nginx'),
  });
  const systemd = await prompter.ask({
    name: 'SYSTEMD',
    message: "Write units of systemd? 'yes', or nothing",
    validate: (answer) => (answer === 'yes' ? undefined : 'must be yes'),
  });
  const units = isSingle ? [UNIT] : UNITS_OF_SEVERAL;
  return [
    ...(proxy === 'caddy' ? ['Caddyfile'] : []),
    ...(proxy === 'nginx' ? ['nginx.conf'] : []),
    ...(systemd === undefined ? [] : units.map((unit) => `systemd/${unit}`)),
  ];
}

/** Units start in their state folder. For commands that start elsewhere, a relative folder would be another one. */
function withFoldersOfUnits(values: Values): Values {
  const { DATA_DIR: dataDir = DEFAULT_DATA_DIR, BACKUP_TO: backupTo } = values;
  const isFolder = backupTo !== undefined && !backupTo.includes('://');
  return {
    ...values,
    DATA_DIR: path.resolve(STATE_FOLDER, dataDir),
    ...(isFolder && { BACKUP_TO: path.resolve(STATE_FOLDER, backupTo) }),
  };
}

/** Somebody who has tried the portal in this folder would find it empty. */
function reportLeftFolder(
  { DATA_DIR: before = DEFAULT_DATA_DIR }: Values,
  { DATA_DIR: now = before }: Values,
  { report }: Prompter,
): void {
  const left = path.resolve(before);
  if (left === path.resolve(now) || !existsSync(left) || existsSync(now)) return;
  report(
    `The units keep files in ${now}, and ${left} isn't used any more. To keep what is in it, stop the portal and move it there first.`,
  );
}

async function makeSample(
  name: string,
  { file, values, isSingle }: { file: string; values: Values; isSingle: boolean },
): Promise<Sample> {
  const target = await findTarget(path.join(path.dirname(file), path.basename(name)));
  const there = await readIfThere(target);
  if (there !== undefined && !there.startsWith(MARK))
    throw new SetupFault(
      `${target} is not a file of the setup, so it stays as it is. Move it away, or name another folder with --file.`,
    );
  const text = await readFile(path.join(SAMPLES, name), 'utf8');
  const adapted = isUnit(name) ? adaptUnit(text, { file, values }) : adaptProxy(text, values, isSingle);
  return { file: target, text: `${MARK}${adapted}` };
}

function adaptUnit(text: string, { file, values }: { file: string; values: Values }): string {
  const folders = findOwnFolders(values);
  const writable = folders.length > 0 ? `\nReadWritePaths=${folders.map(quoteForUnit).join(' ')}` : '';
  const { PORT: port = DEFAULT_PORT } = values;
  return text
    .replace('WORKER_HEALTH_PORT=3900', `WORKER_HEALTH_PORT=${workerPortFor(Number(port))}`)
    .replace(/^EnvironmentFile=.*$/m, () => `EnvironmentFile=${file.replaceAll('%', '%%')}`)
    .replace(/^ProtectSystem=strict$/m, (line) => line + writable);
}

/** Far from the ports of api processes, of which there may be more than two. */
function workerPortFor(port: number): number {
  return port + WORKER_PORT_DISTANCE > LAST_PORT ? port - WORKER_PORT_DISTANCE : port + WORKER_PORT_DISTANCE;
}

/** Folders that the portal writes to and that a unit can't write to by itself. */
export function findOwnFolders({ DATA_DIR: dataDir, BACKUP_TO: backupTo }: Values): string[] {
  const folders = [dataDir, backupTo].flatMap((place) =>
    place !== undefined && path.isAbsolute(place) ? [path.resolve(place)] : [],
  );
  return [...new Set(folders)].filter((place) => !`${place}/`.startsWith(`${STATE_FOLDER}/`));
}

/** @see https://www.freedesktop.org/software/systemd/man/latest/systemd.syntax.html#Quoting */
function quoteForUnit(place: string): string {
  return `"${place.replaceAll(/["\\]/g, '\\$&').replaceAll('%', '%%')}"`;
}

function adaptProxy(
  text: string,
  { PUBLIC_ORIGIN: origin, PORT: port = DEFAULT_PORT }: Values,
  isSingle: boolean,
): string {
  const named = withAddress(text, URL.parse(origin ?? '')).replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`);
  const second = String(Number(port) + 1);
  if (!isSingle) return named.replaceAll('127.0.0.1:3001', `127.0.0.1:${second}`);
  return forOneProcess(named);
}

/** Nobody serves while a single process restarts, so the proxy neither looks for another one nor avoids this one: Caddy waits. */
function forOneProcess(text: string): string {
  return text
    .replace('two api processes', 'one process')
    .replace(/^\t# A process that refuses .*\n/m, '')
    .replace(/^(\tserver \S+) max_fails=.*;\n\tserver 127\.0\.0\.1:3001 .*\n/m, '$1;\n')
    .replace(' 127.0.0.1:3001', '')
    .replace(
      /^\t\t# Notices a process that drains[^]*?\tfail_duration \S+\n/m,
      `\t\t# While the process restarts, requests wait this long for it.\n\t\tlb_try_duration ${WAITS_SECONDS}s\n`,
    );
}

function withAddress(text: string, address: URL | null): string {
  if (address === null) return text;
  const { hostname, host, port } = address;
  const named = text
    .replace('{$WAYGATE_DOMAIN:play.example.com}', `{$WAYGATE_DOMAIN:${host}}`)
    .replaceAll('play.example.com', hostname);
  if (port === '') return named;
  return named
    .replaceAll(/(listen (?:\[::\]:)?)443 ssl/g, `$1${port} ssl`)
    .replace('https://$host$request_uri', () => `https://$host:${port}$request_uri`);
}
