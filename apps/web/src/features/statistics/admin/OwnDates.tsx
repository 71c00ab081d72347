import { type FormEvent, useState } from 'react';
import { DateField } from '#ui/admin/fields/DateField.tsx';
import { Button } from '#ui/Button.tsx';
import styles from './PeriodPicker.module.css';
import { type Period, periodFault } from './period.rules.ts';

type OwnDatesProps = { period: Period; onChoose: (period: Period) => void };

/** The form for a custom period. */
export function OwnDates({ period, onChoose }: OwnDatesProps) {
  const [typed, setTyped] = useState(period);
  const [fault, setFault] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    const found = periodFault(typed);
    setFault(found);
    if (found === '') onChoose(typed);
  }
  const field = (name: keyof Period) => ({
    name,
    value: typed[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  });
  return (
    <form className={styles.dates} onSubmit={submit} noValidate aria-label="Custom dates">
      <DateField label="First day" error={fault || undefined} {...field('from')} />
      <DateField label="Last day" {...field('to')} />
      <Button type="submit" look="secondary">
        Show
      </Button>
    </form>
  );
}
