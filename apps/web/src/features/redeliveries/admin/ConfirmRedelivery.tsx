import { startRedelivery } from '@waygate/contract/redeliveries/redeliveries.endpoints';
import type { RedeliveryPreview } from '@waygate/contract/redeliveries/redeliveries.schemas';
import { useState } from 'react';
import { createUuid } from '#api/uuid.ts';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { ReasonDialog } from '#features/admin/records/ReasonDialog.tsx';
import { BudgetLeft } from '#features/budgets/admin/BudgetLeft.tsx';
import type { LostQuery } from './lost-form.rules.ts';
import { countText } from '#ui/admin/count-text.ts';

type ConfirmRedeliveryProps = {
  preview: RedeliveryPreview;
  query: LostQuery;
  onStarted: () => void;
  onClose: () => void;
};

/** Confirms what the dry run counted, with a reason. */
export function ConfirmRedelivery({ preview, query, onStarted, onClose }: ConfirmRedeliveryProps) {
  const { mode, scope, target, server, since } = query;
  const { deliveries, until } = preview;
  // One for the dialog: a press that is repeated after a lost answer starts nothing twice.
  const [id] = useState(createUuid);
  const { isBusy, error, fieldErrors, submit } = useAdminMutation(startRedelivery, {
    success: 'Redelivery started.',
    failure: "The redelivery couldn't be started. Try again.",
    invalidates: [['redeliveries'], ['deliveries'], ['audit'], ['my-budgets']],
    onSuccess: onStarted,
  });
  const start = (reason: string) =>
    void submit({
      body: {
        id,
        mode,
        scope,
        target: target === undefined ? null : Number(target),
        serverId: server === undefined ? null : Number(server),
        since: since ?? null,
        until,
        expected: deliveries,
        reason,
      },
    });
  const isNewSeason = mode === 'new_keys';
  return (
    <ReasonDialog
      title={isNewSeason ? 'Grant it again for a new season' : 'Send it again'}
      confirmLabel={`Redeliver ${deliveries.toLocaleString()}`}
      look={isNewSeason ? 'danger' : 'primary'}
      isBusy={isBusy}
      error={error}
      fieldError={fieldErrors.reason}
      onConfirm={start}
      onClose={onClose}
    >
      {isNewSeason ? (
        <p>
          The game gets {countText(deliveries, 'delivery', 'deliveries')} under new keys and applies all of
          them. <strong>If it still has the old items, players have them twice.</strong> This can't be undone.
        </p>
      ) : (
        <p>
          The game gets {countText(deliveries, 'delivery', 'deliveries')} again under the same keys. It
          applies what it has lost, and skips what it still has.
        </p>
      )}
      {isNewSeason && <BudgetLeft kinds={['packs', 'items']} />}
    </ReasonDialog>
  );
}
