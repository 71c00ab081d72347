import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RouteObject } from 'react-router';
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { keepInput } from '#api/kept-input.ts';
import { beforeSessionEnds, KEPT_INPUT_KEY, readSession, saveSession } from '#api/session.ts';
import { closeStorefront } from '#features/shop/storefront-overlay.ts';
import { fakeServer, gate, renderPage } from '#test/render-page.tsx';
import { pass, useSetClock } from '#test/set-clock.ts';
import styles from './SiteLayout.module.css';
import { SiteLayout } from './SiteLayout.tsx';

const PATHS = ['/', '/news', '/patch-notes', '/login', '/register', '/reset-password/abc', '/profile'];

type Gate = ReturnType<typeof gate>;

function routesWith(late: Gate): RouteObject[] {
  const pages = PATHS.map((path) => ({ path, element: <h1>Page {path}</h1> }));
  const latePage = {
    path: '/late',
    lazy: async () => late.opened.then(() => ({ element: <h1>Page /late</h1> })),
  };
  return [{ Component: SiteLayout, children: [...pages, latePage] }];
}

const LOGOUT = 'POST /api/auth/logout';

// It scrolls on every step; happy-dom has nothing to scroll.
beforeAll(() => {
  window.scrollTo = () => {};
});

// It belongs to no page, and would stay open for the next test.
afterEach(closeStorefront);

type OpenOptions = {
  at?: string | { pathname: string; state?: unknown };
  webMgt?: number;
  /** Holds the code of '/late' back. */
  late?: Gate;
};

function open({ at = '/', webMgt, late = gate() }: OpenOptions = {}) {
  if (webMgt !== undefined) saveSession({ accessToken: 'token-1', webMgt });
  const view = renderPage({ routes: routesWith(late), at });
  const header = within(screen.getByRole('banner'));
  return { ...view, header, names: () => header.getAllByRole('link').map((link) => link.textContent.trim()) };
}

const menuButton = () => screen.getByRole('button', { name: 'Menu' });
const isOpen = () => menuButton().getAttribute('aria-expanded') === 'true';
const toggle = () => userEvent.click(menuButton());

describe('the header', () => {
  it('offers a visitor the pages, the community, the launcher and the ways in', () => {
    const { header, names } = open();
    expect(names()).toEqual([
      'Agaia',
      'Home',
      'News',
      'Patch Notes',
      'Shop',
      'Community (opens in a new tab)',
      'Download',
      'Login',
      'Register',
    ]);
    expect(header.queryByRole('button', { name: 'Donate' })).toBeNull();
  });

  it('opens the invite in a new tab that cannot reach back, and downloads the launcher', () => {
    const { header } = open();
    const invite = header.getByRole('link', { name: /Community/ });
    expect([invite.getAttribute('href'), invite.getAttribute('target'), invite.getAttribute('rel')]).toEqual([
      'https://chat.example/invite',
      '_blank',
      'noopener',
    ]);
    const download = header.getByRole('link', { name: 'Download' });
    expect(download.getAttribute('href')).toBe('/download/launcher.exe');
    expect(download.hasAttribute('download')).toBe(true);
  });

  it('offers a player donations, the profile and the way out, and no administration', () => {
    const { header, names } = open({ webMgt: 1 });
    expect(names().slice(7)).toEqual(['Profile']);
    expect(header.getAllByRole('button').map((button) => button.textContent)).toEqual([
      '',
      'Donate',
      'Logout',
    ]);
  });

  it('leads staff to the administration', () => {
    expect(open({ webMgt: 2 }).names().slice(7)).toEqual(['Admin', 'Profile']);
  });

  it('marks the page one is on', () => {
    const { header } = open({ at: '/news' });
    expect(header.getByRole('link', { current: 'page' }).textContent).toBe('News');
  });

  it.each(['Login', 'Register'])('hands the page it stands on to %s', async (name) => {
    const { header, router } = open({ at: '/news?category=events' });
    await userEvent.click(header.getByRole('link', { name }));
    expect(router.state.location.state).toEqual({ from: '/news?category=events' });
  });

  it.each([
    ['Login', '/login'],
    ['Login', '/register'],
    ['Register', '/login'],
    ['Register', '/register'],
  ])('keeps the requested page when %s is pressed on %s', async (name, pathname) => {
    const state = { from: '/profile?tab=2' };
    const { header, router } = open({ at: { pathname, state } });
    await userEvent.click(header.getByRole('link', { name }));
    expect(router.state.location.state).toEqual(state);
  });

  it.each(['Login', 'Register'])('never hands a reset link to %s', async (name) => {
    const { header, router } = open({ at: '/reset-password/abc' });
    await userEvent.click(header.getByRole('link', { name }));
    expect(router.state.location.state).toEqual({ from: '/' });
  });

  it('lets the style sheet show the account area once the session is known', async () => {
    delete document.documentElement.dataset.hydrated;
    open({ webMgt: 1 });
    await waitFor(() => expect(document.documentElement.dataset.hydrated).toBe(''));
  });
});

