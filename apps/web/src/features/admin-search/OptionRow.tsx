import type { SearchHit } from '@waygate/contract/admin-search/admin-search.schemas';
import {
  Ban,
  BanknoteX,
  CircleCheck,
  ClipboardCopy,
  Coins,
  ExternalLink,
  Eye,
  EyeOff,
  FileDiff,
  FileText,
  Gift,
  KeyRound,
  type LucideIcon,
  Package,
  Pencil,
  Plus,
  RefreshCw,
  ShoppingBag,
  SquareArrowRight,
  Swords,
  UserRound,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { orderStateLabel } from '#features/orders/admin/order-admin-labels.ts';
import { priceText } from '#features/shop/price-text.ts';
import { Badge } from '#ui/admin/Badge.tsx';
import { classNames } from '#ui/class-names.ts';
import type { HitAction } from './hit-actions.ts';
import { markedParts } from './marked-parts.ts';
import styles from './OptionRow.module.css';
import type { PaletteOption } from './palette-options.ts';

/** What one line of the search shows. */
export function OptionRow({ option, searched }: { option: PaletteOption; searched: string }) {
  const { hit, entry, action } = option;
  if (hit) return <HitRow hit={hit} searched={searched} />;
  if (action) return <ActionRow action={action} />;
  const isAction = entry.key.startsWith('action');
  return (
    <Row
      icon={isAction ? Plus : SquareArrowRight}
      title={<Marked text={entry.label} searched={searched} />}
      detail={entry.detail}
    />
  );
}

// One that another page shows too may become a file of its own, which the landing page's list of files names.
const ACTION_ICONS: Record<HitAction['name'], LucideIcon> = {
  grant: Gift,
  item: Package,
  coins: Coins,
  'reset-link': KeyRound,
  ban: Ban,
  unban: CircleCheck,
  refund: BanknoteX,
  retry: RefreshCw,
  player: UserRound,
  copy: ClipboardCopy,
  edit: Pencil,
  hide: EyeOff,
  orders: ShoppingBag,
  delete: X,
  view: ExternalLink,
  preview: Eye,
  revisions: FileDiff,
};

const RED: readonly HitAction['name'][] = ['ban', 'refund', 'delete'];

function ActionRow({ action: { name, label, letter } }: { action: HitAction }) {
  return (
    <Row
      icon={ACTION_ICONS[name]}
      title={<span className={classNames(RED.includes(name) && styles.danger)}>{label}</span>}
      detail=""
    >
      <kbd aria-hidden>{letter}</kbd>
    </Row>
  );
}

function HitRow({ hit, searched }: { hit: SearchHit; searched: string }) {
  const marked = (text: string) => <Marked text={text} searched={searched} />;
  switch (hit.kind) {
    case 'account':
      return (
        <Row
          icon={hit.userName.charAt(0).toUpperCase()}
          title={marked(hit.userName)}
          detail={marked([`#${hit.accountDBID}`, hit.email].filter(Boolean).join(', '))}
        >
          {hit.isBanned && <Badge tone="error">Banned</Badge>}
        </Row>
      );
    case 'order':
      return (
        <Row
          icon={ShoppingBag}
          title={marked(`#${hit.orderId} ${hit.productName}`)}
          detail={marked(hit.userName)}
        >
          <b>{priceText(hit.price)}</b>
          <OrderBadge state={hit.state} />
        </Row>
      );
    case 'character':
      return (
        <Row
          icon={Swords}
          title={marked(hit.name)}
          detail={`${hit.class} ${hit.level}, ${hit.serverName}, of ${hit.userName}`}
        />
      );
    case 'product':
      return (
        <Row icon={Package} title={marked(hit.name)} detail={`#${hit.productId}`}>
          <b>{priceText(hit.price)}</b>
          {!hit.isListed && <Badge>Hidden</Badge>}
        </Row>
      );
    case 'article':
      return <TextRow title={marked(hit.title)} detail="" status={hit.status} />;
    case 'patchNote':
      return <TextRow title={marked(hit.title)} detail={marked(hit.version)} status={hit.status} />;
    case 'item':
      return <Row icon={Package} title={marked(hit.label)} detail={`#${hit.itemId}`} />;
  }
}

function OrderBadge({ state }: { state: Extract<SearchHit, { kind: 'order' }>['state'] }) {
  const { text, tone } = orderStateLabel(state);
  return <Badge tone={tone}>{text}</Badge>;
}

type TextRowProps = { title: ReactNode; detail: ReactNode; status: 'draft' | 'published' };

function TextRow({ title, detail, status }: TextRowProps) {
  return (
    <Row icon={FileText} title={title} detail={detail}>
      {status === 'draft' && <Badge>Draft</Badge>}
    </Row>
  );
}

type RowProps = { icon: LucideIcon | string; title: ReactNode; detail: ReactNode; children?: ReactNode };

function Row({ icon: Icon, title, detail, children }: RowProps) {
  return (
    <>
      <span className={typeof Icon === 'string' ? styles.face : styles.icon} aria-hidden>
        {typeof Icon === 'string' ? Icon : <Icon size={18} />}
      </span>
      <span className={styles.text}>
        <span>{title}</span> <span className={styles.detail}>{detail}</span>
      </span>
      {children}
    </>
  );
}

function Marked({ text, searched }: { text: string; searched: string }) {
  return markedParts(text, searched).map(({ text: part, isMatch }) =>
    isMatch ? <mark key={part}>{part}</mark> : part,
  );
}
