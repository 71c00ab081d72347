import fc from 'fast-check';
import { nastyMember, RawJson } from './nasty-values.ts';

/** A body with one member, at any depth, replaced or removed, or one more member. */
export function spoiledBody(body: unknown): fc.Arbitrary<unknown> {
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(fc.nat(), nastyMember).map(([at, value]) => replaceMember(body, at, value)),
    },
    { weight: 1, arbitrary: fc.nat().map((at) => replaceMember(body, at, undefined)) },
    {
      weight: 1,
      arbitrary: fc.tuple(extraName, nastyMember).map(([name, value]) => addMember(body, name, value)),
    },
    { weight: 1, arbitrary: nastyMember },
  );
}

const extraName = fc.constantFrom('__proto__', 'constructor', 'id', 'permission', 'unknown', '', '\u0000');

function addMember(body: unknown, name: string, value: unknown): unknown {
  return typeof body === 'object' && body !== null ? { ...body, [name]: value } : value;
}

/** `undefined` removes the member. */
function replaceMember(body: unknown, at: number, value: unknown): unknown {
  if (typeof body !== 'object' || body === null || body instanceof RawJson) return value;
  const members = Object.entries(body);
  if (members.length === 0) return value;
  const [key, member] = members[at % members.length] ?? ['', null];
  const rest = Math.floor(at / members.length);
  const isDeep = typeof member === 'object' && member !== null && rest % 3 > 0;
  const replaced = isDeep ? replaceMember(member, Math.floor(rest / 3), value) : value;
  if (Array.isArray(body)) return body.map((element, index) => (String(index) === key ? replaced : element));
  return { ...body, [key]: replaced };
}

/** JSON with every `RawJson` as it is. */
export function toRawJson(body: unknown): string {
  const raws: string[] = [];
  const text = JSON.stringify(body, (_, value: unknown) =>
    value instanceof RawJson ? `@@raw${raws.push(value.text) - 1}@@` : value,
  );
  return (text ?? '').replaceAll(/"@@raw(\d+)@@"/g, (_, index) => raws[Number(index)] ?? '');
}

/** JSON that isn't, or hardly is. */
export function brokenJson(json: string): fc.Arbitrary<string> {
  return fc.oneof(
    fc.nat({ max: Math.max(0, json.length - 1) }).map((length) => json.slice(0, length)),
    fc.constantFrom(
      `\ufeff${json}`,
      `${json},`,
      `${json}${json}`,
      json.replace('{', '{"id":1,"id":2,'),
      json.replaceAll('"', "'"),
      `/**/${json}`,
      '[]',
      'null',
      '""',
      '0',
      '\u0000',
      '[',
      '['.repeat(20_000),
      '{"a":'.repeat(5000),
      'a=1&b=2',
    ),
  );
}
