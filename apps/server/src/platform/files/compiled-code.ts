import { channel } from 'node:diagnostics_channel';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/** Beside the built programs, because what is kept here is run. */
const FOLDER = 'compiled';
/** Two checksums before the code: of the script, and of the code itself. */
const HEADER_BYTES = 8;
/** The script has a copy of this module, and asks the one that runs it. */
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
 * Node's own cache is made before that. So this keeps what V8 has compiled once a program has started or ended, beside the script,
 * where the next start of a program of this name finds it. Where the folder can't be written, nothing is kept.
 *
 * @param program each has its own code, because each calls other functions
 * @param others whose code is better than none
 * @returns what the script exports
 */
export function runScript(file: string, { program, others }: { program: string; others: string[] }): unknown {
  const folder = path.join(path.dirname(file), FOLDER);
  // For the packages outside of the script.
  enableCompileCache(folder);
  const source = readFileSync(file);
  const fileOf = (name: string) => path.join(folder, `${name}-${cachedDataVersionTag().toString(16)}`);
  const own = fileOf(program);
  const kept = readKept(own, source);
  const cachedData = kept ?? others.map((name) => readKept(fileOf(name), source)).find((code) => code);
  const script = new Script(source.toString(), { filename: file, ...(cachedData && { cachedData }) });
  const isKept = kept !== undefined && script.cachedDataRejected !== true;
  const keep = () => {
    KEEP.unsubscribe(keep);
    if (!isKept) write(own, source, script);
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

/** @returns nothing if it is of another script, incomplete or damaged. V8 itself checks its version and flags alone. */
function readKept(file: string, source: Buffer): Buffer | undefined {
  try {
    const kept = readFileSync(file);
    const code = kept.subarray(HEADER_BYTES);
    const isWhole = kept.readUInt32LE(0) === crc32(source) && kept.readUInt32LE(4) === crc32(code);
    return isWhole ? code : undefined;
  } catch {
    return undefined;
  }
}

function write(file: string, source: Buffer, script: Script): void {
  const code = script.createCachedData();
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(crc32(source), 0);
  header.writeUInt32LE(crc32(code), 4);
  const temporary = `${file}.${process.pid}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(temporary, Buffer.concat([header, code]));
    renameSync(temporary, file);
  } catch {
    // The next start takes a little longer.
  }
}

/** Node reads the source maps of modules and of evaluated code, and not of scripts: to it, this is evaluated code of that file. */
function mapStacks(file: string, { sourceMapURL }: Script): void {
  if (sourceMapURL === undefined) return;
  process.setSourceMapsEnabled(true);
  // oxlint-disable-next-line no-eval, no-implied-eval -- nothing but comments
  (0, eval)(`//# sourceURL=${file}\n//# sourceMappingURL=${sourceMapURL}`);
}
