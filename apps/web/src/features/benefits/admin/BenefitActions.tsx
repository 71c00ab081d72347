import type { AccountBenefit } from '@waygate/contract/benefits/benefits.schemas';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import styles from './BenefitActions.module.css';
import { EditBenefitDialog } from './EditBenefitDialog.tsx';
import { RemoveBenefitDialog } from './RemoveBenefitDialog.tsx';

/** What can be done with one benefit. */
export function BenefitActions({ benefit }: { benefit: AccountBenefit }) {
  const [open, setOpen] = useState<'edit' | 'remove'>();
  const close = () => setOpen(undefined);
  const name = `benefit ${benefit.benefitId} of ${benefit.userName}`;
  return (
    <span className={styles.actions}>
      <Button look="secondary" aria-label={`Edit ${name}`} onClick={() => setOpen('edit')}>
        Edit
      </Button>
      <Button look="danger" aria-label={`Remove ${name}`} onClick={() => setOpen('remove')}>
        Remove
      </Button>
      {open === 'edit' && <EditBenefitDialog benefit={benefit} onClose={close} />}
      {open === 'remove' && <RemoveBenefitDialog benefit={benefit} onClose={close} />}
    </span>
  );
}
