import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#test/render-page.tsx';
import { SwitchedOff } from './SwitchedOff.tsx';

it.each([
  ['shop', /^The shop is closed\. .*STRIPE_SECRET_KEY/],
  ['twitch', /^Drops are switched off\. .*TWITCH_CLIENT_ID/],
  ['mail', /^Mail isn't sent, .*SMTP_URL/],
] as const)(
  'names the variables where %s is switched off, and says nothing where it is on',
  (part, reason) => {
    const open = (isOn: boolean) =>
      renderPage({
        routes: [{ path: '/', element: <SwitchedOff part={part} /> }],
        at: '/',
        site: { features: { twitch: isOn, shop: isOn, mail: isOn } },
      });
    open(true).unmount();
    expect(screen.queryByRole('status')).toBeNull();
    open(false);
    expect(screen.getByRole('status').textContent).toMatch(reason);
  },
);
