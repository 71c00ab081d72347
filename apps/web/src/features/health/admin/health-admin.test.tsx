import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Health } from '@waygate/contract/health/health.schemas';
import { expect, it } from 'vitest';
import { route } from '#pages/admin/health/AdminHealthPage.tsx';
import { type Answers, renderAdmin } from '#test/render-admin.tsx';

const NOW = 'GET /api/admin/health';

const HEALTH: Health = {
  checkedAt: '2026-11-22T10:00:00.000Z',
  version: '0.2.0',
  findings: [
    { check: 'node', state: 'ok', what: 'Node 26.0.0.' },
    {
      check: 'mail',
      state: 'warning',
      what: 'SMTP_URL is not set.',
      why: 'Players get no mail.',
      fix: 'SMTP_URL=…',
    },
    {
      check: 'disk',
      state: 'problem',
      what: '1 % is free.',
      why: 'Uploads stop.',
      fix: 'Delete something.',
      code: 'disk_low',
    },
    { check: 'twitch', state: 'skipped', what: 'Drops are off.' },
  ],
};

function open(answers: Answers = {}, privilege = 32) {
  return renderAdmin({
    at: '/admin/health',
    pages: { '/admin/health': <route.Component /> },
    answers: { [NOW]: { body: HEALTH }, ...answers },
    privilege,
    webMgt: 2,
  });
}

it('shows problems first, each with why it matters and what fixes it, and then the rest', async () => {
  open();
  expect(await screen.findByText('1 problem, 1 warning')).toBeTruthy();
  const faults = within(screen.getByRole('region', { name: 'Needs attention' }));
  expect(faults.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    '1 % is free.',
    'SMTP_URL is not set.',
  ]);
  expect(faults.getByText('Uploads stop.')).toBeTruthy();
  expect(faults.getByText('Delete something.')).toBeTruthy();
  expect(faults.getByText('disk_low')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: /^Fine/ })).getByText('Node 26.0.0.')).toBeTruthy();
  expect(
    within(screen.getByRole('region', { name: /^Not checked/ })).getByText('Drops are off.'),
  ).toBeTruthy();
});

it('runs the checks again', async () => {
  const { sent } = open({ [NOW]: { body: { ...HEALTH, findings: HEALTH.findings.slice(0, 1) } } });
  await userEvent.click(await screen.findByRole('button', { name: 'Run again' }));
  expect(await screen.findByText('Everything that was checked is fine.')).toBeTruthy();
  expect(sent.filter(({ request }) => request === NOW)).toHaveLength(2);
});

it('says why the checks could not be run, and runs them again', async () => {
  open({ [NOW]: { status: 500, body: { code: 'internal', message: 'Something broke.', requestId: 'r' } } });
  expect(await screen.findByText(/Something broke\./)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});

it('is for owners alone', async () => {
  const { sent } = open({}, 0);
  expect(await screen.findByText(/You do not have sufficient permissions/)).toBeTruthy();
  expect(sent.some(({ request }) => request === NOW)).toBe(false);
});
