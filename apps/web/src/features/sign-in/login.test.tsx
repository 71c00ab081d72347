import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { readSession, saveSession } from '#api/session.ts';
import { route as loginPage } from '#pages/accounts/LoginPage.tsx';
import { route as registerPage } from '#pages/accounts/RegisterPage.tsx';
import { fakeServer, gate, renderPage } from '#test/render-page.tsx';

const SESSION = { accessToken: 'token-1', userName: 'Aria', email: 'aria@example.org' };

const routes = [
  { path: '/login', ...loginPage },
  { path: '/register', ...registerPage },
];

async function signIn() {
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Username or Email'), ' Aria ');
  await user.type(screen.getByLabelText('Password'), 'secret1');
  await user.click(screen.getByRole('button', { name: 'Login' }));
}

describe('the sign-in page', () => {
  it('stores the session and goes to the landing page', async () => {
    const { sent } = fakeServer({ 'POST /api/auth/login': { body: SESSION } });
    const { router } = renderPage({ routes, at: '/login' });
    await signIn();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(sent[0]?.body).toEqual({ identifier: 'Aria', password: 'secret1' });
    expect(readSession()).toEqual(SESSION);
  });

  it('goes back to the page the player came from, with its query', async () => {
    fakeServer({ 'POST /api/auth/login': { body: SESSION } });
    const { router } = renderPage({ routes, at: { pathname: '/login', state: { from: '/profile?tab=2' } } });
    await signIn();
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile'));
    expect(router.state.location.search).toBe('?tab=2');
  });

  it('keeps the origin on the way over the registration page', async () => {
    fakeServer({});
    const { router } = renderPage({ routes, at: { pathname: '/login', state: { from: '/profile' } } });
    await userEvent.click(screen.getByRole('link', { name: 'Create an account' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Login' }));
    await screen.findByRole('heading', { name: 'Login' });
    expect(router.state.location.state).toEqual({ from: '/profile' });
  });

  it("shows the server's refusal and keeps what was typed", async () => {
    fakeServer({
      'POST /api/auth/login': {
        status: 403,
        body: { code: 'wrong_password', message: 'Wrong name or password.' },
      },
    });
    renderPage({ routes, at: '/login' });
    await signIn();
    expect((await screen.findByRole('alert')).textContent).toBe('Wrong name or password.');
    expect(screen.getByLabelText<HTMLInputElement>('Username or Email').value).toBe(' Aria ');
    expect(readSession()).toBeNull();
  });

  it('stores nothing when the answer carries no token', async () => {
    fakeServer({ 'POST /api/auth/login': { body: { userName: 'Aria' } } });
    const { router } = renderPage({ routes, at: '/login' });
    await signIn();
    await screen.findByRole('alert');
    expect(readSession()).toBeNull();
    expect(router.state.location.pathname).toBe('/login');
  });

  it('cannot be sent twice while the server is asked', async () => {
    const { opened, open } = gate();
    const { sent } = fakeServer({
      'POST /api/auth/login': async () => {
        await opened;
        return { body: SESSION };
      },
    });
    const { router } = renderPage({ routes, at: '/login' });
    await signIn();
    const button = screen.getByRole('button', { name: 'Logging in…' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(button);
    open();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(sent).toHaveLength(1);
  });

  it('says what is missing, marks the field and leads the focus there, without asking the server', async () => {
    const { sent } = fakeServer({});
    renderPage({ routes, at: '/login' });
    await userEvent.type(screen.getByLabelText('Username or Email'), 'Aria');
    await userEvent.click(screen.getByRole('button', { name: 'Login' }));
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toBe('Please enter your password.');
    const password = screen.getByLabelText('Password');
    expect(password.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(password);
    const described = document.getElementById(password.getAttribute('aria-describedby') ?? '');
    expect(described?.contains(alert)).toBe(true);
    expect(sent).toHaveLength(0);
  });

  it.each(['/login', '/register'])('sends a signed-in player on from %s', async (pathname) => {
    saveSession(SESSION);
    const { router } = renderPage({ routes, at: { pathname, state: { from: '/news' } } });
    await waitFor(() => expect(router.state.location.pathname).toBe('/news'));
  });

  it('shows the notices of its address, then forgets it but not the origin', async () => {
    const { router } = renderPage({
      routes,
      at: {
        pathname: '/login',
        search: '?message=email_confirmed&error=too_many_requests',
        state: { from: '/profile' },
      },
    });
    expect((await screen.findByRole('status')).textContent).toBe('Your email address is confirmed.');
    expect(screen.getByRole('alert').textContent).toBe('Too many attempts. Please try again later.');
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(router.state.location.state).toEqual({ from: '/profile' });
    expect(screen.getByRole('status')).toBeTruthy();
  });

  it('lets what its address said be dismissed', async () => {
    renderPage({ routes, at: { pathname: '/login', search: '?message=email_confirmed&error=email_taken' } });
    await screen.findByRole('status');
    const [error, message] = screen.getAllByRole('button', { name: 'Dismiss' });
    await userEvent.click(message as HTMLElement);
    expect(screen.queryByRole('status')).toBeNull();
    expect(screen.getByRole('alert').textContent).toBe(
      'This email address is already in use by another account.',
    );
    await userEvent.click(error as HTMLElement);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows no sentence from a link, and removes it', async () => {
    const search = '?error=Your+account+is+suspended.&message=Call+0900+123.';
    const { router } = renderPage({ routes, at: { pathname: '/login', search } });
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(screen.queryByText(/suspended|0900/)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('sends nothing typed into the address when it is submitted before it is alive', () => {
    const { container } = renderPage({ routes, at: '/login' });
    expect(container.querySelector('form')?.method).toBe('post');
  });
});
