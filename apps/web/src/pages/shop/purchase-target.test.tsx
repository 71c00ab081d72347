import type { Product } from '@waygate/contract/products/products.schemas';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { saveSession } from '#api/session.ts';
import { SiteLayout } from '#features/layout/SiteLayout.tsx';
import { closeStorefront, openShop } from '#features/shop/storefront-overlay.ts';
import { BRAN, choices, EMBERLAND, FROSTLAND, KARA, SERVERS } from '#test/game-servers.ts';
import { EMPTY_HOME } from '#test/home.ts';
import { PRODUCT } from '#test/products.ts';
import { fakeServer, renderPage } from '#test/render-page.tsx';
import { route as shopPage } from './ShopPage.tsx';

const LIST = 'GET /api/products?storefront=shop';
const HOME = { 'GET /api/content/home': { body: EMPTY_HOME } };
const CHECKOUT = 'POST /api/stripe/create-checkout-session';
const ITEM: Product = {
  ...PRODUCT,
  name: 'Lantern',
  grants: [
    { kind: 'item', quantity: 1, itemId: 7, serverItems: [{ serverId: 2, itemId: 9 }], label: 'Lantern' },
  ],
  serverIds: [1, 2],
};

afterEach(() => {
  vi.restoreAllMocks();
  act(closeStorefront);
});

const refused = (fields: Record<string, string>) => ({
  status: 400,
  body: { code: 'validation_failed', message: Object.values(fields)[0], fields },
});

