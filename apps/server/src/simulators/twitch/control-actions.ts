import * as z from 'zod';
import { isOfPage } from './authorize-page.ts';
import { controlPage, SPEEDS } from './control-page.presenter.ts';
import { type Answer, type Call, oauthError, redirectTo } from './simulated-answers.ts';
import { ENDPOINTS, FAULTS } from './simulated-faults.ts';
import { MISBEHAVIOURS } from './simulated-misbehaviour.ts';
import { PAGE_QUIRKS } from './simulated-pages.ts';
import { LOGIN } from './simulated-world.ts';
import type { TwitchSimulator } from './twitch-simulator.ts';

const id = z.string().regex(/^\d{1,20}$/);
const whole = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number);
const actionOf = <Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
  z.object({ action: z.literal(name), ...shape });

const actionSchema = z.discriminatedUnion('action', [
  actionOf('create_user', { login: z.string().trim().toLowerCase() }),
  actionOf('go_live', { userId: id, gameId: id, title: z.string().max(140).default('') }),
  actionOf('stop', { userId: id }),
  actionOf('join', { userId: id, broadcasterId: id }),
  actionOf('leave', { userId: id, broadcasterId: id }),
  actionOf('revoke', { userId: id }),
  actionOf('expire', { userId: id }),
  actionOf('fail', { endpoint: z.enum(['all', ...ENDPOINTS]), fault: z.enum(FAULTS), seconds: whole }),
  actionOf('end_fault', { faultId: whole }),
  actionOf('misbehave', {
    kind: z.enum(MISBEHAVIOURS),
    concerned: z.union([z.literal('all'), id]),
    seconds: whole,
  }),
  actionOf('end_misbehaviour', { misbehaviourId: whole }),
  actionOf('pages', { quirk: z.enum(PAGE_QUIRKS) }),
  actionOf('accelerate', { speed: whole.refine((speed) => SPEEDS.includes(speed)) }),
]);

type ControlAction = z.infer<typeof actionSchema>;

/** Shows the control page, and performs the actions of its buttons. */
export function answerControl(simulator: TwitchSimulator, call: Call): Answer {
  if (call.method === 'GET') return controlPage(simulator);
  if (!isOfPage(simulator, call))
    return oauthError(403, 'This form was not sent from this page. Open the page and try again.');
  const parsed = actionSchema.safeParse(Object.fromEntries(call.form));
  if (!parsed.success) return controlPage(simulator, { problem: 'That cannot be done with these values.' });
  const problem = performAction(simulator, parsed.data);
  if (problem !== undefined) return controlPage(simulator, { problem, login: call.form.get('login') ?? '' });
  const anchor = 'userId' in parsed.data ? `#user-${parsed.data.userId}` : '';
  return redirectTo(`control${anchor}`);
}

/** @returns the problem, or undefined on success */
function performAction(simulator: TwitchSimulator, values: ControlAction): string | undefined {
  const { world, grants, faults, misbehaviour, clock, pages } = simulator;
  if ('userId' in values && !world.findUser(values.userId)) return 'There is no such user.';
  switch (values.action) {
    case 'create_user':
      if (!LOGIN.test(values.login)) return 'A name has 4 to 25 lower-case letters, digits or _.';
      return world.createUser({ login: values.login }) ? undefined : 'Somebody already has this name.';
    case 'go_live':
      world.goLive(values.userId, { gameId: values.gameId, title: values.title });
      return undefined;
    case 'stop':
      world.stop(values.userId);
      return undefined;
    case 'join':
      if (!world.findUser(values.broadcasterId)) return 'There is no such chat.';
      world.joinChat(values.broadcasterId, values.userId);
      return undefined;
    case 'leave':
      world.leaveChat(values.broadcasterId, values.userId);
      return undefined;
    case 'revoke':
      grants.disconnect(values.userId);
      return undefined;
    case 'expire':
      grants.expire(values.userId);
      return undefined;
    case 'fail': {
      const { endpoint, fault, seconds } = values;
      faults.plan({ fault, seconds, endpoint: endpoint === 'all' ? undefined : endpoint });
      return undefined;
    }
    case 'end_fault':
      faults.end(values.faultId);
      return undefined;
    case 'misbehave': {
      const { kind, concerned, seconds } = values;
      const who = concerned === 'all' ? undefined : (...ids: unknown[]) => ids.includes(concerned);
      misbehaviour.plan({ kind, seconds, who });
      return undefined;
    }
    case 'end_misbehaviour':
      misbehaviour.end(values.misbehaviourId);
      return undefined;
    case 'pages':
      pages.quirk = values.quirk;
      return undefined;
    case 'accelerate':
      clock.accelerate(values.speed);
      return undefined;
  }
}
