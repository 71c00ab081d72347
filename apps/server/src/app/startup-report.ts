import type { Config } from '#platform/config/config.ts';
import { type GameServerRow, selectGameServers } from '#features/game-servers/game-servers.ts';
import type { Db } from '#platform/db/database.ts';
import type { Program } from './run-program.ts';

type Part<State extends string> = { state: State; sentence: string };

/** Prints one line that names the mode, why, and the state of each part, and logs the same as fields. */
export function reportStart({ config, log, print }: Pick<Program, 'config' | 'log' | 'print'>): void {
  const { mode, modeReason: reason } = config;
  const [payments, twitch, mail] = [paymentsOf(config), twitchOf(config), mailOf(config)];
  const alerts = alertsOf(config);
  const parts = `Payments: ${payments.sentence}. Twitch: ${twitch.sentence}. Mail: ${mail.sentence}. Alerts: ${alerts.sentence}.`;
  print(`Mode: ${mode}, because ${reason}. ${parts}`);
  const states = { payments: payments.state, twitch: twitch.state, mail: mail.state, alerts: alerts.state };
  log.info({ mode, reason, ...states }, `starting in ${mode} mode`);
  for (const warning of warningsOf(config, mail)) {
    print(`Warning: ${warning}`);
    log.warn(warning);
  }
}

/** Prints one line that names each game server and its bridge. */
export async function reportGameServers({ print }: Pick<Program, 'print'>, db: Db): Promise<void> {
  const servers = await selectGameServers(db);
  print(`Game servers: ${servers.map(serverInWords).join('; ')}.`);
}

function serverInWords({ name, slug, isListed, report, isSilent }: GameServerRow): string {
  const title = `${name} (${slug}${isListed ? '' : ', hidden'})`;
  if (!report) return `${title}, whose bridge has not reported yet`;
  const { adapter, bridgeVersion, reportedAt } = report;
  const state = isSilent ? `silent since ${reportedAt.toISOString()}` : 'connected';
  return `${title} with the bridge ${adapter} ${bridgeVersion}, ${state}`;
}

function paymentsOf({ payments }: Config): Part<'stripe' | 'stripe-test' | 'sandbox' | 'off'> {
  switch (payments.provider) {
    case 'stripe':
      return /^.._test_/.test(payments.secretKey)
        ? { state: 'stripe-test', sentence: 'Stripe with a test key, which delivers without payment' }
        : { state: 'stripe', sentence: 'Stripe' };
    case 'sandbox':
      return { state: 'sandbox', sentence: 'sandbox at /sandbox' };
    case 'off':
      return { state: 'off', sentence: 'closed (STRIPE_SECRET_KEY is not set)' };
  }
}

function twitchOf({ twitch: { provider } }: Config): Part<'twitch' | 'simulator' | 'off'> {
  switch (provider) {
    case 'twitch':
      return { state: provider, sentence: 'Twitch' };
    case 'simulator':
      return { state: provider, sentence: 'simulated at /sandbox/twitch' };
    case 'off':
      return { state: provider, sentence: 'off (TWITCH_CLIENT_ID is not set)' };
  }
}

function mailOf({ mode, smtpUrl }: Config): Part<'smtp' | 'mailbox' | 'waiting'> {
  if (smtpUrl !== undefined) return { state: 'smtp', sentence: 'SMTP' };
  if (mode === 'local') return { state: 'mailbox', sentence: 'mailbox at /dev/mail' };
  return { state: 'waiting', sentence: 'waits in the outbox (SMTP_URL is not set)' };
}

/** Never the webhook's address, which is a secret. */
function alertsOf({ alertWebhookUrl }: Config): Part<'mail' | 'mail-and-webhook'> {
  if (alertWebhookUrl === undefined)
    return { state: 'mail', sentence: 'by mail to owners (ALERT_WEBHOOK_URL is not set)' };
  return { state: 'mail-and-webhook', sentence: 'by mail to owners, and to the webhook' };
}

function warningsOf({ warnings, unknownVariables }: Config, mail: ReturnType<typeof mailOf>): string[] {
  const all = [...unknownVariables, ...warnings];
  if (mail.state !== 'waiting') return all;
  const missing = "players get no mail, so they can't confirm addresses or reset passwords.";
  return [...all, `SMTP_URL is not set: ${missing}`];
}
