import { look } from '#e2e/look.ts';
import type { Portal } from '#e2e/portal.ts';
import { takeScreen } from '#e2e/screens.ts';
import { expect, startSession, test, visit } from '#e2e/test.ts';

// A webhook that can't be reached: the address exists nowhere.
test.use({ portalEnv: { ALERT_WEBHOOK_URL: 'https://hooks.waygate.invalid/api/webhooks/1/secret-token' } });

/** What runs every minute, now. */
async function evaluate({ sql }: Portal): Promise<void> {
  await sql("insert into pgboss.job (name, data) values ('alerts.evaluate', '{}')");
}

async function addDeadDelivery({ sql }: Portal): Promise<void> {
  await sql(
    `insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity, state, last_detail)
     select id, gen_random_uuid(), 'grant', 'item', 7, 1, 'dead', 'unknown item' from accounts where user_name = $1`,
    ['Gatekeeper'],
  );
}

/** Alerts of the last weeks. */
async function addPastAlerts({ sql }: Portal): Promise<void> {
  await sql(
    `insert into alert_incidents (alert, since, opened_at, cleared_at, cases, is_raise_announced, is_clear_announced)
     select (array['orders_in_review', 'game_not_fetching', 'mails_failing', 'payment_webhooks_missing'])[n % 4 + 1],
       now() - n * interval '31 hours', now() - n * interval '31 hours', now() - n * interval '30 hours', n % 5 + 1, true, true
     from generate_series(1, 14) n where not exists (select from alert_incidents where cleared_at is not null)`,
  );
}

test('an alert is raised, mailed to the owner, listed, and over once it is dealt with @desktop', async ({
  page,
  portal,
}, testInfo) => {
  const { sql } = portal;
  await sql("delete from deliveries where state = 'dead'");
  await sql('delete from alert_incidents');
  await sql('delete from alert_states');
  await evaluate(portal);
  await expect.poll(() => sql('select from alert_states').then(({ length }) => length)).toBeGreaterThan(0);
  await startSession(page, portal.owner.name, portal.owner.password);

  await test.step('nothing needs attention', async () => {
    await visit(page, '/admin/alerts');
    await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible();
    await expect(page.getByText('Nothing needs attention.')).toBeVisible();
    await expect(page.getByText('There were no alerts yet.')).toBeVisible();
    await expect(page.getByText(/^Watching \d+ conditions, last checked/)).toBeVisible();
    await look(page, testInfo, 'admin-alerts-empty', { isWhole: true });
  });

  await test.step('a delivery fails, and the owner is notified', async () => {
    await addPastAlerts(portal);
    await addDeadDelivery(portal);
    await addDeadDelivery(portal);
    await evaluate(portal);
    const subject = 'Alert: 2 deliveries failed for good';
    await expect
      .poll(async () => (await portal.mails()).map((mail) => mail.subject), { timeout: 90_000 })
      .toContain(subject);
    const mail = (await portal.mails()).find((each) => each.subject === subject);
    expect(mail?.to).toBe(portal.owner.email);
    expect(mail?.text).toContain(`${portal.origin}/admin/deliveries`);
    await page.goto('/dev/mail');
    await page.getByRole('link', { name: subject }).first().click();
    await takeScreen(page, testInfo, 'alert-mail', { isWhole: true });
  });

  await test.step('the page says what to do, where, and how the messages fare', async () => {
    await visit(page, '/admin/alerts');
    const alert = page.getByRole('listitem').filter({ hasText: '2 deliveries failed for good.' });
    await expect(alert).toContainText('Mail sent to 1 owner.');
    await expect(alert).toContainText(/the webhook could not be reached \(E[A-Z_]+\)/);
    await expect(alert).not.toContainText('secret-token');
    await expect(page.getByRole('row').filter({ hasText: 'Failed deliveries' })).toContainText('Active');
    await look(page, testInfo, 'admin-alerts-open', { isWhole: true });
    await alert.getByRole('link', { name: 'Go to Deliveries' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Deliveries' })).toBeVisible();
  });

  await test.step('a test alert reaches the owner', async () => {
    await visit(page, '/admin/alerts');
    await page.getByRole('button', { name: 'Send a test alert' }).click();
    await expect(page.getByText('Test alert queued.')).toBeVisible();
    await expect
      .poll(async () => (await portal.mails()).map((mail) => mail.subject), { timeout: 90_000 })
      .toContain('Test alert');
  });

  await test.step('once it is dealt with it is over', async () => {
    await sql("update deliveries set state = 'applied' where state = 'dead'");
    await sql(
      "update alert_states set since = now() - interval '1 hour', cases = 0 where alert = 'dead_deliveries'",
    );
    await evaluate(portal);
    await expect
      .poll(async () => (await portal.mails()).map((mail) => mail.subject), { timeout: 90_000 })
      .toContain('Resolved: 2 deliveries failed for good');
    await visit(page, '/admin/alerts');
    await expect(page.getByText('Nothing needs attention.')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: '2 deliveries failed for good.' })).toBeVisible();
    await look(page, testInfo, 'admin-alerts-past', { isWhole: true });
  });
});
