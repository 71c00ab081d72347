import type { AccountBenefit } from '@waygate/contract/benefits/benefits.schemas';
import { Button } from '#ui/Button.tsx';
import styles from './BenefitActions.module.css';

type BenefitActionsProps = {
  benefit: AccountBenefit;
  onEdit: (benefit: AccountBenefit) => void;
  onRemove: (benefit: AccountBenefit) => void;
};

/** What can be done with one benefit. */
export function BenefitActions({ benefit, onEdit, onRemove }: BenefitActionsProps) {
  const name = `benefit ${benefit.benefitId} of ${benefit.userName}`;
  return (
    <span className={styles.actions}>
      <Button look="secondary" aria-label={`Edit ${name}`} onClick={() => onEdit(benefit)}>
        Edit
      </Button>
      <Button look="danger" aria-label={`Remove ${name}`} onClick={() => onRemove(benefit)}>
        Remove
      </Button>
    </span>
  );
}
