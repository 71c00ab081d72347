import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { route as patchNotesPage } from '#pages/patch-notes/PatchNotesPage.tsx';
import { fakeServer, gate, renderPage } from '#test/render-page.tsx';

const routes = [{ path: '/patch-notes', ...patchNotesPage }];
const NOTE = { id: 3, version: '1.2.0', title: 'Tides', releaseDate: '2026-11-05', summary: '', changes: {} };
const LIST = { 'GET /api/content/patchnotes?limit=15': { body: { patchNotes: [NOTE], total: 1 } } };

const HIT = {
  kind: 'news',
  id: 7,
  title: [
    { text: 'Ember', isMatch: true },
    { text: ' <b>deep', isMatch: false },
  ],
  excerpt: [{ text: 'Bring a lantern.', isMatch: false }],
  label: 'Events',
  date: '2026-11-18T12:00:00Z',
};

const search = (q: string) => `GET /api/content/search?q=${q}`;
const box = () => screen.getByRole('searchbox', { name: 'Search news and patch notes' });
const count = () => screen.getByRole('status').textContent;

it('searches by Enter, keeps the words in the address, and steps back to the list', async () => {
  const { sent } = fakeServer({ ...LIST, [search('ember')]: { body: { hits: [HIT], total: 30 } } });
  const { router } = renderPage({ routes, at: '/patch-notes' });
  await screen.findByRole('heading', { name: 'Tides' });
  await userEvent.type(box(), 'ember{Enter}');
  expect(router.state.location.search).toBe('?q=ember');
  await waitFor(() => expect(count()).toBe('The best 1 of 30 results for “ember”.'));
  const link = screen.getByRole('link', { name: 'Ember <b>deep' });
  expect(link.getAttribute('href')).toBe('/news/7');
  expect(within(link).getByText('Ember').tagName).toBe('MARK');
  await router.navigate(-1);
  expect(await screen.findByRole('heading', { name: 'Tides' })).toBeDefined();
  expect(box()).toHaveProperty('value', '');
  expect(sent.filter(({ request }) => !request.includes('search'))).toHaveLength(1);
});

it('shows that it searches, that nothing was found, and why it failed', async () => {
  const { opened, open } = gate();
  let isDown = true;
  fakeServer({
    ...LIST,
    [search('lantern')]: async () => {
      await opened;
      return { body: { hits: [], total: 0 } };
    },
    [search('frost')]: () => (isDown ? { status: 503 } : { body: { hits: [HIT], total: 1 } }),
  });
  renderPage({ routes, at: '/patch-notes?q=lantern' });
  expect(await screen.findByText('Searching for “lantern”…')).toBeDefined();
  open();
  await waitFor(() => expect(count()).toBe('No results for “lantern”.'));
  // Typed, and searched for after a pause.
  fireEvent.change(box(), { target: { value: 'frost' } });
  expect((await screen.findByRole('alert')).textContent).toBe('The search failed. Try again.');
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(count()).toBe('1 result for “frost”.'));
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  expect(screen.getByRole('heading', { name: 'Tides' })).toBeDefined();
  expect(document.activeElement).toBe(box());
});
