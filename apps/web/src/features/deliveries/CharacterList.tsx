import { listGameServers } from '@waygate/contract/game-servers/game-servers.endpoints';
import { listCharacters } from '@waygate/contract/deliveries/deliveries.endpoints';
import type { OwnCharacter } from '@waygate/contract/deliveries/deliveries.schemas';
import { Download, Swords } from 'lucide-react';
import { ApiError } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { useLoaded } from '#api/use-loaded.ts';
import { useSite } from '#features/site/SiteContext.tsx';
import { buttonClass } from '#ui/Button.tsx';
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
      {content.status === 'loaded' && <Characters groups={content.value} />}
    </section>
  );
}

type CharacterGroup = {
  serverId: number;
  /** Undefined where all are on one game server. */
  serverName: string | undefined;
  characters: OwnCharacter[];
};

/** By game server, in their order. */
async function loadCharacters(signal: AbortSignal): Promise<CharacterGroup[]> {
  try {
    const { characters } = await call(listCharacters, {}, { signal });
    const groups = Map.groupBy(characters, ({ serverId }) => serverId);
    const { servers } = groups.size > 1 ? await call(listGameServers, {}, { signal }) : { servers: [] };
    if (groups.size <= 1)
      return [...groups].map(([serverId, own]) => ({ serverId, serverName: undefined, characters: own }));
    const listed = servers.flatMap(({ serverId, name }) => {
      const own = groups.get(serverId);
      return own ? [{ serverId, serverName: name, characters: own }] : [];
    });
    // On servers that are hidden by now.
    const others = [...groups].filter(([id]) => !servers.some(({ serverId }) => serverId === id));
    return [
      ...listed,
      ...others.map(([serverId, own]) => ({ serverId, serverName: 'Another game server', characters: own })),
    ];
  } catch (error) {
    // A game that reports nothing has no characters to show.
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}

function Characters({ groups }: { groups: CharacterGroup[] }) {
  if (groups.length === 0) return <NoCharacters />;
  return (
    <div className={styles.groups}>
      {groups.map(({ serverId, serverName, characters }) => (
        <div key={serverId} className={styles.group}>
          {serverName !== undefined && <h3>{serverName}</h3>}
          <ul className={styles.list}>
            {characters.map((character) => (
              <Character key={character.characterId} character={character} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function NoCharacters() {
  const { launcherHref } = useSite();
  return (
    <EmptyPanel icon={Swords}>
      <p>No characters created yet.</p>
      <p>Download the game, sign in with your account and create your first one.</p>
      <a href={launcherHref} download className={buttonClass('primary')}>
        <Download aria-hidden size={18} /> Download
      </a>
    </EmptyPanel>
  );
}

function Character({ character }: { character: OwnCharacter }) {
  const { name, level, class: characterClass, online } = character;
  return (
    <li className={styles.character}>
      <span className={styles.level}>
        <span className="visually-hidden">Level </span>
        {level}
      </span>
      <span>
        <span className={styles.name}>{name}</span>
        <span className={styles.class}>{characterClass}</span>
        {online && <span className={styles.online}>Online</span>}
      </span>
    </li>
  );
}
