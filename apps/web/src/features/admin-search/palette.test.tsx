import type { SearchHit } from '@waygate/contract/admin-search/admin-search.schemas';
import { SECTION_PRIMES } from '@waygate/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { type RenderAdminOptions, renderAdmin } from '#test/render-admin.tsx';
// Loaded before the tests, which then wait for what it does alone.
import './Palette.tsx';

const GWEN: SearchHit = {
  kind: 'account',
  accountDBID: 8,
  userName: 'Gwendolyn',
  email: 'gwen@mail.example',
  isBanned: true,
  isEditable: true,
};
const ORDER: SearchHit = {
  kind: 'order',
  orderId: 165,
  productName: 'Pouch of Coins',
  state: 'review',
  price: 4.99,
  createdAt: '2026-03-01T10:00:00.000Z',
  accountDBID: 8,
  userName: 'Gwendolyn',
};

const MIRA: SearchHit = { ...GWEN, accountDBID: 9, userName: 'Mira', isBanned: false, isEditable: false };

const PAGES = { '/admin/orders': <h1>Orders</h1>, '/admin/users/8': <h1>Gwendolyn</h1> };

const searchOf = (q: string) => `GET /api/admin/search?q=${encodeURIComponent(q)}`;
const answered = (...hits: SearchHit[]) => ({ body: { hits } });

const box = () => screen.findByRole('combobox', { name: /^Search players/ });
const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const active = async () => {
  const id = (await box()).getAttribute('aria-activedescendant');
  return document.getElementById(id ?? '')?.textContent;
};

async function openPalette(options: Partial<RenderAdminOptions> = {}) {
  const user = userEvent.setup();
  const view = renderAdmin({ pages: PAGES, at: '/admin/orders', ...options });
  await user.keyboard('{Control>}k{/Control}');
  await box();
  return { user, ...view };
}

