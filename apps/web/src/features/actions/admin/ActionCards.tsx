import { useId, useState } from 'react';
import { ACTION_FORMS, type ActionForm } from './action-forms.ts';
import styles from './ActionCards.module.css';
import { ActionDialog } from './ActionDialog.tsx';

/** The quick actions; each opens its dialog. */
export function ActionCards() {
  const [open, setOpen] = useState<ActionForm>();
  return (
    <>
      <ul className={styles.cards}>
        {ACTION_FORMS.map((form) => (
          <ActionCard key={form.action} form={form} onOpen={() => setOpen(form)} />
        ))}
      </ul>
      {open && <ActionDialog key={open.action} form={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function ActionCard({ form: { title, description }, onOpen }: { form: ActionForm; onOpen: () => void }) {
  const id = useId();
  return (
    <li className={styles.card}>
      <button type="button" aria-describedby={id} aria-haspopup="dialog" onClick={onOpen}>
        {title}
      </button>
      <p id={id}>{description}</p>
    </li>
  );
}
