import { listGameServers } from '@waygate/contract/game-servers/game-servers.endpoints';
import { listCharacters } from '@waygate/contract/deliveries/deliveries.endpoints';
import type { OwnCharacter } from '@waygate/contract/deliveries/deliveries.schemas';
import { Swords } from 'lucide-react';
import { ApiError } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { useLoaded } from '#api/use-loaded.ts';
import { EmptyPanel } from '#ui/EmptyPanel.tsx';
import { Failure } from '#ui/Failure.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import styles from './CharacterList.module.css';

/** The account's characters, as the game reported them. */
export function CharacterList() {
  const { content, reload } = useLoaded(loadCharacters, 'Failed to load your characters.');
  return (
    <section className={styles.characters}>
      <h2>Character List</h2>
      {content.status === 'loading' && (
        <>
          <output className="visually-hidden">Loading characters...</output>
          <Skeleton className={styles.placeholder} />
        </>
      )}
      {content.status === 'failed' && <Failure message={content.message} onRetry={reload} />}
      {content.status === 'loaded' && <Characters characters={content.value} />}
    </section>
  );
}

type ListedCharacter = OwnCharacter & {
  /** Undefined where all are on one game server. */
  serverName: string | undefined;
};

async function loadCharacters(signal: AbortSignal): Promise<ListedCharacter[]> {
  try {
    const { characters } = await call(listCharacters, {}, { signal });
    const hasServers = new Set(characters.map(({ serverId }) => serverId)).size > 1;
    const { servers } = hasServers ? await call(listGameServers, {}, { signal }) : { servers: [] };
    const names = new Map(servers.map(({ serverId, name }) => [serverId, name]));
    return characters.map((character) => ({ ...character, serverName: names.get(character.serverId) }));
  } catch (error) {
    // A game that reports nothing has no characters to show.
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}

function Characters({ characters }: { characters: ListedCharacter[] }) {
  if (characters.length === 0)
    return (
      <EmptyPanel icon={Swords}>
        <p>No characters created yet.</p>
      </EmptyPanel>
    );
  return (
    <ul className={styles.list}>
      {characters.map(({ characterId, serverId, serverName, name, level, class: characterClass, online }) => (
        <li key={`${serverId}/${characterId}`} className={styles.character}>
          <span className={styles.level}>
            <span className="visually-hidden">Level </span>
            {level}
          </span>
          <span>
            <span className={styles.name}>{name}</span>
            <span className={styles.class}>
              {serverName === undefined ? characterClass : `${characterClass}, ${serverName}`}
            </span>
            {online && <span className={styles.online}>Online</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
