import { STAFF_COIN_NAMES } from '@waygate/contract/coins/coin-names';
import { AUDIT_LABELS } from '@waygate/contract/audit/audit.schemas';
import type { TimelineEntry } from '@waygate/contract/players/players.schemas';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BanEnd } from '#features/accounts/admin/bans/BanEnd.tsx';
import { AccountLink } from '#features/admin/lists/AccountLink.tsx';
import { REASON_LABELS, signedNumber } from '#features/coins/coin-labels.ts';
import { deliveryText } from '#features/deliveries/admin/delivery-labels.ts';
import { DeliveryState } from '#features/deliveries/admin/DeliveryState.tsx';
import { OrderState } from '#features/orders/admin/OrderState.tsx';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { priceText } from '#features/shop/price-text.ts';
import { shortDayText } from '#features/statistics/admin/statistics-text.ts';
import { LocalTime } from '#ui/LocalTime.tsx';
import { changesText, type ShownEntry } from './timeline-texts.ts';

export type Line = { text: ReactNode; amount?: ReactNode; aside?: ReactNode };

type Of<Event extends TimelineEntry['event']> = Extract<TimelineEntry, { event: Event }>;

/** What the line of an entry says. */
export function lineOf(entry: ShownEntry): Line {
  switch (entry.event) {
    case 'registered':
      return { text: 'Registered' };
    case 'signed_in':
      return { text: 'Signed in', aside: <Used at={entry.lastUsedAt} /> };
    case 'sign_ins':
      return {
        text: `Signed in ${entry.count === 1 ? 'once' : `${entry.count} times`} on ${shortDayText(entry.at)} (UTC)`,
      };
    case 'sign_in_run':
      return {
        text: `Signed in ${entry.count} times on ${entry.days} days, ${shortDayText(entry.until)} to ${shortDayText(entry.at)} (UTC)`,
      };
    case 'order':
      return orderLine(entry);
    case 'delivery':
      return deliveryLine(entry);
    case 'coins':
      return coinLine(entry);
    case 'ban':
      return { text: <Banned ban={entry} />, aside: entry.staff && <AccountLink account={entry.staff} /> };
    case 'unban':
      return { text: 'Unbanned', aside: <AccountLink account={entry.staff} /> };
    case 'note':
      return { text: `Note: “${entry.text}”`, aside: <AccountLink account={entry.staff} /> };
    case 'staff':
      return {
        text: staffText(entry),
        aside: <AccountLink account={entry.staff} />,
      };
    default:
      return entry satisfies never;
  }
}

/** 'Minutes corrected (Viewer minutes 10 → 40): “The stream ended early”'. */
function staffText({ action, reason, ...entry }: Of<'staff'>): string {
  const changes = changesText(entry);
  return `${AUDIT_LABELS[action]}${changes && ` (${changes})`}${reason === null ? '' : `: “${reason}”`}`;
}

function Used({ at }: { at: string }) {
  return (
    <>
      last used <LocalTime value={at} />
    </>
  );
}

function orderLine({ orderId, productName, state, price }: Of<'order'>): Line {
  const text = (
    <>
      Order <OrderLink orderId={orderId} /> {productName}
    </>
  );
  return { text, amount: priceText(price), aside: <OrderState state={state} /> };
}

function deliveryLine({ orderId, characterName, ...delivery }: Of<'delivery'>): Line {
  const text = (
    <>
      {deliveryText(delivery)}
      {characterName !== null && ` for ${characterName}`}
      <FromOrder orderId={orderId} />
    </>
  );
  return { text, aside: <DeliveryState {...delivery} /> };
}

function coinLine({ currency, amount, balance, reason, detail, orderId }: Of<'coins'>): Line {
  // 'Order' is said by its link.
  const label = reason === 'order' && detail !== null ? [] : [REASON_LABELS[reason].toLowerCase()];
  const why = [...label, ...(detail === null ? [] : [detail])];
  const text = (
    <>
      {STAFF_COIN_NAMES[currency]}: {why.join(', ')}
      <FromOrder orderId={orderId} />
    </>
  );
  return { text, amount: signedNumber(amount), aside: `balance ${balance.toLocaleString()}` };
}

function Banned({ ban: { description, endsAt, hasAddress, isLifted } }: { ban: Of<'ban'> }) {
  return (
    <>
      Banned{hasAddress && ' with the address'} <BanEnd at={endsAt} />: “{description}”
      {isLifted && ' (lifted)'}
    </>
  );
}

function FromOrder({ orderId }: { orderId: number | null }) {
  if (orderId === null) return null;
  return (
    <>
      , order <OrderLink orderId={orderId} />
    </>
  );
}

function OrderLink({ orderId }: { orderId: number }) {
  return <Link to={adminPaths.order({ orderId })}>#{orderId}</Link>;
}
