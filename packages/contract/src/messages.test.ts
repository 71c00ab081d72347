import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { banUser } from './accounts/accounts.admin.endpoints.ts';
import { newBenefitSchema } from './benefits/benefits.schemas.ts';
import { streamerDecisionSchema } from './drops/drops.admin.schemas.ts';
import type { Endpoint } from './endpoint.ts';
import { reviewSchema } from './orders/orders.admin.schemas.ts';
import { type Refusal, refusalsOf } from './tests/bad-values.ts';

const files = await readdir(new URL('.', import.meta.url), { recursive: true });
const modules = await Promise.all(
  files
    .filter((file) => file.endsWith('.endpoints.ts'))
    .map(async (file): Promise<Record<string, Endpoint>> => import(`./${file}`)),
);
const endpoints = modules.flatMap((module) => Object.values(module));

/** What the library says when neither the schema nor the contract says anything. */
const LIBRARY_DEFAULT = 'Invalid input: said by the library';

const IP_MESSAGE = 'Please give an IPv4 or IPv6 address.';
const ID_MESSAGE = 'An id is a whole number from 1 to 2 147 483 647.';
const CHOICE_MESSAGE = 'Choose one of these: deliver, refund, cancel.';
const LENGTH_MESSAGE = 'Use at most 50 characters.';

// Read now: what `config` returns is the configuration itself.
const { localeError } = z.config();
beforeAll(() => {
  z.config({ localeError: () => LIBRARY_DEFAULT });
});
afterAll(() => {
  z.config({ localeError });
});

function refusals({ method, path, params, query, body }: Endpoint): Refusal[] {
  const schemas = Object.entries({ params, query, body });
  return schemas.flatMap(([part, schema]) => (schema ? refusalsOf(schema, `${method} ${path} ${part}`) : []));
}

/** A sentence: begins with a capital letter, has several words, ends with a full stop. */
const SENTENCE = /^[A-Z][^\n]* [^\n]*\.$/;
const LIBRARY_WORDS = /^(Invalid|Expected|Too (small|big)|Unrecognized|Required$)|expected|received/;
/** For what no schema is expected to leave to it: a pattern or a rule without a sentence of its own. */
const VAGUE = /^This value /;

describe('messages about bad input', () => {
  test('exist for endpoints of every feature', () => {
    expect(endpoints.length).toBeGreaterThan(50);
  });

  test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'are sentences of ours at %s',
    (_, endpoint) => {
      const said = refusals(endpoint);
      const takesInput = endpoint.params ?? endpoint.query ?? endpoint.body;
      expect(said.length > 0).toBe(takesInput !== undefined);
      const foreign = said.filter(
        ({ message }) => !SENTENCE.test(message) || LIBRARY_WORDS.test(message) || VAGUE.test(message),
      );
      expect([...new Set(foreign.map(({ place, message }) => `${place}: ${message}`))]).toEqual([]);
    },
  );

  test.each([
    ['an address with a number above 255', banUser.body, { ip: '10.0.0.256' }, 'ip', IP_MESSAGE],
    ['an id in letters', newBenefitSchema, { benefitId: 'abc' }, 'benefitId', ID_MESSAGE],
    ['an id that is not there', newBenefitSchema, {}, 'benefitId', ID_MESSAGE],
    ['an unknown choice', reviewSchema, { decision: 'keep' }, 'decision', CHOICE_MESSAGE],
    ['a field that is not there', reviewSchema, {}, 'decision', CHOICE_MESSAGE],
    ['a number as text', streamerDecisionSchema, { twitchId: 7 }, 'twitchId', 'This must be text.'],
    ['a text that is not there', streamerDecisionSchema, {}, 'twitchId', 'This field is required.'],
    ['an empty text', streamerDecisionSchema, { twitchId: '' }, 'twitchId', 'This field is required.'],
    ['a text too long', streamerDecisionSchema, { twitchId: 'x'.repeat(51) }, 'twitchId', LENGTH_MESSAGE],
  ])('say what is wrong with %s', (_, schema, value, field, message) => {
    const { error } = z.safeParse(schema, value);
    const said = error?.issues.filter(({ path }) => path.join('.') === field);
    expect(said?.map((issue) => issue.message)).toEqual([message]);
  });

  test('say that a body which is no object has to be one', () => {
    const { error } = z.safeParse(reviewSchema, undefined);
    expect(error?.issues[0]?.message).toBe('This must be an object with named fields.');
  });
});
