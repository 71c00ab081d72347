import { expect, test } from 'vitest';
import { parseJson } from './parse-json.ts';

test('reads JSON, and nothing else', () => {
  expect(parseJson('{"a":[1,null]}')).toEqual({ a: [1, null] });
  expect(['', '{', 'undefined', '<html>'].map(parseJson)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
