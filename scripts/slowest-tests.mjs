// Finds the slowest tests in the JSON reports of the two runners.
import path from 'node:path';
import { root } from './tools.mjs';

/** The tests of Vitest's report, each with its name and how long it took. */
export function timesOfVitest({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, duration }) => ({
      name: [path.relative(root, name), ...ancestorTitles, title].join(' › '),
      seconds: (duration ?? 0) / 1000,
    })),
  );
}

/** The journeys of Playwright's report. */
export function timesOfPlaywright({ suites }) {
  return suites.flatMap((suite) => timesOfSuite(suite, []));
}

/** Lines that name the slowest, slowest first. */
export function describeSlowest(times, count) {
  const slowest = times.toSorted((one, other) => other.seconds - one.seconds).slice(0, count);
  return slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${name}`);
}

function timesOfSuite({ title, specs, suites = [] }, parents) {
  const titles = [...parents, title];
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ projectName, results }) => ({
      name: [`[${projectName}] ${titles.join(' › ')}`, spec.title].join(' › '),
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  );
  return [...own, ...suites.flatMap((suite) => timesOfSuite(suite, titles))];
}
