import { createTwitchReward } from '@waygate/contract/twitch-rewards/twitch-rewards.endpoints';
import { RecordDialog } from '#features/admin/records/RecordDialog.tsx';
import { useNewRecordForm } from '#features/admin/records/use-new-record-form.ts';
import { useSeasons } from '#features/seasons/admin/use-seasons.ts';
import {
  BLANK_REWARD,
  type CopiedReward,
  pictureFileOf,
  rewardCreationOf,
  type RewardForm,
} from './reward-form.rules.ts';
import { RewardFields } from './RewardFields.tsx';
import { SHOWING_REWARDS } from './reward-keys.ts';

type NewRewardDialogProps = { copied?: CopiedReward | undefined; onClose: () => void };

/** Creates a reward, by default for the running season; a copy for the newest season that isn't its own. */
export function NewRewardDialog({ copied, onClose }: NewRewardDialogProps) {
  const { data: seasons } = useSeasons();
  const season = copied
    ? seasons?.find(({ seasonId }) => seasonId !== copied.season)
    : seasons?.find(({ isCurrent }) => isCurrent);
  const inSeason = (form: RewardForm) => ({ ...form, season: form.season || String(season?.seasonId ?? '') });
  const making = useNewRecordForm({
    endpoint: createTwitchReward,
    blank: copied?.form ?? BLANK_REWARD,
    toBody: (form) => rewardCreationOf(inSeason(form), copied),
    toFile: pictureFileOf,
    drafted: ['title', 'description'],
    success: 'Reward created.',
    failure: 'Failed to create reward.',
    invalidates: SHOWING_REWARDS,
    onSuccess: onClose,
  });
  return (
    <RecordDialog
      title={copied ? `Copy ${copied.form.title}` : 'New reward'}
      editing={making}
      isWide
      onClose={onClose}
    >
      <RewardFields form={inSeason(making.form)} errors={making.errors} onChange={making.change} />
    </RecordDialog>
  );
}
