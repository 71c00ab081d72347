// Runs all tests, or only the unit tests that the arguments name (`--related <files>`: those that import one of the files).
// Ends with the slowest tests, the time of each phase, the failed tests, and one line of totals.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildIfStale } from './build.mjs';
import { failuresOfPlaywright, failuresOfVitest, failuresOutsideOfTests } from './failed-tests.mjs';
import { describeSlowest, timesOfPlaywright, timesOfVitest } from './slowest-tests.mjs';
import { root, run } from './tools.mjs';

const SLOWEST = 20;
const reports = path.join(root, 'test-results');
const vitestArgs = process.argv.slice(2);

// The tests start hundreds of processes: each compiles the sources only once for all of them.
process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules/.cache/compiled');

const phases = [];
await timed('build', buildIfStale);
const runs = [await timed('vitest', runVitest)];
if (vitestArgs.length === 0) runs.push(await timed('browser journeys', runPlaywright));

const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map((key) =>
  runs.reduce((sum, counts) => sum + counts[key], 0),
);
console.log(`\nThe slowest tests:`);
for (const line of describeSlowest(
  runs.flatMap(({ times }) => times),
  SLOWEST,
))
  console.log(line);
console.log(`\nTime: ${phases.join(', ')}`);
for (const failure of runs.flatMap(({ failures }) => failures)) console.log(`\n✗ ${failure}`);
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 ? 1 : 0;

async function runVitest() {
  const report = prepareReport('vitest.json');
  const strayErrors = prepareReport('vitest-stray-errors.json');
  const reporters = ['default', 'json', path.join(root, 'scripts/stray-errors-reporter.mjs')];
  const options = [...reporters.map((name) => `--reporter=${name}`), `--outputFile.json=${report}`];
  const command =
    vitestArgs[0] === '--related' ? ['related', '--run', ...vitestArgs.slice(1)] : ['run', ...vitestArgs];
  const code = await run('vitest', [...command, ...options], {
    env: { STRAY_ERRORS_FILE: strayErrors },
  });
  return readReport('vitest', report, code, (results) => ({
    passed: results.numPassedTests,
    failed: results.numFailedTests,
    skipped: results.numPendingTests + results.numTodoTests,
    failures: [...failuresOfVitest(results), ...failuresOutsideOfTests(readJson(strayErrors) ?? [])],
    times: timesOfVitest(results),
  }));
}

async function runPlaywright() {
  const report = prepareReport('playwright.json');
  const args = ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'];
  const code = await run('playwright', args, { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } });
  return readReport('playwright', report, code, (results) => ({
    passed: results.stats.expected + results.stats.flaky,
    failed: results.stats.unexpected,
    skipped: results.stats.skipped,
    failures: failuresOfPlaywright(results),
    times: timesOfPlaywright(results),
  }));
}

async function timed(phase, work) {
  const startedAt = performance.now();
  const result = await work();
  phases.push(`${phase} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

function prepareReport(name) {
  mkdirSync(reports, { recursive: true });
  const report = path.join(reports, name);
  rmSync(report, { force: true });
  return report;
}

/** Reads a runner's report; a runner that fails without a failed test (a file that does not load), or runs none, counts as one. */
function readReport(runner, report, code, read) {
  const results = readJson(report);
  const counts = results ? read(results) : { passed: 0, failed: 0, skipped: 0, failures: [], times: [] };
  if ((code === 0 && counts.passed > 0) || counts.failed > 0) return counts;
  const unnamed =
    code === 0
      ? `${runner} ran no test`
      : `${runner} ended with ${code} without a failed test: its own output says why`;
  return { ...counts, failed: 1, failures: counts.failures.length > 0 ? counts.failures : [unnamed] };
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
