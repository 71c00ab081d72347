import { RowActions } from '#ui/admin/table/RowActions.tsx';
import { Button } from '#ui/Button.tsx';

type RecordActionsProps = {
  /** What the record is called. */
  name: string;
  deleteLabel?: string;
  onEdit: () => void;
  onDelete: () => void;
};

/** What can be done with a record, in its row. The dialogs stand beside the list. */
export function RecordActions({ name, deleteLabel = 'Delete', onEdit, onDelete }: RecordActionsProps) {
  return (
    <RowActions>
      <Button look="secondary" aria-label={`Edit ${name}`} onClick={onEdit}>
        Edit
      </Button>
      <Button look="danger" aria-label={`${deleteLabel} ${name}`} onClick={onDelete}>
        {deleteLabel}
      </Button>
    </RowActions>
  );
}
