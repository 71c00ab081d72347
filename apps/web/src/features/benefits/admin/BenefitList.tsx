import { exportBenefits, listBenefits } from '@waygate/contract/benefits/benefits.endpoints';
import type { AccountBenefit } from '@waygate/contract/benefits/benefits.schemas';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import { EndTime } from '#features/admin/lists/EndTime.tsx';
import { loadFrom } from '#features/admin/lists/list-source.ts';
import { ListView } from '#features/admin/lists/ListView.tsx';
import { OwnAccountNote } from '#features/admin/records/OwnAccountNote.tsx';
import { RecordActions } from '#features/admin/records/RecordActions.tsx';
import { useOpensNew } from '#features/admin/search/opens-new.ts';
import { useMayGive } from '#features/admin/use-may-give.ts';
import type { Column } from '#ui/admin/table/columns.ts';
import { Button } from '#ui/Button.tsx';
import { AddBenefitDialog } from './AddBenefitDialog.tsx';
import { EditBenefitDialog } from './EditBenefitDialog.tsx';
import { RemoveBenefitDialog } from './RemoveBenefitDialog.tsx';

const COLUMNS: Column<AccountBenefit>[] = [
  {
    id: 'accountId',
    label: 'Player',
    sortKey: 'accountDBID',
    phone: 'hidden',
    render: ({ accountDBID }) => accountDBID,
  },
  {
    id: 'account',
    label: 'Account',
    isPrimary: true,
    render: (benefit) => <AccountLink account={benefit} />,
  },
  {
    id: 'benefit',
    label: 'Benefit ID',
    sortKey: 'benefitId',
    align: 'end',
    render: ({ benefitId }) => benefitId,
  },
  {
    id: 'until',
    label: 'Available Until',
    phone: 'top',
    sortKey: 'availableUntil',
    render: ({ availableUntil }) => <EndTime value={availableUntil} />,
  },
];

type Open = { what: 'add' } | { what: 'edit' | 'remove'; benefit: AccountBenefit };

/** The benefits of all accounts with their actions. */
export function BenefitList({ toolbar }: { toolbar?: ReactNode }) {
  // Next to the list: a row may disappear while its dialog is open.
  const [open, setOpen] = useState<Open>();
  const mayGive = useMayGive();
  const close = () => setOpen(undefined);
  useOpensNew(() => setOpen({ what: 'add' }));
  const actions: Column<AccountBenefit> = {
    id: 'actions',
    label: 'Actions',
    render: (benefit) =>
      mayGive(benefit.accountDBID) ? (
        <RecordActions
          name={`benefit ${benefit.benefitId} of ${benefit.userName}`}
          deleteLabel="Remove"
          onEdit={() => setOpen({ what: 'edit', benefit })}
          onDelete={() => setOpen({ what: 'remove', benefit })}
        />
      ) : (
        <OwnAccountNote />
      ),
  };
  return (
    <>
      <ListView
        queryKey={['benefits']}
        load={loadFrom(listBenefits, ({ benefits: rows, ...totals }) => ({ rows, ...totals }))}
        failurePrefix="Failed to fetch account benefits."
        caption="Account benefits"
        columns={[...COLUMNS, actions]}
        rowKey={({ accountDBID, benefitId }) => `${accountDBID}/${benefitId}`}
        searchLabel="Search by account id or benefit id"
        filters={[
          { name: 'account', label: 'Player', input: 'account' },
          {
            name: 'state',
            label: 'State',
            options: [
              { value: 'active', label: 'Active' },
              { value: 'ended', label: 'Ended' },
            ],
          },
        ]}
        defaultSort="accountDBID"
        empty={<p>No account has a benefit yet. Add the first one.</p>}
        toolbar={
          <>
            {toolbar}
            <Button onClick={() => setOpen({ what: 'add' })}>
              <Plus aria-hidden size={18} /> Add benefit
            </Button>
          </>
        }
        csv={exportBenefits}
      />
      {open?.what === 'add' && <AddBenefitDialog onClose={close} />}
      {open?.what === 'edit' && <EditBenefitDialog benefit={open.benefit} onClose={close} />}
      {open?.what === 'remove' && <RemoveBenefitDialog benefit={open.benefit} onClose={close} />}
    </>
  );
}
