import type { SearchHit } from '@waygate/contract/admin-search/admin-search.schemas';
import type { Player, Timeline, TimelineEntry } from '@waygate/contract/players/players.schemas';
import { SECTION_PRIMES } from '@waygate/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { ADMIN_USER } from '#test/admin-users.ts';
import { SERVER_NAMES, TWO_SERVERS } from '#test/game-servers.ts';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';
import { PlayerActions } from './PlayerActions.tsx';
import { PlayerPage } from './PlayerPage.tsx';

const TIMELINE = 'GET /api/admin/users/7/timeline';
const COINS = 'GET /api/admin/users/7/coins';
const staff = { accountDBID: 1, userName: 'Mira' };
const at = '2026-11-20T18:24:00.000000Z';

const PLAYER: Player = {
  gameAccounts: [{ serverName: 'Saltmere', login: 'aria_main', state: 'active', isLocked: false }],
  characters: [{ name: 'Brambleward', level: 41, class: 'Vanguard', serverName: 'Saltmere', online: true }],
  twitch: { login: 'aria_plays', streamer: null },
  paid: { orders: 2, sum: 9.98 },
  sharedAddress: {
    isOwnNetwork: false,
    total: 2,
    totalIsExact: true,
    accounts: [{ accountDBID: 8, userName: 'Bren', banned: true }],
  },
  factors: { hasTotp: false, passkeys: 0, removalDueAt: null },
  noteCount: 1,
  notes: [{ noteId: 3, at, author: staff, text: 'Was friendly.', canDelete: true }],
};

const ENTRIES: TimelineEntry[] = [
  { event: 'order', id: 165, at, orderId: 165, productName: 'Pouch', state: 'paid', price: 4.99 },
  { event: 'ban', id: 2, at, description: 'Spam', endsAt: null, hasAddress: false, isLifted: true, staff },
  { event: 'staff', id: 9, at, action: 'user.reset_link', before: null, after: null, reason: null, staff },
  { event: 'sign_ins', id: 0, at: '2026-11-20T00:00:00.000000Z', count: 2 },
  { event: 'sign_ins', id: 0, at: '2026-11-19T00:00:00.000000Z', count: 1 },
  { event: 'sign_ins', id: 0, at: '2026-11-17T00:00:00.000000Z', count: 3 },
  { event: 'registered', id: 0, at: '2026-11-17T00:00:00.000000Z' },
];

const LANTERN: SearchHit = { kind: 'item', itemId: 7001, label: 'Lantern' };

const person = (accountDBID: number) => ({ accountDBID, userName: `Guest${accountDBID}`, banned: false });

const timelineOf = (entries: TimelineEntry[], before: string | null = null): { body: Timeline } => ({
  body: { entries, before, kinds: ['sign_in', 'order', 'ban', 'staff'] },
});

function open(
  answers: Answers = {},
  page = <PlayerPage user={ADMIN_USER} />,
  show = '',
  rank: { privilege?: number; webMgt?: number } = {},
) {
  return renderAdmin({
    ...rank,
    at: `/admin/users/7${show}`,
    pages: { '/admin/users/7': page },
    answers: {
      'GET /api/admin/users/7/player': { body: PLAYER },
      'GET /api/admin/orders?pageSize=50&account=7': { body: { orders: [], total: 0, totalIsExact: true } },
      'GET /api/admin/users/7/erasure': { body: { erasure: null, erasedAt: null } },
      [TIMELINE]: timelineOf(ENTRIES),
      ...answers,
    },
  });
}

