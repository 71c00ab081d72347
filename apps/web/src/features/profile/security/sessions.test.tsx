import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { press } from '#test/press.ts';
import { FACTORS, HERE, openSecurityTab, PHONE, SESSIONS, SIGN_IN, SIGN_INS } from '#test/security-tab.tsx';

const OTHERS = 'DELETE /api/user/sessions';
const CHANGE = 'POST /api/user/change-password';
const LAPTOP = { ...HERE, id: 3, browser: null, network: null, isCurrent: false };

const section = async (name: string) => within(await screen.findByRole('region', { name }));
const findButton = (name: string | RegExp) => screen.findByRole('button', { name });
const messages = () => screen.getByRole('log', { name: 'Messages' }).textContent;

const alertText = () => screen.getByRole('alert').textContent;

describe('the devices', () => {
  it('are listed, this one marked and without a button', async () => {
    openSecurityTab({ [SESSIONS]: { body: { sessions: [HERE, PHONE, LAPTOP] } } });
    await findButton('Sign out Safari on iPhone');
    const list = (await section('Devices')).getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(list[0]).toMatch(/^Chrome on WindowsThis deviceActive now · 203.0.113.0\/24Signed in .*2026/);
    expect(list[1]).toMatch(/^Safari on iPhoneLast seen .*2026.* · 203.0.113.0\/24Signed in/);
    expect(list[2]).toMatch(/^Unknown browserLast seen (?!.*·)/);
    expect(screen.queryByRole('button', { name: 'Sign out Chrome on Windows' })).toBeNull();
  });

  it('are signed out one by one, with the focus on the heading afterwards', async () => {
    const shown = [[HERE, PHONE], [HERE]];
    openSecurityTab({
      [SESSIONS]: () => ({ body: { sessions: shown.shift() } }),
      'DELETE /api/user/sessions/2': { status: 204 },
    });
    await press('Sign out Safari on iPhone');
    expect(await screen.findByText("You're signed in on no other device.")).toBeDefined();
    expect(messages()).toBe('Device signed out.');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Devices' }));
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
  });

  it('say why one could not be signed out, and keep it', async () => {
    openSecurityTab({
      [SESSIONS]: { body: { sessions: [HERE, PHONE] } },
      'DELETE /api/user/sessions/2': { status: 500, body: {} },
    });
    await press('Sign out Safari on iPhone');
    expect((await screen.findByRole('alert')).textContent).toBe(
      "The device couldn't be signed out. Try again.",
    );
    expect(await findButton('Sign out Safari on iPhone')).toBeDefined();
  });

  it('are signed out everywhere else after a question', async () => {
    const shown = [[HERE, PHONE, LAPTOP], [HERE]];
    const { sent } = openSecurityTab({
      [SESSIONS]: () => ({ body: { sessions: shown.shift() } }),
      [OTHERS]: { status: 204 },
    });
    await press('Sign out everywhere else');
    const dialog = within(screen.getByRole('dialog', { name: 'Sign out everywhere else' }));
    expect(sent.some(({ request }) => request === OTHERS)).toBe(false);
    await userEvent.click(dialog.getByRole('button', { name: 'Sign out everywhere else' }));
    expect(await screen.findByText("You're signed in on no other device.")).toBeDefined();
    expect(messages()).toBe('Signed out everywhere else.');
  });

  it('can be loaded again when loading failed', async () => {
    let tries = 0;
    openSecurityTab({
      [SESSIONS]: () => {
        tries += 1;
        return tries === 1 ? { status: 503, body: {} } : { body: { sessions: [HERE] } };
      },
    });
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to load your devices.');
    await press('Retry');
    expect(await screen.findByText('This device')).toBeDefined();
  });
});

