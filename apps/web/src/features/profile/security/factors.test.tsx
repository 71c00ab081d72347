import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Factors, Passkey } from '@waygate/contract/factors/factors.schemas';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { press } from '#test/press.ts';
import { FACTORS, NO_FACTOR, openSecurityTab, SESSIONS } from '#test/security-tab.tsx';

const TOTP = 'POST /api/user/factors/totp';
const CONFIRM = 'POST /api/user/factors/totp/confirm';
const REMOVE_TOTP = 'DELETE /api/user/factors/totp';
const RENEW = 'POST /api/user/factors/recovery-codes';
const SUDO = 'POST /api/user/sudo';
const OPTIONS = 'POST /api/user/factors/passkeys/options';
const PASSKEYS = 'POST /api/user/factors/passkeys';

const SETUP = {
  body: {
    secret: 'JBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Agaia:Aria?secret=JBSWY3DPEHPK3PXP',
    qrSvg: '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0#1"/></svg>',
  },
};
const CODES = Array.from({ length: 10 }, (_, index) => `abcde-1234${index}`);
const WITH_APP: Factors = { ...NO_FACTOR, totpSince: '2026-11-20T10:00:00Z', recoveryCodesLeft: 10 };
const LAPTOP: Passkey = {
  id: 7,
  name: 'Laptop',
  createdAt: '2026-11-20T10:00:00Z',
  lastUsedAt: null,
};
const WITH_PASSKEY: Factors = { ...NO_FACTOR, recoveryCodesLeft: 10, passkeys: [LAPTOP] };

const findButton = (name: string | RegExp) => screen.findByRole('button', { name });
const messages = () => screen.getByRole('log', { name: 'Messages' }).textContent;
const inDialog = (name: string) => screen.findByRole('dialog', { name }).then((dialog) => within(dialog));
const section = () => screen.getByRole('region', { name: 'Two-factor authentication' });

/** Answers that change with what was done. */
const inTurn = (...factors: Factors[]) => {
  let last = NO_FACTOR;
  return () => ({ body: (last = factors.shift() ?? last) });
};

async function typeCode(code: string) {
  const dialog = await inDialog('Set up an authenticator app');
  const field = dialog.getByLabelText('Code from the app');
  await userEvent.clear(field);
  await userEvent.type(field, `${code}{Enter}`);
}

async function renew() {
  await press('Make new codes');
  const question = await inDialog('Make new recovery codes');
  await userEvent.click(question.getByRole('button', { name: 'Make new codes' }));
  return inDialog('Save your recovery codes');
}

/** The browser's part: an authenticator that answers, or refuses. */
function withAuthenticator(create: () => Promise<unknown>) {
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'credentials');
  });
}

const buffer = () => new Uint8Array([1, 2, 3]).buffer;
const CREDENTIAL = {
  id: 'AQID',
  rawId: buffer(),
  type: 'public-key',
  response: { attestationObject: buffer(), clientDataJSON: buffer() },
  getClientExtensionResults: () => ({}),
};

