import type {
  AdminGameServer,
  GameServerAccess,
} from '@waygate/contract/game-servers/game-servers.admin.schemas';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { press } from '#test/press.ts';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';
import { GameServerList } from './GameServerList.tsx';

beforeAll(() => {
  window.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
});

const FIRST: AdminGameServer = {
  serverId: 1,
  name: 'Midgard',
  slug: 'midgard',
  status: 'online',
  playersOnline: 12,
  capacity: 500,
  gameVersion: '2026.1',
  offlineSince: null,
  needsCharacter: true,
  isFirst: true,
  isListed: true,
  position: 0,
  accountPolicy: null,
  effectiveAccountPolicy: null,
  adapter: 'rathena',
  bridgeVersion: '1.0.0',
  guarantee: 'exactly_once',
  reportsCollected: true,
  expiresAfterDays: null,
  accounts: null,
  reportedAt: '2026-11-20T10:00:00.000Z',
  lastLeaseAt: '2026-11-20T10:00:30.000Z',
  waitingDeliveries: 0,
  undecidedDeliveries: 0,
  revision: 3,
};
const SILENT: AdminGameServer = {
  ...FIRST,
  serverId: 2,
  name: 'Northrend',
  slug: 'northrend',
  status: 'unknown',
  playersOnline: 0,
  offlineSince: '2026-11-20T09:00:00.000Z',
  needsCharacter: false,
  isFirst: false,
  isListed: false,
  position: 4,
  adapter: 'azerothcore',
  guarantee: 'at_most_once',
  waitingDeliveries: 1234,
  undecidedDeliveries: 2,
};
const NEW: AdminGameServer = {
  ...SILENT,
  serverId: 3,
  name: 'Valhalla',
  slug: 'valhalla',
  offlineSince: null,
  adapter: null,
  bridgeVersion: null,
  guarantee: null,
  reportedAt: null,
  lastLeaseAt: null,
  waitingDeliveries: 0,
  undecidedDeliveries: 0,
};
const ACCESS: GameServerAccess = {
  tokens: [
    { tokenId: '1f0c2a9b', label: 'machine 7', createdAt: '2026-11-02T10:00:00.000Z', revokedAt: null },
    {
      tokenId: '00c2a9b1',
      label: 'machine 6',
      createdAt: '2026-11-01T10:00:00.000Z',
      revokedAt: '2026-11-02T11:00:00.000Z',
    },
  ],
  addresses: [{ address: '192.0.2.7', addedAt: '2026-11-01T10:00:00.000Z' }],
};

const LIST = 'GET /api/admin/game/servers';
const OPEN_ACCESS = 'GET /api/admin/game/servers/2/access';

function open(answers: Answers = {}) {
  return renderAdmin({
    at: '/admin/game/servers',
    pages: { '/admin/game/servers': <GameServerList /> },
    answers: {
      [LIST]: { body: { servers: [FIRST, SILENT, NEW] } },
      [OPEN_ACCESS]: { body: ACCESS },
      ...answers,
    },
  });
}

const inDialog = (name: string) => within(screen.getByRole('dialog', { name }));

async function openAccess(answers: Answers = {}) {
  const view = open(answers);
  await press('Access of Northrend');
  await screen.findByRole('table', { name: 'Tokens of Northrend' });
  return view;
}

