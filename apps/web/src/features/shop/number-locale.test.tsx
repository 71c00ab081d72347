import { act, render, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { NumberLocaleProvider, useNumberLocale } from './NumberLocale.tsx';

const rendered: string[] = [];

function Locale() {
  const locale = useNumberLocale() ?? 'own';
  rendered.push(locale);
  return <p>{locale}</p>;
}

const shop = (
  <NumberLocaleProvider>
    <Locale />
  </NumberLocaleProvider>
);

it("numbers have the server's locale over its HTML, and then the visitor's", async () => {
  const root = document.createElement('div');
  root.innerHTML = renderToString(shop);
  expect(root.textContent).toBe('en-GB');
  const onRecoverableError = vi.fn<(error: unknown) => void>();
  const hydrated = await act(async () => hydrateRoot(root, shop, { onRecoverableError }));
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(root.textContent).toBe('own');
  act(() => hydrated.unmount());
});

it("numbers that no server has rendered have the visitor's locale at once", () => {
  rendered.length = 0;
  render(shop);
  expect(screen.getByText('own')).toBeDefined();
  expect(new Set(rendered)).toEqual(new Set(['own']));
});
