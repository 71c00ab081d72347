import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { gate } from '#test/render-page.tsx';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';
import { pass, useSetClock } from '#test/set-clock.ts';
import { ActionCards } from './ActionCards.tsx';
import { ACTION_FORMS, EMPTY_FIELDS, findActionFault } from './action-forms.ts';

beforeAll(() => {
  window.scrollTo = () => {};
});
useSetClock();

const PERFORM = 'POST /api/admin/action';

function open(answers: Answers = {}, staff: { privilege?: number; webMgt?: number } = {}) {
  return renderAdmin({
    at: '/admin/actions',
    pages: { '/admin/actions': <ActionCards /> },
    answers,
    ...staff,
  });
}

const openAction = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const reason = 'Won the contest';
const dialog = () => screen.getByRole('dialog');
const button = (name: string) => within(dialog()).getByRole<HTMLButtonElement>('button', { name });
const sentTo = ({ sent }: ReturnType<typeof open>) =>
  sent.filter(({ request }) => request === PERFORM).map(({ body }) => body);
const done = (title: string) => ({ body: { message: `${title} performed successfully.` } });

it('there are five actions, each with its words', () => {
  open();
  expect(
    screen.getAllByRole('listitem').flatMap((item) => within(item).queryAllByRole('button')),
  ).toHaveLength(5);
  for (const name of [
    'Grant Veteran Pack',
    'Grant Founder Pack',
    'Grant Content Creator Pack',
    'Grant Staff Pack',
    'Grant Webapp Right',
  ]) {
    const card = screen.getByRole('button', { name });
    const described = card.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).not.toBe('');
  }
});

it('staff who are no owner grant themselves no pack', async () => {
  const server = open({}, { privilege: 0, webMgt: 5 });
  openAction('Grant Staff Pack');
  type('Account DBID', '1');
  type('Reason', reason);
  fireEvent.click(button('Perform'));
  expect(screen.getByRole('alert').textContent).toBe(
    "You can't give this to your own account. Ask an owner.",
  );
  await pass(2000);
  expect(sentTo(server)).toEqual([]);
});

