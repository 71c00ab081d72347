import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { KEPT_INPUT_KEY } from '#api/session.ts';
import { ADMIN_USER } from '#test/admin-users.ts';
import { press } from '#test/press.ts';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';
import { BanDialog } from './BanDialog.tsx';

const BAN = 'POST /api/admin/banUser';
const SHARED = 'GET /api/admin/users/7/shared-address';
const USER = { ...ADMIN_USER, lastIP: '203.0.113.9' };

function open(answers: Answers = {}) {
  return renderAdmin({
    at: '/admin/users',
    pages: { '/admin/users': <BanDialog user={USER} onClose={() => {}} /> },
    answers: {
      [SHARED]: { body: { isOwnNetwork: false, total: 3, totalIsExact: true, accounts: [] } },
      [BAN]: { body: { message: 'User Aria banned successfully.' } },
      ...answers,
    },
  });
}

const bodyOf = ({ sent }: ReturnType<typeof open>) => sent.find(({ request }) => request === BAN)?.body;

describe('the form of a ban', () => {
  it('asks for an end and a reason first', async () => {
    open();
    await press('Ban Aria');
    expect(screen.getByRole('alert').textContent).toBe('Ban End Time and Reason are required.');
    await press('7 days');
    await userEvent.type(screen.getByLabelText('Reason'), 'Spam');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says what will happen while it is filled in, and bans the address only when asked', async () => {
    const view = open();
    await press('7 days');
    const end = screen.getByLabelText<HTMLInputElement>('Ban End Time').value;
    expect(Date.parse(end) - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    await userEvent.type(screen.getByLabelText('Reason'), 'Spam');
    expect(await screen.findByText('3 other accounts share the address.')).toBeDefined();
    expect(screen.getByText('The player reads: “Spam”')).toBeDefined();
    expect(screen.getByText('No address is banned.')).toBeDefined();
    await userEvent.click(screen.getByLabelText('Ban the address too'));
    expect(screen.getByLabelText<HTMLInputElement>('IP address').value).toBe('203.0.113.9');
    expect(screen.getByText(/from 203\.0\.113\.9, which 3 other accounts last used/)).toBeDefined();
    expect(bodyOf(view)).toBeUndefined();
    await press('Ban Aria');
    await screen.findByText('User Aria banned successfully.');
    expect(bodyOf(view)).toMatchObject({ accountDBID: 7, ip: '203.0.113.9', description: 'Spam', active: 1 });
  });

  it('has its button described by what will happen', async () => {
    open();
    await press('Permanent');
    const id = screen.getByRole('button', { name: 'Ban Aria' }).getAttribute('aria-describedby') ?? '';
    expect(document.querySelector(`[id="${id}"]`)?.textContent).toContain('No address is banned.');
  });

  it('asks before it drops what was entered before a new sign-in', async () => {
    sessionStorage.setItem(
      KEPT_INPUT_KEY,
      JSON.stringify({ accountDBID: 1, forms: { 'ban of 7': { reason: 'Spam' } } }),
    );
    open();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Spam');
    await press('Cancel');
    expect(await screen.findByRole('button', { name: 'Discard changes' })).toBeDefined();
  });

  it('bans the last address only once it is known who else shares it', async () => {
    const refused = { status: 403, body: { code: 'forbidden', message: 'Not today.' } };
    const answers = [refused, { body: { isOwnNetwork: false, total: 3, totalIsExact: true, accounts: [] } }];
    const view = open({ [SHARED]: () => answers.shift() ?? refused });
    await press('Permanent');
    await userEvent.type(screen.getByLabelText('Reason'), 'Bot');
    await userEvent.click(screen.getByLabelText('Ban the address too'));
    expect(await screen.findByText('Not today.')).toBeDefined();
    await press('Ban Aria');
    expect(bodyOf(view)).toBeUndefined();
    await press('Retry');
    expect(await screen.findByText('3 other accounts share the address.')).toBeDefined();
    await press('Ban Aria');
    await screen.findByText('User Aria banned successfully.');
    expect(bodyOf(view)).toMatchObject({ ip: '203.0.113.9' });
  });

  it('bans for good without an end, and without the address', async () => {
    const view = open();
    await press('Permanent');
    expect(screen.getByLabelText<HTMLInputElement>('Ban End Time').disabled).toBe(true);
    await userEvent.type(screen.getByLabelText('Reason'), 'Bot');
    await press('Ban Aria');
    await screen.findByText('User Aria banned successfully.');
    expect(bodyOf(view)).toMatchObject({ endTime: null, ip: null });
  });

  it('shows at the fields what the server refused', async () => {
    const fields = { endTime: 'The end of a ban must be in the future.' };
    open({ [BAN]: { status: 400, body: { code: 'invalid', message: fields.endTime, fields } } });
    fireEvent.change(screen.getByLabelText('Ban End Time'), { target: { value: '2020-01-01T12:00:00' } });
    await userEvent.type(screen.getByLabelText('Reason'), 'Spam');
    await press('Ban Aria');
    await waitFor(() =>
      expect(screen.getByLabelText('Ban End Time').getAttribute('aria-invalid')).toBe('true'),
    );
  });
});
