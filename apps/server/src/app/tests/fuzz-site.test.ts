import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomAddress } from '#test/account-journeys.ts';
import { captureLog } from '#test/captured-log.ts';
import { requestsOfRoute } from '#test/fuzz/page-requests.ts';
import { toInject } from '#test/fuzz/requests.ts';
import { describeFailures, fire, type Shot, watchHandlers } from '#test/fuzz/run-fuzz.ts';
import { fuzzSeed } from '#test/fuzz/seed.ts';
import { useFuzzedSite } from '#test/fuzz/site.ts';

const SEED = fuzzSeed();
const REQUESTS_OF_ROUTE = 25;
const REQUESTS_OF_PAGES = 500;

/** For this machine alone. An address is limited in the pages that it may have rendered, so others vary theirs. */
const LOCAL_PAGE = /^\/(sandbox|dev|metrics)\b/;

/** Refused or redirected before their handler runs, whatever the request. */
const WITHOUT_HANDLER =
  /^\S+ (\/api(\/\*)?|\/api\/auth\/:provider\/(link|callback))$|^(POST|PUT|PATCH|DELETE) \/\*$/;

test(
  'no request to a page, file, feed or simulator is answered with 500 or more',
  { timeout: 600_000 },
  async () => {
    const { log, text } = captureLog('error');
    const { app, routes, existing } = await useFuzzedSite(log);
    const handlers = watchHandlers(app);
    const shots = routes.flatMap((route, index): Shot[] => {
      const isLocal = LOCAL_PAGE.test(route.url);
      const numRuns = route.url === '/*' && route.method === 'GET' ? REQUESTS_OF_PAGES : REQUESTS_OF_ROUTE;
      const requests = fc.sample(requestsOfRoute(route, existing), { seed: SEED + index, numRuns });
      return requests.map((request, round) => ({
        operation: `${route.method} ${route.url}`,
        caller: 'visitor',
        request,
        send: () =>
          app.inject({
            ...toInject(request),
            remoteAddress: isLocal && round % 2 === 0 ? '127.0.0.1' : randomAddress(),
          }),
      }));
    });
    const failures = await fire(shots, { between: async () => {} });
    handlers.stop();
    expect(describeFailures(failures, { seed: SEED, logged: text() })).toBe('');
    const unreached = routes
      .map(({ method, url }) => `${method} ${url}`)
      .filter((name) => !handlers.reached.has(name) && !WITHOUT_HANDLER.test(name));
    expect({ SEED, unreached }).toEqual({ SEED, unreached: [] });
  },
);
