import { exportRevenue } from '@waygate/contract/orders/orders.admin.endpoints';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isCancelled, messageOf } from '#api/api-error.ts';
import { callFile } from '#api/call-file.ts';
import { useSudo } from '#features/sudo/sudo.ts';
import { saveBlob } from '#api/save-blob.ts';
import { FormDialog } from '#ui/admin/dialogs/FormDialog.tsx';
import { DateField } from '#ui/admin/fields/DateField.tsx';
import { useToast } from '#ui/admin/use-toast.ts';
import { Button } from '#ui/Button.tsx';
import { lastMonth, type Period, periodFault, periodQuery } from './revenue-period.rules.ts';
import styles from './RevenueExport.module.css';

/** Saves payments, refunds and disputes of a period as a file that the server writes. */
export function RevenueExport() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="secondary" onClick={() => setIsOpen(true)}>
        <Download aria-hidden size={18} /> Export revenue…
      </Button>
      {isOpen && <RevenueDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function RevenueDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast();
  const withSudo = useSudo();
  const [period, setPeriod] = useState<Period>(() => lastMonth(new Date()));
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState('');
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const fault = periodFault(period);

  async function save() {
    if (fault !== undefined) return setError(fault);
    setError('');
    setIsBusy(true);
    abort.current = new AbortController();
    const { signal } = abort.current;
    try {
      const { name, blob } = await withSudo(() =>
        callFile(exportRevenue, { query: periodQuery(period) }, { signal }),
      );
      if (signal.aborted) return;
      saveBlob(name, blob);
      toast('Revenue exported.');
      onClose();
    } catch (failure) {
      if (!signal.aborted && !isCancelled(failure))
        setError(messageOf(failure, 'The export failed. Try again.'));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <FormDialog
      title="Export revenue"
      submitLabel="Export CSV"
      isBusy={isBusy}
      error={error}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <p className={styles.note}>
        One row for each payment, refund and dispute. Net is gross less refund less fee. The payment provider
        names fees within hours and payouts within days; until then they are empty.
      </p>
      <PeriodFields period={period} onChange={setPeriod} />
    </FormDialog>
  );
}

function PeriodFields({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  return (
    <div className={styles.period}>
      <DateField
        label="First day (UTC)"
        name="first"
        required
        value={period.first}
        onChange={({ currentTarget: { value: first } }) => onChange({ ...period, first })}
      />
      <DateField
        label="Last day (UTC)"
        name="last"
        required
        value={period.last}
        onChange={({ currentTarget: { value: last } }) => onChange({ ...period, last })}
      />
    </div>
  );
}
