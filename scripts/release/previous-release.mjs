// Builds the release before this one out of the history. `e2e/previous-release.e2e.ts` runs both on one database.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { root } from '#scripts/tools.mjs';

const COMMIT = JSON.parse(readFileSync(path.join(root, 'scripts/release/previous-release.json'))).commit;
const CACHE = path.join(root, 'node_modules/.cache/previous-release');
const SOURCES = ['apps', 'packages', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.base.json'];
const OWN_PACKAGES = '@waygate';

/**
 * Why the release can't be built here; undefined where it can. Only a checkout without that part of the history has a reason:
 * in a whole one, a commit that is missing is a mistake in `previous-release.json`, and the build fails.
 *
 * @returns {string | undefined}
 */
export function findWhyUnavailable() {
  if (isBuilt() || hasCommit()) return undefined;
  const isWhole = tryGit(['rev-parse', '--is-shallow-repository']) === 'false';
  return isWhole
    ? undefined
    : `The release before this one is skipped: this checkout's history doesn't reach commit ${COMMIT.slice(0, 8)}.`;
}

/**
 * Builds it, unless that was done before. Takes half a minute.
 *
 * @returns {string} its folder
 * @throws when the commit is missing, or doesn't build
 */
export function buildPreviousRelease() {
  if (isBuilt()) return folderOf(COMMIT);
  if (!hasCommit()) throw new Error(`scripts/release/previous-release.json names no commit: ${COMMIT}`);
  // Of earlier commits, and of builds that were interrupted.
  rmSync(CACHE, { recursive: true, force: true });
  const staging = `${folderOf(COMMIT)}.unfinished`;
  mkdirSync(staging, { recursive: true });
  const archive = path.join(staging, 'sources.tar');
  execFileSync('git', ['archive', `--output=${archive}`, COMMIT, ...SOURCES], { cwd: root });
  execFileSync('tar', ['-xf', archive, '-C', staging]);
  rmSync(archive);
  providePackages(staging);
  runIn(staging, process.execPath, ['scripts/build.mjs']);
  renameSync(staging, folderOf(COMMIT));
  return folderOf(COMMIT);
}

function folderOf(commit) {
  return path.join(CACHE, commit);
}

function isBuilt() {
  return existsSync(folderOf(COMMIT));
}

function hasCommit() {
  return tryGit(['cat-file', '-e', `${COMMIT}^{commit}`]) !== undefined;
}

/** @returns what it prints; undefined when it fails */
function tryGit(args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** The installed packages where the release names the same versions, else its own from the registry. */
function providePackages(folder) {
  if (!namesInstalledVersions(folder)) {
    const options = ['--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
    return runIn(folder, 'npm', ['ci', ...options]);
  }
  const packages = path.join(folder, 'node_modules');
  mkdirSync(path.join(packages, OWN_PACKAGES), { recursive: true });
  for (const name of readdirSync(path.join(root, 'node_modules')))
    if (name !== OWN_PACKAGES && name !== '.cache')
      symlinkSync(path.join(root, 'node_modules', name), path.join(packages, name));
  // Its own, not today's.
  symlinkSync('../../packages/contract', path.join(packages, OWN_PACKAGES, 'contract'));
}

function namesInstalledVersions(folder) {
  const [installed, locked] = [root, folder].map((one) => readLock(path.join(one, 'package-lock.json')));
  const workspaces = Object.keys(locked).filter((place) => !place.includes('node_modules/'));
  const names = workspaces.flatMap((place) => {
    const { dependencies, devDependencies, optionalDependencies } = locked[place];
    return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  });
  return names
    .filter((name) => !name.startsWith(`${OWN_PACKAGES}/`))
    .every((name) => {
      const place = `node_modules/${name}`;
      return locked[place] && locked[place].integrity === installed[place]?.integrity;
    });
}

function readLock(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

function runIn(cwd, program, args) {
  const bin = path.join(cwd, 'node_modules/.bin');
  const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` };
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0)
    throw new Error(
      `The release before this one: ${program} ${args[0]} failed (${error?.message ?? status}).\n${stdout}${stderr}`,
    );
}
