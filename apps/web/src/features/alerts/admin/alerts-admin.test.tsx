import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AlertOverview, OpenAlert } from '@waygate/contract/alerts/alerts.schemas';
import { describe, expect, it } from 'vitest';
import { route } from '#pages/admin/alerts/AdminAlertsPage.tsx';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';
import { agoText, deliveryText } from './alert-texts.ts';

const OVERVIEW: AlertOverview = {
  open: [],
  watched: [
    {
      alert: 'orders_in_review',
      title: 'Orders in review',
      state: 'ok',
      cases: 0,
      since: '2026-11-20T10:00:00.000Z',
      raiseAfterMinutes: 0,
      clearAfterMinutes: 5,
    },
    {
      alert: 'mails_failing',
      title: 'Mails failing',
      state: 'pending',
      cases: 2,
      since: '2026-11-22T10:00:00.000Z',
      raiseAfterMinutes: 10,
      clearAfterMinutes: 5,
    },
  ],
  checkedAt: '2026-11-22T10:00:00.000Z',
  checkedSecondsAgo: 20.4,
  recipients: 2,
  hasWebhook: false,
  lastTest: null,
};

const IN_REVIEW: OpenAlert = {
  incidentId: 7,
  alert: 'orders_in_review',
  title: 'Orders in review',
  sentence: '3 orders are in review.',
  cases: 3,
  since: '2026-11-22T10:00:00.000Z',
  openedAt: '2026-11-22T10:00:00.000Z',
  clearedAt: null,
  delivery: {
    mails: { sent: 1, waiting: 1, failed: 0 },
    webhook: 'failed',
    webhookFailure: 'the webhook answered with status 404',
  },
  advice: 'Open the order.',
  page: 'orders',
};

const NOW = 'GET /api/admin/alerts';
const PAST = 'GET /api/admin/alerts/past?search=&page=1&pageSize=10';
const TEST = 'POST /api/admin/alerts/test';

function open(answers: Answers = {}, privilege = 32) {
  return renderAdmin({
    at: '/admin/alerts',
    pages: { '/admin/alerts': <route.Component /> },
    answers: {
      [NOW]: { body: OVERVIEW },
      [PAST]: { body: { incidents: [], total: 0, totalIsExact: true } },
      ...answers,
    },
    privilege,
    webMgt: 2,
  });
}

describe('the page of alerts', () => {
  it('says when nothing needs attention, and what is watched', async () => {
    open();
    expect(await screen.findByText('Nothing needs attention.')).toBeTruthy();
    expect(screen.getByText('Watching 2 conditions, last checked 20 s ago.')).toBeTruthy();
    expect(await screen.findByText('There were no alerts yet.')).toBeTruthy();
    const table = within(screen.getByRole('table', { name: 'Conditions and their states' }));
    expect(table.getByRole('row', { name: /Mails failing Waiting 2/ })).toBeTruthy();
  });

  it('shows what is wrong, what to do and where, and how its messages fared', async () => {
    open({ [NOW]: { body: { ...OVERVIEW, open: [IN_REVIEW] } } });
    expect(await screen.findByRole('heading', { name: '3 orders are in review.' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to Orders' }).getAttribute('href')).toBe('/admin/orders');
    expect(
      screen.getByText(
        'Mail sent to 1 owner, waiting for 1 owner. Not sent to the webhook: the webhook answered with status 404.',
      ),
    ).toBeTruthy();
  });

  it('warns when nobody evaluates the alerts', async () => {
    open({ [NOW]: { body: { ...OVERVIEW, checkedSecondsAgo: 7300 } } });
    const warning = await screen.findByRole('alert');
    expect(warning.textContent).toContain(
      'they were last checked 2 h ago, so nothing that has happened since was reported',
    );
  });

  it('says why it could not be loaded, and loads it again', async () => {
    open({ [NOW]: { status: 500, body: { code: 'internal', message: 'Something broke.', requestId: 'r' } } });
    expect(await screen.findByText(/Something broke\./)).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Retry' }).length).toBeGreaterThan(0);
  });

  it('sends a test alert, and another one when asked again', async () => {
    const { sent } = open({ [TEST]: { status: 204 } });
    const button = await screen.findByRole('button', { name: 'Send a test alert' });
    await userEvent.click(button);
    expect(await screen.findByText('Test alert queued.')).toBeTruthy();
    await userEvent.click(button);
    const ids = sent.filter(({ request }) => request === TEST).map(({ body }) => JSON.stringify(body));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(2);
  });
});

it('says how long ago something was', () => {
  const seconds = [0.4, 1, 59.9, 60, 3599, 3600, 86_400, 200_000];
  expect(seconds.map(agoText)).toEqual([
    'just now',
    '1 s ago',
    '59 s ago',
    '1 min ago',
    '59 min ago',
    '1 h ago',
    '24 h ago',
    '2 days ago',
  ]);
});

it('says whether a message arrived', () => {
  const mails = { sent: 2, waiting: 0, failed: 0 };
  expect(deliveryText({ mails, webhook: 'off', webhookFailure: null })).toBe('Mail sent to 2 owners.');
  expect(deliveryText({ mails, webhook: 'sent', webhookFailure: null })).toBe(
    'Mail sent to 2 owners. Sent to the webhook.',
  );
  expect(
    deliveryText({ mails: { sent: 0, waiting: 0, failed: 0 }, webhook: 'waiting', webhookFailure: 'x' }),
  ).toBe('No mail. Trying the webhook again: x.');
});
