import { textOfNotice } from '@waygate/contract/site/notices';

export type AddressNotices = {
  /** '' when the address has no code that we know. */
  message: string;
  error: string;
  /** The query without them, with its question mark, or ''. */
  rest: string;
  /** The query with only them. */
  own: string;
};

/** Splits the codes `?message=` and `?error=` from the rest of an address's query, and looks up their texts. */
export function splitNotices(search: string): AddressNotices {
  const rest = new URLSearchParams(search);
  const own = new URLSearchParams();
  const take = (kind: 'message' | 'error'): string => {
    const code = rest.get(kind) ?? '';
    const text = textOfNotice(kind, code);
    if (text !== undefined) own.set(kind, code);
    rest.delete(kind);
    return text ?? '';
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
