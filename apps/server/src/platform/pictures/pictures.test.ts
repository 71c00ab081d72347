import { monitorEventLoopDelay } from 'node:perf_hooks';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { AppError } from '#platform/errors/app-error.ts';
import { colourAt, noise, pngOf, twoColours } from '#test/pictures.ts';
import { createPictures } from './pictures.ts';

const UNREADABLE = 'This picture cannot be read. Please choose a JPEG, PNG, WebP or AVIF file.';
const RED = [expect.closeTo(255, -1.3), expect.closeTo(0, -1.3), expect.closeTo(0, -1.3)];
const BLUE = [expect.closeTo(0, -1.3), expect.closeTo(0, -1.3), expect.closeTo(255, -1.3)];

const pictures = createPictures();
const encode = (upload: Buffer) => pictures.encode(upload, 'image');

async function refusalOf(upload: Buffer): Promise<string> {
  const error = await encode(upload).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (!(error instanceof AppError)) throw new Error('It was not refused.', { cause: error });
  expect(error.code).toBe('validation_failed');
  expect(error.details.fields).toEqual({ image: error.message });
  return error.message;
}

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'of type %s becomes a WebP of the same size',
    async (format) => {
      const { content, width, height } = await encode(await twoColours({ format }));
      expect([width, height]).toEqual([64, 48]);
      expect(await sharp(content).metadata()).toMatchObject({ format: 'webp', width: 64, height: 48 });
      expect(await colourAt(content, { x: 8, y: 24 })).toEqual(RED);
      expect(await colourAt(content, { x: 56, y: 24 })).toEqual(BLUE);
    },
  );

  test('is at most 2560 pixels wide and never enlarged', async () => {
    expect(await encode(await twoColours({ width: 3000, height: 1500 }))).toMatchObject({
      width: 2560,
      height: 1280,
    });
    expect(await encode(await twoColours({ width: 10, height: 30_000 }))).toMatchObject({ height: 16_383 });
    expect(await encode(await twoColours({ width: 4, height: 2 }))).toMatchObject({ width: 4, height: 2 });
  });

  test('is rotated upright according to its metadata', async () => {
    // 6: the camera was turned; red, on the left in the file, is on top of what was seen.
    const turned = await sharp(await twoColours())
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { content, width, height } = await encode(turned);
    expect([width, height]).toEqual([48, 64]);
    expect(await colourAt(content, { x: 24, y: 4 })).toEqual(RED);
    expect(await colourAt(content, { x: 24, y: 60 })).toEqual(BLUE);
  });

  test('loses its metadata', async () => {
    const upload = await sharp(await twoColours())
      .withExif({
        IFD0: { Copyright: 'somebody' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    expect(Object.keys(await sharp(upload).metadata())).toEqual(
      expect.arrayContaining(['exif', 'icc', 'xmp']),
    );
    const { content } = await encode(upload);
    const metadata = await sharp(content).metadata();
    for (const name of ['exif', 'icc', 'xmp', 'iptc', 'orientation'])
      expect(metadata).not.toHaveProperty(name);
    expect(content.includes('somebody') || content.includes('secret')).toBe(false);
  });

  test('is converted from CMYK to screen colours', async () => {
    const printed = await sharp(await twoColours())
      .toColourspace('cmyk')
      .jpeg({ quality: 100 })
      .toBuffer();
    expect((await sharp(printed).metadata()).space).toBe('cmyk');
    const { content } = await encode(printed);
    expect((await sharp(content).metadata()).space).toBe('srgb');
    const [red = 0, green = 0, blue = 0] = await colourAt(content, { x: 8, y: 24 });
    expect(red).toBeGreaterThan(180);
    expect(Math.max(green, blue)).toBeLessThan(80);
  });

  test('is reduced to its first frame when animated', async () => {
    const frames = [
      await twoColours(),
      await sharp(await twoColours())
        .negate()
        .png()
        .toBuffer(),
    ];
    const animated = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(2);
    const { content, height } = await encode(animated);
    expect(height).toBe(48);
    expect((await sharp(content).metadata()).pages).toBeUndefined();
    expect(await colourAt(content, { x: 8, y: 24 })).toEqual(RED);
  });

  test('keeps its transparency', async () => {
    const glass = await sharp({
      create: { width: 8, height: 8, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } },
    })
      .png()
      .toBuffer();
    const { content } = await encode(glass);
    expect((await sharp(content).metadata()).hasAlpha).toBe(true);
  });
});

