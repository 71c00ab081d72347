import type { AwaitingDelivery, OwnCharacter } from '@waygate/contract/deliveries/deliveries.schemas';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { saveSession } from '#api/session.ts';
import { fakeServer, renderPage } from '#test/render-page.tsx';
import { AwaitingDeliveries } from './AwaitingDeliveries.tsx';
import { awaitingText, contentTexts, groupAwaiting } from './awaiting-deliveries.rules.ts';

const AWAITING = 'GET /api/user/deliveries/awaiting';
const CHARACTERS = 'GET /api/user/characters';
const DELIVERY: AwaitingDelivery = {
  deliveryId: 7,
  serverId: 2,
  serverName: 'North',
  characterName: 'Kara',
  label: 'Lantern',
  quantity: 1,
  createdAt: '2026-11-20T10:00:00Z',
};
const OREN: OwnCharacter = {
  characterId: '151',
  serverId: 2,
  name: 'Oren',
  level: 40,
  class: 'Ranger',
  online: false,
};

function open(answers: Parameters<typeof fakeServer>[0]) {
  saveSession({ accessToken: 'token-1', accountDBID: 1, webMgt: 1, privilege: 0 });
  const onChosen = vi.fn<() => void>();
  const server = fakeServer({ [CHARACTERS]: { body: { characters: [OREN] } }, ...answers });
  renderPage({ routes: [{ path: '/', element: <AwaitingDeliveries onChosen={onChosen} /> }], at: '/' });
  return { ...server, onChosen };
}

describe('what waits for a character', () => {
  it('shows nothing where nothing waits', async () => {
    const { sent } = open({ [AWAITING]: { body: { deliveries: [] } } });
    await waitFor(() => expect(sent.map(({ request }) => request)).toContain(AWAITING));
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('is sent to the chosen character, and the lists load again', async () => {
    const answers = [[DELIVERY, { ...DELIVERY, deliveryId: 8, label: 'Draught', quantity: 3 }], []];
    const { sent, onChosen } = open({
      [AWAITING]: () => ({ body: { deliveries: answers.shift() ?? [] } }),
      'POST /api/user/deliveries/7/character': { body: { deliveries: [] } },
    });
    const box = await screen.findByRole('region', { name: 'Waiting for a character' });
    expect(box.textContent).toContain('Kara is gone. Choose the character that gets this instead:');
    expect(
      within(box)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Lantern', '3 × Draught']);
    await userEvent.click(screen.getByRole('button', { name: 'Send it there' }));
    expect(await screen.findByText('Please choose a character.')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Character'), 'Oren, level 40 Ranger');
    await userEvent.click(screen.getByRole('button', { name: 'Send it there' }));
    expect((await screen.findByRole('status')).textContent).toBe('On its way to Oren.');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Send it there' })).toBeNull());
    expect(sent.find(({ request }) => request.startsWith('POST'))?.body).toEqual({ characterId: '151' });
    expect(onChosen).toHaveBeenCalledOnce();
  });

  it('says why it was refused', async () => {
    open({
      [AWAITING]: { body: { deliveries: [DELIVERY] } },
      'POST /api/user/deliveries/7/character': {
        status: 400,
        body: { code: 'validation_failed', message: 'You have no such character on this game server.' },
      },
    });
    await userEvent.selectOptions(await screen.findByLabelText('Character'), '151');
    await userEvent.click(screen.getByRole('button', { name: 'Send it there' }));
    expect(await screen.findByText('You have no such character on this game server.')).toBeTruthy();
  });

  it('says what to do without a character', async () => {
    open({
      [AWAITING]: { body: { deliveries: [DELIVERY] } },
      [CHARACTERS]: { body: { characters: [{ ...OREN, serverId: 1 }] } },
    });
    expect(await screen.findByText(/You have no character there yet/)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the groups', () => {
  const many = Array.from({ length: 8 }, (_, n) => ({ ...DELIVERY, deliveryId: n + 1 }));

  it('hold what one choice moves', () => {
    const groups = groupAwaiting(
      [DELIVERY, { ...DELIVERY, deliveryId: 8, characterName: null }, { ...DELIVERY, deliveryId: 9 }],
      [OREN],
    );
    expect(groups.map(({ deliveries }) => deliveries.map(({ deliveryId }) => deliveryId))).toEqual([
      [7, 9],
      [8],
    ]);
    expect(groups.map((group) => awaitingText(group, true))).toEqual([
      'Kara is gone on North. Choose the character that gets this instead:',
      'Choose the character on North that gets this:',
    ]);
  });

  it('name the first five', () => {
    expect(contentTexts(many)).toEqual([...Array(5).fill('Lantern'), '3 more']);
  });
});
