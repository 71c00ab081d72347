import path from 'node:path';
import { findOwnFolders, isForSeveral } from './samples.ts';
import type { Values } from './steps.ts';

/** Where a release looks by itself. */
const KNOWN_FILE = '/etc/waygate/waygate.env';
const PROGRAM = '/opt/waygate/current/waygate';
const UNIT = 'waygate';

/**
 * What the operator runs after the setup, as root and in this order, to start what it has written files for. OPERATIONS.md
 * has the same list.
 *
 * @param file the environment file
 * @param files those of proxy and service manager
 * @param before as the environment file was; empty for a new portal
 */
export function nextCommands({
  file,
  files,
  values,
  before,
}: {
  file: string;
  files: string[];
  values: Values;
  before: Values;
}): string[] {
  const isNew = Object.keys(before).length === 0;
  const units = files.filter((one) => one.endsWith('.service'));
  if (units.length === 0) return [...(isNew ? ['waygate start'] : []), 'waygate doctor'];
  const env = file === KNOWN_FILE ? '' : `WAYGATE_ENV_FILE=${quote(file)} `;
  return [
    ...findOwnFolders(values).map((folder) => `install -d -m 750 -o waygate -g waygate ${quote(folder)}`),
    `chown waygate: ${quote(file)}`,
    `install -m 644 ${units.map(quote).join(' ')} /etc/systemd/system/`,
    'systemctl daemon-reload',
    ...startCommands(units, values, isNew ? undefined : before),
    ...files.flatMap((one) => proxyCommands(one, values)),
    `${env}${PROGRAM} doctor`,
  ];
}

/** @param before undefined for a new portal, on whose machine no unit runs */
function startCommands(units: string[], values: Values, before: Values | undefined): string[] {
  const isForSeveralNow = units.some((unit) => isForSeveral(path.basename(unit)));
  const started = isForSeveralNow ? unitsOfSeveral(values) : [UNIT];
  if (!before) return [`systemctl enable --now ${started.join(' ')}`];
  // What was installed isn't known: the file may have been changed by hand. Two layouts at once would be two portals.
  const others = [UNIT, ...unitsOfSeveral(before)].filter((unit) => !started.includes(unit));
  const stopped = isForSeveralNow ? others.map((unit) => [unit]) : [others];
  return [
    // Fails for units that were never installed, which is fine.
    ...stopped.map((group) => `systemctl disable --now ${group.join(' ')} || true`),
    `systemctl enable ${started.join(' ')}`,
    // Running units notice neither the file nor the unit. One after the other, because the other api serves meanwhile.
    started.map((unit) => `systemctl restart ${unit}`).join(' && '),
  ];
}

/** Workers first, as in an update. */
function unitsOfSeveral({ PORT: port = '3000' }: Values): string[] {
  return ['waygate-worker', ...[port, Number(port) + 1].map((one) => `waygate-api@${one}`)];
}

/** What was there is kept as a file whose name ends with ~. */
function proxyCommands(file: string, { PUBLIC_ORIGIN: origin = '' }: Values): string[] {
  const host = URL.parse(origin)?.hostname ?? 'play.example.com';
  switch (path.basename(file)) {
    case 'Caddyfile':
      return [`install -b -m 644 ${quote(file)} /etc/caddy/ && systemctl reload caddy`];
    case 'nginx.conf':
      return [
        // nginx doesn't start without the certificate that the file names.
        `certbot certonly --nginx --keep-until-expiring -d ${quote(host)}`,
        `install -b -m 644 ${quote(file)} /etc/nginx/conf.d/waygate.conf && nginx -t && systemctl reload nginx`,
      ];
    default:
      return [];
  }
}

function quote(place: string): string {
  return /^[\w./@-]+$/.test(place) ? place : `'${place.replaceAll("'", String.raw`'\''`)}'`;
}
