import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import styles from './PlaceButtons.module.css';

type PlaceButtonsProps = {
  /** What is moved or removed. */
  name: string;
  /** From 0. */
  index: number;
  count: number;
  isBusy?: boolean;
  className?: string | undefined;
  onMove: (to: number) => void;
  onRemove: () => void;
};

/** Moves something in its list, or removes it. */
export function PlaceButtons({
  name,
  index,
  count,
  isBusy = false,
  className,
  onMove,
  onRemove,
}: PlaceButtonsProps) {
  return (
    <div className={classNames(styles.place, className)}>
      <Button
        look="quiet"
        data-move="up"
        aria-label={`Move ${name} up`}
        isBusy={isBusy}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        <ArrowUp aria-hidden size={18} />
      </Button>
      <Button
        look="quiet"
        data-move="down"
        aria-label={`Move ${name} down`}
        isBusy={isBusy}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      >
        <ArrowDown aria-hidden size={18} />
      </Button>
      <Button look="quiet" aria-label={`Remove ${name}`} isBusy={isBusy} onClick={onRemove}>
        <Trash2 aria-hidden size={18} />
      </Button>
    </div>
  );
}
