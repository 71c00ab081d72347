import { findDropAccounts } from '@waygate/contract/drops/drops.admin.endpoints';
import type { DropAccount } from '@waygate/contract/drops/drops.admin.schemas';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { RecordPicker } from '#features/admin/search/RecordPicker.tsx';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { useFocusAfterFailure } from '#ui/admin/dialogs/use-focus-after-failure.ts';
import { Button } from '#ui/Button.tsx';
import styles from './drops-admin.module.css';

const BLANK = 'Please give an account id or a username.';
const NOT_FOUND = 'There is no account with this id or username.';

/** Finds the account with exactly this id or name; offers a choice when two match. */
export function AccountFinder() {
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const [fault, setFault] = useState('');
  const [choice, setChoice] = useState<DropAccount[]>([]);
  const [tries, setTries] = useState(0);
  const { isBusy, error, submit, reset } = useAdminMutation(findDropAccounts, {
    failure: 'Failed to search for the account.',
    onSuccess: ({ accounts: [first, ...others] }) => {
      if (!first) return setFault(NOT_FOUND);
      if (others.length > 0) return setChoice([first, ...others]);
      void navigate(adminPaths.dropAccount(first.accountDBID));
    },
  });
  const form = useFocusAfterFailure(isBusy, { tries, error: fault || error });
  const find = (event: FormEvent) => {
    event.preventDefault();
    const text = search.trim();
    setTries(tries + 1);
    setChoice([]);
    setFault(text === '' ? BLANK : '');
    if (text === '') return reset();
    void submit({ query: { search: text } });
  };
  return (
    <search>
      <form ref={form} className={styles.finder} noValidate onSubmit={find}>
        <RecordPicker
          kind="account"
          label="Account id or username"
          name="search"
          required
          acceptsText
          value={search}
          error={fault || error}
          onChange={setSearch}
          onPick={(id) => void navigate(adminPaths.dropAccount(id))}
        />
        <Button type="submit" isBusy={isBusy}>
          Find
        </Button>
      </form>
      {choice.length > 0 && <Choice accounts={choice} />}
    </search>
  );
}

function Choice({ accounts }: { accounts: DropAccount[] }) {
  return (
    <div className={styles.choice}>
      <output>This is the id of one account and the name of another. Which one do you mean?</output>
      <ul>
        {accounts.map(({ accountDBID, userName }) => (
          <li key={accountDBID}>
            <Link to={adminPaths.dropAccount(accountDBID)}>
              {userName} (account {accountDBID})
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
