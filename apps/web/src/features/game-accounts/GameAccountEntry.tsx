import type { GameAccount } from '@waygate/contract/game-accounts/game-accounts.schemas';
import { KeyRound, UserCheck } from 'lucide-react';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { describeNextStep, describeState } from './game-account-texts.ts';
import styles from './GameAccounts.module.css';

type GameAccountEntryProps = { account: GameAccount; onSet: () => void; onClaim: () => void };

/** One server's account: how it is, and what the player can do about it. */
export function GameAccountEntry({ account, onSet, onClaim }: GameAccountEntryProps) {
  const { serverName, login, state, isLocked, message, rules } = account;
  const canClaim = rules.canClaim && state !== 'active' && state !== 'pending';
  return (
    <li className={styles.entry}>
      <div className={styles.heading}>
        <h3>{serverName}</h3>
        {/* Announced when the game answers. */}
        <output className={classNames(styles.state, isLocked ? styles.locked : styles[state])}>
          {describeState(account)}
        </output>
      </div>
      <div className={styles.text}>
        {login !== null && (
          <p>
            <span className={styles.term}>Login</span> <strong className={styles.login}>{login}</strong>
          </p>
        )}
        {/* The server's own sentence says what to do as well. */}
        <p className={message === undefined ? styles.hint : styles.message}>
          {message ?? describeNextStep(account)}
        </p>
      </div>
      <div className={styles.actions}>
        <Button look="secondary" onClick={onSet} aria-haspopup="dialog">
          <KeyRound aria-hidden size={18} /> Set game password
          <span className="visually-hidden"> for {serverName}</span>
        </Button>
        {canClaim && (
          <Button look="quiet" onClick={onClaim} aria-haspopup="dialog">
            <UserCheck aria-hidden size={18} /> Claim an existing account
            <span className="visually-hidden"> in {serverName}</span>
          </Button>
        )}
      </div>
    </li>
  );
}
