import * as z from 'zod';
import { isOfPage } from './authorize-page.ts';
import { controlPage, SPEEDS } from './control-page.presenter.ts';
import { type Answer, type Call, oauthError, redirectTo } from './simulated-answers.ts';
import { ENDPOINTS, FAULTS } from './simulated-faults.ts';
import { PAGE_QUIRKS } from './simulated-pages.ts';
import { LOGIN } from './simulated-world.ts';
import type { TwitchSimulator } from './twitch-simulator.ts';

const id = z.string().regex(/^\d{1,20}$/);
const whole = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number);
const deedOf = <Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) =>
  z.object({ deed: z.literal(name), ...shape });

const deedSchema = z.discriminatedUnion('deed', [
  deedOf('create_user', { login: z.string().trim().toLowerCase() }),
  deedOf('go_live', { userId: id, gameId: id, title: z.string().max(140).default('') }),
  deedOf('stop', { userId: id }),
  deedOf('join', { userId: id, broadcasterId: id }),
  deedOf('leave', { userId: id, broadcasterId: id }),
  deedOf('revoke', { userId: id }),
  deedOf('expire', { userId: id }),
  deedOf('fail', { endpoint: z.enum(['all', ...ENDPOINTS]), fault: z.enum(FAULTS), seconds: whole }),
  deedOf('end_fault', { faultId: whole }),
  deedOf('pages', { quirk: z.enum(PAGE_QUIRKS) }),
  deedOf('accelerate', { speed: whole.refine((speed) => SPEEDS.includes(speed)) }),
]);

type Deed = z.infer<typeof deedSchema>;

/** The page that steers everything, and what its buttons do. */
export function answerControl(simulator: TwitchSimulator, call: Call): Answer {
  if (call.method === 'GET') return controlPage(simulator);
  if (!isOfPage(simulator, call))
    return oauthError(403, 'This was not sent from the page. Open it and try again.');
  const parsed = deedSchema.safeParse(Object.fromEntries(call.form));
  if (!parsed.success)
    return controlPage(simulator, { problem: 'That cannot be done with what was filled in.' });
  const problem = act(simulator, parsed.data);
  if (problem !== undefined) return controlPage(simulator, { problem, login: call.form.get('login') ?? '' });
  const anchor = 'userId' in parsed.data ? `#user-${parsed.data.userId}` : '';
  return redirectTo(`control${anchor}`);
}

/** @returns what went wrong, if anything did */
function act(simulator: TwitchSimulator, deed: Deed): string | undefined {
  const { world, grants, faults, clock, pages } = simulator;
  if ('userId' in deed && !world.findUser(deed.userId)) return 'There is no such user.';
  switch (deed.deed) {
    case 'create_user':
      if (!LOGIN.test(deed.login)) return 'A name has 4 to 25 small letters, digits or _.';
      return world.createUser({ login: deed.login }) ? undefined : 'Somebody has this name already.';
    case 'go_live':
      world.goLive(deed.userId, { gameId: deed.gameId, title: deed.title });
      return undefined;
    case 'stop':
      world.stop(deed.userId);
      return undefined;
    case 'join':
      if (!world.findUser(deed.broadcasterId)) return 'There is no such chat.';
      world.joinChat(deed.broadcasterId, deed.userId);
      return undefined;
    case 'leave':
      world.leaveChat(deed.broadcasterId, deed.userId);
      return undefined;
    case 'revoke':
      grants.disconnect(deed.userId);
      return undefined;
    case 'expire':
      grants.expire(deed.userId);
      return undefined;
    case 'fail': {
      const { endpoint, fault, seconds } = deed;
      faults.plan({ fault, seconds, endpoint: endpoint === 'all' ? undefined : endpoint });
      return undefined;
    }
    case 'end_fault':
      faults.end(deed.faultId);
      return undefined;
    case 'pages':
      pages.quirk = deed.quirk;
      return undefined;
    case 'accelerate':
      clock.accelerate(deed.speed);
      return undefined;
  }
}
