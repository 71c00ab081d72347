import { timingSafeEqual } from 'node:crypto';
import { hashToken } from '#platform/auth/tokens.ts';
import { html } from '#platform/pages/pretended-page.ts';
import { type Answer, type Call, oauthError, redirectTo } from './simulated-answers.ts';
import { LOGIN, type SimulatedUser } from './simulated-world.ts';
import { alertOf, pageAnswer, pageForm } from './simulator-html.ts';
import type { TwitchSimulator } from './twitch-simulator.ts';

const KNOWN_SCOPES: Record<string, string> = {
  'moderator:read:chatters': 'View the chatters in a chat that you moderate',
};
const LISTED_USERS = 50;
const LOGIN_PROBLEM = 'A name has 4 to 25 small letters, digits or _, and nobody else has it.';

type Walk = { redirectUri: string; state: string; scopes: string[] };

/** Where a user allows the application something, or does not. Source: …/getting-tokens-oauth#authorization-code-grant-flow */
export function answerAuthorize(simulator: TwitchSimulator, call: Call): Answer {
  const walk = readWalk(simulator, call.query);
  if ('status' in walk) return walk;
  if (call.method === 'GET') return authorizePage(simulator, walk);
  if (!isOfPage(simulator, call))
    return oauthError(403, 'This was not sent from the page. Open it and try again.');
  if (call.form.get('choice') !== 'allow') return denied(walk);
  const user = chosenUser(simulator, call.form);
  return user ? allowed(simulator, walk, user) : authorizePage(simulator, walk, call.form.get('login') ?? '');
}

export function isOfPage({ formToken }: TwitchSimulator, { form }: Call): boolean {
  return timingSafeEqual(hashToken(form.get('form_token') ?? ''), hashToken(formToken));
}

function readWalk({ application }: TwitchSimulator, query: URLSearchParams): Walk | Answer {
  const redirectUri = query.get('redirect_uri') ?? '';
  if (query.get('client_id') !== application.clientId) return oauthError(400, 'invalid client');
  if (!application.redirectUris.includes(redirectUri))
    return oauthError(400, 'Parameter redirect_uri does not match registered URI');
  if (query.get('response_type') !== 'code') return oauthError(400, 'Invalid response type');
  const state = query.get('state') ?? '';
  const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean);
  const unknown = scopes.find((scope) => !(scope in KNOWN_SCOPES));
  if (unknown === undefined) return { redirectUri, state, scopes };
  return backTo(redirectUri, {
    error: 'invalid_scope',
    error_description: `invalid scope requested: '${unknown}'`,
    state,
  });
}

/** @param refused the name that was given and could not be taken */
function authorizePage(simulator: TwitchSimulator, walk: Walk, refused?: string): Answer {
  const { brandName, world } = simulator;
  const users = world.users().slice(0, LISTED_USERS);
  const isNew = users.length === 0 || refused !== undefined;
  const wishes = walk.scopes.map((scope) => html`<li>${KNOWN_SCOPES[scope]}</li>`);
  const choices = users.map(
    ({ id, displayName }, index) =>
      html`<label class="choice"
        ><input
          type="radio"
          name="user"
          value="${id}"
          ${index === 0 && !isNew ? CHECKED : undefined}
        />${displayName}</label
      >`,
  );
  const body = html`<section class="panel" aria-labelledby="title">
    <h1 id="title">Authorize ${brandName}</h1>
    <p>${brandName} wants to access your Twitch account:</p>
    <ul>
      <li>See who you are</li>
      ${wishes}
    </ul>
    ${alertOf(refused === undefined ? undefined : LOGIN_PROBLEM)}
    ${pageForm(
      simulator,
      html`<fieldset>
          <legend>Sign in as</legend>
          ${choices}
          <label class="choice"
            ><input type="radio" name="user" value="new" ${isNew ? CHECKED : undefined} />Somebody new</label
          >
        </fieldset>
        <label
          >Name of somebody new <input name="login" autocomplete="off" maxlength="25" value="${refused}"
        /></label>
        <div class="row">
          <button class="button primary" name="choice" value="allow">Authorize</button>
          <button class="button" name="choice" value="deny">Cancel</button>
        </div>`,
    )}
    <p><a href="../control">Steer the simulated Twitch</a></p>
  </section>`;
  const status = refused === undefined ? 200 : 400;
  return pageAnswer(simulator, { title: 'Authorize', body, leadsTo: [walk.redirectUri], status });
}

const CHECKED = html`checked`;

function chosenUser({ world }: TwitchSimulator, form: URLSearchParams): SimulatedUser | undefined {
  const chosen = form.get('user') ?? 'new';
  if (chosen !== 'new') return world.findUser(chosen);
  const login = (form.get('login') ?? '').trim().toLowerCase();
  return LOGIN.test(login) ? world.createUser({ login }) : undefined;
}

function allowed({ grants }: TwitchSimulator, walk: Walk, { id: userId }: SimulatedUser): Answer {
  const { redirectUri, state, scopes } = walk;
  const code = grants.issueCode({ userId, scopes, redirectUri });
  return backTo(redirectUri, { code, scope: scopes.join(' '), state });
}

function denied({ redirectUri, state }: Walk): Answer {
  return backTo(redirectUri, {
    error: 'access_denied',
    error_description: 'The user denied you access',
    state,
  });
}

function backTo(redirectUri: string, parameters: Record<string, string>): Answer {
  return redirectTo(`${redirectUri}?${new URLSearchParams(parameters)}`);
}
