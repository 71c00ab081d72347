import type { AwaitingDelivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { Db } from '#platform/db/database.ts';
import { conflict, invalid, notFound } from '#platform/errors/app-error.ts';
import {
  type AwaitingRow,
  type Choice,
  selectAwaitingDeliveries,
  selectChoiceState,
  updateCharacterChosen,
} from './awaiting-deliveries.queries.ts';
import { contentLabel } from './content-labels.ts';

/** What waits until the account's player chooses a character. */
export async function listAwaiting(db: Db, accountId: number): Promise<AwaitingDelivery[]> {
  return (await selectAwaitingDeliveries(db, accountId)).map(presentAwaiting);
}

/**
 * Gives a delivery, and all that wait for the same character, to another one. Repeating a choice changes nothing.
 *
 * @returns what still waits
 * @throws notFound; conflict for a delivery that doesn't wait any more; invalid for a character that isn't the account's
 *   on that game server
 */
export async function chooseCharacter(db: Db, choice: Choice): Promise<AwaitingDelivery[]> {
  if ((await updateCharacterChosen(db, choice)) === 0) await explainRefusal(db, choice);
  return listAwaiting(db, choice.accountId);
}

async function explainRefusal(db: Db, choice: Choice): Promise<void> {
  const found = await selectChoiceState(db, choice);
  if (!found) throw notFound('There is no such delivery.');
  if (found.isAwaiting) {
    const message = 'You have no such character on this game server.';
    throw invalid(message, { characterId: message });
  }
  if (found.characterId !== choice.characterId)
    throw conflict('This delivery no longer waits for a character.');
}

function presentAwaiting({ id, createdAt, label, kind, itemId, ...row }: AwaitingRow): AwaitingDelivery {
  return {
    deliveryId: id,
    serverId: row.serverId,
    serverName: row.serverName,
    characterName: row.characterName,
    label: contentLabel({ kind, itemId, label }),
    quantity: row.quantity,
    createdAt: new Date(createdAt).toISOString(),
  };
}
