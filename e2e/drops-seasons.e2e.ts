import { expectNoAxeViolations } from './support/axe.ts';
import type { Portal } from './support/portal.ts';
import { takeScreen } from './support/screens.ts';
import { expect, startSession, test, visit } from './support/test.ts';

test.use({ portalEnv: { DEMO_CONTENT: 'off' } });

const CHANNELS = 12;

/** A season in its claim period, the next one with rules, channels in every state, and the owner with earned minutes. */
async function fillDrops(portal: Portal): Promise<void> {
  await portal.sql(`insert into twitch_seasons (name, starts_at, ends_at, claim_until, title_word, min_viewers)
    values ('Season of Embers', now() - interval '60 days', now() - interval '2 days', now() + interval '5 days', '', null),
           ('Season of Frost', now() - interval '1 day', now() + interval '40 days', null, 'Drops', 5)`);
  await portal.sql(`insert into accounts (user_name, email, password_hash)
    select 'Streamer_' || n, 'streamer_' || n || '@example.com', 'none' from generate_series(1, ${CHANNELS}) n`);
  await portal.sql(`insert into twitch_links (account_id, twitch_user_id, login, display_name)
    select id, 'seeded' || id, lower(user_name), user_name from accounts`);
  await portal.sql(`insert into twitch_streamers
      (account_id, decision, needs_new_link, key_id, access_token, refresh_token, expires_at, validated_at, link_mailed_at)
    select id, 'approved', id % 5 = 0, '1', '', '', now() + interval '1 day', now(), now()
    from accounts where user_name like 'Streamer%'`);
  await portal.sql(`insert into twitch_rewards (title, description, required_minutes, season, type, item_id)
    select initcap(r.title), 'It never goes out.', r.minutes, s.id, 'viewer', 7
    from (values ('lantern', 60), ('ember cloak', 240), ('crown of coals', 900)) r (title, minutes), twitch_seasons s`);
  await portal.sql(
    `insert into drop_totals (account_id, kind, season_id, minutes)
    select a.id, 'viewer', s.id, case when s.ends_at < now() then 300 else 45 end
    from accounts a, twitch_seasons s where a.user_name = $1`,
    [portal.owner.name],
  );
  await portal.sql(
    `insert into drop_claims (account_id, reward_id)
    select a.id, min(r.id) from accounts a, twitch_rewards r where a.user_name = $1 group by a.id`,
    [portal.owner.name],
  );
  await portal.sql(`insert into drop_rule_failures (season_id, account_id, rule, minutes, last_minute)
    select (select max(id) from twitch_seasons), id,
      (array['viewers', 'email', 'address', 'character', 'twitch_age', 'title'])[1 + id % 6], id * 7, 1
    from accounts where user_name like 'Streamer%'`);
}

test('a season ends with a claim period, has rules, locks what was claimed and shows the health of each channel @phone', async ({
  page,
  portal,
  complaints,
}, testInfo) => {
  // The rule that isn't a number from 1.
  complaints.expect(/400 \(Bad Request\)/);
  await fillDrops(portal);
  await startSession(page, portal.owner.name, portal.owner.password);

  await test.step('earned rewards of the ended season can be claimed', async () => {
    await visit(page, '/profile');
    await page.getByRole('tab', { name: 'Viewer Drops' }).click();
    const ended = page.getByRole('region', { name: 'Season of Embers has ended' });
    await expect(ended).toContainText('You earned these in 5h 0m.');
    await ended.getByRole('button', { name: 'Claim Ember Cloak' }).click();
    await expect(ended).toContainText('Reward claimed!');
    await expectNoAxeViolations(page, 'an ended season');
    await takeScreen(page, testInfo, 'drops-ended-season', { isWhole: true });
  });

  await test.step('the season has a claim period and rules', async () => {
    await visit(page, '/admin/twitch-drops?tab=seasons');
    await expect(page.getByRole('row').filter({ hasText: 'Season of Embers' })).toContainText('Claims open');
    await takeScreen(page, testInfo, 'drops-admin-claims', { isWhole: true });
    await page.getByRole('button', { name: 'Edit Season of Frost' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Season of Frost' });
    await expect(dialog.getByLabel("Word in the stream's title, or tag")).toHaveValue('Drops');
    await dialog.getByLabel('Minimum viewers').fill('0');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toContainText('Please give a whole number from 1 to 1000000, or nothing.');
    await expectNoAxeViolations(page, 'the rules of a season');
    await takeScreen(page, testInfo, 'drops-season-rules');
    await dialog.getByLabel('Minimum viewers').fill('3');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Season updated.')).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step('a claimed reward is locked, and copied instead', async () => {
    await visit(page, '/admin/twitch-drops?tab=rewards');
    await page
      .getByRole('row')
      .filter({ hasText: 'Lantern' })
      .filter({ hasText: 'Embers' })
      .getByRole('button', { name: /^Edit/ })
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Required minutes')).toBeDisabled();
    await expectNoAxeViolations(page, 'a claimed reward');
    await takeScreen(page, testInfo, 'drops-locked-reward');
    await dialog.getByRole('button', { name: 'Copy to another season' }).click();
    await page.getByRole('dialog', { name: 'Copy Lantern' }).getByRole('button', { name: 'Create' }).click();
    await expect(page.getByText('Reward created.')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('rules that were not met are listed', async () => {
    await visit(page, '/admin/twitch-drops?tab=rules');
    await expect(page.getByText('Minutes lost').first()).toBeVisible();
    await page.getByLabel('Season', { exact: true }).selectOption('Season of Embers (1)');
    await expect(page.getByText(/^Nothing matches Season: Season of Embers/)).toBeVisible();
    await page.getByLabel('Season', { exact: true }).selectOption('Season of Frost (2)');
    await expect(page.getByRole('link', { name: 'Streamer_1', exact: true })).toBeVisible();
    await expectNoAxeViolations(page, 'rules that were not met');
    await takeScreen(page, testInfo, 'drops-rules-not-met', { isWhole: true });
  });

  await test.step('health is first, and shows each channel', async () => {
    await expect(page.getByRole('tab').first()).toHaveText('Health: needs attention');
    await page.getByRole('tab').first().click();
    await expect(page.getByText('Needs a new link').first()).toBeVisible();
    await expectNoAxeViolations(page, 'the health of channels');
    await takeScreen(page, testInfo, 'drops-health-channels', { isWhole: true });
  });
});
