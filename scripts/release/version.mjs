import { readFileSync } from 'node:fs';
import path from 'node:path';

const PACKAGES = ['apps/server', 'apps/web', 'apps/game-bridge', 'packages/contract'];

/**
 * The version of a release, which all packages have. Processes report the server's: `waygate update` would wait for another
 * one, and go back.
 *
 * @throws when they differ, with the command that mends it
 */
export function readVersion(root) {
  const versionOf = (folder) =>
    JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')).version;
  const version = versionOf('.');
  const others = PACKAGES.filter((folder) => versionOf(folder) !== version);
  if (others.length === 0) return version;
  const found = others.map((folder) => `${folder} ${versionOf(folder)}`).join(', ');
  throw new Error(
    `The project is ${version}, and ${found}: npm version <version> --workspaces --include-workspace-root --no-git-tag-version`,
  );
}
