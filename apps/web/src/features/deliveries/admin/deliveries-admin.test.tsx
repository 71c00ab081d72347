import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AdminDelivery } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { beforeAll, describe, expect, it } from 'vitest';
import { route as deliveriesPage } from '#pages/admin/deliveries/AdminDeliveriesPage.tsx';
import { DEAD_DELIVERY } from '#test/admin-orders.ts';
import { renderAdmin } from '#test/render-admin.tsx';

beforeAll(() => {
  window.scrollTo = () => {};
});

const LIST = 'GET /api/admin/deliveries?search=&page=1&pageSize=10';
const listOf = (...deliveries: AdminDelivery[]) => ({
  body: { deliveries, total: deliveries.length, totalIsExact: true },
});

function renderDeliveries(answers: Parameters<typeof renderAdmin>[0]['answers'] = {}) {
  const user = userEvent.setup();
  const view = renderAdmin({
    pages: { '/admin/deliveries': <deliveriesPage.Component /> },
    at: '/admin/deliveries',
    answers: { [LIST]: listOf(DEAD_DELIVERY), ...answers },
  });
  return { user, ...view };
}

const requests = (sent: { request: string }[]) => sent.map(({ request }) => request);

describe('the list of deliveries', () => {
  it('starts with the failed ones and says when there are none', async () => {
    renderDeliveries({ [LIST]: listOf() });
    await screen.findByText('The game has applied all deliveries. There is nothing to do.');
    expect(screen.getByLabelText('State')).toHaveProperty('value', '');
    expect(screen.getByRole('option', { name: 'Failed' })).toHaveProperty('selected', true);
  });

  it('tells what was sent, to whom, for which order, and what the game said', async () => {
    renderDeliveries();
    const [, row] = within(await screen.findByRole('table', { name: 'Deliveries' })).getAllByRole('row');
    expect(row?.textContent).toMatch(
      /#44Grant 2 × item 7001 for #12WandererFailedMar 1, .*the inventory is full \(12 failures\)/,
    );
    expect(screen.getByRole('link', { name: '#12' }).getAttribute('href')).toBe('/admin/orders/12');
  });

  it('asks for another state, and offers what can be done in it', async () => {
    const waiting: AdminDelivery = { ...DEAD_DELIVERY, state: 'pending', attempts: 0, detail: null };
    const { user } = renderDeliveries({
      'GET /api/admin/deliveries?search=&page=1&pageSize=10&state=pending': listOf(waiting),
      'GET /api/admin/deliveries?search=&page=1&pageSize=10&state=applied': listOf({
        ...DEAD_DELIVERY,
        state: 'applied',
      }),
    });
    await user.selectOptions(await screen.findByLabelText('State'), 'Waiting');
    const cancel = await screen.findByRole('button', { name: 'Cancel: delivery 44' });
    expect(screen.queryByRole('button', { name: 'Retry: delivery 44' })).toBeNull();
    await user.click(cancel);
    screen.getByText(/The game hasn't received it yet/);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await user.selectOptions(screen.getByLabelText('State'), 'Applied');
    await waitFor(() => expect(screen.queryByRole('button', { name: /: delivery 44$/ })).toBeNull());
  });
});

it('the list is filtered by a product that is found by its name', async () => {
  const hits = [{ kind: 'product', productId: 3, name: 'Lantern', price: 4.99 }];
  const { user, sent } = renderDeliveries({
    'GET /api/admin/search?q=lantern&kind=product': { body: { hits } },
    'GET /api/admin/search?q=3&kind=product': { body: { hits } },
    [`${LIST}&product=3`]: listOf(DEAD_DELIVERY),
  });
  await user.click(await screen.findByRole('button', { name: 'More filters' }));
  await user.type(screen.getByLabelText('Product'), 'lantern');
  await user.click(await screen.findByRole('option', { name: /Lantern/ }));
  await waitFor(() => expect(requests(sent)).toContain(`${LIST}&product=3`));
  await screen.findByText('To retry, select rows, or clear “Product”.');
  expect(screen.queryByRole('button', { name: 'Retry all' })).toBeNull();
});

it('only failed deliveries are selected, and stay so when their retry is cancelled', async () => {
  const applied: AdminDelivery = { ...DEAD_DELIVERY, deliveryId: 45, state: 'applied' };
  const held: AdminDelivery = { ...DEAD_DELIVERY, deliveryId: 46, isOnHold: true };
  const { user } = renderDeliveries({ [LIST]: listOf(DEAD_DELIVERY, applied, held) });
  await user.click(await screen.findByLabelText('Select all rows shown'));
  expect(screen.queryByLabelText(/^Select delivery 4[56]$/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Retry 1 selected' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  screen.getByRole('button', { name: 'Retry 1 selected' });
  expect(screen.getByLabelText('Select delivery 44')).toHaveProperty('checked', true);
});

describe('the reason of a failure', () => {
  it.each([
    ['rejected', /Rejected by the game\.$/],
    ['mismatch', /receipt in the game is of something else/],
    ['suspicious_duplicate', /before it was ever sent/],
    ['exhausted', /Twelve attempts failed/],
  ] as const)('%s is shown as a sentence', async (failure, text) => {
    renderDeliveries({ [LIST]: listOf({ ...DEAD_DELIVERY, failure }) });
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('is explained before staff decide', async () => {
    const delivery = { ...DEAD_DELIVERY, failure: 'suspicious_duplicate' as const };
    const { user } = renderDeliveries({ [LIST]: listOf(delivery) });
    await user.click(await screen.findByRole('button', { name: 'Cancel: delivery 44' }));
    expect(screen.getByText(/Check in the game whether the player has it/)).toBeDefined();
    expect(screen.getByText(/a revocation is prepared and waits for you/)).toBeDefined();
  });

  it('filters the list, and what is retried at once', async () => {
    const ofReason = `${LIST}&failure=exhausted`;
    const { user, sent } = renderDeliveries({
      [ofReason]: listOf(DEAD_DELIVERY),
      'GET /api/admin/deliveries?failure=exhausted&pageSize=10': listOf(DEAD_DELIVERY),
      'POST /api/admin/deliveries/retry': { body: { retried: 1, skipped: 2, left: 0 } },
    });
    await user.selectOptions(await screen.findByLabelText('Reason'), 'Out of attempts');
    await waitFor(() => expect(requests(sent)).toContain(ofReason));
    await user.click(screen.getByRole('button', { name: 'Retry all' }));
    const question = within(screen.getByRole('dialog', { name: 'Retry all failed deliveries' }));
    await question.findByText('1 delivery, Out of attempts');
    await user.type(question.getByLabelText('Reason'), 'The server is back');
    await user.click(question.getByRole('button', { name: 'Retry all' }));
    await screen.findByText('1 delivery queued again. 2 skipped.');
    const sentBodies = sent.filter(({ request }) => request.endsWith('/retry')).map(({ body }) => body);
    expect(sentBodies).toEqual([{ failure: 'exhausted', reason: 'The server is back' }]);
    await waitFor(() => expect(requests(sent).filter((line) => line === ofReason)).toHaveLength(2));
  });

  it('is not offered for other states or a search', async () => {
    const { user } = renderDeliveries({
      'GET /api/admin/deliveries?search=&page=1&pageSize=10&state=pending': listOf(),
    });
    await screen.findByRole('button', { name: 'Retry all' });
    await user.selectOptions(screen.getByLabelText('State'), 'Waiting');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry all' })).toBeNull());
  });
});

describe('staff', () => {
  it.each([
    ['Retry', 'retry', /isn't applied a second time/, 'Retry delivery', 'Delivery queued again.'],
    [
      'Mark delivered',
      'mark-delivered',
      /gave it to the player by hand/,
      'Mark as delivered',
      'Delivery marked as delivered.',
    ],
    [
      'Cancel',
      'cancel',
      /applied it, but the confirmation was lost, the game revokes it/,
      'Cancel delivery',
      'Delivery cancelled.',
    ],
  ])(
    'confirm the action %s after reading its consequence',
    async (label, action, consequence, confirm, success) => {
      const request = `POST /api/admin/deliveries/44/${action}`;
      const { user, sent } = renderDeliveries({
        [request]: { body: { ...DEAD_DELIVERY, state: 'pending' } },
      });
      await user.click(await screen.findByRole('button', { name: `${label}: delivery 44` }));
      const question = within(screen.getByRole('dialog'));
      question.getByText(consequence);
      if (action !== 'retry') {
        await user.click(question.getByRole('button', { name: confirm }));
        question.getByText('Please give a reason of 3 to 500 characters.');
        await user.type(question.getByLabelText('Reason'), 'Given by hand');
      }
      expect(requests(sent)).not.toContain(request);
      await user.click(question.getByRole('button', { name: confirm }));
      await screen.findByText(success);
      const bodies = sent.filter((call) => call.request === request).map(({ body }) => body);
      expect(bodies).toEqual([action === 'retry' ? {} : { reason: 'Given by hand' }]);
      expect(screen.queryByRole('dialog')).toBeNull();
      await waitFor(() => expect(requests(sent).filter((line) => line === LIST)).toHaveLength(2));
    },
  );

  it('give a reason to send what may arrive twice', async () => {
    const request = 'POST /api/admin/deliveries/44/retry';
    const { user, sent } = renderDeliveries({
      [LIST]: listOf({ ...DEAD_DELIVERY, state: 'unknown' }),
      [request]: { body: { ...DEAD_DELIVERY, state: 'pending' } },
    });
    await user.click(await screen.findByRole('button', { name: 'Send again: delivery 44' }));
    const question = within(screen.getByRole('dialog', { name: 'Send again: delivery 44' }));
    question.getByText(/the player gets it twice/);
    await user.click(question.getByRole('button', { name: 'Send again' }));
    question.getByText('Please give a reason of 3 to 500 characters.');
    expect(requests(sent)).not.toContain(request);
    await user.type(question.getByLabelText('Reason'), 'Not in the mailbox');
    await user.click(question.getByRole('button', { name: 'Send again' }));
    await screen.findByText('Delivery queued again.');
    expect(sent.find((call) => call.request === request)?.body).toEqual({ reason: 'Not in the mailbox' });
  });

  it('see the error and the reloaded list when somebody else was first', async () => {
    const message = 'This delivery is waiting for the game and cannot be retried.';
    let isDead = true;
    const { user, sent } = renderDeliveries({
      [LIST]: () => (isDead ? listOf(DEAD_DELIVERY) : listOf()),
      'POST /api/admin/deliveries/44/retry': () => {
        isDead = false;
        return { status: 409, body: { code: 'conflict', message } };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Retry: delivery 44' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Retry delivery' }));
    await waitFor(() => expect(requests(sent).filter((line) => line === LIST)).toHaveLength(2));
    await screen.findByText(/^The game has applied all deliveries/);
    within(screen.getByRole('dialog')).getByText(message);
  });

  it('see what cancelling a revocation means', async () => {
    const { user } = renderDeliveries({ [LIST]: listOf({ ...DEAD_DELIVERY, effect: 'revoke' }) });
    await user.click(await screen.findByRole('button', { name: 'Cancel: delivery 44' }));
    screen.getByText(/^The player keeps what was to be revoked/);
    expect(screen.getByText('Revoke 2 × item 7001', { selector: 'strong' })).toBeDefined();
  });
});
