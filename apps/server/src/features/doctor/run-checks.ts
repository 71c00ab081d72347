import { setTimeout as sleep } from 'node:timers/promises';
import type { Check, Finding, Observation } from './finding.ts';
import { problem } from './finding.ts';

/** Together the checks take as long as the slowest one: less than ten seconds. */
export const CHECK_LIMIT_MS = 8000;

/**
 * Runs all checks at once. One that fails or takes too long is a problem of its own, and holds up no other.
 *
 * @param redact removes secrets from everything that is returned
 * @returns the findings in the order of the checks
 */
export async function runChecks(
  checks: Check[],
  { redact, limitMs = CHECK_LIMIT_MS }: { redact: (text: string) => string; limitMs?: number },
): Promise<Finding[]> {
  const results = await Promise.all(
    checks.map(async ({ name, run }) =>
      (await withinLimit(run, limitMs)).map((observation): Finding => ({ check: name, ...observation })),
    ),
  );
  const clean = (finding: Finding): Finding => ({
    ...finding,
    what: redact(finding.what),
    ...(finding.why !== undefined && { why: redact(finding.why) }),
    ...(finding.fix !== undefined && { fix: redact(finding.fix) }),
  });
  return results.flat().map(clean);
}

async function withinLimit(run: Check['run'], limitMs: number): Promise<Observation[]> {
  const ended = new AbortController();
  const late = sleep(limitMs, undefined, { signal: ended.signal }).then(() => [
    problem({
      what: `No answer within ${limitMs / 1000} s.`,
      why: 'The check timed out.',
      fix: 'Look at the service behind it and at the network between.',
    }),
  ]);
  try {
    return await Promise.race([run(), late]);
  } catch (error) {
    return [
      problem({
        what: `The check failed: ${error instanceof Error ? error.message : String(error)}`,
        why: 'The state of this part is unknown.',
        fix: "Correct what the message names, then run 'waygate doctor' again.",
      }),
    ];
  } finally {
    late.catch(() => {});
    ended.abort();
  }
}
