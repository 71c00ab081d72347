import type { OwnCharacter } from '@waygate/contract/deliveries/deliveries.schemas';
import type { GameServer } from '@waygate/contract/game-servers/game-servers.schemas';
import type { ServerName } from '@waygate/contract/game-servers/server-names.endpoints';

export const SERVERS = 'GET /api/content/servers';
export const SERVER_NAMES = 'GET /api/admin/game/server-names';
const CHARACTERS = 'GET /api/user/characters';

/** A server whose items are for the account. */
export const EMBERLAND: GameServer = {
  serverId: 1,
  name: 'Emberland',
  slug: 'emberland',
  status: 'online',
  playersOnline: 12,
  capacity: null,
  gameVersion: null,
  offlineSince: null,
  needsCharacter: false,
};

/** A server whose items are for a character. */
export const FROSTLAND: GameServer = {
  ...EMBERLAND,
  serverId: 2,
  name: 'Frostland',
  slug: 'frostland',
  needsCharacter: true,
};

export const KARA: OwnCharacter = {
  characterId: 'k1',
  serverId: 2,
  name: 'Kara',
  level: 12,
  class: 'Warden',
  online: false,
};
export const BRAN: OwnCharacter = { ...KARA, characterId: 'b1', name: 'Bran', level: 3 };

export const TWO_SERVERS: ServerName[] = [
  { serverId: 1, name: 'Emberland', isFirst: true, isListed: true },
  { serverId: 2, name: 'Frostland', isFirst: false, isListed: true },
];

/** What the portal answers about these servers and characters. */
export const choices = (servers: GameServer[], characters: OwnCharacter[]) => ({
  [SERVERS]: { body: { servers } },
  [CHARACTERS]: { body: { characters } },
});
