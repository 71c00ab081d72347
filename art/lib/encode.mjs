import { createRequire } from 'node:module';

const sharp = createRequire(import.meta.url)('sharp');

const FORMATS = {
  avif: { effort: 4, chromaSubsampling: '4:2:0' },
  webp: { effort: 6, smartSubsample: true },
  jpeg: { mozjpeg: true },
};

/** Encodes at the best quality that fits. @returns {Promise<{ bytes: Buffer, quality: number }>} */
export async function encodeWithin(image, format, maxBytes) {
  let low = 46;
  let high = 92;
  let best;
  while (low <= high) {
    const quality = (low + high) >> 1;
    const bytes = await image
      .clone()
      .toFormat(format, { ...FORMATS[format], quality })
      .toBuffer();
    if (bytes.length <= maxBytes) {
      best = { bytes, quality };
      low = quality + 1;
    } else {
      high = quality - 1;
    }
  }
  if (!best) throw new Error(`No quality fits ${format} into ${maxBytes} bytes.`);
  return best;
}

/** A small AVIF of a finished picture, which pages contain until the picture itself is there. */
export const encodePreview = (picture, width) =>
  sharp(picture).resize({ width }).avif({ effort: 6, chromaSubsampling: '4:2:0', quality: 28 }).toBuffer();

export const fromPixels = (pixels, width, height) => sharp(pixels, { raw: { width, height, channels: 3 } });
