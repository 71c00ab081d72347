import type { Season } from '@waygate/contract/drops/drops.admin.schemas';
import {
  createTwitchReward,
  updateTwitchReward,
} from '@waygate/contract/twitch-rewards/twitch-rewards.endpoints';
import type { TwitchReward } from '@waygate/contract/twitch-rewards/twitch-rewards.schemas';
import { useState } from 'react';
import { mediaUrl } from '#api/media-url.ts';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { type ConflictField, EditConflict } from '#features/admin/records/EditConflict.tsx';
import { useSeasons } from '#features/seasons/admin/use-seasons.ts';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { PictureField } from '#ui/admin/fields/PictureField.tsx';
import {
  BLANK_REWARD,
  REWARD_TYPES,
  type RewardForm,
  rewardFormOf,
  rewardTextOf,
} from './reward-form.rules.ts';
import { RewardFields } from './RewardFields.tsx';
import { SHOWING_REWARDS } from './reward-keys.ts';
import { useChosenPicture } from './use-chosen-picture.ts';

type Shown = RewardForm & { picture: string };

const COMPARED: ConflictField<Shown>[] = [
  { label: 'Title', value: ({ title }) => title },
  { label: 'Description', value: ({ description }) => description },
  { label: 'For', value: ({ type }) => REWARD_TYPES[type] },
  { label: 'Season', value: ({ season }) => season },
  { label: 'Required minutes', value: ({ requiredMinutes }) => requiredMinutes },
  { label: 'Item id', value: ({ itemId }) => itemId },
  { label: 'Item quantity', value: ({ itemQuantity }) => itemQuantity },
  { label: 'Picture', value: ({ picture }) => picture || 'None' },
];

/** Sets up a reward, or changes one. */
export function RewardDialog({ reward: opened, onClose }: { reward?: TwitchReward; onClose: () => void }) {
  // What the form is held against: the record as it was opened, or as somebody else has left it since.
  const [reward, setReward] = useState(opened);
  const [form, setForm] = useState(opened ? rewardFormOf(opened) : BLANK_REWARD);
  const { data: seasons } = useSeasons();
  const shown = { ...form, season: form.season || currentSeason(seasons) };
  const picture = useChosenPicture(reward?.imageUrl ?? null);
  const { send, isBusy, error, fieldErrors, conflict, reset } = useSaving(opened?.rewardId, onClose);
  // Presented by the endpoint itself, in its own shape.
  const theirs = conflict as TwitchReward | undefined;
  const save = (revision: number | undefined) =>
    void send({ ...rewardTextOf(shown), removeImage: picture.isRemoved, revision }, { file: picture.file });
  return (
    <FormDialog
      title={opened ? `Edit ${opened.title}` : 'New reward'}
      submitLabel={opened ? 'Save' : 'Create'}
      isWide
      isBusy={isBusy}
      isDirty={picture.isChanged}
      error={theirs ? '' : error}
      onSubmit={() => save(reward?.revision)}
      onClose={onClose}
    >
      {theirs && (
        <EditConflict
          mine={{ ...shown, picture: picture.file?.name ?? picture.shown }}
          theirs={{ ...rewardFormOf(theirs), picture: theirs.imageUrl ? mediaUrl(theirs.imageUrl) : '' }}
          fields={COMPARED}
          isBusy={isBusy}
          onKeepMine={() => {
            setReward(theirs);
            save(theirs.revision);
          }}
          onTakeTheirs={() => {
            setReward(theirs);
            setForm(rewardFormOf(theirs));
            picture.reset();
            reset();
          }}
        />
      )}
      <RewardFields
        form={shown}
        errors={fieldErrors}
        onChange={(changes) => setForm({ ...form, ...changes })}
      />
      <PictureField
        label="Picture"
        name="image"
        shown={picture.shown}
        error={picture.error || fieldErrors.image}
        onChoose={picture.choose}
        onRemove={picture.remove}
      />
    </FormDialog>
  );
}

/** What a reward is for unless another one is chosen: the number of the season that runs, '' when none does. */
function currentSeason(seasons: readonly Season[] = []): string {
  return String(seasons.find(({ isCurrent }) => isCurrent)?.seasonId ?? '');
}

type Sent = ReturnType<typeof rewardTextOf> & { removeImage: boolean; revision: number | undefined };

function useSaving(rewardId: number | undefined, onSuccess: () => void) {
  const words = { invalidates: SHOWING_REWARDS, onSuccess };
  const creation = useAdminMutation(createTwitchReward, {
    ...words,
    success: 'The reward is set up.',
    failure: 'Failed to create reward.',
  });
  const update = useAdminMutation(updateTwitchReward, {
    ...words,
    success: 'The reward is changed.',
    failure: 'Failed to update reward.',
  });
  const isNew = rewardId === undefined;
  return {
    ...(isNew ? creation : update),
    send: (body: Sent, picture: { file: File | undefined }) =>
      isNew
        ? creation.submit({ body }, picture)
        : update.submit({ params: { rewardId: String(rewardId) }, body }, picture),
  };
}
