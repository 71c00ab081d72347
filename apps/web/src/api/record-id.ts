import { ApiError } from './api-error.ts';

const LARGEST_ID = 2_147_483_647;

/** The id in a page's address; an invalid one is not found, like an unknown one. */
export function recordId(text = ''): string {
  const isId = /^[1-9]\d{0,9}$/.test(text) && Number(text) <= LARGEST_ID;
  if (!isId) throw new ApiError(404, { code: 'not_found' });
  return text;
}