async function pay(answers: Parameters<typeof fakeServer>[0], product: Partial<Product> = {}) {
  const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  const { sent } = fakeServer({
    [LIST]: { body: { products: [{ ...ITEM, ...product }] } },
    ...HOME,
    ...choices([EMBERLAND, FROSTLAND], [KARA, BRAN]),
    [CHECKOUT]: { body: { url: 'https://checkout.example/c/1' } },
    ...answers,
  });
  saveSession({ accessToken: 'token-1', userName: 'Aria' });
  renderPage({
    routes: [{ Component: SiteLayout, children: [{ path: '/shop', ...shopPage }] }],
    at: '/shop',
    site: { features: { twitch: false, shop: true, mail: true } },
  });
  act(openShop);
  await userEvent.click(await screen.findByRole('button', { name: /^Coins/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Pay now for Lantern' }));
  const bodies = () => sent.filter(({ request }) => request === CHECKOUT).map(({ body }) => body);
  return { leave, sent, bodies };
}

const NAME = 'Where should Lantern go?';
const dialog = () => within(screen.getByRole('dialog', { name: NAME }));
// The form's code comes with the session.
const arrived = async () => within(await screen.findByRole('dialog', { name: NAME }));
const select = async (name: string) => (await arrived()).findByRole<HTMLSelectElement>('combobox', { name });
const submit = () => userEvent.click(dialog().getByRole('button', { name: 'Pay now' }));

describe('a purchase that can go to several game servers', () => {
  it('asks for the server, and for a character where the server needs one', async () => {
    const { bodies, leave } = await pay({}, {});
    // The only server where the player has characters is suggested.
    expect((await select('Game server')).value).toBe('2');
    expect(document.activeElement).toBe(await select('Game server'));
    expect((await select('Character')).value).toBe('');
    await userEvent.selectOptions(await select('Character'), 'Bran, level 3 Warden');
    await submit();
    await waitFor(() => expect(leave).toHaveBeenCalledWith('https://checkout.example/c/1'));
    expect(bodies()).toEqual([{ productId: 7, serverId: 2, characterId: 'b1' }]);
  });

  it('asks for no character where the server needs none', async () => {
    const { bodies } = await pay({});
    await userEvent.selectOptions(await select('Game server'), 'Emberland');
    expect(dialog().queryByRole('combobox', { name: 'Character' })).toBeNull();
    await submit();
    await waitFor(() => expect(bodies()).toEqual([{ productId: 7, serverId: 1 }]));
  });

  it('names what is missing at its field, and sends nothing', async () => {
    const { bodies } = await pay(choices([EMBERLAND, { ...FROSTLAND, status: 'offline' }], []));
    const server = await select('Game server');
    expect(Array.from(server.options, ({ text }) => text)).toEqual([
      'Choose a game server',
      'Emberland',
      'Frostland (offline)',
    ]);
    await submit();
    expect(server.getAttribute('aria-invalid')).toBe('true');
    const note = document.getElementById(server.getAttribute('aria-describedby') ?? '');
    expect(note?.textContent).toBe('Choose the game server that you want it on.');
    expect(document.activeElement).toBe(server);
    expect(bodies()).toEqual([]);
  });

  it('says what to do without a character, and can be closed', async () => {
    await pay(choices([EMBERLAND, FROSTLAND], []));
    await userEvent.selectOptions(await select('Game server'), 'Frostland');
    expect(dialog().getByRole('status').textContent).toBe(
      'Create a character on Frostland first, then come back.',
    );
    expect(dialog().queryByRole('button', { name: 'Pay now' })).toBeNull();
    await userEvent.click(dialog().getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog', { name: NAME })).toBeNull();
  });

  it("shows the server's refusal at the field, keeps the choice, and reads the characters again", async () => {
    let answer: { status?: number; body: object } = refused({
      characterId: 'You have no such character on Frostland. Choose another one.',
    });
    const { bodies, leave, sent } = await pay({ [CHECKOUT]: () => answer });
    await userEvent.selectOptions(await select('Character'), 'Kara, level 12 Warden');
    await submit();
    const character = await select('Character');
    await waitFor(() => expect(character.getAttribute('aria-invalid')).toBe('true'));
    expect(character.value).toBe('k1');
    expect((await select('Game server')).value).toBe('2');
    await waitFor(() => expect(sent.filter(({ request }) => request === SERVERS)).toHaveLength(2));
    answer = { status: 503, body: { code: 'unavailable', message: "Stripe didn't answer." } };
    await userEvent.selectOptions(character, 'Bran, level 3 Warden');
    expect(character.getAttribute('aria-invalid')).toBeNull();
    await submit();
    expect((await dialog().findByRole('alert')).textContent).toBe("Payment failed: Stripe didn't answer.");
    answer = { body: { url: 'https://checkout.example/c/2' } };
    await submit();
    await waitFor(() => expect(leave).toHaveBeenCalledWith('https://checkout.example/c/2'));
    expect(bodies()).toHaveLength(3);
  });

  it('can be tried again when the characters cannot be loaded', async () => {
    let answer: { status?: number; body: object } = { status: 500, body: {} };
    await pay({ [SERVERS]: () => answer });
    expect(await dialog().findByText('Failed to load your characters.')).toBeTruthy();
    answer = { body: { servers: [EMBERLAND, FROSTLAND] } };
    await userEvent.click(dialog().getByRole('button', { name: 'Retry' }));
    expect(await select('Game server')).toBeTruthy();
  });
});

describe('a purchase that can go to one game server', () => {
  it('asks for nothing where there is no choice', async () => {
    const { bodies, sent } = await pay({}, { serverIds: [1] });
    await waitFor(() => expect(bodies()).toEqual([{ productId: 7 }]));
    expect(sent.some(({ request }) => request === SERVERS)).toBe(false);
  });

  it('asks for a character when the portal says that there are several', async () => {
    const characterId = 'Choose the character on Frostland that gets it.';
    let answer: { status?: number; body: object } = refused({ characterId });
    const { bodies } = await pay({ [CHECKOUT]: () => answer }, { serverIds: [2] });
    const character = await select('Character');
    expect(dialog().queryByRole('combobox', { name: 'Game server' })).toBeNull();
    expect(character.getAttribute('aria-invalid')).toBeNull();
    answer = { body: { url: 'https://checkout.example/c/1' } };
    await userEvent.selectOptions(character, 'Kara, level 12 Warden');
    await submit();
    await waitFor(() =>
      expect(bodies()).toEqual([{ productId: 7 }, { productId: 7, serverId: 2, characterId: 'k1' }]),
    );
  });
});

it('a product that no game server has is not for sale', async () => {
  fakeServer({ [LIST]: { body: { products: [{ ...ITEM, serverIds: [] }] } }, ...HOME });
  saveSession({ accessToken: 'token-1', userName: 'Aria' });
  renderPage({
    routes: [{ Component: SiteLayout, children: [{ path: '/shop', ...shopPage }] }],
    at: '/shop',
    site: { features: { twitch: false, shop: true, mail: true } },
  });
  act(openShop);
  await userEvent.click(await screen.findByRole('button', { name: /^Coins/ }));
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Not available right now' });
  expect(button.disabled).toBe(true);
});
