import { CHARACTERS_SHOWN, type Player } from '@waygate/contract/players/players.schemas';
import { GAME_ACCOUNT_STATES } from '#features/game-accounts/admin/game-account-states.ts';
import { Badge } from '#ui/admin/Badge.tsx';
import { Facts } from './Facts.tsx';
import { FoldPanel } from './FoldPanel.tsx';
import styles from './PlayerPage.module.css';

/** Accounts in games, and characters for those who may see them. */
export function GamePanel({ player: { gameAccounts, characters } }: { player: Player }) {
  const isEmpty = gameAccounts.length === 0 && (characters?.length ?? 0) === 0;
  return (
    <FoldPanel title="Game" hint={countText(gameAccounts, characters)}>
      {isEmpty && <p className={styles.nothing}>Nothing in any game yet.</p>}
      {gameAccounts.length > 0 && (
        <Facts
          facts={gameAccounts.map(({ login, serverName, state, isLocked }) => ({
            key: serverName,
            label: (
              <>
                <b className={styles.strong}>{login}</b> {isLocked && <Badge tone="error">Locked</Badge>}
                {state !== 'active' && (
                  <Badge tone={GAME_ACCOUNT_STATES[state].tone}>{GAME_ACCOUNT_STATES[state].text}</Badge>
                )}
              </>
            ),
            value: <span className={styles.hint}>{serverName}</span>,
          }))}
        />
      )}
      {characters && characters.length > 0 && (
        <ul className={styles.characters}>
          {characters.map(({ name, level, class: job, serverName, online }) => (
            <li key={`${serverName} ${name}`}>
              <span className={styles.level}>
                <span className="visually-hidden">Level </span>
                {level}
              </span>
              <span className={styles.name}>
                {name}
                {online && <Badge tone="success">Online</Badge>}
              </span>
              <span className={styles.hint}>
                {job}, {serverName}
              </span>
            </li>
          ))}
        </ul>
      )}
    </FoldPanel>
  );
}

function countText(gameAccounts: Player['gameAccounts'], characters: Player['characters']): string {
  const accounts = gameAccounts.length === 1 ? '1 account' : `${gameAccounts.length} accounts`;
  if (!characters) return accounts;
  const more = characters.length === CHARACTERS_SHOWN ? ' or more' : '';
  const count = characters.length === 1 ? '1 character' : `${characters.length}${more} characters`;
  return `${accounts}, ${count}`;
}
