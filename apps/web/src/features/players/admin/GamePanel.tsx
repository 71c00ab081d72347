import { CHARACTERS_SHOWN, type Player } from '@waygate/contract/players/players.schemas';
import { GAME_ACCOUNT_STATES } from '#features/game-accounts/admin/game-account-states.ts';
import { Badge } from '#ui/admin/Badge.tsx';
import { countText } from '#ui/admin/count-text.ts';
import { Facts } from './Facts.tsx';
import { FoldPanel } from './FoldPanel.tsx';
import styles from './PlayerPage.module.css';

/** Accounts in games, and characters for those who may see them. */
export function GamePanel({ player: { gameAccounts, characters } }: { player: Player }) {
  const isEmpty = gameAccounts.length === 0 && (characters?.length ?? 0) === 0;
  return (
    <FoldPanel title="Game" hint={hintOf(gameAccounts, characters)}>
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

function hintOf(gameAccounts: Player['gameAccounts'], characters: Player['characters']): string {
  const accounts = countText(gameAccounts.length, 'account');
  if (!characters) return accounts;
  const count = characters.length;
  const isExact = count < CHARACTERS_SHOWN;
  return `${accounts}, ${isExact ? countText(count, 'character') : `${count} or more characters`}`;
}
