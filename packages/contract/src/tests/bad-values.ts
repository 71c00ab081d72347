import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import * as z from 'zod/mini';

const LENGTHS = [1, 3, 20, 41, 61, 121, 129, 201, 255, 301, 501, 1001, 2049, 10_001, 100_001];

const TEXTS = [
  '',
  ' ',
  '0',
  '1',
  '101',
  '-1',
  '1.5',
  '9999999999',
  'abc',
  'true',
  'player@example.com',
  'two\nlines',
  'half of a pair \ud800',
  'https://example.com/picture.png',
  'https://[',
  'javascript:alert(1)',
  '10.0.0.1',
  '10.0.0.256',
  '::1',
  '2026-12-24',
  '2026-02-30',
  '1800-01-01',
  '2026-12-24 18:00:00',
  '2026-12-24T18:00:00Z',
  '2026-13-24 18:00:00',
  '2026-12-24T18:00:00',
  '0190b2f0-5c1e-7c3a-9d2b-1f2e3d4c5b6a',
  ...LENGTHS.map((length) => 'x'.repeat(length)),
];

const SMALL_NUMBERS = [0, 0.001, 0.5, 1, 1.5, 2, 21, 33, 501, 10_000, 36_501];
const LARGE_NUMBERS = [1_000_001, 2 ** 31, 100_000_001, 1_000_000_001, 2 ** 53, 2 ** 60, Infinity];
const NUMBERS = [Number.NaN, -(2 ** 60), -2_000_000, -1, ...SMALL_NUMBERS, ...LARGE_NUMBERS];
const OTHERS = [undefined, null, true, false, 7n, new Date(0), [], {}, ['x'], [null], { x: 1 }];

/** Values of every kind, of which each schema refuses some. */
const POOL: unknown[] = [...OTHERS, ...NUMBERS, ...TEXTS];

/** One sentence that a schema refuses a value with, and where. */
export type Refusal = { place: string; message: string };

/**
 * Every sentence that the schema, or a part of it, refuses the pool's values with: wrong types, missing fields,
 * too long and too short, out of range, unknown members, and what refinements say of values that are fine one by one.
 */
export function refusalsOf(schema: $ZodType, place: string): Refusal[] {
  return [
    ...POOL.flatMap((value) => refuse(schema, value, place)),
    ...combinationsOf(schema).flatMap((value) => refuse(schema, value, place)),
    ...partsOf(schema).flatMap(([name, part]) => refusalsOf(part, `${place}.${name}`)),
  ];
}

function refuse(schema: $ZodType, value: unknown, place: string): Refusal[] {
  const { error } = z.safeParse(schema, value);
  return (error?.issues ?? []).map(({ path, message }) => ({
    place: [place, ...path].join('.'),
    message,
  }));
}

/** The schemas that a schema is made of, by name. */
function partsOf(schema: $ZodType): [name: string, part: $ZodType][] {
  // Each schema is one of the library's own types, told apart by `type`.
  const { def } = (schema as $ZodTypes)._zod;
  if (def.type === 'object') return Object.entries(def.shape);
  if (def.type === 'array') return [['0', def.element]];
  if (def.type === 'record') return [['value', def.valueType]];
  if (def.type === 'union') return def.options.map((option, index) => [`option ${index}`, option]);
  // What comes out of the first part is all that the second one ever sees.
  if (def.type === 'pipe') return [['in', def.in]];
  if ('innerType' in def) return [['inner', def.innerType]];
  if (LEAVES.includes(def.type)) return [];
  throw new Error(`The walk does not know schemas of type ${def.type}.`);
}

const LEAVES = ['string', 'number', 'boolean', 'enum', 'literal', 'unknown'];

/** Objects and lists whose fields are accepted one by one: all that is left to refuse them is a rule about several. */
function combinationsOf(schema: $ZodType): unknown[] {
  const { def } = (schema as $ZodTypes)._zod;
  if (def.type === 'array') {
    const [entry] = acceptedBy(def.element);
    return LENGTHS.slice(0, -2).map((length) => Array.from({ length }, () => entry));
  }
  if (def.type !== 'object') return [];
  const fields = Object.entries(def.shape).map(([name, part]) => ({ name, accepted: acceptedBy(part) }));
  const valid = Object.fromEntries(fields.map(({ name, accepted }) => [name, accepted[0]]));
  // Without a rule of its own an object says no more than its fields.
  if (!def.checks?.length) return [{}, valid];
  return [
    {},
    valid,
    ...fields.flatMap(({ name, accepted }) =>
      accepted.flatMap((value) => fields.flatMap((other) => varied({ ...valid, [name]: value }, other))),
    ),
  ];
}

function varied(valid: object, { name, accepted }: { name: string; accepted: unknown[] }): object[] {
  return accepted.slice(0, 12).map((value) => ({ ...valid, [name]: value }));
}

/** Values that the schema takes, each only once by what becomes of it. */
function acceptedBy(schema: $ZodType): unknown[] {
  const { def } = (schema as $ZodTypes)._zod;
  const candidates = [...POOL, ...membersOf(schema), ...combinationsBelow(def)];
  const taken = candidates.filter((value) => z.safeParse(schema, value).success);
  return [...taken.filter((value) => value !== undefined && value !== null), ...taken].slice(0, 40);
}

function combinationsBelow(def: $ZodTypes['_zod']['def']): unknown[] {
  if (def.type === 'object') {
    const fields = Object.entries(def.shape).map(([name, part]) => [name, acceptedBy(part)[0]] as const);
    return [Object.fromEntries(fields)];
  }
  if (def.type === 'array') return [acceptedBy(def.element).slice(0, 1)];
  if ('innerType' in def) return acceptedBy(def.innerType);
  return def.type === 'union' ? def.options.flatMap(acceptedBy) : [];
}

/** The members of a choice. */
function membersOf(schema: $ZodType): unknown[] {
  const { def } = (schema as $ZodTypes)._zod;
  if (def.type === 'enum') return Object.values(def.entries);
  return def.type === 'literal' ? def.values : [];
}
