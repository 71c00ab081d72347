import type { Role, StaffMember } from '@waygate/contract/roles/roles.schemas';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { press } from '#test/press.ts';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';
import { RoleList } from './RoleList.tsx';
import { StaffList } from './StaffList.tsx';

beforeAll(() => {
  window.scrollTo = () => {};
});
afterEach(cleanup);

const EDITOR: Role = {
  roleId: 2,
  name: 'Editor',
  description: 'Writes news.',
  sections: ['patchNotes', 'news'],
  accountCount: 2,
  updatedAt: '2026-01-01T00:00:00.000Z',
  revision: 4,
};

const ARIA: StaffMember = {
  accountDBID: 7,
  userName: 'Aria',
  permission: 0,
  webMgt: 22,
  sections: ['newer'],
  role: null,
  hasFactor: false,
  lastActiveOn: '2026-11-20',
};
const BREN: StaffMember = { ...ARIA, accountDBID: 8, userName: 'Bren', permission: 32, lastActiveOn: null };

const STAFF = 'GET /api/admin/staff?search=&page=1&pageSize=100';
const ROLES = 'GET /api/admin/roles';
const APPLY = 'POST /api/admin/roles/2/apply';

function open(answers: Answers = {}) {
  return renderAdmin({
    at: '/admin/staff',
    pages: { '/admin/staff': <StaffList />, '/admin/roles': <RoleList /> },
    answers: {
      [STAFF]: { body: { staff: [ARIA, BREN], total: 2, totalIsExact: true } },
      [ROLES]: { body: { roles: [EDITOR] } },
      ...answers,
    },
  });
}

async function openRoles(answers: Answers = {}) {
  const view = open(answers);
  await view.router.navigate('/admin/roles');
  return view;
}

/** Selects both, and the role in the dialog. */
async function chooseEditor() {
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows shown' }));
  await press('Change role of 2 accounts');
  const dialog = within(screen.getByRole('dialog', { name: 'Change roles' }));
  await userEvent.selectOptions(dialog.getByLabelText('Role'), 'Editor');
  return dialog;
}

describe('the page of staff', () => {
  it('shows role, sections by category and last activity of each account', async () => {
    open();
    const [aria, bren] = [
      await screen.findByRole('row', { name: /Aria/ }),
      screen.getByRole('row', { name: /Bren/ }),
    ];
    expect(aria.textContent).toMatch(
      /Custom.*AccountsManagement, Audit Log.*ContentNews.*Othernewer.*November/,
    );
    expect(bren.textContent).toMatch(/OwnerEvery sectionNoneNever/);
  });

  it('says before a role is applied what each account gains and loses, and leaves owners out', async () => {
    const { sent } = open({ [APPLY]: { body: { accounts: [] } } });
    const dialog = await chooseEditor();
    expect(dialog.getByRole('list', { name: 'Chosen accounts' }).textContent).toMatch(
      /Aria.*GainsContentPatch NotesLosesAccountsManagement, Audit LogOthernewer/,
    );
    expect(dialog.getByRole('status').textContent).toMatch(/^Bren: owners have every right/);
    await userEvent.click(dialog.getByRole('button', { name: 'Apply Editor to 1 account' }));
    await screen.findByText('Role applied to 1 account.');
    expect(sent.find(({ request }) => request === APPLY)?.body).toEqual({ accounts: [7], revision: 4 });
    expect(screen.getByRole('button', { name: 'Add staff' })).toBeDefined();
  });

  it('applies nothing when the role was changed meanwhile, and shows it as it is now', async () => {
    let roles = [EDITOR];
    const current = { ...EDITOR, sections: ['orders'], revision: 5 };
    open({
      [ROLES]: () => ({ body: { roles } }),
      [APPLY]: () => {
        roles = [current];
        return { status: 409, body: { code: 'conflict', message: 'Changed.', current, requestId: 'r' } };
      },
    });
    const dialog = await chooseEditor();
    await userEvent.click(dialog.getByRole('button', { name: 'Apply Editor to 1 account' }));
    expect((await dialog.findByRole('alert')).textContent).toMatch(/^Somebody changed this role/);
    await waitFor(() =>
      expect(dialog.getByRole('list', { name: 'Chosen accounts' }).textContent).toContain('Orders'),
    );
  });

  it('asks for role and account, and does not apply by Enter in the search', async () => {
    const { sent } = open({
      'GET /api/admin/users?search=aria&pageSize=10': { body: { users: [], total: 0, totalIsExact: true } },
    });
    await press('Add staff');
    const dialog = within(screen.getByRole('dialog', { name: 'Add staff' }));
    await userEvent.type(dialog.getByLabelText('Add an account'), 'aria{Enter}');
    expect(await dialog.findByText('No account matches.')).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Apply role' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Choose a role.');
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'Editor');
    await userEvent.click(dialog.getByRole('button', { name: 'Apply role' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Choose at least one account.');
    expect(sent.filter(({ request }) => request.startsWith('POST'))).toEqual([]);
  });

  it('revokes all rights on request', async () => {
    const { sent } = open({ 'POST /api/admin/staff/revoke': { body: { accounts: [] } } });
    const dialog = await chooseEditor();
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'No role: revoke all rights');
    await userEvent.click(dialog.getByRole('button', { name: 'Revoke all rights of 1 account' }));
    await screen.findByText('Rights of 1 account revoked.');
    expect(sent.find(({ request }) => request.startsWith('POST'))?.body).toEqual({ accounts: [7] });
  });
});

describe('the page of roles', () => {
  it('asks for a name', async () => {
    await openRoles();
    await press('New role');
    await press('Create');
    expect(screen.getByRole('alert').textContent).toBe('Please give the role a name.');
  });

  it('says what an edit means for the accounts with the role', async () => {
    const { sent } = await openRoles({ 'PUT /api/admin/roles/2': { body: EDITOR } });
    await press('Edit Editor');
    const dialog = within(screen.getByRole('dialog', { name: 'Edit Editor' }));
    await userEvent.click(dialog.getByRole('checkbox', { name: 'News' }));
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Products' }));
    expect(dialog.getByRole('status').textContent).toMatch(
      /^2 accounts with this role gain Shop: Products\.2 accounts with this role lose Content: News\.$/,
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Role updated.');
    expect(sent.find(({ request }) => request.startsWith('PUT'))?.body).toMatchObject({
      sections: ['patchNotes', 'products'],
      revision: 4,
    });
  });

  it('asks before a deletion what becomes of the rights', async () => {
    const { sent } = await openRoles({ 'DELETE /api/admin/roles/2?rights=revoke': { status: 204 } });
    await press('Delete Editor');
    const dialog = within(screen.getByRole('dialog', { name: 'Delete Editor?' }));
    await userEvent.selectOptions(
      dialog.getByLabelText('Rights of the 2 accounts with this role'),
      'Revoke all of them',
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Role deleted.');
    expect(sent.some(({ request }) => request === 'DELETE /api/admin/roles/2?rights=revoke')).toBe(true);
  });

  it('says that there are none, and what failed', async () => {
    await openRoles({ [ROLES]: { body: { roles: [] } } });
    expect(await screen.findByText('There are no roles yet. Rights are set for each account.')).toBeDefined();
    cleanup();
    await openRoles({
      [ROLES]: { status: 503, body: { code: 'unavailable', message: 'Busy.', requestId: 'r' } },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Busy.');
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
  });
});
