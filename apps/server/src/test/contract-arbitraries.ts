import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Endpoint } from '@waygate/contract/endpoint';
import fc from 'fast-check';
import * as z from 'zod';

/** Every endpoint of every `*.endpoints.ts` of the contract, by its exported name. */
export async function readContract(): Promise<[name: string, endpoint: Endpoint][]> {
  const folder = path.dirname(fileURLToPath(import.meta.resolve('@waygate/contract/endpoint')));
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.endpoints.ts'));
  const modules = await Promise.all(
    files.map(
      (file): Promise<Record<string, Endpoint>> => import(pathToFileURL(path.join(folder, file)).href),
    ),
  );
  return modules.flatMap((module) => Object.entries(module));
}

type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'array' | 'object';

/** What a JSON schema made by zod can say, as far as the contract says it. */
export type JsonSchema = {
  type?: JsonType | JsonType[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

/** Input that the schema allows, save for rules that JSON schema cannot state. */
export function validInput(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  // zod writes the subset above.
  return fromJsonSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
}

/** The same, by a schema of the API's documentation. */
export function fromJsonSchema(schema: JsonSchema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(fromJsonSchema));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const { type = 'unknown' } = schema;
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => OF_TYPE[one](schema)));
  return OF_TYPE[type](schema);
}

const OF_TYPE: Record<JsonType | 'unknown', (schema: JsonSchema) => fc.Arbitrary<unknown>> = {
  string: validString,
  integer: ({ minimum = -1000, maximum = 1000 }) => fc.integer({ min: minimum, max: maximum }),
  number: ({ minimum = -1000, maximum = 1000 }) => fc.double({ min: minimum, max: maximum, noNaN: true }),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: ({ items = {} }) => fc.array(fromJsonSchema(items), { maxLength: 5 }),
  object: validObject,
  unknown: () => fc.jsonValue(),
};

function validString({ format, pattern, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().replace(/^[+-]\d\d/, ''));
  if (format !== undefined && format in OF_FORMAT && !pattern) return OF_FORMAT[format] ?? fc.string();
  if (pattern) return fc.stringMatching(new RegExp(pattern)).filter((text) => text.length <= maxLength);
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 40) });
}

/** The API's documentation names these formats without their patterns. */
const OF_FORMAT: Record<string, fc.Arbitrary<string>> = {
  date: fc
    .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  email: fc.stringMatching(/^[a-z]{1,12}@[a-z]{1,12}\.example$/),
  uuid: fc.uuid(),
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
  uri: fc.webUrl(),
};

function validObject({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<object> {
  const members = Object.entries(properties).map(([key, member]) => [key, fromJsonSchema(member)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: required });
}

/** Values that no field wants. */
export const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    '',
    ' ',
    'x'.repeat(300),
    'x'.repeat(100_000),
    '😀'.repeat(500),
    '\u0000',
    'a\u0000b@c.example',
    '\ud800',
    'a\udfff@b.example',
    'line\r\nbreak: x',
    '\u202e\u200b\ufeff',
    "' or 1=1 --",
    '%00%0d%0a${7*7}{{7*7}}',
    '9999-99-99T99:99:99Z',
    '0000-01-01T00:00:00Z',
    0,
    -1,
    1.5,
    1e308,
    Number.MAX_SAFE_INTEGER + 1,
    true,
    [],
    ['a'],
    {},
    { toString: 'x', valueOf: 1 },
    { length: 5 },
    JSON.parse('{"__proto__":{"polluted":true}}'),
    JSON.parse('{"constructor":{"prototype":{"polluted":true}}}'),
    JSON.parse('['.repeat(500) + ']'.repeat(500)),
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.jsonValue({ maxDepth: 4, noUnicodeString: false }),
);

/** A body that is wrong in one place, in several, or as a whole. */
export function spoiledInput(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const valid = validInput(schema);
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(valid, fc.nat(), nastyValue).map(([body, at, value]) => spoil(body, at, value)),
    },
    { weight: 1, arbitrary: fc.tuple(valid, fc.nat()).map(([body, at]) => spoil(body, at, undefined)) },
    { weight: 1, arbitrary: nastyValue },
  );
}

/** Replaces the member at some place of the tree; `undefined` removes it. */
function spoil(body: unknown, at: number, value: unknown): unknown {
  if (typeof body !== 'object' || body === null) return value;
  const members = Object.entries(body);
  const [key, member] = members[at % Math.max(1, members.length)] ?? ['unknown', null];
  const rest = Math.floor(at / Math.max(1, members.length));
  const goesDeeper = typeof member === 'object' && member !== null && rest % 3 > 0;
  return { ...body, [key]: goesDeeper ? spoil(member, Math.floor(rest / 3), value) : value };
}
