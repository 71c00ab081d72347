import { sendTestAlert } from '@waygate/contract/alerts/alerts.endpoints';
import type { AlertOverview } from '@waygate/contract/alerts/alerts.schemas';
import { useState } from 'react';
import { useSession } from '#api/session.ts';
import { createUuid } from '#api/uuid.ts';
import { useAdminMutation } from '#features/admin/records/admin-queries.ts';
import { canUse } from '#features/admin/sections.ts';
import { countText } from '#ui/admin/count-text.ts';
import { DetailList } from '#ui/admin/DetailList.tsx';
import { Panel } from '#ui/admin/Panel.tsx';
import { Button } from '#ui/Button.tsx';
import { LocalTime } from '#ui/LocalTime.tsx';
import { Notice } from '#ui/Notice.tsx';
import { deliveryText } from './alert-texts.ts';

/** Where alerts go, and whether a test arrived. */
export function AlertChannels({ overview }: { overview: AlertOverview }) {
  const { recipients, hasWebhook, lastTest } = overview;
  const session = useSession();
  // A failed attempt may have been saved: the same one again sends nothing twice.
  const [requestId, setRequestId] = useState(createUuid);
  const test = useAdminMutation(sendTestAlert, {
    success: 'Test alert queued.',
    failure: "The test alert couldn't be sent.",
    invalidates: [['alerts', 'now']],
    onSuccess: () => setRequestId(createUuid()),
  });
  return (
    <Panel
      title="Where alerts go"
      actions={
        canUse(session, 'owner') && (
          <Button isBusy={test.isBusy} onClick={() => void test.submit({ body: { requestId } })}>
            Send a test alert
          </Button>
        )
      }
    >
      {test.error && <Notice tone="error">{test.error}</Notice>}
      <DetailList
        details={[
          {
            label: 'Mail',
            value:
              recipients === 0
                ? 'To nobody: no owner has a confirmed address.'
                : `To ${countText(recipients, 'owner')} with a confirmed address`,
          },
          { label: 'Webhook', value: hasWebhook ? 'On' : 'Off: ALERT_WEBHOOK_URL is not set' },
          {
            label: 'Last test alert',
            value: lastTest ? (
              <>
                <LocalTime value={lastTest.sentAt} />. {deliveryText(lastTest)}
              </>
            ) : (
              'None yet'
            ),
          },
        ]}
      />
    </Panel>
  );
}
