import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { encodeWithin, fromPixels } from './lib/encode.mjs';

const sharp = createRequire(import.meta.url)('sharp');
const FOLDER = fileURLToPath(new URL('../apps/web/public/brand/', import.meta.url));
const GROUND = '#0b0f17';
const CARD = { width: 1200, height: 630, maxBytes: 118_000 };

const logo = await readFile(`${FOLDER}logo.svg`);
const favicon = await readFile(`${FOLDER}favicon.svg`);

await writeFile(`${FOLDER}apple-touch-icon.png`, await drawIcon(180));
await writeFile(`${FOLDER}icon-512.png`, await drawIcon(512));
await writeFile(`${FOLDER}favicon.ico`, packIco(await Promise.all([16, 32, 48].map(drawFavicon))));
await writeFile(`${FOLDER}social-card.jpg`, await drawSocialCard());

/** The emblem with a margin, because systems crop icons to circles and rounded squares. */
async function drawIcon(size) {
  const emblem = await rasterize(logo, Math.round(size * 0.62));
  const ground = sharp({ create: { width: size, height: size, channels: 3, background: GROUND } });
  return ground
    .composite([{ input: emblem, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: false })
    .toBuffer();
}

function rasterize(svg, size) {
  return sharp(svg, { density: 1200 }).resize(size, size).png({ compressionLevel: 9 }).toBuffer();
}

async function drawFavicon(size) {
  return { size, png: await rasterize(favicon, size) };
}

/** An ICO file of PNG pictures: a 6-byte header, a 16-byte entry for each picture, then the pictures. */
function packIco(pictures) {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  pictures.forEach(({ size, png }, k) => {
    const entry = 6 + 16 * k;
    header.writeUInt8(size, entry);
    header.writeUInt8(size, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  });
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}

async function drawSocialCard() {
  const { width, height, maxBytes } = CARD;
  const scene = await sharp(`${FOLDER}welcome-landscape.avif`)
    .resize(width, height)
    .removeAlpha()
    .raw()
    .toBuffer();
  const scrim = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="s">
    <stop offset="0" stop-color="${GROUND}" stop-opacity="0.86"/><stop offset="0.34" stop-color="${GROUND}" stop-opacity="0.6"/>
    <stop offset="0.66" stop-color="${GROUND}" stop-opacity="0"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#s)"/></svg>`,
  );
  const emblem = await rasterize(logo, 300);
  const layers = [{ input: scrim }, { input: emblem, left: 120, top: (height - 300) / 2 }];
  const card = fromPixels(scene, width, height).composite(layers);
  const flat = fromPixels(await card.removeAlpha().raw().toBuffer(), width, height);
  return (await encodeWithin(flat, 'jpeg', maxBytes)).bytes;
}
