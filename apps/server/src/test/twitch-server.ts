import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { IssuedTokens, SimulatedGrants } from '#simulators/twitch/simulated-grants.ts';
import type { SimulatedUser } from '#simulators/twitch/simulated-world.ts';
import { listenForTwitch, openPort } from '#simulators/twitch/simulator-listener.ts';
import {
  createTwitchSimulator,
  type LoggedCall,
  type TwitchSimulator,
} from '#simulators/twitch/twitch-simulator.ts';
import type { TwitchConfig } from '#platform/config/twitch-config.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { twitchRedirectUri } from '#platform/twitch/create-twitch.ts';
import type { TwitchApplication } from '#platform/twitch/twitch-oauth.ts';

export const GAME_ID = '900001';
const CHATTERS_SCOPE = 'moderator:read:chatters';

export type TwitchServer = {
  url: string;
  /** For a portal that is to use it. */
  config: Extract<TwitchConfig, { provider: 'twitch' }>;
  /** For a separate client. */
  application: TwitchApplication;
  /** Everything that can be done to it: `world`, `grants`, `faults`, `misbehaviour`, `points`, `pages`, `clock`, `calls`. */
  simulator: TwitchSimulator;
  /** Somebody new. */
  addUser: (login?: string) => SimulatedUser;
  /** Somebody new who streams the game and has let their chat be read. */
  addStreamer: (login?: string) => SimulatedUser & { tokens: IssuedTokens };
  /** Tokens as a finished OAuth flow gives them. */
  grant: (userId: string, scopes?: string[]) => IssuedTokens;
  /** What a browser does at the authorize page; answers where it is sent back to. */
  visit: (authorizeUrl: string, choice: { as: string } | 'deny') => Promise<URL>;
  /** Calls whose path ends so, oldest first. */
  callsTo: (path: string) => LoggedCall[];
  /** Every token, code and secret that there ever was: none of them may be logged. */
  secrets: () => string[];
  close: () => Promise<void>;
};

/** The simulated Twitch on its own port, for the real client to talk to. */
export async function startTwitchServer({
  publicOrigin = 'http://localhost:3000',
}: { publicOrigin?: string } = {}): Promise<TwitchServer> {
  const redirectUri = twitchRedirectUri(publicOrigin);
  const keys = { clientId: `client${hex()}`, clientSecret: `secret${hex()}` };
  const simulator = createTwitchSimulator({
    application: { ...keys, redirectUris: [redirectUri] },
    brandName: 'Agaia',
    gameIds: [GAME_ID],
  });
  const server = await openPort(0);
  if (!server) throw new Error('There is no free port.');
  const { url, close } = listenForTwitch(server, simulator, createLogger({ level: 'error' }));
  const bases = { apiBase: `${url}/helix`, authBase: `${url}/oauth2` };
  const issued = recordSecrets(simulator.grants);
  const addUser = (login = `user_${hex().slice(0, 12)}`) => {
    const user = simulator.world.createUser({ login });
    if (!user) throw new Error(`${login} is taken.`);
    return user;
  };
  const grant = (userId: string, scopes: string[] = []) => {
    const code = simulator.grants.issueCode({ userId, scopes, redirectUri });
    const tokens = simulator.grants.exchangeCode(code, redirectUri);
    if (!tokens) throw new Error('The code was not taken.');
    return tokens;
  };
  return {
    url,
    config: {
      provider: 'twitch',
      ...keys,
      ...bases,
      gameIds: [GAME_ID],
      tokenKeys: [{ id: 'test', key: randomBytes(32) }],
    },
    application: { ...keys, ...bases, redirectUri },
    simulator,
    addUser,
    addStreamer: (login) => {
      const user = addUser(login);
      simulator.world.goLive(user.id, { gameId: GAME_ID });
      return { ...user, tokens: grant(user.id, [CHATTERS_SCOPE]) };
    },
    grant,
    visit,
    callsTo: (path) => simulator.calls.filter((call) => call.path.endsWith(path)),
    secrets: () => [keys.clientSecret, ...issued],
    close,
  };
}

/** The same, closed when the running test ends. */
export async function useTwitchServer(
  options?: Parameters<typeof startTwitchServer>[0],
): Promise<TwitchServer> {
  const server = await startTwitchServer(options);
  onTestFinished(server.close);
  return server;
}

type Answered = { status: number; body: unknown; headers?: Record<string, string> };

/** A server that answers whatever it is asked in one way, which may be none of Twitch's. */
export async function useTwitchThatAnswers(
  answer: (call: { url: string; authorization: string; body: string }) => Answered,
): Promise<{ apiBase: string; authBase: string }> {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const sent = (await buffer(request)).toString();
    const { url = '', headers: given } = request;
    const { status, body, headers } = answer({ url, authorization: given.authorization ?? '', body: sent });
    response.writeHead(status, headers).end(JSON.stringify(body));
  };
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a TCP port has such an address.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { apiBase: `${url}/helix`, authBase: `${url}/oauth2` };
}

async function visit(authorizeUrl: string, choice: { as: string } | 'deny'): Promise<URL> {
  const page = await (await fetch(authorizeUrl)).text();
  const token = /name="form_token"\s+value="([^"]+)"/.exec(page)?.[1] ?? '';
  const pressed = choice === 'deny' ? { choice } : { choice: 'allow', user: choice.as };
  const body = new URLSearchParams({ form_token: token, ...pressed });
  const response = await fetch(authorizeUrl, { method: 'POST', body, redirect: 'manual' });
  const location = response.headers.get('location');
  if (location === null) throw new Error(`The authorize page answered ${response.status}: ${page}`);
  return new URL(location);
}

function recordSecrets(grants: SimulatedGrants): Set<string> {
  const secrets = new Set<string>();
  const { issueCode, exchangeCode, refresh, issueAppToken } = grants;
  const keep = (tokens: IssuedTokens | undefined) => {
    if (tokens) secrets.add(tokens.accessToken).add(tokens.refreshToken);
    return tokens;
  };
  grants.issueCode = (allowed) => {
    const code = issueCode(allowed);
    secrets.add(code);
    return code;
  };
  grants.exchangeCode = (...given) => keep(exchangeCode(...given));
  grants.refresh = (...given) => keep(refresh(...given));
  grants.issueAppToken = () => {
    const token = issueAppToken();
    secrets.add(token.accessToken);
    return token;
  };
  return secrets;
}

function hex(): string {
  return randomBytes(12).toString('hex');
}
