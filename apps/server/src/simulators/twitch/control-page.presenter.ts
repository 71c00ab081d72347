import { type Html, html } from '#platform/pages/simulator-page.ts';
import { faultPanel, misbehaviourPanel } from './control-faults.presenter.ts';
import { button, LISTED_USERS, panel, select } from './control-parts.presenter.ts';
import type { Answer } from './simulated-answers.ts';
import { gameName, OTHER_GAME_ID } from './simulated-helix.ts';
import type { SimulatedUser } from './simulated-world.ts';
import { alertOf, pageAnswer, pageForm } from './simulator-html.ts';
import type { TwitchSimulator } from './twitch-simulator.ts';

export const SPEEDS = [1, 10, 60];

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
      ${faultPanel(simulator)} ${misbehaviourPanel(simulator)} ${timePanel(simulator)}
      ${pointsPanel(simulator)}
    </div>`;
  const status = problem === undefined ? 200 : 400;
  return pageAnswer(simulator, { title: 'Simulated Twitch', body, status });
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
