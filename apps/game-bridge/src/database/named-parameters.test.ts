import { expect, test } from 'vitest';
import { bindStatement, type Dialect, parametersOf, valuesOf } from './named-parameters.ts';

const MYSQL: [string, string, string[]][] = [
  ['select :a, :b, :a', 'select ?, ?, ?', ['a', 'b', 'a']],
  [`select ':a', ":a", \`:a\`, :a`, `select ':a', ":a", \`:a\`, ?`, ['a']],
  [`select 'it''s :a \\' :a', :a`, `select 'it''s :a \\' :a', ?`, ['a']],
  ['select 1 -- :a\n, :b', 'select 1 -- :a\n, ?', ['b']],
  ['select 5--1, :b', 'select 5--1, ?', ['b']],
  ['select 1 # :a ?\n, :b', 'select 1 # :a ?\n, ?', ['b']],
  ['select /* :a ? */ :b', 'select /* :a ? */ ?', ['b']],
  ['set @n := 5, @m = :m', 'set @n := 5, @m = ?', ['m']],
  ['select a1:b', 'select a1?', ['b']],
];
const POSTGRES: [string, string, string[]][] = [
  ['select :a, :b, :a', 'select $1, $2, $1', ['a', 'b']],
  ['select :a::int, x::text', 'select $1::int, x::text', ['a']],
  [`select ':a\\', :b, E'\\':c'`, `select ':a\\', $1, E'\\':c'`, ['b']],
  ['select $q$ :a $q$, $$ :b $$, :c', 'select $q$ :a $q$, $$ :b $$, $1', ['c']],
  ['select data ? :key -- :x', 'select data ? $1 -- :x', ['key']],
];
const SQLITE: [string, string, string[]][] = [
  [`select ':a', "x:a", [:a], :a`, `select ':a', "x:a", [:a], ?`, ['a']],
  [`select '\\', :a`, `select '\\', ?`, ['a']],
];
const CASES = Object.entries({ mysql: MYSQL, postgres: POSTGRES, sqlite: SQLITE }).flatMap(
  ([dialect, cases]) =>
    cases.map(([statement, text, names]) => ({ dialect: dialect as Dialect, statement, text, names })),
);

test.each(CASES)(
  'binds the parameters of a $dialect statement: $statement',
  ({ dialect, statement, text, names }) => {
    expect(bindStatement(statement, dialect)).toEqual({ text, names });
  },
);

test('refuses a placeholder without a name', () => {
  expect(() => bindStatement('select ?', 'mysql')).toThrow('Name its parameters');
  expect(() => bindStatement('select ?', 'sqlite')).toThrow('Name its parameters');
});

test('names a parameter that has no value', () => {
  const bound = bindStatement('select :a, :b', 'mysql');
  expect(valuesOf(bound, { a: 1, b: null })).toEqual([1, null]);
  expect(() => valuesOf(bound, { a: 1 })).toThrow(':b, which has no value');
});

test('lists each parameter once', () => {
  expect(parametersOf('select :a, :b, :a', 'mysql')).toEqual(['a', 'b']);
});
