import { textOfNotice } from '@waygate/contract/site/notices';

/** Long enough for a sentence, too short for a letter. */
const TEXT_MAX_LENGTH = 300;

export type AddressNotices = {
  /** '' when the address has nothing to show. */
  message: string;
  error: string;
  /** The query without them, with its question mark, or ''. */
  rest: string;
  /** The query with only them. */
  own: string;
};

/**
 * Splits the codes `?message=` and `?error=` from the rest of an address's query, and looks up their texts.
 *
 * @param showsTexts whether a value that is no code is shown as it is, as the profile's specification asks
 */
export function splitNotices(search: string, showsTexts = false): AddressNotices {
  const rest = new URLSearchParams(search);
  const own = new URLSearchParams();
  const take = (kind: 'message' | 'error'): string => {
    const code = rest.get(kind)?.trim() ?? '';
    const text = textOfNotice(kind, code);
    if (text !== undefined) own.set(kind, code);
    rest.delete(kind);
    return text ?? (showsTexts ? code.slice(0, TEXT_MAX_LENGTH) : '');
  };
  const [message, error] = [take('message'), take('error')];
  return { message, error, rest: asSearch(rest), own: asSearch(own) };
}

/** Whether the query has one of the two parameters, with whatever value. */
export function hasNotices(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has('message') || query.has('error');
}

function asSearch(query: URLSearchParams): string {
  return query.size > 0 ? `?${query}` : '';
}
