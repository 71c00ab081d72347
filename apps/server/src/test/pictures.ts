import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';

type Format = 'jpeg' | 'png' | 'webp' | 'avif';

/** A picture whose left half is red and whose right half is blue. */
export async function twoColours({
  width = 64,
  height = 48,
  format = 'png',
}: { width?: number; height?: number; format?: Format } = {}): Promise<Buffer> {
  const half = { width: Math.floor(width / 2), height, channels: 3 as const };
  const blue = await sharp({ create: { ...half, background: '#00f' } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#f00' } })
    .composite([{ input: blue, left: width - half.width, top: 0 }])
    .toFormat(format)
    .toBuffer();
}

/** What a camera's picture weighs: it does not compress away. */
export function noise({
  width,
  height,
  format,
}: {
  width: number;
  height: number;
  format: Format;
}): Promise<Buffer> {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .toFormat(format)
    .toBuffer();
}

/** A PNG of so many black pixels in a few hundred kB. */
export function pngOf({ width, height }: { width: number; height: number }): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit a pixel, shades of grey.
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const typed = Buffer.concat([Buffer.from(type), content]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}

/** Red, green and blue of one pixel. */
export async function colourAt(picture: Buffer, { x, y }: { x: number; y: number }): Promise<number[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return [...data.subarray(at, at + 3)];
}
