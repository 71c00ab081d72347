import path from 'node:path';
import { findOwnFolders, isForSeveral } from './samples.ts';
import type { Values } from './steps.ts';

/** Where a release looks by itself. */
const KNOWN_FILE = '/etc/waygate/waygate.env';
const PROGRAM = '/opt/waygate/current/waygate';

/**
 * What the operator runs after the setup, as root and in this order, to start what it has written files for. OPERATIONS.md
 * has the same list.
 *
 * @param file the environment file
 * @param files those of proxy and service manager
 * @param isNew whether nothing was set before
 */
export function nextCommands({
  file,
  files,
  values,
  isNew,
}: {
  file: string;
  files: string[];
  values: Values;
  isNew: boolean;
}): string[] {
  const units = files.filter((one) => one.endsWith('.service'));
  if (units.length === 0) return [...(isNew ? ['waygate start'] : []), 'waygate doctor'];
  const env = file === KNOWN_FILE ? '' : `WAYGATE_ENV_FILE=${quote(file)} `;
  return [
    ...findOwnFolders(values).map((folder) => `install -d -m 750 -o waygate -g waygate ${quote(folder)}`),
    `chown waygate: ${quote(file)}`,
    `install -m 644 ${units.map(quote).join(' ')} /etc/systemd/system/`,
    'systemctl daemon-reload',
    `systemctl enable --now ${unitsToStart(units, values).join(' ')}`,
    ...files.flatMap(proxyCommands),
    `${env}${PROGRAM} doctor`,
  ];
}

/** Workers first, as in an update. */
function unitsToStart(units: string[], { PORT: port = '3000' }: Values): string[] {
  if (!units.some((unit) => isForSeveral(path.basename(unit)))) return ['waygate'];
  return ['waygate-worker', ...[port, Number(port) + 1].map((one) => `waygate-api@${one}`)];
}

function proxyCommands(file: string): string[] {
  switch (path.basename(file)) {
    case 'Caddyfile':
      return [`install -m 644 ${quote(file)} /etc/caddy/ && systemctl reload caddy`];
    case 'nginx.conf':
      return [
        `install -m 644 ${quote(file)} /etc/nginx/conf.d/waygate.conf && nginx -t && systemctl reload nginx`,
      ];
    default:
      return [];
  }
}

function quote(place: string): string {
  return /^[\w./@-]+$/.test(place) ? place : `'${place.replaceAll("'", String.raw`'\''`)}'`;
}
