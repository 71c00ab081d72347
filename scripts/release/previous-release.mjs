// Builds the release before this one out of the history. `e2e/previous-release.e2e.ts` runs both on one database.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
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
  if (!existsSync(path.join(root, '.git')))
    return 'The release before this one is skipped: this is no checkout of git.';
  if (isBuilt() || hasCommit()) return undefined;
  if (git('rev-parse', '--is-shallow-repository') === 'false') return undefined;
  return `The release before this one is skipped: this checkout's history doesn't reach commit ${COMMIT.slice(0, 8)}.`;
}

/**
 * Builds it, unless that was done before. Takes half a minute.
 *
 * @returns {string} its folder
 * @throws when the commit is missing, or doesn't build
 */
export function buildPreviousRelease() {
  if (isBuilt()) return findFolder();
  if (!hasCommit()) throw new Error(`scripts/release/previous-release.json names no commit: ${COMMIT}`);
  // Of earlier commits, and of builds that were interrupted.
  rmSync(CACHE, { recursive: true, force: true });
  const staging = `${findFolder()}.unfinished`;
  mkdirSync(staging, { recursive: true });
  const archive = path.join(staging, 'sources.tar');
  git('archive', `--output=${archive}`, COMMIT, ...SOURCES);
  execFileSync('tar', ['-xf', archive, '-C', staging]);
  rmSync(archive);
  providePackages(staging);
  runIn(staging, process.execPath, ['scripts/build.mjs']);
  renameSync(staging, findFolder());
  return findFolder();
}

/** Another one after each change of today's packages, of which the release may use some. */
function findFolder() {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  return path.join(CACHE, `${COMMIT}-${lock.slice(0, 16)}`);
}

function isBuilt() {
  return existsSync(findFolder());
}

function hasCommit() {
  return git('rev-parse', '--verify', '--quiet', `${COMMIT}^{commit}`) !== '';
}

/**
 * In this checkout, also if it is another user's.
 *
 * @returns what git prints; nothing for a question with a plain no
 */
function git(...args) {
  const { status, error, stdout, stderr } = spawnSync('git', ['-c', 'safe.directory=*', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  if (error !== undefined || status > 1) throw error ?? new Error(`git ${args[0]} failed: ${stderr}`);
  return stdout.trim();
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
      symlinkSync(path.relative(packages, path.join(root, 'node_modules', name)), path.join(packages, name));
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
