import type { LineState } from '@waygate/contract/deliveries/line-states.schemas';

/** How a state is coloured. */
export type Tone = 'waiting' | 'good' | 'over' | 'trouble';

export type Label = { text: string; tone: Tone };

/** The delivery state of what a player bought or claimed. */
export const LINE_LABELS: Record<LineState, Label> = {
  waiting: { text: 'Queued for delivery', tone: 'waiting' },
  on_its_way: { text: 'On its way to the game', tone: 'waiting' },
  on_hold: { text: 'On hold while the payment is disputed', tone: 'trouble' },
  delivered: { text: 'Delivered', tone: 'good' },
  cancelled: { text: 'Not delivered', tone: 'over' },
  revoked: { text: 'Revoked', tone: 'over' },
  problem: { text: 'Delayed, our team has been notified', tone: 'trouble' },
  collected: { text: 'Collected in the game', tone: 'good' },
  unknown: { text: "We can't tell yet whether this arrived. Our team looks into it.", tone: 'trouble' },
  awaiting_character: { text: 'Waiting for you to choose a character', tone: 'trouble' },
};
