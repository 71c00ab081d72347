// Names failed tests, from the JSON reports of the two runners.
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './tools.mjs';

const MESSAGE_LINES = 6;

/** The failed tests of Vitest's report, each as `file › test` and the first lines of its message. */
export function failuresOfVitest({ testResults }) {
  return testResults.flatMap(({ name, message, status, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    // A file that does not load, or whose hook fails, may have no failed test.
    if (failed.length === 0) return status === 'failed' ? [describe([file], message)] : [];
    return failed.map(({ ancestorTitles, title, failureMessages }) =>
      describe([file, ...ancestorTitles, title], failureMessages[0]),
    );
  });
}

/** The errors that were thrown while a test ran, or after it, and that it did not catch. */
export function failuresOutsideOfTests(strayErrors) {
  return strayErrors.map(({ file, test, message }) =>
    describe([file ? path.relative(root, file) : 'no file', `while or after: ${test ?? 'no test'}`], message),
  );
}

/** The failed tests of Playwright's report, and what failed outside of them. */
export function failuresOfPlaywright({ suites, errors }) {
  const outside = errors.map(({ message }) => describe(['outside of tests'], message));
  return [...suites.flatMap((suite) => failuresOfSuite(suite, [])), ...outside];
}

function failuresOfSuite({ title, specs, suites = [] }, parents) {
  const titles = [...parents, title];
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) =>
        describe([`[${projectName}] ${titles.join(' › ')}`, spec.title], results.at(-1)?.error?.message),
      ),
  );
  return [...own, ...suites.flatMap((suite) => failuresOfSuite(suite, titles))];
}

function describe(titles, message) {
  const lines = stripVTControlCharacters(message || 'no message')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('node_modules'))
    .slice(0, MESSAGE_LINES);
  return [titles.join(' › '), ...lines.map((line) => `    ${line}`)].join('\n');
}
