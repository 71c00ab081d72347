import { createTwitchReward } from '@waygate/contract/twitch-rewards/twitch-rewards.endpoints';
import { RecordDialog } from '#features/admin/records/RecordDialog.tsx';
import { useNewRecordForm } from '#features/admin/records/use-new-record-form.ts';
import { useSeasons } from '#features/seasons/admin/use-seasons.ts';
import { BLANK_REWARD, pictureFileOf, type RewardForm, rewardTextOf } from './reward-form.rules.ts';
import { RewardFields } from './RewardFields.tsx';
import { SHOWING_REWARDS } from './reward-keys.ts';

/** Creates a reward, by default for the running season. */
export function NewRewardDialog({ onClose }: { onClose: () => void }) {
  const { data: seasons } = useSeasons();
  const current = seasons?.find(({ isCurrent }) => isCurrent)?.seasonId ?? '';
  const inSeason = (form: RewardForm) => ({ ...form, season: form.season || String(current) });
  const making = useNewRecordForm({
    endpoint: createTwitchReward,
    blank: BLANK_REWARD,
    toBody: (form) => ({ ...rewardTextOf(inSeason(form)), removeImage: false }),
    toFile: pictureFileOf,
    success: 'Reward created.',
    failure: 'Failed to create reward.',
    invalidates: SHOWING_REWARDS,
    onSuccess: onClose,
  });
  return (
    <RecordDialog title="New reward" editing={making} isWide onClose={onClose}>
      <RewardFields form={inSeason(making.form)} errors={making.errors} onChange={making.change} />
    </RecordDialog>
  );
}
