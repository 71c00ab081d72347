import { ApiError } from './api-error.ts';

const LARGEST_ID = 2_147_483_647;

/** The id in a page's address; what cannot be one is as unknown as one that is not there. */
export function recordId(text = ''): string {
  const isId = /^[1-9]\d{0,9}$/.test(text) && Number(text) <= LARGEST_ID;
  if (!isId) throw new ApiError(404, { code: 'not_found' });
  return text;
}