const CREATE_OPTIONS = {
  body: {
    challenge: 'AQID',
    rp: { name: 'Agaia', id: 'localhost' },
    user: { id: 'AQID', name: 'Aria', displayName: 'Aria' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  },
};

/** Returns the name that was suggested, which goes with the dialog. */
async function add(): Promise<string> {
  await press('Add a passkey');
  const dialog = await inDialog('Add a passkey');
  const { value } = dialog.getByLabelText<HTMLInputElement>('Name');
  await userEvent.click(dialog.getByRole('button', { name: 'Create the passkey' }));
  return value;
}

const alertText = () => screen.getByRole('alert').textContent;

describe('an authenticator app', () => {
  it('is set up by its QR code or key, confirmed by a code, and gives recovery codes', async () => {
    const { sent } = openSecurityTab({
      [FACTORS]: inTurn(NO_FACTOR, WITH_APP),
      [TOTP]: SETUP,
      [CONFIRM]: { body: { recoveryCodes: CODES } },
    });
    await press('Set up the authenticator app');
    const dialog = await inDialog('Set up an authenticator app');
    const qr = dialog.getByRole<HTMLImageElement>('img', { name: 'QR code for your authenticator app' });
    expect(qr.src).toBe(`data:image/svg+xml,${encodeURIComponent(SETUP.body.qrSvg)}`);
    expect(dialog.getByText('JBSW Y3DP EHPK 3PXP')).toBeDefined();
    expect(dialog.getByRole('link').getAttribute('href')).toBe(SETUP.body.uri);
    const field = dialog.getByLabelText('Code from the app');
    expect([field.getAttribute('inputmode'), field.getAttribute('autocomplete')]).toEqual([
      'numeric',
      'one-time-code',
    ]);
    await typeCode('123 456');
    const codes = await inDialog('Save your recovery codes');
    expect(sent.find(({ request }) => request === CONFIRM)?.body).toEqual({ code: '123456' });
    expect(codes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES);
    await userEvent.click(codes.getByLabelText('I saved them'));
    await userEvent.click(codes.getByRole('button', { name: 'Done' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(messages()).toBe('Authenticator app set up.');
    expect(await findButton('Remove the authenticator app')).toBeDefined();
    expect(section().textContent).toContain('Two-factor authenticationOn');
    // Its confirmation has signed out the other devices.
    expect(sent.filter(({ request }) => request === SESSIONS).length).toBeGreaterThan(1);
  });

  it('refuses what is no code without asking, and keeps a wrong one to correct', async () => {
    const { sent } = openSecurityTab({
      [TOTP]: SETUP,
      [CONFIRM]: {
        status: 400,
        body: { code: 'validation_failed', message: 'Wrong code.', fields: { code: 'Wrong code.' } },
      },
    });
    await press('Set up the authenticator app');
    await typeCode('12345');
    expect(alertText()).toBe('Enter the six digits that your app shows.');
    expect(sent.some(({ request }) => request === CONFIRM)).toBe(false);
    await typeCode('654321');
    await waitFor(() => expect(alertText()).toBe('Wrong code.'));
    const field = screen.getByLabelText<HTMLInputElement>('Code from the app');
    expect([field.value, document.activeElement === field]).toEqual(['654321', true]);
  });

  it('is set up after the password is confirmed, and says nothing when that is cancelled', async () => {
    let isConfirmed = false;
    openSecurityTab({
      [TOTP]: () => (isConfirmed ? SETUP : { status: 403, body: { code: 'sudo_required', message: 'No.' } }),
      [SUDO]: () => {
        isConfirmed = true;
        return { body: { until: '2026-11-20T10:00:00Z' } };
      },
    });
    await press('Set up the authenticator app');
    await inDialog("Confirm it's you");
    await press('Close');
    await waitFor(async () =>
      expect((await findButton('Set up the authenticator app')).getAttribute('aria-busy')).toBeNull(),
    );
    expect([screen.queryByRole('dialog'), screen.queryByRole('alert')]).toEqual([null, null]);
    await press('Set up the authenticator app');
    const dialog = await inDialog("Confirm it's you");
    await userEvent.type(dialog.getByLabelText('Password'), 'secret words{Enter}');
    expect(await inDialog('Set up an authenticator app')).toBeDefined();
  });

  it('is removed after a question that says what goes with it', async () => {
    const required = { ...WITH_APP, isRequired: true };
    openSecurityTab({
      [FACTORS]: inTurn(required, { ...NO_FACTOR, isRequired: true }),
      [REMOVE_TOTP]: { status: 204 },
    });
    await press('Remove the authenticator app');
    const dialog = await inDialog('Remove the authenticator app');
    expect(dialog.getByText(/^This is your only second factor.*admin area closes/)).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Remove the app' }));
    expect(await findButton('Set up the authenticator app')).toBeDefined();
    expect(messages()).toBe('Authenticator app removed.');
    expect(screen.getByText(/^Your role needs a second factor/)).toBeDefined();
  });

  it('does not warn of the last factor while there is a passkey', async () => {
    openSecurityTab({ [FACTORS]: { body: { ...WITH_APP, passkeys: [LAPTOP] } } });
    await press('Remove the authenticator app');
    const dialog = await inDialog('Remove the authenticator app');
    expect(dialog.queryByText(/only second factor/)).toBeNull();
  });
});

describe('recovery codes', () => {
  it.each([
    [4, '4 left', false],
    [3, '3 left', true],
    [0, 'None left', true],
  ])('warn from three on: %i', async (recoveryCodesLeft, text, isWarned) => {
    openSecurityTab({ [FACTORS]: { body: { ...WITH_APP, recoveryCodesLeft } } });
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.queryByText(/^Make new ones before they run out/) !== null).toBe(isWarned);
  });

  it('are not mentioned without a factor', async () => {
    openSecurityTab();
    await findButton('Set up the authenticator app');
    expect(screen.queryByText('Recovery codes')).toBeNull();
  });

  it('stay until somebody says that they saved them, whatever becomes of the page behind', async () => {
    let loads = 0;
    openSecurityTab({
      [FACTORS]: () => {
        loads += 1;
        return loads === 1 ? { body: WITH_APP } : { status: 500, body: {} };
      },
      [RENEW]: { body: { recoveryCodes: CODES } },
    });
    const dialog = await renew();
    await screen.findByText('Failed to load your second factors.');
    expect(dialog.getAllByRole('listitem')).toHaveLength(10);
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    const error = "Save the codes and tick this first. They can't be shown again.";
    expect(dialog.getByText(error)).toBeDefined();
    expect(document.activeElement).toBe(dialog.getByLabelText('I saved them'));
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('dialog')).toBeDefined();
    await userEvent.click(dialog.getByLabelText('I saved them'));
    expect(dialog.queryByText(error)).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(messages()).toBe('Recovery codes renewed.');
  });

  it('are copied and downloaded', async () => {
    let saved: Blob | undefined;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      saved = file as Blob;
      return 'blob:codes';
    });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    openSecurityTab({ [FACTORS]: { body: WITH_APP }, [RENEW]: { body: { recoveryCodes: CODES } } });
    const dialog = await renew();
    await userEvent.click(dialog.getByRole('button', { name: 'Copy the codes' }));
    expect(await dialog.findByText('Copied.')).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe(CODES.join('\n'));
    await userEvent.click(dialog.getByRole('button', { name: 'Download' }));
    expect(click).toHaveBeenCalledOnce();
    expect(await saved?.text()).toBe(
      `Recovery codes for Agaia, account Aria. Each works once.\n\n${CODES.join('\n')}\n`,
    );
  });
});

