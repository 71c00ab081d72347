import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { route as profilePage } from '#pages/accounts/ProfilePage.tsx';
import { fakeServer, renderPage } from '#test/render-page.tsx';
import { useSignedInPlayer } from '#test/set-clock.ts';

const DUE = '2026-07-15T10:00:00.000Z';
const PROFILE = {
  userName: 'Aria',
  email: 'aria@example.org',
  isEmailConfirmed: true,
  avatarUrl: null,
  accountDBID: 4711,
  registerTime: '2026-01-02T10:00:00Z',
  lastLoginTime: null,
  hasClaimedVeteranPackage: false,
  hasClaimedFounderPackage: false,
  twitchId: null,
  webMgt: 1,
  sections: [],
  privilege: 0,
};
const GET_PROFILE = 'GET /api/user/profile';
const ERASURE = '/api/user/privacy/erasure';
const EXPORT = 'POST /api/user/privacy/export';
const FULL = {
  status: 429,
  body: { code: 'too_many_requests', message: 'Your data is being exported already.' },
};
const SUDO_DUE = { status: 403, body: { code: 'sudo_required', message: "Confirm it's you first." } };
const FACTORS = {
  totpSince: '2026-01-02T10:00:00Z',
  recoveryCodesLeft: 9,
  passkeys: [],
  isRequired: false,
  removalDueAt: null,
};
const SUDO = (confirm: () => void) => ({
  'GET /api/user/factors': { body: FACTORS },
  'POST /api/user/sudo': () => {
    confirm();
    return { body: { until: '2026-07-01T10:15:00Z' } };
  },
});
const OTHERS = { 'GET /api/user/game-accounts': { body: { gameAccounts: [] } } };

useSignedInPlayer({ webMgt: 1 });

/** Lazily loaded parts arrive outside the fake clock. */
async function openPrivacy() {
  vi.useRealTimers();
  const page = renderPage({ routes: [{ path: '/profile', ...profilePage }], at: '/profile?tab=privacy' });
  await screen.findByRole('heading', { name: 'Delete account' });
  return page;
}

async function confirmWithCode() {
  const asked = within(await screen.findByRole('dialog', { name: "Confirm it's you" }));
  fireEvent.change(asked.getByLabelText('Code'), { target: { value: '123456' } });
  fireEvent.click(asked.getByRole('button', { name: 'Confirm' }));
}

describe('the privacy tab', () => {
  it('asks for the password before the account is deleted, and shows when', async () => {
    const answers: Record<string, { status?: number; body?: unknown }> = {
      ...OTHERS,
      [GET_PROFILE]: { body: PROFILE },
      [`POST ${ERASURE}`]: {
        status: 403,
        body: { code: 'wrong_password', message: 'Wrong.', fields: { password: 'Wrong.' } },
      },
    };
    const { sent } = fakeServer(answers);
    await openPrivacy();
    fireEvent.click(screen.getByRole('button', { name: 'Delete my account…' }));
    const dialog = screen.getByRole('dialog', { name: 'Delete my account' });
    const submit = within(dialog).getByRole('button', { name: 'Delete my account in 14 days' });
    fireEvent.click(submit);
    expect(within(dialog).getByRole('alert').textContent).toContain('Please enter your password.');
    fireEvent.change(within(dialog).getByLabelText('Password'), { target: { value: 'wrong' } });
    fireEvent.click(submit);
    expect((await within(dialog).findByText('Wrong.')).textContent).toBe('Wrong.');
    answers[`POST ${ERASURE}`] = { body: { erasure: { requestedAt: DUE, dueAt: DUE } } };
    answers[GET_PROFILE] = { body: { ...PROFILE, erasureDueAt: DUE } };
    fakeServer(answers);
    fireEvent.click(submit);
    expect(await screen.findAllByText(/will be deleted on/)).not.toEqual([]);
    expect(sent.some(({ body }) => JSON.stringify(body) === '{"password":"wrong"}')).toBe(true);
  });

  it('asks who is signed in before the account is deleted', async () => {
    let isConfirmed = false;
    const { sent } = fakeServer({
      ...OTHERS,
      ...SUDO(() => {
        isConfirmed = true;
      }),
      [GET_PROFILE]: () => ({ body: isConfirmed ? { ...PROFILE, erasureDueAt: DUE } : PROFILE }),
      [`POST ${ERASURE}`]: () =>
        isConfirmed ? { body: { erasure: { requestedAt: DUE, dueAt: DUE } } } : SUDO_DUE,
    });
    await openPrivacy();
    fireEvent.click(screen.getByRole('button', { name: 'Delete my account…' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Delete my account' }));
    fireEvent.change(dialog.getByLabelText('Password'), { target: { value: 'secret words' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Delete my account in 14 days' }));
    await confirmWithCode();
    expect(await screen.findAllByText(/will be deleted on/)).not.toEqual([]);
    expect(sent.filter(({ request }) => request === `POST ${ERASURE}`)).toHaveLength(2);
  });

  it('asks who is signed in before the download, and goes on', async () => {
    let isConfirmed = false;
    const { sent } = fakeServer({
      ...OTHERS,
      ...SUDO(() => {
        isConfirmed = true;
      }),
      [GET_PROFILE]: { body: PROFILE },
      [EXPORT]: () => (isConfirmed ? FULL : SUDO_DUE),
    });
    await openPrivacy();
    fireEvent.click(screen.getByRole('button', { name: 'Download my data' }));
    await confirmWithCode();
    expect((await screen.findByRole('alert')).textContent).toContain('exported already');
    expect(sent.filter(({ request }) => request === EXPORT)).toHaveLength(2);
  });

  it('downloads nothing and reports nothing when the question is closed', async () => {
    fakeServer({ ...OTHERS, ...SUDO(() => {}), [GET_PROFILE]: { body: PROFILE }, [EXPORT]: SUDO_DUE });
    await openPrivacy();
    fireEvent.click(screen.getByRole('button', { name: 'Download my data' }));
    const asked = within(await screen.findByRole('dialog', { name: "Confirm it's you" }));
    fireEvent.click(asked.getByRole('button', { name: 'Close' }));
    expect(await screen.findByRole('button', { name: 'Download my data' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps the account', async () => {
    fakeServer({ ...OTHERS, [GET_PROFILE]: { body: { ...PROFILE, erasureDueAt: DUE } } });
    await openPrivacy();
    const [keep] = await screen.findAllByRole('button', { name: 'Keep my account' });
    const { sent } = fakeServer({
      ...OTHERS,
      [GET_PROFILE]: { body: PROFILE },
      [`DELETE ${ERASURE}`]: { body: { erasure: null } },
    });
    await act(async () => keep?.click());
    expect(await screen.findByRole('button', { name: 'Delete my account…' })).toBeTruthy();
    expect(sent.map(({ request }) => request)).toContain(`DELETE ${ERASURE}`);
    expect(screen.queryByText(/will be deleted on/)).toBeNull();
  });

  it('says why a download failed', async () => {
    fakeServer({
      ...OTHERS,
      [GET_PROFILE]: { body: PROFILE },
      [EXPORT]: FULL,
    });
    await openPrivacy();
    fireEvent.click(screen.getByRole('button', { name: 'Download my data' }));
    expect((await screen.findByRole('alert')).textContent).toContain('exported already');
  });
});
