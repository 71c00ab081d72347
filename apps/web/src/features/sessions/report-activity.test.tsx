import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { readSession, saveSession } from '#api/session.ts';
import { route as notMePage } from '#pages/accounts/NotMePage.tsx';
import { route as resetPage } from '#pages/accounts/ResetPasswordPage.tsx';
import { fakeServer, renderPage } from '#test/render-page.tsx';
import { press, useSetClock } from '#test/set-clock.ts';

const REPORT = 'POST /api/auth/not-me/abc';
const BUTTON = "This wasn't me: end all sessions";

const routes = [
  { path: '/not-me/:token', ...notMePage },
  { path: '/reset-password/:token?', ...resetPage },
];

useSetClock();

describe("the page 'This wasn't me'", () => {
  it('does nothing before its button is pressed', () => {
    const { sent } = fakeServer({});
    renderPage({ routes, at: '/not-me/abc' });
    expect(screen.getByRole('heading', { level: 1, name: "This wasn't me" })).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('ends every session, this one too, and goes on to a new password', async () => {
    saveSession({ accessToken: 'token-1' });
    fakeServer({
      [REPORT]: { body: { resetToken: 'fresh' } },
      'GET /api/auth/validate-reset-token/fresh': { body: { message: 'ok' } },
    });
    const { router } = renderPage({ routes, at: '/not-me/abc' });
    await press(BUTTON);
    expect(router.state.location.pathname).toBe('/reset-password/fresh');
    expect(screen.getByLabelText('New Password')).toBeTruthy();
    expect(readSession()).toBeNull();
  });

  it('says when the link no longer works, and offers a reset', async () => {
    const message = 'This link was used already or has expired.';
    fakeServer({ [REPORT]: { status: 400, body: { code: 'invalid_token', message } } });
    renderPage({ routes, at: '/not-me/abc' });
    await press(BUTTON);
    expect(screen.getByRole('alert').textContent).toBe(message);
    expect(screen.queryByRole('button', { name: BUTTON })).toBeNull();
    expect(screen.getByRole('link', { name: 'Reset your password' }).getAttribute('href')).toBe(
      '/forgot-password',
    );
  });

  it('can be tried again when the server is away or asks for patience', async () => {
    const answers = [
      { status: 503, body: {} },
      { status: 429, body: { code: 'too_many_requests', message: 'Wait a minute.' } },
      { body: { resetToken: 'fresh' } },
    ];
    fakeServer({
      [REPORT]: () => answers.shift() ?? {},
      'GET /api/auth/validate-reset-token/fresh': { body: { message: 'ok' } },
    });
    const { router } = renderPage({ routes, at: '/not-me/abc' });
    await press(BUTTON);
    expect(screen.getByRole('alert').textContent).toBe("Your sessions couldn't be ended. Try again.");
    await press(BUTTON);
    expect(screen.getByRole('alert').textContent).toBe('Wait a minute.');
    await press(BUTTON);
    expect(router.state.location.pathname).toBe('/reset-password/fresh');
  });
});
