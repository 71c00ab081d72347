import type { Transaction } from '#platform/db/database.ts';
import { type AppError, conflict, invalid } from '#platform/errors/app-error.ts';
import { selectTargetServer, type TargetServer } from './targets.queries.ts';

/** The game server that something goes to, and the character there; without one it is for the account. */
export type Target = { serverId: number; characterId: string | null; characterName: string | null };

/** What a player chose; both are needed only where there is a choice. */
export type TargetChoice = { serverId?: number | undefined; characterId?: string | undefined };

/**
 * The game server and the character that get what is bought or claimed.
 *
 * @param serverIds the game servers that have it
 * @throws validation_failed, naming `serverId` or `characterId`; conflict when no server has it
 */
export async function chooseTarget(
  tx: Transaction,
  { accountId, serverIds, choice }: { accountId: number; serverIds: number[]; choice: TargetChoice },
): Promise<Target> {
  const serverId = chooseServer(serverIds, choice.serverId);
  const server = await selectTargetServer(tx, { accountId, serverId });
  if (!server) throw new Error(`Game server ${serverId} disappeared.`);
  const character = chooseCharacter(server, choice.characterId);
  return { serverId, characterId: character?.id ?? null, characterName: character?.name ?? null };
}

function chooseServer(serverIds: number[], chosen: number | undefined): number {
  if (chosen !== undefined) {
    if (serverIds.includes(chosen)) return chosen;
    throw refused('serverId', "This isn't available on that game server. Choose another one.");
  }
  const [only, ...others] = serverIds;
  if (only === undefined) throw conflict("This isn't available on any game server right now.");
  if (others.length > 0) throw refused('serverId', 'Choose the game server that you want it on.');
  return only;
}

function chooseCharacter({ name, needsCharacter, characters }: TargetServer, chosen: string | undefined) {
  if (chosen !== undefined) {
    const character = characters.find(({ id }) => id === chosen);
    if (character) return character;
    throw refused('characterId', `You have no such character on ${name}. Choose another one.`);
  }
  if (!needsCharacter) return undefined;
  const [only, ...others] = characters;
  if (!only) throw refused('characterId', `Create a character on ${name} first, then come back.`);
  if (others.length > 0) throw refused('characterId', `Choose the character on ${name} that gets it.`);
  return only;
}

function refused(field: 'serverId' | 'characterId', sentence: string): AppError {
  return invalid(sentence, { [field]: sentence });
}
