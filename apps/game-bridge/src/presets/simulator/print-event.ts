import type { AccountCommand } from '@waygate/contract/game-accounts/game-accounts.schemas';
import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { AccountOutcome, Applied } from '#adapter.ts';
import type { BridgeEvent } from '#log/events.ts';
import { announce } from './announce.ts';

/** One line for the person at the terminal; undefined for what isn't worth one. */
export function describeEvent(event: BridgeEvent): string | undefined {
  switch (event.event) {
    case 'delivery':
      return describeDelivery(event.delivery, event.answer);
    case 'delivery_refused':
      return `! delivery ${event.id} is refused: ${event.why}`;
    case 'account':
      return describeAccount(event);
    case 'portal_away':
    case 'game_away':
      return `${event.message} Trying again.`;
    case 'portal_back':
      return 'The portal answers again.';
    case 'game_back':
      return 'The game answers again.';
    case 'clock':
      return `! the clocks of the portal and this computer differ by ${Math.abs(event.differenceSeconds)} seconds`;
    case 'warning':
      return `! ${event.message}`;
    case 'started':
    case 'stopped':
    case 'reported':
    case 'unsupported':
      return undefined;
  }
}

function describeDelivery(delivery: Delivery, answer: Applied): string {
  switch (answer.is) {
    case 'applied':
      if (answer.isBarred) return announce(delivery, 'barred');
      return announce(delivery, delivery.effect === 'grant' ? 'given' : 'taken_back');
    case 'duplicate':
      return announce(delivery, 'duplicate');
    case 'rejected':
      return announce(delivery, 'mismatch');
    case 'later':
    case 'unknown':
      return `! delivery ${delivery.id} could not be applied and will come again: ${answer.why}`;
    case 'character_missing':
      return `! delivery ${delivery.id} waits for another character: ${answer.why}`;
  }
}

type AccountEvent = { kind: string; accountDBID: number; login: string; outcome: AccountOutcome };

const DONE: Record<AccountCommand['kind'], string> = {
  create: 'was created',
  set_password: 'has a new password',
  rename: 'was renamed',
  claim: 'was claimed',
  lock: 'is locked',
  unlock: 'is unlocked',
};

function describeAccount({ kind, accountDBID, login, outcome }: AccountEvent): string {
  if (outcome.is !== 'done') return `! game account ${login} (${kind}): ${outcome.why}`;
  // The loop refuses other kinds.
  return `* game account ${outcome.login} of account ${accountDBID} ${DONE[kind as AccountCommand['kind']]}`;
}
