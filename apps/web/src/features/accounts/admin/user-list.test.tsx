import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_USER } from '#test/admin-users.ts';
import { comeBackLater } from '#test/come-back.ts';
import { press } from '#test/press.ts';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';
import { UserList } from './UserList.tsx';

beforeAll(() => {
  window.scrollTo = () => {};
});

const LIST = 'GET /api/admin/users?search=&page=1&pageSize=all';
const UPDATE = 'PUT /api/admin/users/7';
const SHARED = 'GET /api/admin/users/7/shared-address';
const SHARED_BY_3 = { body: { isOwnNetwork: false, total: 3, totalIsExact: true, accounts: [] } };
const ARIA = ADMIN_USER;
const BREN: AdminUser = { ...ADMIN_USER, accountDBID: 8, userName: 'Bren', email: 'bren@example.test' };

const listOf = (...users: AdminUser[]) => ({ body: { users, total: users.length, totalIsExact: true } });
const dialog = (name: string) => screen.getByRole('dialog', { name });

/** A list of which Aria goes away once `leave` is called and the list is fetched again. */
function open(answers: Answers = {}) {
  let users = [ARIA, BREN];
  const view = renderAdmin({
    at: '/admin/users?pageSize=all',
    pages: { '/admin/users': <UserList /> },
    answers: { [LIST]: () => listOf(...users), ...answers },
  });
  const refetchWithout = async (gone: AdminUser) => {
    users = users.filter((user) => user !== gone);
    comeBackLater();
    await waitFor(() => expect(screen.queryByRole('link', { name: gone.userName })).toBeNull());
  };
  return { ...view, refetchWithout };
}

describe('a window over all accounts', () => {
  it('bans the account it was opened for, though another one has taken its row', async () => {
    const BAN = 'POST /api/admin/banUser';
    const { sent, refetchWithout } = open({ [BAN]: { body: { message: 'Banned.' } }, [SHARED]: SHARED_BY_3 });
    await press('Ban Aria');
    await userEvent.type(screen.getByLabelText('Reason'), 'Sold the same sword twice');
    await refetchWithout(ARIA);
    const window = within(dialog('Ban Aria'));
    expect(window.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Sold the same sword twice');
    fireEvent.change(window.getByLabelText('Ban End Time'), { target: { value: '2099-01-01T12:00:00' } });
    await userEvent.click(window.getByRole('button', { name: 'Ban Aria' }));
    await screen.findByText('Banned.');
    expect(sent.find(({ request }) => request === BAN)?.body).toMatchObject({ accountDBID: 7 });
  });

  it('stays with what was entered when its account leaves the page', async () => {
    const { sent, refetchWithout } = open({ [UPDATE]: { body: ARIA } });
    await press('Edit Aria');
    await userEvent.type(within(dialog('Edit Aria')).getByLabelText('Username'), 'dne');
    await refetchWithout(ARIA);
    await userEvent.click(within(dialog('Edit Aria')).getByRole('button', { name: 'Save' }));
    await screen.findByText('User updated successfully!');
    expect(sent.find(({ request }) => request.startsWith('PUT'))).toMatchObject({
      request: UPDATE,
      body: { userName: 'Ariadne' },
    });
  });
});
