import { RowActions } from '#ui/admin/table/RowActions.tsx';
import { Button } from '#ui/Button.tsx';

type RecordActionsProps = {
  /** The record's name. */
  name: string;
  deleteLabel?: string;
  onEdit: () => void;
  onDelete: () => void;
};

/** The buttons of a record's row. The dialogs live next to the list. */
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
