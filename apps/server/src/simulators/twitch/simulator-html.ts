import { type Html, html, pagePolicy, pretendedPage } from '#platform/pages/pretended-page.ts';
import type { Answer } from './simulated-answers.ts';
import type { TwitchSimulator } from './twitch-simulator.ts';

const NOTICE = {
  name: 'Simulated Twitch',
  words: 'Everybody here is pretended, and nothing reaches twitch.tv.',
};

/** A page of the simulated Twitch; its forms go back to it, and on to these addresses. */
export function pageAnswer(
  { brandName }: TwitchSimulator,
  {
    title,
    body,
    leadsTo = [],
    status = 200,
  }: { title: string; body: Html; leadsTo?: string[]; status?: number },
): Answer {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy(leadsTo),
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    },
    body: pretendedPage({ title, brandName, notice: NOTICE, body }),
  };
}

/** A form of the page that it is on, whatever address that has. */
export function pageForm({ formToken }: TwitchSimulator, fields: Html): Html {
  return html`<form method="post">
    <input type="hidden" name="form_token" value="${formToken}" />
    ${fields}
  </form>`;
}

export function alertOf(problem: string | undefined): Html | undefined {
  return problem === undefined ? undefined : html`<p class="alert" role="alert">${problem}</p>`;
}
