import { SECTION_PRIMES } from '@waygate/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSession } from '#api/session.ts';
import { route as adminFrame } from '#pages/admin/AdminPage.tsx';
import { route as startPage } from '#pages/admin/AdminStartPage.tsx';
import { renderAdmin } from '#test/render-admin.tsx';
import { ADMIN_CATEGORIES } from '#features/admin/sections.ts';
import { fakeServer, renderPage } from '#test/render-page.tsx';
import { AdminSection } from './AdminSection.tsx';

// The section's page is reached by a step, and happy-dom has nothing to scroll.
beforeAll(() => {
  window.scrollTo = () => {};
});

const START = <startPage.Component />;
const NEWS = <AdminSection section="news">All the news</AdminSection>;
const USERS = <AdminSection section="users">All the users</AdminSection>;

const menu = () => within(screen.getByRole('navigation', { name: 'Admin' }));
/** All but the first, which is everybody's. */
const sectionNames = () => {
  const [first, ...sections] = menu().getAllByRole('link');
  expect(first?.textContent).toBe('Today');
  return sections.map((link) => link.textContent);
};

/** Menu entries of sections that a name opens instead of a prime, in their order. */
function sectionsBeyondPrimes(): string[] {
  return ADMIN_CATEGORIES.flatMap(({ sections }) =>
    sections.filter(({ needs }) => !Object.hasOwn(SECTION_PRIMES, needs)).map(({ label }) => label),
  );
}

describe('the admin area', () => {
  it('sends a visitor to sign in, and remembers where they wanted to go', async () => {
    fakeServer({});
    const { router } = renderPage({
      routes: [
        { path: '/admin/news', Component: adminFrame.Component },
        { path: '/login', element: <h1>Login</h1> },
      ],
      at: { pathname: '/admin/news', search: '?page=2' },
    });
    await screen.findByRole('heading', { name: 'Login' });
    expect(router.state.location.state).toEqual({ from: '/admin/news?page=2' });
  });

  it('sends a player to the landing page', async () => {
    const { router } = renderAdmin({ pages: { '/admin': START }, at: '/admin', webMgt: 1, privilege: 0 });
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it('shows staff what they may use, and the first of it at the start', async () => {
    const { router } = renderAdmin({
      pages: { '/admin': START, '/admin/patch-notes': <h1>Notes</h1> },
      at: '/admin',
      webMgt: SECTION_PRIMES.news * SECTION_PRIMES.patchNotes * SECTION_PRIMES.orders,
      privilege: 0,
    });
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/patch-notes'));
    expect(sectionNames()).toEqual(['Patch Notes', 'News', 'Orders', 'Deliveries', 'Redeliver']);
    expect(menu().getByRole('link', { current: 'page' }).textContent).toBe('Patch Notes');
  });

  it('shows the owner everything, whatever their level', async () => {
    renderAdmin({ pages: { '/admin/users': USERS }, at: '/admin/users', webMgt: 1 });
    expect(await screen.findByRole('heading', { name: 'Management' })).toBeDefined();
    const added = sectionsBeyondPrimes();
    expect(sectionNames().filter((name) => added.includes(name))).toEqual(added);
    expect(sectionNames().filter((name) => !added.includes(name))).toEqual([
      'Management',
      'Benefits',
      'Actions',
      'Audit Log',
      'Patch Notes',
      'News',
      'Twitch Drops',
      'Products',
      'Orders',
      'Deliveries',
      'Redeliver',
      'Game',
      'Payment',
      'Character',
      'Characters',
      'Inventory',
    ]);
  });

  it('tells staff without any section so, with their level', () => {
    renderAdmin({ pages: { '/admin': START }, at: '/admin', webMgt: 43, privilege: 0 });
    expect(
      screen.getByText('You do not have sufficient permissions to access any admin sections.'),
    ).toBeDefined();
    expect(screen.getByText('Your permission level: 43')).toBeDefined();
    expect(screen.queryByRole('navigation', { name: 'Admin' })).toBeNull();
  });

  it('refuses a section that one may not use', () => {
    renderAdmin({ pages: { '/admin/news': NEWS }, at: '/admin/news', webMgt: 2, privilege: 0 });
    expect(screen.getByText(/sufficient permissions to access this admin section/)).toBeDefined();
    expect(screen.queryByText('All the news')).toBeNull();
  });

  it('closes when the right is withdrawn meanwhile', async () => {
    const { router } = renderAdmin({
      pages: { '/admin/news': NEWS },
      at: '/admin/news',
      webMgt: SECTION_PRIMES.news,
      privilege: 0,
      answers: { 'GET /api/user/profile': { body: { webMgt: 1, privilege: 0 } } },
    });
    expect(screen.getByText('All the news')).toBeDefined();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(readSession()?.webMgt).toBe(1);
  });
});

describe('the menu', () => {
  it('has all its categories open, and folds each away', async () => {
    renderAdmin({ pages: { '/admin/users': USERS }, at: '/admin/users' });
    const content = menu().getByRole('button', { name: 'Content' });
    expect(
      menu()
        .getAllByRole('button', { expanded: true })
        .map((button) => button.textContent),
    ).toEqual(['Accounts', 'Content', 'Shop', 'Statistics', 'Game', 'Staff']);
    await userEvent.click(content);
    expect(content.getAttribute('aria-expanded')).toBe('false');
    expect(menu().queryByRole('link', { name: 'News' })).toBeNull();
    expect(menu().getByRole('link', { name: 'Management' })).toBeDefined();
    await userEvent.click(content);
    expect(menu().getByRole('link', { name: 'News' })).toBeDefined();
  });

  it('keeps a category folded from one section to the next', async () => {
    renderAdmin({ pages: { '/admin/users': USERS, '/admin/news': NEWS }, at: '/admin/users' });
    await userEvent.click(menu().getByRole('button', { name: 'Shop' }));
    await userEvent.click(menu().getByRole('link', { name: 'News' }));
    expect(await screen.findByText('All the news')).toBeDefined();
    expect(menu().getByRole('button', { name: 'Shop' }).getAttribute('aria-expanded')).toBe('false');
  });

  it('opens on small screens by a bar that names the section, and closes by a step and by Escape', async () => {
    renderAdmin({ pages: { '/admin/users': USERS, '/admin/news': NEWS }, at: '/admin/users' });
    const bar = () => menu().getByRole('button', { name: /^Admin sections:/ });
    expect(bar().textContent).toBe('Admin sections: Management');
    await userEvent.click(bar());
    expect(bar().getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(menu().getByRole('link', { name: 'News' }));
    await waitFor(() => expect(bar().textContent).toBe('Admin sections: News'));
    expect(bar().getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(bar());
    await userEvent.keyboard('{Escape}');
    expect(bar().getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).toBe(bar());
  });

  it('marks the section of a page below it', () => {
    renderAdmin({ pages: { '/admin/users/7': USERS }, at: '/admin/users/7' });
    expect(menu().getByRole('link', { current: 'page' }).textContent).toBe('Management');
  });
});

describe('a section', () => {
  it('has its label as title, what can be done, and its content', () => {
    renderAdmin({
      pages: {
        '/admin/orders/7': (
          <AdminSection section="orders" title="Order 7" toolbar={<button type="button">Refund</button>}>
            What was bought
          </AdminSection>
        ),
      },
      at: '/admin/orders/7',
    });
    expect(screen.getByRole('heading', { level: 1, name: 'Order 7' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Refund' })).toBeDefined();
    expect(screen.getByText('What was bought')).toBeDefined();
  });
});
