import { useQuery } from '@tanstack/react-query';
import {
  listAdminDeliveries,
  retryDeliveries,
} from '@waygate/contract/deliveries/deliveries.admin.endpoints';
import type { AdminDelivery, DeliveryFailure } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { call } from '#api/call.ts';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { ReasonDialog } from '#features/admin/records/ReasonDialog.tsx';
import { useServerNames } from '#features/game-servers/admin/use-server-names.ts';
import { countText } from '#ui/admin/count-text.ts';
import { failureLabel } from './delivery-labels.ts';

/** Which failed deliveries: the filters of the list, or the selected ones. */
export type RetryFilter = {
  failure?: DeliveryFailure;
  server?: string;
  account?: string;
  deliveries?: number[];
};

type RetryAllDialogProps = { filter: RetryFilter; onRetried: () => void; onClose: () => void };

type Retried = { retried: number; skipped: number; left: number };

/** Confirms that all failed deliveries of the list are retried, and says how many they are. */
export function RetryAllDialog({ filter, onRetried, onClose }: RetryAllDialogProps) {
  const { deliveries, ...listed } = filter;
  const { failure, server, account } = listed;
  const { data } = useQuery({
    queryKey: ['deliveries', 'failed', listed],
    queryFn: ({ signal }) => call(listAdminDeliveries, { query: { ...listed, pageSize: '10' } }, { signal }),
    enabled: deliveries === undefined,
  });
  const { isBusy, error, fieldErrors, submit } = useAdminMutation(retryDeliveries, {
    success: retriedText,
    failure: 'Failed to retry deliveries.',
    invalidates: [['deliveries'], ['orders'], ['order'], ['audit']],
    isFailureNews: true,
    onSuccess: () => {
      onRetried();
      onClose();
    },
  });
  const named = useNamed(listed, data?.deliveries);
  const body = {
    ...(failure && { failure }),
    ...(server !== undefined && { server: Number(server) }),
    ...(account !== undefined && { account: Number(account) }),
    ...(deliveries && { deliveries }),
  };
  return (
    <ReasonDialog
      title={deliveries ? 'Retry selected deliveries' : 'Retry all failed deliveries'}
      confirmLabel={deliveries ? `Retry ${deliveriesText(deliveries.length)}` : 'Retry all'}
      look="primary"
      isBusy={isBusy}
      error={error}
      fieldError={fieldErrors.reason}
      onConfirm={(reason) => void submit({ body: { ...body, reason } })}
      onClose={onClose}
    >
      <p>
        <strong>{deliveries ? deliveriesText(deliveries.length) : whichText(failure, named, data)}</strong>
      </p>
      <p>
        The game receives them again immediately. What was applied before isn't applied a second time.
        Deliveries of accounts that you can't edit, and of your own account, are skipped. So are revocations
        where the game may have something else under the key: decide on each of these.
      </p>
    </ReasonDialog>
  );
}

/** The filtered game server and account by their names, or by their ids until these are known. */
function useNamed({ server, account }: RetryFilter, found: AdminDelivery[] = []): string[] {
  const servers = useServerNames();
  const serverName = servers.find(({ serverId }) => String(serverId) === server)?.name;
  const userName = found.find(({ accountDBID }) => String(accountDBID) === account)?.userName;
  return [
    ...(server === undefined ? [] : [serverName ?? `game server ${server}`]),
    ...(account === undefined ? [] : [userName ?? `account ${account}`]),
  ];
}

function whichText(
  failure: DeliveryFailure | undefined,
  named: string[],
  found: { total: number; totalIsExact: boolean } | undefined,
): string {
  const count = found
    ? `${found.totalIsExact ? '' : 'More than '}${deliveriesText(found.total)}`
    : 'Counting…';
  return [count, ...(failure ? [failureLabel(failure)] : []), ...named].join(', ');
}

function retriedText({ retried, skipped, left }: Retried): string {
  const rest = [
    ...(skipped > 0 ? [`${skipped.toLocaleString()} skipped.`] : []),
    ...(left > 0 ? [`${left.toLocaleString()} still to retry.`] : []),
  ];
  return [`${deliveriesText(retried)} queued again.`, ...rest].join(' ');
}

function deliveriesText(count: number): string {
  return countText(count, 'delivery', 'deliveries');
}
