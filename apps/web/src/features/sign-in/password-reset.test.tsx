import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { readSession, saveSession } from '#api/session.ts';
import { route as forgotPage } from '#pages/accounts/ForgotPasswordPage.tsx';
import { route as loginPage } from '#pages/accounts/LoginPage.tsx';
import { route as resetPage } from '#pages/accounts/ResetPasswordPage.tsx';
import { fakeServer, renderPage } from '#test/render-page.tsx';
import { pass, press, useSetClock } from '#test/set-clock.ts';

const SENT =
  'Password reset instructions have been sent to your email address. Please check your inbox (and spam folder).';
const CHECK = 'GET /api/auth/validate-reset-token/abc';
const RESET = 'POST /api/auth/reset-password/abc';

const routes = [
  { path: '/login', ...loginPage },
  { path: '/forgot-password', ...forgotPage },
  { path: '/reset-password/:token?', ...resetPage },
];

useSetClock();

function type(label: string, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

describe('the request for a reset link', () => {
  it('asks a visitor for an address', async () => {
    const { sent } = fakeServer({
      'POST /api/user/request-password-reset-unauth': { body: { message: 'On its way.' } },
    });
    renderPage({ routes, at: '/forgot-password' });
    await press('Send Reset Link');
    expect(screen.getByRole('alert').textContent).toBe('Please enter an email address.');
    type('Email', 'aria@example.org');
    await press('Send Reset Link');
    expect(screen.getByRole('status').textContent).toBe('On its way.');
    expect(sent.map(({ body }) => body)).toEqual([{ email: 'aria@example.org' }]);
  });

  it("uses a signed-in player's own address without asking", async () => {
    saveSession({ accessToken: 'token-1', email: 'aria@example.org' });
    const { sent } = fakeServer({ 'POST /api/user/request-password-reset': { body: {} } });
    renderPage({ routes, at: '/forgot-password' });
    expect(screen.queryByLabelText('Email')).toBeNull();
    expect(screen.getByText('aria@example.org')).toBeTruthy();
    await press('Send Reset Link');
    expect(screen.getByRole('status').textContent).toBe(SENT);
    expect(sent[0]?.headers).toMatchObject({ authorization: 'Bearer token-1' });
  });

  it('says that it failed when the server gives no reason', async () => {
    fakeServer({ 'POST /api/user/request-password-reset-unauth': { status: 500, body: {} } });
    renderPage({ routes, at: '/forgot-password' });
    type('Email', 'aria@example.org');
    await press('Send Reset Link');
    expect(screen.getByRole('alert').textContent).toBe('Failed to initiate password reset.');
  });

  it('keeps the requested page on the way back to the sign-in page', async () => {
    fakeServer({});
    const state = { from: '/profile' };
    const { router } = renderPage({ routes, at: { pathname: '/forgot-password', state } });
    fireEvent.click(screen.getByRole('link', { name: 'Back to login' }));
    await pass(0);
    expect(router.state.location).toMatchObject({ pathname: '/login', state });
  });

  it('closes its window 4 seconds after success', async () => {
    fakeServer({ 'POST /api/user/request-password-reset-unauth': { body: {} } });
    renderPage({ routes, at: '/login' });
    fireEvent.click(screen.getByRole('link', { name: 'Forgot Password?' }));
    expect(screen.getByRole('dialog', { name: 'Reset Password' })).toBeTruthy();
    type('Email', 'aria@example.org');
    await press('Send Reset Link');
    expect(screen.getByText(SENT)).toBeTruthy();
    await pass(3999);
    expect(screen.queryByRole('dialog')).not.toBeNull();
    await pass(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the reset page', () => {
  it('says that the link carries no token', async () => {
    const { sent } = fakeServer({});
    const { router } = renderPage({ routes, at: '/reset-password' });
    expect(screen.getByRole('alert').textContent).toBe('No reset token provided in the link.');
    fireEvent.click(screen.getByRole('link', { name: 'Request New Link' }));
    await pass(0);
    expect(router.state.location.pathname).toBe('/forgot-password');
    expect(sent).toHaveLength(0);
  });

  it('leads to a new link when the old one no longer works', async () => {
    fakeServer({
      [CHECK]: { status: 400, body: { code: 'invalid_token', message: 'This link was used already.' } },
    });
    renderPage({ routes, at: '/reset-password/abc' });
    await pass(0);
    expect(screen.getByRole('alert').textContent).toBe('This link was used already.');
    expect(screen.getByRole('link', { name: 'Request New Link' })).toBeTruthy();
    expect(screen.queryByLabelText('New Password')).toBeNull();
  });

  it('has a sentence of its own for a link that does not work', async () => {
    fakeServer({ [CHECK]: { status: 400, body: {} } });
    renderPage({ routes, at: '/reset-password/abc' });
    await pass(0);
    expect(screen.getByRole('alert').textContent).toBe('Invalid or expired password reset link.');
  });

  it.each([
    ['a network failure', () => Promise.reject(new TypeError('Failed to fetch')), /can't be reached/],
    ['a 429', () => ({ status: 429, body: { message: 'Too many tries.' } }), /^Too many tries\.$/],
    ['a 503', () => ({ status: 503, body: {} }), /^Your reset link couldn't be checked\. Try again\.$/],
  ] as const)(
    'offers another try after %s, and does not call the link invalid',
    async (_, failure, message) => {
      const checks = [failure, () => ({ body: { valid: true } })];
      fakeServer({ [CHECK]: () => checks.shift()?.() ?? {} });
      renderPage({ routes, at: '/reset-password/abc' });
      await pass(0);
      expect(screen.getByRole('alert').textContent).toMatch(message);
      expect(screen.queryByRole('link', { name: 'Request New Link' })).toBeNull();
      await press('Retry');
      expect(screen.getByLabelText('New Password')).toBeTruthy();
    },
  );

  it('sets the password, signs this browser out and goes to sign in after 3 seconds', async () => {
    saveSession({ accessToken: 'token-1' });
    const { sent } = fakeServer({ [CHECK]: { body: { valid: true } }, [RESET]: { body: {} } });
    const { router } = renderPage({ routes, at: '/reset-password/abc' });
    await pass(0);
    type('New Password', 'secret2');
    type('Confirm New Password', 'secret2');
    await press('Reset Password');
    expect(screen.getByRole('status').textContent).toBe('Password reset successfully! You can now log in.');
    expect(sent.at(-1)?.body).toEqual({ newPassword: 'secret2' });
    expect(readSession()).toBeNull();
    await pass(2999);
    expect(router.state.location.pathname).toBe('/reset-password/abc');
    await pass(1);
    expect(router.state.location.pathname).toBe('/login');
  });

  it('says that the reset failed when the server gives no reason', async () => {
    fakeServer({ [CHECK]: { body: { valid: true } }, [RESET]: { status: 500, body: {} } });
    renderPage({ routes, at: '/reset-password/abc' });
    await pass(0);
    type('New Password', 'secret2');
    type('Confirm New Password', 'secret2');
    await press('Reset Password');
    expect(screen.getByRole('alert').textContent).toBe(
      'Failed to reset password. Please try again or request a new link.',
    );
  });

  it('shows and hides each password on its own', async () => {
    fakeServer({ [CHECK]: { body: { valid: true } } });
    renderPage({ routes, at: '/reset-password/abc' });
    await pass(0);
    const password = screen.getByLabelText<HTMLInputElement>('New Password');
    const confirmation = screen.getByLabelText<HTMLInputElement>('Confirm New Password');
    await press('Show new password');
    expect([password.type, confirmation.type]).toEqual(['text', 'password']);
    await press('Show confirm new password');
    await press('Hide new password');
    expect([password.type, confirmation.type]).toEqual(['password', 'text']);
  });
});
