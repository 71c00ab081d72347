import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { AccountOutcome, Applied } from '#adapter.ts';

/** What the bridge reports while it runs. No event holds a credential. */
export type BridgeEvent =
  | { event: 'started'; preset: string; portal: string; version: string }
  | { event: 'stopped' }
  | { event: 'delivery'; delivery: Delivery; answer: Applied; ms: number }
  /** It can't be read, so the game never gets it. */
  | { event: 'delivery_refused'; id: number; why: string }
  | {
      event: 'account';
      id: number;
      kind: string;
      accountDBID: number;
      login: string;
      outcome: AccountOutcome;
    }
  | { event: 'portal_away'; message: string; remedy: string | undefined }
  | { event: 'portal_back' }
  | { event: 'game_away'; message: string }
  | { event: 'game_back' }
  | { event: 'clock'; differenceSeconds: number }
  | { event: 'reported'; what: 'characters' | 'collections' | 'receipts'; count: number }
  /** A call that this portal is too old for. */
  | { event: 'unsupported'; what: string }
  | { event: 'warning'; message: string };

export type Log = (event: BridgeEvent) => void;
