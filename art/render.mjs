import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { encodePreview, encodeWithin, fromPixels } from './lib/encode.mjs';
import { renderPicture } from './lib/picture.mjs';
import { getTarget } from './scenes/catalogue.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    draft: { type: 'boolean', default: false },
    width: { type: 'string' },
    samples: { type: 'string' },
    threads: { type: 'string', default: '2' },
    png: { type: 'boolean', default: false },
  },
});
const [sceneName, ...formats] = positionals;
if (!sceneName)
  throw new Error('Usage: node art/render.mjs <scene> <landscape|portrait>… [--out dir] [--draft]');
for (const format of formats.length ? formats : ['landscape']) await renderFile(format);

async function renderFile(format) {
  const target = getTarget(sceneName, format);
  const width = Number(options.width ?? (options.draft ? target.width / 3 : target.width));
  const height = Math.round((width * target.height) / target.width);
  const samples = Number(options.samples ?? (options.draft ? 1 : target.samples));
  const pixels = await renderPicture({
    sceneName,
    format,
    width,
    height,
    samples,
    threads: Number(options.threads),
    isDraft: options.draft,
  });
  const image = fromPixels(pixels, width, height);
  const folder = options.out ?? (options.draft ? join(ROOT, 'art/out') : join(ROOT, target.folder));
  const path = join(folder, target.file);
  await mkdir(dirname(path), { recursive: true });
  if (options.draft || options.png)
    await image
      .clone()
      .png()
      .toFile(path.replace(/\.\w+$/, '.png'));
  if (options.draft) return;
  const { bytes, quality } = await encodeWithin(image, target.type, target.maxBytes);
  await writeFile(path, bytes);
  if (target.previewWidth)
    await writeFile(
      path.replace(/\.avif$/, '-preview.avif'),
      await encodePreview(bytes, target.previewWidth),
    );
  console.log(`${path}: ${bytes.length} bytes, quality ${quality}`);
}
