import type { Character } from '@waygate/contract/deliveries/deliveries.schemas';
import type { GameCharacter } from '#adapter.ts';

// oxlint-disable-next-line no-control-regex -- finding control characters is the point
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]/g;
const MAX_LEVEL = 9999;

/** A character as the portal takes it, so that one odd row of a game doesn't hold up the report of 200 accounts. */
export function readableCharacter({
  characterId,
  name,
  level,
  class: className,
  online,
}: GameCharacter): Character {
  return {
    characterId: line(characterId, 64) || line(name, 64) || '?',
    name: line(name, 40) || '?',
    level: Math.min(MAX_LEVEL, Math.max(1, Math.trunc(level) || 1)),
    class: line(className, 40) || '-',
    online,
  };
}

function line(text: string, max: number): string {
  return text.replaceAll(CONTROL_CHARACTERS, ' ').slice(0, max).toWellFormed().trim();
}
