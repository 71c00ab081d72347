import { timingSafeEqual } from 'node:crypto';
import { hashToken } from '#platform/auth/tokens.ts';
import { html } from '#platform/pages/simulator-page.ts';
import { type Answer, type Call, oauthError, redirectTo } from './simulated-answers.ts';
import { LOGIN, type SimulatedUser } from './simulated-world.ts';
import { alertOf, pageAnswer, pageForm } from './simulator-html.ts';
import type { TwitchSimulator } from './twitch-simulator.ts';

const KNOWN_SCOPES: Record<string, string> = {
  'moderator:read:chatters': 'View the chatters in a chat that you moderate',
};
const LISTED_USERS = 50;
const LOGIN_PROBLEM = 'Choose an unused name of 4 to 25 lower-case letters, digits or _.';

type AuthorizeRequest = { redirectUri: string; state: string; scopes: string[] };

/** The page on which a user grants or denies access. Source: …/getting-tokens-oauth#authorization-code-grant-flow */
export function answerAuthorize(simulator: TwitchSimulator, call: Call): Answer {
  const authorizeRequest = readRequest(simulator, call.query);
  if ('status' in authorizeRequest) return authorizeRequest;
  if (call.method === 'GET') return authorizePage(simulator, authorizeRequest);
  if (!isOfPage(simulator, call))
    return oauthError(403, 'This form was not sent from this page. Open the page and try again.');
  if (call.form.get('choice') !== 'allow') return denied(authorizeRequest);
  const user = chosenUser(simulator, call.form);
  return user
    ? allowed(simulator, authorizeRequest, user)
    : authorizePage(simulator, authorizeRequest, call.form.get('login') ?? '');
}

export function isOfPage({ formToken }: TwitchSimulator, { form }: Call): boolean {
  return timingSafeEqual(hashToken(form.get('form_token') ?? ''), hashToken(formToken));
}

function readRequest({ application }: TwitchSimulator, query: URLSearchParams): AuthorizeRequest | Answer {
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

/** @param refused the name that was entered and is invalid or taken */
function authorizePage(
  simulator: TwitchSimulator,
  authorizeRequest: AuthorizeRequest,
  refused?: string,
): Answer {
  const { brandName, world } = simulator;
  const users = world.users().slice(0, LISTED_USERS);
  const isNew = users.length === 0 || refused !== undefined;
  const scopeItems = authorizeRequest.scopes.map((scope) => html`<li>${KNOWN_SCOPES[scope]}</li>`);
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
      ${scopeItems}
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
    <p><a href="../control">Control the simulated Twitch</a></p>
  </section>`;
  const status = refused === undefined ? 200 : 400;
  return pageAnswer(simulator, { title: 'Authorize', body, leadsTo: [authorizeRequest.redirectUri], status });
}

const CHECKED = html`checked`;

function chosenUser({ world }: TwitchSimulator, form: URLSearchParams): SimulatedUser | undefined {
  const chosen = form.get('user') ?? 'new';
  if (chosen !== 'new') return world.findUser(chosen);
  const login = (form.get('login') ?? '').trim().toLowerCase();
  return LOGIN.test(login) ? world.createUser({ login }) : undefined;
}

function allowed(
  { grants }: TwitchSimulator,
  authorizeRequest: AuthorizeRequest,
  { id: userId }: SimulatedUser,
): Answer {
  const { redirectUri, state, scopes } = authorizeRequest;
  const code = grants.issueCode({ userId, scopes, redirectUri });
  return backTo(redirectUri, { code, scope: scopes.join(' '), state });
}

function denied({ redirectUri, state }: AuthorizeRequest): Answer {
  return backTo(redirectUri, {
    error: 'access_denied',
    error_description: 'The user denied you access',
    state,
  });
}

function backTo(redirectUri: string, parameters: Record<string, string>): Answer {
  return redirectTo(`${redirectUri}?${new URLSearchParams(parameters)}`);
}
