import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isCancelled } from '#api/api-error.ts';
import { Button } from '#ui/Button.tsx';

type ExportButtonProps = {
  /** Fetches the file, and returns how to save and report it. */
  load: (signal: AbortSignal) => Promise<() => void>;
  onFailure: (error: unknown) => void;
};

/** Exports a list as a CSV file. Leaving the page ends the export. */
export function ExportButton({ load, onFailure }: ExportButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  async function run() {
    setIsBusy(true);
    abort.current = new AbortController();
    const { signal } = abort.current;
    try {
      const save = await load(signal);
      if (!signal.aborted) save();
    } catch (error) {
      if (!signal.aborted && !isCancelled(error)) onFailure(error);
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Button look="secondary" isBusy={isBusy} onClick={() => void run()}>
      <Download aria-hidden size={18} /> Export CSV
    </Button>
  );
}
