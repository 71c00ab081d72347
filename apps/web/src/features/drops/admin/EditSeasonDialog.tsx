import { updateSeason } from '@waygate/contract/drops/drops.admin.endpoints';
import type { Season } from '@waygate/contract/drops/drops.admin.schemas';
import type { ConflictField } from '#features/admin/records/EditConflict.tsx';
import { EditRecordDialog } from '#features/admin/records/EditRecordDialog.tsx';
import { useRecordForm } from '#features/admin/records/use-record-form.ts';
import { LocalTime } from '#ui/LocalTime.tsx';
import { SEASON_KEYS } from './drop-admin-queries.ts';
import { SeasonFields } from './SeasonFields.tsx';
import { type SeasonForm, seasonFormOf, seasonTextOf } from './season-form.rules.ts';

const RULES: ConflictField<SeasonForm>[] = [
  { label: 'Word or tag', value: ({ titleWord }) => titleWord || 'Off' },
  { label: 'Minimum viewers', value: ({ minViewers }) => minViewers || 'Off' },
  { label: 'Minimum Twitch account age', value: ({ minTwitchDays }) => minTwitchDays || 'Off' },
  { label: 'Confirmed email', value: ({ needsConfirmedEmail }) => (needsConfirmedEmail ? 'On' : 'Off') },
  { label: 'Minimum character level', value: ({ minCharacterLevel }) => minCharacterLevel || 'Off' },
  { label: 'Accounts per address', value: ({ maxAccountsPerAddress }) => maxAccountsPerAddress || 'Off' },
];

const COMPARED: ConflictField<SeasonForm>[] = [
  { label: 'Name', value: ({ name }) => name },
  { label: 'Starts', value: ({ startsAt }) => startsAt },
  { label: 'Ends', value: ({ endsAt }) => endsAt || 'Open' },
  ...RULES,
  { label: 'Claims until', value: ({ claimUntil }) => claimUntil || 'Seven days after the end' },
];

/** Edits a season. */
export function EditSeasonDialog({ season: opened, onClose }: { season: Season; onClose: () => void }) {
  const editing = useRecordForm({
    endpoint: updateSeason,
    record: opened,
    params: { id: String(opened.seasonId) },
    toForm: seasonFormOf,
    toBody: (form, { revision }) => ({ ...seasonTextOf(form), revision }),
    success: 'Season updated.',
    failure: 'Failed to update season.',
    invalidates: SEASON_KEYS,
    onSuccess: onClose,
  });
  const { form, record: season, errors, change } = editing;
  return (
    <EditRecordDialog
      title={`Edit ${opened.name}`}
      editing={editing}
      compared={COMPARED}
      isWide
      onClose={onClose}
    >
      <SeasonFields form={form} errors={errors} onChange={change} />
      {season.isCurrent && (
        <p>
          This season has been running since <LocalTime value={season.startsAt} />. Minutes that were counted
          for it stay with it.
        </p>
      )}
    </EditRecordDialog>
  );
}
