// Runs all tests, or only the unit tests that the arguments name, and ends with one line of totals.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildIfStale } from './build.mjs';
import { root, run } from './tools.mjs';

const results = path.join(root, 'test-results');
const vitestArgs = process.argv.slice(2);

await buildIfStale();
const runs = [await runVitest()];
if (vitestArgs.length === 0) runs.push(await runPlaywright());

const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map((key) =>
  runs.reduce((sum, counts) => sum + counts[key], 0),
);
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 ? 1 : 0;

async function runVitest() {
  const report = prepareReport('vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run('vitest', ['run', ...reporters, ...vitestArgs]);
  return count(report, code, ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
  }));
}

async function runPlaywright() {
  const report = prepareReport('playwright.json');
  const args = ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'];
  const code = await run('playwright', args, { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } });
  return count(report, code, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }));
}

function prepareReport(name) {
  mkdirSync(results, { recursive: true });
  const report = path.join(results, name);
  rmSync(report, { force: true });
  return report;
}

/** Reads a runner's totals; a runner that fails without a failed test (a file that does not load) counts as one. */
function count(report, code, read) {
  const counts = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0 };
  return { ...counts, failed: Math.max(counts.failed, code === 0 ? 0 : 1) };
}
