import type { StaffMember } from '@waygate/contract/roles/roles.schemas';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';
import { SecurityPolicyPanel } from './SecurityPolicyPanel.tsx';

const POLICY = 'GET /api/admin/security-policy';
const UPDATE = 'PUT /api/admin/security-policy';
const MISSING = 'GET /api/admin/staff?factor=missing&pageSize=100&search=';

const OFF = { isStaffFactorRequired: false, revision: 3 };
const ON = { isStaffFactorRequired: true, revision: 4 };

const lacking = (accountDBID: number, userName: string): StaffMember => ({
  accountDBID,
  userName,
  permission: 0,
  webMgt: 22,
  sections: [],
  role: null,
  hasFactor: false,
  lastActiveOn: null,
});

const without = (...staff: StaffMember[]) => ({ body: { staff, total: staff.length, totalIsExact: true } });

/** A portal that keeps what is saved. */
function open(answers: Answers = {}, first = OFF) {
  let policy = first;
  return renderAdmin({
    at: '/admin/staff',
    pages: { '/admin/staff': <SecurityPolicyPanel /> },
    answers: {
      [POLICY]: () => ({ body: policy }),
      [UPDATE]: () => {
        policy = policy.isStaffFactorRequired ? { ...OFF, revision: 5 } : ON;
        return { body: policy };
      },
      [MISSING]: without(lacking(7, 'Aria'), lacking(8, 'Bren')),
      ...answers,
    },
  });
}

const findSwitch = () =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: 'Staff must use a second factor' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function openQuestion(name: string) {
  await userEvent.click(await findSwitch());
  return within(await screen.findByRole('dialog', { name }));
}

describe('the policy for staff', () => {
  it('names who is locked out before it asks for a second factor', async () => {
    const { sent } = open();
    expect((await findSwitch()).checked).toBe(false);
    const dialog = await openQuestion('Require a second factor of staff');
    expect(await dialog.findByText(/2 accounts on the staff have no second factor/)).toBeDefined();
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Aria', 'Bren']);
    expect((await findSwitch()).checked).toBe(false);
    await press('Require a second factor');
    await screen.findByText('Second factor required of staff.');
    expect(sent.find(({ request }) => request === UPDATE)?.body).toEqual({
      isStaffFactorRequired: true,
      revision: 3,
    });
    await waitFor(async () => expect((await findSwitch()).checked).toBe(true));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('names ten, and links to the others', async () => {
    const many = Array.from({ length: 13 }, (_, number) => lacking(20 + number, `Staff-${number}`));
    open({ [MISSING]: without(...many) });
    const dialog = await openQuestion('Require a second factor of staff');
    expect(await dialog.findAllByRole('listitem')).toHaveLength(11);
    expect(dialog.getByRole('link', { name: 'and 3 more' }).getAttribute('href')).toBe(
      '/admin/staff?factor=missing',
    );
  });

  it('says so when nobody is locked out', async () => {
    open({ [MISSING]: without() });
    const dialog = await openQuestion('Require a second factor of staff');
    expect(await dialog.findByText(/Nobody is locked out/)).toBeDefined();
  });

  it('sends owners without a second factor to add their own first', async () => {
    open({ [MISSING]: without(lacking(1, 'Gatekeeper')) });
    const dialog = await openQuestion('Require a second factor of staff');
    const link = await dialog.findByRole('link', { name: 'Add a second factor' });
    expect(link.getAttribute('href')).toBe('/profile?tab=security');
    expect(dialog.queryByRole('button', { name: 'Require a second factor' })).toBeNull();
  });

  it('is undone after a confirmation', async () => {
    const { sent } = open({}, ON);
    expect((await findSwitch()).checked).toBe(true);
    await openQuestion('Stop requiring a second factor');
    await press('Stop requiring it');
    await screen.findByText('Second factor no longer required.');
    expect(sent.find(({ request }) => request === UPDATE)?.body).toEqual({
      isStaffFactorRequired: false,
      revision: 4,
    });
    await waitFor(async () => expect((await findSwitch()).checked).toBe(false));
  });

  it("shows somebody else's change and keeps the question open", async () => {
    const message = 'Somebody else has changed the policy.';
    let reads = 0;
    const { sent } = open({
      [POLICY]: () => {
        reads += 1;
        return { body: { ...OFF, revision: reads === 1 ? 3 : 9 } };
      },
      [UPDATE]: { status: 409, body: { code: 'conflict', message, current: { ...OFF, revision: 9 } } },
    });
    const dialog = await openQuestion('Require a second factor of staff');
    await dialog.findByText(/locked out/);
    await press('Require a second factor');
    expect((await dialog.findByRole('alert')).textContent).toBe(message);
    await waitFor(() => expect(reads).toBe(2));
    await press('Require a second factor');
    await waitFor(() =>
      expect(sent.findLast(({ request }) => request === UPDATE)?.body).toEqual({
        isStaffFactorRequired: true,
        revision: 9,
      }),
    );
  });

  it('can be loaded again after a failure', async () => {
    let isDown = true;
    open({ [POLICY]: () => (isDown ? { status: 400, body: { message: 'Not now.' } } : { body: OFF }) });
    await screen.findByText('Not now.');
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: /again|retry/i }));
    expect((await findSwitch()).checked).toBe(false);
  });
});
