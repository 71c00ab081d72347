import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '#app/commands/commands.ts';

function run(program: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, program), ...words],
    { encoding: 'utf8', env: { PATH: process.env.PATH } },
  );
  return { status, stdout, stderr };
}

test('lists every command, and describes each, without doing anything', () => {
  const { status, stdout } = run('waygate.ts', '--help');
  expect(status).toBe(0);
  for (const { name, summary } of COMMANDS)
    expect(stdout).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'));
  expect(stdout).toContain('Exit codes: 0 fine, 1 failed, 2 wrong usage or configuration.');
  for (const { name } of COMMANDS) {
    const described = run('waygate.ts', name, '--help');
    expect(described).toMatchObject({ status: 0, stderr: '' });
    expect(described.stdout).toMatch(new RegExp(`^Usage: waygate ${name}`));
  }
  expect(run('api.ts', '-h').stdout).toMatch(/^Usage: waygate api\n/);
}, 120_000);

test.each([
  [[], /^Usage: waygate <command>/],
  [['migrat'], /^There is no command 'migrat'\. Did you mean migrate\?\n$/],
  [['strat'], /Did you mean start\?/],
  [['brigde-token', 'list'], /Did you mean bridge-token\?/],
  [['frobnicate'], /^There is no command 'frobnicate'\. See 'waygate --help'\.\n$/],
  [['migrate', 'now'], /^'now' is one word too many\.\nUsage: waygate migrate/],
  [['version', '--jsno'], /^Unknown option '--jsno'.*\nUsage: waygate version \[--json\]/],
  [['bridge-token', 'list', '--server'], /Usage: waygate bridge-token/],
  [['bridge-token', 'add', 'a', 'b'], /^'b' is one word too many/],
])(
  '%j is wrong usage',
  (words, message) => {
    expect(run('waygate.ts', ...words)).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(message),
    });
  },
  60_000,
);

test('names its version, in words and as JSON', () => {
  const { version: node } = process;
  const words = run('waygate.ts', 'version');
  expect(words).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Waygate \d+\.\d+\.\d+, Node [\d.]+\n$/),
  });
  expect(run('waygate.ts', '--version')).toEqual(words);
  const { stdout } = run('waygate.ts', 'version', '--json');
  expect(JSON.parse(stdout)).toEqual({ waygate: expect.any(String), node: node.slice(1) });
}, 60_000);
