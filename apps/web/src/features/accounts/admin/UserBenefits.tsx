import { useQuery } from '@tanstack/react-query';
import { listBenefits } from '@waygate/contract/benefits/benefits.endpoints';
import { call } from '#api/call.ts';
import { BENEFIT_COLUMNS } from './record-columns.tsx';
import { RecordTable } from './RecordTable.tsx';

/** The benefits that the account has. */
export function UserBenefits({ accountId }: { accountId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['benefits', 'of account', accountId],
    queryFn: async ({ signal }) => {
      const query = { pageSize: '100', account: accountId } as const;
      return (await call(listBenefits, { query }, { signal })).benefits;
    },
  });
  return (
    <RecordTable
      caption="Benefits"
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      columns={BENEFIT_COLUMNS}
      rowKey={({ benefitId }) => benefitId}
      nothing="This account has no benefits."
    />
  );
}
