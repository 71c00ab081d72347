import type { Season } from '@waygate/contract/drops/drops.admin.schemas';
import { pageWindow, type PageSize } from '@waygate/contract/lists';
import {
  deleteTwitchReward,
  exportTwitchRewards,
  listTwitchRewards,
} from '@waygate/contract/twitch-rewards/twitch-rewards.endpoints';
import {
  isRewardFound,
  type ListedReward,
  type TwitchReward,
} from '@waygate/contract/twitch-rewards/twitch-rewards.schemas';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { call } from '#api/call.ts';
import { mediaUrl } from '#api/media-url.ts';
import { ListView } from '#features/admin/lists/ListView.tsx';
import { DeleteDialog } from '#features/admin/records/DeleteDialog.tsx';
import { RecordActions } from '#features/admin/records/RecordActions.tsx';
import { useDeletion } from '#features/admin/records/use-deletion.ts';
import { seasonText } from '#features/seasons/admin/season-text.ts';
import { useSeasons } from '#features/seasons/admin/use-seasons.ts';
import { minutesText } from '#features/seasons/minutes-text.ts';
import type { Column } from '#ui/admin/table/columns.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { OptionalImage } from '#ui/OptionalImage.tsx';
import { EditRewardDialog } from './EditRewardDialog.tsx';
import { type CopiedReward, copyOfReward, REWARD_TYPES } from './reward-form.rules.ts';
import { REWARDS_KEY, SHOWING_REWARDS } from './reward-keys.ts';
import { NewRewardDialog } from './NewRewardDialog.tsx';
import styles from './RewardList.module.css';

const columnsOf = (seasons: Season[]): Column<ListedReward>[] => [
  {
    id: 'picture',
    label: 'Picture',
    phone: 'hidden',
    render: ({ imageUrl }) =>
      imageUrl === null ? (
        <span className={styles.none}>None</span>
      ) : (
        <OptionalImage className={styles.picture} src={mediaUrl(imageUrl)} alt="" loading="lazy" />
      ),
  },
  { id: 'title', label: 'Title', isPrimary: true, render: ({ title }) => title },
  { id: 'season', label: 'Season', render: ({ season }) => seasonText(season, seasons) },
  { id: 'type', label: 'For', phone: 'top', render: ({ type }) => REWARD_TYPES[type] },
  {
    id: 'minutes',
    label: 'Required time',
    render: ({ requiredMinutes }) => minutesText(requiredMinutes),
  },
  {
    id: 'item',
    label: 'Item',
    render: ({ itemId, serverItems, itemQuantity, itemName }) => (
      <>
        {itemQuantity.toLocaleString()} × {itemName}{' '}
        <span className={styles.number}>#{itemId ?? serverItems[0]?.itemId}</span>
      </>
    ),
  },
];

type RewardQuery = { search: string; page: string; pageSize: PageSize };

/** A portal has a few dozen rewards, so all are loaded at once and filtered here. */
async function loadRewards({ search, page, pageSize }: RewardQuery, signal: AbortSignal) {
  const { rewards } = await call(listTwitchRewards, {}, { signal });
  const found = rewards.filter((reward) => isRewardFound(reward, search));
  const { offset, limit } = pageWindow({ page: Number(page), pageSize });
  return { rows: found.slice(offset, offset + limit), total: found.length };
}

/** The rewards of all seasons with their actions. */
export function RewardList() {
  const { data: seasons = [] } = useSeasons();
  const [edited, setEdited] = useState<TwitchReward | 'new'>();
  const [copied, setCopied] = useState<CopiedReward>();
  const close = () => setEdited(undefined);
  const deletion = useDeletion(deleteTwitchReward, {
    inputOf: ({ rewardId }: TwitchReward) => ({ params: { rewardId: String(rewardId) } }),
    success: 'Reward deleted.',
    failure: 'Failed to delete reward.',
    invalidates: SHOWING_REWARDS,
  });
  const newButton = (
    <Button onClick={() => setEdited('new')}>
      <Plus aria-hidden size={18} /> New reward
    </Button>
  );
  return (
    <div className={styles.list}>
      {deletion.error && <Notice tone="error">{deletion.error}</Notice>}
      <ListView
        queryKey={REWARDS_KEY}
        load={loadRewards}
        failure="Failed to fetch Twitch Drop rewards."
        caption="Twitch Drop rewards"
        columns={[...columnsOf(seasons), actionsColumn(setEdited, deletion.ask)]}
        rowKey={({ rewardId }) => rewardId}
        searchLabel="Search by title or description"
        toolbar={newButton}
        csv={exportTwitchRewards}
        empty={
          <>
            <p>There are no rewards yet.</p>
            {newButton}
          </>
        }
      />
      {edited === 'new' && <NewRewardDialog onClose={close} />}
      {edited && edited !== 'new' && (
        <EditRewardDialog
          reward={edited}
          onCopy={(reward, form) => {
            close();
            setCopied(copyOfReward(reward, form));
          }}
          onClose={close}
        />
      )}
      {copied && <NewRewardDialog copied={copied} onClose={() => setCopied(undefined)} />}
      <DeleteDialog deletion={deletion} title={({ title }) => `Delete ${title}?`}>
        <p>This action cannot be undone. The image file is also permanently deleted.</p>
      </DeleteDialog>
    </div>
  );
}

type OnReward = (reward: TwitchReward) => void;

function actionsColumn(onEdit: OnReward, onDelete: OnReward): Column<ListedReward> {
  return {
    id: 'actions',
    label: 'Actions',
    render: (reward) => (
      <RecordActions name={reward.title} onEdit={() => onEdit(reward)} onDelete={() => onDelete(reward)} />
    ),
  };
}
