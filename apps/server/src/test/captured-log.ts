import { createLogger, type Logger } from '#platform/logging/logger.ts';

// Test's own assertions say what a line holds.
// oxlint-disable-next-line typescript/no-explicit-any -- lines are looked at, not worked with
type Line = any;

/** A real logger whose lines a test can read. */
export function captureLog(level = 'trace'): { log: Logger; lines: () => Line[]; text: () => string } {
  const written: string[] = [];
  const log = createLogger({ level, to: { write: (line) => written.push(line) } });
  return {
    log,
    lines: () => written.map((line): Line => JSON.parse(line)),
    text: () => written.join(''),
  };
}
