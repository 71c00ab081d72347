import multipart, { type MultipartFile } from '@fastify/multipart';
import type { Upload } from '@waygate/contract/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  AppError,
  badRequest,
  invalid,
  payloadTooLarge,
  unsupportedMediaType,
} from '#platform/errors/app-error.ts';

/** The largest file of a form. */
export const UPLOAD_MAX_BYTES = 5 * 1024 * 1024;

const FIELDS_MAX = 30;
const FIELD_MAX_BYTES = 8 * 1024;
/** The file, the text fields, and the overhead of multipart syntax. */
const FORM_MAX_BYTES = UPLOAD_MAX_BYTES + FIELDS_MAX * FIELD_MAX_BYTES + 64 * 1024;

const LIMITS = {
  fieldNameSize: 100,
  fieldSize: FIELD_MAX_BYTES,
  fields: FIELDS_MAX,
  fileSize: UPLOAD_MAX_BYTES,
  files: 1,
  parts: FIELDS_MAX + 1,
  headerPairs: 20,
};

const TOO_LARGE = 'This file is too large. Please choose one of at most 5 MB.';

/** A form's text fields, not yet validated, and its file. */
export type Form = { fields: Record<string, unknown>; file: Buffer | undefined };

/** Lets only the routes of this scope accept forms. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { limits: LIMITS });
}

/** Refuses a form by its content-length, before the body is read. */
export function refuseLargeForm(request: FastifyRequest): void {
  if (Number(request.headers['content-length'] ?? 0) > FORM_MAX_BYTES) throw payloadTooLarge(TOO_LARGE);
}

/**
 * Reads a form into memory within the limits: one value per field, and one file in the endpoint's file field.
 *
 * @returns undefined for a body that isn't a form, if the file is optional
 * @throws bad_request, payload_too_large, unsupported_media_type or validation_failed
 */
export async function readForm(
  request: FastifyRequest,
  { field, isRequired }: Upload,
): Promise<Form | undefined> {
  if (!request.isMultipart()) {
    if (isRequired) throw unsupportedMediaType('Please send the file as multipart form data.');
    return undefined;
  }
  try {
    const form = await readParts(request, field);
    if (isRequired && !form.file)
      throw invalid('Please choose a file.', { [field]: 'Please choose a file.' });
    return form;
  } catch (error) {
    // Drains the rest of the body, so that the caller receives the error.
    request.raw.unpipe().resume();
    throw asAppError(error);
  }
}

async function readParts(request: FastifyRequest, fileField: string): Promise<Form> {
  // A map, because a field may be named like a property of Object.prototype.
  const fields = new Map<string, unknown>();
  let file: Buffer | undefined;
  for await (const part of request.parts()) {
    const { fieldname } = part;
    if (part.type === 'file') {
      if (fieldname !== fileField) throw badRequest('This form has a file where none belongs.');
      const content = await readFile(part);
      // For an empty file field, browsers send an empty part without a file name.
      if (content.length > 0 || part.filename) file = content;
      continue;
    }
    if (fieldname === fileField) throw invalid('Please send a file.', { [fileField]: 'Please send a file.' });
    if (fields.has(fieldname)) throw badRequest('This form has a field twice.');
    if (part.valueTruncated) throw payloadTooLarge('A field of this form is too long.');
    fields.set(fieldname, part.value);
  }
  return { fields: Object.fromEntries(fields), file };
}

function readFile(part: MultipartFile): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Rejects immediately: the rest of the file may take long to arrive.
    part.file.once('limit', () => reject(payloadTooLarge(TOO_LARGE)));
    part.toBuffer().then(resolve, reject);
  });
}

/** Maps any error of the parser to a refusal, because it concerns the caller's body. */
function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const refusal = refusalOf(error instanceof Error && 'code' in error ? error.code : undefined);
  refusal.cause = error;
  return refusal;
}

function refusalOf(code: unknown): AppError {
  switch (code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return payloadTooLarge(TOO_LARGE);
    case 'FST_FILES_LIMIT':
      return badRequest('Please send one file at a time.');
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
      return badRequest('This form has too many fields.');
    default:
      return badRequest();
  }
}
