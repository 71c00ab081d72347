import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ChildEvents, createOnDemandChild } from './on-demand-child.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A child that the test plays. */
type Played = ChildEvents<string> & { tasks: string[]; isHeld: boolean; hasEnded: boolean };

function play() {
  const started: Played[] = [];
  const ask = createOnDemandChild<string, string>({
    name: 'test thread',
    start: (events) => {
      const child: Played = { ...events, tasks: [], isHeld: false, hasEnded: false };
      started.push(child);
      return {
        send: (task) => void child.tasks.push(task),
        hold: (isHeld) => void (child.isHeld = isHeld),
        end: () => void (child.hasEnded = true),
      };
    },
    startTimeoutMs: 100,
    workTimeoutMs: 10,
    idleMs: 5,
  });
  const newest = () => {
    const child = started.at(-1);
    if (!child) throw new Error('No child was started.');
    return child;
  };
  return { ask, started, newest };
}

/** Lets the promises of this turn go on. */
async function settle(ms = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

/** Handled at once: it may come before the test looks at it. */
function failureOf(asked: Promise<string>): Promise<unknown> {
  return asked.catch((error: unknown) => error);
}

test('starts with the first task, and stays for the next one', async () => {
  const { ask, started, newest } = play();
  expect(started).toEqual([]);
  for (const task of ['a', 'b']) {
    const asked = ask(task);
    newest().onMessage('ready');
    await settle();
    newest().onMessage({ output: `done ${task}` });
    await expect(asked).resolves.toBe(`done ${task}`);
  }
  expect(started).toMatchObject([{ tasks: ['a', 'b'], hasEnded: false }]);
});

test('is held only while it works, and ends when it was idle', async () => {
  const { ask, started, newest } = play();
  const asked = ask('a');
  newest().onMessage('ready');
  await settle();
  expect(newest().isHeld).toBe(true);
  newest().onMessage({ output: '' });
  await asked;
  expect(newest().isHeld).toBe(false);
  await settle(4);
  expect(newest().hasEnded).toBe(false);
  await settle(1);
  expect(newest().hasEnded).toBe(true);
  void ask('b');
  expect(started).toHaveLength(2);
});

test('does not count time at work as idle', async () => {
  const { ask, started, newest } = play();
  const first = ask('a');
  newest().onMessage('ready');
  await settle();
  newest().onMessage({ output: '' });
  await first;
  await settle(4);
  const second = ask('b');
  await settle(9);
  expect(newest().hasEnded).toBe(false);
  newest().onMessage({ output: 'done' });
  await expect(second).resolves.toBe('done');
  expect(started).toHaveLength(1);
});

test('keeps a child that refuses a task', async () => {
  const { ask, newest } = play();
  const asked = ask('a');
  newest().onMessage('ready');
  await settle();
  newest().onMessage({ failure: 'not this one' });
  await expect(asked).rejects.toThrow('not this one');
  expect(newest().hasEnded).toBe(false);
});

test('a task that crashes the child fails alone', async () => {
  const { ask, started, newest } = play();
  const asked = ask('a');
  newest().onMessage('ready');
  await settle();
  newest().onEnd(new Error('crashed'));
  await expect(asked).rejects.toThrow('crashed');
  const next = ask('b');
  newest().onMessage('ready');
  await settle();
  newest().onMessage({ output: 'done' });
  await expect(next).resolves.toBe('done');
  expect(started).toHaveLength(2);
});

test("ends a child that takes too long, from when it is ready; a late answer isn't the next task's", async () => {
  const { ask, newest } = play();
  const failure = failureOf(ask('a'));
  const hanging = newest();
  await settle(99);
  hanging.onMessage('ready');
  await settle(9);
  expect(hanging.hasEnded).toBe(false);
  await settle(1);
  expect(await failure).toMatchObject({ message: 'The test thread took too long.' });
  expect(hanging.hasEnded).toBe(true);
  const next = ask('b');
  newest().onMessage('ready');
  await settle();
  hanging.onMessage({ output: 'late' });
  hanging.onEnd(new Error('ended'));
  newest().onMessage({ output: 'done' });
  await expect(next).resolves.toBe('done');
});

test('a child that the system has no room for is unavailable', async () => {
  const cause = new Error('EAGAIN');
  const ask = createOnDemandChild<string, string>({
    name: 'test thread',
    start: () => {
      throw cause;
    },
    workTimeoutMs: 10,
    idleMs: 5,
  });
  await expect(ask('a')).rejects.toMatchObject({ code: 'unavailable', cause });
});

test.each([
  ['does not start in time', () => settle(100)],
  ['ends before it is ready', async ({ onEnd }: Played) => onEnd(new Error('no such module'))],
])('a child that %s is unavailable', async (_, fail) => {
  const { ask, started, newest } = play();
  const failure = failureOf(ask('a'));
  await fail(newest());
  expect(await failure).toMatchObject({
    code: 'unavailable',
    details: { retryAfterSeconds: 5 },
    cause: { message: expect.any(String) },
  });
  expect(started).toMatchObject([{ tasks: [], hasEnded: true }]);
  void ask('b');
  expect(started).toHaveLength(2);
});
