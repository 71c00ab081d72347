// The files of the project that are part of a release.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const BUILT = ['apps/game-bridge/dist', 'apps/server/dist', 'apps/web/dist'];
const SOURCES = [
  'apps/server/content',
  'apps/server/migrations',
  'apps/server/package.json',
  'CHANGELOG.md',
  'deploy',
  'docs/OPERATIONS.md',
  'docs/games',
  'examples',
  'LICENSE',
  'README.md',
];

/** Of the build on this machine alone. */
const NOT_SHIPPED = /^apps\/server\/dist\/(compiled\/|\.built-from$)/;
const ENVIRONMENT_FILE = /^\.env(?!\.example$)/;

/**
 * Lists what the build made and what Git tracks, so that nothing else in the working tree is published. Without Git it lists
 * every file of the same folders.
 *
 * @returns paths below `root`, which is also their place in the release
 * @throws Error for an environment file: it may hold secrets
 */
export function listContents(root) {
  const isCheckout = existsSync(path.join(root, '.git'));
  const built = BUILT.flatMap((name) => filesBelow(root, name)).filter((file) => !NOT_SHIPPED.test(file));
  const sources = isCheckout ? trackedFiles(root) : SOURCES.flatMap((name) => filesBelow(root, name));
  const contents = [...built, ...sources];
  const secret = contents.find((file) => ENVIRONMENT_FILE.test(path.basename(file)));
  if (secret !== undefined)
    throw new Error(`${secret} may hold secrets: remove it before you make a release.`);
  return contents;
}

function trackedFiles(root) {
  const args = ['ls-files', '--error-unmatch', '-z', '--', ...SOURCES];
  const names = execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  return names.split('\0').filter((name) => name !== '');
}

function filesBelow(root, name) {
  const place = path.join(root, name);
  if (!statSync(place).isDirectory()) return [name];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}