describe('the list of game servers', () => {
  it('shows status, players, bridge, guarantee in words, last contact and deliveries', async () => {
    open();
    const [midgard, northrend, valhalla] = [
      await screen.findByRole('row', { name: /Midgard/ }),
      screen.getByRole('row', { name: /Northrend/ }),
      screen.getByRole('row', { name: /Valhalla/ }),
    ];
    expect(midgard.textContent).toMatch(
      /midgard, the first server.*Online12 of 500 players.*rathena 1\.0\.0 · game 2026\.1Exactly once\. Each delivery arrives, and none arrives twice\.Needs a character.*Report.*2026.*Lease.*2026.*None waiting/,
    );
    expect(northrend.textContent).toMatch(
      /Hidden.*Bridge is silentSilent since .*2026.*At most once\. No delivery arrives twice\..*you decide.*1,234 waiting.*2 to decide/,
    );
    expect(valhalla.textContent).toMatch(/No bridge yet.*None has reported yet.*Report Never.*Lease Never/);
    expect(screen.getByRole('link', { name: '2 to decide for Northrend' }).getAttribute('href')).toBe(
      '/admin/deliveries?server=2',
    );
  });

  it('says what went wrong, with another try', async () => {
    let isBroken = true;
    open({
      [LIST]: () =>
        isBroken
          ? { status: 403, body: { code: 'forbidden', message: 'Only owners see this.', requestId: 'r' } }
          : { body: { servers: [FIRST] } },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Only owners see this.');
    isBroken = false;
    await press('Retry');
    expect(await screen.findByRole('row', { name: /Midgard/ })).toBeDefined();
  });

  it('creates a server, which comes last', async () => {
    const create = 'POST /api/admin/game/servers';
    const { sent } = open({ [create]: { body: { ...NEW, serverId: 4 } } });
    await screen.findByRole('row', { name: /Midgard/ });
    await press('New server');
    const dialog = inDialog('New server');
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    expect(dialog.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
    await userEvent.type(dialog.getByLabelText('Name'), 'Asgard');
    await userEvent.type(dialog.getByLabelText('Short name'), 'As gard');
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    expect(dialog.getByLabelText('Short name').getAttribute('aria-invalid')).toBe('true');
    await userEvent.clear(dialog.getByLabelText('Short name'));
    await userEvent.type(dialog.getByLabelText('Short name'), 'asgard');
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
    await screen.findByText('Server created.');
    expect(sent.find(({ request }) => request === create)?.body).toEqual({
      name: 'Asgard',
      slug: 'asgard',
      position: 5,
      isListed: true,
      accountPolicy: null,
    });
  });

  it('hides a server, and shows what somebody else changed meanwhile', async () => {
    const update = 'PUT /api/admin/game/servers/1';
    const current = { ...FIRST, name: 'Asgard', revision: 4 };
    const { sent } = open({
      [update]: {
        status: 409,
        body: { code: 'conflict', message: 'Changed.', current, requestId: 'r' },
      },
    });
    await press('Edit Midgard');
    const dialog = within(screen.getByRole('dialog', { name: 'Edit Midgard' }));
    await userEvent.click(dialog.getByLabelText('Listed'));
    await userEvent.selectOptions(dialog.getByLabelText('Passwords of game accounts'), 'same_password');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Asgard')).toBeDefined();
    expect(sent.find(({ request }) => request === update)?.body).toEqual({
      name: 'Midgard',
      slug: 'midgard',
      position: 0,
      isListed: false,
      accountPolicy: 'same_password',
      revision: 3,
    });
  });
});

describe('the access of a server', () => {
  it('takes the focus and lists tokens and addresses', async () => {
    await openAccess();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Access of Northrend' }));
    const valid = screen.getByRole('row', { name: /machine 7/ });
    expect(valid.textContent).toMatch(/1f0c2a9b.*Valid/);
    expect(screen.getByRole('row', { name: /machine 6/ }).textContent).toMatch(/Revoked .*2026/);
    expect(screen.queryByRole('button', { name: 'Revoke machine 6' })).toBeNull();
    expect(screen.getByRole('row', { name: /192\.0\.2\.7/ })).toBeDefined();
    await press('Close');
    expect(screen.queryByRole('region', { name: 'Access of Northrend' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Access of Northrend' }));
  });

  it('says so when there are neither tokens nor addresses', async () => {
    open({ [OPEN_ACCESS]: { body: { tokens: [], addresses: [] } } });
    await press('Access of Northrend');
    expect(await screen.findByText(/^No bridge can sign in to this server yet/)).toBeDefined();
    expect(screen.getByText(/^The bridge may call from nowhere yet/)).toBeDefined();
  });

  it('shows a new token once, and copies it', async () => {
    const create = 'POST /api/admin/game/servers/2/tokens';
    const token = { ...ACCESS.tokens[0], tokenId: 'aaaaaaaa', token: 'the-secret-token' };
    const { sent } = await openAccess({ [create]: { body: token } });
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'New token' }));
    const dialog = inDialog('New token for Northrend');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    expect(dialog.getByLabelText('Label').getAttribute('aria-invalid')).toBe('true');
    await user.type(dialog.getByLabelText('Label'), ' machine 8 ');
    await user.click(dialog.getByRole('button', { name: 'Create' }));
    const created = within(await screen.findByRole('dialog', { name: 'Your new token' }));
    expect(created.getByLabelText('Token')).toHaveProperty('value', 'the-secret-token');
    expect(sent.find(({ request }) => request === create)?.body).toEqual({ label: 'machine 8' });
    await user.click(created.getByRole('button', { name: 'Copy the token' }));
    await screen.findByText('Token copied.');
    expect(await navigator.clipboard.readText()).toBe('the-secret-token');
    await user.click(created.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByDisplayValue('the-secret-token')).toBeNull());
  });

  it('revokes a token after a confirmation', async () => {
    const revoke = 'DELETE /api/admin/game/servers/2/tokens/1f0c2a9b';
    const { sent } = await openAccess({ [revoke]: { status: 204 } });
    await press('Revoke machine 7');
    expect(sent.some(({ request }) => request === revoke)).toBe(false);
    await userEvent.click(inDialog('Revoke machine 7?').getByRole('button', { name: 'Revoke' }));
    await screen.findByText('Token revoked.');
  });

  it('allows and removes addresses, and says what is wrong with one', async () => {
    const [add, remove] = [
      'POST /api/admin/game/servers/2/addresses',
      'POST /api/admin/game/servers/2/addresses/remove',
    ];
    const message = 'Please give an IPv4 or IPv6 address.';
    let isRefused = true;
    const { sent } = await openAccess({
      [add]: () =>
        isRefused
          ? {
              status: 400,
              body: { code: 'validation_failed', message, fields: { address: message }, requestId: 'r' },
            }
          : { body: ACCESS },
      [remove]: { body: ACCESS },
    });
    await userEvent.type(screen.getByLabelText('IP address'), '198.51.100');
    await press('Allow address');
    expect(await screen.findByText(message)).toBeDefined();
    isRefused = false;
    await userEvent.type(screen.getByLabelText('IP address'), '.4');
    await press('Allow address');
    await screen.findByText('Address allowed.');
    expect(sent.findLast(({ request }) => request === add)?.body).toEqual({ address: '198.51.100.4' });
    await press('Remove 192.0.2.7');
    await userEvent.click(inDialog('Remove 192.0.2.7?').getByRole('button', { name: 'Remove' }));
    await screen.findByText('Address removed.');
    expect(sent.find(({ request }) => request === remove)?.body).toEqual({ address: '192.0.2.7' });
  });
});
