import type { TimelineEntry } from '@waygate/contract/players/players.schemas';
import { Ban, Coins, LogIn, Package, ShoppingBag, StickyNote, Undo2, UserCog, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { lineOf, type Line } from './timeline-lines.tsx';
import styles from './PlayerTimeline.module.css';
import { timeOfDay } from './timeline-texts.ts';

const ICONS: Record<TimelineEntry['event'], typeof Ban> = {
  registered: UserPlus,
  signed_in: LogIn,
  sign_ins: LogIn,
  order: ShoppingBag,
  delivery: Package,
  coins: Coins,
  ban: Ban,
  unban: Undo2,
  note: StickyNote,
  staff: UserCog,
};

const TONES: Partial<Record<TimelineEntry['event'], string | undefined>> = {
  ban: styles.trouble,
  unban: styles.staff,
  note: styles.staff,
  staff: styles.staff,
};

/** One entry: when, what, how much, and who or where. */
export function TimelineLine({ entry }: { entry: TimelineEntry }) {
  const { text, amount, aside }: Line = lineOf(entry);
  const Icon = ICONS[entry.event];
  return (
    <li className={classNames(styles.line, TONES[entry.event])}>
      <span className={styles.time}>
        {entry.event !== 'sign_ins' && <time dateTime={entry.at}>{timeOfDay(entry.at)}</time>}
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
