import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readIfThere } from '#platform/files/kept-files.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import type { Prompter } from './prompter.ts';
import { SetupFault } from './setup-fault.ts';
import type { Values } from './steps.ts';
import { findTarget } from './target-file.ts';

const SAMPLES = path.join(SERVER_ROOT, '../../deploy');

/** A file that only the setup writes begins with it. */
const MARK = "# Written by 'waygate setup', which replaces it when it runs again.\n";

type Sample = { file: string; text: string };

/**
 * Asks for the files of proxy and service manager.
 *
 * @param file the environment file, which they stand next to
 * @returns them as made for this portal
 * @throws SetupFault
 */
export async function chooseSamples(file: string, values: Values, prompter: Prompter): Promise<Sample[]> {
  for (;;) {
    // The embedded database belongs to one process.
    const isSingle = values.DATABASE_URL === undefined;
    const names = await askForSamples(prompter, isSingle);
    try {
      return await Promise.all(names.map((name) => makeSample(name, { file, values, isSingle })));
    } catch (error) {
      if (!(error instanceof SetupFault)) throw error;
      if (!(await prompter.asksAgain(error))) return [];
    }
  }
}

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
  const units = isSingle ? ['waygate.service'] : ['waygate-api@.service', 'waygate-worker.service'];
  return [
    ...(proxy === 'caddy' ? ['Caddyfile'] : []),
    ...(proxy === 'nginx' ? ['nginx.conf'] : []),
    ...(systemd === undefined ? [] : units.map((unit) => `systemd/${unit}`)),
  ];
}

async function makeSample(
  name: string,
  { file, values, isSingle }: { file: string; values: Values; isSingle: boolean },
): Promise<Sample> {
  const target = await findTarget(path.join(path.dirname(file), path.basename(name)));
  const there = await readIfThere(target);
  if (there !== undefined && !there.startsWith(MARK))
    throw new SetupFault(
      `${target} is not a file of the setup, so it stays as it is. Move it away, or name an --file in another folder.`,
    );
  const text = await readFile(path.join(SAMPLES, name), 'utf8');
  const adapted = adapt(text.replaceAll('/etc/waygate/waygate.env', file), values, isSingle);
  return { file: target, text: `${MARK}${adapted}` };
}

function adapt(
  text: string,
  { PUBLIC_ORIGIN: origin, PORT: port = '3000' }: Values,
  isSingle: boolean,
): string {
  const host = URL.parse(origin ?? '')?.hostname ?? 'play.example.com';
  const second = String(Number(port) + 1);
  const named = text.replaceAll('play.example.com', host).replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`);
  if (!isSingle) return named.replaceAll('127.0.0.1:3001', `127.0.0.1:${second}`);
  return named.replace(/^\tserver 127\.0\.0\.1:3001 .*\n/m, '').replace(' 127.0.0.1:3001', '');
}
