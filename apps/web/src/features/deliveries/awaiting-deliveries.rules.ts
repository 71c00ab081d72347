import type { AwaitingDelivery, OwnCharacter } from '@waygate/contract/deliveries/deliveries.schemas';
import { countText } from '#ui/texts/count-text.ts';

/** What waits for the same character; one choice moves all of it. */
export type AwaitingGroup = {
  key: string;
  serverId: number;
  serverName: string;
  /** Null when none was chosen. */
  characterName: string | null;
  deliveries: AwaitingDelivery[];
  /** The account's characters on that game server. */
  characters: OwnCharacter[];
};

/** In the order in which they wait. */
export function groupAwaiting(deliveries: AwaitingDelivery[], characters: OwnCharacter[]): AwaitingGroup[] {
  const groups = Map.groupBy(
    deliveries,
    ({ serverId, characterName }) => `${serverId}/${characterName ?? ''}`,
  );
  return [...groups].flatMap(([key, [first, ...rest]]) =>
    first === undefined
      ? []
      : [
          {
            key,
            serverId: first.serverId,
            serverName: first.serverName,
            characterName: first.characterName,
            deliveries: [first, ...rest],
            characters: characters.filter(({ serverId }) => serverId === first.serverId),
          },
        ],
  );
}

/** 'Lantern', '3 × Lantern', and how many more there are behind the first five. */
export function contentTexts(deliveries: AwaitingDelivery[]): string[] {
  const shown = deliveries
    .slice(0, 5)
    .map(({ label, quantity }) => (quantity === 1 ? label : `${countText(quantity)} × ${label}`));
  const more = deliveries.length - shown.length;
  return more > 0 ? [...shown, `${countText(more)} more`] : shown;
}

/** Why it waits. */
export function awaitingText({ characterName, serverName }: AwaitingGroup, hasServers: boolean): string {
  const place = hasServers ? ` on ${serverName}` : '';
  return characterName === null
    ? `Choose the character${place} that gets this:`
    : `${characterName} is gone${place}. Choose the character that gets this instead:`;
}