describe("a player's page", () => {
  it('shows what belongs to the player, and one timeline with links', async () => {
    open();
    expect(await screen.findByText('aria_plays')).toBeDefined();
    expect(screen.getByText('2 other accounts share the address.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Bren' }).getAttribute('href')).toBe('/admin/users/8');
    const timeline = within(await screen.findByRole('region', { name: 'Everything' }));
    expect((await timeline.findByRole('link', { name: '#165' })).getAttribute('href')).toBe(
      '/admin/orders/165',
    );
    expect(timeline.getByText('Banned for good: “Spam” (lifted)')).toBeDefined();
    expect(timeline.getByText('Reset link sent')).toBeDefined();
    expect(timeline.getByText('Signed in 6 times on 3 days, Nov 17 to Nov 20 (UTC)')).toBeDefined();
  });

  it('lists everybody who shares the address, page by page', async () => {
    const SHARED = 'GET /api/admin/users/7/shared-address/accounts';
    const sharedAddress = { isOwnNetwork: false, total: 100, totalIsExact: false, accounts: [person(40)] };
    const refused = { status: 403, body: { code: 'forbidden', message: 'Not yours any more.' } };
    const firstPage = { body: { accounts: [person(39), person(38)], before: 38 } };
    const answers = [refused, firstPage];
    open({
      'GET /api/admin/users/7/player': { body: { ...PLAYER, sharedAddress } },
      [`${SHARED}?before=40`]: () => answers.shift() ?? { status: 500 },
      [`${SHARED}?before=38`]: { body: { accounts: [{ ...person(9), banned: true }], before: null } },
    });
    const panel = (await screen.findByText('100 or more other accounts share the address.')).closest(
      'details',
    );
    if (!panel) throw new Error('The accounts are below the sentence.');
    const more = () =>
      userEvent.click(within(panel).getByRole('button', { name: 'Show more', hidden: true }));
    const names = () =>
      within(panel)
        .getAllByRole('link', { hidden: true })
        .map((link) => link.textContent);
    await more();
    expect(await within(panel).findByText('Not yours any more.')).toBeDefined();
    await more();
    await within(panel).findByText('Guest38');
    expect(within(panel).queryByText('Not yours any more.')).toBeNull();
    expect(document.activeElement?.textContent?.trim()).toBe('Guest39');
    await more();
    await within(panel).findByText('Banned');
    expect(names()).toEqual(['Guest40', 'Guest39', 'Guest38', 'Guest9']);
    expect(document.activeElement?.textContent).toContain('Guest9');
    expect(within(panel).queryByRole('button', { hidden: true })).toBeNull();
  });

  it('says what staff changed, and why', async () => {
    const entry = { event: 'staff', at, reason: null, staff } as const;
    const after = { action: 'GRANT_VETERAN_PACK', date: null };
    open({
      [TIMELINE]: timelineOf([
        {
          ...entry,
          id: 1,
          action: 'drop_minutes.adjust',
          before: { viewerMinutes: 10 },
          after: { viewerMinutes: 1240 },
          reason: 'The stream broke off',
        },
        { ...entry, id: 2, action: 'action.grant_pack', before: null, after },
        { ...entry, id: 3, action: 'benefit.create', before: null, after: { accountDBID: 7, benefitId: 12 } },
        { ...entry, id: 4, action: 'note.delete', before: { text: 'x'.repeat(70) }, after: null },
      ]),
    });
    const timeline = within(await screen.findByRole('region', { name: 'Everything' }));
    expect(
      await timeline.findByText('Minutes corrected (Viewer minutes 10 → 1,240): “The stream broke off”'),
    ).toBeDefined();
    timeline.getByText('Pack granted (Action: Grant Veteran Pack, Until: no end)');
    timeline.getByText('Benefit added (Benefit: 12)');
    timeline.getByText(`Note deleted (Text: ${'x'.repeat(60)}…)`);
  });

  it.each([
    [{ hasTotp: false, passkeys: 0, removalDueAt: null }, ['No second factor']],
    [{ hasTotp: true, passkeys: 2, removalDueAt: null }, ['Authenticator app', '2 passkeys']],
  ])('shows second factors next to the state: %j', async (factors, texts) => {
    open({ 'GET /api/admin/users/7/player': { body: { ...PLAYER, factors } } });
    for (const text of texts) expect(await screen.findByText(text)).toBeDefined();
  });

  it('leaves out what is not of the viewer', async () => {
    const body = {
      ...PLAYER,
      characters: null,
      twitch: null,
      paid: null,
      sharedAddress: null,
      factors: null,
      notes: null,
    };
    open({ 'GET /api/admin/users/7/player': { body } });
    expect(await screen.findByText('1 account')).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'Linked' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Notes by staff' })).toBeNull();
  });

  it('shows one kind by the address, and older entries on request', async () => {
    const before = `${at}~order~165`;
    open(
      {
        [`${TIMELINE}?kinds=order`]: timelineOf(ENTRIES.slice(0, 1), before),
        [`${TIMELINE}?${new URLSearchParams({ kinds: 'order', before })}`]: timelineOf([
          { event: 'order', id: 8, at, orderId: 8, productName: 'Chest', state: 'paid', price: 9.99 },
        ]),
      },
      undefined,
      '?show=order',
    );
    expect((await screen.findByRole('button', { name: 'Orders' })).getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(await screen.findByRole('button', { name: 'Show older' }));
    const older = await screen.findByRole('link', { name: '#8' });
    expect(document.activeElement?.contains(older)).toBe(true);
    const all = screen.getByRole('button', { name: 'All' });
    await userEvent.click(all);
    expect(document.activeElement).toBe(all);
    expect(await screen.findByText('Reset link sent')).toBeDefined();
  });

  it('shows some days of the address, and all again', async () => {
    const query = new URLSearchParams({
      from: new Date('2026-11-18T00:00').toISOString(),
      to: new Date('2026-11-21T00:00').toISOString(),
    });
    open({ [`${TIMELINE}?${query}`]: timelineOf([]) }, undefined, '?since=2026-11-18&until=2026-11-20');
    expect(await screen.findByText('No entries on these days.')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Until').value).toBe('2026-11-20');
    await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
    expect(await screen.findByText('Reset link sent')).toBeDefined();
  });

  it('keeps the tab of the records in the address, next to what the timeline shows', async () => {
    const { router } = open(
      { [`${TIMELINE}?kinds=order`]: timelineOf([]), [COINS]: { body: { entries: [], before: null } } },
      undefined,
      '?show=order&tab=mails',
    );
    const mails = await screen.findByRole('tab', { name: 'Mails' });
    expect(mails.getAttribute('aria-selected')).toBe('true');
    await userEvent.click(screen.getByRole('tab', { name: 'Coins' }));
    expect(router.state.location.search).toBe('?show=order&tab=coins');
    expect(await screen.findByText("This account's coins haven't moved yet.")).toBeDefined();
  });

  it('has tables of records only for what the viewer may see, the first of them shown', async () => {
    open({ [COINS]: { body: { entries: [], before: null } } }, undefined, '?tab=orders', {
      privilege: 0,
      webMgt: SECTION_PRIMES.users * SECTION_PRIMES.benefits,
    });
    const tabs = within(await screen.findByRole('tablist', { name: 'Records of the account' }));
    expect(tabs.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Coins',
      'Game accounts',
      'Bans',
      'Benefits',
      'Sessions',
      'Mails',
      'Audit',
    ]);
    expect(await screen.findByText("This account's coins haven't moved yet.")).toBeDefined();
  });

  it('shows everything for a kind in the address that is not of the viewer', async () => {
    open({ [`${TIMELINE}?kinds=coins`]: timelineOf([]) }, undefined, '?show=coins');
    expect(await screen.findByText('Reset link sent')).toBeDefined();
    expect(screen.getByRole('button', { name: 'All' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('says why the timeline could not be loaded, and tries again', async () => {
    const list = [{ status: 403, body: { code: 'forbidden', message: 'Not today.' } }, timelineOf([])];
    open({ [TIMELINE]: () => list.shift() ?? { status: 500 } });
    expect(await screen.findByText('Not today.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Nothing of this has happened yet.')).toBeDefined();
  });

  it('keeps a note that could not be saved, and sends it again as the same request', async () => {
    const NOTES = 'POST /api/admin/users/7/notes';
    const { sent } = open({
      [NOTES]: { status: 500, body: { code: 'internal', message: 'Something went wrong.' } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Add note' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Add note' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Add note' }));
    expect(dialog.getByRole('alert').textContent).toBe('Please write something.');
    await userEvent.type(dialog.getByLabelText('Note'), 'Asked twice');
    await userEvent.click(dialog.getByRole('button', { name: 'Add note' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Something went wrong.');
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Asked twice');
    await userEvent.click(dialog.getByRole('button', { name: 'Add note' }));
    const bodies = () => sent.filter(({ request }) => request === NOTES).map(({ body }) => body);
    await waitFor(() => expect(bodies()).toHaveLength(2));
    expect(bodies()[1]).toEqual(bodies()[0]);
  });
});

describe("a player's actions", () => {
  const actions = <PlayerActions user={ADMIN_USER} />;

  it('open the dialogs with the player filled in', async () => {
    open({ 'GET /api/admin/budgets/own': { status: 404 } }, actions);
    await userEvent.click(await screen.findByRole('button', { name: 'Grant…' }));
    await userEvent.click(screen.getByRole('button', { name: 'Benefit' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Account DBID')).value).toBe('7');
  });

  it("leave out what gives something to the viewer's own account", async () => {
    const own = { ...ADMIN_USER, accountDBID: 1 };
    const erasure = { 'GET /api/admin/users/1/erasure': { body: { erasure: null, erasedAt: null } } };
    open(erasure, <PlayerActions user={own} />, '', { privilege: 0, webMgt: SECTION_PRIMES.users });
    await screen.findByRole('button', { name: `Edit ${own.userName}` });
    expect(screen.queryByRole('button', { name: 'Coins ±…' })).toBeNull();
  });

  it('ask for no choice where there is one thing to grant', async () => {
    open({ 'GET /api/admin/budgets/own': { status: 404 } }, actions, '', {
      privilege: 0,
      webMgt: SECTION_PRIMES.users * SECTION_PRIMES.benefits,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Grant benefit…' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Account DBID')).value).toBe('7');
  });

  it('grant an item once, also when the answer was lost', async () => {
    const GRANT = 'POST /api/admin/users/7/items';
    const answers = [{ status: 502 }, { body: { deliveryId: 9 } }];
    const { sent } = open(
      {
        [GRANT]: () => answers.shift() ?? { status: 500 },
        'GET /api/admin/search?q=%237001&kind=item': { body: { hits: [LANTERN] } },
        'GET /api/admin/search?q=7001&kind=item': { body: { hits: [LANTERN] } },
      },
      actions,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Grant item…' }));
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Grant item' }));
    expect(dialog.getByRole('alert').textContent).toBe('Choose an item.');
    await userEvent.type(dialog.getByLabelText('Item'), '#7001');
    await userEvent.clear(dialog.getByLabelText('Quantity'));
    await userEvent.type(dialog.getByLabelText('Quantity'), '2');
    await userEvent.type(dialog.getByLabelText('Reason'), 'Lost in an outage');
    const give = async () =>
      userEvent.click(await dialog.findByRole('button', { name: 'Grant 2 × Lantern' }));
    await give();
    dialog.getByText(/^Aria gets 2 × Lantern\./);
    await dialog.findByText('It may have been sent. Sending it again unchanged is safe.');
    await userEvent.type(dialog.getByLabelText('Reason'), ' of June');
    await give();
    await screen.findByText('Item granted.');
    const bodies = sent.filter(({ request }) => request === GRANT).map(({ body }) => body);
    const first = { requestId: expect.any(String), itemId: 7001, quantity: 2, reason: 'Lost in an outage' };
    const { requestId } = bodies[0] as { requestId: string };
    expect(bodies).toEqual([first, { ...first, requestId, reason: 'Lost in an outage of June' }]);
  });

  it('forget the item when another game server is chosen, where its id means something else', async () => {
    open({ [SERVER_NAMES]: { body: { servers: TWO_SERVERS } } }, actions);
    await userEvent.click(await screen.findByRole('button', { name: 'Grant item…' }));
    const server = await screen.findByLabelText('Game server');
    await userEvent.selectOptions(server, 'Emberland');
    await userEvent.type(screen.getByLabelText('Item'), '7001');
    await userEvent.selectOptions(server, 'Frostland');
    expect(screen.getByLabelText<HTMLInputElement>('Item').value).toBe('');
  });

  it('give coins on top of the balance that was read', async () => {
    const UPDATE = 'PUT /api/admin/users/7';
    const { sent } = open({ [UPDATE]: { body: ADMIN_USER } }, actions);
    await userEvent.click(await screen.findByRole('button', { name: 'Coins ±…' }));
    await userEvent.type(screen.getByLabelText('Amount'), '-600');
    await userEvent.type(screen.getByLabelText('Reason'), 'Lost in an outage');
    await userEvent.click(screen.getByRole('button', { name: 'Take 600' }));
    expect(screen.getByRole('alert').textContent).toContain('The balance would become -100');
    await userEvent.clear(screen.getByLabelText('Amount'));
    await userEvent.type(screen.getByLabelText('Amount'), '+250');
    await userEvent.click(screen.getByRole('button', { name: 'Give 250' }));
    await screen.findByText('User updated successfully!');
    expect(sent.find(({ request }) => request === UPDATE)?.body).toEqual({
      agaiaCoins: 750,
      reason: 'Lost in an outage',
      revision: 3,
    });
  });

  it('apply an amount once, also when its answer was lost', async () => {
    const UPDATE = 'PUT /api/admin/users/7';
    const saved = { ...ADMIN_USER, agaiaCoins: 750, revision: 4 };
    const message = 'Somebody else has changed this.';
    const answers = [{ status: 502 }, { status: 409, body: { code: 'conflict', message, current: saved } }];
    const { sent } = open({ [UPDATE]: () => answers.shift() ?? { body: saved } }, <ReloadedActions />);
    const bodies = () => sent.filter(({ request }) => request === UPDATE).map(({ body }) => body);
    await userEvent.click(await screen.findByRole('button', { name: 'Coins ±…' }));
    await userEvent.type(screen.getByLabelText('Amount'), '250');
    await userEvent.type(screen.getByLabelText('Reason'), 'Lost in an outage');
    await give();
    await screen.findByText('Update failed.');
    await userEvent.click(screen.getByText('Reload', { selector: 'button' }));
    await give();
    await screen.findByText(/^The balance was 500 and is 750 now/);
    await give();
    await screen.findAllByText(/^Check the balance/);
    const first = { agaiaCoins: 750, reason: 'Lost in an outage', revision: 3 };
    expect(bodies()).toEqual([first, first]);
    await userEvent.click(screen.getByLabelText('Apply the amount to the balance of 750'));
    await give();
    await screen.findByText('User updated successfully!');
    expect(bodies()[2]).toEqual({ ...first, agaiaCoins: 1000, revision: 4 });
  });
});

const give = () => userEvent.click(screen.getByRole('button', { name: 'Give 250' }));

/** The actions of a page that has read the account again. */
function ReloadedActions() {
  const [user, setUser] = useState(ADMIN_USER);
  return (
    <>
      <button type="button" onClick={() => setUser({ ...ADMIN_USER, agaiaCoins: 750, revision: 4 })}>
        Reload
      </button>
      <PlayerActions user={user} />
    </>
  );
}

describe("the address of a player's page", () => {
  const actions = <PlayerActions user={ADMIN_USER} />;

  it.each([
    ['ban', /^Ban /],
    ['grant', /^Grant/],
    ['item', /item/i],
    ['coins', /^Coins/],
    ['reset-link', /reset link/i],
  ])('opens the dialog of an action: %s', async (action, name) => {
    const { router } = open({}, actions, `?open=${action}`);
    expect(await screen.findByRole('dialog', { name })).toBeDefined();
    expect(router.state.location.search).toBe('');
  });

  it.each(['ban', 'item'])('opens nothing that the viewer may not do: %s', async (action) => {
    const { router } = renderAdmin({
      at: `/admin/users/7?open=${action}`,
      pages: { '/admin/users/7': actions },
      webMgt: SECTION_PRIMES.users,
      privilege: 0,
      answers: {
        'GET /api/admin/users/7/player': { body: PLAYER },
        'GET /api/admin/users/7/erasure': { body: { erasure: null, erasedAt: null } },
      },
    });
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['ban', true, /already banned\.$/],
    ['unban', false, /not banned\.$/],
  ])('says why a player is left as they are: %s', async (action, banned, why) => {
    open({}, <PlayerActions user={{ ...ADMIN_USER, banned }} />, `?open=${action}`);
    expect(await screen.findByText(why)).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it("opens no ban of one's own account", async () => {
    const { router } = open({}, <PlayerActions user={{ ...ADMIN_USER, accountDBID: 1 }} />, '?open=ban');
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
