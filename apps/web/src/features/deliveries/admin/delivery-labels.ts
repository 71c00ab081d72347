import type { AdminDelivery, DeliveryFailure } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import type { DeliveryKind } from '@waygate/contract/deliveries/deliveries.schemas';
import { KIND_OPTIONS } from '#features/products/admin/product-labels.ts';
import type { BadgeTone } from '#ui/admin/Badge.tsx';
import { countText } from '#ui/admin/count-text.ts';

type DeliveryState = AdminDelivery['state'];
type DeliveryContent = Pick<AdminDelivery, 'effect' | 'itemId' | 'quantity'> & {
  kind: string;
  itemName?: string | null;
};

const STATE_LABELS: Record<DeliveryState, { text: string; tone: BadgeTone }> = {
  pending: { text: 'Waiting', tone: 'info' },
  leased: { text: 'With the game', tone: 'info' },
  applied: { text: 'Applied', tone: 'success' },
  dead: { text: 'Failed', tone: 'error' },
  cancelled: { text: 'Cancelled', tone: 'neutral' },
  superseded: { text: 'Replaced', tone: 'neutral' },
  collected: { text: 'Collected', tone: 'success' },
  unknown: { text: 'Unknown', tone: 'warning' },
  awaiting_character: { text: 'No character', tone: 'warning' },
};

/** Whatever its state is. */
export const ON_HOLD = { text: 'On hold: disputed', tone: 'warning' } as const;

export function deliveryStateLabel(state: DeliveryState) {
  return STATE_LABELS[state];
}

export const DELIVERY_STATE_OPTIONS = [
  ...(
    [
      'unknown',
      'awaiting_character',
      'pending',
      'leased',
      'applied',
      'collected',
      'cancelled',
      'superseded',
    ] as const
  ).map((value) => ({
    value,
    label: STATE_LABELS[value].text,
  })),
  { value: 'all', label: 'All' },
];

export const DELIVERY_KIND_OPTIONS: { value: DeliveryKind; label: string }[] = [
  ...KIND_OPTIONS,
  { value: 'benefit', label: 'Benefit' },
  { value: 'content_creator_package', label: 'Content creator package' },
  { value: 'staff_package', label: 'Staff package' },
];

const FAILURES: Record<DeliveryFailure, { label: string; text: string; advice?: string }> = {
  rejected: { label: 'Rejected by the game', text: 'Rejected by the game.' },
  mismatch: {
    label: 'Receipt of something else',
    text: 'Its receipt in the game is of something else.',
    advice:
      'Under its key, the game has a receipt of another account, kind, item or quantity. The player got nothing by it.',
  },
  suspicious_duplicate: {
    label: 'Suspicious duplicate',
    text: 'The game had it before it was ever sent.',
    advice:
      'The game says that it was applied before, but it was never sent before. Check in the game whether the player has it.',
  },
  exhausted: { label: 'Out of attempts', text: 'Twelve attempts failed.' },
};

export const DELIVERY_FAILURE_OPTIONS = Object.entries(FAILURES).map(([value, { label }]) => ({
  value,
  label,
}));

/** Of a delivery whose state is `unknown`. */
const UNKNOWN_ADVICE = {
  grant:
    "The game stopped answering while it applied this, and can't tell whether it did. Look into the player's mailbox in the game before you decide. The portal never sends it twice by itself.",
  revoke:
    "It isn't known whether the game applied the grant, or revoked it. Look in the game whether the player has it before you decide.",
};

type Failed = Pick<AdminDelivery, 'failure'>;

/** Why a delivery is dead, as a sentence; undefined when it isn't dead. */
export function failureText({ failure }: Failed): string | undefined {
  return failure === null ? undefined : FAILURES[failure].text;
}

/** What staff should know before they decide; undefined where the sentence says it all. */
export function failureAdvice({
  failure,
  state,
  effect,
}: Pick<AdminDelivery, 'failure' | 'state' | 'effect'>): string | undefined {
  if (state === 'unknown') return UNKNOWN_ADVICE[effect];
  return failure === null ? undefined : FAILURES[failure].advice;
}

/** The name of a reason; undefined for other text. */
export function failureLabel(failure: string): string | undefined {
  return DELIVERY_FAILURE_OPTIONS.find(({ value }) => value === failure)?.label;
}

/** 'Grant 2 × Lantern', 'Grant 2 × item 7001' when its name isn't known, 'Revoke 30 × club days'. */
export function deliveryText({ effect, kind, quantity, itemId, itemName }: DeliveryContent): string {
  const verb = effect === 'grant' ? 'Grant' : 'Revoke';
  if (itemName) return `${verb} ${quantity.toLocaleString()} × ${itemName}`;
  const content = kind.replaceAll('_', ' ');
  return `${verb} ${quantity.toLocaleString()} × ${content}${itemId === null ? '' : ` ${itemId}`}`;
}

/** The game's last response and the number of failures. */
export function gameResponseText({ attempts, detail }: Pick<AdminDelivery, 'attempts' | 'detail'>): string {
  const failures = countText(attempts, 'failure');
  if (attempts === 0) return detail ?? '–';
  return detail === null ? failures : `${detail} (${failures})`;
}
