import { Ban, Coins, LogIn, Package, ShoppingBag, StickyNote, Undo2, UserCog, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { lineOf, type Line } from './timeline-lines.tsx';
import styles from './PlayerTimeline.module.css';
import { type ShownEntry, timeOfDay } from './timeline-texts.ts';

const ICONS: Record<ShownEntry['event'], typeof Ban> = {
  registered: UserPlus,
  signed_in: LogIn,
  sign_ins: LogIn,
  sign_in_run: LogIn,
  order: ShoppingBag,
  delivery: Package,
  coins: Coins,
  ban: Ban,
  unban: Undo2,
  note: StickyNote,
  staff: UserCog,
};

const TONES: Partial<Record<ShownEntry['event'], string | undefined>> = {
  ban: styles.trouble,
  unban: styles.staff,
  note: styles.staff,
  staff: styles.staff,
};

/** One entry: when, what, how much, and who or where. */
export function TimelineLine({ entry }: { entry: ShownEntry }) {
  const { text, amount, aside }: Line = lineOf(entry);
  const Icon = ICONS[entry.event];
  return (
    <li className={classNames(styles.line, TONES[entry.event])}>
      <span className={styles.time}>
        {entry.event !== 'sign_ins' && entry.event !== 'sign_in_run' && (
          <time dateTime={entry.at}>{timeOfDay(entry.at)}</time>
        )}
      </span>
      <Icon aria-hidden size={16} />
      <span className={styles.text}>{text}</span>
      <Cell className={styles.amount}>{amount}</Cell>
      <Cell className={styles.aside}>{aside}</Cell>
    </li>
  );
}

/** Nothing where it's empty, so that a phone's lines stay short. */
function Cell({ className, children }: { className: string | undefined; children: ReactNode }) {
  return children === undefined || children === null ? null : <span className={className}>{children}</span>;
}