describe('an invalid picture is refused', () => {
  test.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"/>'],
    ['SVG that begins as XML', '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['a PDF', '%PDF-1.7\n1 0 obj\n<<>>\nendobj'],
    ['a page of PostScript', '%!PS-Adobe-3.0 EPSF-3.0\nshowpage'],
    ['a program', '\u007fELF\u0002\u0001\u0001'],
    ['a script that begins as GIF', 'GIF89a/*\u0000*/=1;alert(1)//'],
  ])('%s', async (_, text) => {
    expect(await refusalOf(Buffer.from(text, 'latin1'))).toBe(UNREADABLE);
  });

  test.each(['gif', 'tiff', 'jp2', 'jxl', 'ppm', 'fits'])('of type %s', async (format) => {
    const known = format === 'gif' || format === 'tiff';
    const upload = known
      ? await sharp(await twoColours())
          .toFormat(format)
          .toBuffer()
      : Buffer.from(BEGINNINGS[format] ?? '', 'latin1');
    expect(await refusalOf(upload)).toBe(UNREADABLE);
  });

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('as a truncated %s', async (format) => {
    const whole = await noise({ width: 320, height: 240, format });
    for (const part of [0.02, 0.3, 0.7, 0.95]) {
      expect(await refusalOf(whole.subarray(0, Math.floor(whole.length * part)))).toBe(UNREADABLE);
    }
  });

  test('with a few kB that claim 144 megapixels, before unpacking', async () => {
    const bomb = pngOf({ width: 12_000, height: 12_000 });
    expect(bomb.length).toBeLessThan(100_000);
    const message = 'This picture is too large. Please choose one of at most 40 megapixels.';
    expect(await refusalOf(bomb)).toBe(message);
    expect(await refusalOf(pngOf({ width: 1, height: 40_000_001 }))).toBe(message);
    expect(await encode(pngOf({ width: 8000, height: 5000 }))).toMatchObject({ width: 2560, height: 1600 });
  });
});

/** What such files begin with; nothing here writes whole ones. */
const BEGINNINGS: Record<string, string> = {
  jp2: '\u0000\u0000\u0000\u000cjP  \r\n\u0087\n',
  jxl: '\u00ff\n',
  ppm: 'P6\n1 1\n255\n\u0000\u0000\u0000',
  fits: 'SIMPLE  =                    T',
};

test.each([
  ['JPEG', 'jpeg', '<script>alert(1)</script>PK\u0003\u0004'],
  ['PNG', 'png', '<?php system("id"); ?>'],
  ['WebP', 'webp', '<svg onload="alert(1)"/>'],
] as const)('nothing stays of what was hidden behind a %s', async (_, format, hidden) => {
  const { content } = await encode(Buffer.concat([await twoColours({ format }), Buffer.from(hidden)]));
  expect(content.includes(hidden.slice(0, 8))).toBe(false);
  expect(content.subarray(0, 4).toString()).toBe('RIFF');
});

test('the largest photo does not block the event loop', async () => {
  const corner = await noise({ width: 730, height: 540, format: 'png' });
  const photo = await sharp(corner).resize(7300, 5400, { kernel: 'nearest' }).jpeg().toBuffer();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const startedAt = performance.now();
  expect(await encode(photo)).toMatchObject({ width: 2560 });
  const encodedMs = performance.now() - startedAt;
  delay.disable();
  // On the loop itself, the whole of it would have been one delay, however busy the machine is.
  expect(delay.max / 1e6).toBeLessThan(encodedMs / 2);
}, 400_000);

test('pictures are processed one at a time, and a full queue answers with a retry time', async () => {
  const { encode: encodeInTurn } = createPictures({ maxWaiting: 3 });
  const upload = await twoColours();
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => encodeInTurn(upload, 'image')));
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 4 }, () => 'fulfilled'),
    'rejected',
    'rejected',
  ]);
  expect(outcomes[5]).toMatchObject({ reason: { code: 'unavailable', details: { retryAfterSeconds: 5 } } });
  await expect(encodeInTurn(upload, 'image')).resolves.toMatchObject({ width: 64 });
});

async function sizeOf(preview: Buffer) {
  const { width, height, format } = await sharp(preview).metadata();
  return [width, height, format];
}

describe('a preview', () => {
  test.each([
    ['wide', { width: 1280, height: 720 }, [400, 225, 'heif']],
    ['tall', { width: 500, height: 2000 }, [200, 800, 'heif']],
    ['small', { width: 64, height: 48 }, [64, 48, 'heif']],
  ])('of a %s picture is small enough for a page', async (_, size, expected) => {
    const preview = await pictures.preview(await twoColours({ ...size, format: 'webp' }));
    expect(preview.length).toBeLessThan(6500);
    expect(await sizeOf(preview)).toEqual(expected);
  });

  test('loses quality, not size, where a picture has many details', async () => {
    const preview = await pictures.preview(await noise({ width: 1280, height: 720, format: 'webp' }));
    expect(preview.length).toBeLessThan(6500);
    expect(await sizeOf(preview)).toEqual([400, 225, 'heif']);
  });

  test('is empty for a picture that one sees through', async () => {
    const create = { width: 64, height: 64, channels: 4 as const, background: '#f008' };
    expect(await pictures.preview(await sharp({ create }).webp().toBuffer())).toHaveLength(0);
  });

  test('does not take a picture with an unused alpha channel for one', async () => {
    const create = { width: 64, height: 64, channels: 4 as const, background: '#f00' };
    expect((await pictures.preview(await sharp({ create }).webp().toBuffer())).length).toBeGreaterThan(0);
  });
});
