import { type Html, html, pagePolicy, simulatorPage } from '#platform/pages/simulator-page.ts';
import type { Answer } from './simulated-answers.ts';
import type { TwitchSimulator } from './twitch-simulator.ts';

const NOTICE = {
  name: 'Simulated Twitch',
  text: 'All users are simulated, and nothing reaches twitch.tv.',
};

/** A page of the simulated Twitch. Its forms post to itself, and may redirect to `leadsTo`. */
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
    body: simulatorPage({ title, brandName, notice: NOTICE, body }),
  };
}

/** A form that posts to the page it is on. */
export function pageForm({ formToken }: TwitchSimulator, fields: Html): Html {
  return html`<form method="post">
    <input type="hidden" name="form_token" value="${formToken}" />
    ${fields}
  </form>`;
}

export function alertOf(problem: string | undefined): Html | undefined {
  return problem === undefined ? undefined : html`<p class="alert" role="alert">${problem}</p>`;
}
