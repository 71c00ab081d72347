import type { AccountBenefit } from '@waygate/contract/benefits/benefits.schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { comeBackLater } from '#test/come-back.ts';
import { press } from '#test/press.ts';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';
import { BenefitList } from './BenefitList.tsx';

beforeAll(() => {
  window.scrollTo = () => {};
});

const BENEFIT: AccountBenefit = {
  accountDBID: 5,
  userName: 'Kara',
  benefitId: 17,
  availableUntil: '2076-12-24T18:00:00.000Z',
  revision: 3,
};
const LIST = 'GET /api/admin/userBenefits?search=&page=1&pageSize=10';
const CREATE = 'POST /api/admin/createBenefit';
const UPDATE = 'PUT /api/admin/userBenefits/5';
const REMOVE = 'POST /api/admin/deleteBenefit/5';
const listed = (...benefits: AccountBenefit[]) => ({
  body: { benefits, total: benefits.length, totalIsExact: true },
});

function open(answers: Answers = {}, staff: { privilege?: number; webMgt?: number } = {}) {
  return renderAdmin({
    at: '/admin/benefits',
    pages: { '/admin/benefits': <BenefitList /> },
    answers: { [LIST]: listed(BENEFIT), ...answers },
    ...staff,
  });
}

const dialog = () => screen.getByRole('dialog');
const submit = (name: string) => userEvent.click(within(dialog()).getByRole('button', { name }));
const until = () => screen.getByLabelText<HTMLInputElement>('Available Until');
const setUntil = (local: string) => fireEvent.change(until(), { target: { value: local } });
const reason = 'Won the contest';
const giveReason = () => fireEvent.change(screen.getByLabelText('Reason'), { target: { value: reason } });
const sentTo = ({ sent }: ReturnType<typeof open>, request: string) =>
  sent.filter((one) => one.request === request).map(({ body }) => body);
/** As the form sends a time that was entered in this machine's zone. */
const asSent = (local: string) => new Date(local).toISOString().slice(0, 19).replace('T', ' ');

const fill = async () => {
  await userEvent.type(screen.getByLabelText('Account DBID'), ' 5 ');
  await userEvent.type(screen.getByLabelText('Benefit ID'), '17');
  setUntil('2076-12-24T18:00:30');
  giveReason();
};

