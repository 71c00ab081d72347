import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import {
  drawCape,
  drawCasket,
  drawDraught,
  drawMountHorn,
  EMBER_CAPE,
  EMBER_DRAUGHT,
  LANTERN_CAPE,
  MOON_DRAUGHT,
} from '#products/goods.mjs';
import { drawClubSeal, drawFounderBanner, drawVeteranCrest } from '#products/honours.mjs';
import { drawAstrumCrystal, drawCoinChest, drawCoinHoard, drawCoinPouch } from '#products/treasures.mjs';

const sharp = createRequire(import.meta.url)('sharp');
const SIZE = 512;
const MAX_BYTES = 40_000;
const QUALITIES = [100, 90, 80, 70, 60];
const DEMO = fileURLToPath(new URL('../apps/server/content/demo/products/media/', import.meta.url));
const SITE = fileURLToPath(new URL('../apps/web/public/assets/images/shop/', import.meta.url));

const DEMO_PICTURES = {
  'coin-pouch': drawCoinPouch(),
  'coin-chest': drawCoinChest(),
  'coin-hoard': drawCoinHoard(),
  'astrum-crystal': drawAstrumCrystal(),
  'club-seal': drawClubSeal(),
  'founder-banner': drawFounderBanner(),
  'veteran-crest': drawVeteranCrest(),
  'ember-cape': drawCape(EMBER_CAPE),
  'lantern-mantle': drawCape(LANTERN_CAPE),
  'mount-horn': drawMountHorn(),
  'ember-draught': drawDraught(EMBER_DRAUGHT),
  'moon-draught': drawDraught(MOON_DRAUGHT),
};

await mkdir(DEMO, { recursive: true });
await mkdir(SITE, { recursive: true });
for (const [name, svg] of Object.entries(DEMO_PICTURES)) await write(`${DEMO}${name}.png`, svg);
await write(`${SITE}default.png`, drawCasket());

async function write(path, svg) {
  const bytes = await encode(
    await sharp(Buffer.from(svg), { density: 144 }).resize(SIZE, SIZE).png().toBuffer(),
  );
  await writeFile(path, bytes);
  console.log(`${path}: ${bytes.length} bytes`);
}

/** With as many colours as fit. */
async function encode(image) {
  for (const quality of QUALITIES) {
    const bytes = await sharp(image)
      .png({ palette: true, quality, dither: 0.6, effort: 10, compressionLevel: 9 })
      .toBuffer();
    if (bytes.length < MAX_BYTES) return bytes;
  }
  throw new Error(`No palette fits a picture into ${MAX_BYTES} bytes.`);
}
