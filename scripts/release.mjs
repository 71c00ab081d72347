// Makes a release for each kind of machine: an archive with everything that an operator needs, its SHA-256, and its bill of
// materials. `npm run release -- x64` makes one of them.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { build } from './build.mjs';
import { listContents } from './release/contents.mjs';
import { installPackages, readBillOfMaterials } from './release/packages.mjs';
import { readVersion } from './release/version.mjs';
import { root, step } from './tools.mjs';

const MACHINES = ['x64', 'arm64'];
const MAX_MB = 100;
const OUTPUT = path.join(root, 'dist');

const version = readVersion(root);
const machines = process.argv.slice(2);
const unknown = machines.find((machine) => !MACHINES.includes(machine));
if (unknown !== undefined) throw new Error(`There is no machine ${unknown}: name x64 or arm64.`);

await build();
for (const arch of machines.length > 0 ? machines : MACHINES) await release(arch);

async function release(arch) {
  const name = `waygate-${version}-linux-${arch}`;
  const folder = path.join(OUTPUT, name);
  const archive = `${folder}.tar.gz`;
  const createdAt = commitTime();
  await step(`collect ${name}`, () => collect(folder));
  await step(`install packages for ${arch}`, () => installPackages(folder, arch));
  await step('write the bill of materials', () => {
    const bill = readBillOfMaterials(arch, createdAt);
    const text = `${JSON.stringify(bill, null, 2)}\n`;
    writeFileSync(path.join(folder, 'sbom.cdx.json'), text);
    writeFileSync(`${folder}.cdx.json`, text);
    return 0;
  });
  await step(`pack ${path.basename(archive)}`, () => pack(folder, archive, createdAt));
  rmSync(folder, { recursive: true });
}

function collect(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of listContents(root)) cpSync(path.join(root, name), path.join(folder, name));
  cpSync(path.join(root, 'scripts/release/waygate'), path.join(folder, 'waygate'));
  return 0;
}

/** Sorted, of nobody and at the time of the commit: the same sources make the same archive. */
async function pack(folder, archive, createdAt) {
  const plain = `${folder}.tar`;
  const same = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rw,go=rX',
    '--format=gnu',
  ];
  const time = `--mtime=@${Math.floor(createdAt / 1000)}`;
  execFileSync('tar', ['-C', path.dirname(folder), ...same, time, '-cf', plain, path.basename(folder)]);
  await pipeline(createReadStream(plain), createGzip({ level: 9 }), createWriteStream(archive));
  rmSync(plain);
  const sha256 = createHash('sha256').update(readFileSync(archive)).digest('hex');
  writeFileSync(`${archive}.sha256`, `${sha256}  ${path.basename(archive)}\n`);
  const megabytes = statSync(archive).size / 1e6;
  console.log(`  ${path.relative(root, archive)}: ${megabytes.toFixed(1)} MB, SHA-256 ${sha256}`);
  return megabytes > MAX_MB ? 1 : 0;
}

/** Set SOURCE_DATE_EPOCH for sources that aren't a checkout. Source: https://reproducible-builds.org/docs/source-date-epoch/ */
function commitTime() {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given !== undefined) return new Date(Number(given) * 1000);
  if (!existsSync(path.join(root, '.git'))) return new Date(0);
  const seconds = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  return new Date(Number(seconds) * 1000);
}
