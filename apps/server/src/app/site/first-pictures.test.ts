import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFirstPictures } from './first-pictures.ts';

async function useFolder(files: string[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waygate-brand-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const file of files) await writeFile(path.join(folder, file), file);
  return folder;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const OURS = ['start-portrait.avif', 'start-portrait-preview.avif'];
const FILE = Buffer.from('small');

/** A storage in which everything is the same file. */
function partsWith(open: () => Promise<object | undefined>) {
  const warn = vi.fn<(about: object, message: string) => void>();
  // Only what the finder uses.
  const parts = { db: {}, jobs: {}, storage: { open }, log: { warn } } as never;
  return { parts, warn };
}

const stored = async () => ({ read: async () => [FILE], close: async () => {} });
const UPLOADED = '/api/media/0123456789abcdef.webp';

test('a picture of the brand has its preview as a property', async () => {
  const find = createFirstPictures(partsWith(stored).parts, [await useFolder([]), await useFolder(OURS)]);
  expect(await find('/brand/start-portrait.avif')).toEqual({
    css: `:root{--start-portrait:url(data:image/avif;base64,${base64('start-portrait-preview.avif')})}`,
    isPending: false,
  });
});

test('an operator’s picture does not get the preview of ours', async () => {
  const own = await useFolder(['start-portrait.avif']);
  const find = createFirstPictures(partsWith(stored).parts, [own, await useFolder(OURS)]);
  expect(await find('/brand/start-portrait.avif')).toEqual({ css: '', isPending: false });
});

test.each(['/brand/start-landscape.avif', '/brand/../secret.avif', 'https://example.com/x.webp'])(
  '%s has no preview',
  async (address) => {
    const find = createFirstPictures(partsWith(stored).parts, [await useFolder(OURS)]);
    expect(await find(address)).toEqual({ css: '', isPending: false });
  },
);

test('an uploaded picture has its preview as background', async () => {
  const find = createFirstPictures(partsWith(stored).parts, []);
  expect(await find(UPLOADED)).toEqual({
    css: `img[src="${UPLOADED}"]{background:url(data:image/avif;base64,${FILE.toString('base64')}) center/cover}`,
    isPending: false,
  });
});

test.each([
  ['down', () => Promise.reject(new Error('The storage is down.'))],
  ['slow', () => new Promise<never>(() => {})],
])('a page comes without preview while the storage is %s, and that is logged', async (_, open) => {
  const { parts, warn } = partsWith(open);
  expect(await createFirstPictures(parts, [])(UPLOADED)).toEqual({ css: '', isPending: true });
  expect(warn).toHaveBeenCalledOnce();
});

test('pages are kept as they are once the storage has been down for five minutes, until it answers again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let isDown = true;
  const { parts } = partsWith(() =>
    isDown ? Promise.reject(new Error('The storage is down.')) : Promise.resolve(undefined),
  );
  const find = createFirstPictures(parts, []);
  const pending = [(await find(UPLOADED)).isPending];
  vi.advanceTimersByTime(5 * 60_000);
  pending.push((await find(UPLOADED)).isPending);
  isDown = false;
  await find(UPLOADED);
  isDown = true;
  pending.push((await find(UPLOADED)).isPending);
  expect(pending).toEqual([true, false, true]);
});
