import { STAFF_COIN_NAMES } from '@waygate/contract/coins/coin-names';
import { updateUser } from '@waygate/contract/accounts/accounts.admin.endpoints';
import { type AdminUser, COINS_MAX } from '@waygate/contract/accounts/accounts.admin.schemas';
import { useState } from 'react';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { OfferedDraft } from '#features/admin/records/OfferedDraft.tsx';
import { OWN_ACCOUNT_FAULT } from '#features/admin/records/own-account-fault.ts';
import { inOneLine } from '#features/admin/records/in-one-line.ts';
import { reasonFault } from '#features/admin/records/reason.ts';
import { ReasonField } from '#features/admin/records/ReasonField.tsx';
import { type Fault, useKeptForm } from '#features/admin/records/use-form.ts';
import { useMayGive } from '#features/admin/use-may-give.ts';
import { BudgetLeft } from '#features/budgets/admin/BudgetLeft.tsx';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { CheckboxField } from '#ui/admin/fields/CheckboxField.tsx';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { USER_KEYS } from './user-keys.ts';

type CoinField = 'agaiaCoins' | 'astrumCoins';
type Form = { field: CoinField; amount: string; reason: string };

const BLANK: Form = { field: 'agaiaCoins', amount: '', reason: '' };
const DRAFTED = ['reason'] as const;

const COINS = [
  { value: 'agaiaCoins', label: STAFF_COIN_NAMES.premium },
  { value: 'astrumCoins', label: STAFF_COIN_NAMES.second },
] as const;

/**
 * The amount on top of the balance that was read. The account is kept from when the dialog opened: with a reloaded
 * revision, a retry after a lost answer would apply the amount twice.
 */
function useCoins(live: AdminUser, onClose: () => void) {
  const [form, setForm, draft, isDirty] = useKeptForm<Form>(
    `coins of ${live.accountDBID}`,
    () => BLANK,
    DRAFTED,
  );
  const [isTried, setIsTried] = useState(false);
  const [opened] = useState(live);
  const [user, setUser] = useState(opened);
  const [needsConsent, setNeedsConsent] = useState(false);
  const mayGive = useMayGive();
  const { isBusy, error, fieldErrors, conflict, submit, reset } = useAdminMutation(updateUser, {
    success: 'User updated successfully!',
    failure: 'Update failed.',
    invalidates: USER_KEYS,
    // The page shows the current balance.
    isFailureNews: true,
    onSuccess: onClose,
  });
  if (conflict && conflict.revision !== user.revision) {
    setUser(conflict);
    setNeedsConsent(true);
    setIsTried(false);
  }
  const after = balanceAfter(user, form);
  const found = mayGive(user.accountDBID) ? findFault(form, after, needsConsent) : OWN_ACCOUNT_FAULT;
  const fault = isTried ? found : undefined;
  const errors: Record<string, string> = fault?.fields ?? fieldErrors;
  const save = () => {
    setIsTried(true);
    if (found || after === undefined) return reset();
    const body = { [form.field]: after, reason: inOneLine(form.reason), revision: user.revision };
    void submit({ params: { id: String(user.accountDBID) }, body });
  };
  return {
    form,
    draft,
    isDirty,
    change: (changes: Partial<Form>) => setForm({ ...form, ...changes }),
    opened,
    user,
    after,
    needsConsent,
    setNeedsConsent,
    isBusy,
    error: fault?.message ?? error,
    errors,
    save,
  };
}

/** Gives coins to a player, or takes some: the edit of an account with an amount instead of a balance. */
export function CoinsDialog({ user: live, onClose }: { user: AdminUser; onClose: () => void }) {
  const { form, change, opened, user, after, errors, ...coins } = useCoins(live, onClose);
  return (
    <FormDialog
      title={`Coins of ${user.userName}`}
      submitLabel={submitLabel(form)}
      isBusy={coins.isBusy}
      error={coins.error}
      onSubmit={coins.save}
      isDirty={coins.isDirty}
      onClose={onClose}
    >
      <OfferedDraft draft={coins.draft} />
      <SelectField
        label="Coins"
        name="currency"
        options={[...COINS]}
        value={form.field}
        onChange={({ target }) =>
          change({ field: target.value === 'agaiaCoins' ? 'agaiaCoins' : 'astrumCoins' })
        }
      />
      <TextField
        label="Amount"
        name="amount"
        inputMode="text"
        autoComplete="off"
        required
        hint={
          after === undefined
            ? `A minus takes coins. The balance is ${user[form.field].toLocaleString()}.`
            : `The balance becomes ${after.toLocaleString()}.`
        }
        value={form.amount}
        error={errors.amount ?? errors[form.field]}
        onChange={({ target }) => change({ amount: target.value })}
      />
      {user !== opened && (
        <ChangedMeanwhile
          before={opened[form.field]}
          now={user[form.field]}
          isAccepted={!coins.needsConsent}
          error={errors.consent}
          onAccept={(isAccepted) => coins.setNeedsConsent(!isAccepted)}
        />
      )}
      <ReasonField value={form.reason} error={errors.reason} onChange={(reason) => change({ reason })} />
      <BudgetLeft kinds={['coins']} />
    </FormDialog>
  );
}

type ChangedMeanwhileProps = {
  before: number;
  now: number;
  isAccepted: boolean;
  error: string | undefined;
  onAccept: (isAccepted: boolean) => void;
};

/** Asks again after a conflict: a change whose answer was lost may be in the balance already. */
function ChangedMeanwhile({ before, now, isAccepted, error, onAccept }: ChangedMeanwhileProps) {
  return (
    <>
      <Notice tone="info">
        {before === now
          ? `The account was changed meanwhile. The balance is still ${now.toLocaleString()}.`
          : `The balance was ${before.toLocaleString()} and is ${now.toLocaleString()} now. It may have your change already.`}
      </Notice>
      <CheckboxField
        label={`Apply the amount to the balance of ${now.toLocaleString()}`}
        name="consent"
        checked={isAccepted}
        error={error}
        onChange={({ target }) => onAccept(target.checked)}
      />
    </>
  );
}

/** The typed amount, such as +500, 500, -30 or −30; undefined for anything else. */
function amountOf({ amount }: Form): number | undefined {
  const text = amount.trim().replace('−', '-');
  return /^[+-]?\d{1,10}$/.test(text) && Number(text) !== 0 ? Number(text) : undefined;
}

function balanceAfter(user: AdminUser, form: Form): number | undefined {
  const amount = amountOf(form);
  return amount === undefined ? undefined : user[form.field] + amount;
}

function findFault(form: Form, after: number | undefined, needsConsent: boolean): Fault | undefined {
  if (after === undefined) return faultOf('amount', 'Please give a whole number, such as 500 or -30.');
  if (after < 0 || after > COINS_MAX)
    return faultOf('amount', `The balance would become ${after.toLocaleString()}, which isn't allowed.`);
  const message = reasonFault(form.reason);
  if (message) return faultOf('reason', message);
  return needsConsent
    ? faultOf('consent', 'Check the balance, then confirm that the amount is still to be applied.')
    : undefined;
}

function faultOf(field: string, message: string): Fault {
  return { message, fields: { [field]: message } };
}

function submitLabel(form: Form): string {
  const amount = amountOf(form);
  if (amount === undefined) return 'Save';
  return amount > 0 ? `Give ${amount.toLocaleString()}` : `Take ${(-amount).toLocaleString()}`;
}
