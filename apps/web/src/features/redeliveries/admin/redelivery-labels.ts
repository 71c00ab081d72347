import {
  type Exclusion,
  type Redelivery,
  type RedeliveryMode,
  type RedeliveryScope,
  type RedeliveryState,
  redeliveryStateOf,
} from '@waygate/contract/redeliveries/redeliveries.schemas';
import type { BadgeTone } from '#ui/admin/Badge.tsx';

export const MODES: Record<RedeliveryMode, { title: string; short: string; description: string }> = {
  same_keys: {
    title: 'It was restored from a backup',
    short: 'Same keys',
    description:
      'Sends the deliveries again under their own keys. The game skips what it still has, so nothing is doubled.',
  },
  new_keys: {
    title: 'It was wiped: a new season',
    short: 'New season',
    description:
      'Grants everything that players are still owed again, under new keys. A game that still has the old items gets them twice.',
  },
};

/** What was lost, and the label of the field that picks it. */
export const SCOPES: Record<RedeliveryScope, { label: string; picked: string | undefined }> = {
  everything: { label: 'Everything', picked: undefined },
  account: { label: 'Deliveries of one player', picked: 'Player' },
  order: { label: 'Deliveries of one order', picked: 'Order' },
  product: { label: 'Deliveries of one product', picked: 'Product' },
};

export const EXCLUSIONS: Record<Exclusion, string> = {
  own_account: 'Your own account. Ask an owner to send them.',
  rank: 'Accounts with rights that you lack. Ask an owner to send them.',
  held: 'Orders in review or in a dispute. Repeat this once they are decided.',
  not_owed: 'Refunded, revoked or ended, so no longer owed.',
  by_hand: 'Delivered by hand. Choose a time to send what was delivered since.',
};

/** 'Everything', 'Player 5', 'Order 12', 'Product 3', with ' on North' if it is of one game server. */
export function scopeText({
  serverName,
  ...scope
}: Pick<Redelivery, 'scope' | 'target' | 'serverName'>): string {
  return serverName === null ? scopeName(scope) : `${scopeName(scope)} on ${serverName}`;
}

function scopeName({ scope, target }: Pick<Redelivery, 'scope' | 'target'>): string {
  switch (scope) {
    case 'everything':
      return 'Everything';
    case 'account':
      return `Player ${target}`;
    case 'order':
      return `Order ${target}`;
    case 'product':
      return `Product ${target}`;
  }
}

type Progress = Pick<Redelivery, 'planned' | 'redelivered' | 'waiting' | 'failed' | 'finishedAt'>;

const STATES: Record<RedeliveryState, { text: string; tone: BadgeTone }> = {
  queueing: { text: 'Queueing', tone: 'info' },
  with_game: { text: 'With the game', tone: 'info' },
  failed: { text: 'Some failed', tone: 'error' },
  done: { text: 'Done', tone: 'success' },
};

export const REDELIVERY_STATE_OPTIONS = Object.entries(STATES).map(([value, { text }]) => ({
  value,
  label: text,
}));

/** How far a redelivery has come, from the queue to the game. */
export function progressLabel(redelivery: Progress): { text: string; tone: BadgeTone } {
  return STATES[redeliveryStateOf(redelivery)];
}

/** 'Queued 512 of 512. 12 are waiting for the game.' */
export function progressText({ planned, redelivered, waiting, failed, finishedAt }: Progress): string {
  const sentences = [`Queued ${redelivered.toLocaleString()} of ${planned.toLocaleString()}.`];
  if (finishedAt !== null && redelivered < planned)
    sentences.push('The rest was refunded, revoked or sent by somebody else meanwhile.');
  if (waiting > 0)
    sentences.push(`${waiting.toLocaleString()} ${waiting === 1 ? 'is' : 'are'} waiting for the game.`);
  if (failed > 0) sentences.push(`${failed.toLocaleString()} failed: see Deliveries.`);
  return sentences.join(' ');
}
