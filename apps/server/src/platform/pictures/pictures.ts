import { invalid } from '#platform/errors/app-error.ts';
import { createQueue } from '#platform/queue/bounded-queue.ts';

/** Uncompressed, a picture takes four bytes a pixel, and a few kB of file can claim any number of pixels. */
const MAX_PIXELS = 40_000_000;
const MAX_WIDTH = 2560;
/** WebP knows no larger ones. */
const MAX_HEIGHT = 16_383;
const QUALITY = 82;
/** The largest picture takes two to five seconds; what takes this long was made to take long. */
const TIMEOUT_SECONDS = 30;
const MAX_WAITING = 8;

/** Everything else that libvips could read is never tried, SVG above all. */
const LOADERS = [
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngBuffer',
  'VipsForeignLoadWebpBuffer',
  'VipsForeignLoadHeifBuffer',
];

const UNREADABLE = 'This picture cannot be read. Please choose a JPEG, PNG, WebP or AVIF file.';
const TOO_MANY_PIXELS = 'This picture is too large. Please choose one of at most 40 megapixels.';

/** A picture as the portal keeps it: WebP. Width and height are in pixels. */
export type Picture = { content: Buffer; width: number; height: number };

export type Pictures = {
  /**
   * Makes a picture of our own out of whatever was uploaded: upright, at most 2560 pixels wide, without metadata
   * or anything else that came in the file.
   *
   * @param field the form's field to blame
   * @throws validation_failed for what is no JPEG, PNG, WebP or AVIF by its content, or too large
   * @throws unavailable when too many are waiting
   */
  encode: (upload: Buffer, field: string) => Promise<Picture>;
};

/** Encodes on the thread pool, one picture at a time: the largest takes half a gigabyte meanwhile. */
export function createPictures({ maxWaiting = MAX_WAITING }: { maxWaiting?: number } = {}): Pictures {
  const inTurn = createQueue({ concurrency: 1, maxWaiting });
  return {
    encode: (upload, field) =>
      inTurn(async () => {
        const sharp = await loadSharp();
        try {
          return await toWebp(sharp, upload);
        } catch (error) {
          throw refusal(error, field);
        }
      }),
  };
}

type Sharp = Awaited<ReturnType<typeof importSharp>>;

let loading: Promise<Sharp> | undefined;

/** With the first picture: most processes never meet one. */
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
    // Before the metadata goes, which says how the camera was held.
    .autoOrient()
    .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  return { content: data, width: info.width, height: info.height };
}

/** Whatever sharp threw, it is about what was uploaded. */
function refusal(cause: unknown, field: string): Error {
  const hasTooManyPixels = cause instanceof Error && cause.message.includes('exceeds pixel limit');
  const message = hasTooManyPixels ? TOO_MANY_PIXELS : UNREADABLE;
  const error = invalid(message, { [field]: message });
  error.cause = cause;
  return error;
}
