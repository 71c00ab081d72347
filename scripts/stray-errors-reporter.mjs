import { writeFileSync } from 'node:fs';

/**
 * A reporter for Vitest, whose JSON report leaves out the errors that were thrown outside of any test,
 * although they fail the run. STRAY_ERRORS_FILE says where they go.
 */
// oxlint-disable-next-line import/no-default-export -- Vitest takes a reporter's default export
export default class StrayErrorsReporter {
  onTestRunEnd(_modules, errors) {
    const strayErrors = errors.map((error) => ({
      file: error.VITEST_TEST_PATH,
      test: error.VITEST_TEST_NAME,
      message: error.stack || error.message,
    }));
    writeFileSync(process.env.STRAY_ERRORS_FILE, JSON.stringify(strayErrors));
  }
}
