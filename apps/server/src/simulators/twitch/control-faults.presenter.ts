import { type Html, html } from '#platform/pages/simulator-page.ts';
import { button, LISTED_USERS, panel, select } from './control-parts.presenter.ts';
import { ENDPOINTS, type Fault, FAULTS } from './simulated-faults.ts';
import { type Misbehaviour, MISBEHAVIOURS } from './simulated-misbehaviour.ts';
import { PAGE_QUIRKS, type PageQuirk } from './simulated-pages.ts';
import { pageForm } from './simulator-html.ts';
import type { TwitchSimulator } from './twitch-simulator.ts';

const FAULT_NAMES: Record<Fault, string> = {
  '500': 'Error 500',
  '503': 'Error 503',
  timeout: 'No answer',
  '429': 'Too many requests (429)',
  slow: 'Slow answers',
  '401': 'Token refused (401)',
  '403': 'Forbidden (403)',
  '400': 'Refused (400)',
  cut: 'Answers that break off',
  garbled: 'Unreadable answers',
};

const QUIRK_NAMES: Record<PageQuirk, string> = {
  none: 'as they ought to be',
  repeat: 'with repeated rows',
  miss: 'with missing rows',
};

const MISBEHAVIOUR_NAMES: Record<Misbehaviour, string> = {
  'late-streams': 'Streams are listed two minutes late',
  'late-chats': 'Chats are listed two minutes late',
  'short-chats': 'Chats are listed without some people',
  'missing-streams': 'Live streams are not listed',
  'untyped-streams': 'Streams have no type',
  'blank-users': 'Users have no names or ids',
  'stray-cursors': 'Cursors come without a further page',
  'refused-cursors': 'Cursors are refused (400)',
  'kept-refresh-tokens': 'Refresh tokens stay the same',
  'kept-grants': 'Revoking ends only the access token',
};

/** The calls that fail, and how pages of lists come. */
export function faultPanel(simulator: TwitchSimulator): Html {
  const fields = html`<div class="row">
    <label
      >Calls of
      ${select('endpoint', ['all', ...ENDPOINTS], { name: (endpoint) => (endpoint === 'all' ? 'everything' : endpoint) })}</label
    >
    <label>What goes wrong ${select('fault', FAULTS, { name: (fault) => FAULT_NAMES[fault] })}</label>
    <label
      >For so many seconds <input name="seconds" inputmode="numeric" autocomplete="off" value="60"
    /></label>
    ${button('fail', 'Let it fail')}
  </div>`;
  const active = simulator.faults
    .active()
    .map(
      ({ id, fault, endpoint, secondsLeft }) =>
        html`<li>
          ${pageForm(
            simulator,
            html`<input type="hidden" name="faultId" value="${id}" /> ${button(
                'end_fault',
                `End: ${FAULT_NAMES[fault]} for ${endpoint ?? 'everything'}${secondsLeft === undefined ? '' : `, ${secondsLeft} s left`}`,
              )}`,
          )}
        </li>`,
    );
  const pages = html`<div class="row">
    <label
      >Pages of lists come
      ${select('quirk', PAGE_QUIRKS, { name: (quirk) => QUIRK_NAMES[quirk], chosen: simulator.pages.quirk })}</label
    >
    ${button('pages', 'Change the pages')}
  </div>`;
  return panel(
    'faults',
    'Faults',
    html`${pageForm(simulator, fields)}
    ${
      active.length > 0
        ? html`<ul class="chats" aria-label="Faults just now">
            ${active}
          </ul>`
        : undefined
    }
    ${pageForm(simulator, pages)}`,
  );
}

/** What the real Twitch does although no call fails. */
export function misbehaviourPanel(simulator: TwitchSimulator): Html {
  const users = simulator.world.users().slice(0, LISTED_USERS);
  const names = new Map(users.map(({ id, displayName }) => [id, displayName]));
  const fields = html`<div class="row">
    <label
      >What Twitch does ${select('kind', MISBEHAVIOURS, { name: (kind) => MISBEHAVIOUR_NAMES[kind] })}</label
    >
    <label
      >Concerning
      ${select('concerned', ['all', ...names.keys()], { name: (id) => names.get(id) ?? 'everybody' })}</label
    >
    <label
      >For so many seconds <input name="seconds" inputmode="numeric" autocomplete="off" value="60"
    /></label>
    ${button('misbehave', 'Let it misbehave')}
  </div>`;
  const active = simulator.misbehaviour
    .active()
    .map(
      ({ id, kind, secondsLeft }) =>
        html`<li>
          ${pageForm(
            simulator,
            html`<input type="hidden" name="misbehaviourId" value="${id}" /> ${button(
                'end_misbehaviour',
                `End: ${MISBEHAVIOUR_NAMES[kind]}${secondsLeft === undefined ? '' : `, ${secondsLeft} s left`}`,
              )}`,
          )}
        </li>`,
    );
  return panel(
    'misbehaviour',
    'Misbehaviour',
    html`<p class="muted">What the real Twitch does now and then, although no call fails.</p>
      ${pageForm(simulator, fields)}
      ${
        active.length > 0
          ? html`<ul class="chats" aria-label="Misbehaviour just now">
              ${active}
            </ul>`
          : undefined
      }`,
  );
}
