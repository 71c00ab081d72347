// What the scripts share: running the installed tools on the project's own Node, and timing steps.
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const bin = path.join(root, 'node_modules', '.bin');
const isWindows = process.platform === 'win32';

/**
 * Runs an installed tool.
 * @param {string} program its name in node_modules/.bin
 * @param {{ cwd?: string, env?: Record<string, string>, isQuiet?: boolean }} [options] quiet: output on failure only
 * @returns {Promise<number>} its exit code
 */
export function run(program, args, { cwd = root, env = {}, isQuiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(bin, program), args, {
      cwd,
      env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}`, ...env },
      stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      shell: isWindows,
    });
    let output = '';
    child.stdout?.on('data', (text) => (output += text));
    child.stderr?.on('data', (text) => (output += text));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code !== 0) process.stderr.write(output);
      resolve(code ?? 1);
    });
  });
}

/** Does one step of a script and prints its name and seconds; ends the script when `work` answers a failing exit code. */
export async function step(name, work) {
  const startedAt = performance.now();
  const code = await work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (code === 0) return console.log(`✓ ${name} (${seconds} s)`);
  console.error(`✗ ${name} failed (${seconds} s)`);
  process.exit(1);
}

/** Goes on as `node …args`: the same process where the system can, else a child whose signals and end are passed on. */
export function becomeNode(args, env = {}) {
  const node = isWindows ? process.execPath : realpathSync(path.join(bin, 'node'));
  const environment = { ...process.env, ...env };
  if (process.execve && !isWindows) process.execve(node, [node, ...args], environment);

  const child = spawn(node, args, { env: environment, stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A terminal sends Ctrl+C to the child as well.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** True when this file was started as a script, not imported. */
export function isMain(moduleUrl) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(moduleUrl);
}
