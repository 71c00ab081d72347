import { createSeason } from '@waygate/contract/drops/drops.admin.endpoints';
import { RecordDialog } from '#features/admin/records/RecordDialog.tsx';
import { useNewRecordForm } from '#features/admin/records/use-new-record-form.ts';
import { SEASON_KEYS } from './drop-admin-queries.ts';
import { SeasonFields } from './SeasonFields.tsx';
import { BLANK_SEASON, seasonTextOf } from './season-form.rules.ts';

/** Creates a season. */
export function NewSeasonDialog({ onClose }: { onClose: () => void }) {
  const making = useNewRecordForm({
    endpoint: createSeason,
    blank: BLANK_SEASON,
    toBody: seasonTextOf,
    success: 'Season created.',
    failure: 'Failed to create season.',
    invalidates: SEASON_KEYS,
    onSuccess: onClose,
  });
  return (
    <RecordDialog title="New season" editing={making} isWide onClose={onClose}>
      <SeasonFields form={making.form} errors={making.errors} onChange={making.change} />
    </RecordDialog>
  );
}
