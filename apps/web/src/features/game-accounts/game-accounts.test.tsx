import type { GameAccount } from '@waygate/contract/game-accounts/game-accounts.schemas';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { forgetSession, saveSession } from '#api/session.ts';
import { fakeServer, renderPage } from '#test/render-page.tsx';
import { pass, press, useSignedInPlayer } from '#test/set-clock.ts';
import { GameAccountCall } from './GameAccountCall.tsx';
import { GameAccounts } from './GameAccounts.tsx';
import { useGameAccounts } from './use-game-accounts.ts';

const LIST = 'GET /api/user/game-accounts';
const PUT = 'PUT /api/user/game-accounts/1';
const CLAIM = 'POST /api/user/game-accounts/1/claim';

const NONE: GameAccount = {
  serverId: 1,
  serverName: 'Midgard',
  login: null,
  state: 'none',
  policy: 'own_password',
  isLocked: false,
  rules: {
    scheme: 'md5',
    parameters: {},
    login: { min: 4, max: 23, characters: 'word' },
    password: { min: 6, max: 16, characters: 'printable_ascii' },
    isCaseSensitive: false,
    canRename: false,
    canClaim: true,
  },
};
const ACTIVE: GameAccount = { ...NONE, login: 'hero', state: 'active' };

useSignedInPlayer({ webMgt: 1 });

function Section() {
  const loaded = useGameAccounts();
  return (
    <>
      <GameAccountCall content={loaded.content} />
      <GameAccounts loaded={loaded} />
    </>
  );
}

async function open(...gameAccounts: GameAccount[]) {
  const lists = [gameAccounts];
  const answers: Parameters<typeof fakeServer>[0] = {
    [LIST]: () => ({ body: { gameAccounts: lists.length > 1 ? lists.shift() : lists[0] } }),
  };
  const server = fakeServer(answers);
  renderPage({ routes: [{ path: '/', element: <Section /> }], at: '/' });
  await pass(0);
  return { ...server, answers, lists };
}

function fill(label: string, value: string): void {
  fireEvent.change(within(screen.getByRole('dialog')).getByLabelText(label), { target: { value } });
}

const submit = (name: string) => press(name, within(screen.getByRole('dialog')));

