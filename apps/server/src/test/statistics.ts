import type { Portal } from './account-journeys.ts';

/** What staff reads of these days, each as YYYY-MM-DD. */
export async function readStatistics(
  { call }: Pick<Portal, 'call'>,
  token: string,
  { kind, from, to }: { kind: 'game' | 'payment' | 'character'; from: string; to: string },
) {
  const response = await call('GET', `/admin/statistics/${kind}?from=${from}&to=${to}`, { token });
  if (response.statusCode !== 200) throw new Error(`The statistics answered ${response.body}`);
  return response.json();
}
