import { MAX_REQUIREMENTS } from '@waygate/contract/home/home.admin.schemas';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { FieldsProps } from '#features/admin/records/field-props.ts';
import { Panel } from '#ui/admin/Panel.tsx';
import { focusPlaceButton } from '#ui/admin/place-focus.ts';
import { PlaceButtons } from '#ui/admin/PlaceButtons.tsx';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { emptyRequirement, type RequirementForm, type SettingsForm } from './settings-form.rules.ts';
import styles from './site-admin.module.css';

/** The last change of the rows: what to announce, and where the focus goes. */
type RowChange = { announcement: string; focus: 'add' | { key: number; on: 'up' | 'down' | 'name' } };

/** The system requirements, row by row, in the order of the page. */
export function RequirementsField({ form: { requirements }, errors, onChange }: FieldsProps<SettingsForm>) {
  const list = useRef<HTMLDivElement>(null);
  const [lastChange, setLastChange] = useState<RowChange>();
  useEffect(() => {
    if (lastChange) moveFocus(list.current, lastChange.focus);
  }, [lastChange]);
  const rows = changesOf(requirements, (next, rowChange) => {
    onChange({ requirements: next });
    if (rowChange) setLastChange(rowChange);
  });
  return (
    <Panel title="System requirements">
      <div ref={list} className={styles.fields}>
        {errors.requirements && <p className={styles.error}>{errors.requirements}</p>}
        {requirements.length === 0 && <p className={styles.empty}>There are none yet.</p>}
        <ol className={styles.rows}>
          {requirements.map((row, index) => (
            <RequirementRow
              key={row.key}
              row={row}
              index={index}
              count={requirements.length}
              errors={errors}
              onChange={(changes) => rows.edit(index, { ...row, ...changes })}
              onMove={(to) => rows.move(index, to)}
              onRemove={() => rows.remove(index)}
            />
          ))}
        </ol>
        <div>
          <Button
            look="secondary"
            data-add
            disabled={requirements.length >= MAX_REQUIREMENTS}
            onClick={rows.add}
          >
            <Plus aria-hidden size={18} /> Add a row
          </Button>
        </div>
        <output className="visually-hidden">{lastChange?.announcement}</output>
      </div>
    </Panel>
  );
}

function changesOf(rows: RequirementForm[], put: (next: RequirementForm[], change?: RowChange) => void) {
  return {
    edit: (index: number, row: RequirementForm) => put(rows.with(index, row)),
    move: (from: number, to: number) => {
      const row = rows[from];
      if (!row) return;
      put(rows.toSpliced(from, 1).toSpliced(to, 0, row), {
        announcement: `Moved to position ${to + 1} of ${rows.length}.`,
        focus: { key: row.key, on: to < from ? 'up' : 'down' },
      });
    },
    add: () => {
      const row = emptyRequirement();
      put([...rows, row], {
        announcement: `Row ${rows.length + 1} added.`,
        focus: { key: row.key, on: 'name' },
      });
    },
    remove: (index: number) =>
      put(rows.toSpliced(index, 1), { announcement: `Row ${index + 1} removed.`, focus: 'add' }),
  };
}

function moveFocus(list: HTMLElement | null, focus: RowChange['focus']): void {
  if (focus === 'add') return list?.querySelector<HTMLElement>('[data-add]')?.focus();
  const row = list?.querySelector(`[data-key="${focus.key}"]`);
  if (focus.on === 'name') return row?.querySelector('input')?.focus();
  return focusPlaceButton(row, focus.on === 'up');
}

type RequirementRowProps = {
  row: RequirementForm;
  /** From 0. */
  index: number;
  count: number;
  errors: Record<string, string>;
  onChange: (changes: Partial<RequirementForm>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
};

function RequirementRow({ row, index, count, errors, onChange, onMove, onRemove }: RequirementRowProps) {
  const text = (name: 'name' | 'minimum' | 'recommended') => ({
    name: `requirements.${index}.${name}`,
    value: row[name],
    error: errors[`requirements.${index}.${name}`],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <li data-key={row.key}>
      <fieldset className={styles.row}>
        <legend className="visually-hidden">Row {index + 1}</legend>
        <TextField label="Name" maxLength={40} placeholder="Memory" {...text('name')} />
        <TextField label="Minimum" maxLength={120} placeholder="4 GB" {...text('minimum')} />
        <TextField label="Recommended" maxLength={120} placeholder="8 GB" {...text('recommended')} />
        <PlaceButtons
          className={styles.place}
          name={row.name.trim() === '' ? `row ${index + 1}` : row.name}
          index={index}
          count={count}
          onMove={onMove}
          onRemove={onRemove}
        />
      </fieldset>
    </li>
  );
}
