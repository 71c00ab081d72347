import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_USER } from '#test/admin-users.ts';
import { type Answers, renderAdmin, type RenderAdminOptions } from '#test/render-admin.tsx';
import { UserDialog } from './UserDialog.tsx';

beforeAll(() => {
  window.scrollTo = () => {};
});

const UPDATE = 'PUT /api/admin/users/7';
const SEND_LINK = 'POST /api/admin/users/7/reset-link';
const SUPPORT = { privilege: 0, webMgt: 2 };

type Staff = Pick<RenderAdminOptions, 'privilege' | 'webMgt'>;

/** The window of an account, in which nothing can be left. */
function open(update: Answers[string], staff: Staff = {}, user = ADMIN_USER) {
  return renderAdmin({
    at: '/admin/users',
    pages: { '/admin/users': <UserDialog user={user} onClose={() => {}} /> },
    answers: { [UPDATE]: update, [SEND_LINK]: { body: { message: 'Reset link sent.' } } },
    ...staff,
  });
}

const retype = (label: string, text: string) => async (window: ReturnType<typeof within>) => {
  fireEvent.change(window.getByLabelText(label), { target: { value: text } });
};

const reason = 'Lost in an outage';
const recoin = (text: string) => async (window: ReturnType<typeof within>) => {
  await retype('Agaia coins', text)(window);
  await retype('Reason', reason)(window);
};

const conflictWith = (current: object) => ({
  status: 409,
  body: { code: 'conflict', message: 'Somebody else has changed this.', current },
});

