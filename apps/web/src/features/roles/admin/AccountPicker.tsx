import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listUsers } from '@waygate/contract/accounts/accounts.admin.endpoints';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { countText } from '#ui/admin/count-text.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useSettled } from '#ui/timers/use-settled.ts';
import styles from './AccountPicker.module.css';
import type { Candidate } from './role-application.rules.ts';

const SEARCH_PAUSE_MS = 300;

type AccountPickerProps = { chosen: readonly Candidate[]; onPick: (account: Candidate) => void };

/** Finds accounts by name, e-mail or id, staff or not, and adds them to the chosen ones. */
export function AccountPicker({ chosen, onPick }: AccountPickerProps) {
  const [text, setText] = useState('');
  const search = useSettled(text.trim(), SEARCH_PAUSE_MS);
  return (
    <div className={styles.picker}>
      <TextField
        label="Add an account"
        type="search"
        name="account"
        hint="Search by name, e-mail or id."
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        // It searches as it is typed; Enter must not apply the role.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {search !== '' && (
        <Found
          search={search}
          isChosen={({ accountDBID }) => chosen.some((account) => account.accountDBID === accountDBID)}
          onPick={onPick}
        />
      )}
    </div>
  );
}

type FoundProps = {
  search: string;
  isChosen: (account: Candidate) => boolean;
  onPick: AccountPickerProps['onPick'];
};

function Found({ search, isChosen, onPick }: FoundProps) {
  const { data, error } = useQuery({
    queryKey: ['users', 'picker', search],
    queryFn: ({ signal }) => call(listUsers, { query: { search, pageSize: '10' } }, { signal }),
    placeholderData: keepPreviousData,
  });
  if (error) return <Notice tone="error">{messageOf(error, 'Failed to search for accounts.')}</Notice>;
  if (!data) return <output>Searching…</output>;
  if (data.users.length === 0) return <output>No account matches.</output>;
  return (
    <>
      <output className="visually-hidden">{countText(data.users.length, 'account')} found</output>
      <ul className={styles.found} aria-label="Found accounts">
        {data.users.map((user) => (
          <li key={user.accountDBID}>
            <span>
              {user.userName} <span className={styles.detail}>account {user.accountDBID}</span>
            </span>
            {isChosen(user) ? (
              <span className={styles.detail}>Chosen</span>
            ) : (
              <Button look="secondary" aria-label={`Add ${user.userName}`} onClick={() => onPick(user)}>
                Add
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
