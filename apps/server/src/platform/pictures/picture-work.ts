// What the process of `createPictures` does with sharp. Nothing else loads it.
import sharp, { type Sharp } from 'sharp';
import type { Picture } from './pictures.ts';

/** A decoded picture takes four bytes per pixel, and a file of a few kB can declare any number of pixels. */
const MAX_PIXELS = 40_000_000;
const MAX_WIDTH = 2560;
/** WebP's maximum. */
const MAX_HEIGHT = 16_383;
const QUALITY = 82;
/** Of AVIF's ten levels of effort. The next ones take five times as long for a twentieth of the size. */
const AVIF = { quality: 50, effort: 2, chromaSubsampling: '4:2:0' } as const;
/** The largest picture takes two to five seconds. A longer time means a malicious file. */
const TIMEOUT_SECONDS = 30;
/** As wide as phones show a picture in a page's column. */
const PREVIEW = { width: 400, height: 800 } as const;
/** A page contains it as base64, so it must stay small. */
const PREVIEW_MAX_BYTES = 6500;
/** The best that fits is taken. */
const PREVIEW_QUALITIES = [45, 36, 28, 20, 12];

/** All other formats of libvips are blocked, SVG above all. */
const LOADERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadHeifBuffer',
];

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });
sharp.cache(false);

/** By name, as the process is asked. */
export const PICTURE_WORK = { encode, shrink, preview, measure };

async function encode(upload: Buffer): Promise<Picture> {
  const { data, info } = await sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: TIMEOUT_SECONDS })
    // Before the metadata is dropped, which contains the orientation.
    .autoOrient()
    .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  return { content: data, width: info.width, height: info.height };
}

function shrink(picture: Buffer, width: number): Promise<Buffer> {
  return stored(picture).resize({ width, withoutEnlargement: true }).avif(AVIF).toBuffer();
}

async function preview(picture: Buffer): Promise<Buffer> {
  const { isOpaque } = await stored(picture).stats();
  // A preview would stay visible behind it.
  if (!isOpaque) return Buffer.alloc(0);
  const small = await stored(picture)
    .resize({ ...PREVIEW, fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer();
  for (const quality of PREVIEW_QUALITIES) {
    const made = await sharp(small)
      .avif({ ...AVIF, quality })
      .toBuffer();
    if (made.length <= PREVIEW_MAX_BYTES) return made;
  }
  return Buffer.alloc(0);
}

async function measure(picture: Buffer): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(picture).metadata();
  return { width, height };
}

function stored(picture: Buffer): Sharp {
  return sharp(picture, { limitInputPixels: MAX_PIXELS }).timeout({ seconds: TIMEOUT_SECONDS });
}
