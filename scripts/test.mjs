// Runs all tests, or only the unit tests that the arguments name, and ends with the failed ones and one line of totals.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildIfStale } from './build.mjs';
import { failuresOfPlaywright, failuresOfVitest, failuresOutsideOfTests } from './failed-tests.mjs';
import { root, run } from './tools.mjs';

const reports = path.join(root, 'test-results');
const vitestArgs = process.argv.slice(2);

await buildIfStale();
const runs = [await runVitest()];
if (vitestArgs.length === 0) runs.push(await runPlaywright());

const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map((key) =>
  runs.reduce((sum, counts) => sum + counts[key], 0),
);
for (const failure of runs.flatMap(({ failures }) => failures)) console.log(`\n✗ ${failure}`);
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 ? 1 : 0;

async function runVitest() {
  const report = prepareReport('vitest.json');
  const strayErrors = prepareReport('vitest-stray-errors.json');
  const reporters = ['default', 'json', path.join(root, 'scripts/stray-errors-reporter.mjs')];
  const options = [...reporters.map((name) => `--reporter=${name}`), `--outputFile.json=${report}`];
  const code = await run('vitest', ['run', ...options, ...vitestArgs], {
    env: { STRAY_ERRORS_FILE: strayErrors },
  });
  return readReport('vitest', report, code, (results) => ({
    passed: results.numPassedTests,
    failed: results.numFailedTests,
    skipped: results.numPendingTests + results.numTodoTests,
    failures: [...failuresOfVitest(results), ...failuresOutsideOfTests(readJson(strayErrors) ?? [])],
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
  }));
}

function prepareReport(name) {
  mkdirSync(reports, { recursive: true });
  const report = path.join(reports, name);
  rmSync(report, { force: true });
  return report;
}

/** Reads a runner's report; a runner that fails without a failed test (a file that does not load) counts as one. */
function readReport(runner, report, code, read) {
  const results = readJson(report);
  const counts = results ? read(results) : { passed: 0, failed: 0, skipped: 0, failures: [] };
  if (code === 0 || counts.failed > 0) return counts;
  const unnamed = `${runner} ended with ${code} without a failed test: its own output says why`;
  return { ...counts, failed: 1, failures: counts.failures.length > 0 ? counts.failures : [unnamed] };
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
