import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { useListbox } from '#ui/admin/combobox/use-listbox.ts';
import { countText } from '#ui/admin/count-text.ts';
import { fieldAria } from '#ui/field-aria.ts';
import { FieldNotes } from '#ui/FieldNotes.tsx';
import fieldStyles from '#ui/TextField.module.css';
import { type PickedKind, type PickedRecord, recordsOf } from './picked-records.ts';
import styles from './RecordPicker.module.css';
import { useAdminSearch } from './use-admin-search.ts';

type RecordPickerProps = {
  kind: PickedKind;
  label: string;
  name: string;
  /** The id, as text; while somebody types, whatever they typed. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  hint?: string | undefined;
  required?: boolean;
  readOnly?: boolean;
  /** The game server whose ids items have. */
  serverId?: number;
  /** The form takes any text, such as an exact name. */
  acceptsText?: boolean;
  /** After a record was chosen from the list. */
  onPick?: (id: string) => void;
  onBlur?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
};

const ID = /^#?[1-9]\d{0,9}$/;

/**
 * A field for a record's id that finds it by its name too: typing opens a list to choose from, and below stands whose
 * id it is. A typed or pasted id needs no choice.
 */
export function RecordPicker({ label, error, hint, required, name, ...props }: RecordPickerProps) {
  const { value, readOnly } = props;
  const id = useId();
  const { input, popup, note, fault } = usePicker(props);
  // The picker knows better than the form what is wrong with a text that is no id.
  const texts = { hint: note || hint, error: fault ?? error };
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.anchor}>
        <div className={fieldStyles.control}>
          <input
            {...input}
            {...fieldAria(id, texts)}
            name={name}
            type="text"
            autoComplete="off"
            spellCheck={false}
            maxLength={254}
            required={required}
            readOnly={readOnly}
            value={value}
          />
        </div>
        {popup}
      </div>
      <FieldNotes id={id} {...texts} />
    </div>
  );
}

type PickerParts = Pick<
  RecordPickerProps,
  'kind' | 'value' | 'onChange' | 'serverId' | 'acceptsText' | 'readOnly' | 'onPick' | 'onBlur' | 'onKeyDown'
>;

function usePicker({ kind, value, onChange, serverId, acceptsText, readOnly, ...on }: PickerParts) {
  const [isOpen, setIsOpen] = useState(false);
  // A half-typed name isn't wrong before Enter or leaving the field.
  const [isFinished, setIsFinished] = useState(false);
  const text = value.trim();
  const search = useAdminSearch(value, { kind, serverId });
  const { isCurrent, error } = search;
  const records = recordsOf(search.hits);
  const chosen = isCurrent ? records.find(({ id }) => id === text.replace('#', '')) : undefined;
  const isListed = isOpen && !readOnly && text !== '' && !(chosen && records.length === 1);
  const choose = ({ id }: PickedRecord) => {
    onChange(id);
    setIsOpen(false);
    on.onPick?.(id);
  };
  // Enter must not choose what an older text found.
  const listbox = useListbox({ options: records, isOpen: isListed && isCurrent, onChoose: choose });
  const isDue = isFinished && isCurrent && !acceptsText && !readOnly;
  useExactName({ text, records, isDue, onName: choose });
  const finish = () => {
    setIsOpen(false);
    setIsFinished(true);
  };
  const press = (event: KeyboardEvent) => {
    if (listbox.press(event)) return;
    if (event.key === 'Escape' && isListed) {
      // It closes the list, and not the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      setIsOpen(false);
    } else if (event.key === 'ArrowDown') setIsOpen(true);
    else {
      // Shown now: appearing on blur, it would move the button that is being pressed.
      if (event.key === 'Enter' && !event.nativeEvent.isComposing) finish();
      on.onKeyDown?.(event);
    }
  };
  return {
    input: {
      ...listbox.inputProps,
      onChange: ({ target }: { target: { value: string } }) => {
        onChange(target.value);
        setIsOpen(true);
        setIsFinished(false);
      },
      onBlur: () => {
        finish();
        on.onBlur?.();
      },
      onKeyDown: press,
    },
    popup: isListed && (
      <Found kind={kind} records={records} listbox={listbox} isCurrent={isCurrent} error={error} />
    ),
    note: chosen && [chosen.name, chosen.detail].filter(Boolean).join(', '),
    fault: isFinished && !acceptsText && isCurrent && !chosen ? faultOf(kind, text) : undefined,
  };
}

type ExactName = {
  text: string;
  records: PickedRecord[];
  isDue: boolean;
  onName: (record: PickedRecord) => void;
};

/** Chooses the record whose name was typed or pasted whole, and the one of '#165'. */
function useExactName({ text, records, isDue, onName }: ExactName): void {
  const named = records.find(({ id, name }) => text === `#${id}` || isSameName(name, text));
  // A text that is an id means just that, even where it is somebody's name as well.
  const name = /^\d+$/.test(text) ? undefined : named?.id;
  const adopt = useEffectEvent(() => named && onName(named));
  useEffect(() => {
    if (isDue && name !== undefined) adopt();
  }, [isDue, name]);
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

type FoundProps = {
  kind: PickedKind;
  records: PickedRecord[];
  listbox: ReturnType<typeof useListbox<PickedRecord>>;
  isCurrent: boolean;
  error: string;
};

function Found({ kind, records, listbox, isCurrent, error }: FoundProps) {
  const none = isCurrent ? `No ${kind} begins like this.` : 'Searching…';
  return (
    <div className={styles.popup}>
      {records.length === 0 ? (
        <output>{error || none}</output>
      ) : (
        <output className="visually-hidden">{countText(records.length, 'result')}</output>
      )}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select can't show two columns, nor keep the focus in the input */}
      <div id={listbox.listId} role="listbox" aria-label="Found records">
        {records.map((record) => (
          <div key={record.key} {...listbox.optionProps(record)} className={styles.option}>
            <span className={styles.name}>{record.name}</span>
            <span className={styles.detail}>{record.detail}</span>
            <span className={styles.id}>#{record.id}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** What is wrong with a text that is no record. */
function faultOf(kind: PickedKind, text: string): string | undefined {
  if (text === '') return undefined;
  if (!ID.test(text)) return `No ${kind} is called “${text}”. Choose one from the list, or give its id.`;
  // Items may be new to the portal.
  return kind === 'item' ? undefined : `There is no ${kind} with this id.`;
}
