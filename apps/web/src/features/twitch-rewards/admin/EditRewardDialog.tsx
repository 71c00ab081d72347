import { updateTwitchReward } from '@waygate/contract/twitch-rewards/twitch-rewards.endpoints';
import type { ServerName } from '@waygate/contract/game-servers/server-names.endpoints';
import type { TwitchReward } from '@waygate/contract/twitch-rewards/twitch-rewards.schemas';
import type { ConflictField } from '#features/admin/records/EditConflict.tsx';
import { EditRecordDialog } from '#features/admin/records/EditRecordDialog.tsx';
import { useServerNames } from '#features/game-servers/admin/use-server-names.ts';
import { serverItemsText } from '#features/game-servers/server-items.rules.ts';
import { Button } from '#ui/Button.tsx';
import { useRecordForm } from '#features/admin/records/use-record-form.ts';
import {
  pictureFileOf,
  REWARD_TYPES,
  type RewardForm,
  rewardFormOf,
  rewardUpdateOf,
} from './reward-form.rules.ts';
import { RewardFields } from './RewardFields.tsx';
import styles from './RewardFields.module.css';
import { SHOWING_REWARDS } from './reward-keys.ts';

const comparedFields = (servers: ServerName[]): ConflictField<RewardForm>[] => [
  { label: 'Title', value: ({ title }) => title },
  { label: 'Description', value: ({ description }) => description },
  { label: 'For', value: ({ type }) => REWARD_TYPES[type] },
  { label: 'Season', value: ({ season }) => season },
  { label: 'Required minutes', value: ({ requiredMinutes }) => requiredMinutes },
  { label: 'Item id', value: ({ itemId }) => itemId },
  ...(servers.length > 1
    ? [
        {
          label: 'Item ids on other servers',
          value: ({ serverItems }: RewardForm) => serverItemsText(serverItems, servers) || 'None',
        },
      ]
    : []),
  { label: 'Item quantity', value: ({ itemQuantity }) => itemQuantity },
  { label: 'Picture', value: ({ picture }) => (picture.file?.name ?? picture.shown) || 'None' },
];

type EditRewardDialogProps = {
  reward: TwitchReward;
  /** Copies the reward, as the form has it, to another season. */
  onCopy: (reward: TwitchReward, form: RewardForm) => void;
  onClose: () => void;
};

/** Edits a reward. What somebody claimed keeps its season, type and minutes. */
export function EditRewardDialog({ reward, onCopy, onClose }: EditRewardDialogProps) {
  const editing = useRecordForm({
    endpoint: updateTwitchReward,
    record: reward,
    params: { rewardId: String(reward.rewardId) },
    toForm: rewardFormOf,
    toBody: rewardUpdateOf,
    toFile: pictureFileOf,
    drafted: ['title', 'description'],
    success: 'Reward updated.',
    failure: 'Failed to update reward.',
    invalidates: SHOWING_REWARDS,
    onSuccess: onClose,
  });
  const { hasClaims } = editing.record;
  const servers = useServerNames();
  return (
    <EditRecordDialog
      title={`Edit ${reward.title}`}
      editing={editing}
      compared={comparedFields(servers)}
      isWide
      onClose={onClose}
    >
      {hasClaims && (
        <div className={styles.locked}>
          <p>Somebody has claimed this reward, so its season, type and minutes can't change.</p>
          <Button look="secondary" onClick={() => onCopy(editing.record, editing.form)}>
            Copy to another season
          </Button>
        </div>
      )}
      <RewardFields
        form={editing.form}
        errors={editing.errors}
        isClaimed={hasClaims}
        onChange={editing.change}
      />
    </EditRecordDialog>
  );
}
