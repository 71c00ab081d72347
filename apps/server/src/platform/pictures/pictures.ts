import { invalid } from '#platform/errors/app-error.ts';
import { createQueue } from '#platform/queue/bounded-queue.ts';

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
const MAX_WAITING = 8;

/** All other formats of libvips are blocked, SVG above all. */
const LOADERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadHeifBuffer',
];

const UNREADABLE = 'This picture cannot be read. Please choose a JPEG, PNG, WebP or AVIF file.';
const TOO_MANY_PIXELS = 'This picture is too large. Please choose one of at most 40 megapixels.';

/** A stored picture: WebP. Width and height are in pixels. */
export type Picture = { content: Buffer; width: number; height: number };

export type Pictures = {
  /**
   * Re-encodes an uploaded picture: upright, at most 2560 pixels wide, without metadata or other content of the file.
   *
   * @param field the form field for the error message
   * @throws validation_failed if the content is not JPEG, PNG, WebP or AVIF, or is too large
   * @throws unavailable when too many pictures wait
   */
  encode: (upload: Buffer, field: string) => Promise<Picture>;
  /**
   * An AVIF of a stored picture, at most so many pixels wide.
   *
   * @throws unavailable when too many pictures wait
   */
  shrink: (picture: Buffer, width: number) => Promise<Buffer>;
  /**
   * A small AVIF of a stored picture that pages contain and browsers show until the picture is there. Empty where none
   * suits: of a picture that one sees through, or that no quality makes small enough.
   *
   * @throws unavailable when too many pictures wait
   */
  preview: (picture: Buffer) => Promise<Buffer>;
  /** Width and height of a stored picture in pixels, from its header. */
  measure: (picture: Buffer) => Promise<{ width: number; height: number }>;
};

/** Encodes on the thread pool, one picture at a time: the largest needs half a gigabyte. */
export function createPictures({ maxWaiting = MAX_WAITING }: { maxWaiting?: number } = {}): Pictures {
  const queued = createQueue({ concurrency: 1, maxWaiting });
  return {
    encode: (upload, field) =>
      queued(async () => {
        const sharp = await loadSharp();
        try {
          return await toWebp(sharp, upload);
        } catch (error) {
          throw refusal(error, field);
        }
      }),
    shrink: (picture, width) => queued(async () => toAvif(await loadSharp(), picture, width)),
    preview: (picture) => queued(async () => toPreview(await loadSharp(), picture)),
    measure: async (picture) => {
      const sharp = await loadSharp();
      const { width, height } = await sharp(picture).metadata();
      return { width, height };
    },
  };
}

type Sharp = Awaited<ReturnType<typeof importSharp>>;

let loading: Promise<Sharp> | undefined;

/** Loaded with the first picture: most processes never encode one. */
function loadSharp(): Promise<Sharp> {
  loading ??= importSharp();
  return loading;
}

async function importSharp() {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  sharp.cache(false);
  return sharp;
}

async function toWebp(sharp: Sharp, upload: Buffer): Promise<Picture> {
  const { data, info } = await sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .timeout({ seconds: TIMEOUT_SECONDS })
    // Before the metadata is dropped, which contains the orientation.
    .autoOrient()
    .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  return { content: data, width: info.width, height: info.height };
}

function toAvif(sharp: Sharp, picture: Buffer, width: number): Promise<Buffer> {
  return sharp(picture, { limitInputPixels: MAX_PIXELS })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .resize({ width, withoutEnlargement: true })
    .avif(AVIF)
    .toBuffer();
}

async function toPreview(sharp: Sharp, picture: Buffer): Promise<Buffer> {
  const { isOpaque } = await sharp(picture, { limitInputPixels: MAX_PIXELS }).stats();
  // A preview would stay visible behind it.
  if (!isOpaque) return Buffer.alloc(0);
  const small = await sharp(picture, { limitInputPixels: MAX_PIXELS })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .resize({ ...PREVIEW, fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer();
  for (const quality of PREVIEW_QUALITIES) {
    const preview = await sharp(small)
      .avif({ ...AVIF, quality })
      .toBuffer();
    if (preview.length <= PREVIEW_MAX_BYTES) return preview;
  }
  return Buffer.alloc(0);
}

/** Maps any error of sharp to a refusal, because it concerns the uploaded file. */
function refusal(cause: unknown, field: string): Error {
  const hasTooManyPixels = cause instanceof Error && cause.message.includes('exceeds pixel limit');
  const message = hasTooManyPixels ? TOO_MANY_PIXELS : UNREADABLE;
  const error = invalid(message, { [field]: message });
  error.cause = cause;
  return error;
}