describe('an account that somebody else has changed', () => {
  const theirs = { ...ADMIN_USER, email: 'new@example.test', agaiaCoins: 700, webMgt: 22, revision: 4 };
  async function meet(change: (dialog: ReturnType<typeof within>) => Promise<void>, current = theirs) {
    const body = { code: 'conflict', message: 'Somebody else has changed this.', current };
    const answers = [{ status: 409, body }, { body: theirs }];
    const view = open(() => answers.shift() ?? { status: 500 });
    const window = within(await screen.findByRole('dialog', { name: 'Edit Aria' }));
    await change(window);
    await userEvent.click(window.getByRole('button', { name: 'Save' }));
    await window.findByRole('heading', { name: /^Somebody else has changed this/ });
    const keepMine = async () => {
      await userEvent.click(window.getByRole('button', { name: 'Keep mine' }));
      await screen.findByText('User updated successfully!');
      const [, kept] = view.sent.filter(({ request }) => request === UPDATE);
      return kept?.body;
    };
    return { window, keepMine };
  }

  it("is sent only what this editor has changed, so that coins bought meanwhile stay the player's", async () => {
    const { window, keepMine } = await meet(retype('Username', 'Ariadne'));
    const email = within(window.getByRole('row', { name: /^Email \(differs\)/ }));
    expect(email.getByText('Theirs is kept')).toBeDefined();
    expect(window.queryByRole('row', { name: /^Agaia coins \(differs\)/ })).toBeNull();
    expect(await keepMine()).toEqual({ userName: 'Ariadne', revision: 4 });
  });

  it('gets the difference of coins on top of what the player has by now', async () => {
    const { window, keepMine } = await meet(recoin('600'));
    const coins = within(window.getByRole('row', { name: /^Agaia coins \(differs\)/ }));
    expect(coins.getByRole('cell', { name: /^800/ })).toBeDefined();
    expect(await keepMine()).toEqual({ agaiaCoins: 800, reason, revision: 4 });
  });

  it('gets a difference once, also when the answer to the first try was lost on the way', async () => {
    const lost = { status: 502 };
    const saved = { ...ADMIN_USER, agaiaCoins: 600, revision: 4 };
    const later = { ...saved, email: 'new@example.test', agaiaCoins: 620, revision: 5 };
    const answers = [lost, conflictWith(saved), lost, conflictWith(later), { body: later }];
    const { sent } = open(() => answers.shift() ?? { status: 500 });
    const window = within(await screen.findByRole('dialog', { name: 'Edit Aria' }));
    const press = (name: string) => userEvent.click(window.getByRole('button', { name }));
    const failure = () => window.findByText('Update failed.');
    const bodies = () => sent.filter(({ request }) => request === UPDATE).map(({ body }) => body);
    await recoin('600')(window);
    await press('Save');
    await failure();
    await retype('Agaia coins', 'many')(window);
    await press('Save');
    await retype('Agaia coins', '620')(window);
    await press('Save');
    await window.findByRole('heading', { name: /^Somebody else has changed this/ });
    await press('Keep mine');
    await failure();
    await press('Save');
    await window.findByRole('heading', { name: /^Somebody else has changed this/ });
    await press('Keep mine');
    await screen.findByText('User updated successfully!');
    expect(bodies().slice(2)).toEqual([
      { agaiaCoins: 620, reason, revision: 4 },
      { agaiaCoins: 620, reason, revision: 4 },
      { reason, revision: 5 },
    ]);
  });

  it('keeps the rights that somebody else has granted meanwhile', async () => {
    const { keepMine } = await meet(async (window) => {
      await userEvent.click(window.getByRole('checkbox', { name: 'Benefits' }));
    });
    expect(await keepMine()).toEqual({ webMgt: 66, revision: 4 });
  });

  it('is not saved when the difference would leave fewer coins than none', async () => {
    const { window } = await meet(recoin('100'), { ...theirs, agaiaCoins: 50 });
    await userEvent.click(window.getByRole('button', { name: 'Keep mine' }));
    expect(window.getByLabelText<HTMLInputElement>('Agaia coins').value).toBe('-350');
    expect(window.getByRole('alert').textContent).toBe('Coins are a whole number, 0 or more.');
  });
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

const email = () => screen.findByLabelText<HTMLInputElement>('Email');

describe('the email', () => {
  it('of fellow staff is changed by owners alone', async () => {
    open({}, SUPPORT, { ...ADMIN_USER, webMgt: 2 });
    expect((await email()).readOnly).toBe(true);
    expect(screen.getByText('Only an owner can change the email of staff.')).toBeDefined();
  });

  it('of a player is changed by other staff too', async () => {
    open({}, SUPPORT, { ...ADMIN_USER, webMgt: 1 });
    expect((await email()).readOnly).toBe(false);
  });

  it('of staff is changed by an owner', async () => {
    open({}, {}, { ...ADMIN_USER, webMgt: 2 });
    expect((await email()).readOnly).toBe(false);
  });
});

describe('the password', () => {
  it('is set by owners', async () => {
    const { sent } = open({ body: ADMIN_USER });
    const field = await screen.findByLabelText('New password');
    expect(screen.queryByRole('button', { name: 'Send reset link' })).toBeNull();
    fireEvent.change(field, { target: { value: 'a new password' } });
    await press('Save');
    await screen.findByText('User updated successfully!');
    const saved = sent.find(({ request }) => request === UPDATE);
    expect(saved?.body).toEqual({ password: 'a new password', revision: 3 });
  });

  it('is reset by a link that other staff send after a confirmation', async () => {
    const { sent } = open({}, SUPPORT, { ...ADMIN_USER, isEmailConfirmed: false, banned: true });
    const links = () => sent.filter(({ request }) => request === SEND_LINK);
    await screen.findByText('Only an owner can set a password.');
    expect(screen.queryByLabelText('New password')).toBeNull();
    await press('Send reset link');
    const question = within(screen.getByRole('dialog', { name: 'Send Aria a reset link' }));
    expect(question.getByText(/^aria@example.test gets a link/)).toBeDefined();
    expect(question.getByText(/never confirmed/)).toBeDefined();
    expect(question.getByText(/is banned/)).toBeDefined();
    expect(links()).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: 'Send reset link' }));
    expect(await screen.findByText('Reset link sent.')).toBeDefined();
    expect(links()).toHaveLength(1);
    expect(screen.queryByRole('dialog', { name: 'Send Aria a reset link' })).toBeNull();
    expect(screen.getByRole('dialog', { name: 'Edit Aria' })).toBeDefined();
  });
});

describe('the coins, club and packages', () => {
  const own = { ...ADMIN_USER, accountDBID: 1 };
  const VALUABLES = [
    'Agaia Club until',
    'Agaia coins',
    'Astrum coins',
    'Founder Package claimed',
    'Veteran Package claimed',
  ];
  const areDisabled = () =>
    VALUABLES.map((label) => screen.getByLabelText(label).closest('fieldset')?.disabled);

  it('of their own account are changed by owners alone', async () => {
    open({}, SUPPORT, own);
    const group = await screen.findByRole('group', { name: 'Club, coins and packages' });
    const note = document.getElementById(group.getAttribute('aria-describedby') ?? '');
    expect(note?.textContent).toBe(
      'This is your own account. Only an owner can change its club, coins and packages.',
    );
    expect(areDisabled()).toEqual(VALUABLES.map(() => true));
    expect(screen.getByLabelText('Username').closest('fieldset')?.disabled).toBe(false);
  });

  it.each<[string, Staff, typeof own]>([
    ['an owner', {}, own],
    ['staff who edit another account', SUPPORT, ADMIN_USER],
  ])('are changed by %s', async (_, staff, user) => {
    open({}, staff, user);
    await screen.findByRole('group', { name: 'Club, coins and packages' });
    expect(areDisabled()).toEqual(VALUABLES.map(() => false));
    expect(screen.queryByText(/^This is your own account/)).toBeNull();
  });
});