describe('the list of benefits', () => {
  it('opens the form for a new one when its address asks for it, and not again on the way back', async () => {
    const { router } = renderAdmin({
      at: '/admin/benefits?new=1',
      pages: { '/admin/benefits': <BenefitList /> },
      answers: { [LIST]: listed(BENEFIT) },
    });
    expect(await screen.findByRole('dialog')).toBeDefined();
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('shows whose they are, until when, and which have ended', async () => {
    open({
      [LIST]: listed(BENEFIT, { ...BENEFIT, benefitId: 18, availableUntil: '2020-01-01T00:00:00.000Z' }),
    });
    const table = await screen.findByRole('table', { name: 'Account benefits' });
    expect(within(table).getAllByRole('link', { name: 'Kara' })).toHaveLength(2);
    const [, first, second] = within(table).getAllByRole('row');
    expect(first?.textContent).not.toContain('Ended');
    expect(second?.textContent).toContain('Ended');
  });

  it('says why it could not be fetched', async () => {
    open({ [LIST]: { status: 503, body: { code: 'unavailable', message: 'The server is busy.' } } });
    // Tried once more first.
    const failure = await screen.findByText('Failed to fetch account benefits. The server is busy.');
    expect(failure).toBeDefined();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
  });

  it('that is empty offers the next step', async () => {
    open({ [LIST]: listed() });
    expect(await screen.findByText('No account has a benefit yet. Add the first one.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Add benefit' })).toBeDefined();
  });
});

describe('adding a benefit', () => {
  it('sends it, shows a toast and refetches the list', async () => {
    const server = open({ [LIST]: listed(), [CREATE]: { body: { message: 'Benefit added successfully!' } } });
    await press('Add benefit');
    await fill();
    await submit('Add');
    expect(await screen.findByText('Benefit added successfully!')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sentTo(server, CREATE)).toEqual([
      { accountDBID: 5, benefitId: 17, availableUntil: asSent('2076-12-24T18:00:30'), reason },
    ]);
    await waitFor(() => expect(sentTo(server, LIST)).toHaveLength(2));
  });

  it('wants all of it', async () => {
    const server = open();
    await press('Add benefit');
    await submit('Add');
    expect(screen.getByRole('alert').textContent).toBe('All fields are required.');
    for (const label of ['Account DBID', 'Benefit ID', 'Available Until', 'Reason']) {
      expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
    }
    await fill();
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.clear(screen.getByLabelText('Benefit ID'));
    await submit('Add');
    expect(screen.getByRole('alert').textContent).toBe('All fields are required.');
    expect(screen.getByLabelText('Account DBID').getAttribute('aria-invalid')).toBeNull();
    expect(sentTo(server, CREATE)).toEqual([]);
  });

  it.each(['five', '0', '-5', '1.5', '2147483648'])('takes no %j for an id', async (text) => {
    const server = open();
    await press('Add benefit');
    await fill();
    await userEvent.clear(screen.getByLabelText('Account DBID'));
    await userEvent.type(screen.getByLabelText('Account DBID'), text);
    await submit('Add');
    expect(screen.getByRole('alert').textContent).toContain('whole number');
    expect(sentTo(server, CREATE)).toEqual([]);
  });

  it.each([
    [
      { status: 409, body: { code: 'conflict', message: 'This account has this benefit already.' } },
      'This account has this benefit already.',
    ],
    [{ status: 500, body: '' }, 'Add failed.'],
  ])('that fails says why, and keeps what was typed', async (answer, sentence) => {
    open({ [CREATE]: answer });
    await press('Add benefit');
    await fill();
    await submit('Add');
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
    expect(screen.getByLabelText<HTMLInputElement>('Benefit ID').value).toBe('17');
    expect(until().value).toContain('2076-12-24T18:00:30');
  });
});

describe('a benefit of the own account', () => {
  const own = { [LIST]: listed({ ...BENEFIT, accountDBID: 1 }) };
  const staff = { privilege: 0, webMgt: 3 };

  it('is changed and removed by owners alone', async () => {
    open(own, staff);
    expect(await screen.findByText('Your own account. Ask an owner.')).toBeDefined();
    expect(screen.queryByRole('button', { name: /benefit 17 of Kara$/ })).toBeNull();
  });

  it('is added by owners alone', async () => {
    const server = open({}, staff);
    await press('Add benefit');
    await fill();
    fireEvent.change(screen.getByLabelText('Account DBID'), { target: { value: '1' } });
    await submit('Add');
    expect(screen.getByRole('alert').textContent).toBe(
      "You can't give this to your own account. Ask an owner.",
    );
    expect(screen.getByLabelText('Account DBID').getAttribute('aria-invalid')).toBe('true');
    expect(sentTo(server, CREATE)).toEqual([]);
  });

  it("has an owner's actions", async () => {
    open(own);
    expect(await screen.findByRole('button', { name: 'Edit benefit 17 of Kara' })).toBeDefined();
  });
});

describe('editing a benefit', () => {
  it('changes the date alone', async () => {
    const server = open({ [UPDATE]: { body: { message: 'Benefit updated successfully!' } } });
    await press('Edit benefit 17 of Kara');
    for (const label of ['Account DBID', 'Benefit ID']) {
      expect(screen.getByLabelText<HTMLInputElement>(label).readOnly).toBe(true);
    }
    expect(document.activeElement).toBe(until());
    setUntil('2077-03-20T08:30:15');
    giveReason();
    await submit('Save');
    expect(await screen.findByText('Benefit updated successfully!')).toBeDefined();
    expect(sentTo(server, UPDATE)).toEqual([
      { benefitId: 17, date: asSent('2077-03-20T08:30:15'), reason, revision: 3 },
    ]);
  });

  it('wants a date', async () => {
    const server = open();
    await press('Edit benefit 17 of Kara');
    setUntil('');
    await submit('Save');
    expect(screen.getByRole('alert').textContent).toBe('All fields are required.');
    expect(sentTo(server, UPDATE)).toEqual([]);
  });

  it('that fails without a reason says so', async () => {
    open({ [UPDATE]: { status: 500, body: '' } });
    await press('Edit benefit 17 of Kara');
    giveReason();
    await submit('Save');
    expect((await screen.findByRole('alert')).textContent).toBe('Update failed.');
  });

  it('of what somebody else has changed shows both versions, and keeps mine over theirs', async () => {
    const theirs = { ...BENEFIT, availableUntil: '2080-01-01T00:00:00.000Z', revision: 4 };
    const answers = [
      { status: 409, body: { code: 'conflict', message: 'Changed meanwhile.', current: theirs } },
      { body: { message: 'Benefit updated successfully!' } },
    ];
    const server = open({ [UPDATE]: () => answers.shift() ?? {} });
    await press('Edit benefit 17 of Kara');
    setUntil('2077-03-20T08:30:15');
    giveReason();
    await submit('Save');
    expect(await screen.findByText('Somebody else has changed this in the meantime.')).toBeDefined();
    await press('Keep mine');
    expect(await screen.findByText('Benefit updated successfully!')).toBeDefined();
    expect(sentTo(server, UPDATE)).toMatchObject([
      { revision: 3 },
      { date: asSent('2077-03-20T08:30:15'), revision: 4 },
    ]);
  });

  it('takes over what somebody else has entered', async () => {
    const theirs = { ...BENEFIT, availableUntil: '2080-01-01T00:00:00.000Z', revision: 4 };
    open({
      [UPDATE]: { status: 409, body: { code: 'conflict', message: 'Changed meanwhile.', current: theirs } },
    });
    await press('Edit benefit 17 of Kara');
    setUntil('2077-03-20T08:30:15');
    giveReason();
    await submit('Save');
    await press('Take theirs');
    await waitFor(() => expect(new Date(until().value).toISOString()).toBe(theirs.availableUntil));
    expect(screen.queryByText('Somebody else has changed this in the meantime.')).toBeNull();
  });
});

describe('removing a benefit', () => {
  it('wants a reason', async () => {
    const server = open();
    await press('Remove benefit 17 of Kara');
    await submit('Remove benefit');
    expect(screen.getByText('Please give a reason of 3 to 500 characters.')).toBeDefined();
    expect(screen.getByLabelText('Reason').getAttribute('aria-invalid')).toBe('true');
    expect(sentTo(server, REMOVE)).toEqual([]);
  });

  it('asks first, and then says that it is done', async () => {
    const server = open({ [REMOVE]: { body: { message: 'Benefit removed successfully!' } } });
    await press('Remove benefit 17 of Kara');
    expect(dialog().textContent).toContain('This action cannot be undone.');
    expect(sentTo(server, REMOVE)).toEqual([]);
    giveReason();
    await submit('Remove benefit');
    expect(await screen.findByText('Benefit removed successfully!')).toBeDefined();
    expect(sentTo(server, REMOVE)).toEqual([{ benefitId: 17, reason }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is asked of the benefit it was opened for, though its row has gone', async () => {
    const answers = [listed(BENEFIT), listed({ ...BENEFIT, accountDBID: 6, userName: 'Bren' })];
    const server = open({
      [LIST]: () => answers.shift() ?? listed(),
      [REMOVE]: { body: { message: 'Benefit removed successfully!' } },
    });
    await press('Remove benefit 17 of Kara');
    comeBackLater();
    await screen.findByRole('link', { name: 'Bren' });
    giveReason();
    await submit('Remove benefit');
    expect(await screen.findByText('Benefit removed successfully!')).toBeDefined();
    expect(sentTo(server, REMOVE)).toEqual([{ benefitId: 17, reason }]);
  });

  it('can be left', async () => {
    const server = open();
    await press('Remove benefit 17 of Kara');
    await submit('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sentTo(server, REMOVE)).toEqual([]);
  });

  it('that fails without a reason says so', async () => {
    open({ [REMOVE]: { status: 500, body: '' } });
    await press('Remove benefit 17 of Kara');
    giveReason();
    await submit('Remove benefit');
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to remove benefit.');
  });
});
