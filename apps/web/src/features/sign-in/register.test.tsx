import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { route as registerPage } from '#pages/accounts/RegisterPage.tsx';
import { fakeServer, renderPage } from '#test/render-page.tsx';
import { pass, useSetClock } from '#test/set-clock.ts';

const REFERRAL = {
  viewerId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  landingUrl: 'http://localhost:3000/?utm_source=youtube&utm_content=video-7',
  timestamp: '2026-03-04T12:00:00.000Z',
  source: 'youtube',
  medium: null,
  campaign: null,
  content: 'video-7',
  term: null,
};

const ENTRIES = {
  Username: 'Aria',
  Email: 'aria@example.org',
  Password: 'secret1',
  'Confirm Password': 'secret1',
};

const routes = [{ path: '/register', ...registerPage }];

useSetClock();

function field(label: string): HTMLInputElement {
  return screen.getByLabelText(label);
}

async function createAccount(entries: Record<string, string> = ENTRIES) {
  for (const [label, value] of Object.entries(entries)) fireEvent.change(field(label), { target: { value } });
  fireEvent.click(screen.getByRole('button', { name: 'Create Account' }));
  await pass(0);
}

describe('the registration page', () => {
  it("shows the server's message, empties the form and goes to sign in after 3 seconds", async () => {
    const { sent } = fakeServer({ 'POST /api/auth/register': { body: { message: 'Welcome, Aria!' } } });
    const { router } = renderPage({ routes, at: '/register' });
    await createAccount();
    expect(screen.getByRole('status').textContent).toBe('Welcome, Aria!');
    expect(sent[0]?.body).toEqual({ username: 'Aria', email: 'aria@example.org', password: 'secret1' });
    for (const label of Object.keys(ENTRIES)) expect(field(label).value).toBe('');
    await pass(2999);
    expect(router.state.location.pathname).toBe('/register');
    await pass(1);
    expect(router.state.location.pathname).toBe('/login');
  });

  it('leads the focus to the message, which stands above the button that was pressed', async () => {
    fakeServer({ 'POST /api/auth/register': { body: {} } });
    renderPage({ routes, at: '/register' });
    await createAccount();
    expect(document.activeElement?.contains(screen.getByRole('status'))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });

  it('has a message of its own when the server sends none', async () => {
    fakeServer({ 'POST /api/auth/register': { body: {} } });
    renderPage({ routes, at: '/register' });
    await createAccount();
    expect(screen.getByRole('status').textContent).toBe(
      'Registration successful! Please check your email to confirm your account. Redirecting to login...',
    );
  });

  it('does not pull anybody to the sign-in page who has left', async () => {
    fakeServer({ 'POST /api/auth/register': { body: {} } });
    const { router } = renderPage({ routes, at: '/register' });
    await createAccount();
    await router.navigate('/news');
    await pass(5000);
    expect(router.state.location.pathname).toBe('/news');
  });

  it("shows the server's refusal at its field and keeps what was typed", async () => {
    const taken = 'This user name is taken.';
    fakeServer({
      'POST /api/auth/register': {
        status: 409,
        body: { code: 'conflict', message: 'Please choose another name.', fields: { username: taken } },
      },
    });
    const { router } = renderPage({ routes, at: '/register' });
    await createAccount();
    expect(screen.getByRole('alert').textContent).toBe('Please choose another name.');
    expect(screen.getByText(taken)).toBeTruthy();
    expect(document.activeElement).toBe(field('Username'));
    expect(field('Email').value).toBe('aria@example.org');
    await pass(5000);
    expect(router.state.location.pathname).toBe('/register');
  });

  it('does not say the same thing twice', async () => {
    const message = 'User names have 3 to 20 letters, digits, _ or -.';
    fakeServer({
      'POST /api/auth/register': {
        status: 400,
        body: { code: 'validation_failed', message, fields: { username: message } },
      },
    });
    renderPage({ routes, at: '/register' });
    await createAccount({ ...ENTRIES, Username: 'a b' });
    expect(screen.getAllByText(message)).toHaveLength(1);
    expect(field('Username').getAttribute('aria-invalid')).toBe('true');
  });

  it('refuses passwords that differ without asking the server', async () => {
    const { sent } = fakeServer({});
    renderPage({ routes, at: '/register' });
    await createAccount({ ...ENTRIES, 'Confirm Password': 'secret2' });
    expect(screen.getByRole('alert').textContent).toBe('Passwords do not match.');
    expect(sent).toHaveLength(0);
  });
});

describe('attribution', () => {
  it('is sent with the registration and removed after it', async () => {
    localStorage.setItem('initialReferral', JSON.stringify(REFERRAL));
    const { sent } = fakeServer({ 'POST /api/auth/register': { body: {} } });
    renderPage({ routes, at: '/register' });
    await createAccount();
    expect(sent[0]?.body).toMatchObject({ attribution: REFERRAL });
    expect(localStorage.getItem('initialReferral')).toBeNull();
  });

  it('stays for another try when the registration fails', async () => {
    localStorage.setItem('initialReferral', JSON.stringify(REFERRAL));
    fakeServer({ 'POST /api/auth/register': { status: 409, body: { message: 'Taken.' } } });
    renderPage({ routes, at: '/register' });
    await createAccount();
    expect(localStorage.getItem('initialReferral')).not.toBeNull();
  });

  it.each(['{broken', '"text"', JSON.stringify({ ...REFERRAL, landingUrl: 'javascript:alert(1)' })])(
    'is ignored with a word in the console when it is %s',
    async (stored) => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => {});
      localStorage.setItem('initialReferral', stored);
      const { sent } = fakeServer({ 'POST /api/auth/register': { body: {} } });
      renderPage({ routes, at: '/register' });
      await createAccount();
      expect(sent[0]?.body).not.toHaveProperty('attribution');
      expect(log).toHaveBeenCalledOnce();
      log.mockRestore();
    },
  );
});
