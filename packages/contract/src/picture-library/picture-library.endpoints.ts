import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { limitQuery, line } from '../text.ts';
import {
  PICTURE_LIST_LIMIT,
  PICTURE_WRITERS,
  pictureChangesSchema,
  pictureListSchema,
  pictureName,
  picturePlace,
  UNUSED_PICTURE_DAYS,
} from './picture-library.schemas.ts';

const access = { anyOf: PICTURE_WRITERS } as const;

const SEARCH_MESSAGE = 'Please search for at most 100 characters of text.';

export const listPictures = endpoint({
  method: 'GET',
  path: '/admin/content/images',
  access,
  summary:
    'The uploaded pictures that texts may share, by their last upload, newest first. Titles of records that use them only with their sections.',
  // A search asks after each pause in typing.
  limit: { by: 'account', points: 180, windowSeconds: 60 },
  query: z.object({
    search: z._default(line({ max: 100, message: SEARCH_MESSAGE }), ''),
    use: z._default(z.enum(['all', 'used', 'unused'], 'Please choose all, used or unused.'), 'all'),
    limit: limitQuery(PICTURE_LIST_LIMIT),
    before: z.optional(picturePlace),
  }),
  response: pictureListSchema,
});

const params = z.object({ name: pictureName });

export const updatePicture = endpoint({
  method: 'PUT',
  path: '/admin/content/images/:name',
  access,
  summary: "Update a picture's alternative text, or whether it is kept although nothing uses it.",
  limit: { by: 'account', points: 120, windowSeconds: 600 },
  params,
  body: pictureChangesSchema,
  response: 'empty',
});

export const deletePicture = endpoint({
  method: 'DELETE',
  path: '/admin/content/images/:name',
  access,
  summary: `Delete a picture. 409 while something uses it, staff keep it or a draft has it, and for ${UNUSED_PICTURE_DAYS} days after somebody else uploaded it.`,
  limit: { by: 'account', points: 120, windowSeconds: 600 },
  params,
  response: 'empty',
});
