import { createSeason, updateSeason } from '@waygate/contract/drops/drops.admin.endpoints';
import type { Season } from '@waygate/contract/drops/drops.admin.schemas';
import { useState } from 'react';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { type ConflictField, EditConflict } from '#features/admin/records/EditConflict.tsx';
import { SEASONS_KEY } from '#features/seasons/admin/use-seasons.ts';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { SeasonFields, type SeasonForm } from './SeasonFields.tsx';

const BLANK: SeasonForm = { name: '', startsAt: '', endsAt: '' };

const COMPARED: ConflictField<SeasonForm>[] = [
  { label: 'Name', value: ({ name }) => name },
  { label: 'Starts', value: ({ startsAt }) => startsAt },
  { label: 'Ends', value: ({ endsAt }) => endsAt || 'Open' },
];

/** Sets up a season, or changes one. */
export function SeasonDialog({ season: opened, onClose }: { season?: Season; onClose: () => void }) {
  // What the form is held against: the record as it was opened, or as somebody else has left it since.
  const [season, setSeason] = useState(opened);
  const [form, setForm] = useState(opened ? formOf(opened) : BLANK);
  const { send, isBusy, error, fieldErrors, conflict, reset } = useSaving(opened?.seasonId, onClose);
  // Presented by the endpoint itself, in its own shape.
  const theirs = conflict as Season | undefined;
  return (
    <FormDialog
      title={opened ? `Edit ${opened.name}` : 'New season'}
      submitLabel={opened ? 'Save' : 'Create'}
      isBusy={isBusy}
      error={theirs ? '' : error}
      onSubmit={() => send(form, season?.revision)}
      onClose={onClose}
    >
      {theirs && (
        <EditConflict
          mine={form}
          theirs={formOf(theirs)}
          fields={COMPARED}
          isBusy={isBusy}
          onKeepMine={() => {
            setSeason(theirs);
            send(form, theirs.revision);
          }}
          onTakeTheirs={() => {
            setSeason(theirs);
            setForm(formOf(theirs));
            reset();
          }}
        />
      )}
      <SeasonFields
        form={form}
        errors={fieldErrors}
        onChange={(changes) => setForm({ ...form, ...changes })}
      />
      {season?.isCurrent && (
        <p>
          This season runs since <LocalTime value={season.startsAt} />. Minutes that were counted for it stay
          with it.
        </p>
      )}
    </FormDialog>
  );
}

function useSaving(seasonId: number | undefined, onSuccess: () => void) {
  const words = { invalidates: [SEASONS_KEY, ['audit']], onSuccess };
  const creation = useAdminMutation(createSeason, {
    ...words,
    success: 'The season is set up.',
    failure: 'Failed to create season.',
  });
  const update = useAdminMutation(updateSeason, {
    ...words,
    success: 'The season is changed.',
    failure: 'Failed to update season.',
  });
  return {
    ...(seasonId === undefined ? creation : update),
    send: ({ name, startsAt, endsAt }: SeasonForm, revision: number | undefined) => {
      const body = { name: name.trim(), startsAt, endsAt: endsAt || null, revision };
      if (seasonId === undefined) void creation.submit({ body });
      else void update.submit({ params: { id: String(seasonId) }, body });
    },
  };
}

function formOf({ name, startsAt, endsAt }: Season): SeasonForm {
  return { name, startsAt, endsAt: endsAt ?? '' };
}