describe('the sign-in history', () => {
  it('names what happened, and marks failures and new devices', async () => {
    openSecurityTab({
      [SIGN_INS]: {
        body: {
          signIns: [
            { ...SIGN_IN, id: 6, method: 'totp', isNewDevice: true },
            { ...SIGN_IN, id: 5, method: 'recovery_code' },
            { ...SIGN_IN, id: 4, method: 'passkey_alone' },
            { ...SIGN_IN, id: 3, outcome: 'wrong_password', browser: null, network: null },
            { ...SIGN_IN, id: 2, outcome: 'wrong_code', method: 'totp' },
            { ...SIGN_IN, id: 1, outcome: 'wrong_code', method: 'recovery_code' },
          ],
        },
      },
    });
    const list = await screen.findByRole('list', { name: 'Sign-ins, the newest first' });
    const entries = within(list).getAllByRole('listitem');
    expect(entries.map(({ firstChild }) => firstChild?.childNodes[1]?.textContent)).toEqual([
      'Signed in with password and app codeNew device',
      'Signed in with password and recovery code',
      'Signed in with a passkey alone',
      'Wrong passwordFailed',
      'Wrong codeFailed',
      'Wrong recovery codeFailed',
    ]);
    expect(entries[3]?.textContent).toContain('Unknown browser');
  });

  it('tells how a passkey was used, where the portal knows it', async () => {
    const signIns = [
      { ...SIGN_IN, id: 4, method: 'passkey_alone' },
      { ...SIGN_IN, id: 3, method: 'passkey_second_step' },
      { ...SIGN_IN, id: 2, outcome: 'wrong_code', method: 'passkey_second_step' },
      { ...SIGN_IN, id: 1, method: 'passkey' },
    ];
    openSecurityTab({ [SIGN_INS]: { body: { signIns } } });
    const list = await screen.findByRole('list', { name: 'Sign-ins, the newest first' });
    expect([...list.querySelectorAll('strong')].map(({ textContent }) => textContent)).toEqual([
      'Signed in with a passkey alone',
      'Signed in with password and passkey',
      'Passkey refused after the password',
      'Signed in with a passkey',
    ]);
  });

  it('starts with the newest few, and shows all on demand', async () => {
    const signIns = Array.from({ length: 50 }, (_, index) => ({ ...SIGN_IN, id: 50 - index }));
    openSecurityTab({ [SIGN_INS]: { body: { signIns } } });
    const list = await screen.findByRole('list', { name: 'Sign-ins, the newest first' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(8);
    await press('Show all 50 sign-ins');
    expect(within(list).getAllByRole('listitem')).toHaveLength(50);
    expect(document.activeElement).toBe(list);
  });

  it('says so when it is empty', async () => {
    openSecurityTab({ [SIGN_INS]: { body: { signIns: [] } } });
    expect(await screen.findByText('Nothing yet. Sign-ins appear here from now on.')).toBeDefined();
  });
});

describe('the change of the password', () => {
  const LABELS = ['Current Password', 'New Password', 'Confirm New Password'];

  async function change(...values: string[]) {
    if (!screen.queryByRole('dialog')) await press('Change password');
    const dialog = within(screen.getByRole('dialog', { name: 'Change password' }));
    for (const [index, value] of values.entries()) {
      const field = dialog.getByLabelText(LABELS[index] ?? '');
      await userEvent.clear(field);
      if (value !== '') await userEvent.type(field, value);
    }
    await userEvent.click(dialog.getByRole('button', { name: 'Change password' }));
  }

  it('follows the rules of a reset before anything is sent', async () => {
    const { sent } = openSecurityTab();
    const before = (await screen.findByText('This device')) && sent.length;
    await change('', 'emberfall', 'emberfall');
    expect(alertText()).toBe('Please enter your current password to confirm this change.');
    expect(document.activeElement).toBe(screen.getByLabelText('Current Password'));
    await change('old words', 'emberfall', 'embersfall');
    expect(alertText()).toBe('Passwords do not match.');
    await change('old words', 'short', 'short');
    expect(alertText()).toBe('Password must be at least 6 characters long.');
    expect(sent).toHaveLength(before);
  });

  it('closes with a message, and loads the devices again', async () => {
    const { sent } = openSecurityTab({ [CHANGE]: { body: { message: 'ok' } } });
    await change('old words', 'emberfall', 'emberfall');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(messages()).toBe('Password changed.');
    expect(sent.find(({ request }) => request === CHANGE)?.body).toEqual({
      oldPassword: 'old words',
      newPassword: 'emberfall',
    });
    await waitFor(() => expect(sent.filter(({ request }) => request === SESSIONS)).toHaveLength(2));
  });

  it('keeps what was typed and names the field that is wrong', async () => {
    const answers = [
      {
        status: 403,
        body: {
          code: 'wrong_password',
          message: 'The password is not right.',
          fields: { oldPassword: 'The password is not right.' },
        },
      },
      {
        status: 400,
        body: {
          code: 'validation_failed',
          message: 'Some fields need another value.',
          fields: { newPassword: 'This password is too common.' },
        },
      },
    ];
    openSecurityTab({ [CHANGE]: () => answers.shift() ?? {} });
    await change('old words', 'password1', 'password1');
    const old = screen.getByLabelText<HTMLInputElement>('Current Password');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('The password is not right.'));
    expect([old.getAttribute('aria-invalid'), old.value]).toEqual(['true', 'old words']);
    expect(document.activeElement).toBe(old);
    await change('older words');
    const chosen = screen.getByLabelText<HTMLInputElement>('New Password');
    expect(await screen.findByText('This password is too common.')).toBeDefined();
    expect([chosen.getAttribute('aria-invalid'), chosen.value]).toEqual(['true', 'password1']);
    expect(document.activeElement).toBe(chosen);
  });
});

it('each part of the tab fails alone', async () => {
  openSecurityTab({ [FACTORS]: { status: 500, body: {} }, [SIGN_INS]: { status: 500, body: {} } });
  const alerts = await screen.findAllByRole('alert');
  expect(alerts.map(({ textContent }) => textContent)).toEqual([
    'Failed to load your second factors.',
    'Failed to load your sign-ins.',
  ]);
  expect(screen.getByText('This device')).toBeDefined();
});