describe('the search of the admin area', () => {
  it('opens by its button, has the focus, and gives it back when Escape closes it', async () => {
    const user = userEvent.setup();
    renderAdmin({ pages: PAGES, at: '/admin/orders' });
    await user.click(screen.getByRole('button', { name: 'Search' }));
    const input = await box();
    expect(document.activeElement).toBe(input);
    screen.getByRole('dialog', { name: 'Search' }).dispatchEvent(new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('offers pages and actions before anything is typed, as far as the sections go', async () => {
    await openPalette({ webMgt: SECTION_PRIMES.news * SECTION_PRIMES.orders, privilege: 0 });
    expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
      'Actions',
      'Pages',
    ]);
    expect(names()).toEqual([
      'Write a news article ',
      'Today ',
      'News Content',
      'Orders Shop',
      'Deliveries Shop',
      'Redeliver Shop',
    ]);
  });

  it('finds records by group, says how many, and moves by keyboard alone', async () => {
    const { user, router } = await openPalette({ answers: { [searchOf('gwen')]: answered(GWEN, ORDER) } });
    await user.type(await box(), 'gwen');
    expect(await screen.findByText(/^2 results/)).toBeDefined();
    expect(within(screen.getByRole('group', { name: 'Players' })).getByRole('option').textContent).toBe(
      'GGwendolyn #8, gwen@mail.exampleBanned',
    );
    expect(await active()).toMatch(/^GGwendolyn/);
    await user.keyboard('{ArrowDown}');
    expect(await active()).toBe('Grant a pack or a benefit… G');
    await user.keyboard('{End}');
    expect(await active()).toMatch(/^#165 Pouch of Coins.*€4\.99Needs a decision$/);
    await user.keyboard('{ArrowDown}');
    expect(await active()).toMatch(/^GGwendolyn/);
    await user.keyboard('{End}');
    expect(await active()).toMatch(/^#165/);
    await user.keyboard('{Home}{ArrowUp}{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/orders/165'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows what was opened last when it opens again', async () => {
    const { user } = await openPalette({ answers: { [searchOf('gwen')]: answered(GWEN, ORDER) } });
    await user.type(await box(), 'gwen');
    await user.click(await screen.findByRole('option', { name: /dolyn.*mail/ }));
    await user.keyboard('{Control>}k{/Control}');
    await box();
    expect(within(screen.getByRole('group', { name: 'Recent' })).getAllByRole('option')).toHaveLength(1);
  });

  it('opens the first hit of a text whose answer is still on its way when Enter is pressed', async () => {
    const { promise: late, resolve: answer } = Promise.withResolvers<ReturnType<typeof answered>>();
    const { user, router } = await openPalette({ answers: { [searchOf('#165')]: () => late } });
    await user.type(await box(), '#165{Enter}');
    expect(router.state.location.pathname).toBe('/admin/orders');
    answer(answered(ORDER));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/orders/165'));
  });

  it('opens what creates something with its form, in a new tab too', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = await openPalette({ answers: { [searchOf('create a product')]: answered() } });
    await user.type(await box(), 'create a product');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(opened).toHaveBeenCalledWith('/admin/products?new=1', '_blank', 'noopener'));
    opened.mockRestore();
  });

  it('remembers the row and the new tab for which Enter was pressed before the answer', async () => {
    const { promise: late, resolve: answer } = Promise.withResolvers<ReturnType<typeof answered>>();
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user, router } = await openPalette({
      answers: { [searchOf('zg')]: answered(GWEN, ORDER), [searchOf('zgw')]: () => late },
    });
    await user.type(await box(), 'zg');
    await screen.findByText(/^2 results/);
    await user.keyboard('{End}w{Control>}{Enter}{/Control}');
    answer(answered(GWEN, ORDER));
    await waitFor(() => expect(opened).toHaveBeenCalledWith('/admin/orders/165', '_blank', 'noopener'));
    expect(router.state.location.pathname).toBe('/admin/orders');
    opened.mockRestore();
  });

  it('opens a page at once, without waiting for records', async () => {
    const { user, router } = await openPalette({
      pages: { ...PAGES, '/admin/users': <h1>Users</h1> },
      answers: { [searchOf('orders')]: () => new Promise<never>(() => {}) },
      at: '/admin/users',
    });
    await user.type(await box(), 'orders{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/orders'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('never replaces newer hits by an older answer', async () => {
    const { promise: old, resolve: answer } = Promise.withResolvers<ReturnType<typeof answered>>();
    const { user, sent } = await openPalette({
      answers: { [searchOf('zg')]: () => old, [searchOf('zgw')]: answered(GWEN) },
    });
    await user.type(await box(), 'zg');
    await waitFor(() => expect(sent.some(({ request }) => request === searchOf('zg'))).toBe(true));
    await user.type(await box(), 'w');
    await screen.findByRole('option', { name: /dolyn/ });
    answer(answered(ORDER));
    await old;
    expect(names()[0]).toMatch(/^GGwendolyn/);
    expect(names().some((name) => name?.startsWith('#165'))).toBe(false);
  });

  it('says that nothing was found and what can be typed, and why it failed with another try', async () => {
    let isDown = true;
    const { user } = await openPalette({
      answers: {
        [searchOf('zzz')]: answered(),
        [searchOf('zzzz')]: () =>
          isDown ? { status: 400, body: { code: 'invalid', message: 'No.' } } : answered(GWEN),
      },
    });
    await user.type(await box(), 'zzz');
    expect(await screen.findByText(/^Type the beginning of a name/)).toBeDefined();
    await user.type(await box(), 'z');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    await user.click(retry);
    expect(await screen.findByRole('option', { name: /dolyn.*mail/ })).toBeDefined();
  });

  it('offers what can be done with the best hit below it, as far as the sections go', async () => {
    const { user } = await openPalette({
      webMgt: SECTION_PRIMES.users * SECTION_PRIMES.benefits,
      privilege: 0,
      answers: { [searchOf('zgw')]: answered(GWEN, MIRA), [searchOf('zmi')]: answered(MIRA, GWEN) },
    });
    await user.type(await box(), 'zgw');
    const actions = within(await screen.findByRole('group', { name: 'With Gwendolyn' }));
    expect(actions.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Grant a benefit… G',
      'Give or take coins… C',
      'Send a reset link… R',
    ]);
    await user.clear(await box());
    await user.type(await box(), 'zmi');
    await screen.findByRole('option', { name: /^Mira/ });
    await waitFor(() => expect(screen.queryByRole('group', { name: /^With/ })).toBeNull());
  });

  it('moves to the actions by Tab, where a letter opens the dialog on the page of the player', async () => {
    const { user, router } = await openPalette({
      privilege: 32,
      answers: { [searchOf('zgw')]: answered(GWEN, ORDER) },
    });
    await user.type(await box(), 'zgw');
    await screen.findByRole('group', { name: 'With Gwendolyn' });
    await user.keyboard('{Tab}');
    expect(document.activeElement).toBe(await box());
    expect(await active()).toBe('Grant a pack or a benefit… G');
    await user.keyboard('b');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/users/8'));
    expect(router.state.location.search).toBe('?open=unban');
  });

  it('says whose actions they are, and leads from another player to those of that one', async () => {
    const other: SearchHit = { ...GWEN, accountDBID: 10, userName: 'Gwyn' };
    const { user, router } = await openPalette({ answers: { [searchOf('zgw')]: answered(GWEN, other) } });
    await user.type(await box(), 'zgw');
    expect(
      await screen.findByText(
        '2 results. Press Tab for what you can do with Gwendolyn or the result you move to.',
      ),
    ).toBeDefined();
    await user.keyboard('{ArrowDown}');
    expect(await active()).toMatch(/^GGwyn/);
    await user.keyboard('{Tab}');
    expect(screen.getAllByRole('group', { name: /^With/ })).toEqual([
      screen.getByRole('group', { name: 'With Gwyn' }),
    ]);
    await user.keyboard('b');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/users/10'));
  });

  it('leads from an order to what can be done with it, until something else is typed', async () => {
    const { user, router } = await openPalette({
      answers: { [searchOf('16')]: answered(GWEN, ORDER), [searchOf('165')]: answered(GWEN, ORDER) },
    });
    await user.type(await box(), '16');
    await screen.findByRole('group', { name: 'With Gwendolyn' });
    await user.keyboard('{End}{Tab}');
    expect(await active()).toBe('Refund the payments… R');
    expect(screen.getByRole('group', { name: 'With order #165' })).toBeDefined();
    await user.type(await box(), '5');
    await screen.findByRole('group', { name: 'With Gwendolyn' });
    await screen.findByText(/^2 results/);
    await user.keyboard('{End}{Tab}r');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/orders/165'));
    expect(router.state.location.search).toBe('?open=refund');
  });

  it("copies an order's number, or says that the browser didn't", async () => {
    const { user, router } = await openPalette({ answers: { [searchOf('165')]: answered(ORDER) } });
    await user.type(await box(), '165');
    await screen.findByRole('group', { name: 'With order #165' });
    await user.keyboard('{Tab}c');
    await screen.findByText('Copied 165.');
    expect(await navigator.clipboard.readText()).toBe('165');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(router.state.location.pathname).toBe('/admin/orders');
    const refused = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Refused.'));
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await box(), '165');
    await screen.findByRole('group', { name: 'With order #165' });
    await user.keyboard('{Tab}c');
    await screen.findByText("The browser didn't copy 165.");
    refused.mockRestore();
  });

  it('forgets an action that waits for its hits when the text changes', async () => {
    const { promise: late, resolve: answer } = Promise.withResolvers<ReturnType<typeof answered>>();
    const { user, router } = await openPalette({
      answers: {
        [searchOf('zg')]: answered(GWEN),
        [searchOf('zgw')]: () => late,
        [searchOf('zgwx')]: () => late,
      },
    });
    await user.type(await box(), 'zg');
    await screen.findByRole('group', { name: 'With Gwendolyn' });
    await user.keyboard('w{Tab}b');
    await user.keyboard('x{Backspace}');
    expect(await box()).toHaveProperty('value', 'zgw');
    answer(answered(GWEN));
    await waitFor(() => expect(screen.getByRole('listbox').getAttribute('aria-busy')).toBe('false'));
    expect(router.state.location.pathname).toBe('/admin/orders');
  });

  it('never takes an action that waits for its hits with another player', async () => {
    const { promise: late, resolve: answer } = Promise.withResolvers<ReturnType<typeof answered>>();
    const { user, router } = await openPalette({
      answers: { [searchOf('zg')]: answered(GWEN), [searchOf('zgw')]: () => late },
    });
    await user.type(await box(), 'zg');
    await screen.findByRole('group', { name: 'With Gwendolyn' });
    await user.keyboard('w{Tab}b');
    answer(answered({ ...GWEN, accountDBID: 10, userName: 'Gwyn' }));
    await screen.findByRole('group', { name: 'With Gwyn' });
    expect(router.state.location.pathname).toBe('/admin/orders');
  });

  it('types the letters of actions until Tab moves to them', async () => {
    const { user } = await openPalette({
      answers: { [searchOf('zg')]: answered(GWEN), [searchOf('zgb')]: answered(GWEN) },
    });
    await user.type(await box(), 'zg');
    await screen.findByRole('group', { name: 'With Gwendolyn' });
    await user.keyboard('{ArrowDown}b');
    expect(await box()).toHaveProperty('value', 'zgb');
  });
});
