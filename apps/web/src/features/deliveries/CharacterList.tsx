import { listCharacters } from '@waygate/contract/deliveries/deliveries.endpoints';
import type { Character } from '@waygate/contract/deliveries/deliveries.schemas';
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

async function loadCharacters(signal: AbortSignal): Promise<Character[]> {
  try {
    const { characters } = await call(listCharacters, {}, { signal });
    return characters;
  } catch (error) {
    // A game that reports nothing has no characters to show.
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}

function Characters({ characters }: { characters: Character[] }) {
  if (characters.length === 0)
    return (
      <EmptyPanel icon={Swords}>
        <p>No characters created yet.</p>
      </EmptyPanel>
    );
  return (
    <ul className={styles.list}>
      {characters.map(({ name, level, class: characterClass }) => (
        <li key={name} className={styles.character}>
          <span className={styles.level}>
            <span className="visually-hidden">Level </span>
            {level}
          </span>
          <span>
            <span className={styles.name}>{name}</span>
            <span className={styles.class}>{characterClass}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
