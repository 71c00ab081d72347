import type { AlertDelivery, AlertState } from '@waygate/contract/alerts/alerts.schemas';
import type { BadgeTone } from '#ui/admin/Badge.tsx';
import { countText } from '#ui/admin/count-text.ts';

export const ALERT_STATES: Record<AlertState, { label: string; tone: BadgeTone }> = {
  ok: { label: 'Ok', tone: 'success' },
  pending: { label: 'Waiting', tone: 'warning' },
  active: { label: 'Active', tone: 'error' },
  clearing: { label: 'Clearing', tone: 'info' },
  unknown: { label: 'Not checked', tone: 'neutral' },
};

/** 'just now', '20 s ago', '5 min ago', '3 h ago', '2 days ago'. */
export function agoText(seconds: number): string {
  if (seconds < 1) return 'just now';
  if (seconds < 60) return `${Math.floor(seconds)} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 2 * 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86_400)} days ago`;
}

/** Who a message reached: 'Mail sent to 2 owners. Webhook: sent.' */
export function deliveryText({ mails, webhook, webhookFailure }: AlertDelivery): string {
  return [mailText(mails), ...webhookTexts(webhook, webhookFailure)].join(' ');
}

export function hasFailed({ mails, webhook }: AlertDelivery): boolean {
  return mails.failed > 0 || webhook === 'failed';
}

function mailText({ sent, waiting, failed }: AlertDelivery['mails']): string {
  const parts = [
    ...(sent > 0 ? [`sent to ${countText(sent, 'owner')}`] : []),
    ...(waiting > 0 ? [`waiting for ${countText(waiting, 'owner')}`] : []),
    ...(failed > 0 ? [`refused for ${countText(failed, 'owner')}`] : []),
  ];
  return parts.length === 0 ? 'No mail.' : `Mail ${parts.join(', ')}.`;
}

function webhookTexts(webhook: AlertDelivery['webhook'], failure: string | null): string[] {
  const because = failure === null ? '' : `: ${failure}`;
  switch (webhook) {
    case 'off':
      return [];
    case 'sent':
      return ['Sent to the webhook.'];
    case 'waiting':
      return [failure === null ? 'Waiting for the webhook.' : `Trying the webhook again${because}.`];
    case 'failed':
      return [`Not sent to the webhook${because}.`];
  }
}
