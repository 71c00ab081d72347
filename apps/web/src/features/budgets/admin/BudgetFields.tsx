import { BUDGET_KINDS, BUDGET_LABELS, type BudgetKind } from '@waygate/contract/budgets/budgets.schemas';
import { type FieldsProps, textInput } from '#features/admin/records/field-props.ts';
import { ReasonField } from '#features/admin/records/ReasonField.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { BudgetForm } from './budget-form.rules.ts';

type BudgetFieldsProps = FieldsProps<BudgetForm> & {
  /** A hint for each limit, such as what counts without one. */
  hintOf?: (kind: BudgetKind) => string;
};

/** A limit of each kind, and why it is set. */
export function BudgetFields({ hintOf, ...props }: BudgetFieldsProps) {
  const { form, errors, onChange } = props;
  return (
    <>
      {BUDGET_KINDS.map((kind) => (
        <TextField
          key={kind}
          label={kind === 'refunds' ? 'Refunds in euro' : BUDGET_LABELS[kind]}
          inputMode={kind === 'refunds' ? 'decimal' : 'numeric'}
          {...(hintOf && { hint: hintOf(kind) })}
          {...textInput(props, kind)}
        />
      ))}
      <ReasonField value={form.reason} error={errors.reason} onChange={(reason) => onChange({ reason })} />
    </>
  );
}
