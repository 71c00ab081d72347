import type { Site } from '@waygate/contract/site/site';
import { act, cleanup, configure, render } from '@testing-library/react';
import {
  type NavigateOptions,
  type RouteObject,
  type To,
  UNSAFE_createMemoryHistory as createMemoryHistory,
} from 'react-router';
import { onTestFinished } from 'vitest';
import type { Loadable } from '#api/loadable.ts';
import { onUnauthorized } from '#api/session.ts';
import { SiteRouter } from '#app/SiteRouter.tsx';
import { type GuardedHistory, guardedHistory } from '#features/page/guarded-history.ts';
import { keptContent } from '#features/page/kept-content.ts';
import { SiteProvider } from '#features/site/SiteContext.tsx';

// Waits end as soon as what is waited for is there; only a failure waits this long.
configure({ asyncUtilTimeout: 10_000 });

/** The site of the tests. */
export const SITE: Site = {
  brandName: 'Agaia',
  communityUrl: 'https://chat.example/invite',
  launcherHref: '/download/launcher.exe',
  publicOrigin: 'http://localhost:3000',
  features: { twitch: false, shop: false, mail: true },
};

type RenderPageOptions = {
  routes: RouteObject[];
  /** Where the visitor starts, with the state of that step. */
  at: string | { pathname: string; search?: string; state?: unknown };
  site?: Partial<Site>;
  /** What the server rendered the first page with. */
  content?: Loadable<unknown>;
};

/** Mounts pages in a router as the browser would; addresses without a page show their path. */
export function renderPage({ routes, at, site = {}, content }: RenderPageOptions) {
  const history = guardedHistory(createMemoryHistory({ initialEntries: [at], v5Compat: true }));
  onUnauthorized(() => history.push('/login'));
  const view = render(
    <SiteProvider value={{ ...SITE, ...site }}>
      <SiteRouter history={history} routes={[...routes, { path: '*', element: null }]} content={content} />
    </SiteProvider>,
  );
  onTestFinished(() => {
    cleanup();
    localStorage.clear();
    keptContent.clear();
  });
  return { router: routerOf(history), ...view };
}

/** Where the visitor is, and the means to send them elsewhere. */
function routerOf(history: GuardedHistory) {
  return {
    get state() {
      return { location: history.location };
    },
    navigate: (to: To | number, { replace = false, state }: NavigateOptions = {}) =>
      act(async () => {
        if (typeof to === 'number') history.go(to);
        else if (replace) history.replace(to, state);
        else history.push(to, state);
      }),
  };
}

type Answer = { status?: number; body?: unknown };

/** What reached the server: method and path below the origin, body and headers. */
type Sent = { request: string; body: unknown; headers: Record<string, string> };

/**
 * Answers the window's `fetch` by 'METHOD /path'. A function may keep the caller waiting. Asking for
 * anything else fails the test.
 */
export function fakeServer(answers: Record<string, Answer | (() => Answer | Promise<Answer>)>) {
  const sent: Sent[] = [];
  const original = window.fetch;
  const answerCall = async (path: string, init: RequestInit) => {
    const request = `${init.method} ${path}`;
    sent.push({
      request,
      body: bodyOf(init.body),
      // call() always hands in a plain object.
      headers: init.headers as Record<string, string>,
    });
    const answer = answers[request];
    if (!answer) throw new Error(`The test has no answer to ${request}.`);
    const { status = 200, body = {} } =
      typeof answer === 'function' ? await Promise.race([answer(), untilAborted(init.signal)]) : answer;
    return status === 204 ? new Response(null, { status }) : Response.json(body, { status });
  };
  // call() is the only one who fetches, and hands in a path and its options.
  window.fetch = answerCall as typeof window.fetch;
  onTestFinished(() => {
    window.fetch = original;
  });
  return { sent };
}

/** Fails as a `fetch` does whose caller has stopped waiting. */
function untilAborted(signal: RequestInit['signal']): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal?.addEventListener('abort', () => reject(signal.reason));
  // A caller that was answered in time no longer waits for it.
  promise.catch(() => {});
  return promise;
}

function bodyOf(body: RequestInit['body']): unknown {
  if (body instanceof FormData) return Object.fromEntries(body);
  return typeof body === 'string' ? JSON.parse(body) : undefined;
}

/** A promise to keep a caller waiting with, and the means to let them go. */
export function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
