import { PAGE_ENTRIES, PAGE_RULES } from '@waygate/contract/site/pages';
import { expect, onTestFinished, test, vi } from 'vitest';
import { randomAddress } from '#test/account-journeys.ts';
import { captureLog } from '#test/captured-log.ts';
import { useFuzzedSite } from '#test/fuzz/site.ts';

/** What uses `Intl` inside Node. */
const METHODS = [
  [Number.prototype, ['toLocaleString']],
  [BigInt.prototype, ['toLocaleString']],
  [Date.prototype, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']],
  [String.prototype, ['localeCompare', 'toLocaleLowerCase', 'toLocaleUpperCase']],
] as unknown as [prototype: Record<string, () => void>, names: string[]][];

test('pages that everybody may see are rendered without Intl', async () => {
  const { log, text } = captureLog('error');
  const { app } = await useFuzzedSite(log);
  const pages = PAGE_ENTRIES.filter(([id]) => PAGE_RULES[id].access === 'anyone');
  const uses = watchIntl();
  const failed: string[] = [];
  for (const [, { path }] of pages) {
    const url = path.replaceAll(/:\w+/g, '1');
    const { statusCode } = await app.inject({ url, remoteAddress: randomAddress() });
    if (statusCode !== 200) failed.push(`${url} ${statusCode}`);
  }
  expect({ uses, failed }).toEqual({ uses: [], failed: [] });
  expect(text()).toBe('');
});

/** Notes each use from now on, with its place. */
function watchIntl(): string[] {
  const uses: string[] = [];
  const note = (name: string) => {
    const use = new Error(`${name} is used`);
    uses.push(String(use.stack));
    throw use;
  };
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  vi.stubGlobal('Intl', new Proxy({}, { get: (_, name) => note(`Intl.${String(name)}`) }));
  for (const [prototype, names] of METHODS)
    for (const name of names) vi.spyOn(prototype, name).mockImplementation(() => note(name));
  return uses;
}
