import { listAwaitingDeliveries, listCharacters } from '@waygate/contract/deliveries/deliveries.endpoints';
import { useState } from 'react';
import { call } from '#api/call.ts';
import { useLoaded } from '#api/use-loaded.ts';
import { Notice } from '#ui/Notice.tsx';
import styles from './AwaitingDeliveries.module.css';
import { AwaitingForm } from './AwaitingForm.tsx';
import { groupAwaiting } from './awaiting-deliveries.rules.ts';

type AwaitingDeliveriesProps = {
  /** Called when something was sent to a character. */
  onChosen?: () => void;
};

/** What waits until the player chooses a character, with a picker. Shows nothing where nothing waits. */
export function AwaitingDeliveries({ onChosen }: AwaitingDeliveriesProps) {
  const { content, refresh } = useLoaded(loadAwaiting, '');
  const [chosen, setChosen] = useState<string>();
  const groups = content.status === 'loaded' ? content.value : [];
  const hasServers = new Set(groups.map(({ serverId }) => serverId)).size > 1;
  if (groups.length === 0 && chosen === undefined) return null;
  return (
    <section className={styles.awaiting} aria-label="Waiting for a character">
      {chosen !== undefined && (
        // Mounted again for each choice: its form is gone, and the focus with it.
        <Notice
          key={`${chosen}/${groups.length}`}
          tone="success"
          takesFocus
          onDismiss={() => setChosen(undefined)}
        >
          On its way to {chosen}.
        </Notice>
      )}
      {groups.map((group) => (
        <AwaitingForm
          key={group.key}
          group={group}
          hasServers={hasServers}
          onChosen={(name) => {
            setChosen(name);
            refresh();
            onChosen?.();
          }}
          onStale={() => {
            refresh();
            onChosen?.();
          }}
        />
      ))}
    </section>
  );
}

async function loadAwaiting(signal: AbortSignal) {
  const { deliveries } = await call(listAwaitingDeliveries, {}, { signal });
  if (deliveries.length === 0) return [];
  const { characters } = await call(listCharacters, {}, { signal });
  return groupAwaiting(deliveries, characters);
}
