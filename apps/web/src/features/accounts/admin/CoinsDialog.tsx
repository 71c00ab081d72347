import { updateUser } from '@waygate/contract/accounts/accounts.admin.endpoints';
import { type AdminUser, COINS_MAX } from '@waygate/contract/accounts/accounts.admin.schemas';
import { useState } from 'react';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { OWN_ACCOUNT_FAULT } from '#features/admin/records/own-account-fault.ts';
import { reasonFault, reasonOf } from '#features/admin/records/reason.ts';
import { ReasonField } from '#features/admin/records/ReasonField.tsx';
import type { Fault } from '#features/admin/records/use-form.ts';
import { useMayGive } from '#features/admin/use-may-give.ts';
import { BudgetLeft } from '#features/budgets/admin/BudgetLeft.tsx';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { SelectField } from '#ui/admin/fields/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { USER_KEYS } from './user-keys.ts';

type CoinField = 'agaiaCoins' | 'astrumCoins';
type Form = { field: CoinField; amount: string; reason: string };

const COINS = [
  { value: 'agaiaCoins', label: 'Agaia coins' },
  { value: 'astrumCoins', label: 'Astrum coins' },
] as const;

/** Gives coins to a player, or takes some: the edit of an account with an amount instead of a balance. */
export function CoinsDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const [form, setForm] = useState<Form>({ field: 'agaiaCoins', amount: '', reason: '' });
  const [isTried, setIsTried] = useState(false);
  const mayGive = useMayGive();
  const { isBusy, error, fieldErrors, submit, reset } = useAdminMutation(updateUser, {
    success: 'User updated successfully!',
    failure: 'Update failed.',
    invalidates: USER_KEYS,
    // After a conflict, the balance that this was counted from is old.
    isFailureNews: true,
    onSuccess: onClose,
  });
  const change = (changes: Partial<Form>) => setForm({ ...form, ...changes });
  const after = balanceAfter(user, form);
  const found = mayGive(user.accountDBID) ? findFault(form, after) : OWN_ACCOUNT_FAULT;
  const fault = isTried ? found : undefined;
  const errors: Record<string, string> = fault?.fields ?? fieldErrors;
  const save = () => {
    setIsTried(true);
    if (found || after === undefined) return reset();
    const body = { [form.field]: after, reason: reasonOf(form.reason), revision: user.revision };
    void submit({ params: { id: String(user.accountDBID) }, body });
  };
  return (
    <FormDialog
      title={`Coins of ${user.userName}`}
      submitLabel={submitLabel(form)}
      isBusy={isBusy}
      error={fault?.message ?? error}
      onSubmit={save}
      onClose={onClose}
    >
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
      <ReasonField value={form.reason} error={errors.reason} onChange={(reason) => change({ reason })} />
      <BudgetLeft kinds={['coins']} />
    </FormDialog>
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

function findFault(form: Form, after: number | undefined): Fault | undefined {
  if (after === undefined) return faultOf('amount', 'Please give a whole number, such as 500 or -30.');
  if (after < 0 || after > COINS_MAX)
    return faultOf('amount', `The balance would become ${after.toLocaleString()}, which isn't allowed.`);
  const message = reasonFault(form.reason);
  return message ? faultOf('reason', message) : undefined;
}

function faultOf(field: string, message: string): Fault {
  return { message, fields: { [field]: message } };
}

function submitLabel(form: Form): string {
  const amount = amountOf(form);
  if (amount === undefined) return 'Save';
  return amount > 0 ? `Give ${amount.toLocaleString()}` : `Take ${(-amount).toLocaleString()}`;
}
