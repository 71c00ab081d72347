import { updateTwitchReward } from '@waygate/contract/twitch-rewards/twitch-rewards.endpoints';
import type { TwitchReward } from '@waygate/contract/twitch-rewards/twitch-rewards.schemas';
import type { ConflictField } from '#features/admin/records/EditConflict.tsx';
import { EditRecordDialog } from '#features/admin/records/EditRecordDialog.tsx';
import { useRecordForm } from '#features/admin/records/use-record-form.ts';
import {
  pictureFileOf,
  REWARD_TYPES,
  type RewardForm,
  rewardFormOf,
  rewardUpdateOf,
} from './reward-form.rules.ts';
import { RewardFields } from './RewardFields.tsx';
import { SHOWING_REWARDS } from './reward-keys.ts';

const COMPARED: ConflictField<RewardForm>[] = [
  { label: 'Title', value: ({ title }) => title },
  { label: 'Description', value: ({ description }) => description },
  { label: 'For', value: ({ type }) => REWARD_TYPES[type] },
  { label: 'Season', value: ({ season }) => season },
  { label: 'Required minutes', value: ({ requiredMinutes }) => requiredMinutes },
  { label: 'Item id', value: ({ itemId }) => itemId },
  { label: 'Item quantity', value: ({ itemQuantity }) => itemQuantity },
  { label: 'Picture', value: ({ picture }) => (picture.file?.name ?? picture.shown) || 'None' },
];

/** Edits a reward. */
export function EditRewardDialog({ reward, onClose }: { reward: TwitchReward; onClose: () => void }) {
  const editing = useRecordForm({
    endpoint: updateTwitchReward,
    record: reward,
    params: { rewardId: String(reward.rewardId) },
    toForm: rewardFormOf,
    toBody: rewardUpdateOf,
    toFile: pictureFileOf,
    success: 'Reward updated.',
    failure: 'Failed to update reward.',
    invalidates: SHOWING_REWARDS,
    onSuccess: onClose,
  });
  return (
    <EditRecordDialog
      title={`Edit ${reward.title}`}
      editing={editing}
      compared={COMPARED}
      isWide
      onClose={onClose}
    >
      <RewardFields form={editing.form} errors={editing.errors} onChange={editing.change} />
    </EditRecordDialog>
  );
}
