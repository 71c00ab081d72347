import { answerAuthorize } from './authorize-page.ts';
import { answerControl } from './control-actions.ts';
import { type Answer, type Call, helixError, json, oauthError, redirectTo } from './simulated-answers.ts';
import type { Endpoint, Fault } from './simulated-faults.ts';
import {
  answerHelix,
  getChatters,
  getGames,
  getStreams,
  getUsers,
  limitedAnswer,
} from './simulated-helix.ts';
import { answerRevoke, answerToken, answerValidate } from './simulated-oauth.ts';
import type { TwitchSimulator } from './twitch-simulator.ts';

const LIMITED_FOR_MS = 30_000;

/** `nothing`: the call is never answered. `cut`: the answer breaks off halfway. */
export type Reply = Answer | 'nothing' | { cut: Answer };

type Work = (simulator: TwitchSimulator, call: Call) => { answer: Answer; bucket?: string | undefined };

const API: Record<string, { endpoint: Endpoint; work: Work }> = {
  '/oauth2/token': { endpoint: 'token', work: (...given) => ({ answer: answerToken(...given) }) },
  '/oauth2/validate': { endpoint: 'validate', work: (...given) => ({ answer: answerValidate(...given) }) },
  '/oauth2/revoke': { endpoint: 'revoke', work: (...given) => ({ answer: answerRevoke(...given) }) },
  '/helix/users': { endpoint: 'users', work: (...given) => answerHelix(...given, getUsers) },
  '/helix/games': { endpoint: 'games', work: (...given) => answerHelix(...given, getGames) },
  '/helix/streams': { endpoint: 'streams', work: (...given) => answerHelix(...given, getStreams) },
  '/helix/chat/chatters': { endpoint: 'chatters', work: (...given) => answerHelix(...given, getChatters) },
};

const PAGES: Record<string, (simulator: TwitchSimulator, call: Call) => Answer> = {
  '/': () => redirectTo('control'),
  // Lets a process check that the server on a port is the simulator of its own data folder.
  '/identity': ({ application }) => json(200, { client_id: application.clientId }),
  '/control': answerControl,
  '/oauth2/authorize': answerAuthorize,
};

/** Answers one call as Twitch would, or with the planned fault. */
export async function answerCall(simulator: TwitchSimulator, call: Call): Promise<Reply> {
  const page = PAGES[call.path];
  if (page) {
    const answer = page(simulator, call);
    if (call.method === 'POST') await simulator.save();
    return answer;
  }
  const operation = API[call.path];
  if (!operation)
    return call.path.startsWith('/helix/') ? helixError(404, 'Not Found') : oauthError(404, 'Not Found');
  const met = simulator.faults.meet({ endpoint: operation.endpoint, query: call.query });
  if (met?.fault === 'slow') await met.late();
  const { reply, bucket, status } = carryOut(simulator, call, { work: operation.work, fault: met?.fault });
  simulator.log({
    method: call.method,
    path: call.path,
    query: Object.fromEntries(call.query),
    grantType: call.form.get('grant_type') ?? undefined,
    bucket,
    status,
  });
  // Saved before the answer, so that an issued token survives a crash.
  if (call.method === 'POST') await simulator.save();
  return reply;
}

function carryOut(
  simulator: TwitchSimulator,
  call: Call,
  { work, fault }: { work: Work; fault: Fault | undefined },
): { reply: Reply; bucket?: string | undefined; status: number | undefined } {
  switch (fault) {
    case undefined:
    case 'slow': {
      const { answer, bucket } = work(simulator, call);
      return { reply: answer, bucket, status: answer.status };
    }
    case 'timeout':
      return { reply: 'nothing', status: undefined };
    case 'cut':
      return { reply: { cut: work(simulator, call).answer }, status: undefined };
    case 'garbled':
      return {
        reply: { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' },
        status: 200,
      };
    case '429':
      return { reply: limitedAnswer(Date.now() + LIMITED_FOR_MS), status: 429 };
    case '400':
    case '401':
    case '403':
    case '500':
    case '503': {
      const status = Number(fault);
      const isHelix = call.path.startsWith('/helix/');
      return { reply: (isHelix ? helixError : oauthError)(status, 'A planned fault'), status };
    }
  }
}
