import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { focusPlaceButton } from '#ui/admin/place-focus.ts';
import { Button } from '#ui/Button.tsx';
import { GrantFields } from './GrantFields.tsx';
import styles from './GrantsField.module.css';
import type { ProductFieldsProps } from './ProductEditor.tsx';
import { emptyGrant, type GrantForm } from './product-form.rules.ts';

const MAX_GRANTS = 20;

/** The last change of the lines: what to announce, and where the focus goes. */
type LineChange = { announcement: string; focus: { key: string; on: 'up' | 'down' | 'kind' } | 'add' };

/** What the player gets, line by line, in the order of the card. */
export function GrantsField({ form: { grants }, errors, onChange }: ProductFieldsProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  const [lastChange, setLastChange] = useState<LineChange>();
  useEffect(() => {
    if (lastChange) moveFocus(list.current, lastChange.focus);
  }, [lastChange]);
  const change = (next: GrantForm[], lineChange: LineChange) => {
    onChange({ grants: next });
    setLastChange(lineChange);
  };
  const move = (from: number, to: number) => {
    const grant = grants[from];
    if (!grant) return;
    change(grants.toSpliced(from, 1).toSpliced(to, 0, grant), {
      announcement: `Moved to position ${to + 1} of ${grants.length}.`,
      focus: { key: grant.key, on: to < from ? 'up' : 'down' },
    });
  };
  const add = () => {
    const grant = emptyGrant();
    change([...grants, grant], {
      announcement: `Line ${grants.length + 1} added.`,
      focus: { key: grant.key, on: 'kind' },
    });
  };
  return (
    <fieldset ref={list} className={styles.grants}>
      <legend>What the player gets</legend>
      {errors.grants && <p className={styles.error}>{errors.grants}</p>}
      <ol>
        {grants.map((grant, index) => (
          <GrantFields
            key={grant.key}
            grant={grant}
            index={index}
            count={grants.length}
            errors={errors}
            onChange={(changes) => onChange({ grants: grants.with(index, { ...grant, ...changes }) })}
            onMove={(to) => move(index, to)}
            onRemove={() =>
              change(grants.toSpliced(index, 1), { announcement: `Line ${index + 1} removed.`, focus: 'add' })
            }
          />
        ))}
      </ol>
      <Button look="secondary" data-add disabled={grants.length >= MAX_GRANTS} onClick={add}>
        <Plus aria-hidden size={18} /> Add a line
      </Button>
      <output className="visually-hidden">{lastChange?.announcement}</output>
    </fieldset>
  );
}

function moveFocus(list: HTMLElement | null, focus: LineChange['focus']): void {
  if (focus === 'add') return list?.querySelector<HTMLElement>('[data-add]')?.focus();
  const line = list?.querySelector(`[data-grant="${focus.key}"]`);
  if (focus.on === 'kind') return line?.querySelector('select')?.focus();
  return focusPlaceButton(line, focus.on === 'up');
}
