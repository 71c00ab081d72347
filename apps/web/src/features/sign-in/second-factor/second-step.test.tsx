import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { readSession } from '#api/session.ts';
import { route as loginPage } from '#pages/accounts/LoginPage.tsx';
import { PASSKEY_OPTIONS, PASSKEY_PROOF, withPasskeys } from '#test/passkeys.ts';
import { fakeServer, renderPage } from '#test/render-page.tsx';

type Answers = Parameters<typeof fakeServer>[0];

const LOGIN = 'POST /api/auth/login';
const FACTOR = 'POST /api/auth/login/factor';
const OPTIONS = 'POST /api/auth/passkey/options';
const PASSKEY = 'POST /api/auth/passkey';
const SESSION = { accessToken: 'token-1', userName: 'Aria' };
const routes = [{ path: '/login', ...loginPage }];

const due = (...methods: string[]) => ({ body: { factorToken: 'due-1', methods } });

/** Signs in with the right password of an account with a second factor. */
async function openStep(methods: string[], answers: Answers = {}) {
  const server = fakeServer({ [LOGIN]: due(...methods), [FACTOR]: { body: SESSION }, ...answers });
  const page = renderPage({ routes, at: { pathname: '/login', state: { from: '/profile' } } });
  await userEvent.type(screen.getByLabelText('Username or Email'), 'Aria');
  await userEvent.type(screen.getByLabelText('Password'), 'secret1');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  await screen.findByRole('heading', { name: "Confirm it's you" });
  return { ...server, ...page };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent?.trim());
const bodies = (sent: { request: string; body: unknown }[], request: string) =>
  sent.filter((one) => one.request === request).map(({ body }) => body);

describe('the second step of a sign-in', () => {
  it('asks for a code with the focus in its field, and signs in', async () => {
    const { sent, router } = await openStep(['totp', 'recovery_code']);
    const code = screen.getByLabelText('Code');
    expect(document.activeElement).toBe(code);
    expect([code.getAttribute('inputmode'), code.getAttribute('autocomplete')]).toEqual([
      'numeric',
      'one-time-code',
    ]);
    expect(readSession()).toBeNull();
    await userEvent.type(code, '123 456{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile'));
    expect(bodies(sent, FACTOR)).toEqual([{ factorToken: 'due-1', code: '123 456' }]);
    expect(readSession()).toEqual(SESSION);
  });

  it('takes a recovery code instead, and goes back to the app', async () => {
    const { sent } = await openStep(['totp', 'recovery_code']);
    await press('Use a recovery code');
    expect(document.activeElement).toBe(screen.getByLabelText('Recovery code'));
    await press('Use your authenticator app');
    expect(document.activeElement).toBe(screen.getByLabelText('Code'));
    await press('Use a recovery code');
    await userEvent.type(screen.getByLabelText('Recovery code'), 'abcd-efgh{Enter}');
    await waitFor(() => expect(readSession()).toEqual(SESSION));
    expect(bodies(sent, FACTOR)).toEqual([{ factorToken: 'due-1', code: 'abcd-efgh' }]);
  });

  it('offers only what the account has and the browser knows', async () => {
    await openStep(['totp', 'passkey']);
    expect(buttons()).toEqual(['Login', 'Start again']);
  });

  it('says so when the account has passkeys alone and the browser knows none', async () => {
    await openStep(['passkey']);
    expect(screen.getByRole('alert').textContent).toMatch(/^Your account has passkeys only/);
    expect(buttons()).toEqual(['Start again']);
  });

  it('says what is missing or wrong, and lets the player try again', async () => {
    await openStep(['totp'], {
      [FACTOR]: { status: 403, body: { code: 'wrong_password', message: "This code isn't right." } },
    });
    await press('Login');
    expect(screen.getByRole('alert').textContent).toBe('Please enter the code.');
    await userEvent.type(screen.getByLabelText('Code'), '000000{Enter}');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe("This code isn't right."));
    expect(screen.getByLabelText('Code')).toBeDefined();
  });

  it('says when there were too many attempts', async () => {
    await openStep(['totp'], {
      [FACTOR]: { status: 429, body: { code: 'too_many_requests', message: 'Too many attempts.' } },
    });
    await userEvent.type(screen.getByLabelText('Code'), '000000{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts.');
  });

  it('starts again when it took too long, with the name still there', async () => {
    await openStep(['totp'], {
      [FACTOR]: { status: 400, body: { code: 'invalid_token', message: 'Expired.' } },
    });
    await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}');
    expect((await screen.findByRole('status')).textContent).toBe('That took too long. Please sign in again.');
    expect(screen.getByLabelText<HTMLInputElement>('Username or Email').value).toBe('Aria');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
  });

  it('can be left for another account', async () => {
    await openStep(['totp']);
    await press('Start again');
    expect(document.activeElement).toBe(screen.getByLabelText('Username or Email'));
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('takes a passkey', async () => {
    withPasskeys();
    const { sent } = await openStep(['passkey', 'recovery_code'], {
      [OPTIONS]: { body: PASSKEY_OPTIONS },
      [PASSKEY]: { body: SESSION },
    });
    await press('Use a passkey');
    await waitFor(() => expect(readSession()).toEqual(SESSION));
    expect(bodies(sent, OPTIONS)).toEqual([{ factorToken: 'due-1' }]);
    expect(bodies(sent, PASSKEY)).toEqual([{ factorToken: 'due-1', response: PASSKEY_PROOF }]);
  });

  it('says so when the passkey was not used', async () => {
    withPasskeys({ isUsed: false });
    const { sent } = await openStep(['totp', 'passkey'], { [OPTIONS]: { body: PASSKEY_OPTIONS } });
    await press('Use a passkey');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^The passkey wasn't used/);
    expect(bodies(sent, PASSKEY)).toEqual([]);
  });
});

describe('a sign-in by a passkey alone', () => {
  it('asks for no name', async () => {
    withPasskeys();
    const { sent } = fakeServer({ [OPTIONS]: { body: PASSKEY_OPTIONS }, [PASSKEY]: { body: SESSION } });
    const { router } = renderPage({ routes, at: { pathname: '/login', state: { from: '/profile' } } });
    await press('Sign in with a passkey');
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile'));
    expect(bodies(sent, OPTIONS)).toEqual([{}]);
    expect(bodies(sent, PASSKEY)).toEqual([{ response: PASSKEY_PROOF }]);
  });

  it('is offered only where the browser knows passkeys', () => {
    fakeServer({});
    renderPage({ routes, at: '/login' });
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
  });

  it('says what the server refused', async () => {
    withPasskeys();
    fakeServer({
      [OPTIONS]: { body: PASSKEY_OPTIONS },
      [PASSKEY]: { status: 403, body: { code: 'forbidden', message: "This passkey isn't known here." } },
    });
    renderPage({ routes, at: '/login' });
    await press('Sign in with a passkey');
    expect((await screen.findByRole('alert')).textContent).toBe("This passkey isn't known here.");
  });
});
