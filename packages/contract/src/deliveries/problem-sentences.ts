import type { DeliveryProblem } from './deliveries.schemas.ts';

type Sentences = {
  /** What the player reads, and does. */
  player: string;
  /** What staff read. */
  staff: string;
};

/** Why something bought or claimed isn't in the game, in the words of those who can do something about it. */
const SENTENCES: Record<DeliveryProblem, Sentences> = {
  no_game_account: {
    player: 'You have no account in this game yet. Create one, and it arrives at once.',
    staff: 'The player has no account in this game yet.',
  },
  character_missing: {
    player: 'The character it was for is gone. Choose another one.',
    staff: 'Its character is gone. The player has to choose another one.',
  },
  inbox_full: {
    player: 'Your mailbox in the game is full. Empty it, and it arrives within an hour.',
    staff: "The player's mailbox in the game is full.",
  },
  character_offline: {
    player: 'Sign in to the game with this character, and it arrives within an hour.',
    staff: 'The game delivers it only while the character is online.',
  },
  character_online: {
    player: 'Leave the game with all your characters, and it arrives within an hour.',
    staff: "The game delivers it only while none of the player's characters is online.",
  },
  unknown_item: {
    player: "The game doesn't know this item. Our team has been notified.",
    staff: "The game doesn't know the item's id. Correct the id of the product or reward.",
  },
  game_unreachable: {
    player: "The game can't be reached right now. It arrives when the game is back.",
    staff: "The bridge can't reach the game.",
  },
  game_setup: {
    player: 'The game server has to be repaired first. Our team has been notified.',
    staff: "The game's tables or rights aren't as they must be: 'game-bridge check' says what is wrong.",
  },
};

export function problemForPlayer(problem: DeliveryProblem): string {
  return SENTENCES[problem].player;
}

export function problemForStaff(problem: DeliveryProblem): string {
  return SENTENCES[problem].staff;
}

/** They wait for the player: such failures aren't counted, and the delivery never dies of them. */
export const PROBLEMS_OF_PLAYERS: readonly DeliveryProblem[] = [
  'no_game_account',
  'character_missing',
  'inbox_full',
  'character_offline',
  'character_online',
];