describe('the menu', () => {
  it('opens and closes by its button', async () => {
    open();
    expect(isOpen()).toBe(false);
    await toggle();
    expect(isOpen()).toBe(true);
    await toggle();
    expect(isOpen()).toBe(false);
  });

  it.each(['Home', 'News', 'Patch Notes', /Community/, 'Download', 'Login', 'Register'])(
    'is closed by its link %s',
    async (name) => {
      const { header } = open();
      await toggle();
      await userEvent.click(header.getByRole('link', { name }));
      expect(isOpen()).toBe(false);
    },
  );

  it.each(['Profile', 'Donate'])("is closed by a player's %s", async (name) => {
    const { header } = open({ webMgt: 1 });
    await toggle();
    await userEvent.click(header.getByText(name));
    expect(isOpen()).toBe(false);
  });

  it('is closed by Escape, which gives the focus back to its button', async () => {
    open();
    await toggle();
    await userEvent.tab();
    await userEvent.keyboard('{Escape}');
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(menuButton());
  });

  it('is closed by a step back', async () => {
    const { router } = open();
    await router.navigate('/news');
    await toggle();
    await router.navigate(-1);
    await waitFor(() => expect(isOpen()).toBe(false));
  });

  it('stays open, with the focus, when the page of a link followed before arrives', async () => {
    const late = gate();
    const { router } = open({ late });
    await router.navigate('/late');
    await toggle();
    await act(async () => late.open());
    expect(screen.getByRole('heading', { name: 'Page /late' })).toBeDefined();
    expect(isOpen()).toBe(true);
    expect(document.activeElement).toBe(menuButton());
  });

  it('stays open at the link in it that has the focus', async () => {
    const late = gate();
    const { router } = open({ late });
    await router.navigate('/late');
    await toggle();
    await userEvent.tab();
    const link = document.activeElement;
    await act(async () => late.open());
    expect(screen.getByRole('heading', { name: 'Page /late' })).toBeDefined();
    expect([isOpen(), document.activeElement === link]).toEqual([true, true]);
  });
});

describe('signing out', () => {
  it('tells the server, forgets the session and goes to the sign-in page', async () => {
    const { sent } = fakeServer({ [LOGOUT]: { status: 204 } });
    const { header, router } = open({ webMgt: 1 });
    await userEvent.click(header.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(readSession()).toBeNull();
    expect(sent[0]?.headers.authorization).toBe('Bearer token-1');
    expect(header.getByRole('link', { name: 'Login' })).toBeDefined();
  });

  it('says at once that it is under way, and is asked for once', async () => {
    const { opened, open: answer } = gate();
    const { sent } = fakeServer({ [LOGOUT]: () => opened.then(() => ({ status: 204 })) });
    const { header, router } = open({ webMgt: 1 });
    await userEvent.click(header.getByRole('button', { name: 'Logout' }));
    const button = header.getByRole('button', { name: 'Logging out…' });
    await userEvent.click(button);
    answer();
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(sent).toHaveLength(1);
  });

  it('keeps nothing that was entered, also when the session has ended before', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => void vi.restoreAllMocks());
    const session = { accessToken: 'token-1', accountDBID: 7, webMgt: 1 };
    onTestFinished(beforeSessionEnds(() => keepInput('form', { title: 'Ember' }, session)));
    fakeServer({ [LOGOUT]: { status: 401 } });
    saveSession(session);
    const { header } = open();
    await userEvent.click(header.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(readSession()).toBeNull());
    expect(sessionStorage.getItem(KEPT_INPUT_KEY)).toBeNull();
  });

  it('works when the server is away', async () => {
    fakeServer({ [LOGOUT]: { status: 503 } });
    const { header, router } = open({ webMgt: 1 });
    await userEvent.click(header.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(readSession()).toBeNull();
  });
});

describe('the donation overlay', () => {
  it('opens from the header and closes by its button', async () => {
    const { header } = open({ webMgt: 1 });
    await userEvent.click(header.getByRole('button', { name: 'Donate' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'DONATIONS :' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('closes by Escape', async () => {
    const { header } = open({ webMgt: 1 });
    await userEvent.click(header.getByRole('button', { name: 'Donate' }));
    // What a browser sends to a dialog when Escape is pressed.
    fireEvent(await screen.findByRole('dialog'), new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('a step to another page', () => {
  it('puts the focus at the beginning of the page and announces its title', async () => {
    const { header } = open();
    document.title = 'News · Agaia';
    await userEvent.click(header.getByRole('link', { name: 'News' }));
    await screen.findByRole('heading', { name: 'Page /news' });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
    expect(screen.getByText('News · Agaia').getAttribute('aria-live')).toBe('polite');
  });
});

/** The page says so too, in its own way. */
const isBusy = () => screen.getByRole('main').getAttribute('aria-busy') === 'true';

describe('a step whose page takes its time', () => {
  useSetClock();

  it('shows progress after 150 ms, until the page is there', async () => {
    const late = gate();
    const { router, container } = open({ late });
    const bars = () => container.querySelectorAll(`.${styles.progress}`).length;
    await router.navigate('/late');
    await pass(149);
    expect([bars(), isBusy()]).toEqual([0, false]);
    await pass(1);
    expect([bars(), isBusy()]).toEqual([1, true]);
    late.open();
    await pass(0);
    expect(screen.getByRole('heading', { name: 'Page /late' })).toBeDefined();
    expect([bars(), isBusy()]).toEqual([0, false]);
  });

  it('shows none when the page is there sooner', async () => {
    const late = gate();
    const { router } = open({ late });
    await router.navigate('/late');
    await pass(100);
    late.open();
    await pass(1000);
    expect(screen.getByRole('heading', { name: 'Page /late' })).toBeDefined();
    expect(isBusy()).toBe(false);
  });
});

describe('the footer', () => {
  it('tells the year and leads to the legal texts', () => {
    open();
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByText('est. 2025')).toBeDefined();
    expect(footer.getByRole('link', { name: 'Terms of Service' }).getAttribute('href')).toBe('/tos');
    expect(footer.getByRole('link', { name: 'Legal Notice' }).getAttribute('href')).toBe('/legal');
    expect(footer.getByRole('link', { name: 'Privacy' }).getAttribute('href')).toBe('/privacy');
  });
});
