import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { GrantFields } from './GrantFields.tsx';
import styles from './GrantsField.module.css';
import type { ProductFieldsProps } from './ProductEditor.tsx';
import { emptyGrant, type GrantForm } from './product-form.rules.ts';

const MAX_GRANTS = 20;

/** What just happened to the lines: what to say of it, and which of them gets the focus. */
type Happened = { words: string; focus: { key: number; on: 'up' | 'down' | 'kind' } | 'add' };

/** What the player gets, line by line, in the order of the card. */
export function GrantsField({ form: { grants }, errors, onChange }: ProductFieldsProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  const [happened, setHappened] = useState<Happened>();
  useEffect(() => {
    if (happened) findTarget(list.current, happened.focus)?.focus();
  }, [happened]);
  const change = (next: GrantForm[], what: Happened) => {
    onChange({ grants: next });
    setHappened(what);
  };
  const move = (from: number, to: number) => {
    const grant = grants[from];
    if (!grant) return;
    change(grants.toSpliced(from, 1).toSpliced(to, 0, grant), {
      words: `Moved to place ${to + 1} of ${grants.length}.`,
      focus: { key: grant.key, on: to < from ? 'up' : 'down' },
    });
  };
  const add = () => {
    const grant = emptyGrant();
    change([...grants, grant], {
      words: `Line ${grants.length + 1} added.`,
      focus: { key: grant.key, on: 'kind' },
    });
  };
  return (
    <fieldset ref={list} className={styles.grants}>
      <legend>What the player gets</legend>
      {errors.grants && <p className={styles.error}>{errors.grants}</p>}
      <ol>
        {grants.map((grant, place) => (
          <GrantFields
            key={grant.key}
            grant={grant}
            place={place}
            count={grants.length}
            errors={errors}
            onChange={(changes) => onChange({ grants: grants.with(place, { ...grant, ...changes }) })}
            onMove={(to) => move(place, to)}
            onRemove={() =>
              change(grants.toSpliced(place, 1), { words: `Line ${place + 1} removed.`, focus: 'add' })
            }
          />
        ))}
      </ol>
      <Button look="secondary" data-add disabled={grants.length >= MAX_GRANTS} onClick={add}>
        <Plus aria-hidden size={18} /> Add a line
      </Button>
      <output className="visually-hidden">{happened?.words}</output>
    </fieldset>
  );
}

/** At an end of the list the button that was pressed is of no use any more: its twin is. */
function findTarget(list: HTMLElement | null, focus: Happened['focus']): HTMLElement | null | undefined {
  if (focus === 'add') return list?.querySelector<HTMLElement>('[data-add]');
  const line = list?.querySelector(`[data-grant="${focus.key}"]`);
  if (focus.on === 'kind') return line?.querySelector('select');
  return (
    line?.querySelector<HTMLElement>(`[data-move="${focus.on}"]:not([disabled])`) ??
    line?.querySelector<HTMLElement>('[data-move]:not([disabled])')
  );
}
