import { randomBytes } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire, enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

const FOLDER = 'compiled';
/** Two checksums before the code: of the script, and of the code itself. */
const HEADER_BYTES = 8;
/** The script of the commands has its own copy of this module. Both share this channel. */
const KEEP = channel('waygate:keep-compiled-code');

type Module = { exports: unknown };
type Wrapper = (
  exports: unknown,
  require: NodeJS.Require,
  module: Module,
  filename: string,
  dirname: string,
) => void;

/**
 * Runs a script of the build: a function as Node wraps around CommonJS. V8 compiles a function when it is first called, and
 * Node's own cache is made before that. So this keeps what V8 has compiled once the program has started, and the next start of a
 * program of this name begins with it. Where the folder can't be written, nothing is kept.
 *
 * @param program each has its own code, because each calls other functions
 * @param fallbacks programs whose code is better than none
 * @returns what the script exports
 */
export function runScript(
  file: string,
  { program, fallbacks }: { program: string; fallbacks: string[] },
): unknown {
  const folder = makeFolder(file);
  // For the packages outside of the script. The environment may name another folder, or turn it off.
  enableCompileCache(folder);
  const source = readFileSync(file);
  const tag = cachedDataVersionTag().toString(16);
  const fileOf = (name: string) => path.join(folder, `${name}-${tag}`);
  const owner = statSync(file).uid;
  const own = readKept(fileOf(program), { source, owner });
  const cachedData = own ?? findKept(fallbacks.map(fileOf), { source, owner });
  const script = new Script(source.toString(), { filename: file, ...(cachedData && { cachedData }) });
  const isKept = own !== undefined && script.cachedDataRejected !== true;
  const keep = () => {
    KEEP.unsubscribe(keep);
    if (!isKept) keepCode(fileOf(program), source, script);
    flushCompileCache();
  };
  KEEP.subscribe(keep);
  mapStacks(file, script);
  const module: Module = { exports: {} };
  // The build wraps it.
  const run = script.runInThisContext() as Wrapper;
  run(module.exports, createRequire(file), module, file, path.dirname(file));
  return module.exports;
}

/**
 * Keeps the code of what was called so far, if it isn't kept yet, which takes a tenth of a second, and frees the copies that are only
 * needed until then. Called before V8's flags are changed: it refuses code that was kept under others.
 */
export function keepCompiledCode(): void {
  KEEP.publish(undefined);
}

/**
 * Makes the folder, where that is possible. What is kept there is run, so it belongs to the user who may change the programs, or to
 * a service's own user: systemd names that folder.
 */
function makeFolder(file: string): string {
  const folder = path.join(process.env.CACHE_DIRECTORY ?? path.dirname(file), FOLDER);
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    // Nothing is kept there.
  }
  return folder;
}

type Expected = {
  source: Buffer;
  /** The user whose script it is, who could change that too. */
  owner: number;
};

function findKept(files: string[], expected: Expected): Buffer | undefined {
  for (const file of files) {
    const kept = readKept(file, expected);
    if (kept) return kept;
  }
  return undefined;
}

/** @returns nothing if it is of another script or user, incomplete or damaged. V8 itself checks its version and flags alone. */
function readKept(file: string, { source, owner }: Expected): Buffer | undefined {
  try {
    if (![0, owner, process.getuid?.()].includes(statSync(file).uid)) return undefined;
    const kept = readFileSync(file);
    const code = kept.subarray(HEADER_BYTES);
    const isWhole = kept.readUInt32LE(0) === crc32(source) && kept.readUInt32LE(4) === crc32(code);
    return isWhole ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the file as a whole. Where that isn't possible, the next start takes a little longer. */
function keepCode(file: string, source: Buffer, script: Script): void {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(temporary, '', { flag: 'wx' });
  } catch {
    return;
  }
  try {
    const code = script.createCachedData();
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt32LE(crc32(source), 0);
    header.writeUInt32LE(crc32(code), 4);
    writeFileSync(temporary, Buffer.concat([header, code]));
    renameSync(temporary, file);
  } catch {
    rmSync(temporary, { force: true });
  }
}

/** Node reads the source maps of modules and of evaluated code, and not of scripts: to it, this is evaluated code of that file. */
function mapStacks(file: string, { sourceMapURL }: Script): void {
  if (sourceMapURL === undefined) return;
  process.setSourceMapsEnabled(true);
  try {
    // oxlint-disable-next-line no-eval, no-implied-eval -- nothing but comments
    (0, eval)(`//# sourceURL=${pathToFileURL(file).href}\n//# sourceMappingURL=${sourceMapURL}`);
  } catch {
    // Node was told to evaluate nothing. Stacks name places in the script.
  }
}
