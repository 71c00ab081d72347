import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { useMarkdownPreview } from '#features/admin/editor/use-markdown-preview.ts';
import { ChoiceChips } from '#ui/ChoiceChips.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Failure } from '#ui/Failure.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { PageFrame } from './PageFrame.tsx';
import type { PagePreview } from './page-preview.ts';
import styles from './PreviewDialog.module.css';

type Device = 'desktop' | 'phone';

const WIDTHS: Record<Device, number> = { desktop: 1280, phone: 390 };

const DEVICES: { value: Device; label: string }[] = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
];

export type PreviewDialogProps<Form extends { body: string }, Content> = {
  form: Form;
  preview: PagePreview<Form, Content>;
  onClose: () => void;
};

/** The unsaved text as its public page will show it, at the width of a desktop or a phone. */
export function PreviewDialog<Form extends { body: string }, Content>({
  form,
  preview: { Page, contentOf },
  onClose,
}: PreviewDialogProps<Form, Content>) {
  const [device, setDevice] = useState<Device>('desktop');
  const { html, error, refetch } = useMarkdownPreview(form.body);
  return (
    <Dialog title="Preview" isWide onClose={onClose}>
      <div className={styles.preview}>
        <ChoiceChips legend="Width" choices={DEVICES} chosen={device} onChoose={setDevice} />
        {error ? (
          <Failure message={messageOf(error, "The preview couldn't be loaded.")} onRetry={refetch} />
        ) : html === undefined ? (
          <Skeleton className={styles.skeleton} />
        ) : (
          <PageFrame title="The page as visitors will see it" width={WIDTHS[device]}>
            <Page content={{ status: 'loaded', value: contentOf(form, html) }} retry={refetch} />
          </PageFrame>
        )}
      </div>
    </Dialog>
  );
}
