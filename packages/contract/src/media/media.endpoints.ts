import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { FILE_NAME_MAX, PICTURE_WRITERS } from '../picture-library/picture-library.schemas.ts';
import { articleText, line } from '../text.ts';

/** Staff who write texts with pictures. */
const access = { anyOf: PICTURE_WRITERS } as const;

export const uploadImage = endpoint({
  method: 'POST',
  path: '/admin/content/images',
  access,
  summary: 'Upload a picture; returns its address, for texts and covers.',
  limit: { by: 'account', points: 60, windowSeconds: 600 },
  body: z.object({
    fileName: z._default(
      line({ max: FILE_NAME_MAX, message: `A file name has at most ${FILE_NAME_MAX} characters.` }),
      '',
    ),
  }),
  upload: { field: 'image', isRequired: true },
  response: z.object({ url: z.string(), width: z.int(), height: z.int() }),
});

const TEXT_MESSAGE = 'Please send a text of at most 100 000 characters.';

export const previewMarkdown = endpoint({
  method: 'POST',
  path: '/admin/content/preview',
  access,
  summary: 'Render a text as its page will show it.',
  // The editor requests a preview after each pause of 0.4 s: at most 150 a minute.
  limit: { by: 'account', points: 180, windowSeconds: 60 },
  body: z.object({ body: z._default(z.union([z.literal(''), articleText(TEXT_MESSAGE)], TEXT_MESSAGE), '') }),
  response: z.object({ bodyHtml: z.string() }),
});
