import { type Html, html } from '#platform/pages/simulator-page.ts';
import type { Answer } from './simulated-answers.ts';
import { ENDPOINTS, type Fault, FAULTS } from './simulated-faults.ts';
import { PAGE_QUIRKS, type PageQuirk } from './simulated-pages.ts';
import type { SimulatedUser } from './simulated-world.ts';
import { alertOf, pageAnswer, pageForm } from './simulator-html.ts';
import type { TwitchSimulator } from './twitch-simulator.ts';

const LISTED_USERS = 50;
export const SPEEDS = [1, 10, 60];
/** A real Twitch category, which never counts for drops. */
const OTHER_GAME_ID = '509658';

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

/** All simulated users with their actions, and the faults, time and points of the simulated Twitch. */
export function controlPage(
  simulator: TwitchSimulator,
  { problem, login }: { problem?: string; login?: string } = {},
): Answer {
  const { world } = simulator;
  const users = world.users();
  const listed = users.slice(0, LISTED_USERS);
  const body = html`<h1>Simulated Twitch</h1>
    <p class="muted">${simulator.brandName} sees this page's users and streams as if they were on Twitch.</p>
    ${alertOf(problem)}
    <div class="payments">
      ${newUserPanel(simulator, login)} ${listed.map((user) => userPanel(simulator, user))}
      ${
        users.length > listed.length
          ? html`<p class="muted">The newest ${listed.length} of ${users.length} are listed.</p>`
          : undefined
      }
      ${faultPanel(simulator)} ${timePanel(simulator)} ${pointsPanel(simulator)}
    </div>`;
  const status = problem === undefined ? 200 : 400;
  return pageAnswer(simulator, { title: 'Simulated Twitch', body, status });
}

function panel(id: string, name: string, content: Html): Html {
  return html`<section class="panel" id="${id}" aria-labelledby="name-${id}">
    <h2 id="name-${id}">${name}</h2>
    ${content}
  </section>`;
}

function newUserPanel(simulator: TwitchSimulator, login = ''): Html {
  const fields = html`<div class="row">
    <label>Name <input name="login" autocomplete="off" required maxlength="25" value="${login}" /></label>
    ${button('create_user', 'Create the user')}
  </div>`;
  return panel('new', 'Somebody new', pageForm(simulator, fields));
}

function userPanel(simulator: TwitchSimulator, user: SimulatedUser): Html {
  const { world, grants } = simulator;
  const { id, displayName } = user;
  const stream = world.streamOf(id);
  const allowances = grants.ofUser(id).length;
  return html`<article class="panel" id="user-${id}" aria-labelledby="name-${id}">
    <header>
      <h2 id="name-${id}">${displayName}</h2>
      <p>
        <span class="muted">${id}</span>
        ${
          stream
            ? html`<span class="state good">Live in ${gameName(simulator, stream.gameId)}</span>`
            : html`<span class="state">Offline</span>`
        }
        <span class="muted">${world.chattersOf(id).length} in chat</span>
      </p>
    </header>
    ${streamForm(simulator, user)} ${chatForms(simulator, user)}
    ${
      allowances === 0
        ? undefined
        : actionForm(
            simulator,
            id,
            html`<div class="row">
              ${button('expire', 'Let the tokens expire')} ${button('revoke', 'Disconnect the portal')}
            </div>`,
          )
    }
  </article>`;
}

function streamForm(simulator: TwitchSimulator, { id }: SimulatedUser): Html {
  const stream = simulator.world.streamOf(id);
  const games = [...new Set([...simulator.gameIds, OTHER_GAME_ID])];
  const fields = html`<div class="row">
    <label
      >Category
      ${select('gameId', games, { name: (game) => gameName(simulator, game), chosen: stream?.gameId })}</label
    >
    <label
      >Title <input name="title" autocomplete="off" maxlength="140" value="${stream?.title ?? 'Live'}"
    /></label>
    ${button('go_live', stream ? 'Change the stream' : 'Go live')}
    ${stream ? button('stop', 'Stop the stream') : undefined}
  </div>`;
  return actionForm(simulator, id, fields);
}

function chatForms(simulator: TwitchSimulator, { id }: SimulatedUser): Html {
  const { world } = simulator;
  const joined = world.chatsOf(id);
  const others = world
    .streams()
    .map(({ userId }) => userId)
    .filter((userId) => !joined.includes(userId))
    .slice(0, LISTED_USERS);
  const nameOf = (userId: string) => world.findUser(userId)?.displayName ?? userId;
  const leave = joined.map(
    (userId) =>
      html`<li>
        ${actionForm(
          simulator,
          id,
          html`<input type="hidden" name="broadcasterId" value="${userId}" />
            ${button('leave', `Leave the chat of ${nameOf(userId)}`)}`,
        )}
      </li>`,
  );
  const join = html`<div class="row">
    <label>Chat of ${select('broadcasterId', others, { name: nameOf })}</label>
    ${button('join', 'Join the chat')}
  </div>`;
  return html`${others.length > 0 ? actionForm(simulator, id, join) : undefined}
  ${
    joined.length > 0
      ? html`<ul class="chats" aria-label="Chats">
          ${leave}
        </ul>`
      : undefined
  }`;
}

function faultPanel(simulator: TwitchSimulator): Html {
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

function timePanel(simulator: TwitchSimulator): Html {
  const speed = simulator.clock.speed();
  const fields = html`<div class="row">
    <label
      >How fast time passes
      ${select('speed', SPEEDS.map(String), { name: (times) => (times === '1' ? 'as usual' : `${times} times as fast`), chosen: String(speed) })}</label
    >
    ${button('accelerate', 'Change the speed')}
  </div>`;
  const meaning =
    'Tokens expire, points are refilled and faults end sooner. Streams and chats stay as they are.';
  return panel(
    'time',
    'Time',
    html`<p class="muted">${meaning}</p>
      ${pageForm(simulator, fields)}`,
  );
}

function pointsPanel({ points }: TwitchSimulator): Html {
  const lines = points
    .usage()
    .slice(0, LISTED_USERS)
    .map(
      ({ bucket, used, refused, remaining }) =>
        html`<li>${bucket}: ${used} used, ${remaining} left, ${refused} refused</li>`,
    );
  const list = html`<ul>
    ${lines}
  </ul>`;
  return panel('points', 'Points', lines.length > 0 ? list : html`<p class="muted">None were used yet.</p>`);
}

function actionForm(simulator: TwitchSimulator, userId: string, fields: Html): Html {
  return pageForm(simulator, html`<input type="hidden" name="userId" value="${userId}" />${fields}`);
}

function button(action: string, name: string): Html {
  return html`<button class="button" name="action" value="${action}">${name}</button>`;
}

function select<Value extends string>(
  field: string,
  values: readonly Value[],
  { name, chosen }: { name: (value: Value) => string; chosen?: string | undefined },
): Html {
  const options = values.map(
    (value) =>
      html`<option value="${value}" ${value === chosen ? SELECTED : undefined}>${name(value)}</option>`,
  );
  return html`<select name="${field}">
    ${options}
  </select>`;
}

const SELECTED = html`selected`;

function gameName({ brandName, gameIds }: TwitchSimulator, gameId: string): string {
  if (gameId === OTHER_GAME_ID && !gameIds.includes(gameId)) return 'Just Chatting';
  return gameIds.includes(gameId) && gameIds.length === 1 ? brandName : `category ${gameId}`;
}
