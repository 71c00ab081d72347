import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import {
  BARDS_DRAUGHT,
  BONE_HORN,
  DAWN_CAPE,
  drawCape,
  drawCasket,
  drawDraught,
  drawHorn,
  DUSK_DRAUGHT,
  EMBER_CAPE,
  EMBER_DRAUGHT,
  LANTERN_CAPE,
  MOON_DRAUGHT,
  SILVER_HORN,
  VERDANT_DRAUGHT,
  VIOLET_CAPE,
} from '#products/goods.mjs';
import { drawClubSeal, drawFounderBanner, drawVeteranCrest } from '#products/honours.mjs';
import {
  ASTRUM,
  drawCoinChest,
  drawCoinHoard,
  drawCoinPouch,
  drawCrystal,
  FALLEN_STAR,
} from '#products/treasures.mjs';

const sharp = createRequire(import.meta.url)('sharp');
const SIZE = 512;
const CARD = { width: 640, height: 400 };
const MAX_BYTES = 40_000;
const QUALITIES = [100, 90, 80, 70, 60];
const DEMO = fileURLToPath(new URL('../apps/server/content/demo/products/media/', import.meta.url));
const DROPS = fileURLToPath(new URL('../apps/server/content/demo/drops/media/', import.meta.url));
const SITE = fileURLToPath(new URL('../apps/web/public/assets/images/shop/', import.meta.url));

const DEMO_PICTURES = {
  'coin-pouch': drawCoinPouch(),
  'coin-chest': drawCoinChest(),
  'coin-hoard': drawCoinHoard(),
  'astrum-crystal': drawCrystal(ASTRUM),
  'club-seal': drawClubSeal(),
  'founder-banner': drawFounderBanner(),
  'veteran-crest': drawVeteranCrest(),
  'ember-cape': drawCape(EMBER_CAPE),
  'lantern-mantle': drawCape(LANTERN_CAPE),
  'mount-horn': drawHorn(BONE_HORN),
  'ember-draught': drawDraught(EMBER_DRAUGHT),
  'moon-draught': drawDraught(MOON_DRAUGHT),
};

const DROP_PICTURES = {
  'verdant-draught': drawDraught(VERDANT_DRAUGHT),
  'dusk-draught': drawDraught(DUSK_DRAUGHT),
  'bards-draught': drawDraught(BARDS_DRAUGHT),
  'fallen-star': drawCrystal(FALLEN_STAR),
  'violet-cape': drawCape(VIOLET_CAPE),
  'dawn-mantle': drawCape(DAWN_CAPE),
  'heralds-horn': drawHorn(SILVER_HORN),
};

await mkdir(DEMO, { recursive: true });
await mkdir(DROPS, { recursive: true });
await mkdir(SITE, { recursive: true });
for (const [name, svg] of Object.entries(DEMO_PICTURES)) await write(`${DEMO}${name}.png`, svg);
await write(`${SITE}default.png`, drawCasket());
for (const [name, svg] of Object.entries(DROP_PICTURES)) await writeWebp(`${DROPS}${name}.webp`, svg);

async function write(path, svg) {
  await save(path, await encode(await drawn(svg).png().toBuffer()));
}

/** Has the aspect ratio of a reward's card, which would crop a square picture. */
async function writeWebp(path, svg) {
  const wide = drawn(svg).resize({ ...CARD, fit: 'contain', background: '#0000' });
  await save(path, await wide.webp({ quality: 88, effort: 6 }).toBuffer());
}

async function save(path, bytes) {
  await writeFile(path, bytes);
  console.log(`${path}: ${bytes.length} bytes`);
}

function drawn(svg) {
  return sharp(Buffer.from(svg), { density: 144 }).resize(SIZE, SIZE);
}

/** Encodes with as many colours as fit the size limit. */
async function encode(image) {
  for (const quality of QUALITIES) {
    const bytes = await sharp(image)
      .png({ palette: true, quality, dither: 0.6, effort: 10, compressionLevel: 9 })
      .toBuffer();
    if (bytes.length < MAX_BYTES) return bytes;
  }
  throw new Error(`No palette fits a picture into ${MAX_BYTES} bytes.`);
}
