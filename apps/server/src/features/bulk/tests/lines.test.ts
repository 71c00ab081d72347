import { expect, test } from 'vitest';
import { lineNameOf } from '#features/bulk/lines.rules.ts';

test.each([
  ['"Aria, the ""Bold""",since March', 'Aria, the "Bold"'],
  ['"Aria";7', 'Aria'],
  [' Aria\t7', 'Aria'],
])('the line %j names the player %j', (line, text) => {
  expect(lineNameOf(line)).toEqual({ text, name: text.toLowerCase() });
});
