import { isOwner } from '@waygate/contract/ranks';
import type { RedeliveryPreview as Preview } from '@waygate/contract/redeliveries/redeliveries.schemas';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '#api/session.ts';
import { rankOf } from '#features/admin/sections.ts';
import { countText } from '#ui/admin/count-text.ts';
import { Panel } from '#ui/admin/Panel.tsx';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { ConfirmRedelivery } from './ConfirmRedelivery.tsx';
import { Excluded } from './Excluded.tsx';
import type { LostQuery } from './lost-form.rules.ts';
import { PreviewTables } from './PreviewTables.tsx';
import styles from './RedeliveryPreview.module.css';

type RedeliveryPreviewProps = { preview: Preview; query: LostQuery; onStarted: () => void };

/** The dry run: how many deliveries would be sent, and whose. */
export function RedeliveryPreview({ preview, query, onStarted }: RedeliveryPreviewProps) {
  const { deliveries, players, targetName, redeliveredBefore } = preview;
  const [isConfirming, setIsConfirming] = useState(false);
  const session = useSession();
  const box = useRef<HTMLDivElement>(null);
  // The answer to the button above: brought into view, and read out.
  useEffect(() => box.current?.focus(), []);
  const isForOwners = query.mode === 'new_keys' && query.scope === 'everything';
  const isRefused = isForOwners && !(session && isOwner(rankOf(session)));
  return (
    <div ref={box} tabIndex={-1} className={styles.preview}>
      <Panel
        title="Dry run"
        actions={
          deliveries > 0 &&
          !isRefused && (
            <Button
              look={query.mode === 'new_keys' ? 'danger' : 'primary'}
              onClick={() => setIsConfirming(true)}
            >
              Redeliver {deliveries.toLocaleString()}…
            </Button>
          )
        }
      >
        <div className={styles.content}>
          <output className={styles.sum}>
            {deliveries === 0 ? (
              'Nothing would be sent.'
            ) : (
              <>
                <strong>{countText(deliveries, 'delivery', 'deliveries')}</strong> to{' '}
                <strong>{countText(players, 'player')}</strong>
                {targetName !== null && ` (${targetName})`}. Nothing has been sent yet.
              </>
            )}
          </output>
          {isRefused && (
            <Notice tone="info">Only owners can send everything again under new keys. Ask an owner.</Notice>
          )}
          {query.mode === 'new_keys' && redeliveredBefore > 0 && (
            <Notice tone="error">
              {redeliveredBefore.toLocaleString()} of these were redelivered before. Go on only if the game
              was wiped since, or players get them once more.
            </Notice>
          )}
          <PreviewTables preview={preview} />
          <Excluded excluded={preview.excluded} />
        </div>
      </Panel>
      {isConfirming && (
        <ConfirmRedelivery
          preview={preview}
          query={query}
          onStarted={onStarted}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </div>
  );
}
