import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router';
import { describe, expect, it } from 'vitest';
import { guardedHistory } from './guarded-history.ts';

/** A history at the second of three pages, with a guard that holds what leaves it. */
function open() {
  const pages = ['/first', '/form', '/last'];
  const history = guardedHistory(
    createMemoryHistory({ initialEntries: pages, initialIndex: 1, v5Compat: true }),
  );
  const seen: string[] = [];
  history.listen(({ location }) => seen.push(location.pathname));
  const held: (() => unknown)[] = [];
  const letGo = history.guardBy({
    holds: (from, to) => from.pathname === '/form' && to.pathname !== '/form',
    onHeld: (proceed) => held.push(proceed),
  });
  return { history, seen, letGo, proceed: () => held.pop()?.(), heldCount: () => held.length };
}

const STEPS = {
  back: (history: ReturnType<typeof open>['history']) => history.go(-1),
  forward: (history: ReturnType<typeof open>['history']) => history.go(1),
  link: (history: ReturnType<typeof open>['history']) => history.push('/other'),
  replacement: (history: ReturnType<typeof open>['history']) => history.replace('/other'),
};

const STEP_ENTRIES = Object.entries(STEPS);

describe('a guarded history', () => {
  it.each(STEP_ENTRIES)('holds a %s and stays where it was', (_, step) => {
    const { history, seen, heldCount } = open();
    step(history);
    expect(heldCount()).toBe(1);
    expect(history.location.pathname).toBe('/form');
    expect(seen).toEqual([]);
  });

  it.each([
    ['back', '/first'],
    ['forward', '/last'],
    ['link', '/other'],
    ['replacement', '/other'],
  ] as const)('takes a held %s after all', async (name, target) => {
    const { history, seen, proceed } = open();
    STEPS[name](history);
    await proceed();
    expect(history.location.pathname).toBe(target);
    expect(seen).toEqual([target]);
  });

  it('holds the next step again after one was let through', async () => {
    const { history, seen, proceed, heldCount } = open();
    history.go(-1);
    await proceed();
    history.go(1);
    expect(seen).toEqual(['/first', '/form']);
    history.go(1);
    expect(heldCount()).toBe(1);
    expect(history.location.pathname).toBe('/form');
  });

  it.each(STEP_ENTRIES)('takes a %s when nobody guards it', (_, step) => {
    const { history, seen, letGo } = open();
    letGo();
    step(history);
    expect(seen).toEqual([history.location.pathname]);
  });
});
