import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import type { Prompter } from './prompter.ts';
import type { Values } from './steps.ts';

const SAMPLES = path.join(SERVER_ROOT, '../../deploy');

/** Asks for the files of proxy and service manager. @returns them as made for this portal, for the folder of `file` */
export async function chooseSamples(
  file: string,
  values: Values,
  prompter: Prompter,
): Promise<{ target: string; text: string }[]> {
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
  // The embedded database belongs to one process.
  const isSingle = values.DATABASE_URL === undefined;
  const units = isSingle ? ['waygate.service'] : ['waygate-api@.service', 'waygate-worker.service'];
  const names = [
    ...(proxy === 'caddy' ? ['Caddyfile'] : []),
    ...(proxy === 'nginx' ? ['nginx.conf'] : []),
    ...(systemd === undefined ? [] : units.map((unit) => `systemd/${unit}`)),
  ];
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(SAMPLES, name), 'utf8');
      return {
        target: path.join(path.dirname(file), path.basename(name)),
        text: adapt(text.replaceAll('/etc/waygate/waygate.env', file), values, isSingle),
      };
    }),
  );
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
