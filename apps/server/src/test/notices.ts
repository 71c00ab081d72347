import { textOfNotice } from '@waygate/contract/site/notices';

/** What the profile shows for this query; `Error: …` for an error. */
export function noticeIn(query: URLSearchParams): string {
  const message = textOfNotice('message', query.get('message') ?? '');
  return message ?? `Error: ${textOfNotice('error', query.get('error') ?? '')}`;
}
