/** Long enough for our messages, too short for a forged link to show a letter. */
const NOTICE_MAX_LENGTH = 300;

export type AddressNotices = {
  /** '' when the address carries none. */
  message: string;
  error: string;
  /** The query without them, with its question mark, or ''. */
  rest: string;
  /** The query with only them. */
  own: string;
};

/** Splits `?message=` and `?error=` from the rest of an address's query. */
export function splitNotices(search: string): AddressNotices {
  const rest = new URLSearchParams(search);
  const own = new URLSearchParams();
  for (const name of ['message', 'error']) {
    const text = rest.get(name)?.trim().slice(0, NOTICE_MAX_LENGTH);
    if (text) own.set(name, text);
    rest.delete(name);
  }
  return {
    message: own.get('message') ?? '',
    error: own.get('error') ?? '',
    rest: asSearch(rest),
    own: asSearch(own),
  };
}

function asSearch(query: URLSearchParams): string {
  return query.size > 0 ? `?${query}` : '';
}
