import { AppError, invalid } from '#platform/errors/app-error.ts';
import { createQueue } from '#platform/queue/bounded-queue.ts';
import { createPictureProcess } from './picture-process.ts';

const MAX_WAITING = 8;

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
   * @throws unavailable when too many pictures wait, or when the process doesn't start
   */
  encode: (upload: Buffer, field: string) => Promise<Picture>;
  /**
   * An AVIF of a stored picture, at most so many pixels wide.
   *
   * @throws unavailable when too many pictures wait, or when the process doesn't start
   */
  shrink: (picture: Buffer, width: number) => Promise<Buffer>;
  /**
   * A small AVIF of a stored picture that pages contain and browsers show until the picture is there. Empty where none
   * suits: of a picture that one sees through, or that no quality makes small enough.
   *
   * @throws unavailable when too many pictures wait, or when the process doesn't start
   */
  preview: (picture: Buffer) => Promise<Buffer>;
  /**
   * Width and height of a stored picture in pixels, from its header.
   *
   * @throws unavailable when the process doesn't start
   */
  measure: (picture: Buffer) => Promise<{ width: number; height: number }>;
};

/**
 * Works on one picture at a time, because the largest needs half a gigabyte, and in a process of its own: a file that crashes
 * the decoder ends nothing else, and its memory is free again a little later.
 */
export function createPictures({ maxWaiting = MAX_WAITING }: { maxWaiting?: number } = {}): Pictures {
  const queued = createQueue({ concurrency: 1, maxWaiting });
  const inTurn = createQueue({ concurrency: 1, maxWaiting: Infinity });
  const process = createPictureProcess();
  const ask: typeof process = (work, ...input) => inTurn(() => process(work, ...input));
  return {
    encode: (upload, field) =>
      queued(async () => {
        try {
          return await ask('encode', upload);
        } catch (error) {
          throw error instanceof AppError ? error : refusal(error, field);
        }
      }),
    shrink: (picture, width) => queued(() => ask('shrink', picture, width)),
    preview: (picture) => queued(() => ask('preview', picture)),
    // Takes a moment, so nobody is sent away.
    measure: (picture) => ask('measure', picture),
  };
}

/** Maps any error of sharp, and a crash of its process, to a refusal, because it concerns the uploaded file. */
function refusal(cause: unknown, field: string): Error {
  const hasTooManyPixels = cause instanceof Error && cause.message.includes('exceeds pixel limit');
  const message = hasTooManyPixels ? TOO_MANY_PIXELS : UNREADABLE;
  const error = invalid(message, { [field]: message });
  error.cause = cause;
  return error;
}
