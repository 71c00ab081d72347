import type { OwnCharacter } from '@waygate/contract/deliveries/deliveries.schemas';
import type { GameServer } from '@waygate/contract/game-servers/game-servers.schemas';

/** What a player can choose from. */
export type Choices = { servers: GameServer[]; characters: OwnCharacter[] };

/** Where something bought or claimed goes, as the API takes it. */
export type Target = { serverId: number; characterId?: string };

/** A target as far as it is chosen; '' for nothing. */
export type TargetForm = { serverId: string; characterId: string };

/** Why a target was refused. */
export type TargetFault = { message: string; fields: Record<string, string> };

/** Chooses what there is only one of. With several servers it is the only one where the player has characters. */
export function firstTarget({ servers, characters }: Choices): TargetForm {
  const played = servers.filter(({ serverId }) => characters.some((one) => one.serverId === serverId));
  const server = servers.length === 1 ? servers[0] : played.length === 1 ? played[0] : undefined;
  return server
    ? onServer({ servers, characters }, String(server.serverId))
    : { serverId: '', characterId: '' };
}

/** The target after another server was chosen. */
export function onServer(choices: Choices, serverId: string): TargetForm {
  const [only, ...others] = charactersOn(choices, serverId);
  return { serverId, characterId: only && others.length === 0 ? only.characterId : '' };
}

export function serverOf({ servers }: Choices, id: string): GameServer | undefined {
  return servers.find(({ serverId }) => String(serverId) === id);
}

export function charactersOn({ characters }: Choices, serverId: string): OwnCharacter[] {
  return characters.filter((character) => String(character.serverId) === serverId);
}

/** 'Kara, level 12 Warden' */
export function characterText({
  name,
  level,
  class: characterClass,
}: Omit<OwnCharacter, 'serverId'>): string {
  return `${name}, level ${level} ${characterClass}`;
}

/** Whether the server needs a character, and the player has none. */
export function lacksCharacter(choices: Choices, { serverId }: TargetForm): boolean {
  return (
    (serverOf(choices, serverId)?.needsCharacter ?? false) && charactersOn(choices, serverId).length === 0
  );
}

/** The target to send, or what is still to be chosen. */
export function targetOf(
  choices: Choices,
  form: TargetForm,
): { target: Target } | { missing: Record<string, string> } {
  const server = serverOf(choices, form.serverId);
  if (!server) return { missing: { serverId: 'Choose the game server that you want it on.' } };
  if (!server.needsCharacter) return { target: { serverId: server.serverId } };
  const character = charactersOn(choices, form.serverId).find(
    ({ characterId }) => characterId === form.characterId,
  );
  if (!character) return { missing: { characterId: `Choose the character on ${server.name} that gets it.` } };
  return { target: { serverId: server.serverId, characterId: character.characterId } };
}

/** Whether the fault is shown at one of the fields, rather than above the buttons. */
export function isAtField(choices: Choices, { serverId }: TargetForm, { fields }: TargetFault): boolean {
  if (fields.serverId !== undefined) return choices.servers.length > 1;
  if (fields.characterId === undefined) return false;
  const needsCharacter = serverOf(choices, serverId)?.needsCharacter ?? false;
  return needsCharacter && charactersOn(choices, serverId).length > 0;
}

/** Whether the server asks for another game server or character. */
export function isTargetFault({ fields }: Pick<TargetFault, 'fields'>): boolean {
  return fields.serverId !== undefined || fields.characterId !== undefined;
}
