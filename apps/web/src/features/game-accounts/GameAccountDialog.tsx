import {
  describeLogin,
  describePassword,
  findLoginFault,
  findPasswordFault,
} from '@waygate/contract/game-accounts/credential-rules';
import { claimGameAccount, putGameAccount } from '@waygate/contract/game-accounts/game-accounts.endpoints';
import type { GameAccount } from '@waygate/contract/game-accounts/game-accounts.schemas';
import { type KeyboardEvent, useState } from 'react';
import { call } from '#api/call.ts';
import { useSubmit } from '#api/use-submit.ts';
import { AccountForm, type Entries } from '#features/sign-in/AccountForm.tsx';
import { FormField } from '#features/sign-in/FormField.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { keptName } from './game-account-texts.ts';
import styles from './GameAccounts.module.css';

type GameAccountDialogProps = {
  kind: 'set' | 'claim';
  account: GameAccount;
  /** With a message when it was sent. */
  onClose: (message?: string) => void;
};

const TEXTS = {
  set: {
    title: 'Set game password',
    submit: 'Set game password',
    busy: 'Sending…',
    failure: 'Failed to set the game password.',
    sent: 'Game password sent to the game.',
  },
  claim: {
    title: 'Claim an existing account',
    submit: 'Claim account',
    busy: 'Sending…',
    failure: 'Failed to claim the account.',
    sent: 'The game checks your login and password now.',
  },
} as const;

/** Login and password for a game, checked by the game's rules before they are sent. */
export function GameAccountDialog({ kind, account, onClose }: GameAccountDialogProps) {
  const { serverId, serverName, rules } = account;
  const texts = TEXTS[kind];
  const submission = useSubmit(texts.failure);
  const [isCapsLockOn, setIsCapsLockOn] = useState(false);
  function noticeCapsLock(event: KeyboardEvent<HTMLInputElement>) {
    setIsCapsLockOn(event.getModifierState('CapsLock'));
  }
  function send(entries: Entries) {
    const body = { login: entries('login'), password: entries('password') };
    const faults = findFaults(kind, rules, body);
    const [first] = Object.values(faults);
    if (first !== undefined) {
      submission.refuse(first, faults);
      return;
    }
    void submission.submit(async () => {
      await call(kind === 'set' ? putGameAccount : claimGameAccount, {
        params: { serverId: String(serverId) },
        body,
      });
      onClose(texts.sent);
    });
  }
  return (
    <Dialog title={`${texts.title}: ${serverName}`} onClose={() => onClose()}>
      <p className={styles.lead}>{describePurpose(kind, account)}</p>
      <AccountForm
        submission={submission}
        submitLabel={texts.submit}
        busyLabel={texts.busy}
        keptAs={keptName(kind, account)}
        onSubmit={send}
      >
        <LoginField kind={kind} account={account} />
        <FormField
          label="Game password"
          name="password"
          type="password"
          autoComplete={kind === 'set' ? 'new-password' : 'current-password'}
          hint={kind === 'set' ? describePassword(rules) : 'The one you sign in to the game with.'}
          onKeyUp={noticeCapsLock}
          isRevealable
        />
        <output className={styles.capsLock}>
          {isCapsLockOn && rules.isCaseSensitive && 'Caps Lock is on.'}
        </output>
      </AccountForm>
    </Dialog>
  );
}

function LoginField({
  kind,
  account: { login, state, rules },
}: Pick<GameAccountDialogProps, 'kind' | 'account'>) {
  const isKept = kind === 'set' && state === 'active' && !rules.canRename;
  const isRenamed = kind === 'set' && state === 'active' && rules.canRename;
  const limits = isRenamed
    ? `${describeLogin(rules)} Another login renames your account.`
    : describeLogin(rules);
  return (
    <FormField
      label="Login"
      name="login"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={kind === 'set' ? (login ?? '') : ''}
      readOnly={isKept}
      hint={isKept ? "This game can't change logins." : limits}
    />
  );
}

function describePurpose(kind: 'set' | 'claim', { policy }: GameAccount): string {
  if (kind === 'claim')
    return 'Prove with your login and password in the game that the account is yours. The game checks them, and we delete them within 10 minutes.';
  return policy === 'same_password'
    ? "The game uses this site's password, unless you set another one. It's used until you next change this site's password."
    : "Choose a password that you use nowhere else. It isn't this site's password.";
}

/** The server checks again, by the same rules. */
function findFaults(
  kind: 'set' | 'claim',
  rules: GameAccount['rules'],
  { login, password }: { login: string; password: string },
): Record<string, string> {
  const loginFault = findLoginFault(rules, login);
  const passwordFault = findPassword(kind, rules, password);
  return {
    ...(loginFault !== undefined && { login: loginFault }),
    ...(passwordFault !== undefined && { password: passwordFault }),
  };
}

/** An old account's password may be one that the game wouldn't take today. */
function findPassword(
  kind: 'set' | 'claim',
  rules: GameAccount['rules'],
  password: string,
): string | undefined {
  if (password === '') return 'Please give a password.';
  return kind === 'set' ? findPasswordFault(rules, password) : undefined;
}