describe('passkeys', () => {
  beforeEach(() => {
    vi.stubGlobal('isSecureContext', true);
    vi.stubGlobal('PublicKeyCredential', Object);
    return () => vi.unstubAllGlobals();
  });

  it('are created by the browser under its name, and give recovery codes as the first factor', async () => {
    withAuthenticator(async () => CREDENTIAL);
    const { sent } = openSecurityTab({
      [FACTORS]: inTurn(NO_FACTOR, WITH_PASSKEY),
      [OPTIONS]: CREATE_OPTIONS,
      [PASSKEYS]: { body: { passkey: LAPTOP, recoveryCodes: CODES } },
    });
    const name = await add();
    expect(name).toBe('Chrome on Windows');
    await inDialog('Save your recovery codes');
    expect(sent.find(({ request }) => request === PASSKEYS)?.body).toMatchObject({
      name,
      response: { id: 'AQID', type: 'public-key' },
    });
    await userEvent.click(screen.getByLabelText('I saved them'));
    await press('Done');
    expect(messages()).toBe('Passkey added.');
    expect(section().textContent).toMatch(/Laptop.*Not used yet/);
  });

  it.each([
    [NO_FACTOR, 'So that you recognise it here later. Adding it signs out your other devices.'],
    [WITH_APP, 'So that you recognise it here later.'],
  ])('say that other devices are signed out by the first factor alone', async (factors, hint) => {
    openSecurityTab({ [FACTORS]: { body: factors } });
    await press('Add a passkey');
    const dialog = await inDialog('Add a passkey');
    expect(dialog.getByText(/^So that you recognise/).textContent).toBe(hint);
  });

  it("are called 'My passkey' where the server knows no name of the browser", async () => {
    withAuthenticator(async () => CREDENTIAL);
    openSecurityTab({
      [SESSIONS]: { status: 503, body: {} },
      [OPTIONS]: CREATE_OPTIONS,
      [PASSKEYS]: { body: { passkey: LAPTOP, recoveryCodes: null } },
    });
    expect(await add()).toBe('My passkey');
  });

  it.each([
    ['NotAllowedError', 'No passkey was created: it was stopped or took too long. Try again.'],
    ['InvalidStateError', 'This device already has a passkey for your account.'],
    ['UnknownError', "Your passkey couldn't be created. Try again."],
  ])('say in plain words what %s means', async (name, message) => {
    withAuthenticator(() => Promise.reject(new DOMException('Technical.', name)));
    openSecurityTab({ [OPTIONS]: CREATE_OPTIONS });
    await add();
    expect((await screen.findByRole('alert')).textContent).toBe(message);
  });

  it('are renamed and removed', async () => {
    const desk = { ...LAPTOP, name: 'Desk', lastUsedAt: '2026-11-21T10:00:00Z' };
    const { sent } = openSecurityTab({
      [FACTORS]: inTurn(WITH_PASSKEY, { ...WITH_PASSKEY, passkeys: [desk] }, NO_FACTOR),
      'PUT /api/user/factors/passkeys/7': { body: desk },
      'DELETE /api/user/factors/passkeys/7': { status: 204 },
    });
    await press('Rename Laptop');
    const field = (await inDialog('Rename passkey')).getByLabelText<HTMLInputElement>('Name');
    expect(field.value).toBe('Laptop');
    await userEvent.clear(field);
    await userEvent.type(field, '{Enter}');
    expect(screen.getByRole('alert').textContent).toBe('Please name the passkey with 1 to 60 characters.');
    await userEvent.type(field, ' Desk {Enter}');
    await press('Remove Desk');
    expect(sent.find(({ request }) => request.startsWith('PUT'))?.body).toEqual({ name: 'Desk' });
    const dialog = await inDialog('Remove Desk');
    expect(dialog.getByText(/^This is your only second factor/)).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Remove the passkey' }));
    await waitFor(() => expect(screen.queryByText('Desk')).toBeNull());
    expect(messages()).toContain('Passkey removed.');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Two-factor authentication'));
  });

  it.each([
    ['no domain', "Passkeys need a domain name and HTTPS, which this site's address doesn't have."],
    ['another address', 'Passkeys belong to https://play.example. Open the site there to add one.'],
    ['an old browser', "This browser can't create passkeys here. Update it, or use another one."],
  ])('are explained where they are missing: %s', async (reason, text) => {
    if (reason === 'an old browser') Reflect.deleteProperty(window, 'PublicKeyCredential');
    const { passkeyOrigin: here, ...elsewhere } = NO_FACTOR;
    openSecurityTab({
      [FACTORS]: {
        body: {
          'no domain': elsewhere,
          'another address': { ...elsewhere, passkeyOrigin: 'https://play.example' },
          'an old browser': { ...elsewhere, passkeyOrigin: here },
        }[reason],
      },
    });
    const button = await findButton('Add a passkey');
    expect(button.hasAttribute('disabled')).toBe(true);
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(text);
  });
});

it('staff see that their role needs a factor, and a planned removal', async () => {
  openSecurityTab({
    [FACTORS]: { body: { ...WITH_APP, isRequired: true, removalDueAt: '2026-11-28T10:00:00Z' } },
  });
  expect(await screen.findByText('Required for your role')).toBeDefined();
  expect(screen.getByText(/^Our team was asked to remove all your second factors/)).toBeDefined();
  expect(screen.queryByText(/^Your role needs a second factor/)).toBeNull();
});
