import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { developItem, paintOver } from '#products/brush.mjs';
import { photograph } from '#products/studio.mjs';
import { ITEMS } from '#products/catalogue.mjs';

const sharp = createRequire(import.meta.url)('sharp');
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SIZE = 512;
// The brush is coarser than a pixel, so that a smaller picture holds all it paints.
const TRACED_SIZE = 400;
const DRAFT_SIZE = 200;
const CARD = { width: 640, height: 400 };
const MAX_BYTES = 40_000;
// From the finest to the smallest: the palette, how much it is mixed, and how much the picture is softened.
const TRIES = [
  [100, 0.7, 0],
  [90, 0.5, 0],
  [80, 0.3, 0],
  [80, 0.3, 0.6],
  [60, 0.2, 0.6],
  [50, 0.2, 0.9],
  [40, 0, 1.2],
  [30, 0, 1.5],
];

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { draft: { type: 'boolean', default: false } },
});
const names = positionals.length ? positionals : Object.keys(ITEMS);
for (const name of names) await writeItem(name);

async function writeItem(name) {
  const { folder, type, model } = ITEMS[name];
  const size = options.draft ? DRAFT_SIZE : TRACED_SIZE;
  const item = model();
  const image = paintOver(photograph(item, size), size, Math.round(size / 170));
  const picture = await withGround(developItem(image), size, item);
  const path = join(ROOT, options.draft ? 'art/out' : folder, `${name}.${options.draft ? 'png' : type}`);
  await mkdir(join(path, '..'), { recursive: true });
  const bytes = options.draft
    ? picture
    : type === 'webp'
      ? await encodeCard(picture)
      : await encodePng(picture);
  await writeFile(path, bytes);
  console.log(`${path}: ${bytes.length} bytes`);
}

/** Lays the item over its shadow and, for what shines by itself, a soft glow. */
async function withGround(pixels, traced, { glow, shadow = [256, 470, 170] }) {
  const [x, y, width] = shadow;
  const colour = (glow ?? []).map((c) => Math.round(255 * Math.min(1, c) ** 0.45)).join(',');
  const halo = glow
    ? `<radialGradient id="h"><stop offset="0" stop-color="rgb(${colour})" stop-opacity="0.42"/><stop offset="0.55" stop-color="rgb(${colour})" stop-opacity="0.14"/><stop offset="1" stop-color="rgb(${colour})" stop-opacity="0"/></radialGradient>`
    : '';
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="${SIZE}" height="${SIZE}"><defs>${halo}
    <radialGradient id="s"><stop offset="0" stop-opacity="0.75"/><stop offset="0.55" stop-opacity="0.38"/><stop offset="1" stop-opacity="0"/></radialGradient></defs>
    <ellipse cx="${x}" cy="${y}" rx="${width}" ry="${width * 0.17}" fill="url(#s)"/>${glow ? '<circle cx="256" cy="300" r="250" fill="url(#h)"/>' : ''}</svg>`;
  const input = await sharp(pixels, { raw: { width: traced, height: traced, channels: 4 } })
    .resize(SIZE, SIZE)
    .png()
    .toBuffer();
  return sharp(Buffer.from(ground)).composite([{ input }]).png().toBuffer();
}

/** Has the aspect ratio of a reward's card, which would crop a square picture. */
function encodeCard(picture) {
  const wide = sharp(picture).resize({ ...CARD, fit: 'contain', background: '#0000' });
  return wide.webp({ quality: 80, alphaQuality: 60, effort: 6 }).toBuffer();
}

/** Encodes as finely as fits the size limit. */
async function encodePng(picture) {
  for (const [quality, dither, blur] of TRIES) {
    const image = blur ? sharp(picture).blur(blur) : sharp(picture);
    const bytes = await image
      .png({ palette: true, quality, dither, effort: 10, compressionLevel: 9 })
      .toBuffer();
    if (bytes.length < MAX_BYTES) return bytes;
  }
  throw new Error(`No palette fits a picture into ${MAX_BYTES} bytes.`);
}
