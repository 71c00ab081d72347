import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { beginHydration, endHydration, useOnceHydrated } from './use-is-hydrated.ts';

/** What is shown over the server's HTML, render by render. */
async function shownOver(ofServer: string, value: string): Promise<string[]> {
  const shown: string[] = [];
  function Text({ isServer }: { isServer: boolean }) {
    const text = useOnceHydrated(value, ofServer);
    if (!isServer) shown.push(text);
    return <p>{text}</p>;
  }
  const root = document.createElement('div');
  root.innerHTML = renderToString(<Text isServer />);
  const onRecoverableError = vi.fn<(error: unknown) => void>();
  const hydrated = await act(async () =>
    hydrateRoot(root, <Text isServer={false} />, { onRecoverableError }),
  );
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(root.textContent).toBe(value);
  act(() => hydrated.unmount());
  return shown;
}

it("a value replaces the server's once its HTML is hydrated", async () => {
  expect(await shownOver('all', 'one')).toEqual(['all', 'one']);
});

it("a value that is the server's isn't rendered again", async () => {
  expect(await shownOver('all', 'all')).toEqual(['all']);
});

function OneOfAll() {
  return useOnceHydrated('one', 'all');
}

it("the server's value stays until the page's hydration has ended", async () => {
  beginHydration();
  onTestFinished(endHydration);
  const root = document.createElement('div');
  root.innerHTML = renderToString(<OneOfAll />);
  const hydrated = await act(async () => hydrateRoot(root, <OneOfAll />));
  expect(root.textContent).toBe('all');
  act(endHydration);
  expect(root.textContent).toBe('one');
  act(() => hydrated.unmount());
});