describe('game accounts', () => {
  it.each([
    ['Set game password for Midgard', 'Set game password: Midgard'],
    ['Claim an existing account in Midgard', 'Claim an existing account: Midgard'],
  ])(
    'open the dialog again, with its login and no password, in which a session ended after %s',
    async (button, title) => {
      vi.spyOn(console, 'error').mockImplementation(() => {});
      const session = { accessToken: 'token-1', accountDBID: 7 };
      saveSession(session);
      await open(NONE);
      await press(button);
      fill('Login', 'hero');
      fill('Game password', 'sword-of-dawn');
      act(() => forgetSession());
      cleanup();
      saveSession(session);
      await open(NONE);
      const dialog = within(screen.getByRole('dialog', { name: title }));
      expect(dialog.getByLabelText<HTMLInputElement>('Login').value).toBe('hero');
      expect(dialog.getByLabelText<HTMLInputElement>('Game password').value).toBe('');
      await press('Close', dialog);
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  it('show nothing where no server manages accounts', async () => {
    await open();
    expect(screen.queryByRole('heading')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it("call those who can't play yet, and nobody else", async () => {
    await open(NONE, { ...NONE, serverId: 2 });
    const link = screen.getByRole('link', { name: 'Create it' });
    expect(link.closest('[role="status"]')?.textContent).toBe(
      'You have no account in the game yet. Create it',
    );
    fireEvent.click(link);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Game accounts' }));
    cleanup();
    await open(ACTIVE, { ...NONE, serverId: 2 });
    expect(screen.queryByRole('link')).toBeNull();
    cleanup();
    await open(ACTIVE, { ...NONE, serverId: 2, serverName: 'Alfheim', state: 'taken', login: 'hero' });
    expect(screen.getByText(/Your game account on Alfheim isn't ready/)).toBeTruthy();
  });

  it('say how each account is, and what to do', async () => {
    await open(
      NONE,
      { ...ACTIVE, serverId: 2, serverName: 'Alfheim' },
      { ...ACTIVE, serverId: 3, serverName: 'Nifl', isLocked: true },
      {
        ...NONE,
        serverId: 4,
        serverName: 'Muspel',
        login: 'hero',
        state: 'taken',
        message: 'Choose another login.',
      },
    );
    const entries = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(entries[0]).toContain('MidgardNo account yet');
    expect(entries[1]).toContain('Sign in to the game as hero with your game password.');
    expect(entries[2]).toContain('Banned');
    expect(entries[3]).toContain('Login taken');
    expect(entries[3]).toContain('Choose another login.');
  });

  it('check login and password by the rules of the game before they are sent', async () => {
    const { sent } = await open(NONE);
    await press('Set game password for Midgard');
    const dialog = within(screen.getByRole('dialog', { name: 'Set game password: Midgard' }));
    expect(dialog.getByText('4 to 23 characters: letters from A to Z, digits, _ and -.')).toBeTruthy();
    expect(dialog.getByText(/Upper and lower case make no difference/)).toBeTruthy();
    fill('Login', 'he');
    fill('Game password', 'pässword');
    await submit('Set game password');
    expect(dialog.getByRole('alert').textContent).toBe('A login for this game has 4 to 23 characters.');
    expect(dialog.getByLabelText('Login').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(dialog.getByLabelText('Login'));
    expect(sent).toHaveLength(1);
  });

  it('are asked for again until the game answers', async () => {
    const { answers, sent, lists } = await open(NONE);
    answers[PUT] = { body: { ...ACTIVE, state: 'pending' } };
    await press('Set game password for Midgard');
    fill('Login', 'hero');
    fill('Game password', 'Sword-42');
    lists.splice(0, 1, [{ ...ACTIVE, state: 'pending' }], [ACTIVE]);
    await submit('Set game password');
    expect(sent.find(({ request }) => request === PUT)?.body).toEqual({
      login: 'hero',
      password: 'Sword-42',
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    await pass(0);
    expect(screen.getByText('Waiting for the game')).toBeTruthy();
    expect(screen.getByText('Game password sent to the game.')).toBeTruthy();
    await pass(3000);
    expect(screen.getByText('Ready to play')).toBeTruthy();
    const asked = sent.length;
    await pass(10_000);
    expect(sent).toHaveLength(asked);
  });

  it('keep the dialog open with what the server refuses', async () => {
    const { answers } = await open({ ...ACTIVE, rules: { ...NONE.rules, canRename: true } });
    const message = 'This login is taken.';
    answers[PUT] = {
      status: 409,
      body: { code: 'conflict', message, fields: { login: message }, requestId: 'x' },
    };
    await press('Set game password for Midgard');
    expect(screen.getByText(/Another login renames your account\./)).toBeTruthy();
    fill('Login', 'other');
    fill('Game password', 'Sword-42');
    await submit('Set game password');
    expect(screen.getByRole('alert').textContent).toBe(message);
  });

  it('keep the login where the game cannot change it', async () => {
    await open(ACTIVE);
    await press('Set game password for Midgard');
    const login = screen.getByLabelText<HTMLInputElement>('Login');
    expect([login.readOnly, login.value]).toEqual([true, 'hero']);
    expect(screen.queryByRole('button', { name: /Claim/ })).toBeNull();
  });

  it('can be claimed with any password that the game may have taken once', async () => {
    const { answers, sent } = await open(NONE);
    answers[CLAIM] = { body: { ...ACTIVE, state: 'pending' } };
    await press('Claim an existing account in Midgard');
    fill('Login', 'veteran');
    fill('Game password', 'old');
    await submit('Claim account');
    expect(sent.find(({ request }) => request === CLAIM)?.body).toEqual({
      login: 'veteran',
      password: 'old',
    });
  });
});
