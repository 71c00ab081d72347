import type { HealthFinding, HealthState } from '@waygate/contract/health/health.schemas';
import type { BadgeTone } from '#ui/admin/Badge.tsx';
import { countText } from '#ui/admin/count-text.ts';

export const STATES: Record<HealthState, { label: string; tone: BadgeTone }> = {
  problem: { label: 'Problem', tone: 'error' },
  warning: { label: 'Warning', tone: 'warning' },
  ok: { label: 'Fine', tone: 'success' },
  skipped: { label: 'Not checked', tone: 'neutral' },
};

/** 'Public address' for `public_address`. */
export function checkTitle(check: string): string {
  const words = check.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** In the order of the checks. */
export function byState(findings: HealthFinding[]) {
  const of = (state: HealthState) => findings.filter((finding) => finding.state === state);
  return { problems: of('problem'), warnings: of('warning'), ok: of('ok'), skipped: of('skipped') };
}

/** '1 problem, 2 warnings', or 'No problems'. */
export function summaryOf(problems: number, warnings: number): string {
  if (problems + warnings === 0) return 'No problems';
  return [
    ...(problems > 0 ? [countText(problems, 'problem')] : []),
    ...(warnings > 0 ? [countText(warnings, 'warning')] : []),
  ].join(', ');
}
