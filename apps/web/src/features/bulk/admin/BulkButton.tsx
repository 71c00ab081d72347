import type { BulkActionName } from '@waygate/contract/bulk/bulk.schemas';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { BulkDialog } from './BulkDialog.tsx';

type BulkButtonProps = { title: string; actions: readonly [BulkActionName, ...BulkActionName[]] };

/** Opens the form for a list of players. */
export function BulkButton({ title, actions }: BulkButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="secondary" onClick={() => setIsOpen(true)}>
        {title}…
      </Button>
      {isOpen && <BulkDialog title={title} actions={actions} onClose={() => setIsOpen(false)} />}
    </>
  );
}
