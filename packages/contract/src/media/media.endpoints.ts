import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { articleText } from '../text.ts';

/** Staff who write texts with pictures. */
const access = { anyOf: ['news', 'patchNotes', 'products', 'site'] } as const;

export const uploadImage = endpoint({
  method: 'POST',
  path: '/admin/content/images',
  access,
  summary: 'Upload a picture; returns its address, for texts and covers.',
  limit: { by: 'account', points: 60, windowSeconds: 600 },
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
