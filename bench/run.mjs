// Runs the named benchmarks, or all of them, one after another. Fails when one misses a budget.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

const folder = import.meta.dirname;
const wanted = process.argv.slice(2);
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.bench.ts'))
  .map((name) => name.replace('.bench.ts', ''))
  .filter((name) => wanted.length === 0 || wanted.includes(name));

const missed = [];
for (const name of names) {
  console.log(`\n— ${name}`);
  if ((await runBenchmark(name)) !== 0) missed.push(name);
}
console.log(missed.length === 0 ? '\nEvery budget is met.' : `\nMissed: ${missed.join(', ')}`);
process.exitCode = missed.length === 0 ? 0 : 1;

function runBenchmark(name) {
  const child = spawn(process.execPath, [path.join(folder, `${name}.bench.ts`)], { stdio: 'inherit' });
  return new Promise((resolve) => child.on('close', resolve));
}