describe('a pack', () => {
  it('is granted a moment after it was asked for, and then there is only Close', async () => {
    const server = open({ [PERFORM]: done('Grant Veteran Pack') });
    openAction('Grant Veteran Pack');
    type('Account DBID', '12');
    type('Reason', reason);
    fireEvent.click(button('Perform'));
    await pass(1400);
    expect(button('Performing…').getAttribute('aria-disabled')).toBe('true');
    expect(sentTo(server)).toEqual([]);
    await pass(200);
    expect(sentTo(server)).toEqual([{ action: 'GRANT_VETERAN_PACK', accountDBID: 12, date: null, reason }]);
    expect(within(dialog()).getByText('Grant Veteran Pack performed successfully.')).toBeDefined();
    // The window's corner has one too.
    const names = within(dialog())
      .getAllByRole('button')
      .map((one) => one.getAttribute('aria-label') ?? one.textContent);
    expect(names).toEqual(['Close', 'Close']);
    expect(screen.queryByRole('textbox')).toBeNull();
    const [, close] = within(dialog()).getAllByRole('button', { name: 'Close' });
    fireEvent.click(close ?? dialog());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('needs a reason', () => {
    const server = open();
    openAction('Grant Staff Pack');
    type('Account DBID', '12');
    fireEvent.click(button('Perform'));
    expect(screen.getByRole('alert').textContent).toBe('Please give a reason of 3 to 500 characters.');
    expect(screen.getByLabelText('Reason').getAttribute('aria-invalid')).toBe('true');
    expect(sentTo(server)).toEqual([]);
  });

  it('can end', async () => {
    const server = open({ [PERFORM]: done('Grant Staff Pack') });
    openAction('Grant Staff Pack');
    type('Account DBID', '12');
    type('Reason', reason);
    type('Expiry Date (optional)', '2076-12-24T18:00:30');
    fireEvent.click(button('Perform'));
    await pass(1500);
    const date = new Date('2076-12-24T18:00:30').toISOString().slice(0, 19).replace('T', ' ');
    expect(sentTo(server)).toEqual([{ action: 'GRANT_STAFF_PACK', accountDBID: 12, date, reason }]);
  });

  it.each(['', 'Kara', '0', '-1', '1e3', '1.5'])('needs the number of an account, not %j', async (text) => {
    const server = open();
    openAction('Grant Founder Pack');
    type('Account DBID', text);
    fireEvent.click(button('Perform'));
    expect(screen.getByRole('alert').textContent).toBe('Account DBID is required.');
    expect(screen.getByLabelText('Account DBID').getAttribute('aria-invalid')).toBe('true');
    await pass(2000);
    expect(sentTo(server)).toEqual([]);
  });

  it.each([
    [
      { status: 404, body: { code: 'not_found', message: 'There is no account with this id.' } },
      'There is no account with this id.',
    ],
    [{ status: 500, body: '' }, 'Failed to perform action.'],
  ])('that is refused shows the form again with the reason (%#)', async (answer, sentence) => {
    const answers = [answer, done('Grant Founder Pack')];
    const server = open({ [PERFORM]: () => answers.shift() ?? {} });
    openAction('Grant Founder Pack');
    type('Account DBID', '12');
    type('Reason', reason);
    fireEvent.click(button('Perform'));
    await pass(1500);
    expect(screen.getByRole('alert').textContent).toBe(sentence);
    expect(screen.getByLabelText<HTMLInputElement>('Account DBID').value).toBe('12');
    fireEvent.click(button('Perform'));
    expect(screen.queryByRole('alert')).toBeNull();
    await pass(1500);
    expect(screen.getByText('Grant Founder Pack performed successfully.')).toBeDefined();
    expect(sentTo(server)).toHaveLength(2);
  });

  it('is asked for once, however often it is pressed', async () => {
    const { opened, open: letGo } = gate();
    const server = open({
      [PERFORM]: async () => {
        await opened;
        return done('Grant Founder Pack');
      },
    });
    openAction('Grant Founder Pack');
    type('Account DBID', '12');
    type('Reason', reason);
    const perform = button('Perform');
    // In one task, before React renders again.
    act(() => {
      perform.click();
      perform.click();
    });
    await pass(1500);
    letGo();
    await pass(10);
    expect(screen.getByText('Grant Founder Pack performed successfully.')).toBeDefined();
    expect(sentTo(server)).toHaveLength(1);
  });

  it('is not asked for by who leaves the page before the moment has passed', async () => {
    const server = open();
    openAction('Grant Founder Pack');
    type('Account DBID', '12');
    type('Reason', reason);
    fireEvent.click(button('Perform'));
    await pass(1000);
    // Leaving by a link waits for the answer.
    server.unmount();
    await pass(2000);
    expect(sentTo(server)).toEqual([]);
  });
});

describe('the right of an address', () => {
  it('asks for the address alone', async () => {
    const server = open({ [PERFORM]: done('Grant Webapp Right') });
    openAction('Grant Webapp Right');
    expect(screen.queryByLabelText('Account DBID')).toBeNull();
    expect(screen.getByPlaceholderText('{ip}')).toBe(screen.getByLabelText('IP Address'));
    type('IP Address', ' 198.51.100.7 ');
    fireEvent.click(button('Perform'));
    await pass(1500);
    expect(sentTo(server)).toEqual([{ action: 'GRANT_WEBAPP_RIGHT', ip: '198.51.100.7' }]);
    expect(screen.getByText('Grant Webapp Right performed successfully.')).toBeDefined();
  });

  it('needs one, and shows what is wrong with it', async () => {
    const message = 'Please give an IPv4 or IPv6 address.';
    const refusal = { code: 'validation_failed', message, fields: { ip: message } };
    const server = open({ [PERFORM]: { status: 400, body: refusal } });
    openAction('Grant Webapp Right');
    fireEvent.click(button('Perform'));
    expect(screen.getByRole('alert').textContent).toBe('IP address is required.');
    type('IP Address', 'localhost');
    fireEvent.click(button('Perform'));
    await pass(1500);
    expect(screen.getByLabelText('IP Address').getAttribute('aria-invalid')).toBe('true');
    expect(sentTo(server)).toHaveLength(1);
  });
});

describe('a date', () => {
  const [form] = ACTION_FORMS;

  it.each([
    ['Expiry Date (optional)', undefined],
    ['Expiry Date (Optional)', undefined],
    ['Expiry Date', 'Date is required.'],
  ])("labelled '%s' is needed unless it says that it is optional", (dateLabel, message) => {
    const asksFor = { accountLabel: 'Account DBID', dateLabel };
    const fault = findActionFault({ ...form, asksFor }, { ...EMPTY_FIELDS, accountDBID: '1', reason });
    expect(fault?.message).toBe(message);
  });
});
