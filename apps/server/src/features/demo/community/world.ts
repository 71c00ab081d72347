import type { Random } from './random.ts';

/** The game servers of the demo. The first one's deliveries are for accounts, the second one's for characters. */
export const SERVERS = [
  { id: 1, name: 'Harrowgate', slug: 'harrowgate', peak: 88, capacity: 300 },
  { id: 2, name: 'Emberdeep', slug: 'emberdeep', peak: 41, capacity: 150 },
] as const;

export const FIRST_SERVER = 1;
export const SECOND_SERVER = 2;

/** What the portal keeps itself: lines of these kinds have no delivery. */
export const COINS = ['premium_coins', 'second_coins'];

/** Ids of items on the second server. */
export function itemOnSecondServer(itemId: number): number {
  return itemId + 500_000;
}

export type Character = {
  serverId: number;
  characterId: string;
  name: string;
  level: number;
  class: string;
  isOnline: boolean;
};

export type Player = {
  id: number;
  userName: string;
  email: string;
  /** A UUID; keys of deliveries are made of it. */
  reference: string;
  registeredAt: Date;
  isConfirmed: boolean;
  address: string;
  /** From 0 to 1: how often somebody plays, buys and watches. */
  loyalty: number;
  characters: Character[];
  /** Days in UTC, oldest first. */
  activeDays: string[];
  lastActiveAt: Date | undefined;
};

/** Staff besides the owner, by what they do. */
export type StaffName = 'moderator' | 'editor' | 'support' | 'accountant' | 'hosts';

export type Line = { kind: string; quantity: number; itemId: number | null; label: string };

export type CatalogueProduct = {
  id: number;
  name: string;
  priceCents: number;
  isLimited: boolean;
  accountLimit: number | null;
  lines: Line[];
};

export type CatalogueReward = {
  id: number;
  reference: string;
  type: 'viewer' | 'streamer';
  requiredMinutes: number;
  itemId: number;
  itemQuantity: number;
};

/** What the parts of the fill share. */
export type World = {
  random: Random;
  now: Date;
  ownerId: number;
  staff: Record<StaffName, number>;
  /** Confirmed or not, without staff; the first one is who can be signed in to. */
  players: Player[];
  products: CatalogueProduct[];
  rewards: CatalogueReward[];
  seasonId: number;
  /** What references of orders begin with. */
  referencePrefix: string;
};

/** Of a player on a server, if any. */
export function characterOn(player: Player, serverId: number): Character | undefined {
  return player.characters.find((character) => character.serverId === serverId);
}
